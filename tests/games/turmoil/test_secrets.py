"""What each seat and a spectator may know: views, logs, records, imagined states, undo."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import msgspec
import pytest

from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.state import TurmoilState
from entente.kernel import IllegalAction, Match, OptionValue
from entente.kernel.record import Header, SeenMove, dump_rows, seen_by
from tests.games.turmoil.table import A, L, Table

GAME = Table().game
VIEWERS: tuple[str | None, ...] = (A, L, None)
OTHER = {A: L, L: A}
WAR: dict[str, OptionValue] = {"war_mobilization": True}


def shown(state: TurmoilState, seat: str | None) -> bytes:
    """A view as it leaves the house: even the order of things counts."""
    return msgspec.json.encode(GAME.view(state, seat))


def read_by(table: Table, seat: str | None) -> list[str]:
    """The keys of the log lines of the last action that a seat reads."""
    lines = (entry.seen_by(seat) for entry in table.state.news)
    return [line.key.removeprefix("log.") for line in lines if line is not None]


def match_of(table: Table) -> Match[TurmoilState, TurmoilContext]:
    """A match that goes on from a table."""
    return Match(GAME, start=GAME.save(table.state).decode())


def worlds(state: TurmoilState, seat: str, number: int = 25) -> list[TurmoilState]:
    """States that a seat thinks possible."""
    return [GAME.determinize(state, seat, Random(seed)) for seed in range(number)]


def everything(state: TurmoilState) -> list[str]:
    """Return all cards in play, from every pile."""
    piles = (state.deck, state.discard, state.removed, state.table, *state.hand.values())
    return sorted(card for pile in piles for card in pile)


# -- hands and the deck


def test_a_hand_is_seen_by_its_holder_and_counted_by_all() -> None:
    table = Table().give(A, 1, 13).give(L, 9, 10, 11)
    assert GAME.view(table.state, A).hand == ["C1", "C13"]
    assert GAME.view(table.state, L).hand == ["C9", "C10", "C11"]
    assert GAME.view(table.state, None).hand == []
    for viewer in VIEWERS:
        assert GAME.view(table.state, viewer).cards == {A: 2, L: 3}


@pytest.mark.parametrize("to_play", [A, L])
@pytest.mark.parametrize("holder", [A, L])
def test_exchanged_hands_show_to_their_holder_alone(holder: str, to_play: str) -> None:
    one = Table().give(OTHER[holder], 30).give(holder, 1, 13, 6).to_play(to_play)
    other = Table().give(OTHER[holder], 30).give(holder, 9, 22, 16).to_play(to_play)
    for viewer in (OTHER[holder], None):
        assert shown(one.state, viewer) == shown(other.state, viewer)
    assert shown(one.state, holder) != shown(other.state, holder)


def test_the_order_of_the_deck_is_hidden() -> None:
    one, other = (Table().give(A, 1).give(L, 9) for _ in range(2))
    other.state.deck = other.state.deck[::-1]
    assert one.state.deck != other.state.deck
    for viewer in VIEWERS:
        assert shown(one.state, viewer) == shown(other.state, viewer)
        assert GAME.view(one.state, viewer).deck == 36


def test_only_the_deciding_seat_sees_its_decision() -> None:
    table = Table().give(A, 1)
    assert GAME.view(table.state, A).decision is not None
    for viewer in (L, None):
        assert GAME.view(table.state, viewer).decision is None
        assert GAME.view(table.state, viewer).to_move == (A,)


def test_only_their_holder_reads_which_cards_were_dealt() -> None:
    """4.5.1."""
    table = Table().give(A, 13).give(L, 22).set(round=7).to_play(L).do("event C22")
    table.do("place silesia", "place silesia")
    assert table.state.turn == 2
    for side in (A, L):
        lines = [line for e in table.state.news if (line := e.seen_by(side)) is not None]
        (draw,) = [line for line in lines if line.key == "log.draw"]
        assert draw.args["side"] == side
        assert isinstance(draw.args["cards"], list)
        assert set(draw.args["cards"]) <= set(table.state.hand[side])
    assert "draw" not in read_by(table, None)
    assert read_by(table, None).count("draw_hidden") == 2


def test_the_picture_hides_what_the_view_hides() -> None:
    table = Table().give(A, 1).give(L, 10)
    for language, tirpitz in (("en", "Admiral von Tirpitz"), ("fr", "Amiral von Tirpitz")):
        catalog = GAME.catalog(language)
        assert tirpitz in GAME.presentation.render_text(GAME.view(table.state, A), catalog)
        for viewer in (L, None):
            view = GAME.view(table.state, viewer)
            assert tirpitz not in GAME.presentation.render_text(view, catalog)
            assert tirpitz not in GAME.presentation.render_terminal(view, catalog, 80)


def test_both_decide_about_scoring_cards_with_any_hand() -> None:
    """3.1: the decision reveals nothing to the other."""
    held = set()
    for seed in range(30):
        state = GAME.start(None, str(seed))
        held.add(sum(card in ("C6", "C7", "C8") for card in state.hand[A]))
        assert GAME.view(state, L).to_move == (A, L)
    assert held >= {0, 1, 2}


# -- stability cards


def scoring(*, extra: bool = False) -> Table:
    """The Authoritarian plays France Scoring; with `extra` the Liberal has a second card."""
    table = Table().put("french_writers", 4, 0).navies(8 if extra else 0, 0)
    return table.give(A, 6, 13).give(L, 22).to_play(A).do("score C6")


def test_a_stability_card_stays_sealed_until_both_have_chosen() -> None:
    """9, step 1."""
    for seat in (A, L):
        views = set()
        for action in GAME.position(scoring().state).required_by_seat()[seat].menu:
            table = scoring().choose(**{seat: action})
            views.add((shown(table.state, OTHER[seat]), shown(table.state, None)))
        assert len(views) == 1


def test_a_sealed_stability_card_may_be_taken_back() -> None:
    match = match_of(scoring())
    match.act(A, "choose S12")
    assert match.can_undo(A)
    match.undo(A)
    assert set(match.position.required_by_seat()) == {A, L}


def test_the_opponent_knows_only_the_number_of_further_stability_cards() -> None:
    """9, step 1; Moltke class."""
    views = set()
    for card in ("S2", "S3", "S9"):
        table = scoring(extra=True).choose(authoritarian="choose S15", liberal="choose S1")
        assert table.asked.step == "choose_more"
        for viewer in (A, None):
            assert table.shown(L, f"choose {card}", viewer) is None
        assert table.shown(L, f"choose {card}", L) == f"choose {card}"
        table.do(f"choose {card}")
        assert GAME.view(table.state, L).chosen == ["S1", card]
        assert GAME.view(table.state, A).laid == {A: 1, L: 2}
        assert not table.state.news
        views.add((shown(table.state, A), shown(table.state, None)))
    assert len(views) == 1


def test_a_card_that_is_not_yet_played_stays_hidden_while_others_are() -> None:
    """9, step 2: one after the other."""
    views = set()
    for card in ("S2", "S3", "S9"):
        table = scoring(extra=True).choose(authoritarian="choose S15", liberal="choose S1")
        table.do(f"choose {card}", "reveal S1")
        assert table.asked.seat == A
        assert GAME.view(table.state, A).revealed == {A: ["S15"], L: ["S1"]}
        views.add((shown(table.state, A), shown(table.state, None)))
    assert len(views) == 1


def test_a_hidden_stability_card_is_imagined() -> None:
    table = scoring(extra=True).choose(authoritarian="choose S15", liberal="choose S1")
    table.do("choose S2", "reveal S1")
    chosen = [world.chosen for world in worlds(table.state, A)]
    assert all(each[A] == ["S15"] and each[L][0] == "S1" for each in chosen)
    assert len({each[L][1] for each in chosen}) > 3
    assert all(each[L][1] in {f"S{number}" for number in range(2, 11)} for each in chosen)
    own = [world.chosen for world in worlds(table.state, L)]
    assert all(each[L] == ["S1", "S2"] for each in own)


def test_a_sealed_stability_card_is_imagined() -> None:
    table = scoring().choose(liberal="choose S1")
    assert len({world.sealed[L] for world in worlds(table.state, A)}) > 3
    own = GAME.determinize(table.state, L, Random(1))
    assert own.sealed == {L: "choose S1"}


# -- mobilization cards


AUTHORITARIAN_PLANS = [
    ["mobilize G4", "mobilize A2", "mobilize O3", "no_u_boats"],
    ["mobilize G6", "mobilize A3", "mobilize O4", "no_u_boats"],
    ["mobilize G1", "mobilize A1", "mobilize O1", "no_u_boats"],
]
LIBERAL_PLANS = [
    ["mobilize F5", "mobilize E3", "mobilize R3", "mobilize B2"],
    ["mobilize F5", "mobilize E4", "mobilize R5", "mobilize B3"],
]


def outbreak(*track: str) -> Table:
    """The Great War breaks out in the Authoritarian's action round."""
    table = Table(**WAR).set(tension=6, track=list(track))
    table.give(L, 22).dice(6).event(49, A)
    assert table.asked.step == "mobilize"
    return table


