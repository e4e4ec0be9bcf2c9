// How Murmansk Run speaks.
import { speech } from "../../words/words.svelte";

export const { t, say, sayCapital } = speech("murmansk");
