"""Only public knowledge decides which seat decides what, and how often (12.2).

Twins are two positions that differ only in what one side hides. Played on with the same public
choices they must ask for the same decisions, or the other side could count what is hidden.
"""

from __future__ import annotations

from typing import Any

import pytest

from entente.games.attrition.context import AttritionContext
from entente.games.attrition.questions import TurnQuestion
from entente.kernel import DecisionStep, Frame, OptionValue
from entente.kernel.conformance import moves_compared, play_through
from entente.kernel.conformance.secrecy import difference
from tests.amount import amount
from tests.games.attrition.scene import GAME, Scene, Tiles

FOG: dict[str, OptionValue] = {"fog_of_war": True}
ENTRY: dict[str, OptionValue] = {"fog_of_war": True, "alternative_entry": True}
ALL: dict[str, OptionValue] = {
    option.id: True for option in GAME.info.options if option.kind == "rule" and option.is_flag
}

Asked = tuple[tuple[str, ...], str]


class Twins:
    """Two positions that look alike to a seat."""

    def __init__(self, one: Scene, other: Scene, viewer: str) -> None:
        self.one, self.other, self.viewer = one, other, viewer
        self.look_alike()

    def look_alike(self) -> None:
        for viewer in (self.viewer, None):
            assert not difference(GAME, self.one.state, self.other.state, viewer)

    def asked(self) -> Asked:
        """The seats to move and their steps, which must be the same in both."""
        ours, theirs = ((scene.deciding, scene.step) for scene in (self.one, self.other))
        assert ours == theirs
        return ours

    def do(self, one: str, other: str | None = None) -> Asked:
        """A choice in each that the viewer cannot distinguish from the other."""
        other = other or one
        (seat,) = self.asked()[0]
        public = [
            scene.shown(seat, action, self.viewer)
            for scene, action in ((self.one, one), (self.other, other))
        ]
        assert public[0] == public[1]
        self.one.do(one)
        self.other.do(other)
        self.look_alike()
        return self.asked()

    def end_turn(self) -> list[Asked]:
        """Nothing more is done; the questions on the way."""
        side, asked = self.one.state.active, [self.asked()]
        while self.one.state.active == side:
            asked.append(self.do("done"))
        return asked


def entente(
    step: str, board: Tiles, reserves: dict[str, int], status: dict[str, str] | None = None
) -> Scene:
    """An Entente player-turn under fog; no tile waits for its date."""
    return Scene(
        "entente", step, options=ENTRY, board=board, reserves=reserves, status=status or {}
    )


# -- the questions of a turn, one by one


def test_4_5_neutral_tiles_left_in_the_reserves_do_not_end_mobilisation() -> None:
    """Three Italian tiles that cannot be mobilised look like two and a decoy that can."""
    twins = Twins(
        entente(
            "mobilise",
            {"paris": {"entente-decoy-down": 3}},
            {"france-infantry": 1, "italy-infantry": 3},
        ),
        entente(
            "mobilise",
            {"paris": {"entente-decoy-down": 2, "france-infantry-down": 1}},
            {"france-infantry": 1, "italy-infantry": 2},
        ),
        "central",
    )
    assert twins.do("mobilise france-infantry paris") == (("entente",), "mobilise")
    assert twins.one.actions == ("done",)
    assert "mobilise entente-decoy paris" in twins.other.actions
    assert [step for _, step in twins.end_turn()][:3] == ["mobilise", "move", "declare_war"]


def test_4_5_without_fog_there_is_no_decision_without_a_legal_action() -> None:
    scene = Scene("entente", "mobilise", board={}, reserves={"italy-infantry": 3})
    assert scene.step != "mobilise"


def test_4_5_an_empty_reserve_is_seen_by_all() -> None:
    scene = entente("mobilise", {"paris": {"entente-decoy-down": 3}}, {"france-infantry": 1})
    assert scene.do("mobilise france-infantry paris").step == "move"


def test_4_4_a_missing_way_home_is_not_revealed() -> None:
    """A Serbian tile in Paris has none while Belgrade is the enemy's."""
    status = {"belgrade": "central"}
    twins = Twins(
        entente("rail", {"paris": {"serbia-infantry-down": 1}}, {}, status),
        entente("rail", {"paris": {"france-infantry-down": 1}}, {}, status),
        "central",
    )
    assert twins.asked() == (("entente",), "rail")
    assert twins.one.actions == ("done",)
    assert twins.one.refused("rail serbia-infantry-down paris") == ("4.4", "no_way_home")
    assert twins.do("done")[1] == "mobilise"


