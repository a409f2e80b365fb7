"""Routes against a second, plain reading of sections 4.4 and 4.6: every walk, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from entente.games.attrition.board import SIDES
from tests.amount import amount
from tests.games.attrition.scene import GAME, Scene

REGIONS = tuple(GAME.board.regions)
PATHS = [(row.kind, row.a, row.b) for row in GAME.board.tables.map.path]
MARKERS = st.sampled_from(["central", "entente", "contested", "neutral"])
STATUS = st.lists(MARKERS, min_size=len(REGIONS), max_size=len(REGIONS)).map(
    lambda markers: dict(zip(REGIONS, markers, strict=True))
)


def steps_from(region: str) -> Iterator[tuple[str, str]]:
    for kind, a, b in PATHS:
        if region in (a, b):
            yield kind, b if region == a else a


def walks(
    side: str, start: str, status: dict[str, str], *, peace: bool
) -> Iterator[tuple[str, list[str]]]:
    """Every walk that 4.6.2 to 4.6.4 and 6.1 allow: where it ends, and the kinds of its steps."""

    def enemy(region: str) -> bool:
        return status[region] in SIDES and status[region] != side

    def go(here: str, kinds: list[str], been: set[str]) -> Iterator[tuple[str, list[str]]]:
        for kind, there in steps_from(here):
            first = not kinds
            if (
                there in been
                or status[there] == "neutral"
                or (kind == "sea" and (side != "entente" or not first))
                or (peace and enemy(there))
                or (first and status[start] == "contested" and enemy(there))
            ):
                continue
            way = [*kinds, kind]
            yield there, way
            if status[there] == side:
                yield from go(there, way, {*been, there})

    return go(start, [], {start})


@settings(max_examples=amount(80, 2_500), deadline=None)
@given(STATUS, st.sampled_from(SIDES), st.sampled_from(REGIONS), st.booleans(), st.booleans())
def test_4_6_marches_end_where_some_walk_ends(
    status: dict[str, str], side: str, start: str, peace: bool, any_step: bool
) -> None:
    arrivals: dict[str, set[str]] = {}
    for end, kinds in walks(side, start, status, peace=peace):
        by_sea = "sea" in kinds if any_step else kinds[-1] == "sea"
        arrivals.setdefault(end, set()).add("sea" if by_sea else "land")
    reach = GAME.routes.march(side, start, status, peace=peace, any_step=any_step)
    assert set(reach.ends) == set(arrivals)
    assert not any(reach.closed(end) for end in reach.ends)
    beside = {there for kind, there in steps_from(start) if kind == "land"}
    assert all(reach.closed(region) for region in beside - set(reach.ends))
    for end, ways in reach.ends.items():
        assert set(ways) <= arrivals[end]
        enemy_held = status[end] in SIDES and status[end] != side
        if enemy_held and GAME.board.regions[end].allegiance == side:
            assert set(ways) == arrivals[end], "where 4.7.1 asks, both ways are offered"


@settings(max_examples=amount(80, 2_500), deadline=None)
@given(STATUS, st.sampled_from(SIDES), st.sampled_from(REGIONS), st.booleans())
def test_4_4_trains_follow_every_chain_of_open_regions(
    status: dict[str, str], side: str, start: str, through_neutral: bool
) -> None:
    def passes(region: str) -> bool:
        russian = GAME.board.regions[region].nation == "russia" and status[region] == "neutral"
        return status[region] in (side, "contested") or (through_neutral and russian)

    reached, grown = {start}, True
    while grown:
        links = {
            there
            for here in reached
            for kind, there in steps_from(here)
            if passes(there) and (kind == "land" or side == "entente")
        }
        grown = not links <= reached
        reached |= links
    routes = GAME.routes.rail(side, start, status, through_neutral=through_neutral)
    assert routes == reached


def test_answers_are_remembered_by_position_not_mixed_up() -> None:
    """The same question with another marker gets another answer."""
    board = {"berlin": {"germany-infantry": 1}}
    for marker, further in (("central", True), ("entente", False), ("central", True)):
        scene = Scene("central", "start_movement", board=board, status={"poland": marker})
        assert ("baltics" in scene.ends("germany-infantry", "berlin")) == further


def test_the_map_is_symmetrical() -> None:
    for neighbours in (GAME.board.land, GAME.board.sea):
        for region, ends in neighbours.items():
            assert all(region in neighbours[end] for end in ends)
