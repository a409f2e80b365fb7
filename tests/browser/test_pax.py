"""Pax Britannica at the table: the map, orders, treaties, congress and war, by clicks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from entente.kernel import Match, registry
from entente.kernel.record import dump, record_of
from tests.amount import THOROUGH
from tests.browser.games import given
from tests.browser.pages import overflow, settled, violations
from tests.browser.people import POLL, Crowd, Json, Person
from tests.browser.test_phone import PHONE
from tests.server.running import hear

FOUR = {"players": "4", "turns": "2"}
POWERS = ("great_britain", "france", "germany", "united_states")
SECRET = "Siam belongs to neither of us."
WHY = "Peace is for those who need it."
COMPUTERS = dict.fromkeys(POWERS, "greedy:cautious")
SEED = "empire"  # in its first turn nothing happens and no area rises


# -- what one does in this page


def decide(person: Person) -> Locator:
    return person.page.locator("[data-region=decide]")


def button(person: Person, action: str) -> Locator:
    """What does this where one decides."""
    return decide(person).locator(f'[data-action="{action}"]')


def do(person: Person, action: str) -> None:
    """Click it, and see that it was taken."""
    before = person.version
    button(person, action).click()
    later(person, before)
    expect(decide(person).get_by_role("alert")).to_have_count(0)


def later(person: Person, version: int) -> None:
    """Wait for a later version of the table; nothing is in flight then."""
    person.page.wait_for_function(
        """(before) => {
            const { version, busy } = document.querySelector('.table').dataset;
            return Number(version) > before && busy === 'false';
        }""",
        arg=version,
        polling=POLL,
    )


def money(person: Person) -> int:
    """The treasury, as shown beside the decision."""
    return int(decide(person).locator("[data-money]").get_attribute("data-money") or -1)


def card(person: Person, place: str) -> Locator:
    """The actions at a chosen place, once they have arrived."""
    found = decide(person).locator(f"[data-place-card={place}]")
    found.locator("[data-action], .faint").first.wait_for()
    return found


def find(person: Person, words: str, place: str) -> Locator:
    """Look for a place by its name, with the keyboard."""
    box = decide(person).get_by_role("combobox")
    box.fill(words)
    box.press("Enter")
    return card(person, place)


def affair(person: Person, name: str) -> None:
    person.page.locator(f"[data-affair={name}]").click()


# -- a whole turn


@pytest.mark.soak
def test_a_guest_plays_a_turn_against_computers(crowd: Crowd) -> None:
    """Great Britain takes Burma, buys the peace of Germany and comes to the next turn."""
    guest = crowd.person("Benjamin")
    table = guest.table("pax", seats={**COMPUTERS, "great_britain": "me"}, options=FOUR, seed=SEED)
    guest.open(table)
    orders_are_given_on_the_map_and_by_name(guest)
    steps_are_taken_back_though_computers_are_asked_again(guest)
    a_treaty_is_offered_and_signed(guest)
    a_colony_is_fought_for(guest)
    the_next_turn_comes(guest)


def orders_are_given_on_the_map_and_by_name(guest: Person) -> None:
    guest.page.locator(".pax-map .board [data-id=burma]").first.click()
    before, burma = money(guest), card(guest, "burma")
    place = burma.locator('[data-action="place burma protectorate"]')
    expect(place).to_contain_text(re.compile(r"Costs £\d+, leaves £\d+"))
    do(guest, "place burma protectorate")
    assert money(guest) < before
    a_piece_is_sent_on_the_map(guest)
    # The page says which colony is without an army now, and leads there.
    bare = decide(guest).locator("[data-duty=army]").filter(has_text="Bengal")
    bare.click()
    card(guest, "bengal")
    do(guest, "march 1 home_great_britain bengal")
    expect(bare).to_have_count(0)
    left = money(guest)
    find(guest, "great br", "home_great_britain")
    do(guest, "buy army 1 home_great_britain")
    assert money(guest) < left


def a_piece_is_sent_on_the_map(guest: Person) -> None:
    """Its possible goals are lit; a place is chosen with a click, and others show why not."""
    lit = guest.page.locator(".pax-map .board .lit")
    find(guest, "bengal", "bengal")
    army = decide(guest).locator('[data-mover="army 10 bengal"]')
    army.click()
    expect(army).to_have_attribute("aria-expanded", "true")
    expect(guest.page.locator(".pax-map .board .lit[data-id=burma]")).to_have_count(1)
    guest.page.keyboard.press("Escape")
    expect(lit).to_have_count(0)
    army.click()
    on_the_map(guest, "mongolia")
    expect(decide(guest).get_by_role("alert")).to_contain_text("Mongolia")
    before = guest.version
    on_the_map(guest, "burma")
    later(guest, before)
    expect(army).to_have_count(0)
    decide(guest).locator("[data-light-places]").click()
    expect(lit.first).to_be_visible()
    decide(guest).locator("[data-light-places]").click()
    expect(lit).to_have_count(0)


def on_the_map(person: Person, place: str) -> None:
    """Click a place, or what is written on it."""
    person.page.locator(f".pax-map .board [data-id={place}]").first.click(force=True)


def steps_are_taken_back_though_computers_are_asked_again(guest: Person) -> None:
    """They stand in Egypt or not: they answer when one is ready."""
    before = money(guest)
    find(guest, "egypt", "egypt")
    do(guest, "place egypt interest")
    undo = guest.page.get_by_role("button", name="Undo")
    undo.click()
    expect(decide(guest).locator("[data-money]")).to_have_attribute("data-money", str(before))
    expect(undo).to_contain_text("steps")  # what was done before can still be taken back


def a_treaty_is_offered_and_signed(guest: Person) -> None:
    affair(guest, "treaties")
    desk = guest.page.locator("[data-region=treaties]")
    desk.locator("[data-action=write-treaty]").click()
    desk.locator("[data-template=peace]").click()
    desk.locator("[data-power=germany]").first.click()  # its places are filled in
    # As soon as the sentences are there, what is below them stays where it is.
    desk.get_by_text("Germany does not declare war on Great Britain.").wait_for()
    desk.locator("[data-action=add-clause]").click()
    desk.locator("[data-group=money]").click()
    desk.locator("[data-kind=pay]").click()
    desk.get_by_role("spinbutton").fill("8")
    desk.get_by_role("spinbutton").press("Tab")
    expect(desk.locator("li[data-kind=pay]")).to_contain_text("Great Britain pays £8 to Germany")
    desk.get_by_role("button", name="Offer to Germany").click()
    signed = desk.locator("[data-treaty]").filter(has_text="Great Britain pays £8 to Germany")
    expect(signed).to_have_attribute("data-state", "in_force")
    expect(signed).to_be_in_viewport()


def a_colony_is_fought_for(guest: Person) -> None:
    fight = decide(guest).locator("[data-fight=burma]")
    answer_until(guest, "[data-fight=burma]")
    expect(fight.locator(".odds")).to_contain_text("10")
    for other in decide(guest).locator("[data-fight]:not([data-fight=burma])").all():
        other.locator("[data-action]").last.check()  # where there is unrest
    fight.locator('[data-action="attack burma"]').check()
    confirm = decide(guest).get_by_role("button", name="Confirm")
    before = guest.version
    confirm.click()
    later(guest, before)
    # The result waits to be dismissed: strengths, odds, losses, and what changed.
    result = guest.page.locator("[data-result]")
    expect(result).to_contain_text("10 against 3 (odds 3 : 1)")
    expect(result.locator("[data-fate=great_britain]")).to_contain_text("no losses")
    expect(result.get_by_role("listitem").last).to_contain_text("a protectorate in Burma")
    result.get_by_role("button", name="Close").click()
    expect(result).to_have_count(0)


def the_next_turn_comes(guest: Person) -> None:
    answer_until(guest, "[data-region=status]", "turn 2/2")
    button(guest, "ready").wait_for()
    over = decide(guest).locator("[data-turn-over='1']")
    expect(over.locator("[data-part=fights]")).to_contain_text("Burma")
    expect(over.locator("[data-line=l26]")).to_have_text(re.compile(r"\d+"))
    find(guest, "siam", "siam")
    do(guest, "place siam interest")
    expect(over).to_have_count(0)  # acting closes it
    affair(guest, "turn")
    expect(guest.page.locator("[data-region=panel] [data-turn-over='1']")).to_be_visible()
    guest.page.get_by_role("tab", name="Log").click()
    expect(guest.page.get_by_role("log")).to_contain_text("Burma")


# What is answered where nothing is at stake: nothing happens, where one may choose that.
QUIET = ("ready", "seal", "done", "no_offer", "status_quo")
# What opens, changes or leaves the player's own terms, and answers nothing.
WRITING = ("draft", "peace", "discard", "put-forward", "add-clause", "pick-on-map")
ANSWER = """([wished, wanted, words, writing]) => {
    const shown = [...document.querySelectorAll(wanted)];
    if (shown.some((e) => e.textContent.includes(words))) return null;
    const decide = document.querySelector('[data-region=decide]');
    const { busy } = document.querySelector('.table').dataset;
    if (busy !== 'false' || !decide.classList.contains('mine')) return '';
    const able = [...decide.querySelectorAll('button[data-action]')]
        .filter((e) => e.getAttribute('aria-disabled') !== 'true')
        .filter((e) => !writing.includes(e.dataset.action));
    const fits = (wish) => able.find((e) => `${e.dataset.action} `.startsWith(`${wish} `));
    const found = wished.map(fits).find(Boolean) ?? able.at(-1);
    if (found) {
        found.click();
        return found.dataset.action;
    }
    // One choice for each of several things: the last of each that is not chosen, then Confirm.
    for (const list of decide.querySelectorAll('select')) {
        if (list.value && list.selectedOptions[0]?.value !== '—') continue;
        list.value = [...list.options].filter((e) => !e.disabled && e.value !== '—').at(-1).value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
        return '';
    }
    for (const set of decide.querySelectorAll('fieldset')) {
        const radios = [...set.querySelectorAll('input[type=radio]')];
        if (!radios.length || radios.some((e) => e.checked)) continue;
        radios.at(-1).click();
        return '';
    }
    const confirm = decide.querySelector('.answer button.primary:not([aria-disabled=true])');
    confirm?.click();
    return confirm ? 'confirm' : '';
}"""


TRIES = 2000
PAUSE = 30  # milliseconds


def answer_until(
    person: Person, wanted: str, words: str = "", wished: Iterable[str] = QUIET
) -> list[str]:
    """Click on answers, preferred ones if they are there, until
    something with these words is there, as a selector; the answers."""
    answered = list[str]()
    for _ in range(TRIES):
        answer = person.page.evaluate(ANSWER, [list(wished), wanted, words, list(WRITING)])
        if answer is None:
            return answered
        answered += [answer] if answer else []
        person.page.wait_for_timeout(PAUSE)
    raise AssertionError(f"{wanted} does not come: {answered[-20:]}")


# -- several people


TERMS: Json = {"options": FOUR, "chat": "full", "seed": SEED, "private": True}


def test_an_order_is_not_late_after_anothers(crowd: Crowd) -> None:
    """The page acts on what another player has changed at the same place just now."""
    britain, france = crowd.person("Ben"), crowd.person("Fleur")
    seats = dict.fromkeys(("great_britain", "united_states", "germany"), "me")
    table = britain.table("pax", seats=seats, **TERMS)
    france.call("POST", f"/tables/{table}/join", {"seat": "france"})
    britain.open(table)
    find(britain, "siam", "siam")
    before = britain.version
    order = {"seat": "france", "version": before, "action": "place siam interest"}
    with france.live(table) as socket:
        socket.send(json.dumps({"type": "act", **order}))
        hear(socket, "done")
    button(britain, "place siam interest").click()
    later(britain, before + 1)
    expect(decide(britain).get_by_role("alert")).to_have_count(0)
    for nation in ("GB", "FR"):
        expect(card(britain, "siam")).to_contain_text(nation)
    expect(button(britain, "place siam interest")).to_have_count(0)


@pytest.mark.soak
def test_three_people_agree_in_secret(crowd: Crowd) -> None:
    """What two of them do in the open, and what they keep secret."""
    britain, france, germany = (crowd.person(name) for name in ("Ben", "Fleur", "Gerda"))
    seats = {"great_britain": "me", "united_states": "me"}
    table = britain.table("pax", seats=seats, **TERMS)
    britain.open(table)
    france.sit(table, "france")
    germany.sit(table, "germany")
    two_act_at_the_same_place_at_once(britain, france)
    an_order_is_taken_back(germany)
    a_declined_offer_is_offered_again(britain, germany, table)
    a_secret_treaty_stays_secret(britain, france, germany)


def two_act_at_the_same_place_at_once(*people: Person) -> None:
    """Neither is late, though each acts on what the other has changed meanwhile."""
    for person in people:
        find(person, "siam", "siam")
    before = people[0].version
    for person in people:
        button(person, "place siam interest").click()
    for person in people:
        later(person, before + 1)
        expect(decide(person).get_by_role("alert")).to_have_count(0)
        expect(card(person, "siam")).to_contain_text("GB")
        expect(card(person, "siam")).to_contain_text("FR")
        expect(button(person, "place siam interest")).to_have_count(0)


def an_order_is_taken_back(person: Person) -> None:
    before = money(person)
    find(person, "kamer", "kamerun")
    do(person, "place kamerun interest")
    assert money(person) < before
    person.page.get_by_role("button", name="Undo").click()
    expect(decide(person).locator("[data-money]")).to_have_attribute("data-money", str(before))
    button(person, "place kamerun interest").wait_for()


def a_declined_offer_is_offered_again(author: Person, partner: Person, table: str) -> None:
    """The desk shows who declined, and why; from there the offer is written again."""
    affair(author, "treaties")
    desk = author.page.locator("[data-region=treaties]")
    desk.locator("[data-action=write-treaty]").click()
    desk.locator("[data-power=germany]").first.click()
    desk.locator("[data-template=peace]").click()
    desk.locator("[data-action=offer]").click()
    affair(partner, "treaties")
    before = partner.version
    partner.page.locator('[data-region=treaties] [data-action^="decline "]').click()
    later(partner, before)
    body = {"seat": "germany", "to": ["great_britain"], "text": WHY}
    partner.call("POST", f"/tables/{table}/chat", body)
    declined = desk.locator("[data-declined]")
    expect(declined).to_contain_text("Germany declined.")
    expect(declined).to_be_in_viewport()
    expect(declined.locator("blockquote")).to_have_text(WHY)
    declined.locator('[data-action^="again "]').click()
    expect(desk.locator("li[data-kind=no_war]")).not_to_have_count(0)
    desk.locator("[data-action=discard]").click()


def a_secret_treaty_stays_secret(author: Person, partner: Person, outsider: Person) -> None:
    affair(author, "treaties")
    desk = author.page.locator("[data-region=treaties]")
    desk.locator("[data-action=write-treaty]").click()
    desk.locator("[data-power=france]").first.click()
    desk.get_by_label("Secret").check()
    desk.locator("[data-action=add-clause]").click()
    desk.locator("[data-group=text]").click()
    desk.locator("[data-kind=text]").click()
    desk.locator("textarea").fill(SECRET)
    desk.locator("[data-action=offer]").click()
    affair(partner, "treaties")
    offered = partner.page.locator("[data-region=treaties] [data-treaty]").filter(has_text=SECRET)
    expect(offered).to_have_attribute("data-secret", "true")
    name = offered.get_attribute("data-treaty")
    before = partner.version
    offered.locator(f'[data-action="sign {name}"]').click()
    signed = desk.locator(f'[data-treaty="{name}"]')
    expect(signed).to_have_attribute("data-state", "in_force")
    later(partner, before)
    affair(outsider, "treaties")
    # A public event: everything sent before it has come by then.
    find(partner, "tunis", "tunis")
    do(partner, "place tunis interest")
    outsider.sees_version(partner.version)
    assert SECRET in author.received
    assert SECRET in partner.received
    for hidden in (SECRET, str(name)):
        assert hidden not in outsider.received
    assert outsider.page.locator("[data-treaty]").count() == 0


# -- sealed, in French, on a telephone


def with_sealed_plans(person: Person) -> str:
    """A table at which France is a person's, and Great Britain still free."""
    seats: Json = {**COMPUTERS, "france": "me", "great_britain": None}
    return person.table("pax", seats=seats, options={**FOUR, "phase_mode": "sealed"}, seed=SEED)


