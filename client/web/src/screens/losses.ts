// Harm in words.
import { Loss_Harm } from "../gen/wardroom/v1/play_pb";
import type { Harm } from "../play/events";
import type { Screens } from "../titles/screens";
import { t, type Speech } from "../words/words.svelte";

export function harmWords(each: Harm, speech: Speech, title: Screens | undefined): string {
  const words = { what: speech.say(each.what), harm: Loss_Harm[each.harm].toLowerCase() };
  if (!title?.amount) return t("web.theatre.harm", { ...words, count: each.count });
  const amount = title.amount(each);
  return amount ? t("web.theatre.harm_part", { ...words, amount }) : t("web.theatre.harm", { ...words, count: 1 });
}
