"""What each seat and a spectator may know: views, logs, records, imagined states, undo."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from entente.games.attrition.board import SIDES, other_side
from entente.games.attrition.context import AttritionContext, steps
from entente.games.attrition.state import AttritionState
from entente.kernel import Frame, Match, OptionValue, parse_action
from entente.kernel.bag import put_in, size, take_from
from entente.kernel.record import SeenMove, dump_rows, seen_by
from tests.games.attrition.scene import GAME, Scene, Tiles, every_tile

FOG: dict[str, OptionValue] = {"fog_of_war": True}
EVENTS: dict[str, OptionValue] = {"events": True}
ALL: dict[str, OptionValue] = {
    option.id: True for option in GAME.info.options if option.kind == "rule" and option.is_flag
}


def shown(state: AttritionState, seat: str | None) -> bytes:
    """A view as it leaves the house: even the order of things counts."""
    return msgspec.json.encode(GAME.view(state, seat))


def match_of(scene: Scene) -> Match[AttritionState, AttritionContext]:
    """A match that goes on from a scene."""
    return Match(GAME, start=GAME.save(scene.state).decode())


FRONT: Tiles = {
    "belgium": {
        "germany-infantry-down": 1,
        "germany-artillery": 1,
        "central-decoy-down": 1,
        "france-infantry-down": 2,
        "britain-infantry": 1,
    }
}


def front(options: dict[str, OptionValue] = FOG, step: str = "plan_battles") -> Scene:
    return Scene(
        "central",
        step,
        options=options,
        status={"belgium": "contested"},
        board=FRONT,
        reserves={"mexico-infantry": 2},
    )


# -- views under fog of war


def test_a_player_knows_their_own_tiles_and_counts_the_enemys() -> None:
    """12.3."""
    scene = front()
    assert GAME.view(scene.state, "central").board["belgium"] == {
        "germany-infantry-down": 1,
        "germany-artillery": 1,
        "central-decoy-down": 1,
        "britain-infantry": 1,
        "entente-unknown": 2,
    }
    assert GAME.view(scene.state, "entente").board["belgium"] == {
        "germany-artillery": 1,
        "britain-infantry": 1,
        "france-infantry-down": 2,
        "central-unknown": 2,
    }


def test_a_spectator_knows_what_both_know() -> None:
    view = GAME.view(front().state, None)
    assert view.board["belgium"] == {
        "germany-artillery": 1,
        "britain-infantry": 1,
        "central-unknown": 2,
        "entente-unknown": 2,
    }
    assert set(view.reserves["central"]) == {"central-unknown"}
    assert set(view.pouch["entente"]) == {"entente-unknown"}
    assert view.decision is None


def test_reserves_and_pouch_of_the_enemy_are_only_counted() -> None:
    """12.2."""
    scene = front()
    view = GAME.view(scene.state, "entente")
    assert view.reserves["central"] == {"central-unknown": 4}
    assert view.pouch["central"] == {"central-unknown": size(scene.pile("pouch", "central"))}
    own = GAME.view(scene.state, "central")
    assert own.reserves["central"] == {"central-decoy": 2, "mexico-infantry": 2}
    assert own.pouch["central"] == scene.pile("pouch", "central")


def test_piles_that_lie_open_are_seen_by_all() -> None:
    """4.1.2, E33: destroyed tiles, the turn track, airfields."""
    scene = Scene(
        "central",
        "plan_battles",
        options=FOG | {"air_reserves": True},
        status={"belgium": "contested"},
        board=FRONT,
        destroyed={"germany-airplane": 1},
        airfield={"austria_hungary-airplane": 1},
    )
    for seat in (*SIDES, None):
        view = GAME.view(scene.state, seat)
        assert view.destroyed["central"] == {"germany-airplane": 1}
        assert view.airfield["central"] == {"austria_hungary-airplane": 1}
        assert view.to_come["entente"]["italy-infantry"] == 7


def test_only_their_owner_sees_which_tiles_may_move() -> None:
    scene = Scene(
        "central", "start_movement", options=FOG, board={"berlin": {"germany-airplane-down": 1}}
    )
    assert GAME.view(scene.state, "central").movable == {"berlin": {"germany-airplane-down": 1}}
    assert GAME.view(scene.state, "entente").movable == {}
    assert GAME.view(scene.state, None).movable == {}


def test_without_fog_everything_on_the_table_is_open() -> None:
    scene = Scene("central", "plan_battles", reserves={"mexico-infantry": 2})
    for seat in (*SIDES, None):
        assert GAME.view(scene.state, seat).reserves["central"] == scene.pile("reserves", "central")


def test_only_the_deciding_seat_sees_its_decision() -> None:
    scene = front(step="plan_battles")
    assert GAME.view(scene.state, "central").decision is not None
    assert GAME.view(scene.state, "entente").decision is None
    assert GAME.view(scene.state, "entente").to_move == ("central",)


def test_the_picture_hides_what_the_view_hides() -> None:
    picture = GAME.presentation.render_text(GAME.view(front().state, "entente"), GAME.catalog("en"))
    line = next(line for line in picture.splitlines() if line.startswith("○ Kingdom of Belgium"))
    assert "GER 1a, 2?" in line
    assert "(FRA 2i)" in line


# -- two states that differ only in hidden things


def exchange(state: AttritionState, region: str, hidden: str, other: str) -> AttritionState:
    """The same position with a face-down tile and one of the pouch or reserves exchanged."""
    twin = state.copy()
    out, into = GAME.board.tiles[hidden], GAME.board.tiles[other]
    home = next(bags for bags in (twin.reserves, twin.pouch) if into.up in bags[out.side])
    take_from(twin.board, region, out.down)
    put_in(twin.board, region, into.down)
    take_from(home, out.side, into.up)
    put_in(home, out.side, out.up)
    return twin


@pytest.mark.parametrize(
    "other", ["russia-infantry", "usa-airplane", "entente-decoy", "britain-artillery"]
)
def test_an_exchanged_face_down_tile_shows_to_its_owner_alone(other: str) -> None:
    state = front().state
    if other == "usa-airplane":
        take_from(state.to_come, "entente", other)
        put_in(state.pouch, "entente", other)
    twin = exchange(state, "belgium", "france-infantry", other)
    assert shown(twin, "central") == shown(state, "central")
    assert shown(twin, None) == shown(state, None)
    assert shown(twin, "entente") != shown(state, "entente")


def test_the_order_of_a_view_does_not_reveal_face_down_tiles() -> None:
    """The unknown come last, independent of their place in the list of tiles."""
    board: Tiles = {
        "belgium": {
            "germany-stormtroopers-1": 1,
            "france-artillery": 1,
            "usa-artillery": 1,
            "britain-infantry-down": 1,
        }
    }
    state = Scene(
        "central",
        "plan_battles",
        options=FOG | {"elites": True},
        status={"belgium": "contested"},
        board=board,
    ).state
    for other in ("russia-infantry", "france-airplane", "entente-decoy", "britain-airplane"):
        twin = exchange(state, "belgium", "britain-infantry", other)
        assert shown(twin, "central") == shown(state, "central")
        assert shown(twin, None) == shown(state, None)


def test_exchanged_hands_show_to_their_owner_alone() -> None:
    """14.1, note."""
    one = Scene("central", turn="spring_1918", options=EVENTS, hand=["CP1", "CP2"]).state
    other = Scene("central", turn="spring_1918", options=EVENTS, hand=["CP3", "CP8"]).state
    assert shown(one, "entente") == shown(other, "entente")
    assert shown(one, None) == shown(other, None)
    assert shown(one, "central") != shown(other, "central")


def test_a_hand_is_seen_by_its_holder_and_counted_by_all() -> None:
    scene = Scene("central", turn="spring_1918", options=EVENTS, hand=["CP1", "CP2"])
    scene.state.dropped["central"] = ["CP5"]
    own, foe = GAME.view(scene.state, "central"), GAME.view(scene.state, "entente")
    assert (own.hand, own.dropped) == (["CP1", "CP2"], ["CP5"])
    assert (foe.hand, foe.dropped) == ([], scene.state.dropped["entente"])
    assert GAME.view(scene.state, None).hand == []
    assert GAME.view(scene.state, None).dropped == []
    assert own.cards == foe.cards == {"central": 2, "entente": 0}


def test_a_decision_of_the_other_player_reveals_nothing_about_their_tiles() -> None:
    """11.4 and Mata Hari under fog: they may have nothing to answer."""
    options = FOG | {"air_reserves": True, "events": True}
    views = []
    for tile in ("germany-infantry", "austria_hungary-infantry", "central-decoy"):
        scene = Scene(
            "entente",
            "plan_battles",
            "fall_1916",
            options=options,
            status={"belgium": "contested"},
            board={"belgium": {f"{tile}-down": 1, "france-infantry-down": 1}},
            airfield={"germany-airplane": 1},
            in_force=["CP10"],
        ).do("battle belgium")
        assert scene.deciding == ("central",)
        views.append(GAME.view(scene.state, "entente"))
    waiting = {view.to_move for view in views}
    assert waiting == {("central",)}
    assert len({msgspec.json.encode(view.board["belgium"]) for view in views}) == 1


# -- sealed answers


def test_kept_cards_stay_sealed_until_both_have_chosen() -> None:
    """14.1."""
    state = GAME.start(EVENTS, "1")
    menu = GAME.position(state).required_by_seat()["central"].menu
    rng = Random(1)
    views = set()
    for _ in range(4):
        answered = GAME.copy(state)
        GAME.position(answered).apply("central", menu.sample(rng))
        views.add((shown(answered, "entente"), shown(answered, None)))
    assert len(views) == 1


def losing() -> Scene:
    """Both players choose losses at the same time."""
    return Scene(
        "central",
        "choose_battle",
        status={"belgium": "contested"},
        board={
            "belgium": {
                "germany-infantry": 1,
                "germany-artillery": 1,
                "france-infantry": 1,
                "france-airplane": 1,
            }
        },
        battles=["belgium"],
        dice=[1, 6],
    ).do("resolve belgium")


def test_losses_stay_sealed_until_both_have_chosen() -> None:
    """4.8.2: removed at the same time."""
    scene = losing()
    assert set(scene.deciding) == {"central", "entente"}
    views = set()
    for tile in ("germany-infantry", "germany-artillery"):
        answered = GAME.copy(scene.state)
        GAME.position(answered).apply("central", f"lose {tile}")
        views.add((shown(answered, "entente"), shown(answered, None)))
    assert len(views) == 1


def test_a_sealed_answer_may_be_taken_back() -> None:
    match = match_of(losing())
    match.act("central", "lose germany-infantry")
    assert match.can_undo("central")
    match.undo("central")
    assert set(match.position.required_by_seat()) == {"central", "entente"}


# -- the log


def tile_entries(scene: Scene, seat: str | None) -> list[tuple[str, object]]:
    """Return what a seat reads about tiles in the last action's log."""
    lines = (entry.seen_by(seat) for entry in scene.state.news)
    return [
        (line.key.removeprefix("log."), line.args["tile"])
        for line in lines
        if line is not None and "tile" in line.args
    ]


