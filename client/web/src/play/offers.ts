// Offers among what was said: who offered what, and how it was answered.
import { OfferDeed, OfferKind, type Chat } from "../gen/wardroom/v1/wire_pb";
import type { Speech } from "../words/words.svelte";

const kinds: Partial<Record<OfferKind, string>> = {
  [OfferKind.TAKE_BACK]: "take_back",
  [OfferKind.DRAW]: "draw",
  [OfferKind.REMATCH]: "rematch",
};
const deeds: Partial<Record<OfferDeed, string>> = {
  [OfferDeed.MADE]: "made",
  [OfferDeed.AGREED]: "agreed",
  [OfferDeed.DECLINED]: "declined",
  [OfferDeed.LAPSED]: "lapsed",
};

// What an offer was, as a sentence; none: of a kind, or a deed, that is unknown here.
export function offerText({ offer, name }: Chat, { t, say }: Speech): string {
  const kind = offer && kinds[offer.kind];
  const deed = offer && deeds[offer.deed];
  if (!kind || !deed) return "";
  const at = offer.deed === OfferDeed.MADE && offer.point?.id ? { point: say(offer.point) } : undefined;
  return t(`web.offer.${kind}_${deed}${at ? "_at" : ""}`, { name, ...at });
}