def entente_war() -> Table:
    """Russia, Britain and the Balkans fight for the Entente, Austria for the Central Powers."""
    return outbreak("franco_russian_alliance", "entente_cordiale", "dual_alliance", "balkan_wars")


@pytest.mark.parametrize("viewer", [L, None])
def test_mobilization_is_secret_until_both_have_chosen(viewer: str | None) -> None:
    """8.4.4: simultaneously; not even the number of cards reveals the U-boats."""
    views = set()
    for plan in [*AUTHORITARIAN_PLANS, [*AUTHORITARIAN_PLANS[0][:3], "u_boats"]]:
        table = entente_war()
        for action in plan:
            assert table.shown(A, action, A) == action
            assert table.shown(A, action, viewer) is None
            table.do(action)
            assert not table.state.news
        assert table.asked.seat == L
        views.add(shown(table.state, viewer))
    assert len(views) == 1


def test_unanswered_mobilization_shows_to_its_own_side() -> None:
    table = entente_war().do("mobilize G4", "mobilize A2")
    assert GAME.view(table.state, A).chosen == ["G4", "A2"]
    assert GAME.view(table.state, L).chosen == GAME.view(table.state, None).chosen == []


@pytest.mark.parametrize("viewer", [L, None])
def test_later_cards_stay_hidden_while_earlier_ones_are_played(viewer: str | None) -> None:
    """8.4.4: revealed in order of priority; Plan XV (1) decides before any of the others is due."""
    views = set()
    for plan in AUTHORITARIAN_PLANS:
        table = entente_war().do(*plan, *LIBERAL_PLANS[0])
        assert table.asked.step == "place"
        assert GAME.view(table.state, viewer).revealed == {A: [], L: ["F5"]}
        views.add(shown(table.state, viewer))
    assert len(views) == 1


