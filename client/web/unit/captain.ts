// How much a person must send to have his way: plays by the hints of the computer, takes what it answered as his wishes, and
// reckons how many presses they take when they are put on the browser's own sheets. A press that goes to the server counts one,
// and so does every halt of a queue.
// It is reckoned, not played: a sheet is filled with what was answered later in the same phase, so it knows of nothing that came
// between, and "not as wished" only finds an order that would have taken another menu. Chance differs from match to match.
//   node tests/web/captain.ts --scenario pq17 --side axis --turns 5 --seed 1 --json
import { parseArgs } from "node:util";
import { fromBinary } from "@bufbuild/protobuf";
import "./browser";
import { MenuKind_Kind, Verb_Kind, ViewSchema } from "../src/gen/wardroom/pq17/v1/view_pb";
import { SideChoice } from "../src/gen/wardroom/v1/lobby_pb";
import { MatchState, type Action, type Menu, type Update } from "../src/gen/wardroom/v1/play_pb";
import { IfAbsent, type Order } from "../src/gen/wardroom/v1/queue_pb";
import { Line } from "../src/net/line";
import { halts, next, text, toOrders, type Group, type Wanted } from "../src/play/orders";
import { Sight } from "../src/play/sight";
import {
  attackOf,
  attacks,
  chances,
  flightOf,
  followOf,
  moveOf,
  opening,
  phase,
  searchOf,
  searchRest,
  severalOf,
  surfaceOf,
  underwaterOf,
  type Move,
} from "../src/titles/pq17/phase";

interface Answered {
  turn: number;
  menu: Menu;
  verb: number;
  arguments: bigint[];
  view: Uint8Array; // when he was asked
}

const { values } = parseArgs({
  options: {
    scenario: { type: "string", default: "pq17" },
    side: { type: "string", default: "axis" },
    turns: { type: "string", default: "5" },
    matches: { type: "string", default: "1" },
    server: { type: "string", default: "" },
    seed: { type: "string", default: "" }, // of the server, which is started with it
    json: { type: "boolean", default: false },
  },
});

// ---- a match by the computer's hints ----

async function sitDown(line: Line): Promise<string> {
  await line.ask({ case: "playAsGuest", value: { name: "Captain" } });
  const side = values.side === "axis" ? SideChoice.SECOND : SideChoice.FIRST;
  const made = await line.ask({
    case: "createMatch",
    value: { title: "pq17", scenario: values.scenario, side, bot: "standard" },
  });
  if (made.case !== "match") throw new Error("no match");
  return made.value.id;
}
async function play(url: string, turns: number): Promise<Answered[]> {
  let menu: Menu | undefined;
  let over = false;
  let wake = () => {};
  const sight = new Sight();
  const turn = () => fromBinary(ViewSchema, sight.bytes()).clock?.turn ?? 0;
  const take = (update: Update) => {
    if (sight.take(update) === "seen") return;
    menu = update.menu;
    over = update.state === MatchState.OVER;
    wake();
  };
  let early: Update[] | undefined = []; // that came before the first was taken
  const online = Promise.withResolvers<void>();
  const line = new Line(`${url.replace("http", "ws")}/ws`, {
    state: () => {},
    welcome: () => online.resolve(),
    silent: () => {},
    frame: (body) => {
      if (body.case !== "update") return;
      if (early) early.push(body.value);
      else take(body.value);
    },
  });
  line.connect();
  await online.promise;
  const match = await sitDown(line);
  const attached = await line.ask({ case: "attach", value: { match } });
  if (attached.case !== "attached" || !attached.value.update) throw new Error("not attached");
  take(attached.value.update);
  early.forEach(take);
  early = undefined;

  const answered: Answered[] = [];
  const seen = new Set<number>();
  while (!over) {
    if (!menu) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, 1000);
      });
      continue;
    }
    const now = menu;
    if (!now.reaction && now.kind === MenuKind_Kind.MOVE) seen.add(turn());
    if (seen.size > turns) break;
    const hint = await line.ask({ case: "askHint", value: { match } });
    if (hint.case !== "hint" || !hint.value.action) throw new Error("no hint");
    const { verb, arguments: given } = hint.value.action;
    answered.push({ turn: turn(), menu: now, verb, arguments: given, view: sight.bytes() });
    await line.ask({
      case: "act",
      value: { match, menuSerial: now.serial, actions: [{ verb, arguments: given }] },
    });
    for (let i = 0; i < 1000 && menu === now; ++i) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return answered;
}

// ---- his wishes on sheets ----

