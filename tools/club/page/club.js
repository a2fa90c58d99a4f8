"use strict";

/* The club page: all tables of a broker, as it tells them. Who signs in is kept for this tab. */

const KEPT = "marker-club";
const byId = id => document.getElementById(id);

const tables = new Map();
const cards = new Map();
let settings, text, words, line, connected = false, ever = false, drawing = false;

function say(value) {
  return Tables.inDigits(value, text.digits);
}

function caption(word, ...more) {
  return element("span", {}, words[word] ?? word, ...more);
}

function side(table, index) {
  const { large, small } = Tables.numbers(table.state);
  const made = element("div", { className: "side" },
    element("span", { className: "name" },
      element("bdi", { textContent: Tables.names(table.about)[index] })));
  made.classList.toggle("turn", Tables.striker(table.state) === index);
  if (small) made.append(element("span", { className: "frames", textContent: say(small[index]) }));
  made.append(element("span", { className: "score", textContent: say(large[index]) }));
  return made;
}

function foot(table) {
  const state = table.state ?? {};
  const made = element("div", { className: "foot" });
  const winner = ["A", "B"].indexOf(state.match_over ? state.match_winner : state.winner);
  const balls = onBalls(state, words);
  if (state.frame_over && winner >= 0) {
    const name = element("bdi", { textContent: Tables.names(table.about)[winner] });
    made.append(element("span", { className: "won" }, name, words.won));
  }
  if (typeof state.break === "number" && !state.frame_over) {
    made.append(caption("break", element("b", { textContent: say(state.break) })));
  }
  if (balls.length) made.append(caption("on", ...balls));
  if (state.free_ball === true) made.append(caption("free"));
  if (Array.isArray(state.choice) && state.choice.length) made.append(caption("choose"));
  if (table.lamp === "ON") {
    made.append(element("span", { className: "lamp", textContent: words.lamp }));
  }
  return made;
}

function draw(table) {
  const card = cards.get(table.name);
  const state = Tables.link(table, connected);
  const game = table.state?.game ?? table.about?.game ?? "";
  card.dataset.state = state;
  card.replaceChildren(
    element("h2", {}, element("bdi", { textContent: table.name }),
      element("small", { textContent: text.games[game] ?? game }),
      element("span", { className: "link", textContent: words[state] })),
    side(table, 0), side(table, 1), foot(table));
}

function drawAll() {
  drawing = false;
  const byName = new Intl.Collator("en", { numeric: true }).compare;
  for (const name of [...tables.keys()].sort(byName)) {
    if (!cards.has(name)) {
      cards.set(name, element("article", { className: "table" }));
      cards.get(name).dataset.table = name;
      const order = [...cards.keys()].sort(byName);
      const next = cards.get(order[order.indexOf(name) + 1]);
      byId("tables").insertBefore(cards.get(name), next ?? null);
    }
    draw(tables.get(name));
  }
  showMessage();
}

/* However many messages come at once, a picture is drawn once. */
function drawSoon() {
  if (!drawing) requestAnimationFrame(drawAll);
  drawing = true;
}

function showMessage() {
  const waiting = ever ? words.away : words.connecting;
  const message = connected ? (tables.size ? "" : words.empty) : waiting;
  byId("message").textContent = byId("sign-in").hidden ? message : "";
}

function speak(language) {
  text = settings.texts[language] ?? settings.texts.en;
  words = text.words;
  document.documentElement.lang = language;
  document.documentElement.dir = text.right_to_left ? "rtl" : "ltr";
  document.querySelector("h1").textContent = words.title;
  document.title = `${words.title} · Marker`;
  byId("sign-out").textContent = words.sign_out;
  for (const made of document.querySelectorAll("[data-word]")) {
    made.textContent = words[made.dataset.word];
  }
  drawSoon();
}

function signIn(who) {
  byId("sign-in").hidden = true;
  byId("sign-out").hidden = false;
  line = Line.open(who, {
    heard(topic, payload) {
      if (Tables.take(tables, topic, payload)) drawSoon();
    },
    linked(now) {
      connected = now;
      ever ||= now;
      document.body.dataset.link = now ? "live" : "lost";
      drawSoon();
    },
    refused() {
      ask(words.refused);
    },
  });
}

function ask(why = "") {
  sessionStorage.removeItem(KEPT);
  byId("refused").textContent = why;
  byId("sign-in").hidden = false;
  byId("sign-out").hidden = true;
  byId("sign-in").elements.broker.value ||= settings.broker;
  showMessage();
}

byId("sign-in").addEventListener("submit", event => {
  event.preventDefault();
  const who = Object.fromEntries(new FormData(event.target));
  sessionStorage.setItem(KEPT, JSON.stringify(who));
  event.target.elements.password.value = "";
  signIn(who);
});

byId("sign-out").addEventListener("click", () => {
  line?.end(true);
  sessionStorage.removeItem(KEPT);
  tables.clear();
  cards.clear();
  byId("tables").replaceChildren();
  connected = ever = false;
  ask();
});

byId("language").addEventListener("change", event => speak(event.target.value));

async function begin() {
  settings = await (await fetch("/settings.json")).json();
  const wish = new URLSearchParams(location.search).get("lang") ?? navigator.language.slice(0, 2);
  for (const [language, { name }] of Object.entries(settings.texts)) {
    byId("language").append(element("option", { value: language, textContent: name }));
  }
  const language = wish in settings.texts ? wish : "en";
  byId("language").value = language;
  speak(language);
  const kept = sessionStorage.getItem(KEPT);
  if (kept) signIn(JSON.parse(kept));
  else if (settings.user) signIn(settings);
  else ask();
}

begin();
