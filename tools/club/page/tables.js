"use strict";

/* What the broker has said of each table, and how it is put: for the club page and the overlay.
   Nothing here is taken on trust: whatever is not of the expected form is as if it was not said. */
const Tables = (() => {
  const PARTS = ["state", "about", "clocks", "online", "lamp"];
  const TOPIC = /^marker\/([a-z0-9-]{1,16})\/(\w+)$/;
  const POOL = ["yellow", "blue", "red", "purple", "orange", "green", "brown", "black"];
  const COLOURS = ["red", "yellow", "green", "brown", "blue", "pink", "black"];

  const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);
  const pair = value => Array.isArray(value) && value.length === 2 ? value : null;

  /* Put a message where it belongs; the name of its table, or null where it makes no sense. */
  function take(tables, topic, text) {
    const [, name, part] = TOPIC.exec(topic) ?? [];
    if (!PARTS.includes(part)) return null;
    const value = part === "online" || part === "lamp" ? text : parsed(text);
    if (value === null) return null;
    if (!tables.has(name)) tables.set(name, { name });
    tables.get(name)[part] = value;
    return name;
  }

  function parsed(text) {
    try {
      const value = JSON.parse(text);
      return isObject(value) ? value : null;
    } catch {
      return null;
    }
  }

  /* "online", "offline", "unheard", or "lost" while the broker is away. */
  function link(table, connected) {
    if (!connected) return "lost";
    return ["online", "offline"].includes(table.online) ? table.online : "unheard";
  }

  /* The large pair, and the small one where there is one: racks where a game has no points. */
  function numbers(state = {}) {
    const frames = pair(state.frames), score = pair(state.total) ?? pair(state.score);
    return score ? { large: score, small: frames } : { large: frames ?? [0, 0], small: null };
  }

  /* Whose turn it is: 0, 1, or -1 while nobody's is. */
  function striker(state = {}) {
    return state.frame_over ? -1 : ["A", "B"].indexOf(state.striker);
  }

  /* The balls on: a colour, a stripe or not, a number ("" for none), a word for who can't see. */
  function ballsOn({ on, balls, frame_over: over } = {}) {
    if (over || on === null || on === undefined) return [];
    if (typeof on === "number") return (Array.isArray(balls) ? balls : [on]).map(numbered);
    if (COLOURS.includes(on)) return [{ colour: on, number: "", word: on }];
    if (on === "colour") return [{ colour: "many", number: "", word: on }];
    if (on === "eight") return [{ ...numbered(8), word: on }];
    if (on === "stripes") return [{ colour: "grey", stripe: true, number: "", word: on }];
    return ["solids", "any"].includes(on) ? [{ colour: "grey", number: "", word: on }] : [];
  }

  function numbered(number) {
    const colour = POOL[(number - 1) % 8] ?? "grey";
    return { colour, stripe: number > 8, number: String(number), word: "" };
  }

  /* Seconds left of the stroke, or null: a board without the time of day tells none. */
  function shotLeft(clocks = {}, now_ms) {
    if (clocks.synced === false || clocks.paused || typeof clocks.shot_ends !== "number") return null;
    return Math.max(0, Math.ceil(clocks.shot_ends - now_ms / 1000));
  }

  /* The length of the match, "9", or "": for the brackets between the frames. */
  function length({ options = {} } = {}) {
    return String(options?.["best-of"] ?? options?.["race-to"] ?? options?.frames ?? "");
  }

  const names = about => (pair(about?.names) ?? ["A", "B"]).map(String);

  /* A number in the digits of a language. */
  const inDigits = (value, digits) => String(value).replace(/\d/g, digit => digits[digit]);

  return { PARTS, take, link, numbers, striker, ballsOn, shotLeft, length, names, inDigits };
})();

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function ball({ colour, stripe, number, word }, words) {
  const made = element("i", { className: `ball ${colour}${stripe ? " stripe" : ""}` });
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", number || words[word] || word);
  if (number) made.append(element("b", { textContent: number }));
  return made;
}

/* The balls on, and the word where a colour alone does not say it. */
function onBalls(state, words) {
  return Tables.ballsOn(state).flatMap(on => [
    ball(on, words), ...(on.colour === "grey" && on.word ? [words[on.word]] : [])]);
}
