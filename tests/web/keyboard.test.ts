// One turn by keyboard alone, knowing only what the accessibility tree tells: names, roles, descriptions and live regions.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CDPSession, Page } from "playwright-core";
import { answering, asked, patience, person, soon, stage } from "./harness.ts";

const table = stage();

interface Node {
  nodeId: string;
  role?: { value: string };
  name?: { value: string };
  childIds?: string[];
  properties?: { name: string; value: { value: unknown } }[];
  ignored: boolean;
}

class Reader {
  readonly page: Page;
  readonly session: CDPSession;

  constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.session = session;
  }

  async tree(): Promise<Node[]> {
    return ((await this.session.send("Accessibility.getFullAXTree")) as { nodes: Node[] }).nodes;
  }
  // What the live regions say now.
  async live(): Promise<string[]> {
    const nodes = await this.tree();
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const words = (node: Node | undefined): string =>
      !node
        ? ""
        : node.role?.value === "StaticText"
          ? (node.name?.value ?? "")
          : (node.childIds ?? []).map((id) => words(byId.get(id))).join(" ");
    return nodes
      .filter((node) => node.properties?.some(({ name, value }) => name === "live" && value.value !== "off"))
      .map((node) => words(node).replace(/\s+/g, " ").trim())
      .filter(Boolean);
  }
  // The element that has the focus: its role and name.
  async focused(): Promise<{ role: string; name: string }> {
    const node = (await this.tree()).find(
      (each) =>
        each.properties?.some(({ name, value }) => name === "focused" && value.value === true) &&
        each.role?.value !== "RootWebArea",
    );
    return { role: node?.role?.value ?? "", name: node?.name?.value ?? "" };
  }
  // The answers that are offered: the buttons of the list in the region that asks.
  async answers(): Promise<string[]> {
    const nodes = await this.tree();
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const below = (node: Node): Node[] => [
      node,
      ...(node.childIds ?? []).flatMap((id) => (byId.has(id) ? below(byId.get(id)!) : [])),
    ];
    const hand = nodes.find(
      (node) => node.role?.value === "region" && /^Your turn|^You may react/i.test(node.name?.value ?? ""),
    );
    const list = hand && below(hand).find((node) => node.role?.value === "list");
    return (list ? below(list) : [])
      .filter((node) => node.role?.value === "button")
      .map((node) => node.name?.value ?? "");
  }
  // Tab by tab to whatever has this name.
  async to(role: string, name: RegExp, steps = 300): Promise<void> {
    for (let i = 0; i < steps; ++i) {
      const at = await this.focused();
      if (at.role === role && name.test(at.name)) return;
      await this.page.keyboard.press("Tab");
    }
    assert.fail(`no ${role} ${name} within ${steps} tabs`);
  }
  async hears(words: RegExp): Promise<string> {
    const until = Date.now() + patience;
    for (;;) {
      const said = (await this.live()).find((each) => words.test(each));
      if (said) return said;
      assert.ok(Date.now() < until, `nothing live says ${words}`);
      await this.page.waitForTimeout(50);
    }
  }
}

test("a turn is played by keyboard, from the first page to the next morning", async () => {
  const { page, context, troubles } = await person(table.browser);
  const session = await context.newCDPSession(page);
  await session.send("Accessibility.enable");
  const reader = new Reader(page, session);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Bring it in (Allies)" }).waitFor();
  await reader.to("button", /^Hunt the convoy/);
  await page.keyboard.press("Enter");
  await reader.hears(/Form your forces and place them/);
  await page.locator(".chart svg").first().waitFor();
  assert.ok(
    (await reader.tree()).some((node) => node.role?.value === "application" && /Chart/.test(node.name?.value ?? "")),
    "the chart has a name",
  );
  await reader.to("button", /^As in history/);
  await page.keyboard.press("Enter");
  await page.locator("#hand-title").filter({ hasNotText: "Form your forces" }).waitFor();

  // What ends each question when one has nothing more to do; the turn must be in what is read out or in the strip.
  const done = /^(Done|All moves are made|No more|Begin the searches|That is all|Combine no more|Keep contact|Follow)/;
  let questions = 0;
  for (; questions < 60; ++questions) {
    const said = await reader.hears(/^Your turn|^You may react|the match is over/i);
    const strip = await page.locator(".strip").innerText();
    if (/PM Day 1/.test(strip) && questions > 3) break;
    assert.ok(said.length > 20, "a question is read out");
    const names = await reader.answers();
    const choice = names.find((name) => done.test(name)) ?? names.at(-1)!;
    // After the first answer the focus is already among the answers.
    await reader.to("button", new RegExp("^" + choice.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "$"));
    await answering(page, () => page.keyboard.press("Enter"));
    await asked(page).waitFor();
  }
  await soon(async () => assert.match(await page.locator(".strip").innerText(), /PM Day 1/));
  console.log(`# ${questions} questions by keyboard`);
  assert.deepEqual(troubles, []);
  await context.close();
});

test("the next question finds the focus at its first answer", async () => {
  const { page, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.getByRole("button", { name: "As in history" }).focus();
  await answering(page, () => page.keyboard.press("Enter"));
  await asked(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest(".hand .items") !== null);
  await context.close();
});