def test_a_plan_is_sealed_and_opened_again(crowd: Crowd) -> None:
    person, other = crowd.person("Jules"), crowd.person("Ben")
    table = with_sealed_plans(person)
    other.call("POST", f"/tables/{table}/join", {"seat": "great_britain"})
    person.open(table)
    find(person, "fra", "home_france")
    button(person, "buy army 1 home_france").click()
    planned = decide(person).locator("[data-remove='buy army 1 home_france']")
    planned.wait_for()
    do(person, "seal")
    sealed = decide(person).locator("[data-sealed-plan]")
    expect(sealed).to_contain_text("army of 1")
    sealed.locator("[data-take-back]").click()
    planned.wait_for()


@pytest.mark.soak
def test_a_sealed_plan_on_a_french_phone(crowd: Crowd) -> None:
    """Two orders are planned, one is deleted, the plan is sealed by keyboard. Until another
    has sealed theirs, it can be read and opened again."""
    person = crowd.person("Jules", locale="fr-FR", **PHONE)
    table = with_sealed_plans(person)
    other = crowd.person("Ben")
    other.sit(table, "great_britain")
    person.open(table)
    button(person, "seal").wait_for()
    full = money(person)
    find(person, "tunis", "tunis")
    planned = decide(person).locator("[data-remove]")
    for number, order in enumerate(("place tunis interest", "buy army 1 home_france"), 1):
        if number == 2:
            find(person, "fra", "home_france")
        button(person, order).tap()
        expect(planned).to_have_count(number)
    assert not overflow(person.page)
    settled(person.page)
    found = violations(person.page)
    assert not found, "\n".join(found)
    decide(person).locator('[data-remove="place tunis interest"]').tap()
    expect(planned).to_have_count(1)
    expect(planned).to_have_attribute("data-remove", "buy army 1 home_france")
    assert money(person) == full - 3
    seal = decide(person).get_by_role("button", name=re.compile("sceller", re.IGNORECASE))
    decide(person).locator("[data-remove]").focus()
    for _ in range(40):
        person.page.keyboard.press("Tab")
        if seal.evaluate("(e) => e === document.activeElement"):
            break
    expect(seal).to_be_focused()
    before = person.version
    person.page.keyboard.press("Enter")
    later(person, before)
    sealed = decide(person).locator("[data-sealed-plan]")
    expect(sealed).to_contain_text("armée de 1")
    sealed.locator("[data-take-back]").tap()
    expect(planned).to_have_count(1)
    assert "buy army 1 home_france" in person.received
    assert "buy army 1 home_france" not in other.received


