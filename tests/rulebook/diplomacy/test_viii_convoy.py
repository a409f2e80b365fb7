"""Section VIII: the examples on convoys."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_viii_2_three_fleets_of_two_powers(classic: Judged) -> None:
    """A chain of three fleets of two powers carries one army.

    England  A LON - TUN
             F ENG C A LON - TUN
             F MAO C A LON - TUN
    France   F WES C A LON - TUN
    """
    classic.gives(moves="LON - TUN by convoy")


def test_viii_3_example_11_dislodged_fleet_breaks_the_convoy(classic: Judged) -> None:
    """Dislodging a convoying fleet stops the convoy. The Ionian Sea is printed as London.

    France  A SPA - NAP
            F LYO C A SPA - NAP
            F TYS C A SPA - NAP
    Italy   F ION - TYS
            F TUN S F ION - TYS
    """
    classic.gives(
        moves="ION - TYS",
        fails="SPA - NAP",
        broken="TYS",
        dislodged={"TYS by ION": "NAP, ROM, TUS, WES"},
    )


def test_viii_4_example_12_one_broken_route_stops_the_convoy(classic: Judged) -> None:
    """When the written orders allow several routes, the loss of one of them stops the convoy.

    England  A LON - BEL
             F ENG C A LON - BEL
             F NTH C A LON - BEL
    France   F BRE - ENG
             F IRI S F BRE - ENG
    """
    classic.gives(
        moves="BRE - ENG",
        fails="LON - BEL",
        broken="ENG",
        dislodged={"ENG by BRE": "BEL, MAO, PIC, WAL"},
    )


def test_viii_4_example_12_without_the_dislodgement(classic: Judged) -> None:
    """Without the dislodgement the convoy works.

    England  A LON - BEL
             F ENG C A LON - BEL
             F NTH C A LON - BEL
    France   F BRE - ENG
    """
    classic.gives(moves="LON - BEL by convoy", fails="BRE - ENG")


def test_viii_5_example_13_convoyed_army_does_not_protect_its_fleets(classic: Judged) -> None:
    """A convoyed army does not cut a support for an attack on a fleet that convoys it.

    France  A SPA - NAP
            F LYO C A SPA - NAP
            F TYS C A SPA - NAP
    Italy   F ION - TYS
            F NAP S F ION - TYS
    """
    classic.gives(
        moves="ION - TYS",
        fails="SPA - NAP",
        broken="TYS",
        dislodged={"TYS by ION": "ROM, TUN, TUS, WES"},
    )
