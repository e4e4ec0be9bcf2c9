// A report, and when it came.
import type { Report } from "../gen/wardroom/v1/play_pb";

export interface Told {
  key: string;
  serial: number; // of the update it came with
  time: number;
  report: Report;
}

export function tell(serial: bigint, timeMs: bigint, reports: readonly Report[]): Told[] {
  return reports.map((report, i) => ({ key: `${serial}.${i}`, serial: Number(serial), time: Number(timeMs), report }));
}