SECRET_ACTIONS = [
    ("mobilise", {"germany-infantry": 1}, {}, "mobilise germany-infantry berlin", "mobilise"),
    ("mobilise", {}, {}, "mobilise central-decoy berlin", "mobilise"),
    (
        "rail",
        {},
        {"berlin": {"germany-infantry-down": 1}},
        "rail germany-infantry-down berlin",
        "rail",
    ),
    (
        "start_movement",
        {},
        {"berlin": {"germany-infantry-down": 1}},
        "move germany-infantry-down berlin poland",
        "move",
    ),
    ("declare_war", {"ottoman-artillery": 1}, {}, "declare ottoman", "place"),
]


@pytest.mark.parametrize(("step", "reserves", "board", "action", "key"), SECRET_ACTIONS)
def test_only_the_owner_reads_which_tile_it_was(
    step: str, reserves: dict[str, int], board: Tiles, action: str, key: str
) -> None:
    """12.2, 12.3, E19."""
    scene = Scene("central", step, options=FOG, reserves=reserves, board=board).do(action)
    (own_key, tile), *_ = tile_entries(scene, "central")
    assert own_key == key
    assert GAME.board.tiles[str(tile)].side == "central"
    for seat in ("entente", None):
        assert tile_entries(scene, seat)[0] == (key, "central-unknown")


