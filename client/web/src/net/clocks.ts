// Clocks: what a new match may be played by, and how much time a seat has left as far as this browser knows.
import type { Clock, MatchInfo } from "../gen/wardroom/v1/lobby_pb";

type Rule = Pick<Clock, "bankSeconds" | "incrementSeconds"> & Partial<Pick<Clock, "capSeconds" | "rests" | "leave">>;

const minute = 60;
const hour = 60 * minute;
export const day = 24 * hour;

// An evening at one table, or weeks by mail.
export const paces: Readonly<Record<string, Rule>> = {
  hour: { bankSeconds: hour, incrementSeconds: 30 },
  evening: { bankSeconds: 3 * hour, incrementSeconds: minute },
  day: { bankSeconds: day, incrementSeconds: 4 * hour, capSeconds: 3 * day },
  days: { bankSeconds: 3 * day, incrementSeconds: 12 * hour, capSeconds: 5 * day },
  calm: { bankSeconds: 3 * day, incrementSeconds: 36 * hour, capSeconds: 10 * day },
};

/** Days, not hours: only such a clock rests, and can be extended. */
export const isSlow = (clock: Pick<Clock, "bankSeconds"> | undefined): boolean => (clock?.bankSeconds ?? 0) >= day;

export function clockOf(pace: string, rests: boolean, leave: boolean): Rule | undefined {
  const rule = paces[pace];
  return rule && (isSlow(rule) ? { ...rule, rests, leave } : rule);
}

export interface Left {
  ms: number; // of the bank; where the clock rests, as it was at the last hand-over
  until: number; // when it is over, if the seat thinks and it is a clock of days; else 0
  fallen: boolean;
}

// Whoever is asked pays from the last moment that everyone was shown. `since`: how long ago this was told.
export function leftOf(info: MatchInfo, seat: number, thinks: boolean, now: number, since: number): Left {
  const { clockMs = 0n, deadlineMs = 0n } = info.seats[seat] ?? {};
  const paused = Number(info.pausedUntilMs) > now;
  const resting = info.clock?.rests || info.clock?.leave;
  const used = thinks && !paused && !resting ? Number(info.thinkingMs) + Math.max(0, since) : 0;
  const ms = Number(clockMs) - used;
  const until = thinks && !paused && isSlow(info.clock) ? Number(deadlineMs) : 0;
  return { ms, until, fallen: !paused && (until > 0 ? now >= until : ms <= 0) };
}
