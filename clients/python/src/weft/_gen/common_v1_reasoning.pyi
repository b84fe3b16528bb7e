# Written by make generate from proto/weft/common/v1/reasoning.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_entry
from . import common_v1_observation
from . import common_v1_query
from . import common_v1_time

DESCRIPTOR: descriptor.FileDescriptor

class InputType(int, metaclass=_shapes.EnumType):
    """What kind of input a user gave."""
    INPUT_TYPE_UNSPECIFIED: ClassVar[InputType]
    """Not decided."""
    INPUT_TYPE_LOG: ClassVar[InputType]
    """Something to keep."""
    INPUT_TYPE_QUERY: ClassVar[InputType]
    """Something to answer."""
    INPUT_TYPE_BOTH: ClassVar[InputType]
    """A note and a question in one."""
    INPUT_TYPE_CORRECTION: ClassVar[InputType]
    """A change to something that was kept before."""
    INPUT_TYPE_TALK: ClassVar[InputType]
    """Said to the program: small talk ("thanks"), or to do what it does not by words
    ("delete that note"). It is answered at once, and nothing is kept or looked up.
    """
    INPUT_TYPE_ACTION: ClassVar[InputType]
    """Something that a tool is to do: a plan is proposed for it, and nothing is kept."""
    INPUT_TYPE_GOAL: ClassVar[InputType]
    """A wish that is to be planned over weeks ("get me ready for a half marathon by
    October, four evenings a week").
    """

INPUT_TYPE_UNSPECIFIED: InputType
INPUT_TYPE_LOG: InputType
INPUT_TYPE_QUERY: InputType
INPUT_TYPE_BOTH: InputType
INPUT_TYPE_CORRECTION: InputType
INPUT_TYPE_TALK: InputType
INPUT_TYPE_ACTION: InputType
INPUT_TYPE_GOAL: InputType

class QueryType(int, metaclass=_shapes.EnumType):
    """What kind of answer a question wants."""
    QUERY_TYPE_UNSPECIFIED: ClassVar[QueryType]
    """Not decided."""
    QUERY_TYPE_SIMPLE: ClassVar[QueryType]
    """Direct retrieval: show, list, when, how much."""
    QUERY_TYPE_INSIGHT: ClassVar[QueryType]
    """Why, patterns, causes."""
    QUERY_TYPE_RECOMMENDATION: ClassVar[QueryType]
    """What should I do."""
    QUERY_TYPE_COMPARISON: ClassVar[QueryType]
    """One thing or time against another; also progress over time."""
    QUERY_TYPE_CORRECTION: ClassVar[QueryType]
    """Fixing data."""

QUERY_TYPE_UNSPECIFIED: QueryType
QUERY_TYPE_SIMPLE: QueryType
QUERY_TYPE_INSIGHT: QueryType
QUERY_TYPE_RECOMMENDATION: QueryType
QUERY_TYPE_COMPARISON: QueryType
QUERY_TYPE_CORRECTION: QueryType

class DependencyType(int, metaclass=_shapes.EnumType):
    """How the parts of a question hang together."""
    DEPENDENCY_TYPE_UNSPECIFIED: ClassVar[DependencyType]
    """Not decided."""
    DEPENDENCY_TYPE_INDEPENDENT: ClassVar[DependencyType]
    """No part needs another: they run in parallel."""
    DEPENDENCY_TYPE_DEPENDENT: ClassVar[DependencyType]
    """A later part needs an earlier one's findings: they run in order."""
    DEPENDENCY_TYPE_COUPLED: ClassVar[DependencyType]
    """Really one question: they run as one."""

DEPENDENCY_TYPE_UNSPECIFIED: DependencyType
DEPENDENCY_TYPE_INDEPENDENT: DependencyType
DEPENDENCY_TYPE_DEPENDENT: DependencyType
DEPENDENCY_TYPE_COUPLED: DependencyType

class Severity(int, metaclass=_shapes.EnumType):
    """How much a gap matters."""
    SEVERITY_UNSPECIFIED: ClassVar[Severity]
    """Not decided."""
    SEVERITY_CRITICAL: ClassVar[Severity]
    """Without it there is no honest answer."""
    SEVERITY_NICE_TO_HAVE: ClassVar[Severity]
    """With it the answer would be better."""