def test_face_up_tiles_are_named_to_both_players() -> None:
    board: Tiles = {"berlin": {"germany-infantry": 1}}
    scene = Scene("central", "start_movement", options=FOG, board=board)
    scene.do("move germany-infantry berlin poland")
    for seat in (*SIDES, None):
        assert tile_entries(scene, seat)[0] == ("move", "germany-infantry")


def test_a_draw_is_counted_for_the_others() -> None:
    """12.2."""
    scene = Scene("central", "draw_tiles", options=FOG)
    lines = {seat: [e.seen_by(seat) for e in scene.state.news] for seat in (*SIDES, None)}
    own = next(line for line in lines["central"] if line and line.key == "log.draw")
    assert own.args["tiles"] == scene.state.drawn
    for seat in ("entente", None):
        keys = {line.key: line for line in lines[seat] if line}
        assert "log.draw" not in keys
        assert keys["log.draw_hidden"].args == {"seat": "central", "count": 7}


def test_without_fog_a_draw_is_open() -> None:
    scene = Scene("central", "draw_tiles")
    assert "log.draw" in [m.key for e in scene.state.news if (m := e.seen_by(None))]


def test_only_their_holder_reads_which_cards_were_kept() -> None:
    """14.1."""
    match = Match(GAME, EVENTS, "1")
    for seat in SIDES:
        match.act(seat, match.position.required_by_seat()[seat].menu.sample(Random(1)))
    for seat in SIDES:
        kept = [line for line in match.log_for(seat) if line.key == "log.kept"]
        assert [line.args["cards"] for line in kept] == [match.state.hand[seat]]
    assert not [line for line in match.log_for(None) if line.key == "log.kept"]