const { MOVE, MOVE_FORCE, ICE, AIR_MISSION, AIR_TARGET, DESIGNATE, STRIKE, STRIKE_UNITS, COMBINE } = MenuKind_Kind;
const { SUBMARINE_COMBAT, SUBMARINE_TARGETS, SURFACE_COMBAT, WOLFPACK_RETRY } = MenuKind_Kind;
const planned: readonly number[] = [...opening, MOVE, AIR_MISSION, DESIGNATE];

// A force that is chosen and stays where it is need not be chosen.
function needed(all: readonly Answered[]): Answered[] {
  const kept: Answered[] = [];
  for (const each of all) {
    const last = kept.at(-1);
    if (each.verb === Verb_Kind.STOP && last?.verb === Verb_Kind.CHOOSE_FORCE && last.menu.kind === MOVE) kept.pop();
    else kept.push(each);
  }
  return kept;
}

const group = (wanted: readonly Wanted[]): Group => ({ label: text(""), wanted });

// The movement that follows, as it stands on the sheet.
function movement(all: readonly Answered[]): Group[] {
  const wanted: Group[] = [];
  let move: (Move & { way: number[]; inPort: boolean }) | undefined;
  const end = () => {
    if (move) wanted.push(group(moveOf(move, move.inPort)));
    move = undefined;
  };
  for (const { menu, verb, arguments: given } of all) {
    const first = Number(given[0]);
    if (menu.kind === MOVE) {
      end();
      const inPort = verb === Verb_Kind.LEAVE_PORT;
      if (verb === Verb_Kind.FOLLOW_ROUTE) wanted.push(group(followOf(first, 6, "cross")));
      if (inPort || verb === Verb_Kind.CHOOSE_FORCE)
        move = { force: first, way: [], intoPort: false, ice: "cross", air: "ask", inPort };
    } else if (move && menu.kind === MOVE_FORCE) {
      if (verb === Verb_Kind.STEP && move.way.at(-1) !== first) move.way.push(first);
      if (verb === Verb_Kind.STEP && given.length > 1) move.air = "one";
      if (verb === Verb_Kind.ENTER_PORT) move.intoPort = true;
    } else if (move && menu.kind === ICE) {
      move.ice = verb === Verb_Kind.CROSS ? "cross" : "back";
    } else if (move && menu.kind === WOLFPACK_RETRY) {
      move.air = verb === Verb_Kind.TRY_AGAIN ? "again" : "stay";
    }
  }
  end();
  return wanted;
}
const flights = (all: readonly Answered[]): Group[] =>
  all
    .filter(({ menu, verb }) => menu.kind === AIR_TARGET && (verb === Verb_Kind.FLY || verb === Verb_Kind.RADIUS))
    .map(({ verb, arguments: [unit, hex] }) =>
      group(flightOf({ unit: Number(unit), hex: Number(hex), patrol: verb === Verb_Kind.RADIUS })),
    );
