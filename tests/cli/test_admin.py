"""`entente admin`: the operator's words, in both languages."""

from __future__ import annotations

import os
import resource
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from entente.cli.admin import ACTIONS
from entente.cli.main import main
from entente.kernel.typography import typeset
from entente.server import admin_tasks
from entente.server.storage.database import sessions
from entente.server.storage.models import Table, TableSeat, User
from tests.cli.conftest import Run, Terminal


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ENTENTE_DATABASE_URL", raising=False)
    return tmp_path / "home"


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, migrated once; tests get copies."""
    path = tmp_path_factory.mktemp("migrated") / "entente.sqlite3"
    admin_tasks.open_database(f"sqlite:///{path}").dispose()
    return path


@pytest.fixture
def database(home: Path, migrated: Path) -> Path:
    """Where a server has been started once."""
    home.mkdir()
    return shutil.copyfile(migrated, home / "entente.sqlite3")


def error_lines(run: Run, *arguments: str) -> tuple[str, str]:
    """The one line that answers a user error, in English and in French."""
    lines = []
    for language in ("en", "fr"):
        ran = run("admin", *arguments, "--lang", language)
        assert ran.status == 2, ran
        assert ran.out == ""
        assert ran.err.count("\n") == 1, ran.err
        lines.append(ran.err.removeprefix("entente: ").rstrip("\n"))
    return lines[0], lines[1]


def test_an_empty_server_is_listed_saved_restored_and_checked(
    home: Path, database: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for what in ("users", "tables", "reports", "snapshot", "check"):
        assert run("admin", what).status == 0
    assert "continue as before (0)" in run("admin", "check").out
    path = str(home / "backup")
    saved = run("--lang", "fr", "admin", "backup", path)
    assert (saved.status, "Sauvegardé" in saved.out) == (0, True)
    monkeypatch.setenv("ENTENTE_HOME", str(home / "another"))
    restored = run("admin", "restore", path)
    assert (restored.status, "Restored" in restored.out) == (0, True)
    assert stat.S_IMODE((home / "another").stat().st_mode) == 0o700
    assert run("admin", "users").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["delete-user", "Nobody"], "no user “Nobody”"),
        (["delete-user", "Nobody", "--yes"], "no user “Nobody”"),
        (["show-table", "xyz"], "no table “xyz”"),
        (["close-table", "xyz"], "no table “xyz”"),
        (["close-report", "7"], "no open report “7”"),
        (["close-report", "x"], "no open report “x”"),
        (["delete-table", "xyz"], "no table “xyz”"),
        (["delete-table", "xyz", "--yes"], "no table “xyz”"),
        (["reset-password", "12"], "no user “12”"),
        (["disable-2fa", "12"], "no user “12”"),
        (["retry", "xyz"], "no table “xyz”"),
        (["restore", "/nowhere/at/all"], "does not exist"),
    ],
)
@pytest.mark.usefixtures("database")
def test_an_impossible_command_is_reported(run: Run, arguments: list[str], said: str) -> None:
    assert said in error_lines(run, *arguments)[0]


# -- what was typed


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (
            ["dance"],
            "unknown command “entente admin dance”; choose one of: users, delete-user",
            typeset(
                "commande inconnue « entente admin dance » ; choisissez parmi : users, delete-user"
            ),
        ),
        (
            [],
            "missing argument: COMMAND; see “entente admin --help”",
            typeset("argument manquant : COMMANDE ; voir « entente admin --help »"),
        ),
        (
            ["backup"],
            "missing argument: FILE; see “entente admin backup --help”",
            typeset("argument manquant : FICHIER ; voir « entente admin backup --help »"),
        ),
        (["delete-user"], "missing argument: USER", typeset("argument manquant : UTILISATEUR")),
        (["show-table"], "missing argument: ID", typeset("argument manquant : ID")),
        (["snapshot", "x"], "unknown arguments: x", typeset("arguments inconnus : x")),
        (["backup", "one", "two"], "unknown arguments: two", typeset("arguments inconnus : two")),
        (["users", "--json"], "unknown arguments: --json", typeset("arguments inconnus : --json")),
        (
            ["close-table", "x", "--yes"],
            "unknown arguments: --yes",
            typeset("arguments inconnus : --yes"),
        ),
    ],
)
def test_a_mistyped_command_is_reported_and_creates_nothing(
    run: Run, home: Path, arguments: list[str], english: str, french: str
) -> None:
    said = error_lines(run, *arguments)
    assert said[0].startswith(english)
    assert said[1].startswith(french)
    assert not home.exists()


def test_every_command_is_listed_and_explains_its_argument(run: Run) -> None:
    arguments = {"": ("", ""), "user": ("USER", "UTILISATEUR"), "table": ("ID", "ID")}
    arguments |= {"file": ("FILE", "FICHIER"), "report": ("REPORT", "SIGNALEMENT")}
    arguments |= {"game version": ("GAME VERSION", "JEU VERSION")}
    arguments |= {"process?": ("[PROCESS]", "[PROCESSUS]")}
    for place, language in enumerate(("en", "fr")):
        listed = run("admin", "--help", "--lang", language).out
        for name, action in ACTIONS.items():
            ran = run("admin", name, "--help", "--lang", language)
            assert ran.status == 0
            usage, described = ran.out.split("\n\n")[:2]
            assert f"entente admin {name}" in usage
            assert usage.endswith(arguments[action.arguments][place])
            summary = " ".join(described.split())
            assert f"{name} {summary}" in " ".join(listed.split())


# -- a database that is not there, or cannot be used


@pytest.mark.parametrize("name", [name for name in ACTIONS if name != "restore"])
def test_where_there_is_no_database_none_is_made(run: Run, home: Path, name: str) -> None:
    given = [name, *("backup" for _ in ACTIONS[name].arguments.split())]
    english, french = error_lines(run, *given)
    path = home / "entente.sqlite3"
    assert english == (
        f"there is no database of Entente at “{path}”; set ENTENTE_HOME or ENTENTE_DATABASE_URL "
        "as for the server"
    )
    assert french.startswith(typeset(f"il n'y a pas de base de données d'Entente à « {path} » ; "))
    assert not home.exists()
    assert not Path("backup").exists()


@pytest.mark.parametrize("statement", ["", "CREATE TABLE others (name TEXT)"])
def test_another_file_is_not_made_into_a_database(run: Run, home: Path, statement: str) -> None:
    home.mkdir()
    path = home / "entente.sqlite3"
    with closing(sqlite3.connect(path)) as other:
        other.executescript(statement)
    path.touch()
    for name in ("users", "check"):
        assert "there is no database of Entente at" in error_lines(run, name)[0]
    with closing(sqlite3.connect(path)) as other:
        tables = other.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == ([("others",)] if statement else [])


@pytest.mark.parametrize("name", ["users", "check", "backup"])
def test_a_damaged_file_is_reported(run: Run, database: Path, name: str) -> None:
    for side in ("-wal", "-shm"):
        Path(f"{database}{side}").unlink(missing_ok=True)
    whole = database.read_bytes()
    given = [name, "copy"] if name == "backup" else [name]
    for harmed in (b"not a database" * 1000, whole[:4096] + b"x" * (len(whole) - 4096)):
        database.write_bytes(harmed)
        english, french = error_lines(run, *given)
        assert english.startswith(f"“{database}” is damaged, or not a database of Entente (")
        assert "restore a backup" in english
        assert french.startswith(
            typeset(f"« {database} » est abîmé, ou n'est pas une base de données")
        )
        assert not Path("copy").exists()


def test_an_unreachable_database_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    address = f"postgresql://anna:secret@127.0.0.1:{port}/entente"
    monkeypatch.setenv("ENTENTE_DATABASE_URL", f"{address}?password=secret")
    for name in ("users", "check"):
        english, french = error_lines(run, name)
        shown = address.replace("secret", "***")
        assert english.startswith(f"the database {shown} cannot be used: ")
        assert "Connection refused; check that PostgreSQL is running" in english
        assert "ENTENTE_DATABASE_URL" in english
        assert french.startswith(
            typeset(f"la base de données {shown} ne peut pas être utilisée : ")
        )
        assert "secret" not in english


@pytest.mark.parametrize(
    "address",
    [
        "mysql://anna:secret@host/x",
        "postgresql+psycopg2://anna:secret@host/x",
        "/secret",
        "oops",
        "postgresql://anna:secret@host:port/x",
        "sqlite://secret/x",
        "sqlite://",
        "nothing://secret",
    ],
)
def test_an_invalid_address_is_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("ENTENTE_DATABASE_URL", address)
    for name in ("users", "check"):
        english, french = error_lines(run, name)
        assert english.startswith("ENTENTE_DATABASE_URL is not a usable database address")
        assert "postgresql://user:password@host/name" in english
        assert "sqlite:////folder/file" in english
        assert french.startswith(
            typeset("ENTENTE_DATABASE_URL n'est pas l'adresse d'une base de données")
        )
        assert "secret" not in english


def test_a_data_folder_that_cannot_be_created_is_reported(
    run: Run, home: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("admin", "backup", "saved").status == 0
    monkeypatch.setenv("ENTENTE_HOME", str(database / "below"))
    english, french = error_lines(run, "restore", "saved")
    assert english.startswith(f"the data folder “{database / 'below'}” cannot be created: ")
    assert "ENTENTE_HOME" in english
    assert french.startswith(
        typeset(f"le dossier de données « {database / 'below'} » ne peut pas être créé")
    )


def test_a_database_of_a_newer_version_is_refused_by_all(run: Run, database: Path) -> None:
    with closing(sqlite3.connect(database)) as stored, stored:
        stored.execute("UPDATE alembic_version SET version_num = '9999'")
    for name in ("users", "check", "snapshot"):  # even if a server could use it
        english, french = error_lines(run, name)
        assert english.startswith("the database belongs to a newer version of Entente")
        assert french.startswith(typeset("la base de données est celle d'une version plus récente"))
    assert run("admin", "processes").status == 0


# -- files


@pytest.mark.usefixtures("database")
def test_a_backup_that_cannot_be_written_is_reported(run: Run, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert error_lines(run, "backup", str(nowhere / "x")) == (
        f"there is no folder “{nowhere}”; create it, or choose another path",
        typeset(f"il n'y a pas de dossier « {nowhere} » ; créez-le, ou nommez un fichier ailleurs"),
    )
    assert not nowhere.exists()
    english, french = error_lines(run, "backup", "x" * 300)
    assert english.startswith(f"“{'x' * 300}” cannot be written: ")
    assert french.startswith(typeset(f"« {'x' * 300} » ne peut pas être écrit : "))
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_backup_without_disk_space_is_reported(database: Path, tmp_path: Path) -> None:
    """A limit on the size of files acts like a full disk."""
    ran = subprocess.run(
        [sys.executable, "-m", "entente.cli", "--lang", "en", "admin", "backup", "saved"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)),
    )
    assert ran.returncode == 2
    assert ran.stderr.startswith("entente: “saved” cannot be written: ")
    assert ran.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_backup_that_cannot_be_read_is_reported(run: Run, home: Path, tmp_path: Path) -> None:
    english, french = error_lines(run, "restore", "nowhere")
    assert english == "“nowhere” does not exist"
    assert french == typeset("« nowhere » n'existe pas")
    assert not home.exists()


@pytest.mark.parametrize("kind", ["other", "empty", "foreign", "torn", "newer"])
def test_a_file_that_is_no_backup_is_refused_and_leaves_nothing(
    run: Run, database: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "saved"
    assert run("admin", "backup", str(path)).status == 0
    if kind == "newer":
        with closing(sqlite3.connect(path)) as stored, stored:
            stored.execute("UPDATE alembic_version SET version_num = '9999'")
        tail = len(admin_tasks.CHECKSUM) + 64  # as backups were before they had checksums
        path.write_bytes(path.read_bytes()[:-tail])
    elif kind == "foreign":
        path.unlink()
        with closing(sqlite3.connect(path)) as stored:
            stored.execute("CREATE TABLE others (name TEXT)")
    else:
        whole = path.read_bytes()
        torn = whole[:4096] + b"x" * (len(whole) - 4096)
        path.write_bytes({"other": b"a letter" * 1000, "empty": b"", "torn": torn}[kind])
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path / "new"))
    english, french = error_lines(run, "restore", str(path))
    if kind == "newer":
        assert english.startswith("the database belongs to a newer version of Entente")
        assert french.startswith(typeset("la base de données est celle d'une version plus récente"))
    else:
        assert english == f"“{path}” is not a backup of Entente, or it is damaged"
        assert french.startswith(typeset(f"« {path} » n'est pas une sauvegarde d'Entente"))
    assert not (tmp_path / "new").exists()


# -- what cannot be taken back


@pytest.fixture
def anna(database: Path) -> str:
    """Anna, who sits alone at one table and with Bert at another; her number."""
    engine = admin_tasks.open_database(f"sqlite:///{database}")
    with sessions(engine).begin() as session:
        people = [User(name=name, created=0) for name in ("Anna", "Bert")]
        session.add_all(people)
        session.flush()
        first, second = (person.id for person in people)
        for table_id, users in {"lone": (first,), "both": (first, second)}.items():
            session.add(
                Table(
                    id=table_id,
                    game="turmoil",
                    title="Sunday",
                    options={},
                    seed="1",
                    created=0,
                    touched=0,
                    moves=12,
                )
            )
            session.flush()
            seats = zip(("authoritarian", "liberal"), users, strict=False)
            session.add_all(
                TableSeat(table_id=table_id, seat=seat, user_id=who) for seat, who in seats
            )
    engine.dispose()
    return str(first)


def left(database: Path) -> tuple[int, int]:
    """Return how many users and tables there are."""
    engine = admin_tasks.open_database(f"sqlite:///{database}")
    with sessions(engine)() as session:
        users = session.scalar(select(func.count()).select_from(User)) or 0
        tables = session.scalar(select(func.count()).select_from(Table)) or 0
    engine.dispose()
    return users, tables


def test_without_a_terminal_nothing_is_deleted_unasked(run: Run, database: Path, anna: str) -> None:
    assert error_lines(run, "delete-user", anna) == (
        f"this would permanently delete user {anna}, Anna, with 1 table without other players; "
        "1 table with others would stay; there is no terminal to ask for confirmation: "
        "add --yes if you are sure",
        typeset(
            f"cela supprimerait définitivement l'utilisateur {anna}, Anna, avec 1 table sans "
            "autre joueur ; 1 table avec d'autres resterait ; il n'y a pas de terminal "
            "pour demander confirmation : si vous êtes sûr, ajoutez --yes"
        ),
    )
    assert error_lines(run, "delete-table", "both") == (
        "this would permanently delete table both (turmoil, 12 moves) “Sunday” with all its moves "
        "and messages (seats: 1 Anna and 2 Bert); there is no terminal to ask for confirmation: "
        "add --yes if you are sure",
        typeset(
            "cela supprimerait définitivement la table both (turmoil, 12 coups) « Sunday » avec "
            "tous ses coups et ses messages (places : 1 Anna et 2 Bert) ; il n'y a pas de terminal "
            "pour demander confirmation : si vous êtes sûr, ajoutez --yes"
        ),
    )
    assert left(database) == (2, 2)


def test_a_script_says_yes_beforehand(run: Run, database: Path, anna: str) -> None:
    assert run("admin", "delete-table", "both", "--yes").status == 0
    assert left(database) == (2, 1)
    assert run("admin", "delete-user", anna, "--yes").status == 0
    assert left(database) == (1, 0)


@pytest.mark.parametrize(
    ("language", "yes", "no"), [("en", "yes", ["no", "", "maybe"]), ("fr", "Oui", ["non", "n"])]
)
def test_at_a_terminal_the_operator_confirms(
    terminal: Terminal,
    capsys: pytest.CaptureFixture[str],
    database: Path,
    anna: str,
    language: str,
    yes: str,
    no: list[str],
) -> None:
    for answer in no:
        prompts = terminal([answer])
        assert main(["admin", "delete-table", "lone", "--lang", language]) == 1
        assert len(prompts) == 1
        assert ("Nothing" if language == "en" else "Rien") in capsys.readouterr().out
    terminal([])  # the end of input
    assert main(["admin", "delete-user", anna, "--lang", language]) == 1
    assert left(database) == (2, 2)
    terminal([yes])
    assert main(["admin", "delete-user", anna, "--lang", language]) == 0
    assert left(database) == (1, 1)
    terminal([yes[0]])
    assert main(["admin", "delete-table", "both", "--lang", language]) == 0
    assert left(database) == (1, 0)
    assert "Sunday" in capsys.readouterr().out


def test_data_is_listed_before_it_is_deleted(
    terminal: Terminal, capsys: pytest.CaptureFixture[str], anna: str
) -> None:
    prompts = terminal(["no", "no"])
    main(["admin", "delete-table", "both"])
    main(["admin", "delete-user", anna])
    shown = " ".join((capsys.readouterr().out + " ".join(prompts)).split())
    assert "table both (turmoil, 12 moves) “Sunday”" in shown
    assert f"user {anna}, Anna, with 1 table without other players" in shown