def sit_down_for_the_first_time(person: Person, power: str) -> None:
    """Against computers; the introduction is left, and the guide stays."""
    person.go()
    person.page.evaluate("localStorage.setItem('entente.introduced', '[]')")
    seats = {**COMPUTERS, power: "me"}
    person.open(person.table("pax", seats=seats, options=FOUR, seed=SEED))
    person.page.get_by_role("dialog", name="Introduction").wait_for()
    person.page.keyboard.press("Escape")
    person.page.locator(".guide .about").wait_for()


@pytest.mark.soak
def test_a_newcomer_with_a_phone_can_reach_the_answer(crowd: Crowd) -> None:
    """The guide is above the decision, and pushes nothing below the tabs. What is ordered keeps its
    room, with a tick, and nothing slides under the next tap."""
    person = crowd.person("Nadia", locale="fr-FR", **PHONE)
    sit_down_for_the_first_time(person, "france")
    ready = button(person, "ready")
    ready.wait_for()
    expect(ready).to_be_in_viewport(ratio=1)
    expect(decide(person).locator("[data-window]").first).to_be_in_viewport(ratio=1)
    find(person, "egypt", "egypt")
    for order in ("place egypt protectorate", "march 3 home_france egypt"):
        before = person.version
        button(person, order).tap()
        later(person, before)
        expect(decide(person).locator(f'[data-gone="{order}"].done')).to_have_count(1)