def test_the_serbians_in_belgrade_are_known_to_the_entente_alone() -> None:
    """E19."""
    match = Match(GAME, FOG, "1")
    own = [m.args["tile"] for m in match.log_for("entente") if m.key == "log.place"]
    assert all(str(tile).startswith("serbia") for tile in own)
    foe = [m.args["tile"] for m in match.log_for("central") if m.key == "log.place"]
    assert foe == ["entente-unknown", "entente-unknown"]


# -- records


REDACTED = {
    "mobilise germany-infantry berlin": "mobilise central-unknown berlin",
    "mobilise central-decoy berlin": "mobilise central-unknown berlin",
    "expedition germany-infantry vienna": "expedition central-unknown vienna",
    "place britain-infantry salonica": "place central-unknown salonica",
    "land germany-infantry petrograd": "land central-unknown petrograd",
    "rail germany-infantry-down berlin": "rail central-unknown berlin",
    "move germany-infantry-down berlin poland": "move central-unknown berlin poland",
    "sail britain-infantry-down london paris": "sail central-unknown london paris",
    "redeploy ottoman-infantry-down istanbul levant": "redeploy central-unknown istanbul levant",
}
OPEN = [
    "rail germany-infantry berlin",
    "move germany-infantry berlin poland",
    "sail britain-infantry london paris",
    "airfield germany-airplane berlin",
    "airfield germany-airplane-down berlin",
    "scramble germany-airplane berlin",
    "fly germany-airplane belgium",
    "withdraw germany-airplane belgium",
    "cancel belgium",
    "play CP5",
    "return germany",
    "return all",
    "return germany-infantry",
    "mulligan",
    "surrender",
    "battle poland",
    "resolve poland",
    "roll germany",
    "double",
    "gas",
    "reroll 3",
    "general hindenburg 3 1",
    "ignore",
    "advance germany-infantry belgium paris",
    "declare ottoman",
    "trench belgium",
    "recall ottoman-infantry armenia",
    "recall ottoman-infantry-down armenia",
    "reinforce germany-infantry belgium",
    "shoot france-airplane belgium",
    "done",
]


def public_part(scene: Scene, action: str, viewer: str | None) -> str | None:
    """Return what the decision that an action belongs to shows of it, whether it is open now or
    not."""
    verb = action.split()[0]
    step = next(name for name in steps.asking if verb in GAME.grammar(name).verbs)
    return steps.asking[step].shown(scene.war, Frame(step), "central", parse_action(action), viewer)


@pytest.mark.parametrize(("action", "seen"), REDACTED.items())
def test_an_action_on_a_hidden_tile_is_redacted(action: str, seen: str) -> None:
    """12.2, 12.3; without fog it is not."""
    for viewer in ("entente", None):
        assert public_part(front(), action, viewer) == seen
        assert public_part(Scene("central", "mobilise"), action, viewer) == action


@pytest.mark.parametrize("action", OPEN)
def test_an_action_on_open_things_is_not(action: str) -> None:
    for viewer in ("entente", None):
        assert public_part(front(), action, viewer) == action


def test_sealed_actions_are_not_shown_at_all() -> None:
    position = GAME.begin(EVENTS, "1")
    decision = position.required_by_seat()["central"]
    action = decision.menu.sample(Random(1))
    assert position.bind(decision).shown(action, "central") == action
    assert position.bind(decision).shown(action, "entente") is None
    assert position.bind(decision).shown(action, None) is None
    scene = losing()
    assert scene.shown("central", "lose germany-infantry", "entente") is None