def test_4_4_no_decision_after_the_last_train_from_a_region() -> None:
    board: Tiles = {"paris": {"france-infantry-down": 1}, "london": {"britain-infantry-down": 1}}
    scene = entente("rail", board, {}).do("rail france-infantry-down paris")
    assert scene.step == "mobilise"


def test_4_10_1_1_salonica_is_a_decision_with_any_reserves() -> None:
    twins = Twins(
        entente("declare_war", {}, {"greece-infantry": 1, "britain-infantry": 1}),
        entente("declare_war", {}, {"greece-infantry": 1, "russia-infantry": 1}),
        "central",
    )
    assert twins.do("declare greece") == (("entente",), "salonica")
    assert twins.one.actions == ("place britain-infantry salonica", "done")
    assert twins.other.actions == ("done",)
    assert twins.do("done")[1] == "declare_war"


def test_4_10_1_1_one_tile_more_at_salonica_does_not_end_it() -> None:
    twins = Twins(
        entente("declare_war", {}, {"britain-infantry": 2}),
        entente("declare_war", {}, {"britain-infantry": 1, "russia-infantry": 1}),
        "central",
    )
    assert twins.do("declare greece")[1] == "salonica"
    assert twins.do("place britain-infantry salonica")[1] == "salonica"


def test_4_10_1_a_nation_is_not_asked_about_that_can_have_no_tiles() -> None:
    """With the Ottomans and Bulgaria at war, only Mexico is left, whose tiles are still to come."""
    status = dict.fromkeys(("istanbul", "armenia", "levant", "sofia"), "central")
    scene = Scene("central", "declare_war", "spring_1916", options=FOG, status=status)
    assert scene.pile("reserves", "central") == {"central-decoy": 3}
    assert (scene.state.active, scene.step) == ("entente", "surrender")
    scene = Scene("central", "declare_war", "fall_1916", options=FOG, status=status)
    assert scene.state.active == "entente"
    took = Scene(
        "central",
        "declare_war",
        "fall_1916",
        options=FOG,
        status=status,
        board={"berlin": {"mexico-infantry-down": 1}},
    )
    assert took.step == "declare_war"


def test_4_6_tiles_that_cannot_leave_look_like_tiles_that_can() -> None:
    """Card CP6: French tiles do not move."""

    def mutinies(tile: str) -> Scene:
        return Scene(
            "entente",
            "start_movement",
            "spring_1917",
            options=FOG | {"events": True},
            board={"paris": {f"{tile}-down": 1}},
            in_force=["CP6"],
        )

    twins = Twins(mutinies("france-infantry"), mutinies("britain-infantry"), "central")
    assert twins.asked() == (("entente",), "move")
    assert twins.one.actions == ("done",)
    assert mutinies_face_up().step != "move"


def mutinies_face_up() -> Scene:
    return Scene(
        "entente",
        "start_movement",
        "spring_1917",
        options=FOG | {"events": True},
        board={"paris": {"france-infantry": 1}},
        in_force=["CP6"],
    )


def test_11_3_a_tile_that_has_nowhere_to_go_may_be_an_airplane() -> None:
    """Berlin is shut in: only the airfield is open."""

    def shut_in(tile: str, *, face_up: bool = False) -> Scene:
        neighbours = GAME.board.land["berlin"]
        return Scene(
            "central",
            "start_movement",
            options=FOG | {"air_reserves": True},
            status={"berlin": "contested", **dict.fromkeys(neighbours, "entente")},
            board={"berlin": {tile if face_up else f"{tile}-down": 1, "france-infantry": 1}},
        )

    twins = Twins(shut_in("germany-airplane"), shut_in("germany-infantry"), "entente")
    assert twins.asked() == (("central",), "move")
    assert twins.one.actions == ("airfield germany-airplane-down berlin", "done")
    assert twins.other.actions == ("done",)
    assert shut_in("germany-infantry", face_up=True).step != "move"


def test_11_4_no_flight_decision_when_publicly_no_airplane_can_fly() -> None:
    """One airplane a region, and none beside face-up tiles of another nation."""
    board: Tiles = {"belgium": {"germany-infantry-down": 1, "france-infantry-down": 1}}

    def answering(board: Tiles) -> Scene:
        return Scene(
            "entente",
            "answer_plans",
            options=FOG | {"air_reserves": True},
            status={"belgium": "contested"},
            board=board,
            airfield={"germany-airplane": 2},
            battles=["belgium"],
        )

    scene = answering(board)
    assert scene.step == "answer_plans"
    assert scene.do("fly germany-airplane belgium").step == "choose_battle"
    known: Tiles = {"belgium": {"austria_hungary-infantry": 1, "france-infantry-down": 1}}
    assert answering(known).step == "choose_battle"


