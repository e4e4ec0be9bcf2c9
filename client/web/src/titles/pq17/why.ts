// Why a roll came out as it did: its table, with what it pointed at lit.
import { equals } from "@bufbuild/protobuf";
import { ShipType_Kind } from "../../gen/wardroom/pq17/v1/types_pb";
import type { Report } from "../../gen/wardroom/v1/play_pb";
import { TextSchema } from "../../gen/wardroom/v1/text_pb";
import { look } from "../../play/look.svelte";
import { sheetsOf, type Lit } from "../../play/sheets";
import { shotIn } from "./cast";
import { fleet } from "./fleet.svelte";
import { rollIn } from "./rolls";
import { t } from "./words";

// Tables of ships have a row and a column for each type.
function typeOf(name: string | undefined): string | undefined {
  const unit = name === undefined ? undefined : fleet.named(name);
  const type = unit === undefined ? "" : fleet.type(unit);
  return type ? t(`shiptype.${type.toLowerCase()}.short`) : undefined;
}

// A column is told by the type's whole name; on the table it stands short.
function shortOf(column: string): string {
  const types = Object.keys(ShipType_Kind).filter((type) => Number.isNaN(Number(type)) && type !== "UNSPECIFIED");
  const type = types.find((each) => column !== "" && t(`shiptype.${each.toLowerCase()}.name`) === column);
  return type ? t(`shiptype.${type.toLowerCase()}.short`) : column;
}

export function litBy(report: Report): Lit | undefined {
  const roll = rollIn(report);
  if (!roll) return undefined;
  const shot = shotIn(report);
  const row = typeOf(shot?.firer) ?? roll.row;
  const column = shortOf(roll.column) || typeOf(shot?.target);
  return {
    results: roll.dice.map(({ die, modified, result }) => ({ value: modified ?? die, result })),
    needed: roll.needed,
    row,
    ...(column ? { column } : {}),
    modifiers: roll.modifiers.map(({ name }) => name),
  };
}

export async function why(report: Report): Promise<void> {
  const { body } = report;
  if (body.case !== "roll" || !body.value.table) return;
  const { table } = body.value;
  await fleet.known();
  const sheet = (await sheetsOf("pq17")).find(({ title }) => title && equals(TextSchema, title, table));
  look.open("pq17", sheet?.id ?? `rule/${report.rule}`, litBy(report));
}
