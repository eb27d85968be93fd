"""Files as the command line writes them: there whole, or not at all."""

from __future__ import annotations

import contextlib
import os


def write(path: str, content: bytes) -> None:
    """Writes a file beside its place, and puts it there when it is complete.

    A link stays one, and a file keeps its rights; what is no plain file (a pipe) is written as it is.
    """
    place = os.path.realpath(path)
    there = os.path.exists(place)
    if there:
        plain = os.path.isfile(place)
        # Whoever may not write it is told so here.
        with open(place, "r+b" if plain else "wb") as old:
            if not plain:
                old.write(content)
                return
    folder, name = os.path.split(place)
    beside = os.path.join(folder, f".{name}.{os.urandom(4).hex()}")
    with open(beside, "xb") as file:
        try:
            if there:
                os.chmod(beside, os.stat(place).st_mode & 0o7777)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            os.replace(beside, place)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise
