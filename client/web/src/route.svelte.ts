// Where the person is: the part of the address after #. An invitation is never sent to the server as part of an address.
export type Route =
  | { at: "home" }
  | { at: "account" }
  | { at: "notices" } // how one is told of what waits
  | { at: "calendar" } // one's own time
  | { at: "admin" } // what one does for the host
  | { at: "mail"; what: Mailed; token: string } // by a link of a mail
  | { at: "events" }
  | { at: "newEvent"; like: string } // like: an event whose rules are taken over
  | { at: "event"; event: string; paper: string }
  | { at: "ratings"; title: string }
  | { at: "person"; name: string }
  | { at: "join"; invitation: string }
  | { at: "match"; match: string; watch: string } // watch: what a private match is watched by
  | { at: "scenario"; title: string; scenario: string }
  | { at: "look"; title: string; what: string }
  | { at: "replay"; match: string; eyes: Eyes; serial: number; event: string }; // event: which of those with this serial

// What links of mails are for.
const mailed = ["confirm", "reset", "link"] as const;
export type Mailed = (typeof mailed)[number];

// Whose eyes a replay is seen with.
export const eyesOf = ["own", "first", "second", "public", "truth"] as const;
export type Eyes = (typeof eyesOf)[number];

function read(): Route {
  const [, first, second, third, fourth] = location.hash.split("/");
  if (first === "replay" && second) {
    return {
      at: "replay",
      match: decodeURIComponent(second),
      eyes: eyesOf.find((each) => each === third) ?? "own",
      serial: Number.parseInt(fourth ?? "") || 0,
      event: (fourth ?? "").replace(/^\d+-?/, "").replace("-", "."),
    };
  }
  if (first === "match" && second)
    return { at: "match", match: decodeURIComponent(second), watch: decodeURIComponent(third ?? "") };
  if (first === "scenario" && second && third)
    return { at: "scenario", title: decodeURIComponent(second), scenario: decodeURIComponent(third) };
  if (first === "look" && second)
    return {
      at: "look",
      title: decodeURIComponent(second),
      what: [third, fourth]
        .filter(Boolean)
        .map((part) => decodeURIComponent(part!))
        .join("/"),
    };
  if (first === "join" && second) return { at: "join", invitation: decodeURIComponent(second) };
  const what = mailed.find((each) => each === first);
  if (what && second) return { at: "mail", what, token: decodeURIComponent(second) };
  if (first === "account" || first === "notices" || first === "calendar" || first === "admin") return { at: first };
  if (first === "events") return { at: "events" };
  if (first === "new-event") return { at: "newEvent", like: decodeURIComponent(second ?? "") };
  if (first === "event" && second) return { at: "event", event: decodeURIComponent(second), paper: third ?? "" };
  if (first === "ratings") return { at: "ratings", title: decodeURIComponent(second ?? "") };
  if (first === "person" && second) return { at: "person", name: decodeURIComponent(second) };
  return { at: "home" };
}

class Place {
  route = $state.raw<Route>(read());
  constructor() {
    addEventListener("hashchange", () => (this.route = read()));
  }
}

export const place = new Place();
export const links = {
  home: "#/",
  account: "#/account",
  notices: "#/notices",
  calendar: "#/calendar",
  admin: "#/admin",
  events: "#/events",
  newEvent: (like = "") => `#/new-event${like ? `/${encodeURIComponent(like)}` : ""}`,
  event: (id: string, paper = "") => `#/event/${encodeURIComponent(id)}${paper ? `/${paper}` : ""}`,
  ratings: (title = "") => `#/ratings${title ? `/${encodeURIComponent(title)}` : ""}`,
  person: (name: string) => `#/person/${encodeURIComponent(name)}`,
  match: (id: string, watch = "") => `#/match/${encodeURIComponent(id)}${watch ? `/${encodeURIComponent(watch)}` : ""}`,
  // Of the server, not a page of ours; a private match is fetched by what it is watched by.
  record: (id: string, watch: string) =>
    `/match/${encodeURIComponent(id)}/export${watch ? `?watch=${encodeURIComponent(watch)}` : ""}`,
  watch: (id: string, watch: string) => `${location.origin}/${links.match(id, watch)}`,
  scenario: (title: string, scenario: string) =>
    `#/scenario/${encodeURIComponent(title)}/${encodeURIComponent(scenario)}`,
  look: (title: string, what = "") =>
    `#/look/${encodeURIComponent(title)}${what ? "/" + what.split("/").map(encodeURIComponent).join("/") : ""}`,
  replay: (id: string, eyes: Eyes = "own", serial = 0, event = "") =>
    `#/replay/${encodeURIComponent(id)}/${eyes}${serial > 0 ? `/${serial}` : ""}${event ? `-${event.replace(".", "-")}` : ""}`,
  join: (invitation: string) => `${location.origin}/#/join/${encodeURIComponent(invitation)}`,
};
export function go(link: string): void {
  location.hash = link;
}
// A link of a mail is spent: nobody comes back to it.
export function goOn(link: string): void {
  location.replace(link);
}
