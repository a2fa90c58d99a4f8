"use strict";

/* The score of one table over a picture. A viewer never sees an error: while nothing is heard the
   last score stands, with a small ring beside it. */

const SHORT_S = 5;
const TICK_MS = 200;
const REFUSED_MS = 30000;
const byId = id => document.getElementById(id);
const { text, table: NAME } = SETTINGS;
const words = text.words;
const tables = new Map([[NAME, { name: NAME }]]);
let connected = false;

const say = value => Tables.inDigits(value, text.digits);

function put(id, value) {
  if (byId(id).textContent !== value) byId(id).textContent = value;
}

function drawSides({ state, about }) {
  const { large, small } = Tables.numbers(state);
  const length = Tables.length(about);
  ["a", "b"].forEach((side, index) => {
    put(`name-${side}`, Tables.names(about)[index]);
    put(`score-${side}`, say(large[index]));
    put(`frames-${side}`, small ? say(small[index]) : "");
    byId(`name-${side}`).parentNode.classList.toggle("turn", Tables.striker(state) === index);
  });
  byId("frames").classList.toggle("counted", Boolean(small));
  put("length", length ? `(${say(length)})` : small ? "–" : words.rack);
}

function breakOf(state) {
  const winner = ["A", "B"].indexOf(state.match_over ? state.match_winner : state.winner);
  if (state.frame_over) {
    const name = Tables.names(tables.get(NAME).about)[winner];
    return name ? [element("bdi", { textContent: name }), words.won] : [];
  }
  if (!(state.break > 0)) return [];
  return [words.break, element("b", { textContent: say(Number(state.break)) })];
}

function draw() {
  const { state, about, clocks, online } = tables.get(NAME);
  document.body.dataset.link = connected && online !== "offline" ? "live" : "lost";
  byId("bug").hidden = !state;
  if (state) {
    drawSides({ state, about });
    byId("break").replaceChildren(...breakOf(state));
    byId("on").replaceChildren(...onBalls(state, words));
  }
  drawShot(clocks);
}

function drawShot(clocks) {
  const left = Tables.shotLeft(clocks, Date.now());
  put("shot", left === null ? "" : say(left));
  byId("shot").classList.toggle("short", left !== null && left <= SHORT_S);
  const used = ["break", "on", "shot"].some(id => byId(id).childNodes.length);
  byId("below").classList.toggle("used", used || document.body.dataset.link === "lost");
}

function listen() {
  Line.open(SETTINGS, {
    heard(topic, payload) {
      if (Tables.take(tables, topic, payload) === NAME) draw();
    },
    linked(now) {
      connected = now;
      draw();
    },
    refused() {  // the mark stands, viewers are not told; a broker that starts may refuse anybody
      setTimeout(listen, REFUSED_MS);
    },
  });
}

draw();
listen();
setInterval(() => drawShot(tables.get(NAME).clocks), TICK_MS);
