"""The clients."""

from __future__ import annotations

import datetime
from typing import Any, AsyncIterator, Dict, Iterable, Iterator, Mapping, Optional, Union

from . import _aio, _calls
from ._connect import PathLike, Target
from ._gen import exports as types
from ._gen import services
from ._outcome import AsyncOutcome, OnEvent, Outcome
from ._pause import AsyncPause, Pause

When = Optional[datetime.datetime]


class Client:
    """A client that waits for what it calls. It may be used by several threads at a time.

    Args:
        server: Host and port. None: WEFT_SERVER of the environment, else 127.0.0.1:7433.
        token: The credential: a token, an API key or a JWT. None, and no token_file:
            WEFT_TOKEN of the environment, else the file that WEFT_TOKEN_FILE names.
        token_file: A file with the credential. It is read for each call.
        ca_file: The certificates of the authorities to trust, PEM. The connection is then
            encrypted.
        tls: Encrypt the connection, and trust the usual authorities.
        timeout: Seconds that a call may take with all its tries, unless it says otherwise.
            Streams may take as long as they like, unless they say otherwise.
        retry_for: Seconds that a call, or a stream without progress, is tried again.
    """

    def __init__(
        self,
        server: Optional[str] = None,
        *,
        token: Optional[str] = None,
        token_file: Optional[PathLike] = None,
        ca_file: Optional[PathLike] = None,
        tls: bool = False,
        timeout: float = 60.0,
        retry_for: float = 30.0,
    ) -> None:
        self._calls = _calls.Calls(Target(server, token, token_file, ca_file, tls), timeout, retry_for)
        self.runs = services.RunsService(self._calls)
        self.notes = services.NotesService(self._calls)
        self.plans = services.PlansService(self._calls)
        self.goals = services.GoalsService(self._calls)
        self.webhooks = services.WebhooksService(self._calls)
        self.schedules = services.SchedulesService(self._calls)
        self.admin = services.AdminService(self._calls)

    def close(self) -> None:
        """Closes the connection. Streams that are open end with an error."""
        self._calls.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(
        self,
        text: str,
        *,
        thread_id: Optional[str] = None,
        now: When = None,
        time_zone: Optional[str] = None,
        depth: Optional[Union[types.Depth, str]] = None,
        style: Optional[Union[types.ResponseStyle, str]] = None,
        session: Optional[Iterable[str]] = None,
        labels: Optional[Mapping[str, str]] = None,
        request_id: Optional[str] = None,
        on_event: OnEvent = None,
        timeout: Optional[float] = None,
    ) -> Outcome:
        """Asks a question, and waits for the answer or until the run asks something itself.

        on_event is called with each RunEvent as it happens, drafts of the answer among them.
        A run that fails raises nothing: status and failure say so.
        """
        given = _input(text, types.INPUT_TYPE_QUERY, thread_id, now, time_zone, labels, depth, style, session)
        return self._process(given, request_id, on_event, timeout)

    def log(
        self,
        text: str,
        *,
        thread_id: Optional[str] = None,
        now: When = None,
        time_zone: Optional[str] = None,
        labels: Optional[Mapping[str, str]] = None,
        request_id: Optional[str] = None,
        on_event: OnEvent = None,
        timeout: Optional[float] = None,
    ) -> Outcome:
        """Keeps a note, and waits until that is done: entry has it."""
        given = _input(text, types.INPUT_TYPE_LOG, thread_id, now, time_zone, labels)
        return self._process(given, request_id, on_event, timeout)

    def run(self, run_id: str) -> Outcome:
        """Returns what a run has come to so far, with its pauses."""
        return Outcome(self.runs.get_run(run_id=run_id).run, self)

    def follow(self, run_id: str, *, from_sequence: int = 0, on_event: OnEvent = None, timeout: Optional[float] = None) -> Outcome:
        """Waits until a run ends, or waits for somebody."""
        with self.runs.watch_run(run_id=run_id, from_sequence=from_sequence, until_pause=True, timeout=timeout) as events:
            for response in events:
                if on_event is not None:
                    on_event(response.event)
        return self.run(run_id)

    def pauses(
        self,
        *,
        graph: Optional[str] = None,
        kind: Optional[Union[types.PauseKind, str]] = None,
        mine: Optional[bool] = None,
        run_id: Optional[str] = None,
    ) -> Iterator[Pause]:
        """Goes through what waits for an answer, of all runs; mine: by the caller."""
        token = ""
        while True:
            page = self.runs.list_pauses(graph=graph, kind=kind, mine=mine, run_id=run_id, page_token=token)
            for pause in page.pauses:
                yield Pause(pause, self)
            token = page.next_page_token
            if not token:
                return

    def _process(self, given: Dict[str, Any], request_id: Optional[str], on_event: OnEvent, timeout: Optional[float]) -> Outcome:
        run_id = ""
        with self.notes.process_input(input=given, request_id=request_id, timeout=timeout) as events:
            for response in events:
                run_id = response.event.run_id or run_id
                if on_event is not None:
                    on_event(response.event)
        return self.run(run_id)


