// What an event's page says, put in order for screens: names, points, times, the crosstable, the bracket, one's own matches.
import {
  EventEntry_State,
  EventFormat,
  EventResult_Kind,
  EventRound_State,
  EventState,
  type EventDeed,
  type EventGame,
  type EventPage,
  type EventPairing,
  type EventRound,
  type EventSlot,
} from "../gen/wardroom/v1/event_pb";

export const isOver = (page: EventPage): boolean =>
  page.info?.state === EventState.FINISHED || page.info?.state === EventState.CANCELLED;
export const isBracket = (format: EventFormat | undefined): boolean =>
  format === EventFormat.SINGLE_ELIMINATION || format === EventFormat.DOUBLE_ELIMINATION;
export const isRoundRobin = (format: EventFormat | undefined): boolean =>
  format === EventFormat.ROUND_ROBIN || format === EventFormat.DOUBLE_ROUND_ROBIN;

export const nameOf = (page: EventPage, entry: number): string =>
  page.entries.find((each) => each.entry === entry)?.name ?? (entry > 0 ? `${entry}` : "");
export const playersIn = (page: EventPage) => page.entries.filter((each) => each.state === EventEntry_State.IN);

// Half points as people write them: 2½.
export function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return `${whole}`;
  return whole === 0 ? "½" : `${whole}½`;
}

export const isDecided = (game: EventGame): boolean => (game.result?.kind ?? EventResult_Kind.NONE) !== 0;
export const isPlayedOut = (pairing: EventPairing): boolean =>
  pairing.games.length > 0 && pairing.games.every(isDecided);
export const halvesOf = (game: EventGame, entry: number): number =>
  (game.first === entry ? game.result?.firstHalves : game.result?.secondHalves) ?? 0;

// In the reader's own zone, as everything with a time here.
export function when(ms: bigint, language: string): string {
  return new Date(Number(ms)).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
// For a field of date and time, which has no zone: the reader's own; and back. 0: none.
export function toField(ms: bigint): string {
  if (ms <= 0n) return "";
  const at = new Date(Number(ms));
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
export const fromField = (field: string): bigint => {
  const at = new Date(field).getTime();
  return field && !Number.isNaN(at) ? BigInt(at) : 0n;
};

// ---- crosstable ----

export interface Meeting {
  round: number;
  opponent: number; // an entry; 0: nobody
  place: number; // of the opponent
  seat: number | undefined; // one's own; not known: sides are still to be found
  result: string; // "1", "½", "0", "+", "−", "" while it is played
  kind: "played" | "forfeit" | "bye" | "absent" | "void" | "open";
}
export interface Row {
  place: number;
  entry: number;
  name: string;
  halves: number;
  meetings: Meeting[][]; // by round
}

function meetingsOf(page: EventPage, round: EventRound, entry: number, places: Map<number, number>): Meeting[] {
  const base = { round: round.number, opponent: 0, place: 0, seat: undefined };
  const own = round.pairings.filter((each) => each.one === entry || each.two === entry);
  if (own.length === 0) return round.absent.includes(entry) ? [{ ...base, result: "", kind: "absent" }] : [];
  return own.flatMap((pairing) => {
    if (pairing.two === 0) return [{ ...base, result: page.rules?.halfBye ? "½" : "1", kind: "bye" as const }];
    const opponent = pairing.one === entry ? pairing.two : pairing.one;
    return pairing.games.map((game) => meetingOf(game, entry, { ...base, opponent, place: places.get(opponent) ?? 0 }));
  });
}

function meetingOf(game: EventGame, entry: number, base: Omit<Meeting, "result" | "kind">): Meeting {
  const seat = game.waitingForBids ? undefined : game.first === entry ? 0 : 1;
  const halves = halvesOf(game, entry);
  switch (game.result?.kind ?? EventResult_Kind.NONE) {
    case EventResult_Kind.NONE:
      return { ...base, seat, result: "", kind: "open" };
    case EventResult_Kind.FORFEIT:
      return { ...base, seat, result: halves > 0 ? "+" : "−", kind: "forfeit" };
    case EventResult_Kind.VOID:
      return { ...base, seat, result: "", kind: "void" };
    default:
      return { ...base, seat, result: points(halves), kind: "played" };
  }
}

export const shownRounds = (page: EventPage): EventRound[] =>
  page.rounds.filter((round) => round.state !== EventRound_State.DRAWN);

export function crosstable(page: EventPage): Row[] {
  const places = new Map(page.standings.map(({ entry, place }) => [entry, place]));
  return page.standings.map(({ place, entry, halves }) => ({
    place,
    entry,
    name: nameOf(page, entry),
    halves,
    meetings: shownRounds(page).map((round) => meetingsOf(page, round, entry, places)),
  }));
}
// Where everybody meets everybody: what a row scored against another.
export const against = (row: Row, entry: number): Meeting[] =>
  row.meetings.flat().filter((each) => each.opponent === entry);

// ---- bracket ----

export interface Column {
  round: number;
  slots: EventSlot[];
}
export function bracketColumns(page: EventPage, lower: boolean): Column[] {
  const slots = page.bracket.filter((each) => each.lower === lower);
  const rounds = [...new Set(slots.map((each) => each.round))].toSorted((a, b) => a - b);
  return rounds.map((round) => ({ round, slots: slots.filter((each) => each.round === round) }));
}

// ---- one's own ----

export interface OwnMatch {
  round: EventRound;
  pairing: EventPairing;
  game: EventGame;
  opponent: number;
  seat: number | undefined;
}
// What one still has to play.
export function ownMatches(page: EventPage): OwnMatch[] {
  const me = page.myEntry;
  if (me === 0) return [];
  return page.rounds
    .filter((round) => round.state === EventRound_State.PLAYING)
    .flatMap((round) =>
      round.pairings
        .filter((each) => each.two !== 0 && (each.one === me || each.two === me))
        .flatMap((pairing) =>
          pairing.games
            .filter((game) => !isDecided(game))
            .map((game) => ({
              round,
              pairing,
              game,
              opponent: pairing.one === me ? pairing.two : pairing.one,
              seat: game.waitingForBids ? undefined : game.first === me ? 0 : 1,
            })),
        ),
    );
}
export const deadlineOf = ({ round, pairing }: Pick<OwnMatch, "round" | "pairing">): bigint =>
  pairing.deadlineMs > 0n ? pairing.deadlineMs : round.deadlineMs;
export const startLimitOf = ({ round, pairing }: Pick<OwnMatch, "round" | "pairing">): bigint =>
  pairing.startLimitMs > 0n ? pairing.startLimitMs : round.startLimitMs;

// How far up a ladder one may reach; the server says so too.
export function mayChallenge(page: EventPage, entry: number): boolean {
  if (page.info?.state !== EventState.PLAYING || page.info.paused || page.myEntry === 0) return false;
  const rungs = page.ladder.map((each) => each.entry);
  const [mine, theirs] = [rungs.indexOf(page.myEntry), rungs.indexOf(entry)];
  return mine >= 0 && theirs >= 0 && theirs < mine;
}

// ---- what has changed ----

// Deeds that somebody who saw `before` has not seen, the newest last.
export function deedsSince(before: EventPage | undefined, now: EventPage): EventDeed[] {
  const seen = new Map(before?.deeds.map((each) => [each.number, each.undone]));
  return now.deeds.filter((each) => seen.get(each.number) !== each.undone).toSorted((a, b) => a.number - b.number);
}
