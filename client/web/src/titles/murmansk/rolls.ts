// Dice as they fell, in the facts of the reports that tell of them.
import type { Report } from "../../gen/wardroom/v1/play_pb";

export const diceIn = ({ body }: Report): number[] =>
  body.case === "roll" ? body.value.dice.filter(({ sides }) => sides === 6).map(({ fell }) => fell) : [];
