// The rules of an event, in words.
import {
  EventFormat,
  EventResult_Kind,
  EventRules_Entering,
  EventRules_Scenarios,
  EventRules_Watching,
  type EventGame,
  type EventRules,
  type EventTieBreak,
} from "../gen/wardroom/v1/event_pb";
import type { TitleInfo } from "../gen/wardroom/v1/lobby_pb";
import { scenarioOf } from "../net/offers";
import { span, type Term } from "../net/terms";
import type { Speech } from "../words/words.svelte";
import { isBracket, points, when } from "./shown";

export const tieBreakName = (tieBreak: EventTieBreak, { t }: Speech): string => t(`web.event.tie.${tieBreak}`);

const yes = (holds: boolean, term: Term): Term[] => (holds ? [term] : []);

function played(rules: EventRules, title: TitleInfo | undefined, speech: Speech): Term[] {
  const { t, say } = speech;
  const names = rules.scenarios.map((id) => say(scenarioOf(title, id)?.name) || id).join(", ");
  const several = rules.scenarios.length > 1;
  const how = t(
    {
      [EventRules_Scenarios.FIXED]: "web.event.rule.scenarios_fixed",
      [EventRules_Scenarios.DRAWN]: "web.event.rule.scenarios_drawn",
      [EventRules_Scenarios.CHOSEN]: "web.event.rule.scenarios_chosen",
    }[rules.choice],
  );
  const options = rules.options.map(({ id, value }) => {
    const option = title?.options.find((each) => each.id === id);
    const named = value === "on" || value === "off" ? t(`web.form.${value}`) : value;
    return t("web.about.option", { name: option ? say(option.name) : id, value: named });
  });
  const { clock } = rules;
  return [
    { name: "web.about.title", value: say(title?.name) || rules.title },
    { name: "web.event.rule.scenarios", value: several ? `${names} (${how})` : names },
    { name: "web.event.rule.sides", value: t(`web.event.sides.${rules.sides}`) },
    { name: "web.about.options", value: options.join("; ") || t("web.about.options_none") },
    {
      name: "web.about.clock",
      value: clock
        ? t("web.about.clock_of", {
            bank: span(clock.bankSeconds, speech),
            increment: span(clock.incrementSeconds, speech),
          })
        : t("web.form.clock_none"),
    },
  ];
}

function entered(rules: EventRules, { t }: Speech, language: string): Term[] {
  const { ratingLeast, ratingMost } = rules;
  const rated = [
    ...(ratingLeast !== undefined ? [t("web.event.rule.rating_least", { rating: ratingLeast })] : []),
    ...(ratingMost !== undefined ? [t("web.event.rule.rating_most", { rating: ratingMost })] : []),
  ];
  return [
    {
      name: "web.event.rule.starts",
      value: rules.startsMs > 0n ? when(rules.startsMs, language) : t("web.event.rule.starts_any"),
    },
    { name: "web.event.rule.entering", value: t(`web.event.entering.${rules.entering}`) },
    ...yes(rules.entering === EventRules_Entering.INVITED && rules.invited.length > 0, {
      name: "web.event.rule.invited",
      value: rules.invited.join(", "),
    }),
    {
      name: "web.event.rule.places",
      value: rules.places > 0 ? t("web.event.rule.places_of", { count: rules.places }) : t("web.event.rule.places_any"),
    },
    ...yes(rated.length > 0, { name: "web.event.rule.rating", value: rated.join(", ") }),
    ...yes(rules.checkIn, { name: "web.event.rule.check_in", value: t("web.event.rule.check_in_text") }),
    ...yes(rules.lateRounds > 0, {
      name: "web.event.rule.late",
      value: t("web.event.rule.late_text", { count: rules.lateRounds }),
    }),
    ...yes(rules.oneAccount, { name: "web.event.rule.one_account", value: t("web.event.rule.one_account_text") }),
    ...yes(rules.botsWelcome, { name: "web.event.rule.bots", value: t("web.event.rule.bots_text") }),
  ];
}

function held(rules: EventRules, speech: Speech): Term[] {
  const { t } = speech;
  const { format } = rules;
  const swiss = format === EventFormat.SWISS;
  const rounds = swiss || format === EventFormat.TEAM_MATCH;
  const limit = (minutes: number, none: string, some: string) =>
    minutes > 0 ? t(some, { span: span(minutes * 60, speech) }) : t(none);
  return [
    { name: "web.event.rule.format", value: t(`web.event.format_text.${format}`) },
    ...yes(rounds, { name: "web.event.rule.rounds", value: `${rules.rounds}` }),
    ...yes(format === EventFormat.TEAM_MATCH, { name: "web.event.rule.boards", value: `${rules.boards}` }),
    ...yes(swiss, {
      name: "web.event.rule.pairing",
      value: [
        t(rules.scoresFirst ? "web.event.rule.scores_first" : "web.event.rule.sides_first"),
        t(rules.orderByLot ? "web.event.rule.by_lot" : "web.event.rule.by_rank"),
        t(rules.halfBye ? "web.event.rule.bye_half" : "web.event.rule.bye_whole"),
      ].join("; "),
    }),
    ...yes(rules.automatic, { name: "web.event.rule.automatic", value: t("web.event.rule.automatic_text") }),
    {
      name: "web.event.rule.start_limit",
      value: limit(rules.startMinutes, "web.event.rule.start_none", "web.event.rule.start_some"),
    },
    {
      name: "web.event.rule.deadline",
      value: limit(rules.roundMinutes, "web.event.rule.deadline_none", "web.event.rule.deadline_some"),
    },
    ...yes(rules.roundMinutes > 0, {
      name: "web.event.rule.unfinished",
      value: t(`web.event.unfinished.${rules.unfinished}`),
    }),
    ...yes(!isBracket(format) && format !== EventFormat.LADDER, {
      name: "web.event.rule.ties",
      value: rules.tieBreaks.map((each) => tieBreakName(each, speech)).join(", ") || t("web.event.rule.ties_usual"),
    }),
    {
      name: "web.about.watchers",
      value:
        rules.watching === EventRules_Watching.DELAYED
          ? t("web.event.watching_late", { count: rules.observerDelay })
          : t(`web.event.watching.${rules.watching}`),
    },
    { name: "web.event.rule.rated", value: t(rules.unrated ? "web.event.rule.unrated" : "web.event.rule.rated_yes") },
    { name: "web.event.rule.hints", value: t("web.event.rule.no_hints") },
  ];
}

export function inWords(rules: EventRules, title: TitleInfo | undefined, speech: Speech, language: string): Term[] {
  return [...held(rules, speech), ...played(rules, title, speech), ...entered(rules, speech, language)];
}

// How a game ended, from the first seat.
export function resultWords(game: Pick<EventGame, "result">, { t }: Speech): string {
  const result = game.result;
  const kind = result?.kind ?? EventResult_Kind.NONE;
  if (!result || kind === EventResult_Kind.NONE) return t("web.event.result.open");
  if (kind === EventResult_Kind.VOID) return t("web.event.result.void");
  const score = `${points(result.firstHalves)}:${points(result.secondHalves)}`;
  if (kind === EventResult_Kind.FORFEIT) return t("web.event.result.forfeit", { score });
  const margin = `${result.margin > 0 ? "+" : ""}${result.margin / 2}`.replace("-", "−");
  return t("web.event.result.score", { score, margin });
}
