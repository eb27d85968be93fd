"""How a job is run: where its cells are kept, and who does them."""

from __future__ import annotations

from . import _outplay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Lost:
    """Cells that were left because they ended their workers."""

    def __init__(self) -> None:
        self.cells: list[tuple[int, str | None, str]] = []

    def told(self) -> list[tuple[int, str | None, str]]:
        """Warns of them, once for each."""
        import warnings

        from .errors import LostCellWarning

        for number, key, why in self.cells:
            warnings.warn(f"cell {number} (key {key}) was left: {why}", LostCellWarning, stacklevel=3)
        return self.cells


class How:
    """How a job is run: where it is kept, and who does it."""

    def __init__(self, table: _outplay.Table, *how: Any) -> None:
        self._table = table
        self._store, self._on, self._seconds, self._cost, self._lost = how
        self._client: Any = None
        self._cluster: Any = None

    def __enter__(self) -> tuple[str | None, Any, float | None]:
        if self._on is not None:
            from . import cluster

            states, _, memory = self._cost
            limits = _outplay.cell_limits(states, memory, self._seconds)
            self._client = cluster.connect(self._on)
            try:
                self._cluster = cluster.Cluster(self._client, self._table.source(), limits)
            except BaseException:
                self._close_client()
                raise
        return self._store, self._cluster, self._seconds

    def __exit__(self, *_: object) -> None:
        if self._cluster is not None:
            self._lost.cells = self._cluster.lost
            self._cluster.close()
        self._close_client()

    def _close_client(self) -> None:
        # One that was given belongs to whoever gave it.
        if self._client is not None and self._client is not self._on:
            self._client.close()
