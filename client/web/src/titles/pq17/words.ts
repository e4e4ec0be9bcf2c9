// How PQ-17 speaks.
import { speech } from "../../words/words.svelte";

export const { t, say, sayCapital } = speech("pq17");
