"""7.4, 12.7, P60: how several powers share a loss."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.losses import covering_part
from entente.games.pax.board import ARMY
from entente.games.pax.context import PaxContext
from entente.games.pax.presentation.labels import label_of
from entente.games.pax.war.battle import Side, fight_battle
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.peace import combat, end_movement, movement
from tests.games.pax.wars import without_units
from tests.games.pax.worlds import (
    answer,
    armies,
    army,
    board,
    call,
    leave,
    log,
    question,
    run,
    world,
)

ALLIES = ("japan", "italy", "spain")


def battle(*stacks: tuple[int, ...], loss: int, rules: str = "3") -> PaxContext:
    """Japan, Italy and the minor Spain have these armies in Manchuria, and this loss there."""
    it = world(rules=rules)
    without_units(it, *ALLIES, "russia")
    make.at_war(it, ALLIES, ("russia",))
    powers = [power for power, stack in zip(ALLIES, stacks, strict=False) if stack]
    for power, stack in zip(ALLIES, stacks, strict=False):
        army(it, power, "manchuria", *stack)
    losses = step("take_losses", place="manchuria", kind=ARMY, powers=" ".join(powers), loss=loss)
    call(it, losses)
    return it


# -- the smallest part of the offers


@pytest.mark.parametrize(
    ("offers", "loss", "taken"),
    [
        ({"japan": (3,), "italy": (3,)}, 3, {"japan": (3,), "italy": ()}),
        ({"japan": (1, 1), "italy": (1, 1)}, 2, {"japan": (1,), "italy": (1,)}),
        ({"japan": (10,), "italy": (3, 1)}, 4, {"japan": (), "italy": (3, 1)}),
        ({"japan": (10,), "italy": (3,)}, 4, {"japan": (10,), "italy": ()}),
        ({"japan": (3,), "italy": (1, 1)}, 4, {"japan": (3,), "italy": (1,)}),
        ({"japan": (3,), "italy": (1,)}, 9, {"japan": (3,), "italy": (1,)}),
        ({"japan": (3, 1, 1, 1), "italy": ()}, 3, {"japan": (3,), "italy": ()}),
    ],
)
def test_the_smallest_part_that_covers_the_loss(
    offers: dict[str, tuple[int, ...]], loss: int, taken: dict[str, tuple[int, ...]]
) -> None:
    """P60: of equal parts the one most evenly shared, then those first in precedence."""
    assert covering_part(offers, loss) == taken


def test_two_allies_that_offer_three_each_for_three_lose_three() -> None:
    """P60."""
    it = battle((3, 3), (3, 3), loss=3)
    answer(it, {"japan": "japan 3", "italy": "italy 3"})
    assert armies(it, "manchuria") == {"japan": (3,), "italy": (3, 3)}
    assert [line["power"] for line in log(it, "log.lost")] == ["japan"]


def test_precedence_decides_between_two_equal_offers() -> None:
    """P60."""
    it = battle((3, 3), (3, 3), loss=3)
    it.state.order = tuple(reversed(it.state.order))
    answer(it, {"japan": "japan 3", "italy": "italy 3"})
    assert armies(it, "manchuria") == {"japan": (3, 3), "italy": (3,)}


def test_by_the_earlier_rules_all_that_was_offered_is_lost() -> None:
    it = battle((3, 3), (3, 3), loss=3, rules="2")
    answer(it, {"japan": "japan 3", "italy": "italy 3"})
    assert armies(it, "manchuria") == {"japan": (3,), "italy": (3,)}


# -- the absent player


def test_an_absent_ally_covers_only_the_rest() -> None:
    """P60: Japan offers 3 of 4; the absent Italy gives one of its armies and not all."""
    it = battle((3, 3), (3, 1, 1), loss=4)
    answer(it, {"japan": "japan 3"})
    assert armies(it, "manchuria") == {"japan": (3,), "italy": (3, 1)}


def test_an_absent_ally_gives_nothing_where_the_others_cover_the_loss() -> None:
    """P60: not even where its units would cover the loss more exactly."""
    it = battle((10, 3), (3, 1), loss=3)
    answer(it, {"japan": "japan 10"})
    assert armies(it, "manchuria") == {"japan": (3,), "italy": (3, 1)}


def test_if_all_are_absent_they_share_the_loss_evenly() -> None:
    """P60."""
    it = battle((3, 1, 1), (3, 1, 1), loss=2)
    leave(it)
    assert armies(it, "manchuria") == {"japan": (3, 1), "italy": (3, 1)}


def test_the_rest_may_be_too_much_for_the_absent() -> None:
    """12.7: an offer that is too small is made again, and the third time all is lost."""
    it = battle((3, 3), (1,), loss=3)
    for _ in range(2):
        answer(it, {"japan": "japan none"})
        assert question(it)[1].step == "choose_losses"
    answer(it, {"japan": "japan none"})
    assert armies(it, "manchuria") == {}


def test_an_absent_german_seat_loses_no_more_than_it_must_for_its_two_powers() -> None:
    """P60: Germany and Austria-Hungary fight side by side, and the seat answers for neither."""
    it = world()
    without_units(it, "germany", "austria_hungary", "russia")
    make.at_war(it, ("germany", "austria_hungary"), ("russia",))
    for power in ("germany", "austria_hungary"):
        army(it, power, "bosnia", 3, 1)
    losses = step(
        "take_losses", place="bosnia", kind=ARMY, powers="germany austria_hungary", loss=2
    )
    call(it, losses)
    assert question(it)[0].seats(it, question(it)[1]) == ("germany",)
    leave(it)
    assert armies(it, "bosnia") == {"germany": (3,), "austria_hungary": (3,)}


def test_the_offer_to_cover_the_rest_has_words() -> None:
    assert label_of(board(), "japan rest").key == "action.lose_rest"


# -- minors


def test_minors_share_what_is_left_without_losing_more_than_they_must() -> None:
    """P60: Portugal's 3 does not go where Spain's 1 is enough."""
    it = world()
    without_units(it, "portugal", "spain", "russia")
    make.at_war(it, ("portugal", "spain"), ("russia",))
    army(it, "portugal", "manchuria", 3)
    army(it, "spain", "manchuria", 1)
    call(it, step("take_losses", place="manchuria", kind=ARMY, powers="portugal spain", loss=1))
    assert armies(it, "manchuria") == {"portugal": (3,)}


def test_majors_pay_before_minors() -> None:
    """12.7."""
    it = battle((3,), (3,), (3, 3), loss=9)
    assert armies(it, "manchuria") == {"spain": (3,)}


# -- battles and colonial combat


def test_a_battle_of_allies_takes_the_smallest_part() -> None:
    """12.7: three to one in table 2 is HX: 3 of 6 is lost."""
    it = world()
    without_units(it, *ALLIES, "russia")
    make.at_war(it, ALLIES, ("russia",))
    for power in ALLIES:
        army(it, power, "manchuria", 3, 3)
    army(it, "russia", "manchuria", 3, 3)
    it.state.chance.script = [1]
    fight_battle(it, 1, ARMY, "manchuria", Side(ALLIES))
    run(it)
    answer(it, {"japan": "japan 3 3", "italy": "italy 3"})
    assert armies(it, "manchuria") == {"japan": (3,), "italy": (3, 3), "spain": (3, 3)}


def test_members_of_a_codominion_lose_no_more_than_the_people_cost_them() -> None:
    """7.4: Britain and France put down unrest in Guiana together, and each offers its army."""
    it = world()
    it.state.unrest = ("guiana",)
    movement(it)
    end_movement(it)
    combat(it, 1)
    assert question(it)[1].step == "choose_losses"
    answer(it, {"great_britain": "great_britain 1", "france": "france 1"})
    assert armies(it, "guiana") == {"france": (1,), "netherlands": (1,)}
