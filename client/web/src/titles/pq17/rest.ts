// The same answer for those that are asked about next.
import { MenuKind_Kind, Verb_Kind } from "../../gen/wardroom/pq17/v1/view_pb";
import type { Item, Menu } from "../../gen/wardroom/v1/play_pb";
import type { Wanted } from "../../play/orders";

const mostInStrike = 24;

// Aircraft are asked for their targets one by one, by their numbers in the strike.
export function rest({ kind }: Menu, { action }: Item): Wanted[] {
  if (kind !== MenuKind_Kind.STRIKE_TARGETS || action?.verb !== Verb_Kind.TARGET) return [];
  const [first = 0n, ...aim] = action.arguments;
  const others = Array.from({ length: mostInStrike }, (_, i) => first + BigInt(i + 1));
  return others.map((unit) => ({ kind, verb: Verb_Kind.TARGET, arguments: [unit, ...aim], optional: true }));
}
