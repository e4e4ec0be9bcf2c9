// Lessons: a tutorial as one learner goes through it. Which answer a lesson asks for is written in the title's data.
import { fromBinary } from "@bufbuild/protobuf";
import type { Action, Item, Menu } from "../gen/wardroom/v1/play_pb";
import type { Text } from "../gen/wardroom/v1/text_pb";
import { TutorialSchema, type TutorialAnswer, type TutorialLesson } from "../gen/wardroom/v1/tutorial_pb";
import { t } from "../words/words.svelte";
import { sameAction, type Guide, type Table } from "./table.svelte";

type Answered = Pick<Action, "verb" | "arguments">;

// `tutorial`: its id, "lessons.<file>".
export async function openLessons(table: Table, title: string, tutorial: string): Promise<Lessons> {
  const answer = await fetch(`/data/${title}/tutorials/${tutorial.slice(tutorial.indexOf(".") + 1)}.pb`);
  if (!answer.ok) throw new Error("tutorial");
  return new Lessons(table, fromBinary(TutorialSchema, new Uint8Array(await answer.arrayBuffer())).lesson);
}

const mentions = (text: Text | undefined, id: string): boolean =>
  (text?.arguments ?? []).some(
    ({ value }) => value.case === "text" && (value.value.id === id || mentions(value.value, id)),
  );

function fits(wanted: TutorialAnswer, item: Item): boolean {
  if (wanted.choice && item.label?.id !== wanted.choice) return false;
  if (wanted.place && !item.places.includes(wanted.place)) return false;
  return !wanted.argument || mentions(item.label, wanted.argument);
}

const same = (item: Item, action: Answered): boolean => item.action !== undefined && sameAction(item.action, action);

export class Lessons implements Guide {
  at = $state(0);
  #taken = 0; // how often this lesson's answer has been given
  #answered: bigint | undefined; // the menu that it was given to
  #seen: bigint | undefined; // the menu that was followed last
  readonly #key: string;

  constructor(
    readonly table: Table,
    readonly all: readonly TutorialLesson[],
  ) {
    this.#key = `wardroom.lesson.${table.match}`;
    this.at = Math.min(Number(sessionStorage.getItem(this.#key) ?? 0), all.length);
  }

  readonly lesson: TutorialLesson | undefined = $derived.by(() => this.all[this.at]);
  // To be read, not answered.
  readonly reading: boolean = $derived.by(() => this.lesson?.prompt === "");
  // The lesson speaks of orders, or there is none to come.
  readonly freely: boolean = $derived.by(() => this.at >= this.all.length - 1 || this.lesson?.panel === "orders");
  // The answers it asks for, as the menu offers them now.
  readonly wanted: readonly Item[] = $derived.by(() => this.#wantedBy(this.lesson, this.table.menu));

  allows(actions: readonly Answered[]): boolean {
    const { lesson } = this;
    if (!lesson) return true;
    if (this.reading) return false;
    if (
      lesson.answer &&
      this.wanted.length > 0 &&
      !(actions.length === 1 && this.wanted.some((item) => same(item, actions[0]!)))
    )
      return false;
    this.#answered = this.table.menu?.serial;
    return true;
  }
  why(): string {
    return t(this.reading ? "web.tutorial.read_first" : "web.tutorial.not_now");
  }
  // One answer is marked, though others may do as well.
  mark(item: Item): string {
    return !this.reading && this.wanted[0] === item ? t("web.tutorial.this_one") : "";
  }

  // The question has changed: the answer counts, or somebody has gone back a step.
  follow(menu: Menu | undefined): void {
    if (menu?.serial === this.#seen) return;
    this.#seen = menu?.serial;
    if (this.#answered !== undefined && menu?.serial !== this.#answered) {
      this.#answered = undefined;
      if (++this.#taken >= Math.max(1, this.lesson?.times ?? 1)) this.next();
    }
    if (!menu || !this.lesson || this.reading || this.#fits(this.lesson, menu)) return;
    const back = this.all.slice(0, this.at).findLastIndex((each) => each.prompt !== "" && this.#fits(each, menu));
    if (back >= 0) this.#be(back);
  }

  next(): void {
    this.#be(this.at + 1);
  }
  leave(): void {
    this.#be(this.all.length);
  }

  #be(at: number): void {
    this.at = Math.min(at, this.all.length);
    this.#taken = 0;
    this.#answered = undefined;
    sessionStorage.setItem(this.#key, String(this.at));
  }

  #wantedBy(lesson: TutorialLesson | undefined, menu: Menu | undefined): readonly Item[] {
    if (!lesson || !menu || menu.prompt?.id !== lesson.prompt) return [];
    return menu.items.filter((item) => !lesson.answer || fits(lesson.answer, item));
  }
  #fits(lesson: TutorialLesson, menu: Menu): boolean {
    return this.#wantedBy(lesson, menu).length > 0;
  }
}