function searches(all: readonly Answered[]): Wanted[] {
  return all.flatMap(({ menu, verb, arguments: [sector, hex] }) => {
    if (menu.kind !== DESIGNATE || verb === Verb_Kind.DONE) return [];
    if (verb === Verb_Kind.DESIGNATE_REST) return [searchRest];
    return verb === Verb_Kind.DESIGNATE ? [searchOf({ sector: Number(sector), hex: Number(hex) })] : [];
  });
}
// Answers to one menu that follow each other. A list of answers to a reaction ends where something was decided by chance.
function run(all: readonly Answered[]): Answered[] {
  const { kind, reaction } = all[0]!.menu;
  const end = all.findIndex(({ menu }, i) => menu.kind !== kind || (i > 0 && reaction && !menu.canUndo));
  return all.slice(0, end >>> 0);
}
// All attacks of a segment, each with its aircraft.
function attacking(kind: number, all: readonly Answered[]): Wanted[] {
  const found: { action: Action; units: number[] }[] = [];
  for (const { menu, verb, arguments: given } of all) {
    if (menu.kind === kind && verb !== Verb_Kind.DONE)
      found.push({ action: { verb, arguments: given } as Action, units: [] });
    if (menu.kind === STRIKE_UNITS && verb === Verb_Kind.JOIN_STRIKE) found.at(-1)?.units.push(Number(given[0]));
  }
  return found.flatMap(({ action, units }) => attackOf(kind, action, units));
}
// What he attacks beneath the sea and on it, as it stands on the attack sheet. Whether boats aim at different things is asked.
const choosesCompany = ({ menu }: Answered) => menu.prompt?.id === "prompt.surface_attack.with";
// A row is on the sheet when its menu is asked, or when the chart shows the enemy in the force's hex.
function rowsShown({ menu, view }: Answered): (kind: number, force: number, block: number) => boolean {
  const { own, sea } = fromBinary(ViewSchema, view);
  return (kind, force, block) => {
    const mine = own?.force.find(({ key }) => key === force)?.block;
    const from = sea?.block.find(({ id }) => id === mine);
    const target = sea?.block.find(({ id }) => id === block);
    return menu.kind === kind || (target !== undefined && target.flat && target.hex === from?.hex);
  };
}
function attackRows(mine: readonly Answered[]): Map<number, Group[]> {
  const shown = rowsShown(mine[0]!);
  const under: { verb: number; force: number; target: number; aims: number[] }[] = [];
  const surface = new Map<number, number[]>();
  for (const { menu, verb, arguments: given } of mine) {
    const [first = 0, target = 0] = given.map(Number);
    const known = shown(menu.kind, first, target);
    if (menu.kind === SUBMARINE_COMBAT && verb !== Verb_Kind.DONE && known)
      under.push({ verb, force: first, target, aims: [] });
    if (menu.kind === SUBMARINE_TARGETS) under.at(-1)?.aims.push(first);
    if (menu.kind === SURFACE_COMBAT && verb === Verb_Kind.ATTACK && known)
      surface.set(target, [...(surface.get(target) ?? []), first]);
  }
  const rows = new Map<number, Group[]>();
  if (under.length > 0)
    rows.set(
      SUBMARINE_COMBAT,
      under.map(({ aims, ...each }) => {
        const aim = new Set(aims).size === 1 ? aims[0]! : 0;
        return group(underwaterOf({ ...each, aim, boats: aims.length }));
      }),
    );
  if (surface.size > 0)
    rows.set(
      SURFACE_COMBAT,
      [...surface].map(([target, forces]) => group(surfaceOf(target, forces))),
    );
  return rows;
}
function ticks(all: readonly Answered[], mine: readonly Answered[]): Wanted[] {
  const { kind } = all[0]!.menu;
  if (kind === STRIKE) return attacking(kind, mine);
  if (attacks.has(kind) && !choosesCompany(all[0]!)) return [];
  return run(all)
    .filter(({ verb }) => verb !== Verb_Kind.DONE)
    .map(({ verb, arguments: given }) => ({ kind, verb, arguments: given, optional: true }));
}
// What he would put on a sheet at this question; none: he just answers. Before anything is searched for he cannot know what he
// will want to follow or attack; what his own forces do at the end of the phase he knows.
function sheet(all: readonly Answered[]): Group[] | undefined {
  const { menu, turn } = all[0]!;
  if (menu.reaction || (!severalOf.has(menu.kind) && !planned.includes(menu.kind))) return undefined;
  const end = all.findIndex(
    (each) => each.turn !== turn || (each.menu.kind === COMBINE && each.verb === Verb_Kind.DONE),
  );
  const mine = all.slice(0, end < 0 ? all.length : end + 1).filter((each) => !each.menu.reaction);
  const asked = menu.kind;
  const known = planned.includes(asked) ? [...opening, DESIGNATE, COMBINE] : chances;
  const passed = known.filter((kind) => {
    const wishes = mine.filter((each) => each.menu.kind === kind);
    return wishes.every(({ verb }) => verb === Verb_Kind.DONE);
  });
  return phase({
    asked,
    ticked: severalOf.has(asked) && asked !== DESIGNATE ? ticks(all, mine).map((each) => group([each])) : [],
    moves: movement(mine),
    flights: flights(mine),
    searches: searches(mine),
    attacks: planned.includes(asked) || choosesCompany(all[0]!) ? new Map() : attackRows(mine),
    passed: new Set(passed),
    rests: new Set(),
    through: planned.includes(asked) ? DESIGNATE : asked,
    finishes: false,
  });
}

const movesAndSorties = new Set<number>([
  Verb_Kind.STEP,
  Verb_Kind.ENTER_PORT,
  Verb_Kind.FOLLOW_ROUTE,
  Verb_Kind.LEAVE_PORT,
  Verb_Kind.FLY,
  Verb_Kind.RADIUS,
  Verb_Kind.STRIKE_FORCE,
  Verb_Kind.STRIKE_PORT,
  Verb_Kind.STRIKE_AIRBASE,
  Verb_Kind.HUNT_WOLFPACK,
  Verb_Kind.SUBMARINE_ATTACK,
  Verb_Kind.OFFENSIVE_ASW,
  Verb_Kind.AMBUSH,
  Verb_Kind.ATTACK,
]);
const isMove = ({ menu, verb }: Answered) => !menu.reaction && movesAndSorties.has(verb);

