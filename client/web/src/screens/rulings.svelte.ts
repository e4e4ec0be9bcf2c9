// Rulings of a title: what was decided where its rule text is silent or unclear. They come when somebody asks.
import { fromBinary } from "@bufbuild/protobuf";
import { RulingsSchema, type Ruling } from "../gen/wardroom/v1/data_pb";

class Rulings {
  #known = $state.raw<ReadonlyMap<string, readonly Ruling[]>>(new Map());
  readonly #asked = new Set<string>();

  ask(title: string): void {
    if (this.#asked.has(title)) return;
    this.#asked.add(title);
    fetch(`/data/${title}/rulings.pb`)
      .then((answer) => (answer.ok ? answer.arrayBuffer() : new ArrayBuffer(0)))
      .then(
        (bytes) =>
          (this.#known = new Map([...this.#known, [title, fromBinary(RulingsSchema, new Uint8Array(bytes)).ruling]])),
      )
      .catch(() => this.#asked.delete(title));
  }

  on(title: string, rule: string): readonly Ruling[] {
    return (this.#known.get(title) ?? []).filter((each) => each.rules.includes(rule));
  }
}

export const rulings = new Rulings();
