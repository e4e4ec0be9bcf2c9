// Catalog: the words of one language. Turns a Text of the wire into a sentence.
import { IntlMessageFormat } from "intl-messageformat";
import type { Text } from "../gen/wardroom/v1/text_pb";

export type Value = string | number;

export class Catalog {
  readonly #patterns = new Map<string, string>();
  readonly #compiled = new Map<string, IntlMessageFormat>();

  constructor(readonly language: string) {}

  add(words: Iterable<readonly [string, string]>): void {
    for (const [id, pattern] of words) this.#patterns.set(id, pattern);
  }

  has(id: string): boolean {
    return this.#patterns.has(id);
  }

  // A text that is not there, or whose values do not fit, shows as its id.
  words(id: string, values: Record<string, Value> = {}): string {
    const pattern = this.#patterns.get(id);
    if (pattern === undefined) return id;
    if (!/[{'<]/.test(pattern)) return pattern;
    try {
      let compiled = this.#compiled.get(id);
      if (!compiled) {
        compiled = new IntlMessageFormat(pattern, this.language, undefined, { ignoreTag: true });
        this.#compiled.set(id, compiled);
      }
      return String(compiled.format(values));
    } catch {
      return id;
    }
  }

  sentence(text: Text | undefined): string {
    if (!text?.id) return "";
    const values: Record<string, Value> = {};
    for (const { name, value } of text.arguments) {
      switch (value.case) {
        case "number": values[name] = Number(value.value); break;
        case "word": values[name] = value.value; break;
        case "text": values[name] = this.sentence(value.value); break;
        case undefined: values[name] = "";
      }
    }
    return this.words(text.id, values);
  }
}

export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
