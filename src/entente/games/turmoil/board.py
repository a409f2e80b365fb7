"""The board: spaces, links, cards, tables and queries about geography.

Five events change the map permanently. `Land` is the map after some of them. A game uses one of the
32 possible lands, so nothing about the map is computed twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import compress
from typing import Any

from entente.games.turmoil.data_schema import (
    CARDS,
    SPACES,
    TRACKS,
    CardRow,
    MobilizationRow,
    OpenLinkRow,
    RegionRow,
    read_tables,
)
from entente.games.turmoil.filter_terms import Term, terms
from entente.kernel import Message, ReconstructedValue, Seat, say
from entente.kernel.data import Data

AUTHORITARIAN, LIBERAL = "authoritarian", "liberal"
SIDES: tuple[Seat, Seat] = (AUTHORITARIAN, LIBERAL)
OTHER: dict[Seat, Seat] = {AUTHORITARIAN: LIBERAL, LIBERAL: AUTHORITARIAN}
NO_SIDE = ""
NEUTRAL, SCORING = "neutral", "scoring"
EIGHT_NATIONS = "C17"  # the card that cancels an opponent's event

FRANCE, GERMANY, RUSSIA, BALKANS = "france", "germany", "russia", "balkans"
AUSTRIA_HUNGARY, INDEPENDENT = "austria_hungary", "independent"
BRITAIN, ITALY, OTTOMAN_EMPIRE = "britain", "italy", "ottoman_empire"
REGIONS: tuple[str, ...] = (FRANCE, GERMANY, AUSTRIA_HUNGARY, RUSSIA, BALKANS)
ERAS = ("victorian", "edwardian", "georgian")

GOVERNMENT, MONARCH, CHURCH, WORKER = "government", "monarch", "church", "worker"
BOURGEOISIE, FARMER, ARMY = "bourgeoisie", "farmer", "army"
INTELLECTUAL, ANNEX = "intellectual", "annex"
ICONS = (
    GOVERNMENT,
    MONARCH,
    CHURCH,
    WORKER,
    BOURGEOISIE,
    FARMER,
    ARMY,
    INTELLECTUAL,
    ANNEX,
)

# Permanent changes to the map, as bits of `TurmoilState.land`.
SECULAR = 1  # C2: French Catholic Church is removed
CONGO = 2  # C45: Belgium is an Annex space as well
ANNEXED = 4  # C49: Bosnia is also part of Austria-Hungary
NORWAY = 8  # C51: Norway is open
RESTORED = 16  # the optional rule of C20: Paris is a Monarch space

LAST_BOX = 13
BOXES: tuple[str, ...] = tuple(f"box{number}" for number in range(LAST_BOX + 1))


class Land:
    """The map after the permanent events in `bits`."""

    def __init__(self, board: Board, bits: int) -> None:
        self.bits = bits
        gone = {"french_catholic_church"} if bits & SECULAR else set()
        self.spaces = tuple(name for name in board.spaces if name not in gone)
        closed = set() if bits & NORWAY else {"norway"}
        self.open = tuple(name for name in self.spaces if name not in closed)
        self.near: dict[str, tuple[str, ...]] = {
            name: tuple(n for n in near if n not in gone) if name not in gone else ()
            for name, near in board.near.items()
        }
        # One byte per open space: `to_bytes` lists the selected ones.
        self._bytes = {name: 1 << 8 * place for place, name in enumerate(self.open)}
        self._around = {name: self._mask((name, *near)) for name, near in self.near.items()}
        self.icons = {name: board.icons[name] for name in self.spaces}
        if bits & CONGO:
            self.icons["belgium"] |= {ANNEX}
        if bits & RESTORED:
            self.icons["paris"] = self.icons["paris"] - {GOVERNMENT} | {MONARCH}
        self.regions: dict[str, dict[str, None]] = {
            region: dict.fromkeys(name for name in self.spaces if self._is_in(board, name, region))
            for region in (*REGIONS, INDEPENDENT)
        }
        self.independents = {
            region: tuple(
                name
                for name in self.regions[INDEPENDENT]
                if any(near in self.regions[region] for near in self.near[name])
            )
            for region in REGIONS
        }

    def _mask(self, names: Iterable[str]) -> int:
        places, mask = self._bytes, 0
        for name in names:
            mask |= places.get(name, 0)
        return mask

    def beside(self, sources: Iterable[str], also: Iterable[str]) -> list[str]:
        """Return the open spaces among some spaces, all spaces linked to them, and some others."""
        around, mask = self._around, self._mask(also)
        for source in sources:
            mask |= around[source]
        return list(compress(self.open, mask.to_bytes(len(self.open), "little")))

    def _is_in(self, board: Board, name: str, region: str) -> bool:
        if self.bits & ANNEXED and name == "bosnia" and region == AUSTRIA_HUNGARY:
            return True
        return board.region_of[name] == region

    @cache  # noqa: B019  a land lives as long as its board
    def matching(self, where: str) -> tuple[tuple[str, ...], tuple[Term, ...]]:
        """Return the open spaces that match a filter's terms about geography, in the order of the
        list of spaces, and its remaining terms about control and support."""
        spaces, position = self.open, list[Term]()
        for term in terms(where):
            if term.dynamic:
                position.append(term)
            else:
                meant = self.spaces_for(term.text)
                spaces = tuple(space for space in spaces if (space in meant) != term.denied)
        return spaces, tuple(position)

    def spaces_for(self, term: str) -> frozenset[str]:
        """Return the spaces that match a term about geography, or several joined with `|`."""
        if "|" not in term:
            return self.among(term)
        return frozenset().union(*(self.among(each) for each in term.split("|")))

    @cache  # noqa: B019  a land lives as long as its board
    def among(self, term: str) -> frozenset[str]:
        """Return the spaces that match a single term about geography; see `space_filters`."""
        kind, _, rest = term.partition(":")
        names = rest.split(",")
        if kind == "in":
            return frozenset(name for region in names for name in self.regions[region])
        if kind == "beside":
            return frozenset(name for region in names for name in self.independents[region])
        if kind == "icon":
            wanted = set(names)
            return frozenset(name for name in self.spaces if self.icons[name] & wanted)
        if kind == "at":
            return frozenset(names) & frozenset(self.spaces)
        assert kind == "near", term
        return frozenset(n for name in names for n in self.near[name] if n in self.icons)


class Board:
    """The published game with its owner's corrections."""

    def __init__(self, overrides: Mapping[str, Any], data: Data | None = None) -> None:
        self.tables = tables = read_tables(overrides, data)
        self.spaces = tuple(row.id for row in tables.spaces.space)
        self.rows = {row.id: row for row in tables.spaces.space}
        self.boxes: dict[str, str] = {row.id: row.side for row in tables.spaces.box}
        self.region_of: dict[str, str] = {row.id: row.region for row in tables.spaces.space}
        self.stability = {row.id: row.stability for row in tables.spaces.space}
        self.battlegrounds = frozenset(row.id for row in tables.spaces.space if row.battleground)
        self.icons: dict[str, frozenset[str]] = {
            row.id: frozenset(row.icons) for row in tables.spaces.space
        }
        self.near = self._near()
        self.linked_to_box: dict[Seat, frozenset[str]] = {
            side: frozenset().union(*(self.near[b] for b, s in self.boxes.items() if s == side))
            for side in SIDES
        }
        self.cards: dict[str, CardRow] = {row.id: row for row in tables.cards.card}
        self.number_of = {row.id: int(row.id[1:]) for row in tables.cards.card}
        self.side_of: dict[str, str] = {row.id: row.side for row in tables.cards.card}
        self.stability_cards: dict[str, tuple[str, ...]] = {
            side: tuple(row.id for row in tables.cards.stability if row.side == side)
            for side in SIDES
        }
        self.mobilization: dict[str, MobilizationRow] = {
            row.id: row for row in tables.cards.mobilization
        }
        self.scoring_cards = {row.region: row.id for row in tables.cards.card if row.region}
        self.needed = {row.number: row.needed for row in tables.tracks.naval_box}
        self.values: dict[str, RegionRow] = {row.id: row for row in tables.tracks.region}
        self.status = {row.markers: row.modifier for row in tables.tracks.status}
        self.markers = {row.id: row for row in tables.tracks.marker}
        self._lands: dict[int, Land] = {}
        self._actions: dict[str, dict[str, str]] = {}

    def actions_of(self, verb: str) -> dict[str, str]:
        """Return the actions of a verb with each space and each card, written once."""
        known = self._actions.get(verb)
        if known is None:
            things = (*self.spaces, *self.cards)
            known = self._actions[verb] = {thing: f"{verb} {thing}" for thing in things}
        return known

    def _near(self) -> dict[str, tuple[str, ...]]:
        """For each space and box its neighbours, in the order of the list of spaces."""
        neighbours: dict[str, set[str]] = {name: set() for name in (*self.spaces, *self.boxes)}
        for link in self.tables.spaces.link:
            neighbours[link.a].add(link.b)
            neighbours[link.b].add(link.a)
        return {
            name: tuple(other for other in neighbours if other in near)
            for name, near in neighbours.items()
        }

    def land(self, bits: int) -> Land:
        known = self._lands.get(bits)
        if known is None:
            known = self._lands[bits] = Land(self, bits)
        return known

    @property
    def open_links(self) -> list[OpenLinkRow]:
        return self.tables.spaces.open_link

    def is_settled(self, doubt: OpenLinkRow) -> bool:
        """Return whether an owner has settled if a doubtful link is on the map."""
        pair = {doubt.a, doubt.b}
        links = [link for link in self.tables.spaces.link if {link.a, link.b} == pair]
        if doubt.chosen == "absent":
            return bool(links)
        return not links or links[0].source == "owner"

    def is_event_of(self, card: str, side: str) -> bool:
        """Return whether a card carries an event of this side alone."""
        return self.side_of[card] == side

    def marked(self) -> dict[str, list[Message]]:
        """Return the reconstructed figures by space and card; the Great War status is not a target
        of its own."""
        messages: dict[str, list[Message]] = {}
        for link in self.tables.spaces.link:
            if link.source == "reconstructed":
                messages.setdefault(link.a, []).append(say("mark.link", space=link.b))
                messages.setdefault(link.b, []).append(say("mark.link", space=link.a))
        for row in self.tables.tracks.status:
            if row.source == "reconstructed":
                message = say("mark.status", markers=row.markers, modifier=row.modifier)
                messages.setdefault("", []).append(message)
        for card in self.tables.cards.mobilization:
            if card.source == "reconstructed":
                messages[card.id] = [say("mark.priority", priority=card.priority)]
        return messages

    def marks(self) -> list[ReconstructedValue]:
        """Every figure not taken from the game's own components."""
        values = [
            ReconstructedValue(SPACES, "link", f"{row.a} {row.b}", True, "link", (row.a, row.b))
            for row in self.tables.spaces.link
            if row.source == "reconstructed"
        ]
        values += [
            ReconstructedValue(
                TRACKS,
                f"status {row.markers}",
                "modifier",
                row.modifier,
                "status",
                (str(row.markers),),
            )
            for row in self.tables.tracks.status
            if row.source == "reconstructed"
        ]
        values += [
            ReconstructedValue(
                CARDS, f"mobilization {row.id}", "priority", row.priority, "priority", (row.id,)
            )
            for row in self.tables.cards.mobilization
            if row.source == "reconstructed"
        ]
        return values
