"""Every example in a docstring runs, in the package as it is installed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import outplay

MODULES = ["outplay", *(f"outplay.{module.name}" for module in pkgutil.iter_modules(outplay.__path__))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_of_a_module_run(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module)
    assert failed == 0


def test_the_classes_have_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for name in MODULES[:1] + ["outplay.game", "outplay.results", "outplay.table"]
             for test in finder.find(importlib.import_module(name)) if test.examples]
    assert len(found) >= 15
