// Catalog: the words of one language. Turns a Text of the wire into a sentence.
import { IntlMessageFormat } from "intl-messageformat";
import type { Text } from "../gen/wardroom/v1/text_pb";

export type Value = string | number;
export type Entry = readonly [id: string, pattern: string];

export class Catalog {
  readonly #patterns: ReadonlyMap<string, string>;
  readonly #compiled = new Map<string, IntlMessageFormat>();
  readonly #decimal: Intl.NumberFormat;

  // A title's words lie over the platform's.
  constructor(
    readonly language: string,
    words: Iterable<Entry> = [],
    readonly under?: Catalog,
  ) {
    this.#patterns = new Map(words);
    this.#decimal = new Intl.NumberFormat(language);
  }

  has(id: string): boolean {
    return this.#patterns.has(id) || (this.under?.has(id) ?? false);
  }

  // A text that is not there, or whose values do not fit, shows as its id. What is told from one's own side has a variant for
  // a seat: <id>.seat_1.
  words(id: string, values: Record<string, Value> = {}, seat?: number): string {
    if (seat !== undefined && this.has(`${id}.seat_${seat}`)) return this.words(`${id}.seat_${seat}`, values);
    const pattern = this.#patterns.get(id);
    if (pattern === undefined) return this.under?.words(id, values) ?? id;
    if (!/[{'<]/.test(pattern)) return pattern;
    try {
      let compiled = this.#compiled.get(id);
      if (!compiled) {
        compiled = new IntlMessageFormat(pattern, this.language, undefined, { ignoreTag: true });
        this.#compiled.set(id, compiled);
      }
      return String(compiled.format(this.#spoken(pattern, values)));
    } catch {
      return id;
    }
  }

  // A number alone in braces is not formatted at all: a fraction is written here as the language does. Whole ones stay as they
  // are, for a year has no thousands.
  #spoken(pattern: string, values: Record<string, Value>): Record<string, Value> {
    const fraction = ([name, value]: [string, Value]) =>
      typeof value === "number" && !Number.isInteger(value) && !pattern.includes(`{${name},`);
    const written = Object.entries(values)
      .filter(fraction)
      .map(([name, value]) => [name, this.#decimal.format(Number(value))]);
    return { ...values, ...Object.fromEntries(written) };
  }

  sentence(text: Text | undefined, seat?: number): string {
    if (!text?.id) return "";
    const values: Record<string, Value> = {};
    for (const { name, value } of text.arguments) {
      switch (value.case) {
        case "number":
          values[name] = Number(value.value);
          break;
        case "word":
          values[name] = value.value;
          break;
        case "text":
          values[name] = this.sentence(value.value, seat);
          break;
        case undefined:
          values[name] = "";
      }
    }
    return this.words(text.id, values, seat);
  }
}

export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
