"""A game by numbers: what may be chosen has a number, and every number does what it says."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from entente.envs.action_space import ASIDE, THING, WAIT
from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec, EnvState, IllegalActionId, PartialAction
from entente.kernel import Choose, Decision, ListOf, OneOf, listed, registry
from entente.kernel.action_builder import ActionBuilder
from entente.kernel.blocks import counts
from entente.kernel.menu import Form
from examples import race
from tests.amount import amount
from tests.envs.env_states import SHORT, at_random, rich, short

GAMES = tuple(SHORT)


# -- numbers


@pytest.mark.parametrize("name", GAMES)
def test_every_number_says_something_of_its_own(name: str) -> None:
    numbers = short(name).action_space
    rng = Random(name)
    things = next(group for group in numbers.groups if group.pattern == THING)
    drawn = rng.sample(range(things.start), 2000)  # a thing may be called like a way to act
    said = [numbers.label(number) for number in drawn]
    assert len(set(said)) == len(said)
    with pytest.raises(IndexError):
        numbers.label(len(numbers))


@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_are_the_same_whenever_a_game_is_loaded(name: str) -> None:
    again = EnvSpec(registry.load(name), {"players": 4} if name == "pax" else None)
    assert again.action_space.groups == short(name).action_space.groups


def test_there_are_few_enough_for_a_mask() -> None:
    assert {name: len(short(name).action_space) < 40_000 for name in GAMES} == dict.fromkeys(
        GAMES, True
    )


def test_an_order_of_diplomacy_is_one_number_and_does_not_name_its_unit() -> None:
    numbers = short("diplomacy").action_space
    written = [
        "A VIE - TRI",
        "F TRI S A VIE - VEN",
        "F ION C A TUN - NAP",
        "A VIE H",
        "BUILD A PAR",
    ]
    said = ["- TRI", "S A VIE - VEN", "C A TUN - NAP", "H", "BUILD A PAR"]
    for order, rest in zip(written, said, strict=True):
        path = numbers.path(order)
        assert path is not None
        (number,) = path
        assert numbers.label(number) == rest


def test_a_long_action_is_several_numbers() -> None:
    path = short("attrition").action_space.path("move germany-infantry berlin belgium")
    assert path is not None
    assert [short("attrition").action_space.label(number) for number in path] == [
        "move germany-infantry berlin …",
        "belgium",
    ]


def test_to_end_a_list_has_a_number_of_its_own_and_to_end_a_treaty_another() -> None:
    numbers = short("pax").action_space
    desk = ActionBuilder(
        OneOf((Choose(("end treaty-1", "end treaty-2")), ListOf("give", Choose(("egypt",)), 0, 1)))
    )
    assert [numbers.label(*path) for path in numbers.legal_actions(desk)] == ["#0", "#1", "#2"]
    given = numbers.legal_actions(desk.choose("give"))
    assert {numbers.label(*path): said for path, said in given.items()} == {
        "end": "end",
        "egypt": "egypt",
    }
    form = ActionBuilder(Form("offer", {"until": Choose(("egypt",))}, optional=("until",)))
    assert [numbers.label(*path) for path in numbers.legal_actions(form)] == ["without", "egypt"]


# -- playing


@pytest.mark.amount
@pytest.mark.parametrize("name", GAMES)
def test_action_ids_spell_legal_actions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer is an action of the menu, and a game that gets it in words comes out the
    same."""
    setting, rng, said = short(name), Random(name), list[tuple[str, str, int]]()
    carry_out = EnvState._apply

    def noted(play: EnvState, decision: Decision, action: str) -> None:
        said.append((decision.seat, action, decision.window))
        carry_out(play, decision, action)

    monkeypatch.setattr(EnvState, "_apply", noted)
    for seed in range(amount(1, 10)):
        said.clear()
        play = setting.begin(str(seed))
        at_random(play, rng, setting.max_choices)
        beside = setting.game.begin(setting.options, str(seed))
        for seat, action, window in said:
            beside.apply(seat, action, window)
        assert beside.state == play.position.state
        assert play.outcome is not None
        assert sum(play.scores.values()) == pytest.approx(1)


