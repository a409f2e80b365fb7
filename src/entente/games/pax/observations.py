"""Pax Britannica as numbers. Treaties are summarised: for each pair of powers, the number of
clauses of each kind."""

from __future__ import annotations

from operator import attrgetter

from entente.games.pax.board import CHINA, OTTOMAN_EMPIRE
from entente.games.pax.context import POOLS
from entente.games.pax.game import PaxBritannica
from entente.games.pax.presentation.view import PaxView
from entente.games.pax.records.clause_kinds import CLAUSE_KINDS
from entente.games.pax.records.treaty import IN_FORCE, OFFERED
from entente.kernel.blocks import Block, BlockInfo, counts, grid, number, one_of

PHASES = ("events", "administration", "minors", "movement", "colonial", "negotiation", "war")
MONEY = 50
CAUSES = ("open", "settled", "used")

BLOCKS = {
    "turn": BlockInfo(10, "the turn"),
    "tension": BlockInfo(150, "European tension"),
    "resentment": BlockInfo(150, "Chinese resentment"),
    "balkan_wars": BlockInfo(3, "Balkan wars so far"),
    "offers_left": BlockInfo(10, "treaties that the seat may still offer in this turn"),
    "order": BlockInfo(8, "the place of each power in the order of play"),
    "status": BlockInfo(5, "for each area and power, the marker: 1 interest, 5 dominion or state"),
    "established": BlockInfo(5, "the same at the start of the turn"),
    "armies": BlockInfo(100, "strength of each power's armies in each place"),
    "navies": BlockInfo(100, "strength of each power's navies in each place"),
    "fleets": BlockInfo(5, "merchant fleets of each power in each sea"),
    "unrest": BlockInfo(1, "areas in unrest"),
    "codominions": BlockInfo(1, "powers that share an area"),
    "canals": BlockInfo(1, "the power that has built a canal"),
    "ottoman_areas": BlockInfo(1, "areas that have become Ottoman"),
    "treasury": BlockInfo(500, "money of each power"),
    "earmark": BlockInfo(500, "money set aside"),
    "counters": BlockInfo(100, "counters left to each power, by kind"),
    "forecast": BlockInfo(1000, "total income, upkeep and balance of each power's next turn"),
    "points": BlockInfo(1000, "victory points of each power"),
    "events": BlockInfo(1, "events in force"),
    "causes": BlockInfo(10, "open causes of war of each power against each other"),
    "ready": BlockInfo(1, "powers that are ready"),
    "hostile": BlockInfo(1, "powers at war with each other"),
    "clauses": BlockInfo(20, "clauses in force of each power, by kind, in treaties the seat knows"),
    "offered": BlockInfo(20, "the same for treaties that are offered"),
    "host": BlockInfo(1, "the host of the congress"),
    "members": BlockInfo(1, "the members of the congress"),
}


