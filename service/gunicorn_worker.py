"""The worker that serves the referee: requests are read and answers written without a thread.

A loop owns all connections. It reads until a request is whole, has a thread answer it, and writes
what the client did not take at once. So a thread is held by work alone, never by a client.
"""

from __future__ import annotations

import errno
import logging
import os
import selectors
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.config import Config
from gunicorn.workers.gthread import ThreadWorker

from service.gunicorn_refusals import refusal, status_of
from service.ops.settings import Settings
from service.serving.connection import Answer, Connection, Exchange
from service.serving.descriptors import room_for
from service.serving.waiting import Waiting

LINGER_SECONDS = 2.0
"""How long a connection that is to be closed goes on listening: for what its client was sending
when the answer came, or, where the worker ends, for a request under way to a kept-alive one."""

OPS_RESERVE = 16
"""Connections to the operations port beyond MAX_CONNECTIONS, so that probes find room."""

SMALL_REQUEST = 65_536
"""Bytes; a request that has not more is read even when BUFFER_BYTES are full of others that are
being answered."""

_OUT_OF_SOCKETS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class RefereeWorker(ThreadWorker):
    """gunicorn's threads behind a loop of our own; answers in the contract's shape to what is no
    request."""

    poller: selectors.BaseSelector
    tpool: ThreadPoolExecutor

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]
        settings = Settings.from_env(os.environ)
        self.settings = settings
        self.connections: set[Connection] = set()
        self.paused: list[socket.socket] = []
        """Listeners that wait until a connection ends."""
        self.held = 0
        """Bytes of all requests and answers in memory."""
        read, write = selectors.EVENT_READ, selectors.EVENT_WRITE
        # What a connection in the loop's hands can wait for.
        self.idle = Waiting(self.cfg.keepalive, read, self.read, self.end_idle)
        self.arriving = Waiting(settings.request_seconds, read, self.read, self.time_out)
        self.sending = Waiting(settings.answer_seconds, write, self.write, self.close)
        self.lingering = Waiting(LINGER_SECONDS, read, self.discard, self.close)
        self.waits = (self.idle, self.lingering, self.sending, self.arriving)
        """In the order in which they make room for others."""

    @classmethod
    def check_config(cls, cfg: Config, log: Any) -> None:
        """Called by gunicorn before anything starts."""
        if cfg.is_ssl:
            raise SystemExit("TLS is not spoken here; that is a gateway's work")

    def init_process(self) -> None:
        wanted = self.settings.max_connections
        self.most = max(room_for(wanted + OPS_RESERVE) - OPS_RESERVE, 1)
        if self.most < wanted:
            self.log.warning("File descriptors for %d connections, not %d", self.most, wanted)
        # Probes must be answered while every other thread works.
        self.ops_pool = ThreadPoolExecutor(1, "ops")
        super().init_process()  # type: ignore[no-untyped-call]

    def load_wsgi(self) -> None:
        super().load_wsgi()  # type: ignore[no-untyped-call]
        # Here and not above: gunicorn looks at this module before there is an application.
        from service.ops.health import OPS_PATHS, STOPPING

        self.ops_paths = OPS_PATHS
        application = self.wsgi

        def with_state(environ: dict[str, Any], start_response: Any) -> Any:
            environ[STOPPING] = not self.alive
            return application(environ, start_response)

        self.wsgi = with_state

    # The loop.

    def run(self) -> None:
        self.poller.register(
            self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks
        )
        for listener in self.sockets:
            listener.setblocking(False)
            self.listen(listener)
        while self.alive and self.is_parent_alive():  # type: ignore[no-untyped-call]
            self.turn()
        self.stop()

    def turn(self, longest: float = 1.0) -> None:
        """Waits for something to happen, and does what follows from it."""
        self.notify()  # type: ignore[no-untyped-call]
        patience = min(longest, *(waiting.patience() for waiting in self.waits))
        for key, _ in self.poller.select(patience):
            if not isinstance(key.data, Connection):
                key.data(key.fileobj)
            # It may have been closed to make room since the poller saw it.
            elif key.data.waiting is not None:
                self.step(key.data.waiting.ready, key.data)
        for waiting in self.waits:
            for connection in waiting.overdue():
                if connection.waiting is waiting:
                    self.step(waiting.late, connection)

    def step(self, what: Callable[[Connection], None], connection: Connection) -> None:
        """Whatever goes wrong with one connection, the others go on."""
        try:
            what(connection)
        except Exception as error:
            if not isinstance(error, OSError):
                self.log.exception("A connection had to be given up")
            self.close(connection)

    def stop(self) -> None:
        """Goes on serving for the time of the drain, then ends what has begun.

        Who asks during the drain is told that the connection ends with the answer.
        """
        self.alive = False
        self.idle.restart()
        end = time.monotonic() + self.settings.drain_seconds
        while (left := end - time.monotonic()) > 0:
            self.turn(min(left, 1.0))
        self.stop_listening()
        self.idle.seconds = LINGER_SECONDS
        end = time.monotonic() + self.settings.graceful_seconds
        while self.connections and time.monotonic() < end:
            self.turn()
        if self.connections:
            self.log.warning("Connections cut off at the end: %d", len(self.connections))
        for connection in self.connections:
            connection.sock.close()
        self.tpool.shutdown(wait=False)
        self.ops_pool.shutdown(wait=False)

    # Connections come and go.

    def listen(self, listener: socket.socket) -> None:
        self.poller.register(listener, selectors.EVENT_READ, self.accept)

    def stop_listening(self) -> None:
        """Closes the listeners, but not before all who wait there have been let in: they would be
        told that nobody ever listened."""
        for listener in self.sockets:
            if listener not in self.paused:
                self.poller.unregister(listener)
            with suppress(OSError):
                while self.let_in(listener):
                    pass
            listener.close()
        self.paused.clear()

    def accept(self, listener: socket.socket) -> None:
        """Lets one in, and the one who has been idle longest out if there is no room."""
        reserve = OPS_RESERVE if self.is_ops(listener) else 0
        full = len(self.connections) >= self.most + reserve
        try:
            if not full or self.make_room():
                self.let_in(listener)
                return
        except OSError as error:
            self.log.warning("Out of sockets: %s", error)
            if self.make_room():
                return
        # They wait in the system's queue.
        self.poller.unregister(listener)
        self.paused.append(listener)

    def let_in(self, listener: socket.socket) -> bool:
        """Whether there was anybody; raises OSError where the system has no socket left."""
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno in _OUT_OF_SOCKETS:
                raise
            return error.errno == errno.ECONNABORTED
        limit = max(self.settings.max_body_bytes, self.settings.max_record_bytes)
        connection = Connection(self.cfg, sock, client, listener.getsockname(), limit)
        self.connections.add(connection)
        self.wait(connection, self.idle)
        return True

    def make_room(self) -> bool:
        """Closes the connection that can best be spared; false where all are being answered."""
        for waiting in self.waits:
            for connection in waiting:
                if waiting is self.idle:
                    self.step(self.end_idle, connection)
                else:
                    self.close(connection)
                if connection not in self.connections:
                    return True
        return False

    def close(self, connection: Connection) -> None:
        self.take(connection)
        self.connections.discard(connection)
        self.held -= connection.held
        connection.held = 0
        connection.sock.close()
        for listener in self.paused:
            self.listen(listener)
        self.paused.clear()

    def wait(self, connection: Connection, waiting: Waiting) -> None:
        before = connection.waiting
        if before is waiting:
            return  # and the time goes on
        if before is None:
            self.poller.register(connection.sock, waiting.events, connection)
        else:
            before.remove(connection)
            if before.events != waiting.events:
                self.poller.modify(connection.sock, waiting.events, connection)
        waiting.add(connection)
        connection.waiting = waiting

    def take(self, connection: Connection) -> None:
        """It waits for nothing any more."""
        if connection.waiting is not None:
            connection.waiting.remove(connection)
            connection.waiting = None
            self.poller.unregister(connection.sock)

    def account(self, connection: Connection) -> None:
        """Keeps what clients make the worker hold within bounds: who has let it wait longest goes
        first."""
        self.held += connection.size - connection.held
        connection.held = connection.size
        for waiting in (self.sending, self.arriving):
            while self.held > self.settings.buffer_bytes:
                longest = waiting.longest()
                if longest is None or longest is connection:
                    break
                self.close(longest)

    # The way of a request.

    def read(self, connection: Connection) -> None:
        connection.receive()
        if connection.ended and not connection.has_begun:
            self.close(connection)
            return
        self.account(connection)
        if self.held > self.settings.buffer_bytes and connection.size > SMALL_REQUEST:
            self.log.warning("No memory for a request: %d bytes are held", self.held)
            self.close(connection)
            return
        self.examine(connection)

    def examine(self, connection: Connection) -> None:
        """Has the request answered if it is there, else waits for the rest of it."""
        try:
            decided = connection.is_decided()
        except Exception as fault:
            self.refuse(connection, fault)
            return
        if decided:
            self.take(connection)
            self.enqueue_req(connection)
        elif connection.ended:
            self.close(connection)
        else:
            self.wait(connection, self.arriving if connection.has_begun else self.idle)

    def enqueue_req(self, connection: Connection) -> None:
        ops = self.is_ops(connection) or connection.request.path in self.ops_paths
        future = (self.ops_pool if ops else self.tpool).submit(self.handle, connection)
        future.add_done_callback(
            lambda done: self.method_queue.defer(
                self.step, partial(self.finish_request, fs=done), connection
            )
        )

    def is_ops(self, at: Connection | socket.socket) -> bool:
        server = at.server if isinstance(at, Connection) else at.getsockname()
        return bool(server[1] == self.settings.ops_port)

    def handle(self, connection: Connection) -> None:
        """In a thread: makes the answer, and sends what the client takes at once."""
        answer = Answer()
        exchange = Exchange(answer, connection.client, connection.server)
        try:
            goes_on = self.handle_request(connection.request, exchange)  # type: ignore[no-untyped-call]
            goes_on = goes_on and connection.finish_request()
        except (Exception, SystemExit) as fault:
            answer = Answer()
            self.handle_error(connection.request, answer, connection.client, fault)
            goes_on = False
        connection.reply(answer, goes_on=goes_on)

    def finish_request(self, connection: Connection, fs: Future[None]) -> None:
        """A thread is done with it."""
        fs.result()
        self.go_on(connection)

    def go_on(self, connection: Connection) -> None:
        """After an answer, or a part of it, has been sent."""
        if connection.broken:
            self.close(connection)
        elif connection.unsent:
            self.account(connection)
            self.wait(connection, self.sending)
        elif connection.goes_on:
            connection.begin_next()
            self.account(connection)
            self.examine(connection)
        elif connection.ended:
            self.close(connection)
        else:
            # Closed at once, what the client still sends would take the answer away from it.
            connection.end_sending()
            self.wait(connection, self.lingering)

    def write(self, connection: Connection) -> None:
        connection.send()
        self.go_on(connection)

    def discard(self, connection: Connection) -> None:
        connection.discard()
        if connection.ended:
            self.close(connection)

    # What is no request, or comes too late.

    def end_idle(self, connection: Connection) -> None:
        """Closes it, unless a request has come after all."""
        self.read(connection)
        if connection.waiting is self.idle:
            self.close(connection)

    def time_out(self, connection: Connection) -> None:
        self.refuse(connection, TimeoutError())

    def refuse(self, connection: Connection, fault: Exception) -> None:
        answer = Answer()
        self.handle_error(None, answer, connection.client, fault)
        connection.reply(answer, goes_on=False)
        self.go_on(connection)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answers what the application never saw; ``client`` takes the answer.

        The log says what kind of fault it is, and nothing of what was sent.
        """
        status = status_of(exc)
        # A transfer coding that is not known is a 501, and the client's fault too.
        if status == 500:
            self.log.log(logging.ERROR, "Error handling a request", exc_info=exc)
        else:
            self.log.warning("Refused what is no request: %s", type(exc).__name__)
        client.sendall(refusal(status))
