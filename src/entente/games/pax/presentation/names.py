"""Composed names: places of all kinds, ports, items of a congress, treaties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from entente.games.pax.board import Board
from entente.games.pax.data_schema import event_key
from entente.games.pax.joined_messages import unpack_messages
from entente.games.pax.presentation.labels import orders_text
from entente.games.pax.treaties.treaty_text import unpacked, unpacked_one
from entente.kernel import Catalog, Message, say

TREATY_NAME, SENTENCES = "names.treaty_name.", "names.sentences_text."
CLAUSE, CLAUSES = "names.clause_text.", "names.clauses_text."
ORDERS = "names.orders_text."
MADE = (TREATY_NAME, CLAUSE, CLAUSES, SENTENCES, ORDERS)
GRIEVANCES = (
    "treaty_broken",
    "treaty_clause",
    "congress_defied",
    "yellow_press",
    "monroe_doctrine",
)


def with_made_names(board: Board, catalog: Catalog) -> Catalog:
    """Return the catalogue with the names that follow from those of areas, seas and powers."""
    texts = {**catalog.texts, **dict(_made(board, catalog.texts))}
    return Catalog(catalog.language, MadeNames(texts, board, catalog.language))


def _made(board: Board, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    lands, seas = (*board.areas, *board.homes), (*board.seas, *board.capes)
    for kind, names in (("area", lands), ("sea", seas)):
        for name in names:
            plain, inside = texts[f"names.{kind}.{name}"], texts[f"names.{kind}_in.{name}"]
            yield f"names.place.{name}", plain
            yield f"names.place_at.{name}", inside
            yield f"names.place_the.{name}", texts[f"names.{kind}_the.{name}"]
            yield f"names.port.{name}", plain
            yield f"names.port_in.{name}", inside
    links = board.links(len(board.tables.map.balkan_change), canal=True)
    for place, coasts in links.coasts.items():
        land, inside = texts[f"names.area.{place}"], texts[f"names.area_in.{place}"]
        for where in board.ports(place, coasts):
            sea = texts[f"names.sea.{where.partition('@')[2]}"]
            beside = "" if len(coasts) == 1 else f" ({sea})"
            yield f"names.port.{where}", land + beside
            yield f"names.port_in.{where}", inside + beside
            yield f"names.place_at.{where}", inside
    for code, event in board.events.items():
        key = f"names.event.{event_key(event)}"
        yield f"names.code.{code}", texts.get(key, texts["names.event.unrest"])
        if key not in texts:
            yield key, texts["names.event.unrest"]
    yield from _subjects(board, texts)


def _subjects(board: Board, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what is watched, and the matters of a congress."""
    about = texts["table.item_on"]
    for area in board.areas:
        plain, the = texts[f"names.area.{area}"], texts[f"names.area_the.{area}"]
        yield f"names.watched.{area}", plain
        yield f"names.watched_the.{area}", the
        yield f"names.item.{area}", plain
        yield f"names.item_on.{area}", about.replace("{item}", the)
    for power in board.powers:
        yield f"names.watched.{power}", texts[f"names.power.{power}"]
        yield f"names.watched_the.{power}", texts[f"names.power_the.{power}"]
    dispute = texts["table.item_on_dispute"]
    for kind in GRIEVANCES:
        grievance = texts[f"names.casus_belli.{kind}"]
        for one in board.powers:
            for other in board.powers:
                pair = f"{texts[f'names.power.{one}']} – {texts[f'names.power.{other}']}"
                item = f"{pair} ({grievance})"
                yield f"names.item.{kind}.{one}.{other}", item
                yield f"names.item_on.{kind}.{one}.{other}", dispute.replace("{item}", item)


# -- names that are made when they are needed


class MadeNames(dict[str, str]):
    """Texts, to which belong the names of treaties, and the sentences of clauses and of other
    messages inside messages.

    Treaties are unlimited: the id of one gives its name, since it says who discussed it and how
    many there were; clauses come as data.
    """

    def __init__(self, texts: dict[str, str], board: Board, language: str) -> None:
        super().__init__(texts)
        self._board = board
        self._plain = Catalog(language, texts)

    def __contains__(self, key: object) -> bool:
        made = isinstance(key, str) and key.startswith(MADE)
        return made or super().__contains__(key)

    def __missing__(self, key: str) -> str:
        if key.startswith(TREATY_NAME):
            return treaty_name(key.removeprefix(TREATY_NAME), self._plain)
        if key.startswith(CLAUSE):
            return unpacked_one(self._board, key.removeprefix(CLAUSE), self._plain)
        if key.startswith(CLAUSES):
            return unpacked(self._board, key.removeprefix(CLAUSES), self._plain)
        whole = Catalog(self._plain.language, self)
        if key.startswith(SENTENCES):
            return unpack_messages(key.removeprefix(SENTENCES), whole)
        if key.startswith(ORDERS):
            return orders_text(self._board, key.removeprefix(ORDERS), whole)
        raise KeyError(key)


def treaty_name(treaty: str, catalog: Catalog) -> str:
    """Return what a treaty is called: by its number, or by those who discuss it."""
    who, _, number = treaty.rpartition("-")
    if f"table.treaty.{who}" in catalog:
        return catalog.say(Message(f"table.treaty.{who}", {"number": number}))
    powers = who.split(".")
    if not all(f"names.power.{power}" in catalog for power in powers):
        return treaty
    named = " – ".join(catalog.name("power", power) for power in powers)
    return catalog.say(say("table.treaty.offer", powers=named, number=number))
