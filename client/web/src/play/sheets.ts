// Sheets: everything of a title that can be looked up, fetched once.
import { fromBinary } from "@bufbuild/protobuf";
import { SheetsSchema, type Sheet } from "../gen/wardroom/v1/sheet_pb";
import { words } from "../words/words.svelte";

const fetched = new Map<string, Promise<readonly Sheet[]>>();

export async function sheetsOf(title: string): Promise<readonly Sheet[]> {
  let sheets = fetched.get(title);
  if (!sheets) {
    sheets = fetch(`/data/${encodeURIComponent(title)}/sheets.pb`).then(async (answer) => {
      if (answer.status === 404) return []; // it has none
      if (!answer.ok) throw new Error("sheets");
      return fromBinary(SheetsSchema, new Uint8Array(await answer.arrayBuffer())).sheet;
    });
    sheets.catch(() => fetched.delete(title));
    fetched.set(title, sheets);
  }
  await words.know(title);
  return sheets;
}

// The rules a sheet names: its own, and those that a line of its tables has in brackets, as a modifier of a roll does.
function rulesOn(sheet: Sheet): string[] {
  const words = sheet.table
    .flatMap(({ row }) => row.flatMap(({ cell }) => cell.flatMap(({ text }) => text?.arguments ?? [])))
    .flatMap(({ value }) =>
      value.case === "word" ? (/^\[([\d., ]+)\]$/.exec(value.value)?.[1]?.split(/,\s*/) ?? []) : [],
    );
  return [...sheet.rule, ...words];
}

// How near a sheet is to a rule: 0 it names that very rule, 1 one of its parts, 2 the chapter above it; none: nothing of it.
export function nearness(sheet: Sheet, rule: string): number | undefined {
  const each = rulesOn(sheet).map((own) =>
    own === rule ? 0 : own.startsWith(rule + ".") ? 1 : rule.startsWith(own + ".") ? 2 : undefined,
  );
  const found = each.filter((near) => near !== undefined);
  return found.length > 0 ? Math.min(...found) : undefined;
}

// What a roll points at in its table, in the words of the language that is spoken.
export interface Lit {
  results: readonly { value: number; result: string }[]; // each die, modified, and what came of it
  needed?: number | undefined;
  row?: string;
  column?: string;
  modifiers: readonly string[];
}

const bounds = (words: string): [number, number] | undefined => {
  const found = /^([−-]?\d+)\s*(?:([-–+−])\s*(\d+)?)?$/.exec(words.trim());
  if (!found) return undefined;
  const first = Number(found[1]!.replace("−", "-"));
  if (found[3] !== undefined) return [first, Number(found[3])];
  return found[2] === "+" ? [first, Infinity] : found[2] ? [-Infinity, first] : [first, first];
};

// Which cells of a table those are: rows by what was rolled, the cell of a row and a column, the number needed, the modifiers.
export function lightUp(head: readonly string[], rows: readonly (readonly string[])[], lit: Lit): boolean[][] {
  const same = (one: string, other: string | undefined) => other !== undefined && one.trim() === other.trim();
  const column = head.findIndex((each) => same(each, lit.column));
  const row = rows.findIndex((cells) => same(cells[0] ?? "", lit.row));
  const isNeeded = (cell: string) =>
    lit.needed !== undefined && [`${lit.needed}`, `${lit.needed}+`].includes(cell.trim());
  return rows.map((cells, i) => {
    const range = bounds(cells[0] ?? "");
    const rolled = lit.results.some(
      ({ value, result }) =>
        range && value >= range[0] && value <= range[1] && cells.slice(1).some((each) => same(each, result)),
    );
    const changed = cells.some((cell) => lit.modifiers.some((each) => same(cell, each)));
    return cells.map((cell, j) => {
      if (rolled || changed) return true;
      if (column >= 0 && row >= 0) return i === row && j === column;
      return (column >= 0 ? j === column : head.length === 0) && isNeeded(cell);
    });
  });
}
