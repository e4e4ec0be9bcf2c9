// Layer: something that is drawn on a chart on demand.
export class Layer {
  shown = $state(false);

  constructor(
    readonly name: string, // text id
    shown = false,
  ) {
    this.shown = shown;
  }
}
