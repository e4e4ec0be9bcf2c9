// Offers among what was said: who offered what, and how it was answered.
import { OfferDeed, OfferKind, type Chat, type Offer } from "../gen/wardroom/v1/wire_pb";
import { moment } from "../net/hours";
import { span } from "../net/terms";
import { words, type Speech } from "../words/words.svelte";

const kinds: Partial<Record<OfferKind, string>> = {
  [OfferKind.TAKE_BACK]: "take_back",
  [OfferKind.DRAW]: "draw",
  [OfferKind.REMATCH]: "rematch",
  [OfferKind.PAUSE]: "pause",
  [OfferKind.TIME]: "time",
  [OfferKind.SUBSTITUTE]: "substitute",
  [OfferKind.MEETING]: "meeting",
  [OfferKind.VERDICT]: "verdict",
  [OfferKind.REWIND]: "rewind",
  [OfferKind.REPAIR]: "repair",
};
const deeds: Partial<Record<OfferDeed, string>> = {
  [OfferDeed.MADE]: "made",
  [OfferDeed.AGREED]: "agreed",
  [OfferDeed.DECLINED]: "declined",
  [OfferDeed.LAPSED]: "lapsed",
};

function termsOf({ terms }: Offer, speech: Speech): Record<string, string> {
  const { t, has } = speech;
  if (!terms) return {};
  const bot =
    terms.bot && t("web.form.bot", { name: has(`web.bot.${terms.bot}`) ? t(`web.bot.${terms.bot}`) : terms.bot });
  return {
    until: moment(Number(terms.untilMs), words.language),
    span: span(terms.seconds, speech),
    who: terms.name || bot,
    winner: terms.byScore ? "score" : terms.winner === undefined ? "draw" : terms.winner === 0 ? "first" : "second",
  };
}

// What an offer was, as a sentence; none: of a kind that is unknown here.
export function offerWords(offer: Offer, name: string, speech: Speech): string {
  const kind = kinds[offer.kind];
  const deed = deeds[offer.deed];
  if (!kind || !deed) return "";
  const { t, say } = speech;
  const at = offer.deed === OfferDeed.MADE && offer.point?.id ? { point: say(offer.point) } : undefined;
  return t(`web.offer.${kind}_${deed}${at ? "_at" : ""}`, { name, ...termsOf(offer, speech), ...at });
}
export const offerText = ({ offer, name }: Chat, speech: Speech): string =>
  offer ? offerWords(offer, name, speech) : "";
