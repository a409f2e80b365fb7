"""Missing extras: the error, and the command that installs them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from entente.kernel.extras import MissingExtra, install_command, needs


def test_a_clone_installs_with_make() -> None:
    assert install_command("server") == "make play"
    assert install_command("envs") == "make extras EXTRAS=envs"


def test_an_installation_installs_with_pip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    here = str(tmp_path / "lib/entente/kernel/extras.py")
    monkeypatch.setattr("entente.kernel.extras.HERE", here)
    assert install_command("server") == 'pip install "entente-games[server]"'


def test_the_error_names_the_package_and_the_extra_in_both_languages() -> None:
    with pytest.raises(ModuleNotFoundError) as caught, needs("agents"):
        import no_such_package.inside  # type: ignore[import-not-found]  # noqa: F401
    error = caught.value
    assert isinstance(error, MissingExtra)
    assert (error.name, error.extra) == ("no_such_package", "agents")
    assert str(error) == (
        "no_such_package is not installed; it comes with the extra “agents”: "
        "make extras EXTRAS=agents"
    )
    assert "fait partie de l’extra « agents »".replace(" ", "") in error.text("fr").replace(
        "\u00a0", ""
    ).replace("\u202f", "").replace(" ", "")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_missing_module_of_ours_is_no_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError) as caught, needs("agents"):
        import entente.nowhere  # type: ignore[import-not-found]  # noqa: F401
    assert not isinstance(caught.value, MissingExtra)
