"""Calls that are awaited."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterable, AsyncIterator, Generic, Iterable, Mapping, Optional, Union

import grpc
import grpc.aio

from ._connect import OPTIONS, Target
from ._method import Method, Request, Response
from ._retry import Patience, Position
from .errors import WeftError, error_of_call


class Stream(Generic[Response]):
    """What a server sends, one after the other. It goes on by itself when the connection is
    lost, if the method allows that."""

    def __init__(self, calls: "Calls", position: Position, patience: Patience) -> None:
        self._calls = calls
        self._position = position
        self._patience = patience
        self._call: Any = None
        self._closed = False

    def __aiter__(self) -> AsyncIterator[Response]:
        return self

    async def __anext__(self) -> Response:
        while not self._closed:
            try:
                if self._call is None:
                    self._call = self._calls.open_stream(self._position, self._patience.time_left())
                response = await self._call.read()
            except grpc.aio.AioRpcError as failed:
                self._call, error = None, error_of_call(failed)
            else:
                if response is grpc.aio.EOF:
                    self._closed = True
                    break
                self._patience.note_progress()
                wanted, answer = self._position.accept(response)
                if wanted:
                    return answer  # type: ignore[no-any-return]
                continue
            if not self._closed:
                await self._wait_after(error)
        raise StopAsyncIteration

    async def _wait_after(self, error: WeftError) -> None:
        try:
            wait = self._position.wait_after(error, self._patience)
        except WeftError:
            self._closed = True
            raise
        await asyncio.sleep(wait)

    async def aclose(self) -> None:
        self._closed = True
        if self._call is not None:
            self._call.cancel()

    async def __aenter__(self) -> "Stream[Response]":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class Calls:
    """One connection to a server, and how calls over it are made. It belongs to the event
    loop of its first call."""

    def __init__(self, target: Target, timeout: float, retry_for: float) -> None:
        self._target = target
        self._timeout = timeout
        self._retry_for = retry_for
        self._channel: Any = None

    def _open(self) -> Any:
        if self._channel is None:
            if self._target.encrypted:
                self._channel = grpc.aio.secure_channel(self._target.server, self._target.credentials(), options=OPTIONS)
            else:
                self._channel = grpc.aio.insecure_channel(self._target.server, options=OPTIONS)
        return self._channel

    async def close(self) -> None:
        if self._channel is not None:
            await self._channel.close()

    async def call(self, method: Method[Request, Response], fields: Mapping[str, Any], timeout: Optional[float] = None) -> Response:
        request = method.build_request(fields)
        patience = Patience(self._retry_for, self._timeout if timeout is None else timeout)
        invoke = self._open().unary_unary(method.path, method.request.SerializeToString, method.response.FromString)
        while True:
            try:
                return await invoke(request, metadata=self._target.metadata(), timeout=patience.time_left())  # type: ignore[no-any-return]
            except grpc.aio.AioRpcError as failed:
                error = error_of_call(failed)
            if not method.may_repeat:
                raise error
            await asyncio.sleep(patience.next_wait(error))

    def stream(self, method: Method[Request, Response], fields: Mapping[str, Any], timeout: Optional[float] = None) -> Stream[Response]:
        return Stream(self, Position(method, method.build_request(fields)), Patience(self._retry_for, timeout))

    def open_stream(self, position: Position, timeout: Optional[float]) -> Any:
        method = position.method
        invoke = self._open().unary_stream(method.path, method.request.SerializeToString, method.response.FromString)
        return invoke(position.request, metadata=self._target.metadata(), timeout=timeout)

    async def exchange(
        self,
        method: Method[Request, Response],
        requests: Union[Iterable[Request], AsyncIterable[Request]],
        timeout: Optional[float] = None,
    ) -> AsyncIterator[Response]:
        invoke = self._open().stream_stream(method.path, method.request.SerializeToString, method.response.FromString)
        call = invoke(requests, metadata=self._target.metadata(), timeout=timeout)
        try:
            async for response in call:
                yield response
        except grpc.aio.AioRpcError as failed:
            raise error_of_call(failed) from None
        finally:
            call.cancel()
