// Light: whether the page is seen by day or by night: as the person chose, or as the system is.
export const lights = ["system", "day", "night"] as const;
export type LightChoice = (typeof lights)[number];

const key = "wardroom.light";

class Light {
  choice = $state<LightChoice>("system");
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");

  start(): void {
    this.choice = lights.find((each) => each === localStorage.getItem(key)) ?? "system";
    this.#dark.addEventListener("change", () => this.#show());
    this.#show();
  }
  choose(choice: LightChoice): void {
    this.choice = choice;
    localStorage.setItem(key, choice);
    this.#show();
  }
  // The one after it.
  turn(): void {
    this.choose(lights[(lights.indexOf(this.choice) + 1) % lights.length]!);
  }
  #show(): void {
    const night = this.choice === "system" ? this.#dark.matches : this.choice === "night";
    document.documentElement.dataset["light"] = night ? "night" : "day";
  }
}

export const light = new Light();
