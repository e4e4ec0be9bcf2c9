// The language that is spoken now. Screens read it through `t`, `say` and a title's Speech, and speak another one at once when it
// changes. Every title has a catalog of its own over the platform's: two titles may call two things by one id.
import { fromBinary } from "@bufbuild/protobuf";
import { untrack } from "svelte";
import { CatalogSchema } from "../gen/wardroom/v1/data_pb";
import type { Text } from "../gen/wardroom/v1/text_pb";
import { Catalog, capital, type Entry, type Value } from "./catalog";

export type Language = "en" | "pl";
export const languages: readonly { id: Language; name: string }[] = [
  { id: "en", name: "English" },
  { id: "pl", name: "Polski" },
];

const platform: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import("virtual:words/en"),
  pl: () => import("virtual:words/pl"),
};
const later: typeof platform = {
  en: () => import("virtual:words/en/later"),
  pl: () => import("virtual:words/pl/later"),
};
const key = "wardroom.language";

function preferred(): Language {
  const chosen = localStorage.getItem(key) ?? navigator.language;
  return chosen.startsWith("pl") ? "pl" : "en";
}

class Words {
  language = $state<Language>(preferred());
  seat = $state<number | undefined>(); // whoever listens sits there, and is told things from his side
  #own = $state.raw(new Catalog("en"));
  #titles = $state.raw<ReadonlyMap<string, Catalog>>(new Map());
  readonly #wanted = new Set<string>();
  #more = false; // those of pages that come later are wanted too

  start(): Promise<void> {
    return this.#load(this.language);
  }

  async choose(language: Language): Promise<void> {
    localStorage.setItem(key, language);
    await this.#load(language);
  }

  // The words of pages that few open at once; such a page is shown when they are there.
  async knowMore(): Promise<void> {
    if (this.#more) return;
    this.#more = true;
    await this.#load(untrack(() => this.language));
  }

  // The words of a title, in this language and in each that will be chosen.
  async know(title: string): Promise<void> {
    if (this.#titles.has(title)) return;
    this.#wanted.add(title);
    const language = this.language;
    const catalog = new Catalog(language, await wordsOf(title, language), this.#own);
    if (language !== this.language) return this.know(title);
    this.#titles = new Map([...this.#titles, [title, catalog]]);
  }

  knows(title: string): boolean {
    return this.#titles.has(title);
  }

  // A title's catalog; the platform's until it has come, and where there is no title.
  of(title: string | undefined): Catalog {
    return (title !== undefined ? this.#titles.get(title) : undefined) ?? this.#own;
  }

  async #load(language: Language): Promise<void> {
    const [own, more, ...titles] = await Promise.all([
      platform[language](),
      this.#more ? later[language]() : undefined,
      ...[...this.#wanted].map(async (title) => [title, await wordsOf(title, language)] as const),
    ]);
    const catalog = new Catalog(language, Object.entries({ ...own.default, ...more?.default }));
    this.language = language;
    this.#own = catalog;
    this.#titles = new Map(titles.map(([title, words]) => [title, new Catalog(language, words, catalog)]));
    document.documentElement.lang = language;
  }
}

const fetched = new Map<string, Promise<Entry[]>>();
function wordsOf(title: string, language: Language): Promise<Entry[]> {
  const path = `/data/${encodeURIComponent(title)}/text/${language}.pb`;
  let words = fetched.get(path);
  if (!words) {
    words = fetch(path)
      .then((answer) => (answer.ok ? answer.arrayBuffer() : new ArrayBuffer(0)))
      .then((bytes) =>
        fromBinary(CatalogSchema, new Uint8Array(bytes)).entry.flatMap(({ id, text, alias }) =>
          [id, ...alias].map((each): Entry => [each, text]),
        ),
      );
    words.catch(() => fetched.delete(path));
    fetched.set(path, words);
  }
  return words;
}

export const words = new Words();

// How a title speaks: its words over the platform's. Without a title, the platform alone.
export class Speech {
  constructor(readonly title?: string) {}

  t = (id: string, values?: Record<string, Value>): string => words.of(this.title).words(id, values, words.seat);
  say = (text: Text | undefined): string =>
    this.ready || this.has(text?.id ?? "") ? words.of(this.title).sentence(text, words.seat) : "";
  sayCapital = (text: Text | undefined): string => capital(this.say(text));
  has = (id: string): boolean => words.of(this.title).has(id);
  // A rule by the name that the title gives it, or by its number.
  rule = (cite: string): string => {
    const id = `rule.${cite.toLowerCase()}`;
    return this.has(id) ? this.t(id) : cite;
  };

  // Its words have come; until then it is silent where the platform has none.
  get ready(): boolean {
    return this.title === undefined || words.knows(this.title);
  }
}

// Whoever wants to hear a title has its words fetched.
const speeches = new Map<string | undefined, Speech>();
export function speech(title: string | undefined): Speech {
  let found = speeches.get(title);
  if (!found) {
    speeches.set(title, (found = new Speech(title)));
    if (title !== undefined) untrack(() => words.know(title)).catch(() => speeches.delete(title));
  }
  return found;
}

export const { t, say, sayCapital } = speech(undefined);
