"""A real cluster for the tests of this folder: PostgreSQL, Redis, HAProxy, two web processes and a
worker. One serves all tests of a run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from benchmarks.cluster_parts import missing
from tests.server.remote import AttackedCluster, ClusterHouse
from tests.server.test_who_may import World

FREE_NAMES = text(
    "UPDATE users SET name = 'Gone ' || id, called = 'gone ' || id, skeleton = 'gone ' || id, "
    "folded = CASE WHEN folded IS NOT NULL THEN 'gone ' || id END"
)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttackedCluster]:
    if lacking := missing():
        pytest.skip(f"{' and '.join(lacking)} are not installed on this machine")
    with AttackedCluster(tmp_path_factory.mktemp("cluster")) as cluster:
        cluster.resize(2, 1)
        yield cluster
        assert not cluster.failures()


@pytest.fixture(scope="session")
def open_house(cluster: AttackedCluster) -> ClusterHouse:
    return ClusterHouse(cluster)


@pytest.fixture
def house(open_house: ClusterHouse) -> ClusterHouse:
    """The same cluster for all tests; each may register the names that others had."""
    open_house.app.state.limits.clear()
    with open_house.app.state.services.sessions.begin() as session:
        session.execute(FREE_NAMES)
    return open_house


@pytest.fixture(scope="module")
def world(open_house: ClusterHouse) -> World:
    return World(open_house)
