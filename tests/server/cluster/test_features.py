"""x"""

from __future__ import annotations

import pytest

from tests.server import (
    test_boards,
    test_classes,
    test_hostile_requests,
    test_puzzles,
    test_secrets,
    test_watching,
)
from tests.server.cluster.borrowed import borrowed
from tests.server.events import test_club_tables, test_events, test_ladders, test_seasons
from tests.server.studies import test_sources, test_studies, test_study_reports, test_study_secrets

pytestmark = pytest.mark.soak
teacher = test_classes.teacher
globals().update(
    borrowed(
        test_watching,
        test_classes,
        test_puzzles,
        test_ladders,
        test_club_tables,
        test_events,
        test_seasons,
        test_studies,
        test_study_secrets,
        test_sources,
        test_study_reports,
        test_secrets,
        test_hostile_requests,
        test_boards,
    )
)
