// What can be said of an event before it begins: whether its rounds fit its players, and when it will be over.
import { EventFormat, EventSides } from "../gen/wardroom/v1/event_pb";

export interface Plan {
  format: EventFormat;
  sides: EventSides;
  rounds: number; // Swiss, and of a team match
  players: number; // that are expected
  roundMinutes: number; // 0: no deadline
  minutes: number; // that a match usually lasts; 0: not known
  live: boolean;
}

// So many players have rounds without a rematch and with balanced sides, whoever wins, if nobody is missing.
export function playersNeeded(rounds: number): number {
  if (rounds <= 1) return 2;
  return Math.max(2 * rounds, 4 * (rounds - (rounds % 2 === 0 ? 1 : 2)));
}

export interface Doubt {
  id: string; // of a text
  values: Record<string, number>;
}
export function doubtsOf({ format, sides, rounds, players }: Plan): Doubt[] {
  if (players < 2) return [{ id: "web.event.doubt.players", values: {} }];
  if (format === EventFormat.TEAM_MATCH && players % 2 === 1) return [{ id: "web.event.doubt.teams", values: {} }];
  if (format !== EventFormat.SWISS) return [];
  const needed = sides === EventSides.BALANCED ? playersNeeded(rounds) : 2 * rounds;
  const doubts: Doubt[] = [];
  if (players < needed) doubts.push({ id: "web.event.doubt.rounds", values: { rounds, players, needed } });
  if (players <= rounds + 2) doubts.push({ id: "web.event.doubt.round_robin", values: {} });
  const enough = Math.ceil(Math.log2(players));
  if (rounds < enough) doubts.push({ id: "web.event.doubt.few", values: { rounds, enough } });
  return doubts;
}

// How many rounds it will have; 0: nobody knows.
export function roundsOf({ format, rounds, players }: Plan): number {
  const odd = players % 2;
  switch (format) {
    case EventFormat.ROUND_ROBIN:
      return players < 2 ? 0 : players - 1 + odd;
    case EventFormat.DOUBLE_ROUND_ROBIN:
      return players < 2 ? 0 : 2 * (players - 1 + odd);
    case EventFormat.SINGLE_ELIMINATION:
      return players < 2 ? 0 : Math.ceil(Math.log2(players));
    case EventFormat.DOUBLE_ELIMINATION:
      return players < 2 ? 0 : 2 * Math.ceil(Math.log2(players));
    case EventFormat.LADDER:
      return 0;
    default:
      return Math.max(1, rounds);
  }
}

// Minutes from its beginning to its end; 0: that cannot be said. Live rounds that have no deadline last as long as their matches.
export function lengthOf(plan: Plan): number {
  const matches = plan.sides === EventSides.SWAPPED ? 2 : 1;
  const round = plan.roundMinutes > 0 ? plan.roundMinutes : plan.live ? plan.minutes * matches : 0;
  return roundsOf(plan) * round;
}
