// Two people at one screen: the second has a session of his own in this browser, and a curtain falls between them.
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import { desk } from "../net/desk.svelte";
import { Line, type Answer } from "../net/line";
import { freeSeat } from "../net/terms";

// Who speaks for each seat of a match; the host is the one whom this browser belongs to.
export interface Pair {
  tokens: readonly [string, string]; // by seat
  host: number; // his seat
}

const prefix = "wardroom.hotseat.";

function kept(match: string): Pair | undefined {
  try {
    const text = localStorage.getItem(prefix + match);
    return text ? (JSON.parse(text) as Pair) : undefined;
  } catch {
    return undefined;
  }
}

class HotSeat {
  #begun = $state(0); // pairs that were made since the page was opened

  pair(match: string): Pair | undefined {
    void this.#begun;
    return kept(match);
  }

  // Somebody new sits down at the free seat of one's own match, in this browser.
  async begin(match: MatchInfo, name: string): Promise<void> {
    const host = match.mySeat!;
    const second = await guestAt(match.invitation, name);
    const tokens: [string, string] = host === 0 ? [desk.token, second] : [second, desk.token];
    localStorage.setItem(prefix + match.id, JSON.stringify({ tokens, host } satisfies Pair));
    ++this.#begun;
  }

  // The two may share this screen: one seat is free, and it is known which.
  possible(match: MatchInfo): boolean {
    return match.mySeat !== undefined && freeSeat(match) !== undefined && !match.sidesOpen && !match.invited;
  }
}

export const hotSeat = new HotSeat();

// A guest on a connection of his own takes the seat and gives his part of the dice; the token he comes back with.
async function guestAt(invitation: string, name: string): Promise<string> {
  const nothing = () => undefined;
  const line = new Line(desk.url, { state: nothing, welcome: nothing, frame: nothing, silent: nothing });
  try {
    line.connect();
    const guest: Answer = await line.ask({ case: "playAsGuest", value: { name } });
    await line.ask({ case: "joinMatch", value: { invitation } });
    await line.ask({ case: "ping", value: {} }); // what was sent before has been answered by then
    return guest.case === "signedIn" ? guest.value.token : "";
  } finally {
    line.end();
  }
}