def test_the_authoritarian_does_not_see_the_cards_of_the_entente_either() -> None:
    views = set()
    for plan in LIBERAL_PLANS:
        table = entente_war().do(*AUTHORITARIAN_PLANS[0], *plan)
        views.add(shown(table.state, A))
    assert len(views) == 1


def test_hidden_mobilization_cards_are_imagined_nation_by_nation() -> None:
    """Of priority 2 or more: those up to 1 would lie open by now."""
    table = entente_war().do(*AUTHORITARIAN_PLANS[0], *LIBERAL_PLANS[0])
    rows, found = GAME.board.mobilization, set()
    for world in worlds(table.state, L, 40):
        assert world.mobilized[L] == ["F5", "E3", "R3", "B2"]
        nations = [rows[card].nation for card in world.mobilized[A]]
        assert nations == ["germany", "austria_hungary", "ottoman_empire"]
        assert all(rows[card].priority >= 2 for card in world.mobilized[A])
        found.add(tuple(world.mobilized[A]))
        assert shown(world, L) == shown(table.state, L)
    assert len(found) > 10


def test_whether_there_are_u_boats_is_imagined_until_they_are_due() -> None:
    """G2: priority 0."""
    plan = [*AUTHORITARIAN_PLANS[0][:3], "u_boats"]
    table = entente_war().do(*plan)
    guesses = {"G2" in world.mobilized[A] for world in worlds(table.state, L)}
    assert guesses == {True, False}
    table.do(*LIBERAL_PLANS[0])
    assert all("G2" in world.mobilized[A] for world in worlds(table.state, L))


