"""What the server and its workers say to each other: JSON, because a worker may go wrong."""

import json
import struct
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

_SIZES = struct.Struct("!II")
PREFIX = _SIZES.size  # bytes of a frame that tell how long its two parts are


@dataclass(frozen=True, slots=True)
class Job:
    """Something for a worker to do: the name of a function of `jobs`, and what it needs."""

    do: str
    text: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()
    base: str | None = None
    accept: str = "*/*"
    format: str = ""  # instead of `accept`
    rows: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of it, as it goes to the client."""

    status: int
    media_type: str
    body: bytes
    truncated: bool = False


class RequestError(Exception):
    """A request that is answered with an error, in one line."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        """`message` is shown to the client."""
        super().__init__(message)
        self.status = status
        self.message = message
        self.headers = dict(headers or {})


def packed(job: Job) -> bytes:
    """A job as a frame."""
    return _frame(asdict(job), b"")


def unpacked(head: bytes) -> Job:
    """The job of a frame's first part."""
    fields = json.loads(head)
    for name in ("default_graphs", "named_graphs"):
        fields[name] = tuple(fields[name])
    return Job(**fields)


def packed_reply(reply: Reply) -> bytes:
    """A reply as a frame."""
    head = {"status": reply.status, "media_type": reply.media_type, "truncated": reply.truncated}
    return _frame(head, reply.body)


def unpacked_reply(head: bytes, body: bytes) -> Reply:
    """The reply of a frame's two parts."""
    return Reply(body=body, **json.loads(head))


def sizes(prefix: bytes) -> tuple[int, int]:
    """The lengths of a frame's two parts."""
    first, second = _SIZES.unpack(prefix)
    return first, second


def _frame(head: object, body: bytes) -> bytes:
    text = json.dumps(head).encode()
    return _SIZES.pack(len(text), len(body)) + text + body
