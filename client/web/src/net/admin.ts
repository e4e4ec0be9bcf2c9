// What the host has done, in words.
import type { HostAct } from "../gen/wardroom/v1/admin_pb";
import { t, words } from "../words/words.svelte";
import { moment } from "./hours";

export function actWords(act: HostAct): string {
  const when = moment(Number(act.timeMs), words.language);
  const what = t(`admin.did.${act.what}`, {
    name: act.name || t("admin.gone"),
    before: act.before,
    match: act.match,
    until: moment(Number(act.untilMs), words.language),
  });
  return t("admin.line", { when, by: act.by || t("admin.host"), what, reason: act.reason });
}
