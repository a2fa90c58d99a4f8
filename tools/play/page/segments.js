"use strict";

/* A seven-segment digit as SVG: slanted, its segments cut at 45 degrees where they meet.

        a
      f   b      bit 0..6 of a segment byte are a..g, bit 7 is the decimal point
        g
      e   c
        d   .
*/
const Segments = (() => {
  const WIDE = 58, HIGH = 106, THICK = 12, GAP = 1.3, SLANT_DEG = 7;
  const HALF = THICK / 2, MIDDLE = HIGH / 2;
  const POINT = { x: WIDE + 9, y: HIGH - HALF, radius: 6.4 };

  const across = [[GAP, 0], [WIDE - GAP, 0], [WIDE - THICK - GAP, THICK], [THICK + GAP, THICK]];
  const upright = [
    [0, GAP], [THICK, THICK + GAP], [THICK, MIDDLE - HALF - GAP],
    [HALF, MIDDLE - GAP], [0, MIDDLE - GAP],
  ];
  const centre = [
    [HALF + GAP, MIDDLE], [THICK + GAP, MIDDLE - HALF], [WIDE - THICK - GAP, MIDDLE - HALF],
    [WIDE - HALF - GAP, MIDDLE], [WIDE - THICK - GAP, MIDDLE + HALF],
    [THICK + GAP, MIDDLE + HALF],
  ];
  const toTheRight = points => points.map(([x, y]) => [WIDE - x, y]);
  const below = points => points.map(([x, y]) => [x, HIGH - y]);
  const OUTLINES = [
    across, toTheRight(upright), below(toTheRight(upright)), below(across), below(upright),
    upright, centre,
  ];

  function part(name, attributes, parent) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent?.append(element);
    return element;
  }

  function digit() {
    const svg = part("svg", { viewBox: "-17 -3 92 112", class: "digit", "aria-hidden": "true" });
    const group = part("g", { transform: `skewX(-${SLANT_DEG})` }, svg);
    for (const outline of OUTLINES) part("polygon", { points: outline.join(" ") }, group);
    part("circle", { cx: POINT.x, cy: POINT.y, r: POINT.radius }, group);
    show(svg, 0);
    return svg;
  }

  function show(svg, segments) {
    svg.dataset.segments = segments;
    [...svg.firstChild.children].forEach((shape, bit) => {
      shape.classList.toggle("lit", Boolean(segments >> bit & 1));
    });
  }

  return { digit, show };
})();
