"""A steady load on a server, each answer compared with the right one.

Requests leave at a fixed rate, whether or not earlier ones were answered, and their time counts
from when they were due: a server that stands still is not spared. Most go over connections that
are kept, some over fresh ones. What is on the way is bounded by the rate and by `PATIENCE`.
"""

from __future__ import annotations

import asyncio
import re
import select
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random

from bench.questions import Question, digest_of
from bench.report import percentile

PATIENCE = 5.0
"""Seconds after which a request is given up."""

FRESH_SHARE = 0.2
"""Requests with a connection of their own."""

MOST_KEPT = 16
"""Connections that wait for their next request."""

HIGHEST_RATE = 500
"""Requests a second; with `PATIENCE` it bounds the connections that are open."""

_LARGEST_HEAD = 65_536
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
_NUMBER = re.compile(rb"\r\nx-request-id: *(\S+)\r\n", re.IGNORECASE)
_CLOSE = re.compile(rb"\r\nconnection: *close\r\n", re.IGNORECASE)


class Outcome(Enum):
    """What became of a request."""

    RIGHT = "right"
    WRONG = "wrong"
    KILLED = "killed"
    """Its connection was cut, and was with a worker just killed, or waited for it."""

    CUT = "cut"
    """Its connection was reset or closed before the whole answer."""

    REFUSED = "refused"
    """Nobody listened."""

    TIMED_OUT = "timed out"
    SERVER_ERROR = "5xx"


FAILED = (Outcome.KILLED, Outcome.CUT, Outcome.REFUSED, Outcome.TIMED_OUT, Outcome.SERVER_ERROR)
EXCUSED = (Outcome.RIGHT, Outcome.KILLED)


@dataclass(frozen=True, slots=True)
class Cut:
    """A connection that ended too early, by the clock of the event loop.

    ``port`` is its end at the client; None where it was not even made.
    """

    port: int | None
    opened: float
    ended: float


@dataclass
class Window:
    """The requests that were due in some seconds of the load. Seconds throughout."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    """Of answers, and `PATIENCE` or more for each request that was given up."""

    redis_latencies: list[float] = field(default_factory=list)
    """Those among them of questions that Redis may be asked for."""

    cuts: list[Cut] = field(default_factory=list)
    """One for each `Outcome.CUT`."""

    wrong: list[str] = field(default_factory=list)
    """What was wrong with the first few wrong answers."""

    lag: float = 0.0
    """The most that the load itself was late by."""

    @property
    def sent(self) -> int:
        return self.outcomes.total()

    def note(self, outcome: Outcome, question: Question, seconds: float) -> None:
        self.outcomes[outcome] += 1
        if outcome in (Outcome.RIGHT, Outcome.WRONG, Outcome.SERVER_ERROR, Outcome.TIMED_OUT):
            self.latencies.append(seconds)
            if question.asks_redis:
                self.redis_latencies.append(seconds)

    def note_wrong(self, what: str) -> None:
        if len(self.wrong) < 5:
            self.wrong.append(what)


def milliseconds(latencies: Sequence[float], share: float) -> float | None:
    """The percentile in milliseconds; None of nothing."""
    return percentile(sorted(latencies), share) * 1e3 if latencies else None


def fault_of(question: Question, head: bytes, body: bytes) -> str | None:
    """What is wrong with an answer; None where it is the right one."""
    number = _NUMBER.search(head + b"\r\n")
    if number is None or number[1] != str(question.number).encode():
        return f"question {question.number}: the answer to {number and number[1]!r}"
    status = int(head[9:12])
    if status != question.status:
        return f"question {question.number}: status {status}, not {question.status}"
    if len(body) != question.size or digest_of(body) != question.digest:
        return f"question {question.number}: another body, {body[:200]!r}"
    return None


class Unreadable(Exception):
    """An answer that is not HTTP, or does not say how long it is."""


class Link:
    """A connection of a client."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: int, opened: float
    ) -> None:
        self.target = target
        self.opened = opened
        self.closing = False
        """Whether the server said that it closes."""

        self._reader = reader
        self._writer = writer
        self.port: int = writer.get_extra_info("sockname")[1]

    @classmethod
    async def open(cls, port: int) -> Link:
        """Raises `OSError`."""
        opened = asyncio.get_running_loop().time()
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=_LARGEST_HEAD)
        return cls(reader, writer, port, opened)

    def send(self, request: bytes) -> None:
        self._writer.write(request)

    async def answer(self) -> tuple[bytes, bytes]:
        """Head and body of the next answer.

        Raises `OSError`, `asyncio.IncompleteReadError` and `Unreadable`.
        """
        try:
            head = await self._reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            raise Unreadable("no end of a head") from None
        length = _LENGTH.search(head)
        if not head.startswith(b"HTTP/1.1 ") or not head[9:12].isdigit() or length is None:
            raise Unreadable(repr(head[:200]))
        self.closing = _CLOSE.search(head) is not None
        return head, await self._reader.readexactly(int(length[1]))

    def is_usable(self) -> bool:
        """Whether the server has neither closed it nor said anything unasked.

        Clients that keep connections look before they send.
        """
        if self.closing or self._writer.is_closing() or self._reader.at_eof():
            return False
        poll = select.poll()
        poll.register(self._writer.get_extra_info("socket"), select.POLLIN)
        return not poll.poll(0)

    def close(self) -> None:
        self._writer.transport.abort()


