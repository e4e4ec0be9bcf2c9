// Where the person is: the part of the address after #. An invitation is never sent to the server as part of an address.
export type Route = { at: "home" } | { at: "account" } | { at: "join"; invitation: string } | { at: "match"; match: string };

function read(): Route {
  const [, first, second] = location.hash.split("/");
  if (first === "match" && second) return { at: "match", match: decodeURIComponent(second) };
  if (first === "join" && second) return { at: "join", invitation: decodeURIComponent(second) };
  if (first === "account") return { at: "account" };
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
  match: (id: string) => `#/match/${encodeURIComponent(id)}`,
  join: (invitation: string) => `${location.origin}/#/join/${encodeURIComponent(invitation)}`,
};
export function go(link: string): void {
  location.hash = link;
}
