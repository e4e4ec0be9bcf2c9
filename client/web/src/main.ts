import { mount } from "svelte";
import App from "./App.svelte";
import { desk } from "./net/desk.svelte";
import { light } from "./play/light.svelte";
import "./screens/lobby.css";
import "./style.css";
import "./screens/table.css";
import "./screens/narrow.css";
import { words } from "./words/words.svelte";

light.start();
await words.start();
desk.start();
mount(App, { target: document.getElementById("app")! });