class SteadyLoad:
    """``rate`` requests a second to the server on ``port``, from `run` until `end`."""

    def __init__(self, questions: Sequence[Question], rate: float, port: int, seed: int) -> None:
        if not 0 < rate <= HIGHEST_RATE:
            raise ValueError(f"a rate above 0 and of at most {HIGHEST_RATE} a second")
        self.window = Window()
        """Where requests that come due are counted; replaced by the next at any time."""

        self._questions = questions
        self._rate = rate
        self._port = port
        self._random = Random(seed)
        self._idle: deque[Link] = deque()
        self._ended = asyncio.Event()

    def move(self, port: int) -> None:
        """Tells the clients: from now on they send nothing to the former server.

        What is on the way there is still waited for.
        """
        self._port = port
        while self._idle:
            self._idle.pop().close()

    def end(self) -> None:
        self._ended.set()

    async def run(self) -> None:
        """Returns when the last request is answered or given up."""
        clock = asyncio.get_running_loop().time
        begin, count = clock(), 0
        async with asyncio.TaskGroup() as group:
            while not self._ended.is_set():
                due = begin + count / self._rate
                count += 1
                if (early := due - clock()) > 0:
                    await asyncio.sleep(early)
                self.window.lag = max(self.window.lag, clock() - due)
                question = self._random.choice(self._questions)
                group.create_task(self._ask(question, due, self.window))
        while self._idle:
            self._idle.pop().close()

    async def _ask(self, question: Question, due: float, window: Window) -> None:
        clock = asyncio.get_running_loop().time
        fresh = self._random.random() < FRESH_SHARE
        opened, link, keep = clock(), None, False
        try:
            async with asyncio.timeout_at(due + PATIENCE):
                link = (None if fresh else self._kept()) or await Link.open(self._port)
                opened = link.opened
                link.send(question.closing if fresh else question.request)
                head, body = await link.answer()
            fault = fault_of(question, head, body)
            if head[9:10] == b"5":
                outcome = Outcome.SERVER_ERROR
            elif fault is None:
                outcome, keep = Outcome.RIGHT, not fresh and not link.closing
            else:
                outcome = Outcome.WRONG
                window.note_wrong(fault)
        except TimeoutError:
            outcome = Outcome.TIMED_OUT
        except ConnectionRefusedError:
            outcome = Outcome.REFUSED
        except Unreadable as error:
            outcome = Outcome.WRONG
            window.note_wrong(f"question {question.number}: {error}")
        except (OSError, asyncio.IncompleteReadError):
            outcome = Outcome.CUT
            window.cuts.append(Cut(None if link is None else link.port, opened, clock()))
        window.note(outcome, question, clock() - due)
        if link is not None:
            if keep and len(self._idle) < MOST_KEPT and link.target == self._port:
                self._idle.append(link)
            else:
                link.close()

    def _kept(self) -> Link | None:
        """The connection that has waited longest of those still good."""
        while self._idle:
            link = self._idle.popleft()
            if link.is_usable():
                return link
            link.close()
        return None
