// Sheets: everything of a title that can be looked up, fetched once.
import { fromBinary } from "@bufbuild/protobuf";
import { SheetsSchema, type Sheet } from "../gen/wardroom/v1/sheet_pb";
import { words } from "../words/words.svelte";

const fetched = new Map<string, Promise<readonly Sheet[]>>();

export async function sheetsOf(title: string): Promise<readonly Sheet[]> {
  let sheets = fetched.get(title);
  if (!sheets) {
    sheets = fetch(`/data/${encodeURIComponent(title)}/sheets.pb`).then(async (answer) => {
      if (!answer.ok) throw new Error("sheets");
      return fromBinary(SheetsSchema, new Uint8Array(await answer.arrayBuffer())).sheet;
    });
    sheets.catch(() => fetched.delete(title));
    fetched.set(title, sheets);
  }
  await words.know(title);
  return sheets;
}

// How near a sheet is to a rule: 0 it names that very rule, 1 one of its parts, 2 the chapter above it; none: nothing of it.
export function nearness(sheet: Sheet, rule: string): number | undefined {
  const each = sheet.rule.map((own) => (own === rule ? 0 : own.startsWith(rule + ".") ? 1 : rule.startsWith(own + ".") ? 2 : undefined));
  const found = each.filter((near) => near !== undefined);
  return found.length > 0 ? Math.min(...found) : undefined;
}