def test_every_verb_of_the_game_is_covered_here() -> None:
    verbs = {action.split()[0] for action in [*REDACTED, *OPEN]} | {"keep", "lose", "single"}
    known = set(GAME.catalog("en").verbs) - {"all"}
    assert verbs == known


def play_on(match: Match[AttritionState, AttritionContext], rng: Random, moves: int) -> None:
    """Random moves, some of them."""
    for _ in range(moves):
        if match.over:
            return
        decisions = match.position.required_by_seat()
        seat = rng.choice(list(decisions))
        match.act(seat, decisions[seat].menu.sample(rng))


def in_deck(cards: object, side: str) -> bool:
    assert isinstance(cards, list)
    return all(GAME.board.cards[card].side == side for card in cards)


def test_a_record_for_one_seat_holds_nothing_it_could_not_see() -> None:
    match = Match(GAME, ALL, "record")
    play_on(match, Random(4), 250)
    assert not match.over
    for viewer in (*SIDES, None):
        rows = seen_by(match, viewer)
        assert match.seed not in dump_rows(rows).decode().split('"')
        for row, move in zip(rows[1:], match.moves, strict=True):
            assert isinstance(row, SeenMove)
            if row.seat == viewer:
                assert row.action == move.action
                continue
            verb, *words = (row.action or "sealed").split()
            assert verb in ("recall", "airfield") or not any("-down" in word for word in words)
            assert verb not in ("mobilise", "place", "land") or words[0] == f"{row.seat}-unknown"
            kept = [line.args["cards"] for line in row.log if line.key == "log.kept"]
            assert all(viewer is not None and in_deck(cards, viewer) for cards in kept)


def test_two_secret_mobilisations_leave_the_same_record_for_the_enemy() -> None:
    """12.3."""
    records = []
    for tile in ("central-decoy", "germany-infantry", "germany-artillery"):
        for seed in range(200):
            match = Match(GAME, FOG, str(seed))
            action = f"mobilise {tile} berlin"
            if action in match.position.required_by_seat()["central"].menu:
                break
        match.act("central", action)
        last = seen_by(match, "entente")[-1]
        records.append(msgspec.json.encode(last))
    assert len(set(records)) == 1


# -- imagined states


def travelled(options: dict[str, OptionValue], seed: int, every: int) -> Iterator[AttritionState]:
    """Positions out of a random game."""
    match = Match(GAME, options, f"travel {seed}")
    rng = Random(seed)
    while not match.over:
        play_on(match, rng, every)
        if not match.over:
            yield match.state


def hidden_sizes(state: AttritionState) -> dict[str, object]:
    """Return how many tiles of each side are where, and which are face up."""
    tiles = GAME.board.tiles
    return {
        "board": {
            region: {
                side: sum(n for name, n in there.items() if tiles[name].side == side)
                for side in SIDES
            }
            for region, there in state.board.items()
        },
        "up": {
            region: {name: n for name, n in sorted(there.items()) if not tiles[name].is_down}
            for region, there in state.board.items()
        },
        "piles": {
            name: {side: size(getattr(state, name)[side]) for side in SIDES}
            for name in ("pouch", "reserves", "destroyed", "to_come", "airfield")
        },
        "cards": {side: (len(state.hand[side]), len(state.dropped[side])) for side in SIDES},
    }


def assert_sound(state: AttritionState, world: AttritionState, seat: str) -> None:
    """A determinization contradicts no public knowledge."""
    tiles, foe = GAME.board.tiles, other_side(seat)
    assert every_tile(world) == every_tile(state)
    assert hidden_sizes(world) == hidden_sizes(state)
    assert shown(world, seat) == shown(state, seat)
    assert shown(world, None) == shown(state, None)
    for pouch in world.pouch.values():
        assert not [name for name in pouch if tiles[name].type in ("elite", "decoy")]
    for name in ("pouch", "reserves", "hand", "dropped"):
        assert getattr(world, name)[seat] == getattr(state, name)[seat]
    cards = world.hand[foe] + world.dropped[foe] + world.played[foe]
    assert len(cards) == len(set(cards))
    assert all(GAME.board.cards[card].side == foe for card in cards)
    if world.surrendered:
        lying = [*world.reserves["entente"], *(n for there in world.board.values() for n in there)]
        assert not [name for name in lying if tiles[name].nation == "russia"]


