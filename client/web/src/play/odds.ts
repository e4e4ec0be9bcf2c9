// Figures of an estimate as they are shown.
import type { Bounds } from "../gen/wardroom/v1/sight_pb";

// "40 %", or "25–60 %" where it depends on what is not known.
export function between(
  bounds: Pick<Bounds, "least" | "most"> | undefined,
  parts: number,
  language: string,
  style: "percent" | "decimal",
): string {
  if (!bounds) return "";
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: style === "percent" ? 0 : 1, style });
  const whole = style === "percent" ? parts * 100 : parts;
  const [least, most] = [bounds.least / whole, bounds.most / whole];
  return format.format(least) === format.format(most) ? format.format(least) : format.formatRange(least, most);
}

// The counts worth showing: as long as they may still happen once in a hundred, at most four.
export const likely = <Row extends { permille?: Pick<Bounds, "most"> | undefined }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ permille }) => (permille?.most ?? 0) >= 10).slice(0, 4);