def test_the_british_card_of_the_great_game_is_chosen_in_secret() -> None:
    """R1."""
    table = outbreak("three_emperor_league", "dual_alliance", "balkan_wars")
    table.do("mobilize G6", "mobilize A3", "mobilize R1", "mobilize B3", "no_u_boats")
    table.do("mobilize F2", "mobilize O3")
    assert table.asked.step == "great_game"
    assert table.menu == [*(f"mobilize {card}" for card in ("E1", "E3", "E4", "E5")), "done"]
    for action in table.menu:
        for viewer in (A, None):
            assert table.shown(L, action, viewer) is None
        assert table.shown(L, action, L) == action


# -- records and logs


def played(
    seed: int, moves: int, stop: str = "", options: dict[str, OptionValue] | None = None
) -> Match[TurmoilState, TurmoilContext]:
    """A match at random, for some moves or up to the first question `stop`."""
    match, rng = Match(GAME, options, f"secret {seed}"), Random(seed)
    while len(match.moves) < moves and not match.over:
        if match.state.step == stop:
            break
        decisions = match.position.required_by_seat()
        seat = rng.choice(list(decisions))
        match.act(seat, decisions[seat].menu.sample(rng))
    return match


def under_way(seed: int, moves: int) -> Match[TurmoilState, TurmoilContext]:
    """A random match that is not over after this many moves."""
    matches = (played(each, moves) for each in range(seed, seed + 1000, 100))
    return next(match for match in matches if not match.over)


@pytest.mark.parametrize("seed", range(6))
def test_cards_that_were_never_shown_cannot_be_read_anywhere(seed: int) -> None:
    """Neither in the view nor in the record, as long as no card comes up a second time."""
    match = under_way(seed, 90)
    state = match.state
    assert not [line for line in match.log if line.entry.message.key == "log.reshuffle"]
    for viewer in VIEWERS:
        known = {*state.seen[viewer], *state.hand[viewer]} if viewer else set()
        secret = {*state.deck, *state.hand[A], *state.hand[L]} - known
        if viewer is None:
            secret -= {*state.seen[A], *state.seen[L]}
        text = shown(state, viewer) + dump_rows(seen_by(match, viewer))
        assert not secret & set(re.findall(r"\bC\d+\b", text.decode()))


@pytest.mark.parametrize("seed", range(4))
def test_a_record_for_one_seat_holds_no_seed_no_draws_and_no_secret_choice(seed: int) -> None:
    match = under_way(seed, 200)
    for viewer in VIEWERS:
        header, *rows = seen_by(match, viewer)
        assert isinstance(header, Header)
        assert (header.seed, header.viewer) == (None, viewer)
        assert match.seed not in dump_rows([header, *rows]).decode().split('"')
        for row, move in zip(rows, match.moves, strict=True):
            assert isinstance(row, SeenMove)
            draws = [line.args["side"] for line in row.log if line.key == "log.draw"]
            assert set(draws) <= {viewer}
            if row.seat == viewer:
                assert row.action == move.action
            elif re.fullmatch(r"choose S\d+|hide|reveal", move.action):
                assert row.action is None
            elif move.action != "done":
                assert row.action == move.action


