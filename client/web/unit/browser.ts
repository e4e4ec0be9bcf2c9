// What a browser has and Node has not, as far as modules want it: import this first.
class Storage {
  // As in a browser, its keys are its own properties.
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string | undefined>)[key] ?? null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    delete (this as unknown as Record<string, string>)[key];
  }
}

export const page = new EventTarget();

Object.defineProperties(globalThis, {
  localStorage: { value: new Storage(), configurable: true, writable: true },
  document: {
    value: Object.assign(new EventTarget(), { visibilityState: "visible", documentElement: { lang: "" } }),
    configurable: true,
  },
  addEventListener: { value: page.addEventListener.bind(page), configurable: true },
  location: { value: new URL("http://wardroom.test/"), configurable: true },
});

export function emptyStorage(): void {
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
}
