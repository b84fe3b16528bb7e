# Written by make generate from proto/weft/synthesizer/v1/synthesizer.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_analysis
from . import common_v1_background
from . import common_v1_context
from . import common_v1_domain
from . import common_v1_evidence
from . import common_v1_query
from . import common_v1_reasoning
from . import common_v1_time

DESCRIPTOR: descriptor.FileDescriptor

class SynthesizeRequest(message.Message):
    """What the synthesizer is given."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    @property
    def form(self) -> common_v1_query.QueryForm:
        """The question."""
    @property
    def sub_queries(self) -> _shapes.Messages[common_v1_reasoning.SubQuery]:
        """The parts of the question."""
    @property
    def analysis(self) -> common_v1_analysis.Analysis:
        """What was found. Absent if nothing was analyzed."""
    @property
    def evidence(self) -> _shapes.Messages[common_v1_evidence.EvidenceNote]:
        """The best notes, best first, and those that facts and findings name."""
    @property
    def domain_context(self) -> common_v1_domain.DomainContext:
        """Which domains are loaded, for the right words."""
    partial: bool
    """True if the answer must do without something critical."""
    @property
    def open_gaps(self) -> _shapes.Messages[common_v1_reasoning.Gap]:
        """What it must do without."""
    style: common_v1_reasoning.ResponseStyle
    """How long the answer should be."""
    @property
    def feedback(self) -> _shapes.Messages[common_v1_reasoning.EvaluationFeedback]:
        """What was wrong with earlier answers to the same question."""
    @property
    def clarifications(self) -> _shapes.Messages[common_v1_reasoning.Clarification]:
        """What the user said when asked."""
    @property
    def unresolved_times(self) -> _shapes.Messages[common_v1_time.UnresolvedTime]:
        """Times that the question names and that could not be resolved; the answer
        says so.
        """
    @property
    def search(self) -> common_v1_evidence.SearchOutcome:
        """How well it was searched."""
    @property
    def session(self) -> _shapes.Values[str]:
        """The last turns of the conversation, the user's and the answers in turn."""
    previous: str
    """The last draft, where the feedback is about it: what it does not speak of is to
    stay.
    """
    asked: str
    """The question in the user's words, where the form's text says what they stand for:
    "and in September?". Empty where the form has them.
    """
    @property
    def background(self) -> _shapes.Messages[common_v1_background.BackgroundText]:
        """What a model is told beside the notes: of the loaded domains, and the person's context
        page.
        """
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        form: Optional[Union[common_v1_query.QueryForm, Mapping[str, Any]]] = ...,
        sub_queries: Optional[Iterable[Union[common_v1_reasoning.SubQuery, Mapping[str, Any]]]] = ...,
        analysis: Optional[Union[common_v1_analysis.Analysis, Mapping[str, Any]]] = ...,
        evidence: Optional[Iterable[Union[common_v1_evidence.EvidenceNote, Mapping[str, Any]]]] = ...,
        domain_context: Optional[Union[common_v1_domain.DomainContext, Mapping[str, Any]]] = ...,
        partial: Optional[bool] = ...,
        open_gaps: Optional[Iterable[Union[common_v1_reasoning.Gap, Mapping[str, Any]]]] = ...,
        style: Optional[Union[common_v1_reasoning.ResponseStyle, str]] = ...,
        feedback: Optional[Iterable[Union[common_v1_reasoning.EvaluationFeedback, Mapping[str, Any]]]] = ...,
        clarifications: Optional[Iterable[Union[common_v1_reasoning.Clarification, Mapping[str, Any]]]] = ...,
        unresolved_times: Optional[Iterable[Union[common_v1_time.UnresolvedTime, Mapping[str, Any]]]] = ...,
        search: Optional[Union[common_v1_evidence.SearchOutcome, Mapping[str, Any]]] = ...,
        session: Optional[Iterable[str]] = ...,
        previous: Optional[str] = ...,
        asked: Optional[str] = ...,
        background: Optional[Iterable[Union[common_v1_background.BackgroundText, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class SynthesizeResponse(message.Message):
    """A draft, or the result."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    draft: str
    """Further words of a draft. Empty: what came before is void, and another
    draft begins.
    """
    @property
    def answer(self) -> Answer:
        """The answer, once."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from. Set with the answer."""
    def __init__(
        self,
        *,
        draft: Optional[str] = ...,
        answer: Optional[Union[Answer, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...
    def WhichOneof(self, oneof_group: Literal["part"]) -> Optional[Literal["draft", "answer"]]: ...  # type: ignore[override]

class Answer(message.Message):
    """An answer."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """The words, Markdown. Entries are cited as [YYYY-MM-DD] or by id."""
    @property
    def citations(self) -> _shapes.Messages[common_v1_reasoning.Citation]:
        """What it rests on, in the order of the text."""
    @property
    def facts(self) -> _shapes.Messages[common_v1_analysis.Fact]:
        """What code worked out for the answer, from words of notes that a model named."""
    missing: str
    """What the notes do not hold of what was asked, in the words of the model that
    wrote the answer. Empty if it found all, or if rules wrote it.
    """
    ask: str
    """What only the user can say, as a question to him. Empty for none, or if rules
    wrote the answer.
    """
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        citations: Optional[Iterable[Union[common_v1_reasoning.Citation, Mapping[str, Any]]]] = ...,
        facts: Optional[Iterable[Union[common_v1_analysis.Fact, Mapping[str, Any]]]] = ...,
        missing: Optional[str] = ...,
        ask: Optional[str] = ...,
    ) -> None: ...
