"""What China cedes after a rebellion that was put down (11.2.10)."""

from __future__ import annotations

from entente.games.pax.belligerents import change, open_war, wars
from entente.games.pax.board import CHINA, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.game import PaxBritannica
from entente.games.pax.negotiation.offers import expire
from entente.games.pax.records.war import REBELLION, War
from entente.games.pax.treaties.clauses_in_force import knows
from entente.games.pax.treaties.treaty_text import treaty_text
from entente.games.pax.war.imperial_armies import theatre
from entente.kernel import say, step
from tests.games.pax.worlds import answer, army, call, leave, log, question, world

GAME = PaxBritannica({})
PROTECTORATE, POSSESSION, INFLUENCE = Status.PROTECTORATE, Status.POSSESSION, Status.INFLUENCE


def victory(made: PaxContext, *members: str, defeated: tuple[str, ...]) -> War:
    """A rebellion is put down: all members have armies in the Empire, these areas are defeated."""
    war = open_war(made, REBELLION, [(CHINA,), members], theatre(made, CHINA, ()))
    for power in members:
        army(made, power, "hong_kong", 1)
    change(made, war.id, defeated=defeated)
    made.state.resentment = 70
    call(made, step("rebellion_end_test", war=war.id))
    return war


def asked(made: PaxContext) -> str:
    return made.state.stack[-1].step if made.state.stack else ""


def test_each_major_with_units_there_claims_one_defeated_area_or_none() -> None:
    made = world()
    victory(made, "great_britain", "germany", defeated=("yunnan", "tibet"))
    ask, frame = question(made)
    assert frame.step == "claims"
    assert ask.sealed
    assert ask.seats(made, frame) == ("great_britain", "germany")
    assert set(ask.menu(made, frame, "germany")) == {
        "waive",
        "claim yunnan possession",
        "claim yunnan protectorate",
        "claim tibet possession",
        "claim tibet protectorate",
    }


def test_claims_that_do_not_clash_are_ratified_and_placed_free() -> None:
    made = world()
    made.put_marker("france", "yunnan", INFLUENCE)
    made.put_marker("japan", "yunnan", Status.INTEREST)
    made.put_marker("japan", "tibet", Status.INTEREST)
    victory(made, "great_britain", "germany", defeated=("yunnan", "tibet"))
    money = dict(made.state.treasury)
    answer(
        made, {"germany": "claim yunnan possession", "great_britain": "claim tibet protectorate"}
    )
    assert asked(made) == "ratify_claims"
    answer(made, {"germany": "ratify", "great_britain": "ratify"})
    assert made.status("germany", "yunnan") is POSSESSION
    assert list(made.markers("yunnan")) == ["germany"]  # influence and interest cannot stand beside
    assert made.status("great_britain", "tibet") is PROTECTORATE
    assert "japan" in made.markers("tibet")  # an interest beside a protectorate can
    assert made.state.treasury == money
    assert made.state.tension == 0
    assert made.state.causes == ()


def test_the_index_rises_by_the_figures_of_placement() -> None:
    made = world()
    victory(made, "germany", defeated=("yunnan",))
    answer(made, {"germany": "claim yunnan possession"})
    leave(made)
    figure = made.board.resentment["chinese_empire", POSSESSION].placed
    assert made.state.resentment == figure > 0


def test_cession_is_a_public_treaty_that_is_fulfilled() -> None:
    """11.2.10, P65: it is kept among the treaties and public."""
    made = world()
    victory(made, "germany", defeated=("yunnan",))
    answer(made, {"germany": "claim yunnan possession"})
    leave(made)
    (treaty,) = made.state.treaties.values()
    assert treaty.id == "treaty-1"
    assert treaty.parties == ("germany", CHINA)
    assert treaty.state == "fulfilled"
    assert not treaty.secret
    assert knows(made, "japan", treaty)
    text = treaty_text(made.board, treaty, GAME.catalog("en").strict)
    assert text.clauses[0].lapsed
    assert "China" in text.clauses[0].text
    expire(made)
    assert list(made.state.treaties) == ["treaty-1"]