@pytest.mark.parametrize("seed", range(3))
def test_a_determinization_keeps_public_knowledge(seed: int) -> None:
    differs = 0
    for number, state in enumerate(travelled(ALL, seed, 9)):
        for seat in SIDES:
            rng = Random(f"{seed} {number} {seat}")
            before = GAME.save(state)
            world = GAME.determinize(state, seat, rng)
            assert GAME.save(state) == before
            assert_sound(state, world, seat)
            differs += world.board != state.board or world.hand != state.hand
            for deciding, decision in GAME.position(world).required_by_seat().items():
                assert decision.menu.size() > 0
                GAME.position(world).apply(deciding, decision.menu.sample(rng))
                break
    assert differs > 10


def test_decoys_on_the_board_are_never_imagined_in_the_pouch() -> None:
    """12.1: even when no place but the board is left for them."""
    scene = Scene(
        "central",
        "plan_battles",
        options=FOG,
        status={"belgium": "contested"},
        board={
            "belgium": {"central-decoy-down": 1, "france-infantry-down": 1},
            "berlin": {"central-decoy-down": 2},
        },
    )
    for seed in range(50):
        world = GAME.determinize(scene.state, "entente", Random(seed))
        assert_sound(scene.state, world, "entente")


def test_decoys_are_imagined_among_the_tiles_on_the_board() -> None:
    board: Tiles = {
        "belgium": {"central-decoy-down": 1, "france-infantry-down": 1},
        "berlin": {"germany-infantry-down": 3},
    }
    state = Scene(
        "central", "plan_battles", options=FOG, status={"belgium": "contested"}, board=board
    ).state
    worlds = [GAME.determinize(state, "entente", Random(seed)) for seed in range(60)]
    there = [world.board["belgium"].get("central-decoy-down", 0) for world in worlds]
    assert 0 < sum(there) < 60


def test_a_mulligan_can_be_imagined() -> None:
    """16.3: the tiles just drawn are among the imagined reserves."""
    options = FOG | {"mulligans": True, "elites": True}
    scene = Scene("central", "draw_tiles", options=options, reserves={"mexico-infantry": 3})
    assert scene.step == "mulligan"
    for seed in range(30):
        world = GAME.determinize(scene.state, "entente", Random(seed))
        assert_sound(scene.state, world, "entente")
        assert size(world.drawn) == size(scene.state.drawn) == 7
        GAME.position(world).apply("central", "mulligan")
        assert every_tile(world) == every_tile(scene.state)


def test_after_the_surrender_no_russian_is_imagined_outside_the_pouch() -> None:
    """4.3."""
    scene = Scene(
        "central",
        "plan_battles",
        options=FOG,
        surrendered=True,
        status={"belgium": "contested"},
        board=FRONT,
    )
    for seed in range(30):
        assert_sound(scene.state, GAME.determinize(scene.state, "central", Random(seed)), "central")


def test_redeploying_tiles_are_imagined_of_their_nation() -> None:
    """4.10.2."""
    scene = Scene(
        "central",
        "declare_war",
        options=FOG,
        reserves={"ottoman-infantry": 2, "ottoman-artillery": 1},
    ).do("declare ottoman")
    assert scene.step == "redeploy"
    for seed in range(30):
        world = GAME.determinize(scene.state, "entente", Random(seed))
        assert_sound(scene.state, world, "entente")
        assert {GAME.board.tiles[name].nation for name in world.board["istanbul"]} == {"ottoman"}


def test_a_sealed_answer_is_imagined_too() -> None:
    """14.1."""
    state = GAME.start(EVENTS, "1")
    GAME.position(state).apply(
        "central", GAME.position(state).required_by_seat()["central"].menu.sample(Random(1))
    )
    worlds = [GAME.determinize(state, "entente", Random(seed)) for seed in range(20)]
    assert len({world.sealed["central"] for world in worlds}) > 5
    for world in worlds:
        kept = world.sealed["central"].split()[1:]
        assert set(kept) <= set(world.dropped["central"])
        GAME.position(world).apply(
            "entente", GAME.position(world).required_by_seat()["entente"].menu.sample(Random(1))
        )


