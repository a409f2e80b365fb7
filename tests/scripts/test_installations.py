"""An installation that cannot play is noticed, and the bounds of what we need are honest."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from scripts import installations
from scripts.installations import InstallationFailed

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_newer_versions_do_not_pass_for_the_lowest() -> None:
    with pytest.raises(InstallationFailed, match="not at their lower bound"):
        installations.above_their_bound(Path(sys.executable))


def test_every_dependency_of_the_extras_has_a_lower_bound() -> None:
    extras = PROJECT["optional-dependencies"]
    needed = [*PROJECT["dependencies"], *(e for x in installations.EXTRAS for e in extras[x])]
    names = {re.match(r"[\w-]+", each)[0] for each in needed}  # type: ignore[index]
    assert set(installations.lower_bounds(ROOT)) == names


def test_what_cannot_be_installed_or_played_is_said(tmp_path: Path) -> None:
    with pytest.raises(InstallationFailed, match="no environment can be made"):
        installations.install(tmp_path / "venv", tmp_path, str(tmp_path / "python"), "highest")
    bare = sys.base_prefix + "/bin/python3"
    with pytest.raises(InstallationFailed, match="No module named"):
        installations.play(Path(bare), tmp_path / "home")
    with (
        pytest.raises(InstallationFailed, match="the server does not start"),
        installations.serve(Path(bare), tmp_path / "home"),
    ):
        pass


def test_packages_whose_internals_we_subclass_have_an_upper_bound() -> None:
    """A release of uvicorn changed an attribute, and every websocket died."""
    server = PROJECT["optional-dependencies"]["server"]
    sources = "".join(file.read_text("utf-8") for file in (ROOT / "src").rglob("*.py"))
    inside = set(re.findall(r"^from (\w+)\.protocols", sources, re.MULTILINE))
    assert inside == {"uvicorn"}
    for name in inside:
        (bound,) = (each for each in server if each.startswith(name))
        assert re.search(r",<\d", bound), bound
