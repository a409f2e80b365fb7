"""The compiled wheel: a hatchling build hook, which `make package` enables.

It compiles the modules that `pyproject.toml` names with mypyc, in a copy of the sources, and adds
the compiled modules to the wheel, where Python prefers them to the sources. The source tree itself
stays uncompiled.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeGuard

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = Path("build", "compiled")
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")
# The modules are one library whose symbols are not called from outside: functions can be inlined.
FLAGS = ["-fvisibility=hidden", "-fno-semantic-interposition"]
# Profile-guided optimisation: a library that writes a profile, and one built with it.
GENERATE_PROFILE = ["-fprofile-generate", "-fprofile-update=single"]
USE_PROFILE = ["-fprofile-use", "-fprofile-correction", "-Wno-missing-profile"]
QUICK = "ENTENTE_QUICK_WHEEL"  # set: no profile
FUTURE = "from __future__ import annotations"
SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

arguments = ["--config-file", {config!r}, "--cache-dir", {cache!r}, *{modules!r}]
extensions = mypycify(arguments, opt_level="2", debug_level="0", group_name="entente")
for extension in extensions:
    extension.extra_compile_args += {flags!r}
    extension.extra_link_args += {linked!r}
setup(name="entente", packages=[], ext_modules=extensions)
"""


# The games of the profile, with and without log.
PROFILED_GAMES = """\
from benchmarks.measures import play
from entente.kernel.registry import load

for name in ("attrition", "turmoil"):
    game = load(name)
    for seed in range(20):
        play(game, {}, seed, log=seed % 2 == 1)
        play(game, game.info.all_rules(), seed, log=seed % 2 == 0)
"""


