// Told: what this connection has been told of its matches; the server tells the rest by what differs from it.
import { create, fromBinary } from "@bufbuild/protobuf";
import { MenuSchema, type Menu, type MenuDelta, type Update } from "../gen/wardroom/v1/play_pb";
import { ServerFrameSchema, type ServerFrame } from "../gen/wardroom/v1/wire_pb";
import { patched } from "./delta";

const keptMenus = 4;
const nothing = new Uint8Array();

// It does not fit what was told before: the match must be attached to again.
export class Unfit extends Error {}

class Told {
  readonly #sections = new Map<number, Uint8Array>();
  #menus: Uint8Array[] = []; // the last is the first

  begin(full: Update): void {
    this.#sections.clear();
    this.#menus = [];
    for (const { number, body } of full.sections) this.#sections.set(number, body);
  }

  restore(update: Update): void {
    if (update.full) return this.begin(update);
    for (const section of update.sections) {
      if (section.delta.length > 0) section.body = fitting(this.#sections.get(section.number), section.delta);
      section.delta = nothing;
      this.#sections.set(section.number, section.body);
    }
    if (update.menuDelta) update.menu = this.#menu(update.menuDelta);
    delete update.menuDelta;
  }

  #menu({ back, delta }: MenuDelta): Menu {
    if (back > this.#menus.length) throw new Unfit();
    const bytes = fitting(this.#menus[back - 1], delta);
    this.#menus = [bytes, ...this.#menus].slice(0, keptMenus);
    return fromBinary(MenuSchema, bytes);
  }
}

function fitting(base: Uint8Array | undefined, delta: Uint8Array): Uint8Array {
  const bytes = patched(base ?? nothing, delta);
  if (!bytes) throw new Unfit();
  return bytes;
}

export class Hearing {
  readonly #told = new Map<string, Told>();

  // Frames as a connection brings them that takes no deltas: what came of an action stands before its answer.
  whole(frame: ServerFrame): ServerFrame[] {
    const { body } = frame;
    if (body.case === "attached" && body.value.update) this.#of(body.value.update).begin(body.value.update);
    if (body.case === "update" && frame.request === 0n) this.#of(body.value).restore(body.value);
    if (body.case !== "acted" || !body.value.update) return [frame];
    const { update } = body.value;
    delete body.value.update;
    this.#of(update).restore(update);
    return [create(ServerFrameSchema, { body: { case: "update", value: update } }), frame];
  }

  #of({ match }: Update): Told {
    let told = this.#told.get(match);
    if (!told) this.#told.set(match, (told = new Told()));
    return told;
  }
}
