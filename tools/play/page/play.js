"use strict";

/* The page of `python3 -m tools play`. It draws what the server tells and nothing else: digits
   from the segment bytes latched in the display chips, lamps, the scoresheet of the firmware. It
   sends what hands do, see tools/vboard/bench.py: "+1" closes key 1, "power off" pulls the plug. */

const BALLS = ["red", "yellow", "green", "brown", "blue", "pink", "black"];
const TYPED = { Enter: "#", Backspace: "D" };
const SILENCE_MS = 3000;
const RECONNECT_MS = 700;
const TAP_MS = 80;
const BACK_MS = 5000;
const LEAD_S = 0.05;
const LOUDNESS = 0.25;

const byId = id => document.getElementById(id);

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/* The board: built once a connection from the board file, then shown change by change. */

let board, names, digits;

function build(hello) {
  board = hello;
  names = hello.sides;
  digits = [];
  hands = UNTOUCHED;  // so that another board is not taken for this one begun anew
  ran_s = 0;
  document.title = `${names.join(" – ")} · Marker`;
  for (const side of ["a", "b"]) {
    const turn = lamp(`turn_${side}`, "", "turn");
    const name = names[side === "a" ? 0 : 1];
    byId(`name-${side}`).replaceChildren(...turn, element("span", { textContent: name }));
    byId(`head-${side}`).textContent = name;
    byId(`score-${side}`).replaceChildren(...field(`score_${side}`));
  }
  const length = `${hello.captions.frames}\n${hello.length}`;
  const caption = element("span", { className: "caption", textContent: length });
  byId("frames").replaceChildren(...field("frames_a"), caption, ...field("frames_b"));
  byId("info").replaceChildren(...field("info"));
  byId("balls").replaceChildren(...BALLS.flatMap(ball => lamp(ball, "", `ball ${ball}`)));
  const others = hello.lamps.filter(name => !BALLS.includes(name) && !name.startsWith("turn_"));
  byId("signals").replaceChildren(...others.flatMap(
    name => lamp(name, hello.captions[name] ?? name, name === "fault" ? "alarm" : "")));
  buildKeypad(hello.keys, hello.legends);
}

function field(name) {
  const places = board.fields[name];
  if (!places) return [];
  const made = element("div", { className: "field" });
  made.dataset.field = name;
  made.setAttribute("role", "img");
  for (const place of places) made.append(digits[place] = Segments.digit());
  return [made];
}

function lamp(name, caption, look = "") {
  if (!board.lamps.includes(name)) return [];
  const made = element("span", { className: `lamp ${look}` }, element("i"), caption);
  made.dataset.lamp = name;
  made.setAttribute("role", "img");
  return [made];
}

/* "score_a: 8" is read out as "Anna, score: 8". */
function spoken(name, value) {
  const [what, side] = name.split("_");
  const owner = { a: `${names[0]}, `, b: `${names[1]}, ` }[side] ?? "";
  return `${owner}${board.captions[what] ?? what}: ${value}`;
}

const show = {
  board: build,
  digits(latched) {
    digits.forEach((svg, place) => Segments.show(svg, latched[place]));
  },
  fields(texts) {
    for (const made of document.querySelectorAll("[data-field]")) {
      const text = texts[made.dataset.field].trim() || "dark";
      made.setAttribute("aria-label", spoken(made.dataset.field, text));
    }
    const scores = ["score_a", "score_b"].filter(name => name in texts)
      .map(name => spoken(name, texts[name].trim())).join(". ");
    if (byId("announcer").textContent !== scores) byId("announcer").textContent = scores;
  },
  lamps(lit) {
    for (const made of document.querySelectorAll("[data-lamp]")) {
      const on = lit.includes(made.dataset.lamp);
      made.classList.toggle("lit", on);
      made.setAttribute("aria-label", spoken(made.dataset.lamp, on ? "on" : "off"));
    }
  },
  table_lamp(on) {
    document.body.classList.toggle("lamp-lit", on);
    byId("table-lamp").setAttribute("aria-label", `Table lamp: ${on ? "on" : "off"}`);
  },
  visits(visits) {
    byId("visits").replaceChildren(...visits.map(visitRow));
    byId("sheet").scrollTop = byId("sheet").scrollHeight;
  },
  sounds(played) {
    played.forEach(hear);
  },
  hands(done) {
    if (hands.power && !done.power) hush();
    if (done.power && !hands.power) begun();
    hands = done;
    showHands();
    showClock();
  },
  ms(milliseconds) {
    const before_s = ran_s;
    ran_s = Math.floor(milliseconds / 1000);
    if (milliseconds && ran_s < before_s) begun();
    showClock();
  },
  stopped(reason) {
    link("stopped", `The firmware stopped: ${reason}`);
  },
};

