"""What mypyc must know of a class. It is read when a wheel is compiled, and does nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**marks):
        """The class as it is: interpreted code needs no marks."""
        return lambda marked: marked


def is_compiled() -> bool:
    """Whether what runs is the compiled wheel."""
    from entente.kernel import flow  # which needs this module itself

    return not str(flow.__file__).endswith(".py")