@pytest.mark.parametrize("seat", [A, L])
def test_two_sealed_stability_cards_leave_the_same_record_for_the_others(seat: str) -> None:
    """9, step 1: also when both have chosen, the record has the cards played, not those chosen.

    The log names a card when it is revealed.
    """
    records: dict[str | None, set[bytes]] = {OTHER[seat]: set(), None: set()}
    for index in range(3):
        match = played(3, 400, "choose_stability")
        assert seat in match.position.required_by_seat()
        match.act(seat, list(match.position.required_by_seat()[seat].menu)[index])
        for viewer, found in records.items():
            rows = seen_by(match, viewer)
            assert isinstance(rows[-1], SeenMove)
            assert rows[-1].action is None
            found.add(dump_rows(rows))
    assert all(len(found) == 1 for found in records.values())


@pytest.mark.parametrize("seat", [A, L])
def test_two_mobilizations_leave_the_same_record_for_the_others(seat: str) -> None:
    """8.4.4: for the first nation of a side; others are still to come."""
    records: dict[str | None, set[bytes]] = {OTHER[seat]: set(), None: set()}
    first = next(seed for seed in range(40) if mobilizing(seed, seat) is not None)
    for index in range(3):
        match = mobilizing(first, seat)
        assert match is not None
        match.act(seat, list(match.position.required_by_seat()[seat].menu)[index])
        for viewer, found in records.items():
            rows = seen_by(match, viewer)
            assert isinstance(rows[-1], SeenMove)
            assert rows[-1].action is None
            found.add(dump_rows(rows))
    assert all(len(found) == 1 for found in records.values())


def mobilizing(seed: int, seat: str) -> Match[TurmoilState, TurmoilContext] | None:
    """A match in which a seat chooses for the first of several nations."""
    match = played(seed, 2000, "mobilize", WAR)
    while not match.over and list(match.position.required_by_seat()) != [seat]:
        ((asked, decision),) = match.position.required_by_seat().items()
        match.act(asked, decision.menu.sample(Random(seed)))
    nations = [side for side in match.state.alliance.values() if side == seat]
    return match if not match.over and len(nations) > 1 else None


@pytest.mark.parametrize("action", ["choose S1", "choose S10"])
def test_a_sealed_action_is_not_shown_at_all(action: str) -> None:
    table = scoring()
    assert table.shown(L, action, L) == action
    for viewer in (A, None):
        assert table.shown(L, action, viewer) is None


def test_open_plays_are_shown() -> None:
    table = Table().give(A, 1)
    for viewer in VIEWERS:
        for action in ("event C1", "ops C1", "naval C1"):
            assert table.shown(A, action, viewer) == action


# -- what becomes known


def test_the_orion_class_shows_the_other_hand_after_the_second_round() -> None:
    """Naval chart: at the end of one's second action round."""
    table = Table().navies(7, 0).give(A, 1, 13).give(L, 22, 33).set(round=2).to_play(L)
    table.do("event C22", "place silesia", "place silesia")
    assert GAME.view(table.state, L).seen == ["C1", "C13"]
    assert GAME.view(table.state, A).seen == GAME.view(table.state, None).seen == []
    assert "hand" in read_by(table, L)
    for viewer in (A, None):
        assert "hand" not in read_by(table, viewer)
        assert "look" in read_by(table, viewer)


@pytest.mark.parametrize(("round_", "british"), [(1, 7), (3, 7), (2, 6)])
def test_without_the_box_or_in_another_round_nothing_is_shown(round_: int, british: int) -> None:
    table = Table().navies(british, 0).give(A, 1, 13).give(L, 22, 33).set(round=round_).to_play(L)
    table.do("event C22", "place silesia", "place silesia")
    assert GAME.view(table.state, L).seen == []


def test_the_authoritarian_has_the_orion_class_too() -> None:
    table = Table().navies(0, 7).give(A, 30).give(L, 22, 33).set(round=2).to_play(A)
    table.do("event C30", "place kiel", "place kiel")
    assert GAME.view(table.state, A).seen == ["C22", "C33"]
    assert GAME.view(table.state, L).seen == []