@pytest.mark.parametrize(
    ("card", "tile", "other"),
    [
        ("EP4", "ottoman-infantry", "germany-infantry"),
        ("CP4", "britain-infantry", "france-infantry"),
    ],
)
def test_15_a_card_asks_for_a_tile_the_opponent_may_not_have(
    card: str, tile: str, other: str
) -> None:
    """Lawrence, Lion of Africa: the opponent says whether they have such a tile."""
    active, passive = ("entente", "central") if card == "EP4" else ("central", "entente")
    region = "istanbul" if card == "EP4" else "london"

    def play(there: str) -> Scene:
        return Scene(
            active,
            turn="spring_1916",
            options=ENTRY | {"events": True},
            hand=[card],
            board={region: {f"{there}-down": 1}},
            status={region: passive},
        ).do(f"play {card}")

    twins = Twins(play(tile), play(other), active)
    assert twins.asked() == ((passive,), "recall_tile")
    assert twins.other.actions == ("done",)


def test_15_2_the_flying_circus_looks_for_a_german_airplane_among_unknown_tiles() -> None:
    """E20: a face-down tile beside the target may be one."""

    def play(beside: str) -> Scene:
        return Scene(
            "central",
            turn="spring_1917",
            options=FOG | {"events": True},
            hand=["CP8"],
            status={"belgium": "contested"},
            board={"belgium": {"france-airplane": 1, beside: 1}},
        ).do("play CP8")

    twins = Twins(play("germany-airplane-down"), play("germany-infantry-down"), "entente")
    assert twins.asked() == (("central",), "shoot_down")
    assert twins.other.actions == ("done",)
    assert play("germany-infantry").step != "shoot_down"


# -- all of them


def test_12_3_a_decoy_may_go_where_any_tile_may() -> None:
    """That is why a face-down tile may be a decoy."""
    for nation in GAME.board.nations.values():
        assert set(nation.entry) <= set(GAME.board.capitals[nation.side])


@pytest.mark.parametrize("options", [FOG, ALL], ids=["fog", "all"])
@pytest.mark.amount
@pytest.mark.parametrize("seed", range(amount(1, 6)))
def test_twins_are_asked_the_same_over_whole_turns(
    options: dict[str, OptionValue], seed: int
) -> None:
    assert moves_compared(play_through(GAME, options, str(seed))) > 300


class Watched(DecisionStep[AttritionContext]):
    """A decision step that records what it skips."""

    def __init__(self, ask: TurnQuestion, passed: set[str]) -> None:
        self.ask, self.passed = ask, passed

    def __getattribute__(self, name: str) -> Any:
        own = name in ("ask", "needed", "passed", "__class__")
        return object.__getattribute__(self, name) if own else getattr(self.ask, name)

    def needed(self, war: AttritionContext, frame: Frame) -> bool:
        asked = self.ask.needed(war, frame)
        if not asked:
            self.passed.add(frame.step)
            assert not self.ask.has_offers(war, frame), frame.step
        return asked


@pytest.mark.parametrize("options", [FOG, ALL], ids=["fog", "all"])
def test_every_possible_action_gets_a_decision(
    options: dict[str, OptionValue], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Public knowledge never skips an action that the player knows to be possible."""
    passed: set[str] = set()
    for name, ask in list(GAME.steps.asking.items()):
        if isinstance(ask, TurnQuestion) and type(ask).needed is TurnQuestion.needed:
            monkeypatch.setitem(GAME.steps.asking, name, Watched(ask, passed))
    for seed in range(4):
        play_through(GAME, options, str(seed))
    assert passed >= {"rail", "move", "declare_war"}


def test_4_11_reserves_that_are_kept_are_shown_to_be_of_no_nation_at_war() -> None:
    """A player who lets that happen cannot undo it: it revealed something."""

    def ending(reserves: dict[str, int]) -> Scene:
        at_war = dict.fromkeys(("istanbul", "armenia", "levant", "sofia"), "central")
        return Scene(
            "central",
            "recall_airplanes",
            "spring_1916",
            options=FOG | {"air_reserves": True},
            status=at_war | {"belgium": "contested"},
            board={"belgium": {"germany-infantry-down": 1, "france-infantry-down": 1}},
            reserves=reserves,
        )

    for reserves in ({}, {"germany-infantry": 1}):
        assert ending(reserves).state.reveals > 0
