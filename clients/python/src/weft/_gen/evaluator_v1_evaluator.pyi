# Written by make generate from proto/weft/evaluator/v1/evaluator.proto.
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

class Dimension(int, metaclass=_shapes.EnumType):
    """What an answer is judged by."""
    DIMENSION_UNSPECIFIED: ClassVar[Dimension]
    """Not told."""
    DIMENSION_ACCURACY: ClassVar[Dimension]
    """Every claim stands on evidence."""
    DIMENSION_RELEVANCE: ClassVar[Dimension]
    """It answers what was asked."""
    DIMENSION_SAFETY: ClassVar[Dimension]
    """It keeps the domains' rules."""
    DIMENSION_COMPLETENESS: ClassVar[Dimension]
    """It addresses every part, and says what it leaves open."""

DIMENSION_UNSPECIFIED: Dimension
DIMENSION_ACCURACY: Dimension
DIMENSION_RELEVANCE: Dimension
DIMENSION_SAFETY: Dimension
DIMENSION_COMPLETENESS: Dimension

class EvaluateRequest(message.Message):
    """What the evaluator is given."""
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
    answer: str
    """The answer."""
    @property
    def citations(self) -> _shapes.Messages[common_v1_reasoning.Citation]:
        """What it cites."""
    @property
    def analysis(self) -> common_v1_analysis.Analysis:
        """What was found."""
    @property
    def evidence(self) -> _shapes.Messages[common_v1_evidence.EvidenceNote]:
        """The notes that the answer was written from, under the same labels."""
    @property
    def rules(self) -> _shapes.Messages[common_v1_domain.EvaluationRule]:
        """Rules of the active domains."""
    @property
    def clarifications(self) -> _shapes.Messages[common_v1_reasoning.Clarification]:
        """What the user said when asked; it counts as evidence."""
    partial: bool
    """True if the answer is meant to be partial."""
    @property
    def open_gaps(self) -> _shapes.Messages[common_v1_reasoning.Gap]:
        """What a partial answer has to name."""
    attempt: int
    """Counted from 1."""
    @property
    def previous_feedback(self) -> _shapes.Messages[common_v1_reasoning.EvaluationFeedback]:
        """What was wrong with earlier answers."""
    @property
    def vocabulary(self) -> _shapes.ValueMap[str, str]:
        """Not read any more: names need no evidence."""
    @property
    def search(self) -> common_v1_evidence.SearchOutcome:
        """How well it was searched: the answer may name what no note has."""
    @property
    def unresolved_times(self) -> _shapes.Messages[common_v1_time.UnresolvedTime]:
        """Times that the question names and that could not be resolved."""
    written_by: common_v1_context.Mind
    """Who wrote the answer. Words of a model are held against the notes that each
    sentence cites; what rules wrote, against what they were to tell.
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
        answer: Optional[str] = ...,
        citations: Optional[Iterable[Union[common_v1_reasoning.Citation, Mapping[str, Any]]]] = ...,
        analysis: Optional[Union[common_v1_analysis.Analysis, Mapping[str, Any]]] = ...,
        evidence: Optional[Iterable[Union[common_v1_evidence.EvidenceNote, Mapping[str, Any]]]] = ...,
        rules: Optional[Iterable[Union[common_v1_domain.EvaluationRule, Mapping[str, Any]]]] = ...,
        clarifications: Optional[Iterable[Union[common_v1_reasoning.Clarification, Mapping[str, Any]]]] = ...,
        partial: Optional[bool] = ...,
        open_gaps: Optional[Iterable[Union[common_v1_reasoning.Gap, Mapping[str, Any]]]] = ...,
        attempt: Optional[int] = ...,
        previous_feedback: Optional[Iterable[Union[common_v1_reasoning.EvaluationFeedback, Mapping[str, Any]]]] = ...,
        vocabulary: Optional[Mapping[str, str]] = ...,
        search: Optional[Union[common_v1_evidence.SearchOutcome, Mapping[str, Any]]] = ...,
        unresolved_times: Optional[Iterable[Union[common_v1_time.UnresolvedTime, Mapping[str, Any]]]] = ...,
        written_by: Optional[Union[common_v1_context.Mind, str]] = ...,
        background: Optional[Iterable[Union[common_v1_background.BackgroundText, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class DimensionResult(message.Message):
    """The judgement on one dimension."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    dimension: Dimension
    """The dimension."""
    @property
    def issues(self) -> _shapes.Values[str]:
        """What was found wrong."""
    reasoning: str
    """Why."""
    verdict: common_v1_reasoning.Verdict
    """PASS or FAIL."""
    def __init__(
        self,
        *,
        dimension: Optional[Union[Dimension, str]] = ...,
        issues: Optional[Iterable[str]] = ...,
        reasoning: Optional[str] = ...,
        verdict: Optional[Union[common_v1_reasoning.Verdict, str]] = ...,
    ) -> None: ...

class EvaluateResponse(message.Message):
    """The judgement."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def dimensions(self) -> _shapes.Messages[DimensionResult]:
        """Each dimension."""
    @property
    def feedback(self) -> _shapes.Messages[common_v1_reasoning.EvaluationFeedback]:
        """What to change. Empty if it passes."""
    verdict: common_v1_reasoning.Verdict
    """PASS or FAIL, over all."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    def __init__(
        self,
        *,
        dimensions: Optional[Iterable[Union[DimensionResult, Mapping[str, Any]]]] = ...,
        feedback: Optional[Iterable[Union[common_v1_reasoning.EvaluationFeedback, Mapping[str, Any]]]] = ...,
        verdict: Optional[Union[common_v1_reasoning.Verdict, str]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...