def test_a_card_that_was_seen_is_forgotten_when_it_leaves_the_hand() -> None:
    table = Table().navies(7, 0).give(A, 21, 13).give(L, 22, 33).set(round=2).to_play(L)
    table.do("event C22", "place silesia", "place silesia")
    table.do("event C21", "place kiel", "place kiel", "place kiel")
    assert GAME.view(table.state, L).seen == ["C13"]


def test_legacy_of_1848_shows_the_cards_with_a_red_title_and_no_others() -> None:
    """C60; Entente Cordiale (10) and Enver Pasha (48) are prerequisite cards."""
    table = Table().give(A, 1, 10, 48).give(L, 22).event(60, L)
    assert GAME.view(table.state, L).seen == ["C10", "C48"]
    assert "C1" not in re.findall(r"\bC\d+\b", shown(table.state, L).decode())
    table.do("take C48")
    assert GAME.view(table.state, L).seen == ["C10"]


def test_revealed_scoring_cards_are_known() -> None:
    """3.1."""
    for seed in range(60):
        state = GAME.start(None, str(seed))
        if "reveal" in GAME.position(state).required_by_seat()[A].menu:
            break
    scoring_cards = [card for card in state.hand[A] if card in ("C6", "C7", "C8")]
    hidden = GAME.copy(state)
    GAME.position(state).apply(A, "reveal")
    assert GAME.view(state, L).seen == []
    GAME.position(state).apply(L, "hide")
    assert GAME.view(state, L).seen == scoring_cards
    GAME.position(hidden).apply(A, "hide")
    GAME.position(hidden).apply(L, "hide")
    assert GAME.view(hidden, L).seen == []


def intelligentsia() -> Table:
    """The Liberal takes Military Tradition (30) back from the discard pile."""
    table = Table().put("french_writers", 4, 0).discarded(30, 9).give(A, 6, 13).give(L, 22)
    table.to_play(A).do("score C6").choose(authoritarian="choose S17", liberal="choose S5")
    return table.do("recover C30")


def test_the_card_that_intelligentsia_takes_back_is_known() -> None:
    """S5: the discard pile is open (2.2.8)."""
    table = intelligentsia()
    assert "C30" in table.state.hand[L]
    assert GAME.view(table.state, A).seen == ["C30"]


def uproar() -> Table:
    """The Liberal calls Russia Scoring off."""
    table = Table().put("finland", 2, 0).give(A, 8, 13).give(L, 22, 33).to_play(A)
    table.do("score C8").choose(authoritarian="choose S17", liberal="choose S4")
    return table.do("place moscow")


def test_the_scoring_card_that_popular_uproar_sends_back_is_known() -> None:
    """S4."""
    table = uproar()
    assert table.state.hand[A] == ["C8", "C13"]
    assert GAME.view(table.state, L).seen == ["C8"]


def test_only_its_holder_reads_the_card_of_secret_treaty_clauses() -> None:
    """S14."""
    table = Table().put("algeria", 0, 3).put("colonials", 0, 3).give(A, 6, 13).give(L, 22)
    table.to_play(A).do("score C6").choose(authoritarian="choose S14", liberal="choose S2")
    table.do("place nice", "place bordeaux")
    (drawn,) = [card for card in table.state.hand[A] if card != "C13"]
    assert "draw" in read_by(table, A)
    for viewer in (L, None):
        assert "draw" not in read_by(table, viewer)
        assert drawn not in re.findall(r"\bC\d+\b", shown(table.state, viewer).decode())


def test_only_the_liberal_reads_which_card_winston_churchill_draws() -> None:
    """C70."""
    table = Table().navies(2, 0).give(A, 13).give(L, 9, 11, 22).event(70, L)
    table.do("discard C9", "discard C11")
    drawn = set(table.state.hand[L]) - {"C22"}
    assert len(drawn) == 2
    for viewer in (A, None):
        assert "draw" not in read_by(table, viewer)
        assert not drawn & set(re.findall(r"\bC\d+\b", shown(table.state, viewer).decode()))


# -- imagined states


