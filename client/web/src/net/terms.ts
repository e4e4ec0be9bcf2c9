// Terms: what one wants to know of a match before one sits down.
import type { MatchInfo, TitleInfo } from "../gen/wardroom/v1/lobby_pb";
import { MatchState, Sides } from "../gen/wardroom/v1/play_pb";
import type { Speech } from "../words/words.svelte";
import { playedName, scenarioOf, usualValue } from "./offers";
import { called, otherThere, reliabilityWords } from "./people";

export interface Term {
  name: string; // id of a text
  value: string;
}

export function hostOf(match: MatchInfo, speech: Pick<Speech, "t">): string {
  const seat = match.host !== undefined ? match.seats[match.host] : undefined;
  return seat ? called(seat, speech) : "";
}
// The seat that somebody could still take.
export const freeSeat = (match: MatchInfo): number | undefined => {
  const free = match.seats.findIndex((seat) => !seat.name && !seat.bot && !seat.byRules);
  return match.state === MatchState.OPEN && free >= 0 ? free : undefined;
};

export function span(seconds: number, { t }: Speech): string {
  const parts = [
    ["days", Math.floor(seconds / 86400)],
    ["hours", Math.floor(seconds / 3600) % 24],
    ["minutes", Math.floor(seconds / 60) % 60],
    ["seconds", seconds % 60],
  ] as const;
  const told = parts.filter(([, count]) => count > 0).map(([unit, count]) => t(`web.about.${unit}`, { count }));
  return told.join(" ") || t("web.about.seconds", { count: 0 });
}

function sideOf(match: MatchInfo, title: TitleInfo | undefined, { t, say }: Speech): Term[] {
  if (match.sidesOpen) {
    return [
      { name: "web.about.sides", value: t(match.sides === Sides.BID ? "web.about.side_bid" : "web.about.side_drawn") },
    ];
  }
  const mine = match.mySeat ?? freeSeat(match);
  const seat = mine !== undefined ? title?.seats[mine] : undefined;
  return seat ? [{ name: "web.about.your_side", value: say(seat) }] : [];
}

export function termsOf(match: MatchInfo, title: TitleInfo | undefined, speech: Speech): Term[] {
  const { t, say } = speech;
  const scenario = scenarioOf(title, match.scenario);
  const valueName = (value: string) => (value === "on" || value === "off" ? t(`web.form.${value}`) : value);
  const changed = match.options.flatMap(({ id, value }) => {
    const option = title?.options.find((each) => each.id === id);
    if (option && usualValue(option, scenario) === value) return [];
    return [t("web.about.option", { name: option ? say(option.name) : id, value: valueName(value) })];
  });
  const who = t(match.isPrivate ? "web.about.watchers_link" : "web.about.watchers_all");
  const { clock, from } = match;
  const there = otherThere(match);
  return [
    { name: "web.about.title", value: say(title?.name) || match.title },
    { name: "web.form.scenario", value: say(playedName(title, match)) || match.scenario },
    ...sideOf(match, title, speech),
    ...(hostOf(match, speech) ? [{ name: "web.about.host", value: hostOf(match, speech) }] : []),
    ...(there
      ? [
          {
            name: "web.about.reliable",
            value: `${called(there, speech)}: ${reliabilityWords(there.reliability, speech)}`,
          },
        ]
      : []),
    { name: "web.about.options", value: changed.join("; ") || t("web.about.options_none") },
    {
      name: "web.about.clock",
      value: clock
        ? t("web.about.clock_of", {
            bank: span(clock.bankSeconds, speech),
            increment: span(clock.incrementSeconds, speech),
          }) +
          (clock.capSeconds > 0 ? t("web.about.clock_cap", { cap: span(clock.capSeconds, speech) }) : "") +
          (clock.rests ? t("web.about.clock_rests") : "") +
          (clock.leave ? t("web.about.clock_leave") : "")
        : t("web.form.clock_none"),
    },
    { name: "web.about.passes", value: t(match.quickPasses ? "web.about.passes_on" : "web.about.passes_off") },
    {
      name: "web.about.watchers",
      value: match.observerDelay > 0 ? t("web.about.watchers_late", { who, count: match.observerDelay }) : who,
    },
    ...(from
      ? [
          {
            name: "web.about.from",
            value: from.moment?.id
              ? t("web.about.from_moment", { moment: say(from.moment) })
              : t("web.about.from_start"),
          },
        ]
      : []),
  ];
}