def test_cession_was_no_treaty_by_the_second_rules() -> None:
    made = world(rules="2")
    victory(made, "germany", defeated=("yunnan",))
    answer(made, {"germany": "claim yunnan possession"})
    leave(made)
    assert made.state.treaties == {}


def test_the_same_claim_twice_is_decided_again_and_at_last_nothing_is_ceded() -> None:
    made = world()
    victory(made, "great_britain", "germany", defeated=("yunnan",))
    both = {"germany": "claim yunnan possession", "great_britain": "claim yunnan protectorate"}
    for _ in range(3):
        assert asked(made) == "claims"
        answer(made, both)
    assert asked(made) != "claims"
    assert log(made, "log.nothing_ceded") == [{}]
    assert not made.markers("yunnan")
    assert made.state.resentment == 0


def test_one_refusal_to_ratify_sends_all_back() -> None:
    made = world()
    victory(made, "great_britain", "germany", defeated=("yunnan", "tibet"))
    for _ in range(3):
        answer(made, {"germany": "claim yunnan possession"})
        answer(made, {"germany": "ratify", "great_britain": "refuse"})
    assert log(made, "log.nothing_ceded") == [{}]
    assert not made.markers("yunnan")


def test_ratifying_shows_each_share_and_refusing_shows_what_follows() -> None:
    made = world()
    victory(made, "great_britain", "germany", defeated=("yunnan", "tibet"))
    answer(made, {"germany": "claim yunnan possession"})
    ask, frame = question(made)
    hint = ask.hint(made, frame, "great_britain", ask.parse("ratify"))
    assert hint == say("hint.spoils_term", power="germany", area="yunnan", status="possession")
    assert ask.hint(made, frame, "great_britain", ask.parse("refuse")) == say("hint.claims_again")


def test_only_areas_that_were_defeated_can_be_ceded() -> None:
    made = world()
    victory(made, "great_britain", "germany", defeated=())
    assert asked(made) not in ("claims", "ratify_claims")


def test_a_power_without_units_there_makes_no_claim() -> None:
    made = world()
    war = open_war(
        made, REBELLION, [(CHINA,), ("great_britain", "japan")], theatre(made, CHINA, ())
    )
    change(made, war.id, defeated=("yunnan",))
    call(made, step("rebellion_end_test", war=war.id))
    ask, frame = question(made)
    assert ask.seats(made, frame) == ("great_britain",)  # its garrison of Hong Kong


def test_the_majors_allot_areas_to_minors_russia_before_japan() -> None:
    made = world(4)
    victory(made, "great_britain", "japan", "russia", defeated=("manchuria", "yunnan"))
    leave(made)  # Britain claims nothing
    assert asked(made) == "allot"
    assert question(made)[1].args["power"] == "russia"
    answer(made, {"great_britain": "allot manchuria possession"})
    assert made.status("russia", "manchuria") is POSSESSION
    assert question(made)[1].args["power"] == "japan"
    ask, frame = question(made)
    assert "allot manchuria possession" not in ask.menu(made, frame, "great_britain")
    answer(made, {"great_britain": "withhold"})
    assert not made.markers("yunnan")


def test_majors_that_do_not_agree_give_a_minor_nothing() -> None:
    made = world(4)
    victory(made, "great_britain", "france", "russia", defeated=("manchuria",))
    leave(made)
    for _ in range(3):
        assert asked(made) == "allot"
        answer(made, {"great_britain": "withhold", "france": "allot manchuria possession"})
    assert not made.markers("manchuria")
    assert log(made, "log.nothing_allotted") == [{"power": "russia"}]


def test_claims_of_majors_come_first_and_what_they_take_no_minor_gets() -> None:
    made = world(4)
    victory(made, "great_britain", "russia", defeated=("manchuria",))
    answer(made, {"great_britain": "claim manchuria protectorate"})
    leave(made)
    assert asked(made) != "allot"
    assert made.holds("great_britain", "manchuria")


def test_then_the_rebellion_is_over() -> None:
    made = world()
    victory(made, "germany", defeated=("yunnan",))
    while made.state.stack:
        leave(made)
    assert wars(made) == []