SEVERITY_UNSPECIFIED: Severity
SEVERITY_CRITICAL: Severity
SEVERITY_NICE_TO_HAVE: Severity

class Confidence(int, metaclass=_shapes.EnumType):
    """How sure a statement is."""
    CONFIDENCE_UNSPECIFIED: ClassVar[Confidence]
    """Not told."""
    CONFIDENCE_LOW: ClassVar[Confidence]
    """A hint: few or scattered data."""
    CONFIDENCE_MEDIUM: ClassVar[Confidence]
    """Some support."""
    CONFIDENCE_HIGH: ClassVar[Confidence]
    """Stands directly in the notes or is computed from enough of them."""

CONFIDENCE_UNSPECIFIED: Confidence
CONFIDENCE_LOW: Confidence
CONFIDENCE_MEDIUM: Confidence
CONFIDENCE_HIGH: Confidence

class Verdict(int, metaclass=_shapes.EnumType):
    """A judgement on whether there is enough, or whether something is good enough."""
    VERDICT_UNSPECIFIED: ClassVar[Verdict]
    """Not decided."""
    VERDICT_SUFFICIENT: ClassVar[Verdict]
    """Can be answered without speculation."""
    VERDICT_INSUFFICIENT: ClassVar[Verdict]
    """A critical gap is open."""
    VERDICT_PASS: ClassVar[Verdict]
    """Holds."""
    VERDICT_FAIL: ClassVar[Verdict]
    """Does not hold."""

VERDICT_UNSPECIFIED: Verdict
VERDICT_SUFFICIENT: Verdict
VERDICT_INSUFFICIENT: Verdict
VERDICT_PASS: Verdict
VERDICT_FAIL: Verdict

class ResponseStyle(int, metaclass=_shapes.EnumType):
    """How long an answer should be."""
    RESPONSE_STYLE_UNSPECIFIED: ClassVar[ResponseStyle]
    """Concise is meant."""
    RESPONSE_STYLE_CONCISE: ClassVar[ResponseStyle]
    """The answer and its main evidence."""
    RESPONSE_STYLE_DETAILED: ClassVar[ResponseStyle]
    """Everything that bears on it."""

RESPONSE_STYLE_UNSPECIFIED: ResponseStyle
RESPONSE_STYLE_CONCISE: ResponseStyle
RESPONSE_STYLE_DETAILED: ResponseStyle

class GapReason(int, metaclass=_shapes.EnumType):
    """Why something is missing."""
    GAP_REASON_UNSPECIFIED: ClassVar[GapReason]
    """Not told."""
    GAP_REASON_NO_NOTES: ClassVar[GapReason]
    """No note has these words, or none of these days. Said only after a whole search."""
    GAP_REASON_NO_VALUE: ClassVar[GapReason]
    """Notes are on the subject, and none has a value of the measure."""
    GAP_REASON_UNCOVERED: ClassVar[GapReason]
    """Words of the question that no value takes into account."""
    GAP_REASON_CUT: ClassVar[GapReason]
    """More notes are in scope than were seen."""
    GAP_REASON_PRESENT_STATE: ClassVar[GapReason]
    """Only the user knows: how something is or feels now."""
    GAP_REASON_AMBIGUOUS: ClassVar[GapReason]
    """The question can be read in more than one way."""
    GAP_REASON_OUTAGE: ClassVar[GapReason]
    """Who should have looked did not answer."""
    GAP_REASON_OUTSIDE_DOMAIN: ClassVar[GapReason]
    """The loaded domains can't interpret what would fill it."""
    GAP_REASON_NOT_STATED: ClassVar[GapReason]
    """Notes are on the subject, and none says what is asked: what is shown comes
    closest.
    """
    GAP_REASON_NO_ADVICE: ClassVar[GapReason]
    """Rules give no advice."""
    GAP_REASON_TIME_UNKNOWN: ClassVar[GapReason]
    """A time of the question can't be resolved."""
    GAP_REASON_CIRCUMSTANCES: ClassVar[GapReason]
    """A model misses other notes."""