def blocks(game: PaxBritannica) -> list[Block]:
    board, names = game.board, game.vocabulary.names
    powers = (*board.powers, CHINA, OTTOMAN_EMPIRE)
    areas, ports, seas = names["area"], tuple(dict.fromkeys(names["port"])), names["sea"]

    def figure(name: str, unit: float) -> Block:
        return number(name, attrgetter(name), unit)

    def of_powers(name: str, unit: float) -> Block:
        def get(view: PaxView) -> dict[str, float]:
            return {power: getattr(each, name) for power, each in view.powers.items()}

        return counts(name, powers, get, unit)

    return [
        figure("turn", 10),
        *(figure(name, 50) for name in ("tension", "resentment")),
        figure("balkan_wars", 1),
        figure("offers_left", 10),
        counts("order", powers, _precedence, 8),
        grid("status", areas, powers, _status, 5, attrgetter("markers")),
        grid("established", areas, powers, _established, 5, attrgetter("markers")),
        grid("armies", ports, powers, lambda v: _strengths(v.armies), 10, attrgetter("armies")),
        grid("navies", ports, powers, lambda v: _strengths(v.navies), 10, attrgetter("navies")),
        grid("fleets", seas, powers, _fleets, source=attrgetter("fleets")),
        counts("unrest", areas, lambda view: view.unrest),
        grid("codominions", areas, powers, _codominions, source=attrgetter("codominions")),
        grid("canals", areas, powers, lambda view: {a: {p: 1} for a, p in view.canals.items()}),
        counts("ottoman_areas", areas, lambda view: view.ottoman_areas),
        of_powers("treasury", MONEY),
        of_powers("earmark", MONEY),
        grid("counters", powers, tuple(POOLS), _counters, 10),
        grid("forecast", powers, ("l15", "l21", "l22"), _forecast, MONEY),
        counts("points", powers, lambda view: view.points, 100),
        counts("events", tuple(board.events), lambda view: view.events),
        grid("causes", powers, powers, _causes, source=attrgetter("causes")),
        counts("ready", powers, lambda view: view.ready),
        grid("hostile", powers, powers, _hostile, source=attrgetter("wars")),
        grid("clauses", powers, tuple(CLAUSE_KINDS), _clauses, source=attrgetter("treaties")),
        grid("offered", powers, tuple(CLAUSE_KINDS), _offered, source=attrgetter("treaties")),
        one_of("host", powers, lambda view: view.congress and view.congress.host),
        counts("members", powers, lambda view: view.congress.members if view.congress else ()),
    ]


def _precedence(view: PaxView) -> dict[str, float]:
    return {seat: place + 1 for place, seat in enumerate(view.order)}


def _status(view: PaxView) -> dict[str, dict[str, float]]:
    return {a: {p: float(m.status) for p, m in there.items()} for a, there in view.markers.items()}


def _established(view: PaxView) -> dict[str, dict[str, float]]:
    return {a: {p: float(m.was) for p, m in there.items()} for a, there in view.markers.items()}


def _strengths(forces: dict[str, dict[str, tuple[int, ...]]]) -> dict[str, dict[str, float]]:
    return {place: {p: sum(stack) for p, stack in there.items()} for place, there in forces.items()}


def _fleets(view: PaxView) -> dict[str, dict[str, float]]:
    by_sea: dict[str, dict[str, float]] = {}
    for power, seas in view.fleets.items():
        for sea in seas:
            there = by_sea.setdefault(sea, {})
            there[power] = there.get(power, 0) + 1
    return by_sea


def _codominions(view: PaxView) -> dict[str, dict[str, float]]:
    return {area: dict.fromkeys(powers, 1) for area, powers in view.codominions.items()}


def _counters(view: PaxView) -> dict[str, dict[str, float]]:
    return {power: dict(each.counters) for power, each in view.powers.items()}


def _forecast(view: PaxView) -> dict[str, dict[str, float]]:
    return {power: dict(each.forecast) for power, each in view.powers.items()}


def _causes(view: PaxView) -> dict[str, dict[str, float]]:
    by_power: dict[str, dict[str, float]] = {}
    for cause in view.causes:
        if cause.state == "open":
            there = by_power.setdefault(cause.holder, {})
            there[cause.against] = there.get(cause.against, 0) + 1
    return by_power


def _hostile(view: PaxView) -> dict[str, dict[str, float]]:
    by_power: dict[str, dict[str, float]] = {}
    for war in view.wars:
        for one, other in war.hostile:
            by_power.setdefault(one, {})[other] = 1
    return by_power


def _clauses(view: PaxView) -> dict[str, dict[str, float]]:
    return _counted(view, IN_FORCE)


def _offered(view: PaxView) -> dict[str, dict[str, float]]:
    return _counted(view, OFFERED)


def _counted(view: PaxView, state: str) -> dict[str, dict[str, float]]:
    """Return the number of clauses of each kind by party, in the treaties this seat knows."""
    by_power: dict[str, dict[str, float]] = {}
    for treaty in view.treaties.values():
        if treaty.state != state:
            continue
        for power in treaty.parties:
            there = by_power.setdefault(power, {})
            for clause in treaty.clauses:
                there[clause.kind] = there.get(clause.kind, 0) + 1
    return by_power
