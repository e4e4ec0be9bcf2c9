// MurmanskBoard: the view of Murmansk Run as the screens need it. It reads what the server says and adds nothing.
import { fromBinary } from "@bufbuild/protobuf";
import { Light_Kind, type Feature_Kind } from "../../gen/wardroom/murmansk/v1/types_pb";
import {
  Phase_Kind,
  Unit_Where,
  UnitState_Kind,
  ViewSchema,
  type Air,
  type Group,
  type Marker,
  type Own,
  type UnitFace,
  type View,
} from "../../gen/wardroom/murmansk/v1/view_pb";
import type { Item } from "../../gen/wardroom/v1/play_pb";
import type { Pointer } from "../../play/pointer.svelte";
import type { Table } from "../../play/table.svelte";
import type { Board } from "../screens";
import type { Box } from "./box";
import { kindName, sideName, type KindName, type SideName } from "./kinds";
import { Sheet } from "./sheet.svelte";

// A marker on the chart; its group, when this viewer knows it.
export interface Mark {
  key: string;
  place: number;
  side: SideName;
  kind: KindName;
  marker: Marker;
  group?: Group;
  ships: readonly UnitFace[]; // in it, or seen behind it
}

export class MurmanskBoard implements Board {
  readonly view: View = $derived.by(() => fromBinary(ViewSchema, this.table.view ?? new Uint8Array()));
  // How things stand, while the chart still shows what was before.
  readonly latest: View = $derived.by(() => fromBinary(ViewSchema, this.table.latest ?? new Uint8Array()));

  constructor(
    readonly table: Table,
    readonly pointer: Pointer,
    readonly box: Box,
  ) {
    this.sheet = new Sheet(this);
  }
  readonly sheet: Sheet;

  // The viewer's own side; none for an observer.
  readonly side: SideName | undefined = $derived.by(() =>
    this.table.seat === undefined ? undefined : this.table.seat === 0 ? "allied" : "axis",
  );
  readonly owns: readonly { side: SideName; own: Own }[] = $derived.by(() => {
    const { own, truth } = this.view;
    if (truth?.allied && truth.axis)
      return [
        { side: "allied", own: truth.allied },
        { side: "axis", own: truth.axis },
      ];
    return own && this.side ? [{ side: this.side, own }] : [];
  });
  readonly faces: ReadonlyMap<string, UnitFace> = $derived.by(
    () => new Map((this.view.board?.unit ?? []).map((face) => [face.id, face])),
  );
  shipsIn(own: Own, group: Group): UnitFace[] {
    return own.unit
      .filter((unit) => unit.where === Unit_Where.GROUP && unit.group === group.key)
      .flatMap((unit) => this.faces.get(unit.id) ?? []);
  }

  readonly marks: readonly Mark[] = $derived.by(() => {
    const groups = new Map(
      this.owns.flatMap(({ own }) =>
        own.group.filter((group) => group.marker !== 0).map((group) => [group.marker, { own, group }] as const),
      ),
    );
    return (this.view.board?.marker ?? []).map((marker) => {
      const known = groups.get(marker.number);
      return {
        key: `m${marker.number}`,
        place: marker.place,
        side: sideName(marker.side),
        kind: kindName(known?.group.kind ?? marker.kind),
        marker,
        ...(known ? { group: known.group } : {}),
        ships: known
          ? this.shipsIn(known.own, known.group)
          : (this.view.board?.unit ?? []).filter((face) => face.marker === marker.number),
      };
    });
  });
  readonly marksIn: ReadonlyMap<number, Mark[]> = $derived.by(() => Map.groupBy(this.marks, ({ place }) => place));

  // Ships in German bases, as this viewer knows them.
  readonly ports: ReadonlyMap<number, UnitFace[]> = $derived.by(() => {
    const own = this.owns.find(({ side }) => side === "axis")?.own;
    const lying = own
      ? own.unit
          .filter((unit) => unit.where === Unit_Where.PORT)
          .flatMap((unit) => {
            const face = this.faces.get(unit.id);
            return face ? [{ port: unit.port, face }] : [];
          })
      : (this.view.board?.unit ?? [])
          .filter((face) => face.state === UnitState_Kind.NORWAY && face.port !== 0 && face.marker === 0)
          .map((face) => ({ port: face.port, face }));
    const found = new Map<number, UnitFace[]>();
    for (const { port, face } of lying) found.set(port, [...(found.get(port) ?? []), face]);
    return found;
  });
  readonly airIn: ReadonlyMap<number, Air[]> = $derived.by(() =>
    Map.groupBy(
      (this.view.board?.air ?? []).filter((unit) => unit.base !== 0 && !unit.lost),
      ({ base }) => base,
    ),
  );
  // Something stands there that a card can tell of.
  shows(place: number): boolean {
    return this.marksIn.has(place) || this.ports.has(place) || this.airIn.has(place);
  }
  // Squadrons of carriers that are in the game, and the units on land.
  readonly air: readonly Air[] = $derived.by(() =>
    (this.view.board?.air ?? []).filter(
      ({ id }) => !this.faces.has(id) || this.faces.get(id)!.state === UnitState_Kind.AVAILABLE,
    ),
  );

  has(place: number, feature: Feature_Kind): boolean {
    return this.box.positions[place - 1]?.has.includes(feature) ?? false;
  }
  // Within the reach of aircraft on land.
  readonly inRange: ReadonlySet<number> = $derived.by(() => {
    let found = new Set(this.airIn.keys());
    for (let step = 0; step < (this.box.numbers.air?.range ?? 0); ++step)
      found = new Set([...found, ...[...found].flatMap((place) => this.box.links[place - 1] ?? [])]);
    return found;
  });

  // The items of the menu by the places they belong to.
  readonly offers: ReadonlyMap<number, Item[]> = $derived.by(() => {
    const found = new Map<number, Item[]>();
    for (const item of this.table.menu?.items ?? []) {
      for (const place of new Set(item.places)) found.set(place, [...(found.get(place) ?? []), item]);
    }
    return found;
  });

  readonly clock = $derived.by(() => this.view.board?.clock);
  readonly night: boolean = $derived.by(() => this.clock?.light === Light_Kind.NIGHT);
  readonly over: boolean = $derived.by(() => this.clock?.phase === Phase_Kind.OVER);
  readonly icy: boolean = $derived.by(() => {
    const turn = this.box.turns[(this.clock?.turn ?? 1) - 1];
    return turn !== undefined && this.box.icy.has(turn.season);
  });
  readonly fighting: boolean = $derived.by(() => (this.view.board?.battle?.ship.length ?? 0) > 0);

  // What the first look is at: everything that stands on the chart, and the lane.
  *interest(): Iterable<number> {
    yield* this.box.lane;
    for (const { place } of this.marks) yield place;
    yield* this.airIn.keys();
  }
  // Shows the next of one's own groups at sea, one after the other.
  nextGroup(): void {
    const own = [...new Set(this.marks.filter((mark) => mark.side === this.side).map(({ place }) => place))];
    const next = own[(own.indexOf(this.pointer.place ?? -1) + 1) % own.length];
    if (next === undefined) return;
    this.pointer.glance([next]);
    this.pointer.place = next;
  }
}
