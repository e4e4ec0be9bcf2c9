// Sight: what this viewer has been told of a match: the newest body of each section, and how far the count has come.
import type { Section, Update } from "../gen/wardroom/v1/play_pb";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

export type Taken = "new" | "seen" | "gap";

export class Sight {
  serial = 0n;
  readonly #sections: Map<number, Uint8Array>;

  // Goes on from another, which stays as it is.
  constructor(from?: Sight) {
    this.#sections = new Map(from ? from.#sections : []);
    this.serial = from?.serial ?? 0n;
  }

  take(update: Update): Taken {
    if (!update.full && this.serial !== 0n) {
      if (update.serial <= this.serial) return "seen";
      if (update.serial > this.serial + 1n) return "gap";
    }
    if (update.full) this.#sections.clear();
    this.#put(update.sections);
    this.serial = update.serial;
    return "new";
  }

  #put(sections: readonly Section[]): void {
    for (const section of sections) this.#sections.set(section.number, section.body);
  }

  // All sections together, each as a length-delimited field, are the view.
  bytes(): Uint8Array<ArrayBuffer> {
    const writer = new BinaryWriter();
    for (const [number, body] of [...this.#sections].sort(([a], [b]) => a - b)) {
      if (body.length > 0) writer.tag(number, WireType.LengthDelimited).bytes(body);
    }
    return writer.finish();
  }
}
