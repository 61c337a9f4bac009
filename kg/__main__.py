"""`kg` and `python -m kg`: run a command; an error is one line and an exit code, never a traceback."""

import os
import signal
import sys
from types import FrameType

from kg.errors import KgError


def main() -> None:
    """Run the command line and exit."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    from kg.cli import app

    try:
        app()
    except KgError as error:
        print(f"kg: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:  # the reader of our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _stop(number: int, _frame: FrameType | None) -> None:
    """Leave by way of every `finally`, so that nothing half-written stays."""
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
