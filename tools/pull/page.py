"""The scoresheet as a page for browsers: one file, which needs nothing else and prints well."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tools.pull import summary
from tools.pull.account import Account, Frame, Stroke, Visit
from tools.pull.terms import Terms, best, shown

_STYLE = """
body { font: 15px/1.4 "Noto Sans", "Noto Sans Arabic", "Segoe UI", Tahoma, sans-serif;
  color: #1a1a1a; background: #fff; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem }
h1 { margin: 0 } h1 small { float: inline-end; font-weight: 400; font-size: 1rem; color: #707070 }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .3rem; break-after: avoid }
h2 small, p, .who { font-weight: 400; color: #707070 } h2 small { float: inline-end }
.sides { display: grid; grid-template-columns: 1fr auto 1fr; gap: 1rem; align-items: end }
.sides b { font-size: 1.2rem } .sides div { border-bottom: 1px solid; min-height: 2rem }
.sides .won { border: 0; font-size: 2rem; font-weight: 700 } .result { text-align: center }
table { width: 100%; border-collapse: collapse } thead { display: table-header-group }
th { background: #f1eee6; color: #707070; font-weight: 400 }
th, td { border-bottom: 1px solid #b9b4a6; padding: .1rem .4rem; text-align: center;
  vertical-align: top } tr { break-inside: avoid }
.strokes { text-align: start; width: 34% } .strokes bdi { margin-inline-end: .35em }
.wide .strokes { width: 45% } .same { color: #707070 } .foul { color: #b3261e }
.foul, .best, .new { font-weight: 700 } .foul.given { font-weight: 400 }
dl { font-size: .85rem } dt, dd { display: inline; margin: 0 } dt { font-weight: 700 }
dd { color: #707070; margin-inline: .3em 1.2em }
.hands { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; margin-top: 3rem }
.hands div { border-bottom: 1px solid; color: #707070 }
@media print { body { margin: 0; max-width: none; font-size: 11px } @page { margin: 14mm }
  * { print-color-adjust: exact } th, td { border-bottom-width: .5px }
  h1 small, h2, h2 small { font-size: 12px } }
"""


def as_html(account: Account, terms: Terms) -> bytes:
    """The match as one HTML document, well-formed as XML too."""
    direction = "rtl" if terms.right_to_left else "ltr"
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{terms.language}" dir="{direction}">',
        '<head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{escape(summary.title(account, terms))}</title>",
        f"<style>{_STYLE}</style></head><body>",
        *_head(account, terms),
        *(
            part
            for frame in account.frames
            if frame.visits
            for part in _frame(account, terms, frame)
        ),
        *_foot(account, terms),
        "</body></html>",
    ]
    return ("\n".join(parts) + "\n").encode()


def _head(account: Account, terms: Terms) -> Iterator[str]:
    yield f"<h1>{escape(terms.game(account))} <small>{escape(terms['title'])}</small></h1>"
    facts = (f"{escape(word)}: <bdi>{escape(value)}</bdi>" for word, value in terms.facts(account))
    yield f"<p>{' · '.join(facts)}</p>"
    won = map(terms.number, account.frames[-1].frames)
    a, b = (f"<div><b>{side}</b> {escape(name)}</div>" for side, name in zip("AB", account.names))
    yield f'<div class="sides">{a}<span class="won">{" : ".join(won)}</span>{b}</div>'
    yield f'<p class="result">{escape(terms.result(account))}</p>'
    yield "<table><thead>"
    yield _cells(summary.heads(account, terms), "th")
    yield "</thead><tbody>"
    for frame in account.frames:
        yield _cells(summary.row(account, terms, frame), "td")
    yield "</tbody></table>"


def _cells(cells: list[str], name: str) -> str:
    return "<tr>" + "".join(f"<{name}>{escape(cell)}</{name}>" for cell in cells) + "</tr>"


def _frame(account: Account, terms: Terms, frame: Frame) -> Iterator[str]:
    name, remark = summary.name(account, terms, frame), summary.remark(terms, frame)
    yield f"<h2>{escape(name)} <small>{escape(remark)}</small></h2>"
    yield f'<table class="{"" if account.has_points else "wide"}"><thead><tr>'
    heads = [escape(text) for text in summary.columns(account, terms)]
    for place, text in enumerate(heads):
        look = ' class="strokes"' if place in (0, len(heads) - 2) else ""
        yield f"<th{look}>{text}</th>"
    yield "</tr></thead><tbody>"
    for visit in frame.visits:
        yield _row(account, terms, frame, visit)
    yield "</tbody></table>"


def _row(account: Account, terms: Terms, frame: Frame, visit: Visit) -> str:
    strokes = ["", ""]
    strokes[visit.side == "B"] = _who(account, terms, visit) + "".join(
        _stroke(terms, stroke) for stroke in visit.strokes
    )
    a, b = (f'<td class="strokes">{text}</td>' for text in strokes)
    between = ""
    if visit.score:
        points = [_points(terms, frame, visit, side) for side in (0, 1)]
        scores = [_score(terms, visit, side) for side in (0, 1)]
        between = points[0] + scores[0] + scores[1] + points[1]
    return f"<tr>{a}{between}{b}<td>{terms.clock(visit.time_s)}</td></tr>"


def _who(account: Account, terms: Terms, visit: Visit) -> str:
    who = summary.who(account, terms, visit)
    return f'<span class="who">{escape(who)}</span> ' if who else ""


def _stroke(terms: Terms, stroke: Stroke) -> str:
    look = ' class="foul"' if stroke.foul else ""
    return f'<bdi dir="ltr"{look}>{escape(terms.number(shown(stroke)))}</bdi> '


def _points(terms: Terms, frame: Frame, visit: Visit, side: int) -> str:
    change, own = visit.change[side], visit.side == "AB"[side]
    if not change and not own:
        return "<td></td>"
    look = "best" if own and best(frame, visit) else "foul given" if visit.side and not own else ""
    return f'<td class="{look}"><bdi dir="ltr">{terms.change(change, own)}</bdi></td>'


def _score(terms: Terms, visit: Visit, side: int) -> str:
    look = "new" if visit.change[side] else "same"
    return f'<td class="{look}">{terms.number((visit.score or (0, 0))[side])}</td>'


def _foot(account: Account, terms: Terms) -> Iterator[str]:
    signs = terms.signs(account)
    if signs:
        yield f"<h2>{escape(terms['signs'])}</h2><dl>"
        for sign, text in signs.items():
            yield f'<dt><bdi dir="ltr">{escape(sign)}</bdi></dt> <dd>{escape(text)}</dd>'
        yield "</dl>"
    hands = "".join(f"<div>{escape(terms[word])}</div>" for word in ("recorder", "referee"))
    yield f'<div class="hands">{hands}</div>'
