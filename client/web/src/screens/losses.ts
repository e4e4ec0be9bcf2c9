// Harm in words.
import { Loss_Harm } from "../gen/wardroom/v1/play_pb";
import type { Harm } from "../play/events";
import type { Screens } from "../titles/screens";
import { t, type Speech } from "../words/words.svelte";

export function harmWords(each: Harm, speech: Speech, title: Screens | undefined): string {
  const amount = title?.amount ? title.amount(each) : each.count > 1 ? String(each.count) : "";
  return t("web.theatre.harm", {
    what: speech.say(each.what),
    harm: Loss_Harm[each.harm].toLowerCase(),
    amount: amount || "none",
  });
}