GAP_REASON_UNSPECIFIED: GapReason
GAP_REASON_NO_NOTES: GapReason
GAP_REASON_NO_VALUE: GapReason
GAP_REASON_UNCOVERED: GapReason
GAP_REASON_CUT: GapReason
GAP_REASON_PRESENT_STATE: GapReason
GAP_REASON_AMBIGUOUS: GapReason
GAP_REASON_OUTAGE: GapReason
GAP_REASON_OUTSIDE_DOMAIN: GapReason
GAP_REASON_NOT_STATED: GapReason
GAP_REASON_NO_ADVICE: GapReason
GAP_REASON_TIME_UNKNOWN: GapReason
GAP_REASON_CIRCUMSTANCES: GapReason

class RetrievalStrategy(int, metaclass=_shapes.EnumType):
    """How a retrieval looks for notes."""
    RETRIEVAL_STRATEGY_UNSPECIFIED: ClassVar[RetrievalStrategy]
    """Not decided."""
    RETRIEVAL_STRATEGY_DATE_RANGE: ClassVar[RetrievalStrategy]
    """Everything within a range of days."""
    RETRIEVAL_STRATEGY_KEYWORD: ClassVar[RetrievalStrategy]
    """Notes that contain given words or phrases."""
    RETRIEVAL_STRATEGY_TOPIC: ClassVar[RetrievalStrategy]
    """Notes on a subject: its words, names and tags, widened by vocabulary."""
    RETRIEVAL_STRATEGY_PATTERN: ClassVar[RetrievalStrategy]
    """Notes in files whose path matches a glob."""
    RETRIEVAL_STRATEGY_QUESTION: ClassVar[RetrievalStrategy]
    """Notes that bear on a question, best first: the same words or others that
    stand for them, their neighbours, the days it names.
    """
    RETRIEVAL_STRATEGY_OBSERVATIONS: ClassVar[RetrievalStrategy]
    """Values of declared fields, of every note that has some."""
    RETRIEVAL_STRATEGY_TASKS: ClassVar[RetrievalStrategy]
    """Notes with the tasks that a question asks for, the task to be told first in the
    first of them.
    """

RETRIEVAL_STRATEGY_UNSPECIFIED: RetrievalStrategy
RETRIEVAL_STRATEGY_DATE_RANGE: RetrievalStrategy
RETRIEVAL_STRATEGY_KEYWORD: RetrievalStrategy
RETRIEVAL_STRATEGY_TOPIC: RetrievalStrategy
RETRIEVAL_STRATEGY_PATTERN: RetrievalStrategy
RETRIEVAL_STRATEGY_QUESTION: RetrievalStrategy
RETRIEVAL_STRATEGY_OBSERVATIONS: RetrievalStrategy
RETRIEVAL_STRATEGY_TASKS: RetrievalStrategy

class AnswerType(int, metaclass=_shapes.EnumType):
    """What a note has to have to answer a question."""
    ANSWER_TYPE_UNSPECIFIED: ClassVar[AnswerType]
    """Whatever it says."""
    ANSWER_TYPE_NUMBER: ClassVar[AnswerType]
    """A number: "how much was the rent?" """
    ANSWER_TYPE_DAY: ClassVar[AnswerType]
    """A day or a time: "when is the exam?" """

ANSWER_TYPE_UNSPECIFIED: AnswerType
ANSWER_TYPE_NUMBER: AnswerType
ANSWER_TYPE_DAY: AnswerType

class RetrievalOrder(int, metaclass=_shapes.EnumType):
    """Which of the notes that bear on a question come first."""
    RETRIEVAL_ORDER_UNSPECIFIED: ClassVar[RetrievalOrder]
    """Those that bear on it most."""
    RETRIEVAL_ORDER_NEWEST: ClassVar[RetrievalOrder]
    """Of those that have every word of it that matters the newest: "when did I last swim?" """
    RETRIEVAL_ORDER_OLDEST: ClassVar[RetrievalOrder]
    """Of those that have every word of it that matters the oldest: "when did I first swim?" """

RETRIEVAL_ORDER_UNSPECIFIED: RetrievalOrder
RETRIEVAL_ORDER_NEWEST: RetrievalOrder
RETRIEVAL_ORDER_OLDEST: RetrievalOrder

