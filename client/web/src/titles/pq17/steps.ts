// Which step of a combat is being played, as far as this viewer can tell: from his question, or from the last report.
import { Battle_Kind, CombatStep_Kind, MenuKind_Kind as Menu } from "../../gen/wardroom/pq17/v1/view_pb";
import { Milestone_Level, type Report } from "../../gen/wardroom/v1/play_pb";
import { t } from "./words";

interface Course {
  name: string; // of its text ids
  steps: readonly string[];
  asked: Partial<Record<Menu, string>>;
}

export const courses: Partial<Record<Battle_Kind, Course>> = {
  [Battle_Kind.AIR_STRIKE]: {
    name: "air_combat",
    steps: [
      "locate",
      "scramble",
      "air_to_air",
      "deploy",
      "assign",
      "waves",
      "anti_aircraft",
      "attack",
      "identify",
      "return",
    ],
    asked: {
      [Menu.STRIKE]: "locate",
      [Menu.STRIKE_UNITS]: "locate",
      [Menu.LOCATION_OWNER]: "locate",
      [Menu.SCRAMBLE]: "scramble",
      [Menu.AIR_FIRE]: "air_to_air",
      [Menu.AIR_RETURN_FIRE]: "air_to_air",
      [Menu.STRIKE_LINE]: "deploy",
      [Menu.STRIKE_TARGETS]: "assign",
      [Menu.ELUSIVE_TARGET]: "assign",
      [Menu.DIVERT]: "assign",
      [Menu.PARKED_TARGETS]: "assign",
      [Menu.LATER_WAVE]: "waves",
      [Menu.AA_FIRE]: "anti_aircraft",
      [Menu.CAM]: "anti_aircraft",
      [Menu.STRIKE_BACK]: "return",
    },
  },
  [Battle_Kind.SUBMARINE]: {
    name: "submarine_combat",
    steps: ["locate", "order", "asw", "torpedoes", "identify", "return"],
    asked: {
      [Menu.SUBMARINE_COMBAT]: "locate",
      [Menu.LOCATION_OWNER]: "locate",
      [Menu.ASW_DICE]: "asw",
      [Menu.SUBMARINE_LOSS]: "asw",
      [Menu.SUBMARINE_TARGETS]: "torpedoes",
    },
  },
  [Battle_Kind.SURFACE]: {
    name: "surface_combat",
    steps: [
      "locate",
      "intercept",
      "surprise",
      "deploy",
      "engage",
      "maneuver",
      "gunnery",
      "torpedoes",
      "withdrawal",
      "identify",
      "unescorted",
      "fuel",
    ],
    asked: {
      [Menu.SURFACE_COMBAT]: "locate",
      [Menu.LOCATION_OWNER]: "locate",
      [Menu.INTERCEPT]: "intercept",
      [Menu.SURPRISE]: "surprise",
      [Menu.STACKS]: "deploy",
      [Menu.ENGAGEMENT]: "engage",
      [Menu.MANOEUVRE]: "maneuver",
      [Menu.SCREENS]: "maneuver",
      [Menu.GUNNERY]: "gunnery",
      [Menu.TORPEDOES]: "torpedoes",
      [Menu.WITHDRAWAL]: "withdrawal",
      [Menu.CAUTION]: "withdrawal",
      [Menu.LOSSES_SHARED]: "fuel",
      [Menu.AFTER_BATTLE]: "fuel",
    },
  },
};

const nameOf = (report: Report): string => (CombatStep_Kind[report.step] ?? "").toLowerCase();

export function stepNow(kind: Battle_Kind, menu: Menu | undefined, told: readonly Report[]): string {
  const course = courses[kind];
  if (!course) return "";
  const asked = menu === undefined ? undefined : course.asked[menu];
  const last = told.findLast((report) => course.steps.includes(nameOf(report)));
  return asked ?? (last ? nameOf(last) : "");
}

export const opensBattle = ({ body }: Report): boolean =>
  body.case === "milestone" && body.value.level === Milestone_Level.ENGAGEMENT;

// What the step is called that a report of an engagement belongs to.
export function stepOf({ body }: Report, report: Report): string {
  const course = body.case === "milestone" ? courses[body.value.number as Battle_Kind] : undefined;
  const step = nameOf(report);
  return course?.steps.includes(step) ? t(`step.${course.name}.${step}.name`) : "";
}
