"""How far long work is, told through anything with tqdm's interface."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

__all__ = ["Bar"]


class Bar:
    """A bar that is there from the first word of how far the work is.

    ``progress`` may be None (a bar in a notebook or at a terminal, where tqdm is installed), False (none), True
    (tqdm's), or anything that is called like ``tqdm.tqdm`` and has ``update`` and ``close``.
    """

    __slots__ = ("_bar", "_done", "_make", "_total", "_unit")

    def __init__(self, progress: Any, total: int | None, unit: str) -> None:
        self._make = _maker(progress)
        self._bar: Any = None
        self._done = 0
        self._total = total
        self._unit = unit

    def __enter__(self) -> Any:
        return None if self._make is None else self._tell

    def _tell(self, done: int) -> None:
        if self._bar is None and self._make is not None:
            self._bar = self._make()(total=self._total, unit=f" {self._unit}", leave=False)
        self._bar.update(done - self._done)
        self._done = done

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()


def _maker(progress: Any) -> Any:
    if progress is False or (progress is None and not _is_watched()):
        return None
    if progress is None or progress is True:
        return _tqdm_or_none if progress is None else _tqdm
    if not callable(progress):
        raise TypeError(f"progress is None, True, False, or called like tqdm.tqdm; not {progress!r}")
    return lambda: progress


def _tqdm() -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError('a bar needs tqdm: pip install "outplay[progress]"') from error
    return tqdm


def _tqdm_or_none() -> Any:
    try:
        return _tqdm()
    except ImportError:
        return _Nothing


class _Nothing:
    """Stands for a bar where there is none."""

    def __init__(self, **_: Any) -> None:
        pass

    def update(self, _: int) -> None:
        pass

    def close(self) -> None:
        pass


def _is_watched() -> bool:
    """Does anybody look: in a notebook, or at a terminal?"""
    import sys

    shell = sys.modules.get("IPython")
    if shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None:
        return True
    return sys.stderr is not None and sys.stderr.isatty()
