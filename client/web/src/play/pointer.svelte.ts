// Pointer: what the person points at, shared by the chart, the hand and the lists. Places are the title's own numbers.
export class Pointer {
  over = $state.raw<readonly number[]>([]); // places of the item or report under the mouse or focus
  played = $state.raw<readonly number[]>([]); // places of what is being played back
  moved = $state.raw<{ from: number; to: number } | undefined>(); // a march that is being played back
  advised = $state.raw<readonly number[]>([]); // places of the answer that is advised
  numbered = $state.raw<readonly (readonly number[])[]>([]); // places of the answers with the keys 1 to 9
  place = $state<number | undefined>(); // the place chosen on the chart
  look = $state.raw<{ places: readonly number[]; gently?: boolean } | undefined>(); // show these on the chart; a new object each time
  sheet = $state(0); // this share of the chart lies under the questions, from below
  report = $state(0); // the same under a report
  get covered(): number {
    return Math.max(this.sheet, this.report);
  }

  show(places: readonly number[]): void {
    if (places.length > 0) this.look = { places };
  }

  // The same, without coming closer; nothing moves when they are in sight.
  glance(places: readonly number[]): void {
    if (places.length > 0) this.look = { places, gently: true };
  }
}
