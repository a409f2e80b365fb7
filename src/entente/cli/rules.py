"""`entente rules`: our own summary of a game's rules, by section, and its cards."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Collection

from entente.cli.mistake import mistake
from entente.cli.parser import Parser
from entente.cli.setting import Context, nearest
from entente.kernel import Catalog, Mistake, registry
from entente.kernel.text import slug


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("game", metavar="GAME", help=words("help.game"))
    parser.add_argument("section", metavar="SECTION", nargs="?", help=words("help.section"))


def run(arguments: Namespace, context: Context) -> int:
    catalog = registry.load(arguments.game).catalog(context.language)
    if arguments.section is None:
        _contents(arguments.game, catalog, context)
    else:
        show_section(arguments.section, catalog, context)
    return 0


def show_section(
    wanted: str, catalog: Catalog, context: Context, near: Collection[str] = ()
) -> None:
    """A section with its subsections, or a card; what is unknown is a Mistake with near ones.

    Of two cards with one name, that among the `near` ones is meant.
    """
    wanted = wanted.strip().strip("[]§.")
    found = [card for card in cards(catalog) if _is_card(wanted, card, catalog)]
    if found:
        card = next((card for card in found if card in near), found[0])
        _card(card, catalog, context)
        return
    inside = [s for s in sections(catalog) if s == wanted or s.startswith(wanted + ".")]
    if not inside:
        raise _unknown(wanted, catalog)
    for number, section in enumerate(inside):
        if number:
            context.screen.line()
        context.screen.line(f"{section}  {section_title(section, catalog)}", "bold")
        context.screen.prose(catalog.texts.get(f"rules.{section}.text", "").strip(), indent=2)


def sections(catalog: Catalog) -> list[str]:
    """The sections of a game's rules, in the order of the book."""
    keys = re.compile(r"rules\.(.+)\.title")
    found = (match[1] for key in catalog.texts if (match := keys.fullmatch(key)))
    return list(found)


def section_title(section: str, catalog: Catalog) -> str | None:
    """What a section is called; for one that the summary does not have, the section around it."""
    while section:
        if f"rules.{section}.title" in catalog:
            return catalog.get(f"rules.{section}.title")
        section = section.rpartition(".")[0]
    return None


def cards(catalog: Catalog) -> list[str]:
    """The ids of a game's cards."""
    keys = re.compile(r"cards\.(.+)\.name")
    return [match[1] for key in catalog.texts if (match := keys.fullmatch(key))]


def _is_card(wanted: str, card: str, catalog: Catalog) -> bool:
    """Whether a card is meant: by its id or by its name."""
    return slug(wanted) in (slug(card), slug(catalog.get(f"cards.{card}.name")))


def _contents(name: str, catalog: Catalog, context: Context) -> None:
    screen, words = context.screen, context.words
    screen.line(words("rules.contents", title=catalog.get("info.title")), "bold")
    for section in sections(catalog):
        depth = section.count(".")
        title = catalog.get(f"rules.{section}.title")
        screen.parts("  " * (depth + 1), (f"{section:<6}", "cyan"), " ", title)
    if cards(catalog):
        screen.line()
        screen.line(words("rules.cards"), "bold")
        for card in cards(catalog):
            screen.parts("  ", (f"{card:<6}", "cyan"), " ", catalog.get(f"cards.{card}.name"))
    screen.line()
    example = next((s for s in sections(catalog) if "." not in s), "")
    screen.line(words("rules.how", game=name, section=example), "dim")


def _card(card: str, catalog: Catalog, context: Context) -> None:
    screen, prefix = context.screen, f"cards.{card}"
    year = catalog.texts.get(f"{prefix}.year", "")
    screen.parts((f"{card}  {catalog.get(f'{prefix}.name')}", "bold"), ("  " + year, "dim"))
    screen.prose(catalog.texts.get(f"{prefix}.text", "").strip(), indent=2)
    note = catalog.texts.get(f"{prefix}.note", "").strip()
    if note:
        screen.line()
        screen.prose(note, "dim", indent=2)


def _unknown(wanted: str, catalog: Catalog) -> Mistake:
    """The sections with the word in their title, or those with a number most like it."""
    known = sections(catalog)
    found = [s for s in known if slug(wanted) in slug(catalog.get(f"rules.{s}.title"))]
    if not found:
        found = _beside(wanted, known) or nearest(wanted, [*known, *cards(catalog)])
    if not found:
        return mistake("mistake.section_unknown", name=wanted)
    return mistake("mistake.section", name=wanted, known=[_named(s, catalog) for s in found[:8]])


def _beside(wanted: str, known: list[str]) -> list[str]:
    """The sections around a number that is not there: 4.8, 4.9 and 4.10 for 4.12."""
    parent, _, number = wanted.rpartition(".")
    beside = [s for s in known if parent and s.rpartition(".")[0] == parent]
    if not number.isdecimal():
        return beside
    near = sorted(beside, key=lambda section: abs(_last_number(section) - int(number)))[:4]
    return [section for section in beside if section in near]


def _last_number(section: str) -> int:
    last = section.rpartition(".")[2]
    return int(last) if last.isdecimal() else 0


def _named(section: str, catalog: Catalog) -> str:
    title = catalog.texts.get(f"rules.{section}.title") or catalog.get(f"cards.{section}.name")
    return f"{section} ({title})"