interface Sum {
  turn: number;
  answers: number;
  sendings: number;
  unwished: number; // what a sheet would have done instead
  moves: number; // and sorties: a step, a flight, an attack
  bySheet: number; // of them
  segments: Record<string, { answers: number; sendings: number }>;
}

function reckon(recorded: readonly Answered[]): Sum[] {
  const all = needed(recorded);
  const sums = new Map<number, Sum>();
  const at = ({ turn, menu }: Answered) => {
    const sum = sums.get(turn) ?? { turn, answers: 0, sendings: 0, unwished: 0, moves: 0, bySheet: 0, segments: {} };
    sums.set(turn, sum);
    const name = MenuKind_Kind[menu.kind] ?? String(menu.kind);
    return { sum, segment: (sum.segments[name] ??= { answers: 0, sendings: 0 }) };
  };
  for (const each of recorded) {
    const { sum, segment } = at(each);
    ++sum.answers;
    ++segment.answers;
    if (isMove(each)) ++sum.moves;
  }
  let queue: Order[] = [];
  const send = (each: Answered) => {
    const { sum, segment } = at(each);
    ++sum.sendings;
    ++segment.sendings;
  };
  const played = (each: Answered): boolean => {
    if (each.menu.reaction) return false;
    const found = next(queue, each.menu);
    if (!found) return false;
    const { action } = found.order;
    if (queue.slice(0, found.skipped + 1).some(({ rest }) => rest)) send(each); // it waited, and is told to go on
    if (action?.verb !== each.verb || action.arguments.some((value, k) => value !== each.arguments[k])) {
      ++at(each).sum.unwished;
      queue = [];
      return false;
    }
    queue = queue.slice(found.skipped + 1);
    if (isMove(each)) ++at(each).sum.bySheet;
    return true;
  };
  let together: readonly Answered[] = []; // answers of one sending
  let turn = 0;
  for (const [i, each] of all.entries()) {
    if (each.turn !== turn)
      queue = queue.slice(0, queue.findLastIndex(({ ifAbsent }) => ifAbsent === IfAbsent.HOLD) + 1);
    ({ turn } = each);
    if (together.includes(each) || played(each)) continue;
    if (each.menu.reaction && severalOf.has(each.menu.kind)) together = run(all.slice(i));
    const halted = !each.menu.reaction && halts(queue, each.menu);
    const wanted = sheet(all.slice(i));
    if (wanted && next(toOrders(wanted, undefined), each.menu)) {
      const between = !planned.includes(each.menu.kind) && !chances.some((kind) => kind === each.menu.kind);
      queue = [...toOrders(wanted, undefined), ...(between ? queue : [])];
      send(each);
      if (played(each)) continue;
    }
    send(each); // by hand
    if (halted) send(each); // and the queue is told to go on
  }
  return [...sums.values()];
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);

const matches: Sum[][] = [];
for (let i = 0; i < Number(values.matches); ++i) matches.push(reckon(await play(values.server, Number(values.turns))));
// Set-up, and what was asked before the first turn, stand in the first; the last is cut short unless the match is over.
const whole = matches.flatMap((sums) => (values.scenario === "learning" ? sums : sums.slice(1, -1)));
const result = {
  scenario: values.scenario,
  side: values.side,
  medianAnswers: median(whole.map(({ answers }) => answers)),
  medianSendings: median(whole.map(({ sendings }) => sendings)),
  medianOfMatch: median(matches.map((sums) => sum(sums.map(({ sendings }) => sendings)))),
  unwished: sum(whole.map(({ unwished }) => unwished)),
  moves: sum(whole.map(({ moves }) => moves)),
  bySheet: sum(whole.map(({ bySheet }) => bySheet)),
  answers: sum(whole.map(({ answers }) => answers)),
  matches,
};
if (values.json) console.log(JSON.stringify(result));
else {
  console.log(
    `${result.scenario}, ${result.side}: a turn ${result.medianSendings} sendings for ${result.medianAnswers} answers, ` +
      `a match ${result.medianOfMatch}; ${result.unwished} of ${result.answers} answers not as wished, ` +
      `${result.bySheet} of ${result.moves} moves and sorties by sheets`,
  );
  for (const { turn, answers, sendings, segments } of matches.flat()) {
    const parts = Object.entries(segments).map(([name, each]) => `${name} ${each.sendings}/${each.answers}`);
    console.log(`turn ${turn}: ${sendings} of ${answers}: ${parts.join(", ")}`);
  }
}
