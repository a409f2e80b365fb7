"""What players see before they act: odds, consequences of a declaration, omissions."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.belligerents import change
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.game import PaxBritannica
from entente.games.pax.negotiation.default_settlement import by_default
from entente.games.pax.records.treaty import IN_FORCE, Clause, Treaty
from entente.games.pax.war.declaration_preview import declaration_preview
from entente.games.pax.war.declarations import call_declaration
from entente.games.pax.war.odds import RESULTS, faces
from entente.kernel import Frame, Message, step
from entente.kernel.text import LANGUAGES
from tests.games.pax import wars as make
from tests.games.pax.wars import now, possess, without_units
from tests.games.pax.worlds import answer, army, call, clear, leave, log, question, run, world

GAME = PaxBritannica({})


def hint(it: PaxContext, seat: str, action: str) -> Message | None:
    ask, frame = question(it)
    return ask.hint(it, frame, seat, ask.parse(action))


def parts(message: Message | None) -> list[Message]:
    """The messages joined into one."""
    if message is None:
        return []
    if message.key != "hint.several":
        return [message]
    packed = str(message.args["sentences"])
    return [e for p in msgspec.json.decode(packed, type=list[Message]) for e in parts(p)]


def keys(message: Message | None) -> list[str]:
    return [part.key for part in parts(message)]


def said(message: Message | None, language: str = "en") -> str:
    assert message is not None
    text = GAME.catalog(language).strict.line(message)
    assert "{" not in text, text
    return text


# -- odds


STRENGTHS = [(3, 1), (1, 3), (10, 6), (6, 10), (13, 13), (40, 3), (9, 5), (1, 30)]


@pytest.mark.parametrize("table_2", ["source", "mirrored"])
@pytest.mark.parametrize(("attack", "defence"), STRENGTHS)
def test_the_odds_are_what_the_tables_say_face_by_face(
    attack: int, defence: int, table_2: str
) -> None:
    it = world(table_2=table_2)
    combat = it.board.tables.combat
    columns = [Fraction(*column) for column in combat.odds.columns]
    column = max([place for place, odds in enumerate(columns) if odds * defence <= attack] or [0])
    larger = combat.table_2 if table_2 == "source" else combat.table_2_mirrored
    rows = (combat.table_1 if min(attack, defence) < 5 else larger).rows
    rolled = [row[column] for row in rows]
    counted = faces(it, attack, defence)
    assert counted == {code: rolled.count(code) for code in set(rolled)}
    assert sum(counted.values()) == 6
    assert list(counted) == [code for code in RESULTS if code in counted]


def at_tunis(it: PaxContext, **strengths: int) -> None:
    """A war of France and Spain against Italy over Tunis, with armies there."""
    clear(it, "tunis")
    without_units(it, "france", "spain", "italy")
    possess(it, "france", "tunis")
    make.at_war(it, ("france", "russia"), ("italy",))
    for power, strength in strengths.items():
        army(it, power, "tunis", strength)


def test_a_battle_has_one_of_the_foreseen_results() -> None:
    for die in range(1, 7):
        it = world(7)
        at_tunis(it, france=10, italy=3)
        call(it, step("attack_phase", war=now(it).id, camp="france"))
        shown = hint(it, "france", "fight france army tunis")
        assert shown is not None
        assert (shown.args["attack"], shown.args["defence"]) == (10, 3)
        it.state.chance.script = [die]
        answer(it, {"france": "fight france army tunis"})
        (battle,) = log(it, "log.battle")
        assert battle["result"] in shown.args["faces"]  # type: ignore[operator]


def test_allies_are_counted_apart_until_they_join() -> None:
    it = world(7)
    at_tunis(it, france=3, russia=10, italy=3)
    call(it, step("attack_phase", war=now(it).id, camp="france"))
    shown = hint(it, "france", "fight france army tunis")
    assert shown is not None
    assert shown.key == "hint.battle_joined"
    assert (shown.args["attack"], shown.args["together"]) == (3, 13)
    answer(it, {"france": "fight france army tunis"})
    joined, held = hint(it, "russia", "join russia"), hint(it, "russia", "hold russia")
    assert joined is not None
    assert held is not None
    assert (held.args["attack"], joined.args["attack"]) == (3, 13)
    assert "13" in said(joined)
    assert "13" in said(joined, "fr")


# -- declarations


def treaty(it: PaxContext, name: str, power: str, protected: str, secret: bool) -> None:
    clause = Clause("defensive", {"power": power, "protected": protected, "against": "anyone"})
    made = Treaty(name, power, (power, protected), (clause,), secret, state=IN_FORCE, turn=1)
    it.state.treaties = {**it.state.treaties, name: made}


def test_allies_are_foreseen_only_where_one_knows_of_their_treaty() -> None:
    it = world(7)
    treaty(it, "treaty-1", "russia", "italy", secret=False)
    treaty(it, "great_britain.italy-1", "great_britain", "italy", secret=True)
    shown = list(declaration_preview(it, "france", "france", "italy"))
    called = [each.args["power"] for each in shown if each.key == "hint.defensive"]
    assert called == ["russia"]
    mine = list(declaration_preview(it, "great_britain", "france", "italy"))
    assert [e.args["power"] for e in mine if e.key == "hint.defensive"] == ["russia"]
    invoked = [e.args["power"] for e in mine if e.key == "hint.defensive_secret"]
    assert invoked == ["great_britain"]  # P80
    assert it.state.treaties["great_britain.italy-1"].secret  # nothing was called yet
    assert not it.state.wars


def test_the_great_war_and_its_blame_are_foreseen() -> None:
    it = world(7)
    treaty(it, "treaty-1", "russia", "italy", secret=False)
    treaty(it, "treaty-2", "great_britain", "italy", secret=False)
    shown = {each.key: each for each in declaration_preview(it, "france", "france", "italy")}
    assert "hint.great_war_if" in shown
    assert "france" in shown["hint.guilty"].args["seats"]  # type: ignore[operator]
    assert it.state.outcome is None
    it.state.tension = it.board.constants.great_war_at - 1
    shown = {each.key: each for each in declaration_preview(it, "france", "france", "italy")}
    assert "hint.great_war_now" in shown
    assert shown["hint.guilty"].args["seats"] == ["france"]


def test_the_tension_of_called_allies_is_foreseen() -> None:
    """Each of their declarations raises it by 5, and so does one that breaks a treaty."""
    it = world(7)
    it.state.tension = 10
    treaty(it, "treaty-1", "russia", "italy", secret=False)
    clause = Clause("no_war", {"power": "france", "towards": "italy"})
    peace = Treaty("treaty-2", "france", ("france", "italy"), (clause,), state=IN_FORCE, turn=1)
    it.state.treaties = {**it.state.treaties, "treaty-2": peace}
    shown = {each.key: each.args for each in declaration_preview(it, "france", "france", "italy")}
    assert shown["hint.rise"] == {"amount": 10, "total": 20, "last": 100}
    assert shown["hint.rise_called"] == {"amount": 5, "total": 25, "last": 100}
    call_declaration(it, "france", "italy")
    assert it.state.tension == 20
    run(it)
    while it.state.stack and question(it)[1].step == "invoke_allies":
        leave(it)
    answer(it, {"russia": "honour russia france"})
    assert it.state.tension == 25


def test_the_failure_of_a_congress_is_foreseen_in_a_declaration() -> None:
    """France has refused to sign and may declare war: the failure comes on top of it."""
    it = world(7)
    in_congress(it)
    answer(it, {"germany": "favour italy"})
    members = question(it)[0].seats(it, question(it)[1])
    answer(it, dict.fromkeys(members, "vote yes"))
    answer(it, {"france": "refuse", "italy": "sign"})
    assert question(it)[1].step in ("break_off", "answer_defiance")
    seat = question(it)[0].seats(it, question(it)[1])[0]
    declare = next(a for a in question(it)[0].menu(it, question(it)[1], seat) if "declare" in a)
    assert "hint.congress_failed" in keys(hint(it, seat, declare))


def test_the_other_empire_is_foreseen() -> None:
    it = world(7)
    shown = [each.key for each in declaration_preview(it, "france", "france", "germany")]
    assert "hint.partner_enters" in shown
    alone = [each.key for each in declaration_preview(it, "france", "france", "italy")]
    assert "hint.partner_enters" not in alone


@pytest.mark.parametrize("language", LANGUAGES)
def test_sealed_declarations_are_shown_one_by_one(language: str) -> None:
    it = world(7, phase_mode="sealed")
    for target in ("italy", "germany"):
        give_cause(it, "treaty_broken", "france", target)
    call(it, "declarations")
    text = said(hint(it, "france", "declare france italy; careful france germany"), language)
    names = {"en": ("Italy", "Austria-Hungary"), "fr": ("Italie", "Autriche-Hongrie")}
    assert all(name in text for name in names[language])


# -- disputes


def dispute(it: PaxContext) -> None:
    """France places a possession where Italy has influence."""
    clear(it, "tunis")
    it.put_marker("italy", "tunis", Status.INFLUENCE)
    it.put_marker("france", "tunis", Status.POSSESSION)
    give_cause(it, "status_dispute", "italy", "france", "tunis")


def test_the_foreseen_default_happens() -> None:
    it = world(7)
    dispute(it)
    assert [(f.power, f.area, f.left) for f in by_default(it)] == [("italy", "tunis", Status.NONE)]
    assert it.status("italy", "tunis") is Status.INFLUENCE  # only imagined
    call(it, "negotiation")
    assert keys(hint(it, "italy", "ready")) == ["hint.falls"]
    assert hint(it, "japan", "ready") is None
    it.state.stack = []
    call(it, "default_settlement")
    assert it.status("italy", "tunis") is Status.NONE


# -- congress


def in_congress(it: PaxContext) -> None:
    """The congress on Tunis up to the drafts."""
    dispute(it)
    call(it, "congress")
    assert "hint.congress_items" in keys(hint(it, "italy", "call"))
    assert keys(hint(it, "italy", "silent")) == ["hint.falls"]
    answer(it, {"italy": "call"})
    answer(it, {"italy": "site germany"})
    while question(it)[1].step != "table_drafts":
        answer(it, {})


def test_drafts_and_votes_are_shown_whole() -> None:
    it = world(7)
    in_congress(it)
    answer(it, {"germany": "favour italy"})
    (draft,) = log(it, "log.draft")
    catalog = GAME.catalog("en").strict
    line = catalog.line(Message("log.draft", draft))  # type: ignore[arg-type]
    assert "France" in line
    assert "Tunis" in line
    answer(it, {"germany": "vote yes", "italy": "vote yes"})
    shown = log(it, "log.votes")[0]
    assert shown["yes"] == ["germany", "italy"]
    assert "france" in shown["no"]  # type: ignore[operator]


def test_a_refusal_to_sign_shows_what_follows() -> None:
    it = world(7)
    in_congress(it)
    answer(it, {"germany": "favour italy"})
    members = question(it)[0].seats(it, question(it)[1])
    answer(it, dict.fromkeys(members, "vote yes"))
    assert question(it)[1].step == "signatures"
    assert keys(hint(it, "france", "sign")) == ["hint.clauses"]
    shown = keys(hint(it, "france", "refuse"))
    assert shown[:2] == ["hint.rise", "hint.defiance"]


def test_an_agenda_is_put_to_the_vote_in_words() -> None:
    it = world(7)
    dispute(it)
    give_cause(it, "yellow_press", "united_states", "spain")
    call(it, "congress")
    answer(it, {"italy": "call"})
    answer(it, {"italy": "site germany"})
    while question(it)[1].step != "propose_agenda":
        answer(it, {})
    names = "yellow_press.united_states.spain | tunis"
    answer(it, {"italy": f"order [{names}]"})
    ask, frame = question(it)
    prompt = ask.prompt(it, frame, "italy")
    for language in LANGUAGES:
        text = said(prompt, language)
        assert "[" not in text
        assert "Tunis" in text
    together = Frame("vote_agenda", {"proposal": "together"})
    assert ask.prompt(it, together, "italy").key == "prompt.vote_together"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_names_the_minor_power_and_against_whom(language: str) -> None:
    it = world(7)
    it.put_marker("spain", "marocco", Status.INFLUENCE)
    it.put_marker("france", "marocco", Status.PROTECTORATE)
    call(it, "congress")
    ask, frame = question(it)
    prompt = ask.prompt(it, frame, "great_britain")
    assert keys(prompt) == ["prompt.congress_defend_only", "prompt.minor_rights"]
    expected = {
        "en": "Do you defend a minor power? Spain in Morocco, against France.",
        "fr": "Défendez-vous une puissance mineure ? L’Espagne au Maroc, contre la France.",
    }
    assert said(prompt, language).replace("\u202f", " ") == expected[language]


# -- war


def test_the_hint_of_a_step_shows_the_enemy_and_missing_support() -> None:
    it = world(7)
    at_tunis(it, france=3)
    clear(it, "tripoli")
    possess(it, "italy", "tripoli")
    army(it, "italy", "tripoli", 1)
    it.state.fleets = {**it.state.fleets, "france": ()}
    call(it, step("manoeuvre_phase", war=now(it).id, camp="france"))
    shown = keys(hint(it, "france", "move france army 3 tunis tripoli"))
    assert shown == ["hint.enemies_there", "hint.unsupported"]
    assert keys(hint(it, "france", "done")) == ["hint.unsupported"]  # in Tunis, without a fleet
    for language in LANGUAGES:
        said(hint(it, "france", "move france army 3 tunis tripoli"), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_offers_and_peace_are_shown_with_their_terms(language: str) -> None:
    it = world(7)
    at_tunis(it, france=3, italy=1)
    number = now(it).id
    call(it, step("peace_window", war=number))
    assert keys(hint(it, "italy", "present_lines")) == ["hint.nothing_conquered"]
    assert keys(hint(it, "italy", "status_quo")) == ["hint.nothing_given_back"]
    assert keys(hint(it, "italy", "no_offer")) == ["hint.war_goes_on"]
    change(it, number, conquered={"tunis": "france"})
    back = said(hint(it, "italy", "status_quo"), language)
    assert "France" in back
    assert "Tunis" in back
    change(it, number, conquered={})
    terms = "peace clauses=[pay from=italy; to=france; amount=pounds 3; due=now]"
    answer(it, {"italy": terms, "france": "status_quo"})
    assert len(log(it, "log.offers_status_quo")) == 1
    (offer,) = log(it, "log.offers_terms")
    text = said(Message("log.offers_terms", offer), language)  # type: ignore[arg-type]
    assert "3" in text
    while question(it)[1].step == "sign_peace":
        assert "hint.separate_peace" in keys(hint(it, "russia", "accept"))
        assert keys(hint(it, "russia", "refuse")) == ["hint.war_goes_on"]
        ask, frame = question(it)
        answer(it, dict.fromkeys(ask.seats(it, frame), "accept"))
        if not it.state.wars or it.state.stack == []:
            break
        run(it)
    peace = [*log(it, "log.peace_status_quo"), *log(it, "log.peace_terms")]
    assert peace
