// Look: what is being looked up over a match, in a dialog; elsewhere references are a page of their own.
class Look {
  title = $state("");
  what = $state("");

  open(title: string, what = ""): void {
    this.title = title;
    this.what = what;
  }
  close(): void {
    this.title = "";
  }
}

export const look = new Look();
