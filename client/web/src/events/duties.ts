// What a director has to do next, and what is late.
import { EventFormat, EventRound_State, EventState, type EventPage } from "../gen/wardroom/v1/event_pb";
import {
  deadlineOf,
  isDecided,
  isOver,
  isPlayedOut,
  playersIn,
  shownRounds,
  startLimitOf,
  type OwnMatch,
} from "./shown";

export type Duty =
  | "announce"
  | "openEntries"
  | "closeEntries"
  | "callIn"
  | "draw"
  | "discard"
  | "publish"
  | "unpublish"
  | "closeRound"
  | "finish";

// How its texts call it.
export const textOf = (duty: Duty): string => duty.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const drawnRound = (page: EventPage) => page.rounds.find((each) => each.state === EventRound_State.DRAWN);
export const openGames = (page: EventPage): number =>
  shownRounds(page)
    .flatMap((round) => round.pairings.flatMap((pairing) => pairing.games))
    .filter((game) => !isDecided(game)).length;
const roundsLeft = (page: EventPage): boolean => {
  const { round = 0, rounds = 0 } = page.info ?? {};
  return rounds === 0 || round < rounds;
};

// The likeliest step first; the server refuses what is out of time.
export function dutiesOf(page: EventPage): Duty[] {
  if (isOver(page) || page.info?.paused) return [];
  const ladder = page.rules?.format === EventFormat.LADDER;
  if (drawnRound(page)) return ["publish", "discard"];
  switch (page.info?.state) {
    case EventState.DRAFT:
      return ["announce"];
    case EventState.OPEN:
      if (ladder) return playersIn(page).length < 2 ? [] : ["publish"];
      return playersIn(page).length < 2
        ? []
        : page.rules?.checkIn
          ? ["callIn", "closeEntries"]
          : ["closeEntries", "callIn"];
    case EventState.CHECK_IN:
      return ladder ? ["publish"] : ["draw", "closeEntries"];
    case EventState.READY:
      return ladder ? ["publish", "openEntries"] : ["draw", "openEntries", "callIn"];
    case EventState.PLAYING:
      return whilePlayed(page, ladder);
    default:
      return [];
  }
}

function whilePlayed(page: EventPage, ladder: boolean): Duty[] {
  if (ladder) return openGames(page) > 0 ? [] : ["finish"];
  const newest = shownRounds(page).at(-1);
  const playing = newest?.state === EventRound_State.PLAYING;
  if (openGames(page) > 0) return newest && !newest.pairings.some(isPlayedOut) ? ["unpublish"] : [];
  const close: Duty[] = playing ? ["closeRound"] : [];
  if (!roundsLeft(page)) return ["finish", ...close];
  return page.rules?.checkIn ? ["callIn", "draw", ...close, "finish"] : ["draw", "callIn", ...close, "finish"];
}

export interface Late extends Omit<OwnMatch, "opponent" | "seat"> {
  number: number; // of the game, from 1
  what: "deadline" | "start";
}
// Games without a result whose time is over.
export function lateGames(page: EventPage, now: bigint): Late[] {
  return shownRounds(page).flatMap((round) =>
    round.pairings.flatMap((pairing) =>
      pairing.games.flatMap((game, i): Late[] => {
        if (isDecided(game)) return [];
        const limits = [
          ["deadline", deadlineOf({ round, pairing })],
          ["start", startLimitOf({ round, pairing })],
        ] as const;
        const passed = limits.find(([, limit]) => limit > 0n && limit < now);
        // A start that nobody missed is the server's affair: a match that has begun has no start limit to break.
        return passed ? [{ round, pairing, game, number: i + 1, what: passed[0] }] : [];
      }),
    ),
  );
}