let ran_s = 0;

function showClock() {
  const clock = [ran_s / 3600, ran_s / 60 % 60, ran_s % 60]
    .map(part => String(Math.floor(part)).padStart(2, "0")).join(":");
  const state = hands.power ? `running for ${clock}` : "without power";
  byId("clock").textContent = `${board.interpreter} · ${state}`;
}

function visitRow({ side, tokens, points, score }) {
  if (!side) return element("li", { className: "rule", textContent: tokens });
  return element("li", { className: `visit ${side.toLowerCase()}` },
    element("span", { className: "tokens", textContent: tokens }),
    element("b", { textContent: points || "" }),
    element("span", { className: "running", textContent: score }));
}

/* The keypad: a pointer, a typed key or the space bar closes a contact, and opens it again. */

const held = new Map();

function press(finger, key) {
  if (held.has(finger) || linked() !== "live" || !keyButton(key)) return;
  wakeAudio();
  if (jams(key)) return;
  held.set(finger, key);
  keyButton(key).classList.add("down");
  socket.send(`+${key}`);
}

function release(finger) {
  const key = held.get(finger);
  if (!held.delete(finger)) return;
  if ([...held.values()].includes(key)) return;
  keyButton(key).classList.remove("down");
  if (linked() === "live") socket.send(`-${key}`);
}

function releaseAll() {
  [...held.keys()].forEach(release);
}

function keyButton(key) {
  return byId("keypad").querySelector(`[data-key="${CSS.escape(key)}"]`);
}

function buildKeypad(rows, legends) {
  releaseAll();
  byId("keypad").style.setProperty("--columns", rows[0].length);
  byId("keypad").replaceChildren(...rows.flatMap(row => [...row]).map(key => {
    const legend = legends[key] ?? "";
    const made = element("button", { type: "button", className: "key" },
      element("b", { textContent: key }), element("span", { textContent: legend }));
    if (BALLS.includes(legend)) made.append(element("i", { className: `ball ${legend}` }));
    made.dataset.key = key;
    made.setAttribute("aria-label", `${key} ${legend}`.trim());
    return made;
  }));
}

