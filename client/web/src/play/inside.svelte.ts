// Inside: a running match with all that is in it, as a director was shown it once, to judge it.
import { create } from "@bufbuild/protobuf";
import { MatchInfoSchema } from "../gen/wardroom/v1/lobby_pb";
import type { Update } from "../gen/wardroom/v1/play_pb";
import { Sight } from "./sight";
import { Table } from "./table.svelte";

export class Inside extends Table {
  constructor(update: Update, title: string, scenario: string) {
    super(update.match, "past");
    this.info = create(MatchInfoSchema, { id: update.match, title, scenario });
    const sight = new Sight();
    sight.take(update);
    this.latest = sight.bytes();
    this.newest = Number(update.serial);
    this.waitingFor = update.waitingFor;
    this.state = update.state;
    this.ending = update.ending;
  }
  override get seat(): number | undefined {
    return undefined;
  }
}
