// What an ending is to whoever looks at it.
import type { Ending } from "../gen/wardroom/v1/play_pb";

// A text id. Without a seat one has watched.
export function outcomeOf({ winner }: Pick<Ending, "winner">, seat: number | undefined): string {
  if (winner === undefined) return "web.end.drawn";
  if (seat === undefined) return "web.end.winner";
  return winner === seat ? "web.end.won" : "web.end.lost";
}
