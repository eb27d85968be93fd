"""A sweep as a table of many fights: Arrow without a copy, pandas, Parquet, CSV, SVG."""

from __future__ import annotations

from .files import write
from .spell import path_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike
    from typing import Any

    from . import _outplay

__all__ = ["Sweep"]


class Sweep:
    """One exact answer for each combination of values: a row a fight.

    It speaks Arrow's C stream interface, so that ``pyarrow.table(sweep)``, ``polars.DataFrame(sweep)`` and
    ``duckdb.sql("from sweep")`` read it without a copy; ``to_arrow()`` and ``to_pandas()`` need those packages
    (``pip install "outplay[pandas]"``). In a notebook it is a map.

    >>> import outplay
    >>> table = outplay.load("wizard").sweep({"boss.hp": range(10, 13), "boss.attack": [8, 9]})
    >>> len(table), table.column_names[:4]
    (6, ['boss.hp', 'boss.attack', 'value', 'winner'])
    >>> next(iter(table))
    {'boss.hp': 10, 'boss.attack': 8, 'value': 159, 'winner': 1, 'proof': 'optimal', 'moves': '000'}
    """

    __slots__ = ("_rows", "_swept", "lost")

    lost: list[tuple[int, str | None, str]]
    """Cells that ended their worker twice and were left: the row, its key in a store, and why."""

    def __init__(self, swept: _outplay.Swept, lost: list[tuple[int, str | None, str]]) -> None:
        self._swept = swept
        self._rows: list[dict[str, Any]] | None = None
        self.lost = lost

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a Sweep stays in its process; what it holds can go: to_arrow(), to_pandas() or json()")

    def __copy__(self) -> Sweep:
        return self

    def __deepcopy__(self, _: object) -> Sweep:
        return self

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._swept.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table`` of the same memory."""
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError('this needs pyarrow: pip install "outplay[arrow]"') from error
        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """A pandas DataFrame."""
        return self.to_arrow().to_pandas()

    @property
    def num_rows(self) -> int:
        """How many fights there are."""
        return len(self._swept)

    @property
    def num_columns(self) -> int:
        """How many columns there are."""
        return len(self.column_names)

    @property
    def column_names(self) -> list[str]:
        """What varies, then what is known of each fight."""
        return self._swept.column_names()

    @property
    def schema(self) -> Any:
        """The columns and their types (of pyarrow)."""
        return self.to_arrow().schema

    def column(self, name: str) -> Any:
        """One column (of pyarrow)."""
        return self.to_arrow().column(name)

    def to_pylist(self) -> list[dict[str, Any]]:
        """The fights, each as a dictionary; what is not known of one is not in it."""
        return list(self)

    def to_dict(self) -> dict[str, Any]:
        """All of it as data, as ``--format json`` prints it."""
        import json

        data: dict[str, Any] = json.loads(self.json())
        return data

    @property
    def _fights(self) -> list[dict[str, Any]]:
        if self._rows is None:
            self._rows = self.to_dict()["fights"]
        return self._rows

    def __len__(self) -> int:
        return len(self._swept)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter([dict(fight) for fight in self._fights])

    def __getitem__(self, row: int) -> dict[str, Any]:
        return dict(self._fights[row])

    @property
    def base(self) -> dict[str, Any] | None:
        """The fight as it is written, where it is one of them."""
        place = self._swept.base()
        return None if place is None else self[place]

    @property
    def unit(self) -> str:
        """What the values count."""
        return self._swept.unit()

    @property
    def stopped(self) -> str | None:
        """What kept some of them from being settled."""
        return self._swept.stopped()

    @property
    def kept(self) -> int:
        """Cells that the store had."""
        return self._swept.ran()[0]

    @property
    def done(self) -> int:
        """Cells that were solved now."""
        return self._swept.ran()[1]

    @property
    def open(self) -> int:
        """Cells that are not settled."""
        return self._swept.ran()[2]

    @property
    def states(self) -> int:
        """States expanded in all that were solved now."""
        return self._swept.ran()[3]

    @property
    def seconds(self) -> float:
        """Time of it all."""
        return self._swept.ran()[4]

    def json(self) -> str:
        """As ``outplay sweep --format json`` prints it."""
        return self._swept.json()

    def csv(self) -> str:
        """As ``outplay sweep --format csv`` prints it."""
        return self._swept.csv()

    def svg(self) -> str:
        """The picture that ``--out FILE.svg`` writes."""
        return self._swept.svg()

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it into a file by its ending: ``.csv``, ``.json``, ``.parquet`` or ``.svg``."""
        name = path_of(path, "a file to write")
        ending = name.rsplit(".", 1)[-1].lower()
        texts = {"csv": self.csv, "json": self.json, "svg": self.svg}
        if ending in texts:
            content = texts[ending]().encode()
        elif ending == "parquet":
            content = self._swept.parquet()
        else:
            raise ValueError(f"{name}: what kind of file is that? .csv, .json, .parquet or .svg")
        write(name, content)

    def __str__(self) -> str:
        return self._swept.text().rstrip("\n")

    def __repr__(self) -> str:
        open_ = f", {self.open} open" if self.open else ""
        return f"Sweep({len(self)} fights{open_}, {', '.join(self.column_names[: self._varying()])})"

    def _varying(self) -> int:
        return self.column_names.index("value")

    def _repr_html_(self) -> str:
        return self._swept.html()