@pytest.mark.amount
@pytest.mark.parametrize("name", GAMES)
def test_everything_that_may_be_done_is_offered(name: str) -> None:
    """Of each question the actions that can be listed are those that the numbers lead to."""
    setting = EnvSpec(name, SHORT[name], rare_choices=True)
    play, rng, compared = setting.begin("all"), Random(name), 0
    while (turn := play.turn) is not None and compared < amount(40, 1000):
        made = play.partial_action(turn)
        assert made is not None
        if not made.action_ids and made.decision.menu.size() < 500:
            assert sorted(ends(made)) == sorted(listed(made.decision.menu) or ())
            compared += 1
        at_random(play, rng, 1)
    assert compared > (0 if name == "diplomacy" else 20)


def ends(made: PartialAction) -> Iterator[str]:
    """All answers that begin like this one."""
    if made.builder.done:
        yield made.builder.action
        return
    for number in made.legal_actions:
        if number != ASIDE:
            yield from ends(made.choose(number))


@pytest.mark.amount
@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_every_decision_is_played_to_the_end(name: str) -> None:
    rng = Random(name)
    for seed in range(amount(1, 5)):
        play = rich(name).begin(str(seed))
        at_random(play, rng, amount(300, 20_000))
        assert play.over or play.choices == 300


def test_the_vote_is_a_decision_only_on_request() -> None:
    asked, usual = rich("diplomacy").begin("1"), short("diplomacy").begin("1")
    for play, orders in ((asked, 4), (usual, 3)):
        assert play.turn == "austria"
        for _ in range(orders):
            assert play.turn == "austria"
            play.choose("austria", next(iter(play.legal_actions("austria"))))
        assert play.turn == "england"


def test_an_illegal_choice_is_refused_and_changes_nothing() -> None:
    play = short("turmoil").begin("1")
    before = play.copy()
    turn = play.turn
    assert turn is not None
    with pytest.raises(IllegalActionId, match=f"{turn} cannot choose {WAIT} now; legal ids"):
        play.choose(turn, WAIT)
    (other,) = set(play.spec.seats) - set(play.to_move) or {""}
    if other:
        with pytest.raises(IllegalActionId, match="has no decision"):
            play.choose(other, 5)
    assert play.position.state == before.position.state
    assert play.choices == 0


def test_a_seat_turns_aside_once_before_each_answer() -> None:
    play = EnvSpec("pax", {"players": 4, "turns": 1}).begin("1")
    while ASIDE not in play.legal_actions(play.turn or ""):
        at_random(play, Random(1), 1)
    seat = play.turn
    assert seat is not None
    window = play.position.decisions_for(seat)[0].window
    play.choose(seat, ASIDE)
    offered = play.legal_actions(seat)
    watch = next(number for number, said in offered.items() if said.startswith("watch "))
    play.choose(seat, watch)
    assert play.position.decisions_for(seat)[0].window == window
    assert ASIDE not in play.legal_actions(seat)
    assert offered[watch].split()[1] in play.position.state.watched[seat]


def test_no_optional_actions_unless_requested() -> None:
    setting = EnvSpec("pax", {"players": 4, "turns": 1}, optional_decisions=False)
    play, rng = setting.begin("1"), Random(1)
    for _ in range(30):
        assert ASIDE not in play.legal_actions(play.turn or "")
        at_random(play, rng, 1)


def test_a_long_play_is_broken_off_and_shared() -> None:
    play = EnvSpec("turmoil", max_choices=20).begin("1")
    at_random(play, Random(1), 100)
    assert play.truncated
    assert play.over
    assert play.choices == 20
    assert play.turn is None
    assert play.to_move == ()
    assert play.scores == {"authoritarian": 0.5, "liberal": 0.5}


