// Push: notices on this device, also while no page of ours is open. Known here by a key of the browser's store, so that whoever has
// none loads nothing of this.
import { desk } from "./desk.svelte";
import type { Question } from "./line";

export const pushKey = "wardroom.push";

const capable = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.userAgent));
export type Readiness = "ready" | "home_screen" | "denied" | "none";
export function readiness(): Readiness {
  if (!capable()) return isApple() && !matchMedia("(display-mode: standalone)").matches ? "home_screen" : "none";
  return Notification.permission === "denied" ? "denied" : "ready";
}

const browsers = [
  ["Edg/", "Edge"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"];
// As its owner knows it among his others.
export function deviceName(agent = navigator.userAgent): string {
  const browser = browsers.find(([mark]) => agent.includes(mark))?.[1];
  const system = systems.find((each) => agent.includes(each));
  return [browser, system].filter(Boolean).join(", ") || "?";
}

// Not `ready`: that never comes where the worker cannot be installed.
const worker = () => navigator.serviceWorker.register("/worker.js", { scope: "/" });

async function current(): Promise<PushSubscription | undefined> {
  if (!capable()) return undefined;
  const registered = await navigator.serviceWorker.getRegistration("/");
  return (await registered?.pushManager.getSubscription()) ?? undefined;
}

export async function subscribed(): Promise<string> {
  return (await current())?.endpoint ?? "";
}

const bytesOf = (given: PushSubscription, key: PushEncryptionKeyName) => new Uint8Array(given.getKey(key)!);
const told = (given: PushSubscription): Question => ({
  case: "addPush",
  value: {
    endpoint: given.endpoint,
    p256dh: bytesOf(given, "p256dh"),
    auth: bytesOf(given, "auth"),
    device: deviceName(),
  },
});

// By a click only. None: the person, or the browser, has refused.
export async function subscribe(serverKey: Uint8Array): Promise<Question | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const registered = await worker();
  await navigator.serviceWorker.ready;
  const applicationServerKey = Uint8Array.from(serverKey);
  const given = await registered.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  localStorage.setItem(pushKey, "yes");
  return told(given);
}

// This device is told nothing any more; what the server is to be told, if there is anything.
export async function unsubscribe(): Promise<Question | undefined> {
  localStorage.removeItem(pushKey);
  const given = await current();
  if (!given) return undefined;
  const { endpoint } = given;
  await given.unsubscribe();
  return { case: "removeChannel", value: { endpoint } };
}

// Browsers change it by themselves, and do not always say so: whoever comes says it again.
export async function sayAgain(): Promise<void> {
  const given = await current();
  if (given && desk.me && !desk.me.guest) await desk.ask(told(given)).catch(() => undefined);
}
