"""A sweep as a table of Arrow, for whoever reads that."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import outplay
import pytest

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def sweeps() -> dict[str, outplay.Sweep]:
    wizard, arena = outplay.load("wizard"), outplay.load("arena")
    return {
        "numbers": wizard.sweep({"boss.hp": range(20, 60, 10), "boss.attack": [8, 30]}),
        "words": arena.sweep({"p1": ["mage", "rogue"], "turns.order": ["queue", "alternate"]}),
        "chances": outplay.load("rpglite").sweep({"archer.accuracy": ["0.5", "0.75"]}),
        "open": outplay.load("stairs").sweep({"climber.hp": [17, 18]}, max_states=50),
        "one": wizard.sweep({"mode": ["normal"]}),
    }


@pytest.fixture(scope="module")
def swept() -> dict[str, outplay.Sweep]:
    return sweeps()


NAMES = ("numbers", "words", "chances", "open", "one")


def rows(sweep: outplay.Sweep) -> list[dict[str, Any]]:
    """The fights with every column, None where nothing is known."""
    return [{name: fight.get(name) for name in sweep.column_names} for fight in sweep]


def near(one: Any, two: Any) -> bool:
    return one == two or (one is not None and two is not None and one == pytest.approx(two))


@pytest.mark.parametrize("name", NAMES)
def test_pyarrow_reads_what_the_json_says(swept: dict[str, outplay.Sweep], name: str) -> None:
    sweep = swept[name]
    table = pyarrow.table(sweep)
    assert table.column_names == sweep.column_names
    assert (table.num_rows, table.num_columns) == (sweep.num_rows, sweep.num_columns)
    assert table.equals(sweep.to_arrow())
    for ours, theirs in zip(rows(sweep), table.to_pylist(), strict=True):
        for column in sweep.column_names:
            assert near(ours[column], theirs[column]) or str(ours[column]) == str(theirs[column]), (column, ours, theirs)


@pytest.mark.parametrize("name", NAMES)
def test_the_csv_says_the_same(swept: dict[str, outplay.Sweep], name: str) -> None:
    table = pyarrow.table(swept[name])
    read = list(csv.DictReader(io.StringIO(swept[name].csv())))
    assert len(read) == table.num_rows
    for line, row in zip(read, table.to_pylist(), strict=True):
        for column, value in row.items():
            if column in line:
                words = line[column]
                assert words == ("" if value is None else str(value)) or float(words) == pytest.approx(value), column


def test_columns_have_types(swept: dict[str, outplay.Sweep]) -> None:
    numbers = pyarrow.table(swept["numbers"]).schema
    assert numbers.field("boss.hp").type == pyarrow.int64()
    assert numbers.field("value").type == pyarrow.int64()
    assert numbers.field("moves").type == pyarrow.string()
    words = pyarrow.table(swept["words"]).schema
    assert words.field("p1").type == words.field("turns.order").type == pyarrow.string()
    assert pyarrow.table(swept["chances"]).schema.field("value").type == pyarrow.float64()
    assert all(field.nullable for field in numbers)
    assert swept["numbers"].schema == numbers


def test_what_is_not_known_is_null(swept: dict[str, outplay.Sweep]) -> None:
    table = pyarrow.table(swept["numbers"])
    assert table.column("value").null_count == 4
    hopeless = [row for row in table.to_pylist() if row["boss.attack"] == 30]
    assert all(row["value"] is None for row in hopeless)
    assert swept["open"].open and swept["open"].stopped == "states"
    assert pyarrow.table(swept["open"]).column("value").null_count > 0


def test_the_stream_can_be_taken_many_times_without_a_copy(swept: dict[str, outplay.Sweep]) -> None:
    sweep = swept["numbers"]

    def addresses(table: Any) -> list[int]:
        return [buffer.address for column in table.columns for chunk in column.chunks for buffer in chunk.buffers() if buffer]

    first, *others = [addresses(pyarrow.table(sweep)) for _ in range(20)]
    assert first and all(other == first for other in others)
    one, two = sweep.__arrow_c_stream__(), sweep.__arrow_c_stream__(None)
    assert one is not two and "arrow_array_stream" in repr(one)


def test_a_table_outlives_its_sweep() -> None:
    table = pyarrow.table(outplay.load("wizard").sweep({"boss.hp": range(10, 60)}))
    import gc

    gc.collect()
    assert table.column("boss.hp").to_pylist() == list(range(10, 60))
    stream = outplay.load("wizard").sweep({"boss.hp": [3]}).__arrow_c_stream__()
    del stream
    gc.collect()


def test_another_schema_may_be_asked_for(swept: dict[str, outplay.Sweep]) -> None:
    wanted = pyarrow.schema([("boss.hp", pyarrow.int32())])
    assert swept["numbers"].__arrow_c_stream__(wanted.__arrow_c_schema__())


@pytest.mark.parametrize("name", NAMES)
def test_pandas_polars_and_duckdb_read_the_same(swept: dict[str, outplay.Sweep], name: str) -> None:
    sweep = swept[name]
    table = pyarrow.table(sweep)
    pandas = pytest.importorskip("pandas")
    frame = sweep.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == sweep.column_names
    assert pyarrow.Table.from_pandas(frame, schema=table.schema, preserve_index=False).equals(table.replace_schema_metadata())
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(sweep).to_dicts() == table.to_pylist()
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.sql("from sweep").fetchall() == [tuple(row.values()) for row in table.to_pylist()]


def test_duckdb_asks_questions_of_it(swept: dict[str, outplay.Sweep]) -> None:
    duckdb = pytest.importorskip("duckdb")
    numbers = swept["numbers"]
    found = duckdb.sql('select max(value), count(*) from numbers where "boss.attack" = 8').fetchall()
    assert found == [(max(row["value"] for row in rows(numbers) if row["boss.attack"] == 8), 4)]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_saved_is_what_it_says(swept: dict[str, outplay.Sweep], name: str, tmp_path: Path) -> None:
    sweep = swept[name]
    for ending, text in (("csv", sweep.csv()), ("json", sweep.json()), ("svg", sweep.svg())):
        sweep.save(tmp_path / f"table.{ending}")
        assert (tmp_path / f"table.{ending}").read_text() == text
    sweep.save(str(tmp_path / "table.PARQUET"))
    kept = parquet.read_table(tmp_path / "table.PARQUET")
    assert kept.to_pylist() == pyarrow.table(sweep).to_pylist()
    for wrong in ("table", "table.xlsx", "table.csv.gz", ".", ""):
        with pytest.raises((ValueError, OSError)):
            sweep.save(tmp_path / wrong if wrong else "")
    with pytest.raises(TypeError, match="path"):
        sweep.save(3)  # type: ignore[arg-type]


def test_a_file_is_the_old_one_or_the_new_one_in_full(
    swept: dict[str, outplay.Sweep], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep, table, link = swept["numbers"], tmp_path / "table.csv", tmp_path / "link.csv"
    table.write_text("old")
    table.chmod(0o600)
    link.symlink_to("table.csv")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        for path in (table, link, tmp_path / "new.csv"):
            with pytest.raises(OSError, match="No space left"):
                sweep.save(path)
    assert table.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.csv", "table.csv"]
    sweep.save(link)
    assert link.is_symlink() and table.read_text() == sweep.csv()
    assert table.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.csv", "table.csv"]


def test_it_is_a_list_of_fights(swept: dict[str, outplay.Sweep]) -> None:
    sweep = swept["numbers"]
    assert len(sweep) == len(list(sweep)) == len(sweep.to_pylist()) == 8
    assert sweep[0] == next(iter(sweep)) and sweep[-1] == list(sweep)[-1]
    with pytest.raises(IndexError):
        sweep[8]
    sweep[0]["value"] = "changed"
    assert sweep[0]["value"] != "changed"
    assert sweep.column("value").to_pylist()[0] == sweep[0]["value"]
    assert sweep.base is None and outplay.load("wizard").sweep({"boss.hp": [55]}).base == {
        "boss.hp": 55, "value": 953, "winner": 1, "proof": "optimal", "moves": "432030000"}
    assert (sweep.kept, sweep.done, sweep.open) == (0, 8, 0) and sweep.states > 0 and sweep.seconds > 0
    assert sweep.unit == "mana" and sweep.stopped is None and sweep.lost == []


def test_a_stored_sweep_is_the_same_table(tmp_path: Path) -> None:
    vary = {"boss.hp": range(20, 40)}
    plain = outplay.load("wizard").sweep(vary)
    for kept, done in ((0, 20), (20, 0)):
        stored = outplay.load("wizard").sweep(vary, store=tmp_path / "cells.sqlite")
        assert (stored.kept, stored.done) == (kept, done)
        assert pyarrow.table(stored).equals(pyarrow.table(plain))
        assert stored.csv() == plain.csv()


def test_a_tournament_is_a_frame_too() -> None:
    pytest.importorskip("pandas")
    arena = outplay.load("arena").tournament()
    frame = arena.to_pandas(order="restricted-queue")
    assert frame.loc["mage", "rogue"] == arena.value("mage", "rogue", order="restricted-queue") == 16
