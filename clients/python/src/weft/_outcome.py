"""What a run has come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, List, Optional

from ._gen import exports as types
from ._pause import AsyncPause, Pause

if TYPE_CHECKING:
    from ._client import AsyncClient, Client

OnEvent = Optional[Callable[[types.RunEvent], object]]


class _Outcome:
    """What a run tells when it has ended, or waits for somebody."""

    def __init__(self, run: types.Run) -> None:
        self.run = run
        """The run as the contracts have it."""
        self.run_id = run.id
        self.report = run.report
        """The whole story of the run."""
        self.status = types.RunReport.Status.Name(run.status)
        """RUNNING, WAITING, COMPLETED, PARTIAL, FAILED or CANCELLED."""
        self.answer = run.report.answer
        """The answer, as Markdown. Empty: there is none, or not yet."""
        self.citations = list(run.report.citations)
        """The notes behind the answer."""
        self.warnings = list(run.report.warnings)
        self.failure = run.report.failure
        """Why the run failed, for a person. Empty: it has not."""
        self.entry = run.report.entry if run.report.HasField("entry") else None
        """The note that was kept. None: none was."""

    @property
    def text(self) -> str:
        """The answer, or else why there is none, as far as the run tells."""
        return self.answer or self.failure

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of run {self.run_id}: {self.status} {self.text!r}>"


class Outcome(_Outcome):
    """What a run has come to, and the pauses that it waits in."""

    def __init__(self, run: types.Run, client: "Client") -> None:
        super().__init__(run)
        self._client = client
        self.pauses: List[Pause] = [Pause(p, client) for p in run.pauses]

    def follow(self, *, on_event: OnEvent = None, timeout: Optional[float] = None) -> "Outcome":
        """Waits until the run ends, or waits for somebody again. Call it after an answer."""
        return self._client.follow(self.run_id, from_sequence=self.run.sequence + 1, on_event=on_event, timeout=timeout)


class AsyncOutcome(_Outcome):
    """What a run has come to, and the pauses that it waits in."""

    def __init__(self, run: types.Run, client: "AsyncClient") -> None:
        super().__init__(run)
        self._client = client
        self.pauses: List[AsyncPause] = [AsyncPause(p, client) for p in run.pauses]

    async def follow(self, *, on_event: OnEvent = None, timeout: Optional[float] = None) -> "AsyncOutcome":
        """Waits until the run ends, or waits for somebody again. Call it after an answer."""
        return await self._client.follow(self.run_id, from_sequence=self.run.sequence + 1, on_event=on_event, timeout=timeout)
