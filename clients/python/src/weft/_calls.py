"""Calls that wait for their answer."""

from __future__ import annotations

import threading
import time
from typing import Any, Generic, Iterable, Iterator, Mapping, Optional

import grpc

from ._connect import OPTIONS, Target
from ._method import Method, Request, Response
from ._retry import Patience, Position
from .errors import WeftError, error_of_call


class Stream(Generic[Response]):
    """What a server sends, one after the other. It goes on by itself when the connection is
    lost, if the method allows that. close() ends it from any thread."""

    def __init__(self, calls: "Calls", position: Position, patience: Patience) -> None:
        self._calls = calls
        self._position = position
        self._patience = patience
        self._call: Any = None
        self._closed = threading.Event()

    def __iter__(self) -> Iterator[Response]:
        return self

    def __next__(self) -> Response:
        while not self._closed.is_set():
            try:
                if self._call is None:
                    self._call = self._calls.open_stream(self._position, self._patience.time_left())
                response = next(self._call)
            except StopIteration:
                self.close()
                break
            except grpc.RpcError as failed:
                self._call, error = None, error_of_call(failed)
            else:
                self._patience.note_progress()
                wanted, answer = self._position.accept(response)
                if wanted:
                    return answer  # type: ignore[no-any-return]
                continue
            if not self._closed.is_set():
                self._wait_after(error)
        raise StopIteration

    def _wait_after(self, error: WeftError) -> None:
        try:
            wait = self._position.wait_after(error, self._patience)
        except WeftError:
            self.close()
            raise
        self._closed.wait(wait)

    def close(self) -> None:
        self._closed.set()
        if self._call is not None:
            self._call.cancel()

    def __enter__(self) -> "Stream[Response]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # Who leaves a loop half way does not want the rest.
        if not self._closed.is_set():
            self.close()


class Calls:
    """One connection to a server, and how calls over it are made."""

    def __init__(self, target: Target, timeout: float, retry_for: float) -> None:
        self._target = target
        self._timeout = timeout
        self._retry_for = retry_for
        if target.encrypted:
            self._channel = grpc.secure_channel(target.server, target.credentials(), options=OPTIONS)
        else:
            self._channel = grpc.insecure_channel(target.server, options=OPTIONS)

    def close(self) -> None:
        self._channel.close()

    def call(self, method: Method[Request, Response], fields: Mapping[str, Any], timeout: Optional[float] = None) -> Response:
        request = method.build_request(fields)
        patience = Patience(self._retry_for, self._timeout if timeout is None else timeout)
        invoke = self._channel.unary_unary(method.path, method.request.SerializeToString, method.response.FromString)
        while True:
            try:
                return invoke(request, metadata=self._target.metadata(), timeout=patience.time_left())  # type: ignore[no-any-return]
            except grpc.RpcError as failed:
                error = error_of_call(failed)
            if not method.may_repeat:
                raise error
            time.sleep(patience.next_wait(error))

    def stream(self, method: Method[Request, Response], fields: Mapping[str, Any], timeout: Optional[float] = None) -> Stream[Response]:
        return Stream(self, Position(method, method.build_request(fields)), Patience(self._retry_for, timeout))

    def open_stream(self, position: Position, timeout: Optional[float]) -> Any:
        method = position.method
        invoke = self._channel.unary_stream(method.path, method.request.SerializeToString, method.response.FromString)
        return invoke(position.request, metadata=self._target.metadata(), timeout=timeout)

    def exchange(self, method: Method[Request, Response], requests: Iterable[Request], timeout: Optional[float] = None) -> Iterator[Response]:
        invoke = self._channel.stream_stream(method.path, method.request.SerializeToString, method.response.FromString)
        call = invoke(iter(requests), metadata=self._target.metadata(), timeout=timeout)
        try:
            yield from call
        except grpc.RpcError as failed:
            raise error_of_call(failed) from None
        finally:
            call.cancel()
