import { mount } from "svelte";
import App from "./App.svelte";
import { desk } from "./net/desk.svelte";
import "./screens/lobby.css";
import "./style.css";
import { words } from "./words/words.svelte";

await words.start();
desk.start();
mount(App, { target: document.getElementById("app")! });