class CompiledWheel(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files of the wheel are collected."""
        if version == "editable":
            return
        root = Path(self.root)
        place = root / PLACE
        shutil.rmtree(place / "src", ignore_errors=True)
        shutil.rmtree(place / "out", ignore_errors=True)
        shutil.copytree(
            root / "src", place / "src", ignore=shutil.ignore_patterns("static", "__pycache__")
        )
        modules = chosen(place / "src", self.config["modules"])
        prepare(modules)
        if sys.platform == "win32":
            self._compile(root, place, modules, [])
        elif os.environ.get(QUICK) or not is_gcc():
            self._compile(root, place, modules, FLAGS)
        else:
            profile = place / "notes"
            shutil.rmtree(profile, ignore_errors=True)
            folder = f"-fprofile-dir={profile.resolve()}"
            flags = [*FLAGS, *GENERATE_PROFILE, folder]
            self._compile(root, place, modules, flags, GENERATE_PROFILE)
            self._play(root, place)
            self._compile(root, place, modules, [*FLAGS, *USE_PROFILE, folder])
        built = sorted((place / "out").rglob("*.*"))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in built:
            build_data["force_include"][str(path)] = path.relative_to(place / "out").as_posix()

    def _compile(
        self,
        root: Path,
        place: Path,
        modules: Iterable[Path],
        flags: list[str],
        linked: Sequence[str] = (),
    ) -> None:
        """Run mypyc and the C compiler over the copy."""
        script = place / "setup.py"
        text = SETUP.format(
            config=str(root / "pyproject.toml"),
            cache=str(place / "cache"),
            flags=flags,
            linked=list(linked),
            modules=[module.relative_to(place).as_posix() for module in modules],
        )
        script.write_text(text, "utf-8")
        command = [sys.executable, script.name, "-q", "build_ext", "--force", "--build-lib", "out"]
        process = subprocess.run(command, cwd=place, check=False)
        if process.returncode:
            self.app.abort(
                "The wheel could not be compiled. It needs a C compiler, Python's headers, and "
                "mypy and setuptools in this environment; see the error above."
            )

    def _play(self, root: Path, place: Path) -> None:
        """Play some games with the compiled modules, which write a profile."""
        profiling = place / "profiling"
        shutil.rmtree(profiling, ignore_errors=True)
        for part in ("src", "out"):
            shutil.copytree(place / part, profiling, dirs_exist_ok=True)
        path = os.pathsep.join([str(profiling.resolve()), str(root)])
        environment = {**os.environ, "PYTHONPATH": path}
        command = [sys.executable, "-c", PROFILED_GAMES]
        process = subprocess.run(command, env=environment, check=False)
        shutil.rmtree(profiling)
        if process.returncode:
            self.app.abort("The compiled games cannot be played; see the error above.")


def is_gcc() -> bool:
    """Return whether Python's C compiler is GCC, whose profile options we use."""
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    try:
        result = subprocess.run(
            [*compiler, "--version"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return False  # compiling will fail with a clear error
    return "Free Software Foundation" in result.stdout


def chosen(src: Path, patterns: Iterable[str]) -> list[Path]:
    """Return the modules that patterns select; `!` excludes modules selected before."""
    paths: dict[Path, None] = {}
    for pattern in patterns:
        matches = sorted(src.glob(pattern.removeprefix("!")))
        if not matches:
            raise ValueError(f"pyproject.toml compiles {pattern!r}, but there is no such module")
        for path in matches:
            if pattern.startswith("!"):
                paths.pop(path, None)
            else:
                paths[path] = None
    return list(paths)


def prepare(modules: Iterable[Path]) -> None:
    """Rewrite a copy of the sources for mypyc; it also uses the constants of modules beside them
    that are not compiled."""
    for module in {neighbour for each in modules for neighbour in each.parent.glob("*.py")}:
        module.write_text(with_final_constants(module.read_text("utf-8")), "utf-8")
    for module in modules:
        module.write_text(without_decorated_classes(module.read_text("utf-8")), "utf-8")


def without_decorated_classes(source: str) -> str:
    """Replace `@steps.ask("move")` above a class by a call at the end of the module.

    mypyc creates fast native classes only without decorators. The lines keep their numbers.
    """
    lines, calls = source.splitlines(), list[str]()
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ClassDef):
            continue
        for decorator in filter(_is_ask, node.decorator_list):
            first, last = decorator.lineno - 1, decorator.end_lineno or decorator.lineno
            lines[first:last] = [""] * (last - first)
            calls.append(f"{ast.unparse(decorator)}({node.name})")
    return "\n".join([*lines, *calls, ""])


def _is_ask(decorator: ast.expr) -> bool:
    """Return whether a decorator is `steps.ask(…)`."""
    called = decorator.func if isinstance(decorator, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr == "ask"


def with_final_constants(source: str) -> str:
    """Declare the constants of a module `Final`: names in capitals with a string, a number or an
    annotation.

    mypyc looks up any other name of a module in a dictionary each time it is used. The lines keep
    their numbers.
    """
    lines, tree = source.splitlines(), ast.parse(source)
    if FUTURE not in lines:
        return source
    stored = [node.id for node in ast.walk(tree) if _is_stored(node)]
    for node in tree.body:
        finals = {name: text for name, text in _final(source, node) if stored.count(name) == 1}
        if finals:
            assert node.end_lineno is not None
            written = "; ".join(finals.values()).splitlines()
            room = node.end_lineno - node.lineno + 1 - len(written)
            lines[node.lineno - 1 : node.end_lineno] = [*written, *[""] * room]
    lines[lines.index(FUTURE)] += "; from typing import Final"
    return "\n".join([*lines, ""])


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _final(source: str, node: ast.stmt) -> list[tuple[str, str]]:
    """Return the constants that a statement defines, each with its `Final` definition; nothing if
    it defines anything else."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
    kind = "Final"
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        pairs, kind = [(node.target, node.value)], f"Final[{ast.unparse(node.annotation)}]"
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=True))
        else:
            pairs = [(target, value)]
        if not all(isinstance(value, ast.Constant) for _, value in pairs):
            return []
    return [
        (target.id, f"{target.id}: {kind} = ({ast.get_source_segment(source, value)})")
        for target, value in pairs
        if isinstance(target, ast.Name) and CONSTANT.fullmatch(target.id)
    ]
