"""What a run waits for from somebody, and how it is answered."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional

from google.protobuf import message

from ._gen import exports as types

if TYPE_CHECKING:
    from ._client import AsyncClient, Client


class _Pause:
    """What a pause tells."""

    def __init__(self, pause: types.Pause) -> None:
        self.message = pause
        """The pause as the contracts have it, with all its fields."""
        self.id = pause.id
        self.run_id = pause.run_id
        self.graph = pause.graph
        self.explanation = pause.explanation
        """Why it is asked."""
        self.kind = types.PauseKind.Name(pause.kind)[len("PAUSE_KIND_") :]
        """QUESTION, CHOICE, APPROVAL or FORM."""
        self.options = list(pause.options)
        """What there is to choose from: each has an id and a label."""
        self.questions = list(pause.questions)
        self.free = pause.free
        """It can be answered without an option."""
        self.declinable = pause.declinable
        self.mine = pause.mine
        """The caller may answer it."""
        self.expire_time: Optional[datetime.datetime] = None
        """When the run goes on without an answer. None: never."""
        if pause.HasField("expire_time"):
            self.expire_time = pause.expire_time.ToDatetime().replace(tzinfo=datetime.timezone.utc)

    @property
    def text(self) -> str:
        """What is asked: the pause's own sentence, or else its questions."""
        return self.message.text or "\n".join(q.text for q in self.questions)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} of run {self.run_id}: {self.text!r}>"

    def _chosen(self, option_id: str, comment: Optional[str]) -> Dict[str, Any]:
        answers = [{"text": comment}] if comment else None
        return self._answered(option_id=option_id, answers=answers)

    def _said(self, texts: Any) -> Dict[str, Any]:
        if not texts:
            raise ValueError("say() needs a text")
        if len(texts) == 1:
            return self._answered(answers=[{"text": texts[0]}])
        if len(texts) > len(self.questions):
            raise ValueError(f"{len(texts)} texts for {len(self.questions)} questions")
        return self._answered(answers=[{"question_id": q.id, "text": t} for q, t in zip(self.questions, texts)])

    def _answers(self, by_question: Mapping[str, str]) -> Dict[str, Any]:
        ids = {q.text: q.id for q in self.questions}
        ids.update((q.id, q.id) for q in self.questions)
        unknown: List[str] = [name for name in by_question if name not in ids]
        if unknown:
            raise ValueError(f"the pause does not ask {unknown[0]!r}")
        return self._answered(answers=[{"question_id": ids[name], "text": text} for name, text in by_question.items()])

    def _answered(self, **fields: Any) -> Dict[str, Any]:
        return dict(fields, run_id=self.run_id, interrupt_id=self.id)


class Pause(_Pause):
    """A run's wait for an answer. Each of these methods answers it and returns the run, under
    way again; Outcome.follow() then waits for what comes of it."""

    def __init__(self, pause: types.Pause, client: "Client") -> None:
        super().__init__(pause)
        self._client = client

    def choose(self, option_id: str, comment: Optional[str] = None) -> types.Run:
        """Chooses an option by its id, with words that may say why."""
        return self._send(self._chosen(option_id, comment))

    def say(self, *texts: str) -> types.Run:
        """Answers in words: one text, or one for each of the questions."""
        return self._send(self._said(texts))

    def answer(self, by_question: Mapping[str, str]) -> types.Run:
        """Answers questions by their text or id. The others stay without an answer."""
        return self._send(self._answers(by_question))

    def fill(self, payload: message.Message, option_id: Optional[str] = None) -> types.Run:
        """Answers with a message of the pause's answer_type."""
        return self._send(self._answered(payload=payload, option_id=option_id))

    def decline(self) -> types.Run:
        """Says that there will be no answer."""
        return self._send(self._answered(decline=True))

    def _send(self, fields: Dict[str, Any]) -> types.Run:
        return self._client.runs.answer_run(**fields).run


class AsyncPause(_Pause):
    """Pause, with methods to await."""

    def __init__(self, pause: types.Pause, client: "AsyncClient") -> None:
        super().__init__(pause)
        self._client = client

    async def choose(self, option_id: str, comment: Optional[str] = None) -> types.Run:
        """Chooses an option by its id, with words that may say why."""
        return await self._send(self._chosen(option_id, comment))

    async def say(self, *texts: str) -> types.Run:
        """Answers in words: one text, or one for each of the questions."""
        return await self._send(self._said(texts))

    async def answer(self, by_question: Mapping[str, str]) -> types.Run:
        """Answers questions by their text or id. The others stay without an answer."""
        return await self._send(self._answers(by_question))

    async def fill(self, payload: message.Message, option_id: Optional[str] = None) -> types.Run:
        """Answers with a message of the pause's answer_type."""
        return await self._send(self._answered(payload=payload, option_id=option_id))

    async def decline(self) -> types.Run:
        """Says that there will be no answer."""
        return await self._send(self._answered(decline=True))

    async def _send(self, fields: Dict[str, Any]) -> types.Run:
        return (await self._client.runs.answer_run(**fields)).run
