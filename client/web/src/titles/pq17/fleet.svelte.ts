// Fleet: what is printed on ship counters. It comes when somebody looks at ships, not with the first chart.
import { fromBinary } from "@bufbuild/protobuf";
import { ShipsSchema, type Ship, type ShipClass } from "../../gen/wardroom/v1/pq17_counters_pb";
import { ShipType_Kind, Speed_Kind } from "../../gen/wardroom/v1/pq17_types_pb";

export type Figure = "heavy" | "carrier" | "light" | "submarine" | "merchant";

class Fleet {
  #units = $state.raw<ReadonlyMap<string, Ship | ShipClass>>(new Map());
  #asked = false;

  look(): void {
    if (this.#asked) return;
    this.#asked = true;
    fetch("/data/pq17/ships.pb")
      .then((answer) => answer.arrayBuffer())
      .then((bytes) => {
        const { ship, shipClass } = fromBinary(ShipsSchema, new Uint8Array(bytes));
        this.#units = new Map([...ship, ...shipClass].map((each) => [each.id, each]));
      })
      .catch(() => (this.#asked = false));
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
    const type = this.#units.get(unit)?.type ?? ShipType_Kind.UNSPECIFIED;
    if (type === ShipType_Kind.CV || type === ShipType_Kind.CVE) return "carrier";
    if (type === ShipType_Kind.SS) return "submarine";
    if (type >= ShipType_Kind.AA) return "merchant";
    if (type >= ShipType_Kind.DD) return "light";
    return "heavy";
  }
}

export const fleet = new Fleet();
