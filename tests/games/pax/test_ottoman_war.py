"""Ottoman war (11.3), bullet by bullet."""

from __future__ import annotations

from entente.games.pax.belligerents import need, open_war, wars
from entente.games.pax.board import OTTOMAN_EMPIRE, Status
from entente.games.pax.colonies.combat import establish
from entente.games.pax.colonies.minor_powers import place_minor
from entente.games.pax.context import PaxContext
from entente.games.pax.empires.ottoman_war import offenders
from entente.games.pax.records.war import OTTOMAN, War
from entente.games.pax.treaties.marker_transfers import Gift, give
from entente.games.pax.war.imperial_armies import native_strength, next_step, theatre
from entente.kernel import step
from tests.games.pax.worlds import answer, armies, army, call, clear, leave, log, question, world

PROTECTORATE, POSSESSION, INFLUENCE = Status.PROTECTORATE, Status.POSSESSION, Status.INFLUENCE


def italian_tripoli(**options: int) -> PaxContext:
    """Italy has just established its control of Tripoli."""
    made = world(**options)
    army(made, "italy", "tripoli", 3)
    establish(made, "italy", "tripoli", PROTECTORATE)
    return made


def ottoman_war(made: PaxContext, *enemies: str, area: str = "tripoli") -> War:
    """An Ottoman war without allies under way, without Ottoman armies yet."""
    where = theatre(made, OTTOMAN_EMPIRE, enemies)
    return open_war(made, OTTOMAN, [(OTTOMAN_EMPIRE,), enemies], where)


def until(made: PaxContext, name: str) -> None:
    """Leave every decision to its default until this one."""
    for _ in range(300):
        if not made.state.stack or question(made)[1].step == name:
            return
        leave(made)
    raise AssertionError(f"{name} is never asked")


# -- cause


def test_control_established_in_an_ottoman_area_is_the_cause() -> None:
    made = italian_tripoli()
    assert offenders(made) == ["italy"]
    call(made, "ottoman_war")
    assert question(made)[1].step == "ottoman_sides"


def test_a_raise_is_none() -> None:
    made = world()
    made.put_marker("italy", "tripoli", PROTECTORATE)
    made.put_marker("italy", "tripoli", POSSESSION)
    assert offenders(made) == []
    assert call(made, "ottoman_war") is None
    assert wars(made) == []


def test_a_minor_offends_too() -> None:
    """P51."""
    made = world(4)
    made.state.unrest = ("tripoli",)
    made.state.chance.script = [6]
    place_minor(made, "italy", "tripoli", PROTECTORATE)
    assert offenders(made) == ["italy"]


def test_control_that_a_treaty_gives_offends_too() -> None:
    made = world()
    made.put_marker("italy", "tripoli", PROTECTORATE)
    made.state.phase = "negotiation"
    assert give(made, None, Gift("tripoli", "italy", "germany"))
    assert offenders(made) == ["germany"]


def test_one_war_against_all_offenders() -> None:
    made = italian_tripoli()
    army(made, "great_britain", "quwait", 3)
    establish(made, "great_britain", "quwait", POSSESSION)
    call(made, "ottoman_war")
    leave(made)
    (war,) = wars(made, OTTOMAN)
    assert war.camps == ((OTTOMAN_EMPIRE,), ("great_britain", "italy"))


def test_a_power_that_gave_up_its_control_is_not_attacked() -> None:
    made = italian_tripoli()
    clear(made, "tripoli")
    assert call(made, "ottoman_war") is None


def test_the_empire_declares_without_tension() -> None:
    made = italian_tripoli()
    call(made, "ottoman_war")
    leave(made)
    assert not [rise for rise in made.state.rises if rise.kind == "declaration_of_war"]


# -- the alliance step


def test_every_other_seat_decides_under_seal() -> None:
    made = italian_tripoli()
    call(made, "ottoman_war")
    ask, frame = question(made)
    hint = ask.hint(made, frame, "germany", ask.parse("help_empire"))
    assert hint is not None
    assert hint.args["amount"] == 5
    assert ask.sealed
    assert "italy" not in ask.seats(made, frame)
    assert len(ask.seats(made, frame)) == 6
    assert set(ask.menu(made, frame, "germany")) == {"stay_out", "help_enemies", "help_empire"}


def test_the_german_seat_does_not_fight_its_own_power() -> None:
    made = world()
    army(made, "austria_hungary", "anatolia", 10, 10, 10)
    establish(made, "austria_hungary", "anatolia", PROTECTORATE)
    call(made, "ottoman_war")
    ask, frame = question(made)
    assert set(ask.menu(made, frame, "germany")) == {"stay_out", "help_enemies"}
    refusal = ask.why_not(made, frame, "germany", ask.parse("help_empire"))
    assert refusal is not None
    assert refusal.message.key == "why.own_war"