def test_an_unknown_hand_is_imagined_from_hand_and_deck() -> None:
    table = Table().give(A, 1, 13, 14).give(L, 22, 33).discarded(9, 10)
    hands = set()
    for world in worlds(table.state, L):
        assert world.hand[L] == ["C22", "C33"]
        assert world.discard == ["C9", "C10"]
        assert len(world.hand[A]) == 3
        assert everything(world) == everything(table.state)
        hands.add(tuple(world.hand[A]))
    assert len(hands) > 15


def test_the_dice_and_the_deck_to_come_are_not_known() -> None:
    table = Table().give(A, 1).give(L, 22)
    world = GAME.determinize(table.state, L, Random(1))
    assert world.chance.seed != table.state.chance.seed
    assert world.deck != table.state.deck


@pytest.mark.parametrize("scene", [uproar, intelligentsia])
def test_known_facts_are_the_same_in_every_determinization(scene: Callable[[], Table]) -> None:
    table = scene()
    for seat in (A, L):
        for world in worlds(table.state, seat):
            assert set(table.state.seen[seat]) <= set(world.hand[OTHER[seat]])
            assert world.seen == table.state.seen
            assert everything(world) == everything(table.state)
            assert shown(world, seat) == shown(table.state, seat)
            assert shown(world, None) == shown(table.state, None)


def test_after_a_look_at_the_hand_nothing_of_it_is_in_doubt() -> None:
    """Orion class."""
    table = Table().navies(7, 0).give(A, 1, 13).give(L, 22, 33).set(round=2).to_play(L)
    table.do("event C22", "place silesia", "place silesia")
    assert {tuple(world.hand[A]) for world in worlds(table.state, L)} == {("C1", "C13")}
    assert len({tuple(world.hand[L]) for world in worlds(table.state, A)}) > 10


def test_cards_that_legacy_of_1848_would_have_shown_are_not_imagined() -> None:
    """C60: every card with a red title is shown, so no other one is in that hand."""
    red = {"C10", "C19", "C47", "C48", "C63", "C75", "C78", "C79"}
    table = Table().give(A, 1, 10, 13, 30).give(L, 22).event(60, L)
    assert {"C19", "C78"} <= set(table.state.deck)
    for world in worlds(table.state, L, 60):
        assert red & set(world.hand[A]) == {"C10"}


@pytest.mark.parametrize(("round_", "left"), [(7, 0), (6, 1)])
def test_a_determinization_has_no_more_scoring_cards_than_can_still_be_played(
    round_: int, left: int
) -> None:
    """15.1: the Authoritarian, who has just played, would have played them before."""
    table = Table().set(round=round_).give(A, 1, 13, 30, 34).give(L, 22, 33).to_play(L)
    assert {"C6", "C7", "C8"} <= set(table.state.deck)
    for world in worlds(table.state, L, 60):
        assert len({"C6", "C7", "C8"} & set(world.hand[A])) <= left


@pytest.mark.parametrize("seed", range(3))
def test_a_determinization_keeps_public_knowledge(seed: int) -> None:
    differs, rng = 0, Random(seed)
    match = Match(GAME, WAR, f"travel {seed}")
    while decisions := match.position.required_by_seat():
        seat = rng.choice(list(decisions))
        match.act(seat, decisions[seat].menu.sample(rng))
        if len(match.moves) % 7 or not match.position.required_by_seat():
            continue
        for seat in (A, L):
            before = GAME.save(match.state)
            world = GAME.determinize(match.state, seat, rng)
            assert GAME.save(match.state) == before
            assert everything(world) == everything(match.state)
            assert shown(world, seat) == shown(match.state, seat)
            assert shown(world, None) == shown(match.state, None)
            differs += world.hand != match.state.hand
            for asked, decision in GAME.position(world).required_by_seat().items():
                GAME.position(world).apply(asked, decision.menu.sample(rng))
                break
    assert differs > 10


# -- undo


