"""`pull`: the records of all matches from a board into files. See docs/records.md.

The board is asked for its scoresheets, everything else is worked out here, where there is memory.
Only when all files are written is the board told that it may overwrite what it has.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.legends import LANGUAGES
from tools.link import Link, find_port
from tools.pull.account import Account, Unplayable, tell
from tools.pull.data import as_csv, as_json
from tools.pull.kept import Kept, broken, matches
from tools.pull.page import as_html
from tools.pull.paper import as_pdf
from tools.pull.terms import Terms
from tools.refusal import Refusal, writing
from tools.scoresheet import SheetError

HELP = "bring the records of all matches from a board into files"
PART = "pictures"

FORMATS = ("text", "json", "csv", "html", "pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", help="the board's serial port, if there are several")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path("records"), help="(default: records)"
    )
    parser.add_argument(
        "--format",
        nargs="+",
        choices=FORMATS,
        default=["text", "pdf"],
        help="one or several (default: text pdf)",
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="(default: en)")
    parser.add_argument(
        "--keep", action="store_true", help="do not tell the board that it may overwrite them"
    )
    parser.add_argument(
        "--from",
        dest="source",
        metavar="FILE",
        help="scoresheets from a file instead of a board; '-' reads standard input",
    )


def run(args: argparse.Namespace) -> int:
    if args.source:
        return write(_read(args.source), args)
    with Link(find_port(args.port)) as link:  # leaving it starts the program again
        link.clear()  # the match that is played takes memory, and is on the flash
        status = write(link.run("import records\nrecords.show()"), args)
        if not args.keep:
            link.run("import records\nrecords.fetched()")
    return status


def write(printed: str, args: argparse.Namespace) -> int:
    """Write all matches of a text into files; 1 if something in it is no whole match, else 0."""
    complaints = broken(printed)
    found = matches(printed)
    terms = Terms(args.lang)
    for number, kept in enumerate(found, 1):
        stem = kept.name or _stem(args.source, number, len(found))
        try:
            account = _tell(kept)
        except (SheetError, Unplayable) as error:
            files = _save({f"{stem}-broken.txt": kept.text.encode()}, args.out)
            complaints.append(f"{stem}: {error}; what there is of it is in {files[0]}")
            continue
        files = _save(dict(_files(stem, account, terms, args.format)), args.out)
        print(f"{_line(account)}: {', '.join(files)}", flush=True)
    for complaint in complaints:
        print(f"{complaint}; skipped", file=sys.stderr)
    if not found and not complaints:
        print("no match has been kept yet")
    return 1 if complaints else 0


def _tell(kept: Kept) -> Account:
    if kept.damage:
        raise Unplayable(kept.damage)
    return tell(kept)


def _files(
    stem: str, account: Account, terms: Terms, formats: list[str]
) -> Iterator[tuple[str, bytes]]:
    """(name, content) of each file of a match."""
    for name in dict.fromkeys(formats):
        match name:
            case "text":
                yield f"{stem}.txt", account.kept.text.encode()
            case "json":
                yield f"{stem}.json", as_json(account)
            case "csv":
                yield f"{stem}-{terms.language}.csv", as_csv(account, terms.language)
            case "html":
                yield f"{stem}-{terms.language}.html", as_html(account, terms)
            case "pdf":
                yield f"{stem}-{terms.language}.pdf", as_pdf(account, terms)


def _save(contents: dict[str, bytes], folder: Path) -> list[str]:
    """Write files, beside those of the same name that hold something else; the names."""
    again = 1
    while any(_differs(folder / _name(name, again), contents[name]) for name in contents):
        again += 1
    paths = [folder / _name(name, again) for name in contents]
    with writing():
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in zip(paths, contents.values()):
            if not path.exists():
                _write_whole(path, content)
    return [path.name for path in paths]


def _differs(path: Path, content: bytes) -> bool:
    with writing():
        return path.exists() and path.read_bytes() != content


def _name(name: str, again: int) -> str:
    path = Path(name)
    return name if again == 1 else f"{path.stem}-{again}{path.suffix}"


def _write_whole(path: Path, content: bytes) -> None:
    """Under another name first, so that what is cut off does not look like a record."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


def _line(account: Account) -> str:
    """A match on one line."""
    kept = account.kept
    number = "match" if kept.number is None else f"match {kept.number}"
    won = "{}–{}".format(*account.frames[-1].frames)
    parts = [number, f"{kept.date} {kept.time}".strip(), account.game, won]
    return " ".join(part for part in parts if part) + ("" if account.over else ", not over yet")


def _stem(source: str | None, number: int, count: int) -> str:
    """What a match is called that has no number of its own."""
    stem = Path(source).stem if source and source != "-" else "match"
    return stem if count == 1 else f"{stem}-{number}"


def _read(source: str) -> str:
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise Refusal(f"{source}: {error.strerror}; name a file with scoresheets.") from None
    except UnicodeDecodeError:
        raise Refusal(f"{source}: this is no UTF-8 text; save it as one.") from None
    if not matches(text):
        raise Refusal(f"{source}: no scoresheet begins here, no line 'game: …'; name another.")
    return text
