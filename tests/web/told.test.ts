// Hooks and devices: each is added on the page of notices, tried by its button, and removed; what a push says is shown by the worker.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { look, type Person, person, Server, soon, stage } from "./harness.ts";
import { Outside } from "./outside.ts";

const outside = new Outside();
const url = await outside.open();
const table = stage(new Server(undefined, undefined, ["--call-network", "127.0.0.1"]), "whole");
const home = () => table.server.url;
after(() => outside.close());

async function signUp({ page }: Person, name: string): Promise<void> {
  await page.goto(`${home()}/#/account`);
  await page.getByRole("button", { name: "I am new here" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Make an account" }).click();
  await page.getByRole("link", { name }).waitFor();
  await page.goto(`${home()}/#/notices`);
}

const lookAgain = (page: Page, words: string) =>
  soon(async () => {
    await page.getByRole("button", { name: "Look again" }).click();
    await page.locator(".deliveries").getByText(words).first().waitFor({ timeout: 500 });
  });

test("a hook is added, tried and removed, and its owner sees what became of it", async () => {
  const one = await person(table.browser);
  const { page, context } = one;
  await signUp(one, "Anna with a hook");
  await page.getByText("This server sends no mail.").waitFor();
  await page.getByLabel("Address of the hook").fill("https://user:word@example.org/");
  await page.getByRole("button", { name: "Add the hook" }).click();
  await page.getByText("That is no address that can be called").waitFor();
  await page.getByLabel("Address of the hook").fill(`${url}/chat/secret`);
  await page.getByRole("button", { name: "Add the hook" }).click();
  await page.getByText("whsec_").waitFor();
  const listed = page.locator(".channels li");
  assert.match(await listed.innerText(), /127\.0\.0\.1/);
  assert.doesNotMatch(await page.locator("main").innerText(), /chat\/secret/);
  await look(page, "told");

  await listed.getByRole("button", { name: "Send a test" }).click();
  await soon(async () => assert.equal(outside.calls.length, 1));
  const [call] = outside.calls;
  assert.match(String(call!.headers["webhook-signature"]), /^v1,/);
  assert.match((JSON.parse(call!.body.toString()) as { content: string }).content, /This is a test, Anna with a hook/);
  await lookAgain(page, "sent");
  outside.status = 302;
  await listed.getByRole("button", { name: "Send a test" }).click();
  await lookAgain(page, "The answer was: HTTP 302");
  await look(page, "told-failed");
  await listed.getByRole("button", { name: "Remove" }).click();
  await page.getByText("It is told no more.").waitFor();
  assert.equal(await listed.count(), 0);
  await context.close();
});

// What a push service gives; Chromium has none here.
async function standIn(page: Page): Promise<void> {
  const given = { endpoint: `${url}/push/1`, p256dh: [...outside.p256dh], auth: [...outside.auth] };
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    let there = false;
    const subscription = {
      endpoint,
      getKey: (name: string) => Uint8Array.from(name === "auth" ? auth : p256dh).buffer,
      unsubscribe: () => Promise.resolve(!(there = false)),
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = () => Promise.resolve(((there = true), subscription));
    PushManager.prototype.getSubscription = () => Promise.resolve(there ? subscription : null);
    Notification.requestPermission = () => Promise.resolve("granted");
  }, given);
}

test("a device is told, and shows what it is told; nobody on the way reads it", async () => {
  outside.calls.length = 0;
  outside.status = 201;
  const one = await person(table.browser);
  const { page, context } = one;
  await context.grantPermissions(["notifications"], { origin: home() });
  await standIn(page);
  await signUp(one, "Anna with a phone");
  await page.getByRole("button", { name: "Tell me on this device" }).click();
  await page.getByText("This device is told from now on.").waitFor();
  await page.getByRole("button", { name: "No longer on this device" }).waitFor();
  await look(page, "told-device");

  await page.locator(".channels").getByRole("button", { name: "Send a test" }).click();
  await soon(async () => assert.equal(outside.calls.length, 1));
  const [call] = outside.calls;
  assert.match(String(call!.headers.authorization), /^vapid t=/);
  const told = outside.read(call!.body);
  assert.match(told, /"say":"This is a test, Anna with a phone/);

  const debug = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) =>
    debug.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    }),
  );
  await debug.send("ServiceWorker.enable");
  const registrationId = await found;
  await debug.send("ServiceWorker.deliverPushMessage", { origin: home(), registrationId, data: told });
  await soon(async () => {
    const shown = await page.evaluate(async () => {
      const worker = await navigator.serviceWorker.getRegistration("/");
      return (await worker!.getNotifications()).map(({ title, body }) => ({ title, body }));
    });
    assert.equal(shown[0]?.title, "Wardroom");
    assert.match(shown[0].body, /This is a test/);
  });

  await page.getByRole("button", { name: "No longer on this device" }).click();
  await page.getByText("This device is told no more.").waitFor();
  assert.equal(await page.locator(".channels li").count(), 0);
  await context.close();
});

test("it can be installed, and keeps nothing", async () => {
  const { page, context } = await person(table.browser);
  await page.goto(home());
  const manifest = (await (await page.request.get(`${home()}/manifest.webmanifest`)).json()) as {
    display: string;
    icons: { src: string; sizes: string }[];
  };
  assert.equal(manifest.display, "standalone");
  for (const { src, sizes } of manifest.icons) {
    const icon = await page.request.get(home() + src);
    assert.equal(icon.headers()["content-type"], "image/png", sizes);
  }
  const worker = await page.request.get(`${home()}/worker.js`);
  assert.equal(worker.headers()["cache-control"], "no-cache");
  assert.doesNotMatch(await worker.text(), /caches|indexedDB/);
  const debug = await context.newCDPSession(page);
  const { errors } = await debug.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  await context.close();
});
