"""What a server allows, to everybody together and to each request."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds, sizes in bytes."""

    timeout: float = 5.0  # for a query, its parsing included
    rows: int = 10_000  # of an answer
    workers: int = 2  # queries at a time, each in a process of its own
    queue: int = 16  # requests that wait for their turn; the next is told to come again
    wait: float = 15.0  # the longest that one waits
    memory: int = 2048 * MIB  # resident, of one worker
    answer: int = 50 * MIB  # one answer, written out
    body: int = 256 * 1024  # of a request; a form of the longest query has thrice its size
    connections: int = 256  # open at a time
    patience: float = 10.0  # for a client to send its request
    reading: float = 60.0  # for a client to read its answer
