"""`entente rules`: our own summary of a game's rules, by section, and its cards."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection

from entente.cli.mistake import mistake
from entente.cli.parser import Parser
from entente.cli.setting import Context, nearest
from entente.kernel import Catalog, Mistake, registry
from entente.kernel.reading import fit
from entente.kernel.summary import card_text, cards, section_text, section_title, sections
from entente.kernel.text import slug


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    section = words("argument.section")
    parser.add_argument(
        "section", metavar=section, nargs="*", default=[], help=words("help.section")
    )


def run(arguments: Namespace, context: Context) -> int:
    catalog = registry.load(arguments.game).catalog(context.language)
    if not arguments.section:
        _contents(arguments.game, catalog, context)
    else:
        show_section(" ".join(arguments.section), catalog, context)
    return 0


def show_section(
    wanted: str, catalog: Catalog, context: Context, near: Collection[str] = ()
) -> None:
    """A section with its subsections, or a card; what is unknown is a Mistake with near ones.

    Words out of one name stand for it; what has them all is listed where there are several. Of two
    cards with one name, that among the `near` ones is meant.
    """
    wanted = wanted.strip().strip("[]§.")
    if show_card(wanted, catalog, context, near) or _section(wanted, catalog, context):
        return
    found = _named_with(wanted, catalog)
    if not found:
        raise _unknown(wanted, catalog)
    if len({_title(each, catalog) for each in found}) > 1:
        context.screen.line(context.words("rules.several", text=wanted))
        for each in found:
            context.screen.parts("  ", (f"{each:<6}", "cyan"), " ", _title(each, catalog))
        return
    shown = next((each for each in found if each in near), found[0])
    if not _section(shown, catalog, context):
        _card(shown, catalog, context)


def show_card(wanted: str, catalog: Catalog, context: Context, near: Collection[str] = ()) -> bool:
    """A card by its number or its whole name; False where there is none."""
    found = [card for card in cards(catalog) if _is_card(wanted, card, catalog)]
    if found:
        _card(next((card for card in found if card in near), found[0]), catalog, context)
    return bool(found)


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
    screen, said = context.screen, card_text(card, catalog)
    screen.parts((f"{card}  {said.name}", "bold"), ("  " + said.year, "dim"))
    screen.prose(said.text, indent=2)
    if said.note:
        screen.line()
        screen.prose(said.note, "dim", indent=2)


def _section(wanted: str, catalog: Catalog, context: Context) -> bool:
    """Show a section and its subsections; False where there is none of this number."""
    inside = [s for s in sections(catalog) if s == wanted or s.startswith(wanted + ".")]
    for number, section in enumerate(inside):
        if number:
            context.screen.line()
        context.screen.line(f"{section}  {section_title(section, catalog)}", "bold")
        context.screen.prose(section_text(section, catalog), indent=2)
    return bool(inside)


def _named_with(wanted: str, catalog: Catalog) -> list[str]:
    """The cards and sections that have this name; else those with these words in their names."""
    typed = slug(wanted)
    known = {each: slug(_title(each, catalog)) for each in (*cards(catalog), *sections(catalog))}
    exact = [each for each, name in known.items() if name == typed]
    whole = [each for each, name in known.items() if typed and f"-{typed}-" in f"-{name}-"]
    return exact or whole or [each for each, name in known.items() if fit(typed, name)]


def _title(wanted: str, catalog: Catalog) -> str:
    """What a card or a section is called."""
    return catalog.texts.get(f"cards.{wanted}.name") or catalog.get(f"rules.{wanted}.title")


def _unknown(wanted: str, catalog: Catalog) -> Mistake:
    """The sections with a number most like it."""
    known = sections(catalog)
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
    return f"{section} ({_title(section, catalog)})"
