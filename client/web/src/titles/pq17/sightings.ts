// Sightings of the last turns in a hex of blocks that can no longer be followed.
import { Milestone_Level } from "../../gen/wardroom/v1/play_pb";
import type { Text } from "../../gen/wardroom/v1/text_pb";
import type { Pq17Board } from "./board.svelte";

export interface Sighted {
  key: string;
  turn: number;
  text: Text;
}

const longest = 4; // turns

export function lostIn(hex: number, board: Pq17Board): Sighted[] {
  const there = new Set(board.marks.map((mark) => BigInt(mark.block.id)));
  const found: Sighted[] = [];
  let turn = 0;
  for (const { key, report } of board.table.told) {
    const { body } = report;
    if (body.case === "milestone" && body.value.level === Milestone_Level.TURN) turn = body.value.number;
    if (body.case !== "sighting" || !report.text || turn === 0 || turn < board.turn - longest) continue;
    if (report.places.includes(hex) && !there.has(body.value.subject)) found.push({ key, turn, text: report.text });
  }
  return found.slice(-3);
}
