"""`entente rules`: our own summary of a game's rules, by section, and its cards."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Sequence

from entente.cli.common_args import Context
from entente.cli.parser import Parser
from entente.cli.user_error import user_error
from entente.kernel import Catalog, UserError, registry
from entente.kernel.lookup import find_card, look_up, nearby, title
from entente.kernel.summary import card_text, cards, section_text, section_title, sections


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
    """Print a section with its subsections, or a card; raise UserError with similar names for an
    unknown one. Of two cards with the same name, the one among `near` is meant."""
    result = look_up(wanted, catalog, near)
    if result.card:
        _card(result.card, catalog, context)
    elif result.sections:
        _sections(result.sections, catalog, context)
    elif result.several:
        context.screen.line(context.words("rules.several", text=wanted.strip().strip("[]§.")))
        for each in result.several:
            context.screen.parts("  ", (f"{each:<6}", "cyan"), " ", title(each, catalog))
    else:
        raise _unknown(wanted.strip().strip("[]§."), catalog)


def show_card(wanted: str, catalog: Catalog, context: Context, near: Collection[str] = ()) -> bool:
    """Print a card, found by its number or its whole name; return False if there is none."""
    card = find_card(wanted, catalog, near)
    if card:
        _card(card, catalog, context)
    return bool(card)


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
    screen, content = context.screen, card_text(card, catalog)
    screen.parts((f"{card}  {content.name}", "bold"), ("  " + content.year, "dim"))
    screen.prose(content.text, indent=2)
    if content.note:
        screen.line()
        screen.prose(content.note, "dim", indent=2)


def _sections(numbers: Sequence[str], catalog: Catalog, context: Context) -> None:
    for number, section in enumerate(numbers):
        if number:
            context.screen.line()
        context.screen.line(f"{section}  {section_title(section, catalog)}", "bold")
        context.screen.prose(section_text(section, catalog), indent=2)


def _unknown(wanted: str, catalog: Catalog) -> UserError:
    """Return the sections with the most similar numbers."""
    known = [f"{each} ({title(each, catalog)})" for each in nearby(wanted, catalog)]
    if not known:
        return user_error("mistake.section_unknown", name=wanted)
    return user_error("mistake.section", name=wanted, known=known)
