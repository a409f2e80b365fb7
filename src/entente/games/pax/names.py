"""Names that are made of others: places of all kinds, ports, matters of a congress."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.board import Board
from entente.kernel import Catalog

GRIEVANCES = (
    "treaty_broken",
    "treaty_clause",
    "congress_defied",
    "yellow_press",
    "monroe_doctrine",
)


def with_made_names(board: Board, said: Catalog) -> Catalog:
    """The catalogue with the names that follow from those of areas, seas and powers."""
    return Catalog(said.language, {**said.texts, **dict(_made(board, said.texts))})


def _made(board: Board, texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    lands, seas = (*board.areas, *board.homes), (*board.seas, *board.capes)
    for kind, names in (("area", lands), ("sea", seas)):
        for name in names:
            plain, inside = texts[f"names.{kind}.{name}"], texts[f"names.{kind}_in.{name}"]
            yield f"names.place.{name}", plain
            yield f"names.place_at.{name}", inside
            yield f"names.port.{name}", plain
    links = board.links(len(board.tables.map.balkan_change), canal=True)
    for place, coasts in links.coasts.items():
        for where in board.ports(place, coasts):
            sea = texts[f"names.sea.{where.partition('@')[2]}"]
            land = texts[f"names.area.{place}"]
            yield f"names.port.{where}", land if len(coasts) == 1 else f"{land} ({sea})"
    for area in board.areas:
        yield f"names.watched.{area}", texts[f"names.area.{area}"]
        yield f"names.item.{area}", texts[f"names.area.{area}"]
    yield "names.item.together", texts["action.together"]
    for power in board.powers:
        yield f"names.watched.{power}", texts[f"names.power.{power}"]
    for kind in GRIEVANCES:
        about = texts[f"names.casus_belli.{kind}"]
        for one in board.powers:
            for other in board.powers:
                pair = f"{texts[f'names.power.{one}']} – {texts[f'names.power.{other}']}"
                yield f"names.item.{kind}.{one}.{other}", f"{pair} ({about})"
