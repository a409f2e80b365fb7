"""The audience: who looks at a table is known for all processes together."""

from __future__ import annotations

from entente.server.tables.audience import NO_VIEWERS, Audience, Viewers


def test_viewers_in_all_processes() -> None:
    audience = Audience()
    audience.set_here("one", Viewers([1, 2], 3))
    audience.set_elsewhere("other", "one", Viewers([2, 4], 2))
    assert audience.users_at("one") == {1, 2, 4}
    assert sum(each.sockets for each in audience.everywhere("one")) == 5
    assert (audience.users_at("two"), audience.tables()) == (set(), ["one"])


def test_a_person_who_leaves_views_nothing() -> None:
    audience = Audience()
    audience.set_here("one", Viewers([1], 1))
    audience.set_here("one", NO_VIEWERS)
    audience.set_elsewhere("other", "one", Viewers([2], 1))
    audience.set_elsewhere("other", "one", NO_VIEWERS)
    audience.set_elsewhere("other", "two", NO_VIEWERS)  # which was unknown
    assert (audience.users_at("one"), audience.tables()) == (set(), [])
    assert [each.sockets for each in audience.everywhere("one")] == [0]


def test_a_process_that_has_gone_is_forgotten_at_all_its_tables() -> None:
    audience = Audience()
    for process, table_id in (("gone", "one"), ("gone", "two"), ("there", "two")):
        audience.set_elsewhere(process, table_id, Viewers([len(process)], 1))
    assert audience.forget_processes(lambda process: process == "gone") == ["one", "two"]
    assert (audience.users_at("one"), audience.users_at("two")) == (set(), {5})
    assert audience.forget_processes(lambda process: process == "gone") == []
