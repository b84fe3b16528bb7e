# Written by make generate from proto/weft/notegraph/v1/notegraph.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import clarifier_v1_clarifier
from . import common_v1_analysis
from . import common_v1_context
from . import common_v1_entry
from . import common_v1_evidence
from . import common_v1_observation
from . import common_v1_reasoning
from . import common_v1_time
from . import parser_v1_parser
from . import planner_v1_planner
from . import planning_v1_replan
from . import retriever_v1_retriever
from . import synthesizer_v1_synthesizer

DESCRIPTOR: descriptor.FileDescriptor

class Input(message.Message):
    """The input of a run of the note graph."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """What the user wrote."""
    intent: common_v1_reasoning.InputType
    """What the caller knows of its type; UNSPECIFIED lets the router decide."""
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which zone. run_id is set."""
    @property
    def session(self) -> _shapes.Values[str]:
        """The last turns of the conversation, oldest first."""
    style: common_v1_reasoning.ResponseStyle
    """How long an answer should be."""
    @property
    def notices(self) -> _shapes.Values[str]:
        """What the caller should know of how the input was taken. Part of the report's
        warnings.
        """
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        intent: Optional[Union[common_v1_reasoning.InputType, str]] = ...,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        session: Optional[Iterable[str]] = ...,
        style: Optional[Union[common_v1_reasoning.ResponseStyle, str]] = ...,
        notices: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Domains(message.Message):
    """Output of BUILD_CONTEXT and of EXPAND_DOMAIN: the domains from now on."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def loaded(self) -> _shapes.Values[str]:
        """Names, the base first."""
    def __init__(
        self,
        *,
        loaded: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Result(message.Message):
    """What a run of the note graph came to, for the run that waits for it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    answer: str
    """The answer, Markdown. Empty if nothing was asked, or nothing could be answered."""
    @property
    def citations(self) -> _shapes.Messages[common_v1_reasoning.Citation]:
        """The notes behind it."""
    def __init__(
        self,
        *,
        answer: Optional[str] = ...,
        citations: Optional[Iterable[Union[common_v1_reasoning.Citation, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Proposed(message.Message):
    """Output of PROPOSE_PLAN."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    roadmap_id: str
    """The roadmap, in place of a plan."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        roadmap_id: Optional[str] = ...,
    ) -> None: ...

class Planned(message.Message):
    """Output of PLAN."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> planner_v1_planner.PlanResponse:
        """The plan for the question as a whole. Its instructions are those of all
        parts, each naming the parts that it serves.
        """
    @property
    def parts(self) -> _shapes.Messages[common_v1_reasoning.SubQuery]:
        """The parts of a question that does not run as one, each with its form."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What the user should know: a global context that can't be read whole."""
    def __init__(
        self,
        *,
        plan: Optional[Union[planner_v1_planner.PlanResponse, Mapping[str, Any]]] = ...,
        parts: Optional[Iterable[Union[common_v1_reasoning.SubQuery, Mapping[str, Any]]]] = ...,
        warnings: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Analyzed(message.Message):
    """Output of ANALYZE."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def analysis(self) -> common_v1_analysis.Analysis:
        """What was found, over all parts of the question."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where it came from."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What the user should know: a note that has changed since it was found."""
    def __init__(
        self,
        *,
        analysis: Optional[Union[common_v1_analysis.Analysis, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
        warnings: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Retrieved(message.Message):
    """Output of RETRIEVE."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entries(self) -> _shapes.Messages[common_v1_entry.EntryRef]:
        """The entries, without repeats, best first."""
    @property
    def results(self) -> _shapes.Messages[retriever_v1_retriever.InstructionResult]:
        """What became of each instruction."""
    @property
    def attempts(self) -> _shapes.Messages[common_v1_reasoning.RetrievalAttempt]:
        """What was looked up, for the run's history."""
    total: int
    """How many entries were in scope."""
    @property
    def covered(self) -> common_v1_time.DateRange:
        """First and last day of what was found."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What the user should know."""
    truncated: bool
    """True if a limit cut the scope."""
    @property
    def observations(self) -> _shapes.Messages[common_v1_observation.Observation]:
        """Values of declared fields, in the order of time."""
    @property
    def unread(self) -> _shapes.Messages[common_v1_observation.UnreadNote]:
        """Notes on a subject that were not read whole, in the order of time."""
    @property
    def search(self) -> common_v1_evidence.SearchOutcome:
        """How well it was searched."""
    @property
    def latest(self) -> _shapes.Messages[common_v1_entry.EntryRef]:
        """The latest entries that no search has found, newest first: what a model sees
        beside the others where these are few.
        """
    def __init__(
        self,
        *,
        entries: Optional[Iterable[Union[common_v1_entry.EntryRef, Mapping[str, Any]]]] = ...,
        results: Optional[Iterable[Union[retriever_v1_retriever.InstructionResult, Mapping[str, Any]]]] = ...,
        attempts: Optional[Iterable[Union[common_v1_reasoning.RetrievalAttempt, Mapping[str, Any]]]] = ...,
        total: Optional[int] = ...,
        covered: Optional[Union[common_v1_time.DateRange, Mapping[str, Any]]] = ...,
        warnings: Optional[Iterable[str]] = ...,
        truncated: Optional[bool] = ...,
        observations: Optional[Iterable[Union[common_v1_observation.Observation, Mapping[str, Any]]]] = ...,
        unread: Optional[Iterable[Union[common_v1_observation.UnreadNote, Mapping[str, Any]]]] = ...,
        search: Optional[Union[common_v1_evidence.SearchOutcome, Mapping[str, Any]]] = ...,
        latest: Optional[Iterable[Union[common_v1_entry.EntryRef, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Synthesized(message.Message):
    """Output of SYNTHESIZE."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def answer(self) -> synthesizer_v1_synthesizer.Answer:
        """The answer."""
    partial: bool
    """True if it is partial."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where it came from."""
    def __init__(
        self,
        *,
        answer: Optional[Union[synthesizer_v1_synthesizer.Answer, Mapping[str, Any]]] = ...,
        partial: Optional[bool] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Kept(message.Message):
    """Output of KEEP: the text is on disk."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entry(self) -> common_v1_entry.EntryRef:
        """The entry that holds the text."""
    @property
    def progress(self) -> planning_v1_replan.Progress:
        """The task of a roadmap that the note may tell of as done. Absent: none."""
    def __init__(
        self,
        *,
        entry: Optional[Union[common_v1_entry.EntryRef, Mapping[str, Any]]] = ...,
        progress: Optional[Union[planning_v1_replan.Progress, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Parsed(message.Message):
    """Output of PARSE."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entry(self) -> common_v1_entry.EntryRef:
        """The entry that holds the text."""
    @property
    def parse(self) -> parser_v1_parser.ParseResponse:
        """What the parser made of it."""
    domains: str
    """The version of the domains that it was read by."""
    def __init__(
        self,
        *,
        entry: Optional[Union[common_v1_entry.EntryRef, Mapping[str, Any]]] = ...,
        parse: Optional[Union[parser_v1_parser.ParseResponse, Mapping[str, Any]]] = ...,
        domains: Optional[str] = ...,
    ) -> None: ...

class Stored(message.Message):
    """Output of STORE."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entry(self) -> common_v1_entry.EntryRef:
        """The entry that holds the text."""
    @property
    def corrected(self) -> common_v1_entry.EntryRef:
        """For a correction: the entry that it changed. Absent if it changed none."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What the user should know."""
    def __init__(
        self,
        *,
        entry: Optional[Union[common_v1_entry.EntryRef, Mapping[str, Any]]] = ...,
        corrected: Optional[Union[common_v1_entry.EntryRef, Mapping[str, Any]]] = ...,
        warnings: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Observed(message.Message):
    """Output of OBSERVE."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def insights(self) -> _shapes.Values[str]:
        """What was learned, a sentence each."""
    context_version: int
    """Version of the global context after it; 0 if there is none."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where it came from."""
    def __init__(
        self,
        *,
        insights: Optional[Iterable[str]] = ...,
        context_version: Optional[int] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Ask(message.Message):
    """What the user is asked at WAIT_USER."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def questions(self) -> clarifier_v1_clarifier.ClarifyResponse:
        """The questions."""
    def __init__(
        self,
        *,
        questions: Optional[Union[clarifier_v1_clarifier.ClarifyResponse, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Reply(message.Message):
    """What the user said at WAIT_USER."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def answers(self) -> _shapes.Messages[common_v1_reasoning.Clarification]:
        """Each answer; questions without one count as declined."""
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When it was said."""
    def __init__(
        self,
        *,
        answers: Optional[Iterable[Union[common_v1_reasoning.Clarification, Mapping[str, Any]]]] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
    ) -> None: ...
