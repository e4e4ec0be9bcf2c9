// One language at a time, this server's own address in the commands, and its health. Without it the page shows both languages.
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
