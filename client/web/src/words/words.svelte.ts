// The language that is spoken now. Screens read it through `t` and `say`, and speak another one at once when it changes.
import { fromBinary } from "@bufbuild/protobuf";
import { CatalogSchema } from "../gen/wardroom/v1/data_pb";
import type { Text } from "../gen/wardroom/v1/text_pb";
import { Catalog, capital, type Value } from "./catalog";

export type Language = "en" | "pl";
export const languages: readonly { id: Language; name: string }[] = [
  { id: "en", name: "English" },
  { id: "pl", name: "Polski" },
];

const platform: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import("virtual:words/en"),
  pl: () => import("virtual:words/pl"),
};
const key = "wardroom.language";

function preferred(): Language {
  const chosen = localStorage.getItem(key) ?? navigator.language;
  return chosen.startsWith("pl") ? "pl" : "en";
}

class Words {
  catalog = $state.raw(new Catalog("en"));
  language = $state<Language>(preferred());
  readonly #titles = new Set<string>();

  start(): Promise<void> {
    return this.#load(this.language);
  }

  async choose(language: Language): Promise<void> {
    localStorage.setItem(key, language);
    await this.#load(language);
  }

  // The words of a title, in this language and in each that will be chosen.
  async know(title: string): Promise<void> {
    if (this.#titles.has(title)) return;
    this.#titles.add(title);
    await this.#load(this.language);
  }

  async #load(language: Language): Promise<void> {
    const catalog = new Catalog(language);
    const [own, ...titles] = await Promise.all([
      platform[language](),
      ...[...this.#titles].map((title) => wordsOf(title, language)),
    ]);
    catalog.add(Object.entries(own.default));
    for (const words of titles) catalog.add(words);
    this.language = language;
    this.catalog = catalog;
    document.documentElement.lang = language;
  }
}

const fetched = new Map<string, Promise<[string, string][]>>();
function wordsOf(title: string, language: Language): Promise<[string, string][]> {
  const path = `/data/${title}/text/${language}.pb`;
  let words = fetched.get(path);
  if (!words) {
    words = fetch(path)
      .then((answer) => (answer.ok ? answer.arrayBuffer() : new ArrayBuffer(0)))
      .then((bytes) => fromBinary(CatalogSchema, new Uint8Array(bytes)).entry.map((each) => [each.id, each.text]));
    words.catch(() => fetched.delete(path));
    fetched.set(path, words);
  }
  return words;
}

export const words = new Words();

export const t = (id: string, values?: Record<string, Value>): string => words.catalog.words(id, values);
export const say = (text: Text | undefined): string => words.catalog.sentence(text);
export const sayCapital = (text: Text | undefined): string => capital(say(text));