byId("keypad").addEventListener("pointerdown", event => {
  const key = event.target.closest("[data-key]")?.dataset.key;
  if (!key || event.button) return;
  byId("keypad").setPointerCapture(event.pointerId);
  press(event.pointerId, key);
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
  byId("keypad").addEventListener(end, event => release(event.pointerId));
}
byId("keypad").addEventListener("contextmenu", event => event.preventDefault());
byId("keypad").addEventListener("click", event => {
  const key = event.target.closest("[data-key]")?.dataset.key;
  if (!key || event.detail) return;  // a pointer has been dealt with; this is a screen reader's
  press("tap", key);
  setTimeout(release, TAP_MS, "tap");
});

addEventListener("keydown", event => {
  if (event.metaKey || event.ctrlKey !== event.altKey) return;
  if (event.key === "Enter" && event.target.closest("button:not([data-key])")) return;
  if (event.key === "Escape") choose(false);
  const focused = event.code === "Space" && event.target.dataset.key;
  const key = focused || TYPED[event.key] || event.key.toUpperCase();
  if (event.key.length > 1 && !(event.key in TYPED) || !keyButton(key)) return;
  event.preventDefault();
  if (!event.repeat) press(event.code, key);
});
addEventListener("keyup", event => {
  if (held.has(event.code)) event.preventDefault();
  release(event.code);
});
addEventListener("blur", releaseAll);

/* Hands that do what happens to boards on walls. What was done the server tells to every page;
   only which key shall jam is chosen here first. */

const UNTOUCHED = { power: true, display: true, noise: false, jammed: [] };
let hands = UNTOUCHED;
let choosing = false;
let back;  // while the line says that the match has resumed

function send(act) {
  if (linked() === "live") socket.send(act);
}

/* A key that is pressed to be jammed, or to be freed again, is not pressed. */
function jams(key) {
  const jammed = hands.jammed.includes(key);
  if (!choosing && !jammed) return false;
  send(`${jammed ? "free" : "jam"} ${key}`);
  choose(false);
  return true;
}

/* The firmware has begun anew. */
function begun() {
  if (!byId("visits").children.length) return;
  clearTimeout(back);
  back = setTimeout(() => { back = 0; showHands(); }, BACK_MS);
  showHands();
}

function choose(now) {
  choosing = now;
  showHands();
}

function showHands() {
  const pressed = { power: !hands.power, display: !hands.display, noise: hands.noise };
  for (const made of document.querySelectorAll("[data-switch]")) {
    made.setAttribute("aria-pressed", pressed[made.dataset.switch]);
  }
  byId("jam").setAttribute("aria-pressed", choosing || hands.jammed.length > 0);
  byId("keypad").classList.toggle("choosing", choosing);
  for (const made of document.querySelectorAll("[data-key]")) {
    const jammed = hands.jammed.includes(made.dataset.key);
    made.classList.toggle("jammed", jammed);
    made.setAttribute("aria-description", jammed ? "jammed" : "");
  }
  if (byId("note").textContent !== note()) byId("note").textContent = note();
}

function note() {
  const jammed = hands.jammed.join(" ");
  if (choosing) return "Which key? Press it.";
  if (!hands.power) return "No power. Plug it in, and the match is back.";
  if (back) return "rESU: the match has resumed.";
  if (jammed) return `${jammed} jammed: left out after 30 s. Press it to free it.`;
  if (!hands.display) return "Dark, but every key counts.";
  if (hands.noise) return "The lamp’s relay garbles the display. C # switches the lamp.";
  return "Whatever you do, the match goes on.";
}

byId("hands").addEventListener("click", event => {
  const made = event.target.closest("button");
  if (!made) return;
  wakeAudio();
  const name = made.dataset.switch;
  if (name) send(`${name} ${hands[name] ? "off" : "on"}`);
  else if (made.dataset.act) send(made.dataset.act);
  else if (hands.jammed.length) hands.jammed.forEach(key => send(`free ${key}`));
  else choose(!choosing);
});

/* Sound: the tones of the buzzer, at the times of its own clock. A browser keeps silent until the
   first gesture. */

let audio, voice, volume, lag_s = 0, muted = false;

function wakeAudio() {
  if (!audio) {
    audio = new AudioContext();
    voice = new OscillatorNode(audio, { type: "triangle" });
    volume = new GainNode(audio, { gain: 0 });
    voice.connect(volume).connect(audio.destination);
    voice.start();
  }
  audio.resume();
}

function hear([ms, hz]) {
  if (!audio) return;
  let at = ms / 1000 + lag_s;
  if (at < audio.currentTime || at > audio.currentTime + 4 * LEAD_S) {
    lag_s = audio.currentTime + LEAD_S - ms / 1000;
    at = ms / 1000 + lag_s;
  }
  if (hz) voice.frequency.setValueAtTime(hz, at);
  volume.gain.setTargetAtTime(hz && !muted ? LOUDNESS : 0, at, 0.002);
}

function hush() {
  volume?.gain.cancelScheduledValues(0);
  volume?.gain.setTargetAtTime(0, audio.currentTime, 0.002);
}

byId("mute").addEventListener("click", () => {
  muted = !muted;
  hush();
  byId("mute").setAttribute("aria-pressed", muted);
  byId("mute").textContent = muted ? "Sound off" : "Sound on";
});

/* The connection: comes back by itself, and never lets an old score pass for the present one. */

let socket, heard_at;

const linked = () => document.body.dataset.link;

function link(state, alarm = "") {
  document.body.dataset.link = state;
  if (byId("alarm").textContent !== alarm) byId("alarm").textContent = alarm;
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/wire`);
  heard_at = performance.now();
  socket.onmessage = event => {
    heard_at = performance.now();
    const news = JSON.parse(event.data);
    if ("board" in news) link("live");
    for (const [name, value] of Object.entries(news)) show[name](value);
  };
  socket.onclose = lost;
}

function lost() {
  socket.onmessage = socket.onclose = null;
  socket.close();
  if (linked() !== "stopped") link("lost", "Connection lost – trying again…");
  releaseAll();
  hush();
  setTimeout(connect, RECONNECT_MS);
}

setInterval(() => {
  if (socket.onclose && performance.now() - heard_at > SILENCE_MS) lost();
}, 500);

connect();