class Gap(message.Message):
    """Something that is missing for an honest answer."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Stable within a run; what was searched for and answered is tracked by it."""
    reason: GapReason
    """Why it is missing."""
    severity: Severity
    """Whether an answer can do without it."""
    searched: bool
    """True once the notes have been searched for it."""
    found: bool
    """True once the search found something, or the user said it."""
    @property
    def words(self) -> _shapes.Values[str]:
        """The words it is about, as the question has them; of CIRCUMSTANCES, what to
        search for.
        """
    @property
    def ranges(self) -> _shapes.Messages[common_v1_time.ScopeRange]:
        """The days that were searched, or are to be. Empty: all."""
    @property
    def measure(self) -> common_v1_query.Measure:
        """The number that is missing, of NO_VALUE."""
    seen: int
    """How many notes were seen, and how many there are, of CUT."""
    total: int
    """See seen."""
    @property
    def readings(self) -> _shapes.Values[str]:
        """What the question may mean, of AMBIGUOUS."""
    role: str
    """Who did not answer, of OUTAGE: "retriever"."""
    domain: str
    """A domain that could interpret it, of OUTSIDE_DOMAIN."""
    description: str
    """A model's own words for it, for a person to read. Empty if rules found it."""
    sub_query_id: int
    """The sub-query that it is of, 0 if the question is whole."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        reason: Optional[Union[GapReason, str]] = ...,
        severity: Optional[Union[Severity, str]] = ...,
        searched: Optional[bool] = ...,
        found: Optional[bool] = ...,
        words: Optional[Iterable[str]] = ...,
        ranges: Optional[Iterable[Union[common_v1_time.ScopeRange, Mapping[str, Any]]]] = ...,
        measure: Optional[Union[common_v1_query.Measure, Mapping[str, Any]]] = ...,
        seen: Optional[int] = ...,
        total: Optional[int] = ...,
        readings: Optional[Iterable[str]] = ...,
        role: Optional[str] = ...,
        domain: Optional[str] = ...,
        description: Optional[str] = ...,
        sub_query_id: Optional[int] = ...,
    ) -> None: ...

class Citation(message.Message):
    """A citation: the words of a note that carry a statement."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Id of the entry."""
    date: str
    """Day of the entry, YYYY-MM-DD. Empty if it is undated."""
    quote: str
    """The words, exactly as they stand in the entry."""
    @property
    def headings(self) -> _shapes.Values[str]:
        """What stands above the entry, as in Entry.headings."""
    @property
    def source(self) -> common_v1_entry.SourceRef:
        """Where the words begin: file and line to open. Of a line that is not known, the
        lines of the whole entry. Absent for an entry that lies in no file.
        """
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        date: Optional[str] = ...,
        quote: Optional[str] = ...,
        headings: Optional[Iterable[str]] = ...,
        source: Optional[Union[common_v1_entry.SourceRef, Mapping[str, Any]]] = ...,
    ) -> None: ...