class AsyncClient:
    """A client whose methods are awaited. It takes what Client takes, and belongs to the event
    loop of its first call."""

    def __init__(
        self,
        server: Optional[str] = None,
        *,
        token: Optional[str] = None,
        token_file: Optional[PathLike] = None,
        ca_file: Optional[PathLike] = None,
        tls: bool = False,
        timeout: float = 60.0,
        retry_for: float = 30.0,
    ) -> None:
        self._calls = _aio.Calls(Target(server, token, token_file, ca_file, tls), timeout, retry_for)
        self.runs = services.AsyncRunsService(self._calls)
        self.notes = services.AsyncNotesService(self._calls)
        self.plans = services.AsyncPlansService(self._calls)
        self.goals = services.AsyncGoalsService(self._calls)
        self.webhooks = services.AsyncWebhooksService(self._calls)
        self.schedules = services.AsyncSchedulesService(self._calls)
        self.admin = services.AsyncAdminService(self._calls)

    async def close(self) -> None:
        """Closes the connection. Streams that are open end with an error."""
        await self._calls.close()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def ask(
        self,
        text: str,
        *,
        thread_id: Optional[str] = None,
        now: When = None,
        time_zone: Optional[str] = None,
        depth: Optional[Union[types.Depth, str]] = None,
        style: Optional[Union[types.ResponseStyle, str]] = None,
        session: Optional[Iterable[str]] = None,
        labels: Optional[Mapping[str, str]] = None,
        request_id: Optional[str] = None,
        on_event: OnEvent = None,
        timeout: Optional[float] = None,
    ) -> AsyncOutcome:
        """Asks a question, and waits for the answer or until the run asks something itself.

        on_event is called with each RunEvent as it happens, drafts of the answer among them.
        A run that fails raises nothing: status and failure say so.
        """
        given = _input(text, types.INPUT_TYPE_QUERY, thread_id, now, time_zone, labels, depth, style, session)
        return await self._process(given, request_id, on_event, timeout)

    async def log(
        self,
        text: str,
        *,
        thread_id: Optional[str] = None,
        now: When = None,
        time_zone: Optional[str] = None,
        labels: Optional[Mapping[str, str]] = None,
        request_id: Optional[str] = None,
        on_event: OnEvent = None,
        timeout: Optional[float] = None,
    ) -> AsyncOutcome:
        """Keeps a note, and waits until that is done: entry has it."""
        given = _input(text, types.INPUT_TYPE_LOG, thread_id, now, time_zone, labels)
        return await self._process(given, request_id, on_event, timeout)

    async def run(self, run_id: str) -> AsyncOutcome:
        """Returns what a run has come to so far, with its pauses."""
        return AsyncOutcome((await self.runs.get_run(run_id=run_id)).run, self)

    async def follow(
        self, run_id: str, *, from_sequence: int = 0, on_event: OnEvent = None, timeout: Optional[float] = None
    ) -> AsyncOutcome:
        """Waits until a run ends, or waits for somebody."""
        async with self.runs.watch_run(run_id=run_id, from_sequence=from_sequence, until_pause=True, timeout=timeout) as events:
            async for response in events:
                if on_event is not None:
                    on_event(response.event)
        return await self.run(run_id)

    async def pauses(
        self,
        *,
        graph: Optional[str] = None,
        kind: Optional[Union[types.PauseKind, str]] = None,
        mine: Optional[bool] = None,
        run_id: Optional[str] = None,
    ) -> AsyncIterator[AsyncPause]:
        """Goes through what waits for an answer, of all runs; mine: by the caller."""
        token = ""
        while True:
            page = await self.runs.list_pauses(graph=graph, kind=kind, mine=mine, run_id=run_id, page_token=token)
            for pause in page.pauses:
                yield AsyncPause(pause, self)
            token = page.next_page_token
            if not token:
                return

    async def _process(self, given: Dict[str, Any], request_id: Optional[str], on_event: OnEvent, timeout: Optional[float]) -> AsyncOutcome:
        run_id = ""
        async with self.notes.process_input(input=given, request_id=request_id, timeout=timeout) as events:
            async for response in events:
                run_id = response.event.run_id or run_id
                if on_event is not None:
                    on_event(response.event)
        return await self.run(run_id)


def _input(
    text: str,
    intent: types.InputType,
    thread_id: Optional[str],
    now: When,
    time_zone: Optional[str],
    labels: Optional[Mapping[str, str]],
    depth: Optional[Union[types.Depth, str]] = None,
    style: Optional[Union[types.ResponseStyle, str]] = None,
    session: Optional[Iterable[str]] = None,
) -> Dict[str, Any]:
    return {
        "text": text,
        "intent": intent,
        "thread_id": thread_id,
        "now": now,
        "time_zone": time_zone,
        "depth": depth,
        "style": style,
        "session": session,
        "labels": labels,
    }