@pytest.mark.soak
def test_a_newcomer_with_a_laptop_can_reach_what_may_be_done_at_a_place(crowd: Crowd) -> None:
    """The guide is below the decision, and its foot leaves room for the card of a place."""
    person = crowd.person("Nils")
    sit_down_for_the_first_time(person, "great_britain")
    expect(decide(person).locator("[data-ready=true]")).to_have_count(3)  # the computers are done
    find(person, "egypt", "egypt")
    do(person, "place egypt interest")  # computers stand there, and wait for what else is done
    decide(person).locator("[data-patient]").wait_for()
    find(person, "burma", "burma")
    button(person, "place burma protectorate").click(trial=True)
    panel, foot = decide(person).bounding_box(), decide(person).locator(".answer").bounding_box()
    assert panel
    assert foot
    assert foot["height"] < panel["height"] / 3


@pytest.mark.soak
def test_the_others_moves_are_shown_after_the_introduction(crowd: Crowd) -> None:
    """A newcomer reads first, and then sees what the computers have done meanwhile."""
    guest = crowd.person("Nora")
    page = guest.page
    guest.go()
    page.evaluate("localStorage.setItem('entente.introduced', '[]')")
    page.evaluate("localStorage.setItem('entente.settings', '{}')")
    seats = {**COMPUTERS, "great_britain": "me"}
    del seats["france"]
    table = guest.table("pax", seats=seats, options=FOUR, seed=SEED)
    guest.open(table)
    crowd.person("Fleur").call("POST", f"/tables/{table}/join", {"seat": "france"})
    page.get_by_role("dialog", name="Introduction").wait_for()
    expect(decide(guest).locator("[data-ready=true]")).to_have_count(2)
    shown = page.locator("[data-region=review]")
    assert shown.count() == 0
    page.keyboard.press("Escape")
    shown.wait_for()


# -- congress and war


@pytest.mark.amount
def test_a_war_and_a_congress_are_decided_by_clicks(crowd: Crowd) -> None:
    """One plays all seats of games that were played at random up to there: every day the first
    manoeuvre, in the long test a congress from its call and a war from the defiance on."""
    person = crowd.person("Clio")
    page = person.page
    if THOROUGH:
        a_congress_is_held(person)
    person.open(given(person, played_until("break_off" if THOROUGH else "manoeuvre", 13)))
    answered = answer_until(person, "[data-unit]", wished=("declare",))
    assert not THOROUGH or [each for each in answered if each.startswith("declare ")]
    page.locator("[data-unit]").first.click()
    before = person.version
    decide(person).locator('[data-action^="move "]').first.click()
    later(person, before)
    expect(page.locator("[data-war]")).to_have_count(1)
    # Undo is beside the answer, which it does not move.
    expect(decide(person).locator(".answer [data-undoes]")).to_be_visible()
    if THOROUGH:
        answer_until(person, "[data-action=status_quo]", wished=("done", "pass"))
        expect(button(person, "no_offer")).to_contain_text("the war continues")
        do(person, "status_quo")


def a_congress_is_held(person: Person) -> None:
    page = person.page
    person.open(given(person, played_until("congress_call", 36)))
    wished = ("call", "site", "attend", "share", "vote yes")
    assert {"share", "vote yes"} <= set(answer_until(person, "[data-action=sign]", wished=wished))
    room = page.locator("[data-congress=open]")
    expect(room.locator("[data-member]")).not_to_have_count(0)
    expect(page.locator("[data-draft] .votes .yes")).not_to_have_count(0)
    do(person, "sign")


