// Fleet: what is printed on ship counters. It comes when somebody looks at ships, not with the first chart.
import { fromBinary } from "@bufbuild/protobuf";
import { ShipsSchema, type Ship, type ShipClass } from "../../gen/wardroom/pq17/v1/counters_pb";
import { Nation_Kind, ShipType_Kind, Speed_Kind } from "../../gen/wardroom/pq17/v1/types_pb";
import { unitName } from "./names";

export type Figure =
  "battleship" | "carrier" | "cruiser" | "destroyer" | "escort" | "submarine" | "merchant" | "tanker" | "plane";

class Fleet {
  #units = $state.raw<ReadonlyMap<string, Ship | ShipClass>>(new Map());
  #asked: Promise<void> | undefined;

  look(): void {
    void this.known();
  }
  known(): Promise<void> {
    this.#asked ??= fetch("/data/pq17/ships.pb")
      .then((answer) => answer.arrayBuffer())
      .then((bytes) => {
        const { ship, shipClass } = fromBinary(ShipsSchema, new Uint8Array(bytes));
        this.#units = new Map([...ship, ...shipClass].map((each) => [each.id, each]));
      })
      .catch(() => (this.#asked = undefined));
    return this.#asked;
  }

  // As set-up asks for it; none before it has come.
  printed(unit: string): { type: ShipType_Kind; nation: Nation_Kind; cs: number } | undefined {
    const found = this.#units.get(unit);
    return found && { type: found.type, nation: found.nation, cs: found.step[0]?.cs ?? 1 };
  }
  type(unit: string): string {
    const type = this.#units.get(unit)?.type;
    return type ? ShipType_Kind[type] : "";
  }
  // Of a named ship, unhit.
  full(unit: string): number | undefined {
    return unit.startsWith("ship.") ? this.#units.get(unit)?.step[0]?.cs : undefined;
  }
  torpedoes(unit: string): number {
    return this.#units.get(unit)?.torpedoes ?? 0;
  }
  speed(unit: string, cs: number): Speed_Kind {
    const steps = this.#units.get(unit)?.step ?? [];
    return (steps.find((step) => step.cs <= cs) ?? steps.at(-1))?.speed ?? Speed_Kind.UNSPECIFIED;
  }
  figure(unit: string): Figure {
    return figureOf(this.#units.get(unit)?.type ?? ShipType_Kind.UNSPECIFIED);
  }
  german(unit: string): boolean {
    return this.#units.get(unit)?.nation === Nation_Kind.GERMAN;
  }
  // The counter that has this name.
  named(name: string): string | undefined {
    return [...this.#units.keys()].find((unit) => unitName(unit) === name);
  }
}

function figureOf(type: ShipType_Kind): Figure {
  if (type === ShipType_Kind.CV || type === ShipType_Kind.CVE) return "carrier";
  if (type === ShipType_Kind.SS) return "submarine";
  if (type === ShipType_Kind.AO || type === ShipType_Kind.MO) return "tanker";
  if (type >= ShipType_Kind.AA) return "merchant";
  if (type === ShipType_Kind.ES) return "escort";
  if (type >= ShipType_Kind.DD) return "destroyer";
  return type >= ShipType_Kind.CA ? "cruiser" : "battleship";
}

export const fleet = new Fleet();