class SubQuery(message.Message):
    """One question out of a larger one."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: int
    """Counted from 1."""
    question: str
    """The question."""
    @property
    def depends_on(self) -> _shapes.Values[int]:
        """Ids of the sub-queries whose findings it needs."""
    @property
    def form(self) -> common_v1_query.QueryForm:
        """The question in a form. Absent until it is planned by itself."""
    def __init__(
        self,
        *,
        id: Optional[int] = ...,
        question: Optional[str] = ...,
        depends_on: Optional[Iterable[int]] = ...,
        form: Optional[Union[common_v1_query.QueryForm, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RetrievalInstruction(message.Message):
    """One thing for the retriever to do."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: int
    """Counted from 1 within a plan."""
    strategy: RetrievalStrategy
    """How to look."""
    @property
    def date_range(self) -> common_v1_time.DateRange:
        """Days to look in. Absent: all."""
    @property
    def keywords(self) -> _shapes.Values[str]:
        """Words or phrases, for KEYWORD, or how a number is written: "$", "0.00". With
        QUESTION: what a note must have, all of it.
        """
    match_all: bool
    """True: every keyword must be there. False: any."""
    topic: str
    """The subject, for TOPIC. With KEYWORD: what notes name by these words."""
    pattern: str
    """Glob over paths relative to the vault, for PATTERN: "logs/raw/2026/0?/*"."""
    purpose: str
    """What is hoped for, for a person to read."""
    @property
    def sub_query_ids(self) -> _shapes.Values[int]:
        """Sub-queries that it serves. Empty: the whole question."""
    gap_id: str
    """Gap that it tries to fill, if any."""
    question: str
    """What is asked, for QUESTION. Empty: whatever is of the days in prefer."""
    @property
    def prefer(self) -> _shapes.Messages[common_v1_time.DateRange]:
        """Days that the question names. For QUESTION they favour notes and leave none out.
        What is planned for those to come is found with the later notes that settle it.
        """
    @property
    def selection(self) -> common_v1_observation.Selection:
        """Which values, for OBSERVATIONS. For QUESTION: general words of it as subjects,
        each with what notes name in its place as its forms.
        """
    answer_type: AnswerType
    """What is sought, for QUESTION. Of notes that are else as good, those that have it
    come first.
    """
    @property
    def form(self) -> common_v1_query.QueryForm:
        """The question, for TASKS. The domain of selection declares how they are written."""
    order: RetrievalOrder
    """Which notes come first, for QUESTION."""
    def __init__(
        self,
        *,
        id: Optional[int] = ...,
        strategy: Optional[Union[RetrievalStrategy, str]] = ...,
        date_range: Optional[Union[common_v1_time.DateRange, Mapping[str, Any]]] = ...,
        keywords: Optional[Iterable[str]] = ...,
        match_all: Optional[bool] = ...,
        topic: Optional[str] = ...,
        pattern: Optional[str] = ...,
        purpose: Optional[str] = ...,
        sub_query_ids: Optional[Iterable[int]] = ...,
        gap_id: Optional[str] = ...,
        question: Optional[str] = ...,
        prefer: Optional[Iterable[Union[common_v1_time.DateRange, Mapping[str, Any]]]] = ...,
        selection: Optional[Union[common_v1_observation.Selection, Mapping[str, Any]]] = ...,
        answer_type: Optional[Union[AnswerType, str]] = ...,
        form: Optional[Union[common_v1_query.QueryForm, Mapping[str, Any]]] = ...,
        order: Optional[Union[RetrievalOrder, str]] = ...,
    ) -> None: ...

class RetrievalAttempt(message.Message):
    """What became of one instruction."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    attempt: int
    """Counted from 1 over the run."""
    @property
    def instruction(self) -> RetrievalInstruction:
        """What was asked for."""
    entries_found: int
    """How many entries were in scope."""
    summary: str
    """A sentence on the result."""
    @property
    def days(self) -> _shapes.Values[str]:
        """The days on which the entries found say that it happened, likeliest first:
        "2026-02-20". Worked out where a plan asks for it with plan_again.
        """
    tasks: int
    """How many tasks the question asks for, of all notes, for TASKS."""
    def __init__(
        self,
        *,
        attempt: Optional[int] = ...,
        instruction: Optional[Union[RetrievalInstruction, Mapping[str, Any]]] = ...,
        entries_found: Optional[int] = ...,
        summary: Optional[str] = ...,
        days: Optional[Iterable[str]] = ...,
        tasks: Optional[int] = ...,
    ) -> None: ...

class EvaluationFeedback(message.Message):
    """What is wrong with an answer and what to do about it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    issue: str
    """What is wrong."""
    suggestion: str
    """What to do."""
    affected_claim: str
    """The words of the answer that it is about, if it is about some."""
    def __init__(
        self,
        *,
        issue: Optional[str] = ...,
        suggestion: Optional[str] = ...,
        affected_claim: Optional[str] = ...,
    ) -> None: ...

class Clarification(message.Message):
    """What a user said when asked."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    gap_id: str
    """The gap it was asked for."""
    question: str
    """The question as it was asked."""
    answer: str
    """What the user said. Empty if declined."""
    declined: bool
    """True if the user did not want to say."""
    def __init__(
        self,
        *,
        gap_id: Optional[str] = ...,
        question: Optional[str] = ...,
        answer: Optional[str] = ...,
        declined: Optional[bool] = ...,
    ) -> None: ...

class Question(message.Message):
    """A question to the user."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Stable within a run; an answer names it."""
    text: str
    """The question."""
    gap_id: str
    """The gap that an answer would fill."""
    @property
    def options(self) -> _shapes.Values[str]:
        """Answers to choose from, where that helps. Free text is always accepted."""
    required: bool
    """True if there is no useful answer without it."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        text: Optional[str] = ...,
        gap_id: Optional[str] = ...,
        options: Optional[Iterable[str]] = ...,
        required: Optional[bool] = ...,
    ) -> None: ...
