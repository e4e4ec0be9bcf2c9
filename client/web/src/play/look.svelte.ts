// Look: what is being looked up over a match, in a dialog; elsewhere references are a page of their own.
import type { Lit } from "./sheets";

class Look {
  title = $state("");
  what = $state("");
  lit = $state.raw<Lit | undefined>(); // what is lit on it

  open(title: string, what = "", lit?: Lit): void {
    this.title = title;
    this.what = what;
    this.lit = lit;
  }
  close(): void {
    this.title = "";
  }
}

export const look = new Look();