def test_support_can_be_undone_before_another_seat_has_acted() -> None:
    match = match_of(Table().give(A, 21, 13).give(L, 22).to_play(A))
    match.act(A, "event C21")
    match.act(A, "place kiel")
    assert match.can_undo(A)
    match.undo(A)
    assert match.state.support[A]["kiel"] == 0


def test_a_card_that_was_played_has_been_seen_and_stays_on_the_table() -> None:
    """The hand was secret (docs, how a game is built: what is shown is a barrier for undo)."""
    match = match_of(Table().give(A, 21, 13).give(L, 22).to_play(A))
    match.act(A, "event C21")
    assert not match.can_undo(A)


def test_a_discard_has_been_seen() -> None:
    """C70."""
    match = match_of(Table().navies(2, 0).give(A, 13).give(L, 9, 11, 22, 70).to_play(L))
    match.act(L, "event C70")
    match.act(L, "discard C9")
    assert not match.can_undo(L)


def test_a_look_at_the_other_hand_cannot_be_undone() -> None:
    """Orion class."""
    table = Table().navies(7, 0).give(A, 1, 13).give(L, 22, 33).set(round=2).to_play(L)
    match = match_of(table)
    for action in ("event C22", "place silesia", "place silesia"):
        match.act(L, action)
    assert not match.can_undo(L)
    with pytest.raises(IllegalAction):
        match.undo(L)


def test_cards_shown_by_legacy_of_1848_cannot_be_hidden_again() -> None:
    match = match_of(Table().give(A, 48).give(L, 22, 60).to_play(L))
    match.act(L, "event C60")
    assert not match.can_undo(L)


def test_new_cards_cannot_be_given_back() -> None:
    """C70."""
    match = match_of(Table().navies(1, 0).give(A, 13).give(L, 9, 22, 70).to_play(L))
    match.act(L, "event C70")
    match.act(L, "discard C9")
    assert len(match.state.hand[L]) == 2
    assert not match.can_undo(L)


def test_cards_kept_over_a_turn_are_known_to_be_no_scoring_cards() -> None:
    """4.5.3: it is verified in public; so none of them is imagined to be one."""
    table = Table().give(A, 13).set(ruled_out={"scoring": ["C13"]}).to_play(L)
    for world in worlds(table.state, L, 60):
        assert not {"C6", "C7", "C8"} & set(world.hand[A])


def test_the_end_of_a_turn_rules_scoring_cards_out_of_the_hands() -> None:
    """4.5.3."""
    table = Table().set(round=7).give(A, 13).give(L, 22, 33).to_play(L).do("event C22")
    table.do("place dijon", "place dijon")
    assert table.state.turn == 2
    assert set(table.state.ruled_out["scoring"]) == {"C13", "C33"}


def test_excluded_actions_name_no_unknown_card() -> None:
    """4.5.3, C60: a determinization has cards of its own."""
    table = Table().give(A, 13, 30).give(L, 22).to_play(L)
    table.set(ruled_out={"scoring": ["C13", "C22", "C30"], "red": ["C13"]})
    cards = set()
    for world in worlds(table.state, L):
        assert "C22" in world.ruled_out["scoring"]
        assert set(world.ruled_out["scoring"]) == {*world.hand[A], "C22"}
        assert len(world.ruled_out["red"]) == 1
        assert set(world.ruled_out["red"]) <= set(world.hand[A])
        cards |= set(world.ruled_out["scoring"])
    assert len(cards) > 5


def test_a_determinization_does_not_depend_on_the_true_order() -> None:
    """Two states that look alike to a seat give it the same worlds."""
    table = Table().give(A, 13, 30).give(L, 22).to_play(L).set(ruled_out={"scoring": ["C13"]})
    other = Table().give(A, 21, 34).give(L, 22).to_play(L).set(ruled_out={"scoring": ["C34"]})
    other.state.deck = other.state.deck[::-1]
    for one, two in zip(worlds(table.state, L), worlds(other.state, L), strict=True):
        assert (one.hand, one.deck, one.ruled_out) == (two.hand, two.deck, two.ruled_out)
