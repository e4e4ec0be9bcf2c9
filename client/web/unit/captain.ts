// How much a person must send to have his way: plays by the hints of the computer, takes what it answered as his wishes, and
// reckons how many presses they take when they are put on the browser's own sheets. A press that goes to the server counts one,
// and so does every rest of a queue.
// It is reckoned, not played: a sheet is filled with what was answered later in the same phase, so it knows of nothing that came
// between, and "not as wished" only finds an order that would have taken another menu. Chance differs from match to match.
//   node tests/web/captain.ts --scenario pq17 --side axis --turns 5 --seed 1 --json
import { parseArgs } from "node:util";
import "./browser";
import { SideChoice } from "../src/gen/wardroom/v1/lobby_pb";
import { MatchState, type Menu, type Update } from "../src/gen/wardroom/v1/play_pb";
import { IfAbsent, type Order } from "../src/gen/wardroom/v1/queue_pb";
import { Line } from "../src/net/line";
import { next, toOrders } from "../src/play/orders";
import { Sight } from "../src/play/sight";
import { run, type Answered, type Wishes } from "./wishes";

const { values } = parseArgs({
  options: {
    title: { type: "string", default: "pq17" },
    scenario: { type: "string", default: "pq17" },
    side: { type: "string", default: "axis" },
    turns: { type: "string", default: "5" },
    matches: { type: "string", default: "1" },
    server: { type: "string", default: "" },
    seed: { type: "string", default: "" }, // of the server, which is started with it
    json: { type: "boolean", default: false },
  },
});

const { wishes } = (await import(`./wishes_${values.title}.ts`)) as { wishes: Wishes };

// ---- a match by the computer's hints ----

async function sitDown(line: Line): Promise<string> {
  await line.ask({ case: "playAsGuest", value: { name: "Captain" } });
  const side = values.side === "axis" ? SideChoice.SECOND : SideChoice.FIRST;
  const made = await line.ask({
    case: "createMatch",
    value: { title: values.title, scenario: values.scenario, side, bot: "standard" },
  });
  if (made.case !== "match") throw new Error("no match");
  return made.value.id;
}
async function play(url: string, turns: number): Promise<Answered[]> {
  let menu: Menu | undefined;
  let over = false;
  let wake = () => {};
  const sight = new Sight();
  const turn = () => wishes.turnOf(sight.bytes());
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
    if (!now.reaction && wishes.begins(now)) seen.add(turn());
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
  const all = wishes.needed(recorded);
  const sums = new Map<number, Sum>();
  const at = ({ turn, menu }: Answered) => {
    const sum = sums.get(turn) ?? { turn, answers: 0, sendings: 0, unwished: 0, moves: 0, bySheet: 0, segments: {} };
    sums.set(turn, sum);
    const name = wishes.kindName(menu.kind);
    return { sum, segment: (sum.segments[name] ??= { answers: 0, sendings: 0 }) };
  };
  for (const each of recorded) {
    const { sum, segment } = at(each);
    ++sum.answers;
    ++segment.answers;
    if (wishes.isMove(each)) ++sum.moves;
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
    if (wishes.isMove(each)) ++at(each).sum.bySheet;
    return true;
  };
  let together: readonly Answered[] = []; // answers of one sending
  let turn = 0;
  for (const [i, each] of all.entries()) {
    if (each.turn !== turn && wishes.lapse)
      queue = queue.slice(0, queue.findLastIndex(({ ifAbsent }) => ifAbsent === IfAbsent.HOLD) + 1);
    ({ turn } = each);
    if (together.includes(each) || played(each)) continue;
    if (each.menu.reaction && wishes.answersTogether(each.menu.kind)) together = run(all.slice(i));
    const wanted = wishes.sheet(all.slice(i));
    if (wanted && next(toOrders(wanted, undefined), each.menu)) {
      queue = [...toOrders(wanted, undefined), ...(wishes.comesBetween(each.menu) ? queue : [])];
      send(each);
      if (played(each)) continue;
    }
    send(each); // by hand; what waits goes on by itself
  }
  return [...sums.values()];
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);

const matches: Sum[][] = [];
for (let i = 0; i < Number(values.matches); ++i) matches.push(reckon(await play(values.server, Number(values.turns))));
// Set-up, and what was asked before the first turn, stand in the first; the last is cut short unless the match is over.
const whole = matches.flatMap((sums) => (values.scenario === "learning" ? sums : sums.slice(1, -1)));
const ofMatches = matches.map((sums) => sum(sums.map(({ sendings }) => sendings)));
const result = {
  scenario: values.scenario,
  side: values.side,
  medianAnswers: median(whole.map(({ answers }) => answers)),
  medianSendings: median(whole.map(({ sendings }) => sendings)),
  medianOfMatch: median(ofMatches),
  mostOfMatch: Math.max(...ofMatches),
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
      `a match ${result.medianOfMatch}, at most ${result.mostOfMatch}; ${result.unwished} of ${result.answers} answers not as wished, ` +
      `${result.bySheet} of ${result.moves} moves and sorties by sheets`,
  );
  for (const { turn, answers, sendings, segments } of matches.flat()) {
    const parts = Object.entries(segments).map(([name, each]) => `${name} ${each.sendings}/${each.answers}`);
    console.log(`turn ${turn}: ${sendings} of ${answers}: ${parts.join(", ")}`);
  }
}
