"""The command line, as ``outplay`` has it: ``python -m outplay sweep wizard --vary ... --dask tcp://scheduler:8786``."""

from __future__ import annotations

import signal
import sys

from . import _outplay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .cluster import Cluster


def _connect(address: str, source: str, limits: str) -> Cluster:
    from . import cluster

    return cluster.Cluster(cluster.connect(address), source, limits)


def main() -> int:
    """Does what the arguments say; the exit status."""
    # The program hears Ctrl-C by itself; Python's own answer to it would be a second one, in the middle of anything.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _outplay.main(["outplay", *sys.argv[1:]], _connect)


if __name__ == "__main__":
    sys.exit(main())