@pytest.mark.soak
def test_a_dispute_leads_to_a_treaty_with_the_other(crowd: Crowd) -> None:
    """With anything open beside the map: the treaty is begun, with the other as its party."""
    person = crowd.person("Clio")
    match: Match[Any, Any] = Match(registry.load("pax"), {"players": 4, "turns": 1}, SEED)
    for seat, order in (
        ("germany", "place sudwest_afrika protectorate"),
        ("germany", "march 10 home_germany sudwest_afrika"),
        ("great_britain", "place sudwest_afrika influence"),
    ):
        match.act(seat, order)
    while (decision := match.position.decisions[0]).step != "negotiate":
        is_fight = decision.step == "choose_fights"
        match.act(decision.seat, "attack sudwest_afrika" if is_fight else "ready")
    person.open(given(person, dump(record_of(match))))
    ways = decide(person).locator("[data-affair-link=treaties]")
    ways.first.wait_for()
    person.page.get_by_role("tab", name="Log").click()
    ways.first.click()
    builder = person.page.locator("[data-region=treaties] [data-draft]")
    builder.wait_for()
    expect(builder.locator("[data-power=germany][aria-pressed=true]")).to_have_count(1)
    a_clause_has_a_condition(builder)


def a_clause_has_a_condition(builder: Locator) -> None:
    """Each kind of field has its control; the clause is read out as soon as it is complete."""
    builder.locator("[data-group=promises]").click()
    builder.locator("[data-kind=no_war]").click()
    clause = builder.locator("li[data-kind=no_war]")
    clause.get_by_role("group", name="On whom").locator("[data-power=germany]").click()
    clause.get_by_role("button", name="Condition or time limit").click()
    clause.locator("[data-word=either]").click()
    condition = clause.locator(".part").first
    condition.locator("select").select_option("at_war")
    condition.locator("[data-power=russia]").first.click()
    expect(clause.locator(".sentence")).to_contain_text(
        "declare war on Germany, if Russia is at war or European tension reaches 50."
    )


@pytest.mark.soak
def test_nothing_is_preselected_about_a_congress(crowd: Crowd) -> None:
    """Attending, and letting another attend: each waits for a choice of the player's own."""
    person = crowd.person("Clio")
    person.open(given(person, played_until("congress_attend", 48, players=7)))
    slots = decide(person).locator("[data-slot]")
    slots.first.wait_for()
    confirm = decide(person).get_by_role("button", name="Confirm")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    expect(decide(person).locator("[data-slot] :checked")).to_have_count(0)
    person.picture("pax-congress-attend")
    for slot in slots.all():
        slot.get_by_role("radio").last.check()
    before = person.version
    confirm.click()
    later(person, before)


def played_until(step: str, seed: int, players: int = 4) -> bytes:
    """The record of a game at random up to a question."""
    options = {"players": players, "turns": 1}
    match: Match[Any, Any] = Match(registry.load("pax"), options, str(seed))
    random = Random(seed)
    while (decision := match.position.decisions[0]).step != step:
        match.act(decision.seat, decision.menu.sample(random))
    return dump(record_of(match))