# -- copies


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_is_exact_and_goes_its_own_way(name: str) -> None:
    """In the middle of anything: both play on alike, and one does not disturb the other."""
    rng = Random(name)
    play = rich(name).begin("copy")
    for _ in range(6):
        at_random(play, rng, 7)
        if play.over:
            break
        twin, saved = play.copy(), pickle.loads(pickle.dumps(play))
        before = play.position.game.save(play.position.state)
        at_random(twin, Random(5), 9)
        assert play.position.game.save(play.position.state) == before
        at_random(saved, Random(5), 9)
        again = play.copy()
        at_random(again, Random(5), 9)
        assert twin.position.state == saved.position.state == again.position.state
        assert twin.legal_actions(twin.turn or "") == saved.legal_actions(saved.turn or "")
        assert twin.choices == saved.choices == again.choices


# -- rows


@pytest.mark.amount
@pytest.mark.parametrize("name", GAMES)
def test_an_observation_shows_what_the_seat_sees_and_nothing_else(name: str) -> None:
    """Two positions that look the same to a seat have the same observation."""
    setting, rng = rich(name), Random(name)
    observer = Observer(setting)
    play, differing = setting.begin("rows"), 0
    for _ in range(amount(8, 100)):
        at_random(play, rng, 11)
        if play.over:
            play = setting.begin(str(rng.random()))
        for seat in setting.seats[:2]:
            row = observer.array(play, seat)
            world = play.determinize(seat, rng)
            assert np.array_equal(row, observer.array(world, seat))
            assert world.legal_actions(seat) == play.legal_actions(seat)
            assert row.dtype == np.float32
            assert abs(row).max() < 1000
        differing += not np.array_equal(*(observer.array(play, each) for each in setting.seats[:2]))
    assert differing


@pytest.mark.parametrize("name", GAMES)
def test_the_blocks_of_a_row_lie_one_behind_the_other(name: str) -> None:
    observer = Observer(short(name))
    ends = 0
    for part in observer.slices.values():
        assert part.start == ends
        ends = part.stop
    assert ends == observer.size


def test_a_row_of_diplomacy_has_the_units_and_the_orders_written_so_far() -> None:
    setting = short("diplomacy")
    observer, play = Observer(setting), setting.begin("1")
    places = setting.game.vocabulary.names["place"]
    bud, vie, gal = map(places.index, ("BUD", "VIE", "GAL"))
    row = observer.array(play, "austria")
    units = row[observer.slices["units"]].reshape(81, 14)
    assert units.sum() == 22
    assert units[vie].argmax() == 0  # an Austrian army
    offered = {said: number for number, said in play.legal_actions("austria").items()}
    play.choose("austria", offered["A BUD - GAL"])
    orders = observer.array(play, "austria")[observer.slices["orders"]].reshape(81, -1)
    assert set(np.flatnonzero(orders[bud])) == {1, 8 + gal}
    assert not observer.array(play, "england")[observer.slices["orders"]].any()


def test_a_row_of_turmoil_has_the_hand() -> None:
    setting = short("turmoil")
    play = setting.begin("1")
    at_random(play, Random(2), 40)
    cards = setting.game.vocabulary.names["card"]
    observer = Observer(setting)
    for seat in setting.seats:
        hand = observer.array(play, seat)[observer.slices["hand"]]
        assert {cards[n] for n in np.flatnonzero(hand)} == set(play.position.state.hand[seat])


def test_a_custom_game_has_the_decision_and_the_blocks_it_names() -> None:
    setting = EnvSpec(race.RaceToTheSea())
    bare = Observer(setting)
    assert set(bare.slices) == {"seat", "step", "slot", "ways", "words"}
    north = counts("north", ("germany", "allies"), lambda view: view.north)
    observer, play = Observer(setting, lambda game: [north]), setting.begin("1914")
    at_random(play, Random(3), 4)
    row = observer.array(play, "germany")[observer.slices["north"]]
    assert list(row) == [play.position.state.north[side] for side in ("germany", "allies")]


def test_a_thing_without_a_place_is_reported() -> None:
    block = counts("hand", ("one", "two"), lambda view: ["three"])
    with pytest.raises(KeyError, match="'hand' has no place for 'three'"):
        block.write(None, np.zeros(2), 0)
