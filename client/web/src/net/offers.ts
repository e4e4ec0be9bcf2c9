// What a title offers, and what is taken where nobody chose.
import {
  SideChoice,
  type MatchInfo,
  type OptionalRule,
  type Preset,
  type Scenario,
  type TitleInfo,
} from "../gen/wardroom/v1/lobby_pb";
import type { Text } from "../gen/wardroom/v1/text_pb";

export const scenarioOf = (title: TitleInfo | undefined, id: string): Scenario | undefined =>
  title?.scenarios.find((each) => each.id === id);
// What is played; a tutorial may have a scenario that is offered to nobody else.
export const playedName = (title: TitleInfo | undefined, match: MatchInfo | undefined): Text | undefined =>
  scenarioOf(title, match?.scenario ?? "")?.name ??
  title?.tutorials.find((each) => each.id === match?.tutorialId)?.name;

// What a newcomer plays.
export const firstScenario = (title: TitleInfo | undefined): Scenario | undefined =>
  title?.scenarios.find((each) => each.first) ?? title?.scenarios[0];
export const newcomersSeat = (title: TitleInfo | undefined): number => title?.tutorials[0]?.seat ?? 1;
export const sideOf = (seat: number): SideChoice => (seat === 0 ? SideChoice.FIRST : SideChoice.SECOND);

export const minutesOf = (scenario: Scenario | undefined): number => scenario?.minutes ?? 0;
// The seats that somebody sits at.
export function seatsOf(title: TitleInfo | undefined, scenario: Scenario | undefined): readonly number[] {
  const played = scenario?.played ?? [];
  return played.length > 0 ? played : (title?.seats ?? []).map((_, seat) => seat);
}

// Whom one meets without choosing: somebody who plays by a plan.
export const usualOpponent = (opponents: readonly string[]): string =>
  opponents.find((each) => each === "standard") ?? opponents[0] ?? "random";

export const presetsOf = (title: TitleInfo | undefined): readonly Preset[] => title?.presets ?? [];
export function optionsOf(title: TitleInfo | undefined, scenario: Scenario | undefined): readonly OptionalRule[] {
  return (title?.options ?? []).filter(
    (each) => each.scenarios.length === 0 || (scenario !== undefined && each.scenarios.includes(scenario.id)),
  );
}
export const usualValue = (option: OptionalRule, scenario: Scenario | undefined): string =>
  scenario?.defaults.find((each) => each.id === option.id)?.value ?? option.values[0] ?? "";

// With one option chosen, what it needs is chosen too, and what it excludes is not.
export function choose(
  options: readonly OptionalRule[],
  scenario: Scenario | undefined,
  chosen: Readonly<Record<string, string>>,
  id: string,
  value: string,
): Record<string, string> {
  const next: Record<string, string> = { ...chosen, [id]: value };
  const option = options.find((each) => each.id === id);
  if (option && value !== option.values[0]) {
    for (const needed of option.needs) next[needed.id] = needed.value;
    for (const excluded of option.excludes) {
      const other = options.find((each) => each.id === excluded.id);
      if (other && (next[excluded.id] ?? usualValue(other, scenario)) === excluded.value)
        next[excluded.id] = other.values.find((each) => each !== excluded.value) ?? other.values[0]!;
    }
  }
  return Object.fromEntries(
    Object.entries(next).filter(([each, its]) =>
      options.some((known) => known.id === each && usualValue(known, scenario) !== its),
    ),
  );
}