def test_played_cards_are_not_imagined_in_a_hand() -> None:
    state = Scene("central", turn="spring_1918", options=EVENTS, hand=["CP1", "CP2"]).state
    state.played["central"] = ["CP5", "CP6"]
    hands = {
        tuple(GAME.determinize(state, "entente", Random(seed)).hand["central"])
        for seed in range(60)
    }
    assert len(hands) > 10
    assert not {"CP5", "CP6"} & {card for hand in hands for card in hand}


def test_the_dice_to_come_are_not_known() -> None:
    state = front().state
    world = GAME.determinize(state, "central", Random(1))
    assert world.chance.seed != state.chance.seed


# -- undo


def test_planning_may_be_undone_until_a_battle_turns_tiles_up() -> None:
    """12.4."""
    match = match_of(front())
    match.act("central", "battle belgium")
    assert match.can_undo("central")
    match.undo("central")
    match.act("central", "battle belgium")
    match.act("central", "resolve belgium")
    assert not match.can_undo("central")


def test_a_battle_without_dice_that_turns_tiles_up_cannot_be_undone() -> None:
    """E18."""
    scene = Scene(
        "central",
        "choose_battle",
        options=FOG,
        status={"belgium": "contested", "poland": "contested"},
        board={
            "belgium": {"central-decoy-down": 1, "france-infantry-down": 1},
            "poland": {"germany-infantry-down": 1, "russia-infantry-down": 1},
        },
        battles=["belgium", "poland"],
    )
    match = match_of(scene)
    match.act("central", "resolve belgium")
    assert match.state.chance.count == scene.state.chance.count
    assert not match.can_undo("central")


def test_dice_cannot_be_undone() -> None:
    scene = Scene(
        "central",
        "choose_battle",
        options={"generals": True},
        status={"belgium": "contested"},
        board={"belgium": {"germany-infantry": 1, "france-infantry": 2}},
        battles=["belgium"],
        dice=[6],
    )
    match = match_of(scene)
    match.act("central", "resolve belgium")
    assert not match.can_undo("central")
    match.act("central", "general hindenburg 6 5")
    assert match.state.battle is None


def test_secret_mobilisation_may_be_undone() -> None:
    scene = Scene("central", "mobilise", options=FOG, reserves={"germany-infantry": 2})
    match = match_of(scene)
    match.act("central", "mobilise germany-infantry berlin")
    assert match.can_undo("central")
    match.undo("central")
    assert match.state.reserves["central"]["germany-infantry"] == 2


@pytest.mark.parametrize(
    ("options", "tile", "may"),
    [(FOG, "germany-airplane-down", False), ({}, "germany-airplane", True)],
)
def test_an_airplane_shown_in_the_airfield_stays_there(
    options: dict[str, OptionValue], tile: str, may: bool
) -> None:
    """E33."""
    options = options | {"air_reserves": True}
    scene = Scene("central", "start_movement", options=options, board={"berlin": {tile: 2}})
    match = match_of(scene)
    match.act("central", f"airfield {tile} berlin")
    assert match.can_undo("central") is may


def test_a_played_card_cannot_be_taken_back() -> None:
    """14.1: the hand was secret."""
    match = match_of(
        Scene(
            "central",
            turn="spring_1918",
            options=EVENTS,
            hand=["CP5"],
            destroyed={"germany-infantry": 1},
        )
    )
    match.act("central", "play CP5")
    assert match.state.step == "return_tiles"
    assert not match.can_undo("central")


def test_reserves_that_were_shown_cannot_be_hidden_again() -> None:
    """12.2, 4.11.1."""
    scene = Scene(
        "central",
        "declare_war",
        options=FOG | {"trenches": True},
        status={"belgium": "contested"},
        board=FRONT,
        reserves={"ottoman-infantry": 1, "austria_hungary-infantry": 1},
    )
    match = match_of(scene)
    match.act("central", "done")
    assert match.state.step == "dig_trench"
    assert not match.can_undo("central")


def test_a_tile_shown_by_its_owner_cannot_be_hidden_again() -> None:
    """E20."""
    scene = Scene(
        "entente",
        turn="spring_1916",
        options=FOG | EVENTS,
        hand=["EP4"],
        status={"armenia": "central"},
        board={"armenia": {"ottoman-infantry-down": 1}},
        destroyed={"france-infantry": 1},
    )
    match = match_of(scene)
    match.act("entente", "play EP4")
    match.act("central", "recall ottoman-infantry-down armenia")
    assert not match.can_undo("central")
