"""Why nothing can be done with what a player points at: every question, every kind of thing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from entente.games.diplomacy.answers.slots import VOTE
from entente.games.diplomacy.rules.possible_orders import order_parts
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel.text import LANGUAGES
from entente.kernel.typography import typeset
from entente.kernel.whynot import why_not
from tests.games.diplomacy.scene import BOARD, GAME, order, pass_season, slots, start

Reason = tuple[str, str, str]  # the section, in English, in French


def pointed(state: DiplomacyState, seat: str, things: str) -> Reason | None:
    """Return what a player reads after pointing at things, in both languages."""
    reason = why_not(GAME.position(state), seat, things.split(", "))
    if reason is None:
        return None
    english, french = (GAME.catalog(language).line(reason.message) for language in ("en", "fr"))
    return reason.section, english, french


# -- orders


def writing() -> DiplomacyState:
    """France writes orders."""
    return start(
        {
            "FRANCE": "A PAR, F BRE, A MAR, F MAO",
            "GERMANY": "A MUN, F NTH, A BUR",
            "ENGLAND": "F ENG, A WAL, F LON",
            "ITALY": "A ROM",
        }
    )


ORDERS: dict[str, Reason | None] = {
    # Nothing is picked yet.
    "PAR": None,
    "F BRE": None,
    "BUR": (
        "III.4",
        "A BUR belongs to Germany. Your units: A PAR, F BRE, A MAR and F MAO.",
        typeset(
            "A Bou appartient à une autre puissance (Allemagne). "
            "Vos unités : A Par, F Bre, A Mar et F AtM."
        ),
    ),
    "ENG": (
        "III.4",
        "F ENG belongs to England. Your units: A PAR, F BRE, A MAR and F MAO.",
        typeset(
            "F Man appartient à une autre puissance (Angleterre). "
            "Vos unités : A Par, F Bre, A Mar et F AtM."
        ),
    ),
    "PIC": (
        "III.4",
        "An order begins with a unit, and there is none in Picardy. "
        "Begin with the one that is to go there: A PAR and F BRE.",
        typeset(
            "Picardie : un ordre commence par une unité, et il n'y en a pas là. "
            "Commencez par celle qui doit y aller : A Par et F Bre."
        ),
    ),
    "SPA/NC": (
        "III.4",
        "An order begins with a unit, and there is none in Spain. "
        "Begin with the one that is to go there: A MAR and F MAO.",
        typeset(
            "Espagne : un ordre commence par une unité, et il n'y en a pas là. "
            "Commencez par celle qui doit y aller : A Mar et F AtM."
        ),
    ),
    "NAO": (
        "III.4",
        "An order begins with a unit, and there is none in North Atlantic Ocean. "
        "Begin with the one that is to go there: F MAO.",
        typeset(
            "Atlantique Nord : un ordre commence par une unité, et il n'y en a pas là. "
            "Commencez par celle qui doit y aller : F AtM."
        ),
    ),
    "SER": (
        "III.4",
        "There is no unit in Serbia, and none of yours could go there now. "
        "Your units: A PAR, F BRE, A MAR and F MAO.",
        typeset(
            "Serbie : il n'y a là aucune unité, et aucune des vôtres ne pourrait y aller "
            "maintenant. Vos unités : A Par, F Bre, A Mar et F AtM."
        ),
    ),
    "XYZ": (
        "III.7",
        "There is no place called “XYZ”.",
        typeset("Aucun lieu ne s'appelle « XYZ »."),
    ),
    # A unit is picked.
    "A PAR, PIC": None,
    "A PAR, BUR": None,  # to attack or to support
    "A PAR, MAR": None,  # to support, or to take that unit up
    "A PAR, -, MAR": None,
    "F MAO, SPA": None,  # the player chooses the coast
    "A MUN, PAR": (
        "III.4",
        "A MUN belongs to Germany. Your units: A PAR, F BRE, A MAR and F MAO.",
        typeset(
            "A Mun appartient à une autre puissance (Allemagne). "
            "Vos unités : A Par, F Bre, A Mar et F AtM."
        ),
    ),
    "A VIE, PAR": (
        "III.4",
        "There is no unit A VIE on the board. Yours are: A PAR, F BRE, A MAR and F MAO.",
        typeset(
            "Il n'y a pas d'unité A Vie sur la carte. Les vôtres : A Par, F Bre, A Mar et F AtM."
        ),
    ),
    "A PAR, PAR": (
        "III.1",
        "A PAR is already in Paris.",
        typeset("A Par se trouve déjà dans cette province : Paris."),
    ),
    "A PAR, MOS": (
        "III.1",
        "A PAR cannot reach Moscow: they have no common border that it could cross.",
        typeset(
            "A Par ne peut pas atteindre cette province : Moscou. "
            "Il n'y a pas de frontière commune que cette unité puisse franchir."
        ),
    ),
    "A PAR, LYO": (
        "III.1",
        "Gulf of Lyon is a sea, and A PAR is an army.",
        typeset("Golfe du Lion : c'est une mer, et A Par est une armée."),
    ),
    "A MAR, LON": (
        "VIII.1",
        "A MAR cannot reach London: it is too far to walk, and there is no chain of fleets at sea "
        "that could convoy it.",
        typeset(
            "A Mar ne peut pas atteindre cette province : Londres. Elle est trop loin pour "
            "y aller à pied, et aucune chaîne de flottes en mer ne pourrait convoyer l'armée."
        ),
    ),
    "F BRE, MUN": (
        "III.1",
        "Munich has no coast, and F BRE is a fleet.",
        typeset("Munich : cette province n'a pas de côte, et F Bre est une flotte."),
    ),
    "F BRE, NAO": (
        "III.1",
        "F BRE cannot reach North Atlantic Ocean: they have no common border that it could cross.",
        typeset(
            "F Bre ne peut pas atteindre cette province : Atlantique Nord. "
            "Il n'y a pas de frontière commune que cette unité puisse franchir."
        ),
    ),
    # A unit is to be supported.
    "A PAR, S, BUR": None,
    "A PAR, S, MAR": None,
    "A PAR, S, A BUR, GAS": None,
    "A PAR, S, A BUR, BUR": None,
    "A PAR, S, PAR": (
        "V.1",
        "A PAR cannot support itself.",
        "A Par ne peut pas se soutenir elle-même.",
    ),
    "A PAR, S, GAS": (
        "V.1",
        "There is no unit in Gascony to help.",
        typeset("Gascogne : il n'y a là aucune unité à aider."),
    ),
    "A PAR, S, ROM": (
        "V.1",
        "A PAR cannot support A ROM: it could move neither to that unit's place nor to any "
        "place that unit can go to.",
        typeset(
            "A Par ne peut pas soutenir A Rom : elle ne pourrait aller ni là où cette "
            "unité se trouve, ni en aucun lieu où celle-ci peut aller."
        ),
    ),
    "A PAR, S, A MAR, PIC": (
        "V.1",
        "A MAR cannot reach Picardy, so it cannot be supported there.",
        "A Mar ne peut pas atteindre cette province (Picardie) et ne peut donc pas y être "
        "soutenue.",
    ),
    "A PAR, S, A MAR, SPA": (
        "V.1",
        "A PAR cannot give support into Spain, because it could not move there itself.",
        "A Par ne peut pas donner de soutien dans cette province (Espagne), car elle ne pourrait "
        "pas y aller elle-même.",
    ),
    "A PAR, S, A MAR, MAR": (
        "V.1",
        "A PAR cannot give support into Marseilles, because it could not move there itself.",
        "A Par ne peut pas donner de soutien dans cette province (Marseille), car elle ne pourrait "
        "pas y aller elle-même.",
    ),
    "A PAR, S, A BUR, PAR": (
        "V.1",
        "A PAR cannot support an attack on its own province.",
        "A Par ne peut pas soutenir une attaque contre la province où elle se trouve.",
    ),
    # An army is to be convoyed.
    "F MAO, C, WAL": None,
    "F MAO, C, A WAL, GAS": None,
    "A PAR, C, WAL": (
        "VIII.1",
        "A PAR cannot convoy: only a fleet at sea can.",
        typeset("A Par ne peut pas convoyer : il faut une flotte en mer."),
    ),
    "F BRE, C, WAL": (
        "VIII.1",
        "F BRE cannot convoy: only a fleet at sea can.",
        typeset("F Bre ne peut pas convoyer : il faut une flotte en mer."),
    ),
    "F MAO, C, POR": (
        "VIII.1",
        "There is no unit in Portugal to help.",
        typeset("Portugal : il n'y a là aucune unité à aider."),
    ),
    "F MAO, C, LON": (
        "VIII.1",
        "F MAO can convoy armies only, and the other unit is a fleet.",
        typeset("F AtM ne peut convoyer qu'une armée, et l'autre unité est une flotte."),
    ),
    "F MAO, C, PAR": (
        "VIII.1",
        "A PAR is inland: only an army on a coast can be convoyed.",
        typeset(
            "A Par se trouve à l'intérieur des terres : seule une armée sur une côte peut être "
            "convoyée."
        ),
    ),
    "F MAO, C, MAR": (
        "VIII.1",
        "F MAO cannot convoy A MAR: no chain of fleets at sea leads from that army through this "
        "fleet to another coast.",
        typeset(
            "F AtM ne peut pas convoyer A Mar : aucune chaîne de flottes en mer ne mène de cette "
            "armée, par cette flotte, à une autre côte."
        ),
    ),
    "F MAO, C, A WAL, IRI": (
        "VIII.1",
        "Irish Sea is not a coast, and armies are convoyed to a coast.",
        typeset(
            "La mer d'Irlande n'est pas une province côtière, et une armée se convoie vers "
            "une côte."
        ),
    ),
    "F MAO, C, A WAL, WAL": (
        "VIII.1",
        "A WAL is already in Wales.",
        typeset("A PGa se trouve déjà dans cette province : Pays de Galles."),
    ),
    "F MAO, C, A WAL, NAP": (
        "VIII.1",
        "F MAO is not part of a chain of fleets at sea from Wales to Naples.",
        typeset(
            "F AtM ne fait partie d'aucune chaîne de flottes en mer entre ces deux provinces : "
            "Pays de Galles, Naples."
        ),
    ),
    "F MAO, C, A WAL, DEN": (
        "VIII.1",
        "F MAO is not on a sea route from Wales to Denmark.",
        typeset(
            "F AtM ne se trouve sur aucune route par mer entre ces deux provinces : "
            "Pays de Galles, Danemark."
        ),
    ),
}


@pytest.mark.parametrize("things", ORDERS)
def test_while_orders_are_written(things: str) -> None:
    assert pointed(writing(), "france", things) == ORDERS[things]


def test_a_power_without_units() -> None:
    state = start({"GERMANY": "A MUN"}, {"FRANCE": "PAR", "GERMANY": "MUN"})
    for things in ("PAR", "MUN", "ENG"):
        assert pointed(state, "france", things) == (
            "III.4",
            "You have no unit on the board: you can only submit your vote.",
            typeset(
                "Vous n'avez aucune unité sur la carte : vous ne pouvez envoyer que votre vote."
            ),
        )


def test_powers_without_a_player_and_closed_provinces() -> None:
    """X.2."""
    six = start({"AUSTRIA": "A TYR", "ITALY": "A VEN"}, players=6)
    assert pointed(six, "austria", "A TYR, S, A VEN, VEN") is None
    assert pointed(six, "austria", "A TYR, S, A VEN, PIE") == (
        "X.2",
        "A VEN only holds, because no one plays its power: "
        "it can be supported in place, but not in a move.",
        typeset(
            "A Ven ne fait que tenir, car personne ne joue sa puissance : "
            "elle peut être soutenue sur place, pas dans un déplacement."
        ),
    )
    assert pointed(start(players=2), "austria", "F TRI, -, VEN") == (
        "X.2",
        "Venice is closed: no one enters Italy before the toss for it.",
        typeset(
            "Venise : cette province est fermée, nul n'entre en Italie avant le tirage au sort."
        ),
    )


# -- retreats


def retreating() -> DiplomacyState:
    """Turkey's army in Serbia and Germany's in Galicia must retreat."""
    state = start(
        {
            "AUSTRIA": "A BUD, A TRI, A VIE",
            "TURKEY": "A SER, F AEG, A GRE, A CON",
            "RUSSIA": "A RUM, A UKR, A WAR",
            "GERMANY": "A GAL",
        }
    )
    order(
        state,
        austria="A BUD - SER, A TRI S A BUD - SER",
        russia="A UKR S A WAR - GAL, A WAR - GAL",
        turkey="F AEG - BUL/SC, A CON - BUL",
    )
    assert state.dislodged["TURKEY"] == {"A SER": ["ALB"]}
    assert list(state.dislodged["GERMANY"]) == ["A GAL"]
    return state


RETREATS: dict[str, Reason | None] = {
    "SER": None,  # the victor is there, and a unit of the player's own too
    "A SER, ALB": None,
    "GAL": (
        "VII.1",
        "A GAL must retreat too, but belongs to Germany. You decide for: A SER.",
        typeset(
            "A Gal doit aussi faire retraite, mais appartient à une autre puissance (Allemagne). "
            "Vous décidez pour : A Ser."
        ),
    ),
    "GRE": (
        "VII",
        "A GRE was not dislodged and stays where it is. You decide for: A SER.",
        typeset("A Gre n'a pas été délogée et reste où elle est. Vous décidez pour : A Ser."),
    ),
    "VIE": (
        "VII",
        "A VIE was not dislodged and stays where it is. You decide for: A SER.",
        typeset("A Vie n'a pas été délogée et reste où elle est. Vous décidez pour : A Ser."),
    ),
    "ALB": (
        "VII.1",
        "There is no dislodged unit in Albania. Begin with the one that is to retreat: A SER.",
        typeset(
            "Albanie : il n'y a là aucune unité délogée. "
            "Commencez par celle qui doit faire retraite : A Ser."
        ),
    ),
    "ADR": (
        "VII.1",
        "There is no dislodged unit in Adriatic Sea. Begin with the one that is to retreat: A SER.",
        typeset(
            "Mer Adriatique : il n'y a là aucune unité délogée. "
            "Commencez par celle qui doit faire retraite : A Ser."
        ),
    ),
    "A GAL, BOH": (
        "VII.1",
        "A GAL must retreat too, but belongs to Germany. You decide for: A SER.",
        typeset(
            "A Gal doit aussi faire retraite, mais appartient à une autre puissance (Allemagne). "
            "Vous décidez pour : A Ser."
        ),
    ),
    "A GRE, ALB": (
        "VII",
        "A GRE was not dislodged and stays where it is. You decide for: A SER.",
        typeset("A Gre n'a pas été délogée et reste où elle est. Vous décidez pour : A Ser."),
    ),
    "A SER, SER": (
        "VII",
        "A SER was just driven out of Serbia and cannot stay there.",
        typeset("A Ser vient d'être chassée de cette province (Serbie) et ne peut pas y rester."),
    ),
    "A SER, GRE": (
        "VII",
        "A SER cannot retreat to Greece: A GRE is there.",
        typeset("A Ser ne peut pas y faire retraite (Grèce) : A Gre s'y trouve."),
    ),
    "A SER, TRI": (
        "VII",
        "A SER cannot retreat to Trieste: A TRI is there.",
        typeset("A Ser ne peut pas y faire retraite (Trieste) : A Tri s'y trouve."),
    ),
    "A SER, BUD": (
        "VII",
        "Budapest is empty, but closed to A SER: the attack on it came from there, or units have "
        "just kept each other out of it.",
        typeset(
            "Budapest : la province est vide, mais fermée à A Ser, soit que l'attaque en "
            "soit venue, soit que des unités viennent de s'y repousser."
        ),
    ),
    "A SER, BUL": (
        "VII",
        "Bulgaria is empty, but closed to A SER: the attack on it came from there, or units have "
        "just kept each other out of it.",
        typeset(
            "Bulgarie : la province est vide, mais fermée à A Ser, soit que l'attaque en "
            "soit venue, soit que des unités viennent de s'y repousser."
        ),
    ),
    "A SER, MOS": (
        "VII",
        "A SER cannot reach Moscow: they have no common border that it could cross.",
        typeset(
            "A Ser ne peut pas atteindre cette province : Moscou. "
            "Il n'y a pas de frontière commune que cette unité puisse franchir."
        ),
    ),
    "A SER, ADR": (
        "VII",
        "Adriatic Sea is a sea, and A SER is an army.",
        typeset("Mer Adriatique : c'est une mer, et A Ser est une armée."),
    ),
}


@pytest.mark.parametrize("things", RETREATS)
def test_while_units_retreat(things: str) -> None:
    assert pointed(retreating(), "turkey", things) == RETREATS[things]


# -- winter


def building() -> DiplomacyState:
    """Austria may build one unit, in Vienna."""
    state = start(
        {"AUSTRIA": "A SER, F TRI, A GRE", "TURKEY": "A BUD, F AEG", "RUSSIA": "A MOS, A WAR"},
        {
            "AUSTRIA": "VIE, BUD, TRI, SER, GRE",
            "TURKEY": "ANK, CON, SMY, BUL",
            "RUSSIA": "MOS, WAR",
        },
    )
    pass_season(state)
    pass_season(state)
    return state


FREE = ("Free for a build: VIE.", typeset("Libres pour construire : Vie."))
NO_HOME = "is not one of your home centres, and units are built nowhere else."
PAS_NATIONAL = typeset(
    "n'est pas un de vos centres nationaux, et vous ne construisez nulle part ailleurs."
)
NO_CENTRE = "is not a supply centre: units are built in your own home centres."
PAS_UN_CENTRE = typeset(
    "n'est pas un centre de ravitaillement : vous construisez dans vos propres centres nationaux."
)

BUILDS: dict[str, Reason | None] = {
    "VIE": None,
    "TRI": (
        "IX.2",
        f"F TRI is in Trieste, and units are built in empty centres only. {FREE[0]}",
        typeset(
            f"Trieste : F Tri s'y trouve, et vous ne construisez que dans un centre vide. {FREE[1]}"
        ),
    ),
    "BUD": (
        "IX.2",
        f"Budapest is a home centre of yours, but belongs to Turkey now. {FREE[0]}",
        "Budapest est un de vos centres nationaux, mais il appartient maintenant à une autre "
        f"puissance (Turquie). {FREE[1]}",
    ),
    "SER": ("IX.2", f"Serbia {NO_HOME} {FREE[0]}", f"La Serbie {PAS_NATIONAL} {FREE[1]}"),
    "SPA": ("IX.2", f"Spain {NO_HOME} {FREE[0]}", typeset(f"L'Espagne {PAS_NATIONAL} {FREE[1]}")),
    "MOS": ("IX.2", f"Moscow {NO_HOME} {FREE[0]}", f"Moscou {PAS_NATIONAL} {FREE[1]}"),
    "BUL/EC": ("IX.2", f"Bulgaria {NO_HOME} {FREE[0]}", f"La Bulgarie {PAS_NATIONAL} {FREE[1]}"),
    "GAL": ("IX.2", f"Galicia {NO_CENTRE} {FREE[0]}", f"La Galicie {PAS_UN_CENTRE} {FREE[1]}"),
    "AEG": ("IX.2", f"Aegean Sea {NO_CENTRE} {FREE[0]}", f"La mer Égée {PAS_UN_CENTRE} {FREE[1]}"),
}


@pytest.mark.parametrize("things", BUILDS)
def test_while_units_are_built(things: str) -> None:
    assert pointed(building(), "austria", things) == BUILDS[things]


def removing() -> DiplomacyState:
    """Austria must remove two units."""
    state = start(
        {"AUSTRIA": "A GAL, F TRI, A BOH, A VIE", "TURKEY": "A BUD, F AEG"},
        {"AUSTRIA": "VIE, TRI", "TURKEY": "ANK, CON"},
    )
    pass_season(state)
    pass_season(state)
    return state


OWN = ("A GAL, F TRI, A BOH and A VIE", "A Gal, F Tri, A Boh et A Vie")


def empty(place: str, lieu: str) -> Reason:
    return (
        "IX.2",
        f"There is no unit in {place}. You have 2 units too many and build nothing; "
        f"remove from: {OWN[0]}.",
        typeset(
            f"{lieu} : il n'y a là aucune unité. Vous avez 2 unités de trop et ne "
            f"construisez rien ; à retirer parmi : {OWN[1]}."
        ),
    )


REMOVALS: dict[str, Reason | None] = {
    "VIE": None,
    "F TRI": None,
    "BUD": (
        "IX.2",
        f"A BUD belongs to Turkey. You remove units of your own: {OWN[0]}.",
        typeset(
            "A Bud appartient à une autre puissance (Turquie). "
            f"Vous retirez de vos propres unités : {OWN[1]}."
        ),
    ),
    "AEG": (
        "IX.2",
        f"F AEG belongs to Turkey. You remove units of your own: {OWN[0]}.",
        typeset(
            "F Egé appartient à une autre puissance (Turquie). "
            f"Vous retirez de vos propres unités : {OWN[1]}."
        ),
    ),
    "SER": empty("Serbia", "Serbie"),
    "TYR": empty("Tyrolia", "Tyrol"),
    "ADR": empty("Adriatic Sea", "Mer Adriatique"),
    "BUL/SC": empty("Bulgaria", "Bulgarie"),
}


@pytest.mark.parametrize("things", REMOVALS)
def test_while_units_are_removed(things: str) -> None:
    assert pointed(removing(), "austria", things) == REMOVALS[things]


# -- everything


def everywhere(state: DiplomacyState, seat: str) -> Iterator[list[str]]:
    """Every province, after everything that can be picked on the way to an order."""
    menu = slots(state, seat)
    picked: list[list[str]] = [[]]
    for unit in (name for name in menu if name[:2] in ("A ", "F ")):  # not in winter
        picked += [[unit], [unit, "-"]]
        parts = [order_parts(choice) for choice in menu[unit]]
        picked += [[unit, sign] for sign in sorted({p[1] for p in parts if len(p) > 2})]
        picked += [list(way) for way in sorted({tuple(p[:3]) for p in parts if len(p) > 2})]
    for things, place in product(picked, BOARD.provinces):
        yield [*things, place]


@pytest.mark.parametrize("players", [7, 4, 2])
def test_every_target_has_a_readable_reason(players: int) -> None:
    """Nothing vague, no open gap, in either language; and a possible target is not refused."""
    rng = Random(players)
    position = GAME.begin({"players": players}, "1")
    state, steps = position.state, set()
    for _ in range(14):
        decisions = position.required_by_seat()
        seat = rng.choice(sorted(decisions))
        steps.add(state.step)
        menu = {name: choices for name, choices in slots(state, seat).items() if name != VOTE}
        ways = list(everywhere(state, seat))
        for things in rng.sample(ways, min(len(ways), 150)):
            reason = position.bind(decisions[seat]).explain_target(things)
            if reason is None:
                assert leads(menu, things), things
                continue
            assert not leads_for_certain(menu, things), (things, reason)
            for language in LANGUAGES:
                said = GAME.catalog(language).line(reason.message)
                assert said.endswith((".", "?")), said
                assert "{" not in said, said
        for each, decision in decisions.items():
            answer = decision.menu.sample(rng).split("; ")
            text = "; ".join("orders" if part in ("draw", "concede") else part for part in answer)
            position.apply(each, text)
    assert {"orders", "adjust"} <= steps


def leads(menu: dict[str, tuple[str, ...]], things: list[str]) -> bool:
    """Return whether an order on the menu, or a unit of the player's own, concerns the last
    thing."""
    units = [name for name in menu if name[2:].partition("/")[0] == things[-1]]
    orders = [text for choices in menu.values() for text in choices if things[-1] in text]
    return bool(units or orders)


def leads_for_certain(menu: dict[str, tuple[str, ...]], things: list[str]) -> bool:
    """Return whether what was picked and pointed at is an order of the menu, letter for letter."""
    text = " ".join([*(thing for thing in things[:-1] if thing != "-"), "-", things[-1]])
    return any(text in choices for choices in menu.values())


# -- typed


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("PAR", "refusal.not_your_unit"),
        ("Bur", "refusal.nobody_can_go"),
        ("Gal", "refusal.unit_first"),
        ("A MUN", "refusal.not_your_unit"),
        ("VIE", "reading.no_action"),
        ("A VIE - PAR", "void.not_adjacent"),
    ],
)
def test_a_place_that_is_typed_alone_is_answered_like_a_click(text: str, key: str) -> None:
    found = GAME.position(start()).explain("austria", text)
    assert found is not None
    assert found.message.key == key


@pytest.mark.parametrize(
    ("make", "seat", "text", "key"),
    [
        (retreating, "turkey", "A SER - MOS", "reading.no_retreat"),
        (retreating, "turkey", "A Ser-Alb ; nulle", "refusal.no_vote_now"),
        (retreating, "turkey", "GRE", "refusal.stays"),
        (retreating, "turkey", "A GAL D", "refusal.not_your_retreat"),
        (retreating, "turkey", "A GRE H", "reading.not_in_retreats"),
        (building, "austria", "BUILD A TRI", "refusal.home_taken"),
        (building, "austria", "BUILD A SER", "refusal.no_home"),
        (building, "austria", "BUILD F VIE", "refusal.cannot_stand"),
        (building, "austria", "REMOVE A SER", "refusal.nothing_to_remove"),
        (building, "austria", "draw", "refusal.no_vote_now"),
        (removing, "austria", "BUILD A BUD", "refusal.nothing_to_build"),
        (removing, "austria", "WAIVE", "refusal.nothing_to_waive"),
        (removing, "austria", "REMOVE A BUD", "reading.not_yours"),
        (removing, "austria", "REMOVE A GAL", "refusal.too_few"),
    ],
)
def test_typed_orders_of_other_phases_are_explained(
    make: object, seat: str, text: str, key: str
) -> None:
    assert callable(make)
    position = GAME.position(make())
    found = position.explain(seat, text)
    assert found is not None
    assert found.message.key == key
    catalog = GAME.catalog("fr" if "nulle" in text else "en")
    read = position.bind(position.required_by_seat()[seat]).read_choices(text, catalog)
    if key != "refusal.too_few":
        assert found in [part.choice for part in read]