def test_helping_the_enemies_raises_no_tension_if_no_power_helps_the_empire() -> None:
    """P25."""
    made = italian_tripoli()
    call(made, "ottoman_war")
    answer(made, {"france": "help_enemies"})
    (war,) = wars(made, OTTOMAN)
    assert war.camps == ((OTTOMAN_EMPIRE,), ("italy", "france"))
    assert not [rise for rise in made.state.rises if rise.kind == "declaration_of_war"]


def test_to_help_the_empire_is_a_declaration_and_then_so_is_to_help_its_enemies() -> None:
    made = italian_tripoli()
    call(made, "ottoman_war")
    answer(made, {"great_britain": "help_empire", "united_states": "help_enemies"})
    (war,) = wars(made, OTTOMAN)
    assert set(war.camps[0]) == {OTTOMAN_EMPIRE, "great_britain"}
    assert set(war.camps[1]) == {"italy", "united_states"}
    blamed = [rise.seat for rise in made.state.rises if rise.kind == "declaration_of_war"]
    assert blamed == ["great_britain", "united_states"]


# -- armies, strength, range


def test_three_armies_appear_in_anatolia_controlled_or_not() -> None:
    made = world()
    army(made, "russia", "anatolia", 10, 10)
    establish(made, "russia", "anatolia", PROTECTORATE)
    call(made, "ottoman_war")
    made.state.chance.script = [3]
    leave(made)
    assert log(made, "log.battle")[0]["attack"] == 15
    assert log(made, "log.ottoman_armies") == [{"area": "anatolia", "strength": 15}]


def test_areas_without_control_keep_their_strength_and_egypt_adds_none() -> None:
    made = italian_tripoli()
    war = ottoman_war(made, "italy")
    assert native_strength(made, war, "anatolia") == 20
    assert native_strength(made, war, "tripoli") == 0
    assert native_strength(made, war, "egypt") == 0


def test_enemies_may_enter_ottoman_areas() -> None:
    made = italian_tripoli()
    army(made, "italy", "mediterranean", 3)
    call(made, "ottoman_war")
    leave(made)
    until(made, "manoeuvre")
    ask, frame = question(made)  # the Ottoman armies are on their way through Egypt
    assert "move italy army 3 mediterranean anatolia" in ask.menu(made, frame, "italy")


def test_egypt_is_open_without_control_or_under_that_of_a_belligerent() -> None:
    made = italian_tripoli()
    assert "egypt" in theatre(made, OTTOMAN_EMPIRE, ("italy",))
    made.put_marker("great_britain", "egypt", PROTECTORATE)
    assert "egypt" not in theatre(made, OTTOMAN_EMPIRE, ("italy",))
    assert "egypt" in theatre(made, OTTOMAN_EMPIRE, ("italy", "great_britain"))


def test_the_armies_go_through_egypt_to_tripoli_and_never_elsewhere() -> None:
    made = italian_tripoli()
    war = ottoman_war(made, "italy")
    assert next_step(made, war, "anatolia") == "egypt"
    made.put_marker("great_britain", "egypt", PROTECTORATE)
    assert next_step(made, ottoman_war(made, "italy"), "anatolia") is None


# -- alone


def test_alone_the_empire_is_first_and_attacks_only_its_enemies() -> None:
    made = italian_tripoli()
    made.put_marker("france", "quwait", INFLUENCE)
    army(made, "france", "anatolia", 1)
    call(made, "ottoman_war")
    leave(made)
    assert question(made)[1].step == "manoeuvre"
    assert armies(made, "egypt") == {OTTOMAN_EMPIRE: (5, 5, 5)}
    assert not log(made, "log.battle")


def test_without_an_enemy_unit_in_the_empire_enemy_markers_there_go() -> None:
    made = italian_tripoli()
    made.put_marker("italy", "quwait", INFLUENCE)
    made.put_marker("france", "quwait", INFLUENCE)
    war = ottoman_war(made, "italy")
    army(made, OTTOMAN_EMPIRE, "tripoli", 5)
    made.remove_unit("italy", "army", "tripoli", 3)
    call(made, step("ottoman_end_test", war=war.id))
    assert not made.markers("tripoli")
    assert list(made.markers("quwait")) == ["france"]
    assert made.army_places(OTTOMAN_EMPIRE) == ()
    assert wars(made) == []


def test_without_an_ottoman_army_units_stay_and_nothing_is_gained() -> None:
    made = italian_tripoli()
    war = ottoman_war(made, "italy")
    army(made, "italy", "anatolia", 10)
    call(made, step("ottoman_end_test", war=war.id))
    assert made.holds("italy", "tripoli")
    assert not made.markers("anatolia")
    until(made, "")
    assert not armies(made, "anatolia")
    assert wars(made) == []


def tripoli_behind_egypt() -> tuple[PaxContext, War]:
    """Egypt is British, and the Italians stand in Tripoli only."""
    made = italian_tripoli()
    made.put_marker("great_britain", "egypt", PROTECTORATE)
    made.put_marker("italy", "anatolia", INFLUENCE)
    army(made, OTTOMAN_EMPIRE, "anatolia", 5, 5, 5)
    return made, ottoman_war(made, "italy")


