"""A house that tests share is empty for each, and is replaced where it might not be."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from entente.server.storage.models import Login, Table, User
from tests.server.people import House, SetClock
from tests.server.shared_house import SharedHouse, check_use


def visit(house: House) -> None:
    """Someone comes for the first time and makes a table, at a server that knows no one."""
    anna = house.person("Anna")
    assert anna.id == 1
    table = anna.table(seats={"central": "me"})
    assert [each["id"] for each in anna.get("/api/tables")] == [table["id"]]


def test_the_next_test_finds_no_one(sqlite_master: Path, tmp_path: Path) -> None:
    shared = SharedHouse(sqlite_master, lambda: tmp_path)
    first = shared.enter()
    for _ in range(2):
        house = shared.enter()
        assert house is first
        visit(house)
        shared.leave(failed=False)
    services = first.app.state.services
    with services.sessions() as session:
        for model in (User, Login, Table):
            assert session.scalar(select(func.count()).select_from(model)) == 0
    shared.close()


@pytest.mark.parametrize("how", ["failed", "another part", "another method"])
def test_a_house_in_disorder_is_replaced(sqlite_master: Path, tmp_path: Path, how: str) -> None:
    shared = SharedHouse(sqlite_master, lambda: tmp_path)
    services = shared.enter().app.state.services
    visit(shared.enter())
    if how == "another part":
        services.imports = object()
    elif how == "another method":
        services.pairer.cancel = services.pairer.state
    shared.leave(failed=how == "failed")
    assert shared.enter().app.state.services is not services
    visit(shared.enter())
    shared.close()


@pytest.mark.one_database
def test_a_clock_of_its_own_goes_with_a_house_of_its_own(
    house: House, clock: SetClock, request: pytest.FixtureRequest
) -> None:
    check_use(request.node)
    request.node.add_marker("shared_house")
    with pytest.raises(pytest.UsageError, match="cannot have: clock"):
        check_use(request.node)
    request.node.add_marker("own_house")
    check_use(request.node)
