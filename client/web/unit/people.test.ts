import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { ReliabilitySchema } from "../src/gen/wardroom/v1/people_pb.ts";
import { reliabilityWords } from "../src/net/people.ts";
import type { Speech } from "../src/words/words.svelte.ts";

// The id of each text with what is put into it.
const speech = {
  t: (id: string, values: Record<string, unknown> = {}) => `${id}(${Object.values(values).join(" ")})`,
} as unknown as Speech;
const words = (how: object) => reliabilityWords(create(ReliabilitySchema, how), speech);

test("of a newcomer only how often he has handed over is told", () => {
  assert.equal(words({ handOvers: 3, inTime: 3, slowMinutes: 60 }), "web.person.new(3)");
});

test("how long the middle half of somebody's answers took is told where it is known", () => {
  const known = { known: true, handOvers: 40, inTime: 39 };
  assert.equal(words(known), "web.person.in_time(39 40)");
  assert.equal(
    words({ ...known, quickMinutes: 5, slowMinutes: 1440 }),
    "web.person.in_time(39 40); web.person.replies(web.about.minutes(5) web.about.days(1))",
  );
  assert.match(words({ ...known, quickMinutes: 60, slowMinutes: 60, matches: 2 }), /replies_about.*; web.person.left/);
});
