// Which step of a combat is being played, as far as this viewer can tell: from his question, or from the last report.
import type { Text } from "../../gen/wardroom/v1/text_pb";
import { Battle_Kind, MenuKind_Kind as Menu } from "../../gen/wardroom/v1/pq17_view_pb";
import { textIn } from "../../words/parts";

interface Course {
  name: string; // of its text ids
  steps: readonly string[];
  asked: Partial<Record<Menu, string>>;
  told: readonly (readonly [string, string])[]; // how the id of a report, or of a roll's table, begins
}

export const courses: Partial<Record<Battle_Kind, Course>> = {
  [Battle_Kind.AIR_STRIKE]: {
    name: "air_combat",
    steps: ["locate", "scramble", "air_to_air", "deploy", "assign", "waves", "anti_aircraft", "attack", "identify", "return"],
    asked: {
      [Menu.STRIKE]: "locate", [Menu.STRIKE_UNITS]: "locate", [Menu.LOCATION_OWNER]: "locate", [Menu.SCRAMBLE]: "scramble",
      [Menu.AIR_FIRE]: "air_to_air", [Menu.AIR_RETURN_FIRE]: "air_to_air", [Menu.STRIKE_LINE]: "deploy", [Menu.STRIKE_TARGETS]: "assign",
      [Menu.ELUSIVE_TARGET]: "assign", [Menu.DIVERT]: "assign", [Menu.PARKED_TARGETS]: "assign", [Menu.LATER_WAVE]: "waves",
      [Menu.AA_FIRE]: "anti_aircraft", [Menu.CAM]: "anti_aircraft", [Menu.STRIKE_BACK]: "return",
    },
    told: [
      ["report.air.attack", "locate"], ["report.air.found", "locate"], ["report.air.scramble", "scramble"], ["report.air.no_scramble", "scramble"],
      ["table.air_combat", "air_to_air"], ["report.air.deployed", "deploy"], ["report.air.line", "deploy"], ["report.air.assigned", "assign"],
      ["report.air.wave", "waves"], ["table.anti_aircraft", "anti_aircraft"], ["table.bombing", "attack"], ["table.torpedo", "attack"],
    ],
  },
  [Battle_Kind.SUBMARINE]: {
    name: "submarine_combat",
    steps: ["locate", "order", "asw", "torpedoes", "identify", "return"],
    asked: {
      [Menu.SUBMARINE_COMBAT]: "locate", [Menu.LOCATION_OWNER]: "locate", [Menu.ASW_DICE]: "asw", [Menu.SUBMARINE_LOSS]: "asw",
      [Menu.SUBMARINE_TARGETS]: "torpedoes",
    },
    told: [
      ["report.submarine.attackers", "order"], ["report.submarine.attack", "locate"], ["report.submarine.hunted", "locate"],
      ["table.submarine_combat", "order"], ["table.surprise", "order"], ["table.asw", "asw"], ["report.submarine.aims", "torpedoes"], ["table.torpedo", "torpedoes"],
    ],
  },
  [Battle_Kind.SURFACE]: {
    name: "surface_combat",
    steps: ["locate", "intercept", "surprise", "deploy", "engage", "maneuver", "gunnery", "torpedoes", "withdrawal", "identify", "unescorted", "fuel"],
    asked: {
      [Menu.SURFACE_COMBAT]: "locate", [Menu.LOCATION_OWNER]: "locate", [Menu.INTERCEPT]: "intercept", [Menu.SURPRISE]: "surprise", [Menu.STACKS]: "deploy",
      [Menu.ENGAGEMENT]: "engage", [Menu.MANOEUVRE]: "maneuver", [Menu.SCREENS]: "maneuver", [Menu.GUNNERY]: "gunnery",
      [Menu.TORPEDOES]: "torpedoes", [Menu.WITHDRAWAL]: "withdrawal", [Menu.CAUTION]: "withdrawal", [Menu.LOSSES_SHARED]: "fuel", [Menu.AFTER_BATTLE]: "fuel",
    },
    told: [
      ["report.battle.announced", "locate"], ["report.battle.intercepted", "intercept"], ["table.surprise", "surprise"],
      ["report.battle.deployed", "deploy"], ["report.battle.round", "engage"], ["report.battle.joined", "engage"], ["report.battle.moves", "maneuver"],
      ["report.battle.evades", "maneuver"], ["report.battle.screens", "maneuver"], ["table.gunnery", "gunnery"], ["report.battle.torpedoes", "torpedoes"],
      ["table.torpedo", "torpedoes"], ["table.withdrawal", "withdrawal"], ["report.battle.withdrew", "withdrawal"],
      ["report.battle.end_die", "identify"], ["report.battle.unescorted", "unescorted"], ["report.battle.escorts_return", "fuel"],
    ],
  },
};

export function stepNow(kind: Battle_Kind, menu: Menu | undefined, told: readonly (Text | undefined)[]): string {
  const course = courses[kind];
  if (!course) return "";
  const asked = menu === undefined ? undefined : course.asked[menu];
  if (asked) return asked;
  for (const text of [...told].reverse()) {
    const id = text?.id.startsWith("report.roll") ? (textIn(text, "table")?.id ?? "") : (text?.id ?? "");
    const step = course.told.find(([begin]) => id.startsWith(begin))?.[1];
    if (step) return step;
  }
  return "";
}

const openings = /^report\.(air\.attack|battle\.announced|submarine\.(attack$|hunted)|lone_ships\.attack|event\.(mines|encounter)|special_attack\.declared)/;
export const opensBattle = (text: Text | undefined): boolean => openings.test(text?.id ?? "");
