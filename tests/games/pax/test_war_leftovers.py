"""12.10: no default settlement follows a war (9.3), so nothing illegal may be left by it."""

from __future__ import annotations

from entente.games.pax.board import Status
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.wars import possess, without_units
from tests.games.pax.worlds import answer, army, call, leave, world


def test_a_minor_without_a_counter_takes_nothing_and_gets_no_army() -> None:
    """12.10: possession with an army of strength 1; without the one there is none of the other."""
    it = world()
    without_units(it, "portugal")
    for area in list(it.board.areas):
        if not it.markers(area) and it.can_have("portugal", area, Status.POSSESSION):
            it.put_marker("portugal", area, Status.POSSESSION)
    possess(it, "france", "algiers")
    call(it, step("divide", victors="portugal", areas="algiers", losers="france"))
    assert it.markers("algiers") == {}
    assert not list(it.units("portugal"))


def test_control_that_stays_beside_a_neutrals_after_a_war_is_shared() -> None:
    """12.10: a victor's claim, no longer fought for, beside a neutral's control."""
    it = world()
    possess(it, "germany", "siam")
    possess(it, "netherlands", "siam")
    army(it, "germany", "siam", 1)
    make.at_war(it, ("germany",), ("france",))
    call(it, step("leave_war", war=1, powers="germany france"))
    assert it.state.codominions["siam"] == ("germany", "netherlands")


def test_a_marker_that_a_peace_lowers_makes_room_for_a_partners_control() -> None:
    """12.10: influence cannot stand beside a protectorate, interest can."""
    it = world()
    it.state.phase = "war"
    make.at_war(it, ("germany",), ("france",))
    possess(it, "france", "siam", status=Status.PROTECTORATE)
    possess(it, "netherlands", "siam", status=Status.PROTECTORATE)
    it.share("siam", ("france", "netherlands"))
    call(it, step("peace_window", war=1))
    answer(it, {"germany": "peace clauses=[lower power=france; area=siam; level=influence]"})
    answer(it, {"france": "accept"})
    while it.state.stack:
        leave(it)
    assert it.status("france", "siam") is Status.INTEREST
    assert it.holders("siam") == ["netherlands"]
