"""Worker processes: each answers one query at a time and is killed when that goes wrong."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Self

from kg.serve.messages import PREFIX, Job, Reply, RequestError, packed, sizes, unpacked_reply
from kg.serve.settings import MIB, Limits

_LOOK = 0.1  # seconds between looks at a worker's memory and at whether its client still waits
_STARTING = 60.0  # seconds that a worker has to open the store
_SPARE = 1  # workers beyond those that may be busy: one is ready when another had to be killed

Gone = Callable[[], Awaitable[bool]]


class Worker:
    """A process of `kg.serve.worker`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Use `start`."""
        self._process = process

    @classmethod
    async def start(cls, store: Path) -> Self:
        """Start a process and wait until it has opened the store; raises `EOFError`."""
        paths = os.pathsep.join(filter(None, sys.path))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kg.serve.worker",
            str(store),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths},
        )
        worker = cls(process)
        try:
            await asyncio.wait_for(worker._reply(), _STARTING)
        except BaseException:
            await worker.kill()
            raise
        return worker

    async def ask(self, job: Job) -> Reply:
        """Have a job done; raises `EOFError` or `ConnectionError` when the process ends over it."""
        assert self._process.stdin
        self._process.stdin.write(packed(job))
        await self._process.stdin.drain()
        return await self._reply()

    async def kill(self) -> None:
        """End the process, whatever it does."""
        if self._process.returncode is None:
            # Not `Process.kill`, which may reap the process under the event loop's own watcher.
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        with suppress(OSError):
            await self._process.communicate()  # which closes the pipes

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()

    @property
    def alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.returncode is None

    @property
    def memory(self) -> int:
        """Resident bytes; 0 where the system does not tell."""
        try:
            pages = Path(f"/proc/{self._process.pid}/statm").read_bytes().split()[1]
        except (OSError, IndexError):
            return 0
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    async def _reply(self) -> Reply:
        assert self._process.stdout
        head, body = sizes(await self._process.stdout.readexactly(PREFIX))
        read = self._process.stdout.readexactly
        return unpacked_reply(await read(head), await read(body))


class Pool:
    """Workers over one store: `async with Pool(…) as pool`."""

    def __init__(self, store: Path, limits: Limits) -> None:
        """Start nothing yet."""
        self._store = store
        self._limits = limits
        self._turns = asyncio.Semaphore(limits.workers)
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._all: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._closing = False

    async def __aenter__(self) -> Self:
        """Start the workers; raises `EOFError` when they cannot open the store."""
        await asyncio.gather(*(self._start() for _ in range(self._limits.workers + _SPARE)))
        return self

    async def __aexit__(self, *_: object) -> None:
        """End them."""
        self._closing = True
        workers = list(self._all)
        self._all.clear()  # so that none is replaced
        await asyncio.gather(*(worker.kill() for worker in workers))
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def run(self, job: Job, timeout: float, gone: Gone) -> Reply:
        """Have a job done by the next free worker within `timeout` seconds; raises `RequestError`.

        A job whose client is gone is dropped.
        """
        worker = await self._take()
        sound = False
        try:
            done = await self._watched(worker, job, min(timeout, self._limits.timeout), gone)
            sound = worker.memory <= self._limits.memory // 2
            return done
        except (EOFError, ConnectionError):
            raise RequestError(500, "the query broke the engine: make it simpler") from None
        finally:
            self._turns.release()
            if sound:
                self._idle.put_nowait(worker)
            else:
                self._replace(worker)

    async def _take(self) -> Worker:
        """An idle worker, when it is our turn; whoever takes one releases the turn."""
        queued = self._turns.locked()
        if queued and self._waiting >= self._limits.queue:
            raise self._busy()
        self._waiting += queued
        try:
            async with asyncio.timeout(self._limits.wait):
                await self._turns.acquire()
                try:
                    return await self._idle_worker()
                except BaseException:
                    self._turns.release()
                    raise
        except TimeoutError:
            raise self._busy() from None
        finally:
            self._waiting -= queued

    async def _idle_worker(self) -> Worker:
        while not (worker := await self._idle.get()).alive:
            pass  # it is being replaced
        return worker

    async def _watched(self, worker: Worker, job: Job, timeout: float, gone: Gone) -> Reply:
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        asking = asyncio.create_task(worker.ask(job))
        try:
            while not asking.done():
                left = end - loop.time()
                if left <= 0:
                    raise RequestError(
                        504, f"the query took more than {timeout:g} s and was stopped"
                    )
                await asyncio.wait({asking}, timeout=min(_LOOK, left))
                if not asking.done():
                    await self._check(worker, gone)
            return asking.result()
        finally:
            asking.cancel()

    async def _check(self, worker: Worker, gone: Gone) -> None:
        if worker.memory > self._limits.memory:
            limit = self._limits.memory // MIB
            raise RequestError(500, f"the query needed more than {limit:,} MiB and was stopped")
        if await gone():
            raise RequestError(499, "the client is gone")

    def _busy(self) -> RequestError:
        wait = {"Retry-After": str(ceil(self._limits.timeout))}
        return RequestError(503, "the server is busy: try again in some seconds", wait)

    def _replace(self, worker: Worker) -> None:
        """End a worker and start another, once, however many notice that it is needed."""
        if worker in self._all:
            self._all.discard(worker)
            self._go_on(self._renew(worker))

    async def _renew(self, worker: Worker) -> None:
        """A new worker for an old one, as soon as the store can be opened."""
        await worker.kill()
        while not self._closing:
            try:
                return await self._start()
            except (EOFError, OSError, TimeoutError):
                await asyncio.sleep(1)

    async def _start(self) -> None:
        worker = await Worker.start(self._store)
        if self._closing:
            return await worker.kill()
        self._all.add(worker)
        self._go_on(self._watch(worker))
        self._idle.put_nowait(worker)

    async def _watch(self, worker: Worker) -> None:
        """Replace a worker that ends by itself, also while it is idle."""
        await worker.ended()
        self._replace(worker)

    def _go_on(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
