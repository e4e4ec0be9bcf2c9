// One language at a time, this server's own address in the commands, its titles and its health. Without it the page shows both languages.
const sections = [...document.querySelectorAll("main section")];
const links = [...document.querySelectorAll("nav a")];

function choose(language) {
  document.documentElement.lang = language;
  for (const section of sections) section.hidden = section.lang !== language;
  for (const link of links) {
    if (link.lang === language) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function chosen() {
  const named = sections.find((section) => "#" + section.id === location.hash);
  return named ? named.lang : navigator.language.startsWith("pl") ? "pl" : "en";
}

for (const origin of document.querySelectorAll(".origin")) origin.textContent = location.origin;
addEventListener("hashchange", () => choose(chosen()));
choose(chosen());

async function health() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    return answer.ok ? "good" : "bad";
  } catch {
    return "away";
  }
}

async function showHealth() {
  const state = await health();
  for (const line of document.querySelectorAll(".health")) {
    line.hidden = false;
    line.dataset.state = state;
    if (line.textContent !== line.dataset[state]) line.textContent = line.dataset[state];
  }
}
showHealth();
setInterval(showHealth, 30000);

// The titles and their scenarios, as this server lists them.
function scenarioLine(scenario, list) {
  const line = document.createElement("li");
  const notes = [];
  if (scenario.minutes > 0) notes.push(list.dataset.minutes.replace("{minutes}", scenario.minutes));
  if (scenario.first) notes.push(list.dataset.first);
  line.textContent = [scenario.name[list.closest("section").lang] ?? scenario.id, ...notes].join(", ");
  return line;
}

async function showTitles() {
  const answer = await fetch("/data/titles.json");
  if (!answer.ok) return;
  const titles = await answer.json();
  for (const list of document.querySelectorAll(".titles")) {
    for (const title of titles) {
      const name = document.createElement("strong");
      name.textContent = title.name[list.closest("section").lang] ?? title.id;
      const scenarios = document.createElement("ul");
      scenarios.append(...(title.scenarios ?? []).map((scenario) => scenarioLine(scenario, list)));
      const line = document.createElement("li");
      line.append(name, scenarios);
      list.append(line);
    }
    list.hidden = titles.length === 0;
  }
  if (titles.length > 0) for (const place of document.querySelectorAll(".title")) place.textContent = titles[0].id;
}
showTitles().catch(() => {}); // without the list the page says where to find it
