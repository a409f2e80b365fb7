"""A visitor on a phone solves a puzzle, fails one, and goes on."""

from __future__ import annotations

from playwright.sync_api import expect

from entente.players.puzzles import Puzzle, puzzles_of
from tests.browser.pages import resize, violations, visit
from tests.browser.people import Crowd, Person


def test_a_visitor_solves_a_puzzle_and_fails_one(crowd: Crowd) -> None:
    person = crowd.person()  # no name is asked for
    page = person.page
    resize(page, {"width": 390, "height": 844})
    visit(person, "/puzzles")
    expect(page.get_by_text("stored only in this browser")).to_be_visible()
    assert not violations(page)
    person.shoot("puzzles")
    page.locator("[data-game=turmoil]").get_by_role("button", name="Solve puzzles").click()
    first = shown(person)
    assert person.call("GET", "/me")["name"].startswith("Guest ")
    person.shoot("puzzle")
    give(person, first.solution[0])
    verdict = page.locator("[data-puzzle]").get_by_role("status")
    expect(verdict).to_contain_text("Correct.")
    expect(verdict).to_contain_text("Rating +")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    person.shoot("puzzle-solved")
    assert not violations(page, ".puzzle")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(f"[data-puzzle='{first.id}']")).to_have_count(0)
    second = shown(person)
    wrong = page.locator("[data-region=decide] [data-action]")
    actions = wrong.evaluate_all("found => found.map((each) => each.dataset.action)")
    give(person, next(each for each in actions if each not in second.solution))
    expect(verdict).to_contain_text("Not quite.")
    expect(verdict).not_to_contain_text("Solution:")
    page.get_by_role("button", name="Try again").click()
    expect(verdict).to_have_count(1)
    assert shown(person).id == second.id
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_text("Look at: ")).to_be_visible()
    person.shoot("puzzle-hint")
    give(person, next(each for each in actions if each not in second.solution))
    page.get_by_role("button", name="Show solution").click()
    expect(verdict).to_contain_text("Solution:")
    person.shoot("puzzle-missed")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator("[data-game=turmoil]")).to_contain_text("1 of 2 solved")
    # The browser notes when the past of a puzzle is asked for that was left meanwhile.
    person.errors[:] = [line for line in person.errors if "/timeline?" not in line]


def shown(person: Person) -> Puzzle:
    """The puzzle on the page, whose question can be answered."""
    card = person.page.locator("[data-puzzle]")
    card.get_by_role("heading").wait_for()
    name = card.get_attribute("data-puzzle")
    return next(each for each in puzzles_of("turmoil") if each.id == name)


def give(person: Person, action: str) -> None:
    person.page.locator(f"[data-region=decide] [data-action='{action}']").click()


def test_the_refutation_and_the_solution_are_drawn_on_the_board(crowd: Crowd) -> None:
    """Holding everywhere is answered at once: what is away from the question needs no orders."""
    person = crowd.person("Solver")
    person.page.add_init_script("localStorage.setItem('entente.settings', '{}')")  # all nets
    puzzle = next(each for each in puzzles_of("diplomacy") if each.theme == "keep")
    table = person.call("POST", "/games/diplomacy/puzzles", {"id": puzzle.id})["id"]
    person.open(table)
    page = person.page
    page.get_by_role("button", name="Hint (counts as a wrong answer)").wait_for()
    page.get_by_role("button", name="Submit orders").click()
    card = page.locator("[data-puzzle]")
    expect(card).to_contain_text("Refuted by:")
    orders = page.locator("svg.board [data-order]")
    expect(orders).not_to_have_count(0)
    before = orders.evaluate_all("found => found.map((each) => each.dataset.order).join()")
    person.shoot("puzzle-refuted")
    page.get_by_role("button", name="Show solution").click()
    expect(card).to_contain_text("Solution:")
    after = orders.evaluate_all("found => found.map((each) => each.dataset.order).join()")
    assert before != after
    person.shoot("puzzle-solution")
