"""Whole sheets as they come by mail: how the referee reads them, and the referee's remarks."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation.order_catalog import OrderCatalog
from entente.games.diplomacy.notation.writing import write
from entente.games.diplomacy.rules.editions import CLASSIC, STANDARD, Rules
from entente.games.diplomacy.rules.orders import HOLD, Order, write_order, write_unit
from entente.games.diplomacy.rules.possible_orders import Menus
from entente.games.diplomacy.sheets.referee import Judgement, Moved, Referee, Retreated, Wintered
from entente.games.diplomacy.sheets.referee_report import MOST_MESSAGES, RefereeReport
from entente.kernel.text import LANGUAGES, catalog_of
from tests.amount import amount
from tests.games.diplomacy.dense_positions import DensePosition
from tests.games.diplomacy.one_phase import read_orders

BOARD = Board({})


def summary(judged: Judgement) -> str:
    """A phase in one line; units that hold are left out."""
    if isinstance(judged, Moved):
        position = judged.results.position
        orders = [
            write_order(BOARD, position, number, result.order)
            for number, result in enumerate(judged.results.results)
            if result.order.kind != HOLD
        ]
        return f"{judged.season} {judged.year}: {'; '.join(orders)}"
    if isinstance(judged, Retreated):
        goals = [
            f"{write_unit(BOARD, unit)} - {'nowhere' if goal is None else BOARD.locations[goal]}"
            for unit, goal in judged.goals.items()
        ]
        return f"retreats {judged.year}: {'; '.join(goals)}"
    if isinstance(judged, Wintered):
        done = [
            sign + write_unit(BOARD, unit)
            for adjusted in judged.adjusted.values()
            for sign, units in (("+", adjusted.built), ("-", adjusted.removed))
            for unit in units
        ]
        return f"winter {judged.year}: {'; '.join(done)}"
    return type(judged).__name__


def judge(sheet: str, language: str, rules: Rules = CLASSIC) -> tuple[list[str], list[int]]:
    """The phases of a sheet and the numbers of the lines with remarks; every remark has a text."""
    texts = catalog_of(PACKAGE, language)
    verdict = RefereeReport(BOARD, OrderCatalog(BOARD, texts))
    phases, remarks = [], []
    for judged in Referee(BOARD, rules, language).judge(sheet):
        assert all(isinstance(line, str) for line in verdict.lines(judged))
        phases.append(summary(judged))
        remarks += [answer.line.number for answer in judged.answers if answer.refusal is not None]
    return phases, remarks


SHEETS = {
    "the words of a well-known site": (
        """Spring, 1901
        Austria:
        The army at Vienna move to Galicia. (bounce)
        The army at Budapest move to Serbia.
        The fleet at Trieste move to Albania.
        England:
        The fleet at London move to North Sea.
        The fleet at Edinburgh move to Norwegian Sea.
        The army at Liverpool move to Yorkshire.
        Autumn, 1901
        England:
        The army at Yorkshire move to Norway via convoy.
        The fleet at North Sea convoy to Norway from Yorkshire.
        The fleet at Norwegian Sea support move to Norway from Yorkshire.
        Austria: The army at Serbia support move to Greece from Albania.
        The fleet at Albania move to Greece
        Autumn 1901, Builds
        England: Build fleet at London. Austria: Build army at Budapest
        """,
        [
            "spring 1901: A BUD - SER; A VIE - GAL; F TRI - ALB; F EDI - NWG; F LON - NTH; "
            "A LVP - YOR",
            "autumn 1901: A SER S F ALB - GRE; F ALB - GRE; F NWG S A YOR - NWY; "
            "F NTH C A YOR - NWY; A YOR - NWY VIA",
            "winter 1901: +A BUD; +F LON",
        ],
        [],
    ),
    "the output of a judge program": (
        """Movement results for Spring of 1901.  (game.S1901M)

        Austria: Army Budapest -> Serbia.
        Austria: Army Vienna -> Galicia.  (*bounce*)

        Russia:  Army Warsaw -> Galicia. (*bounce*)
        Russia: Fleet St. Petersburg (south coast) -> Gulf of Bothnia.
        """,
        ["spring 1901: A BUD - SER; A VIE - GAL; A WAR - GAL; F STP/SC - BOT"],
        [],
    ),
    "a French forum": (
        """Bonjour à tous,

        Voici mes ordres pour le printemps 1901 :

        **FRANCE**
        * A PAR-BOU
        * A Marseille soutient A Paris - Bourgogne
        * F Brest -> Manche

        **ALLEMAGNE**
        • A Munich → Bourgogne
        • A Berlin se déplace à Kiel
        • Flotte Kiel vers le Danemark

        Cordialement,
        Jean-Pierre
        """,
        [
            "spring 1901: F BRE - ENG; A MAR S A PAR - BUR; A PAR - BUR; F KIE - DEN; A BER - KIE; "
            "A MUN - BUR",
        ],
        [1, 15, 16],
    ),
    "a mail with its headers": (
        """From: bob@example.org
        Subject: Spring 1901 - England

        Hi,

        1) F Lon - N. Sea
        2) F Edi - Norw. Sea
        3) A Liv - Yor

        --
        Bob
        """,
        ["spring 1901: F EDI - NWG; F LON - NTH; A LVP - YOR"],
        [1, 2, 4, 11],
    ),
    "a quoted mail": (
        """On 3 March Alice wrote:
        > Spring 1901
        > Russia:
        > A War - Gal
        >
        > F Sev - Bla
        >> F Stp(sc) - Bot
        """,
        ["spring 1901: A WAR - GAL; F SEV - BLA; F STP/SC - BOT"],
        [1],
    ),
    "headings for every power, each in its own way": (
        """Spring 1901 - Austria
        A Vie-Gal
        S1901M
        RUSSIA: A WAR - GAL
        France, Spring 1901
        A Par-Bur
        Orders for Germany, Spring 1901:
        A Mun-Bur
        Ordres de l'Italie pour le printemps 1901
        A Ven-Tri
        """,
        ["spring 1901: A VIE - GAL; A PAR - BUR; A MUN - BUR; A VEN - TRI; A WAR - GAL"],
        [],
    ),
    "by power instead of by phase": (
        """France
        Spring 1901
        A Par-Bur
        Autumn 1901
        A Bur-Bel
        Germany
        Spring 1901
        A Mun-Ruh
        """,
        ["spring 1901: A PAR - BUR", "autumn 1901: A BUR - BEL", "SetAside"],
        [7],
    ),
    "powers misspelt": (
        """SPRING 1901:
        AUSTRIA-HUNGARY: A VIE - GAL
        FRNACE: A PAR - BUR, A MAR - SPA
        RUSIA: F STP/SC - BOT
        """,
        ["spring 1901: A VIE - GAL; A MAR - SPA; A PAR - BUR; F STP/SC - BOT"],
        [3, 4],
    ),
    "convoys with their routes": (
        """Units
        England: A Lon, F Nth, F Nwg
        Turkey: A Tun, F Ion
        Autumn 1902
        England: A Lon - Nth - Nwy
        F Nth C A Lon-Nwy
        F Nwg S A Lon - Nwy via Nth
        Turkey: A Tun - Nap (via Ion)
        F Ion: convoy to Naples from Tunis
        """,
        [
            "Listed",
            "autumn 1902: A LON - NWY VIA; F NTH C A LON - NWY; F NWG S A LON - NWY; "
            "A TUN - NAP VIA; F ION C A TUN - NAP",
        ],
        [],
    ),
    "retreats": (
        """Units
        Austria: A Vie, A Ser
        Russia: A Gal, A Bud, A Rum, A Bul
        Spring 1902
        Austria: A Vie H, A Ser H
        Russia: A Gal-Vie, A Bud S A Gal-Vie, A Rum - Ser, A Bul S A Rum-Ser
        Retraites :
        A Vie OTB
        A Ser R Alb
        Italy: none
        """,
        [
            "Listed",
            "spring 1902: A GAL - VIE; A BUD S A GAL - VIE; A RUM - SER; A BUL S A RUM - SER",
            "retreats 1902: A VIE - nowhere; A SER - ALB",
        ],
        [],
    ),
    "a French winter": (
        """Unités
        France : A Bel, F AtM, A Esp
        Allemagne : A Mun, A Ber, F Kie, A Hol
        Turquie : A Con, F Noi
        Centres
        France : Par, Mar, Bre, Bel, Esp
        Allemagne : Mun, Ber, Kie
        Turquie : Con, Smy, Ank
        HIVER 1901
        France : construction d'une armée à Paris et d'une flotte à Brest
        Allemagne : retire A Hol
        Turquie : F Con
        """,
        ["Listed", "Listed", "winter 1901: +A PAR; +F BRE; -A HOL"],
        [12],
    ),
    "what hangs on something, or was changed": (
        """Spring 1901
        France: ~~A Par-Bur~~ A Par-Pic
        A Mar - Spa or Bur
        F Bre - Mao (unless England moves to ENG)
        """,
        ["spring 1901: "],
        [2, 3, 4],
    ),
    "a table": (
        "| France | A Par - Bur |\n| Germany | A Mun - Ruh |\nRussia\tA War\t-\tGal\n",
        ["spring 1901: A PAR - BUR; A MUN - RUH; A WAR - GAL"],
        [],
    ),
    "holding, in so many words": (
        """Spring 1901
        Turkey: all hold
        Italy: NMR
        Austria: A Vie-Gal, the rest hold
        Germany: all hold; A Mun-Ruh
        """,
        ["spring 1901: A VIE - GAL"],
        [5, 5],
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(SHEETS))
def test_sheets_as_they_come(name: str, language: str) -> None:
    sheet, phases, remarks = SHEETS[name]
    assert judge(sheet, language) == (phases, remarks)


# -- civil disorder (X.3)

ATTACK = (
    "Units\nAustria: A Vie\nRussia: A Gal, A Bud\n"
    "Spring 1903\n{}Russia: A Gal-Vie; A Bud S A Gal-Vie\n"
)


@pytest.mark.parametrize("rules", [CLASSIC, STANDARD])
@pytest.mark.parametrize(
    ("handed_in", "retreat", "remarks"),
    [
        ("", "nowhere", [7]),
        ("Austria: NMR\n", "nowhere", [8]),
        ("Austria:\n", "nowhere", [8]),
        ("Austria: A Vie H\n", "TYR", []),
        ("A Vie H\n", "TYR", []),
        ("Austria: all hold\n", "TYR", []),
        ("Austria: A Vie - Nowhere\n", "TYR", [5]),  # wrong, but handed in
        ("Austra: A Vie H\n", "TYR", [5]),
    ],
)
def test_a_power_that_submits_nothing_loses_its_dislodged_units(
    handed_in: str, retreat: str, remarks: list[int], rules: Rules
) -> None:
    sheet = ATTACK.format(handed_in) + "Retreats\nAustria: A Vie - Tyr\n"
    phases, lines = judge(sheet, "en", rules)
    assert phases[-1] == f"retreats 1903: A VIE - {retreat}"
    assert lines == remarks


# -- orders left out


def test_units_without_a_retreat_are_reported_as_lost() -> None:
    """VII.2."""
    sheet = ATTACK.format("Austria: A Vie H\n") + "Autumn 1903\nRussia: A Vie H\n"
    phases, _ = judge(sheet, "en")
    assert phases[2:] == ["retreats 1903: A VIE - nowhere", "autumn 1903: "]


def test_a_winter_that_is_left_out_still_takes_its_units() -> None:
    """IX.2, X.4."""
    sheet = """Units
    Austria: A Tri, A Gal
    Centres
    Austria: Vie, {}
    Autumn 1903
    Austria: A Tri-Vie
    Spring 1904
    Austria: A Vie H
    """
    autumn, spring = "autumn 1903: A TRI - VIE", "spring 1904: "
    assert judge(sheet.format("Bul"), "en")[0][2:] == [autumn, spring]
    assert judge(sheet.format("Vie"), "en")[0][2:] == [autumn, "winter 1903: -A GAL", spring]


def test_an_omitted_autumn_is_reported_and_skipped() -> None:
    """IX.1: no unit moved in it; a power owns the centres its units occupy."""
    sheet = "Spring 1901\nFrance: A Mar-Spa\nWinter 1901\nFrance: build A Mar\n"
    assert judge(sheet, "en") == (["spring 1901: A MAR - SPA", "winter 1901: +A MAR"], [3])


def test_a_heading_without_orders_changes_no_retreat() -> None:
    sheet = ATTACK.format("Austria: A Vie H\n") + "Autumn 1903\n"
    assert len(judge(sheet, "en")[0]) == 2


# -- however it is laid out


@settings(max_examples=amount(20, 600), deadline=None)
@drawn(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("language", LANGUAGES)
def test_any_layout_gives_the_same_orders(language: str, seed: int) -> None:
    """Every order as we write it, under headings, bullets and separators as they may come."""
    rng = Random(seed)
    position = DensePosition(BOARD, rng.randrange(20_000)).position
    menus = Menus(BOARD, position)
    given: dict[int, Order] = {}
    texts: dict[int, list[str]] = {}
    for number, unit in enumerate(position.units):
        given[number] = rng.choice(sorted(menus.orders(number).values()))
        text = write(BOARD, position, number, given[number], language)
        texts.setdefault(unit.power, []).append(text)
    sheet = []
    for power, mine in texts.items():
        row = BOARD.powers[power].id
        name = rng.choice([catalog_of(PACKAGE, each).name("power", row) for each in LANGUAGES])
        sheet += rng.choice(([], ["Spring 1901"], ["## Printemps 1901"], ["S1901M"]))
        if rng.random() < 0.4:
            sign = rng.choice(("; ", ", ", ". ", " ; ", " and ", " et "))
            sheet.append(f"{name}: {sign.join(mine)}{rng.choice(('', '.', ';'))}")
        else:
            bullet = rng.choice(("", "- ", "* ", "1) ", "> ", "\t"))
            sheet += [rng.choice((name, f"**{name}**", f"{name} :")), *(bullet + o for o in mine)]
        sheet += rng.choice(([], [""], ["-----"]))
    read = read_orders(BOARD, position, "\n".join(sheet), language)
    assert [a for a in read.answers if a.refusal is not None] == []
    assert read.orders == given


# -- very much at once


@pytest.mark.amount
def test_very_many_orders_that_contradict_each_other() -> None:
    """The first are reported, none of them lists all the others, and the rest are counted."""
    times = amount(1_000, 5_000)
    sheet = "A Par-Bur;A Par-Pic;A Par-Gas;" * times
    texts = catalog_of(PACKAGE, "en")
    verdict = RefereeReport(BOARD, OrderCatalog(BOARD, texts))
    (judged,) = Referee(BOARD, CLASSIC).judge(sheet)
    lines = list(verdict.lines(judged))
    assert len([line for line in lines if line.startswith("Line 1")]) == MOST_MESSAGES
    assert any(f"and {3 * times - MOST_MESSAGES} more lines" in line for line in lines)
    assert max(map(len, lines)) < 400