def test_behind_a_neutral_egypt_the_enemies_in_tripoli_may_end_it() -> None:
    made, war = tripoli_behind_egypt()
    call(made, step("ottoman_end_test", war=war.id))
    ask, frame = question(made)
    assert (frame.step, ask.seats(made, frame)) == ("end_campaign", ("italy",))
    assert ask.rule(made, frame) == "11.3"
    answer(made, {"italy": "end"})
    assert made.holds("italy", "tripoli")
    assert not made.markers("anatolia")
    assert made.army_places(OTTOMAN_EMPIRE) == ()
    assert wars(made) == []


def test_if_they_do_not_it_ends_after_three_quiet_rounds() -> None:
    made, war = tripoli_behind_egypt()
    call(made, step("campaign_round", war=war.id))
    for _ in range(30):
        if not made.state.stack:
            break
        ending = question(made)[1].step == "end_campaign"
        answer(made, {"italy": "continue"}) if ending else leave(made)
    assert wars(made) == []
    assert made.state.tension == 6
    assert made.holds("italy", "tripoli")
    assert not made.markers("anatolia")


def test_navies_alone_do_not_keep_it_going_for_ever() -> None:
    """A navy is a unit in an Ottoman area, and Ottoman armies cannot attack it."""
    made = italian_tripoli()
    clear(made, "tripoli")
    made.put_marker("italy", "quwait", PROTECTORATE)
    made.add_unit("italy", "navy", "quwait@indian_ocean", 1)
    army(made, OTTOMAN_EMPIRE, "anatolia", 5)
    war = ottoman_war(made, "italy")
    call(made, step("campaign_round", war=war.id))
    until(made, "")
    assert wars(made) == []
    assert made.state.tension == 6
    assert not made.markers("quwait")


def test_a_minor_alone_is_led_by_a_neutral() -> None:
    made = world(4)
    army(made, "italy", "tripoli", 3)
    establish(made, "italy", "tripoli", PROTECTORATE)
    call(made, "ottoman_war")
    leave(made)
    assert question(made)[1].step == "volunteer"
    answer(made, {"france": "lead"})
    assert wars(made, OTTOMAN)[0].leaders == {"italy": "france"}


# -- with an ally


def test_with_an_ally_initiative_is_rolled_and_the_ally_moves_the_empire() -> None:
    made = italian_tripoli()
    call(made, "ottoman_war")
    answer(made, {"germany": "help_empire"})
    made.state.chance.script = []
    until(made, "manoeuvre")
    for _ in range(4):
        ask, frame = question(made)
        if frame.step == "manoeuvre" and "germany" in ask.seats(made, frame):
            break
        leave(made)
    assert log(made, "log.initiative")
    menu = set(ask.menu(made, frame, "germany"))
    assert "move ottoman_empire army 5 anatolia egypt" in menu
    assert "move ottoman_empire army 5 anatolia quwait" in menu
    assert not any(a.startswith("move ottoman_empire army 5 anatolia bulgaria") for a in menu)


def test_with_an_ally_the_war_ends_and_the_ottoman_armies_go() -> None:
    made = italian_tripoli()
    call(made, "ottoman_war")
    answer(made, {"germany": "help_empire"})
    until(made, "")
    assert wars(made) == []
    assert made.army_places(OTTOMAN_EMPIRE) == ()
    assert made.state.ottoman_offenders == ()


def test_the_empire_keeps_what_it_wins_back_with_its_ally() -> None:
    made = italian_tripoli()
    army(made, OTTOMAN_EMPIRE, "tripoli", 5)
    clear(made, "tripoli")
    made.put_marker("italy", "tripoli", PROTECTORATE)
    call(
        made,
        step("divide", victors="ottoman_empire germany", areas="tripoli", losers="italy"),
    )
    assert not made.markers("tripoli")
    assert not made.state.stack


# -- afterwards


def test_units_without_right_leave() -> None:
    made = italian_tripoli()
    war = ottoman_war(made, "italy")
    army(made, "italy", "anatolia", 1)
    call(made, step("ottoman_end_test", war=war.id))
    _ask, frame = question(made)
    assert frame.step == "to_legal_place"
    answer(made, {"italy": "retreat army 1 anatolia tripoli"})
    assert armies(made, "tripoli") == {"italy": (3, 1)}


def test_it_is_no_great_war_while_no_major_helps_the_empire() -> None:
    """13.2."""
    made = italian_tripoli()
    call(made, "ottoman_war")
    answer(made, dict.fromkeys(("france", "russia", "great_britain"), "help_enemies"))
    assert made.state.outcome is None
    assert len(need(made, wars(made, OTTOMAN)[0].id).camps[1]) == 4
