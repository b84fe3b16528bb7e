# Written by make generate from proto/weft/planner/v1/planner.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_background
from . import common_v1_context
from . import common_v1_domain
from . import common_v1_evidence
from . import common_v1_query
from . import common_v1_reasoning
from . import common_v1_time
from . import common_v1_tool
from . import plan_v1_plan
from . import planning_v1_draft
from . import planning_v1_goal
from . import planning_v1_outline
from . import planning_v1_replan
from . import reason_v1_reason

DESCRIPTOR: descriptor.FileDescriptor

class NextAction(int, metaclass=_shapes.EnumType):
    """What comes after planning."""
    NEXT_ACTION_UNSPECIFIED: ClassVar[NextAction]
    """Not decided."""
    NEXT_ACTION_RETRIEVE: ClassVar[NextAction]
    """Look up the instructions."""
    NEXT_ACTION_EXPAND_DOMAIN: ClassVar[NextAction]
    """Load further domains first."""
    NEXT_ACTION_CLARIFY: ClassVar[NextAction]
    """Only the user can say."""
    NEXT_ACTION_SYNTHESIZE: ClassVar[NextAction]
    """Nothing more to look for: answer with what there is."""

NEXT_ACTION_UNSPECIFIED: NextAction
NEXT_ACTION_RETRIEVE: NextAction
NEXT_ACTION_EXPAND_DOMAIN: NextAction
NEXT_ACTION_CLARIFY: NextAction
NEXT_ACTION_SYNTHESIZE: NextAction

class ThinkRequest(message.Message):
    """What is to be found out, and what is known of it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    question: str
    """The question."""
    @property
    def tools(self) -> _shapes.Messages[reason_v1_reason.Tool]:
        """The tools that may be called."""
    @property
    def entries(self) -> _shapes.Messages[reason_v1_reason.Entry]:
        """All calls that were made, oldest first."""
    @property
    def problems(self) -> _shapes.Messages[reason_v1_reason.Problem]:
        """What was wrong with the last step."""
    last: bool
    """No call is left: it has to answer."""
    style: reason_v1_reason.Style
    """How the answer is to be written. Unspecified: as the model finds best."""
    @property
    def given(self) -> _shapes.Values[str]:
        """What is there from the beginning, of what tools need."""
    @property
    def session(self) -> _shapes.Values[str]:
        """What was said before, oldest first."""
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        question: Optional[str] = ...,
        tools: Optional[Iterable[Union[reason_v1_reason.Tool, Mapping[str, Any]]]] = ...,
        entries: Optional[Iterable[Union[reason_v1_reason.Entry, Mapping[str, Any]]]] = ...,
        problems: Optional[Iterable[Union[reason_v1_reason.Problem, Mapping[str, Any]]]] = ...,
        last: Optional[bool] = ...,
        style: Optional[Union[reason_v1_reason.Style, str]] = ...,
        given: Optional[Iterable[str]] = ...,
        session: Optional[Iterable[str]] = ...,
    ) -> None: ...

class ThinkResponse(message.Message):
    """What comes next."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def step(self) -> reason_v1_reason.Step:
        """The step."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    def __init__(
        self,
        *,
        step: Optional[Union[reason_v1_reason.Step, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ReadGoalRequest(message.Message):
    """What is read."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run. Days such as "in six months" count from its time."""
    @property
    def goal(self) -> planning_v1_goal.Goal:
        """What is wanted."""
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        goal: Optional[Union[planning_v1_goal.Goal, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ReadGoalResponse(message.Message):
    """What was read."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def understood(self) -> planning_v1_draft.Understood:
        """What was read, and what could be asked."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    def __init__(
        self,
        *,
        understood: Optional[Union[planning_v1_draft.Understood, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class DraftOutlineRequest(message.Message):
    """What is taken apart."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    @property
    def goal(self) -> planning_v1_goal.Goal:
        """What is wanted."""
    @property
    def previous(self) -> planning_v1_outline.Outline:
        """The draft before this one. Absent: there is none."""
    @property
    def violations(self) -> _shapes.Messages[planning_v1_outline.Violation]:
        """What is wrong with that."""
    @property
    def notes(self) -> _shapes.Messages[common_v1_evidence.EvidenceNote]:
        """Notes of the person that may bear on it, best first."""
    @property
    def subtypes(self) -> _shapes.Messages[planning_v1_outline.PatternSpec]:
        """Patterns and subtypes that the person has agreed to, besides those that there are."""
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        goal: Optional[Union[planning_v1_goal.Goal, Mapping[str, Any]]] = ...,
        previous: Optional[Union[planning_v1_outline.Outline, Mapping[str, Any]]] = ...,
        violations: Optional[Iterable[Union[planning_v1_outline.Violation, Mapping[str, Any]]]] = ...,
        notes: Optional[Iterable[Union[common_v1_evidence.EvidenceNote, Mapping[str, Any]]]] = ...,
        subtypes: Optional[Iterable[Union[planning_v1_outline.PatternSpec, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class DraftOutlineResponse(message.Message):
    """A goal taken apart."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def draft(self) -> planning_v1_draft.OutlineDraft:
        """The outline."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    def __init__(
        self,
        *,
        draft: Optional[Union[planning_v1_draft.OutlineDraft, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class BrainstormRequest(message.Message):
    """What other ways are thought of for."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    @property
    def goal(self) -> planning_v1_goal.Goal:
        """What is wanted."""
    @property
    def outline(self) -> planning_v1_outline.Outline:
        """How it would be gone about. Absent: nobody has said."""
    count: int
    """How many ways are wanted."""
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        goal: Optional[Union[planning_v1_goal.Goal, Mapping[str, Any]]] = ...,
        outline: Optional[Union[planning_v1_outline.Outline, Mapping[str, Any]]] = ...,
        count: Optional[int] = ...,
    ) -> None: ...

class BrainstormResponse(message.Message):
    """Other ways to go about it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def ideas(self) -> planning_v1_goal.Ideas:
        """The ways, as many as were wanted."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    def __init__(
        self,
        *,
        ideas: Optional[Union[planning_v1_goal.Ideas, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class DraftRoadmapRequest(message.Message):
    """What is laid on a person's days."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    @property
    def goal(self) -> planning_v1_goal.Goal:
        """What is wanted."""
    @property
    def outline(self) -> planning_v1_outline.Outline:
        """The outline."""
    @property
    def commitments(self) -> _shapes.Messages[planning_v1_draft.Commitment]:
        """What the person's time holds already."""
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        goal: Optional[Union[planning_v1_goal.Goal, Mapping[str, Any]]] = ...,
        outline: Optional[Union[planning_v1_outline.Outline, Mapping[str, Any]]] = ...,
        commitments: Optional[Iterable[Union[planning_v1_draft.Commitment, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class DraftRoadmapResponse(message.Message):
    """An outline on a person's days."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def draft(self) -> planning_v1_draft.RoadmapDraft:
        """The roadmap."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    def __init__(
        self,
        *,
        draft: Optional[Union[planning_v1_draft.RoadmapDraft, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class DraftScheduleRequest(message.Message):
    """What is scheduled."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    @property
    def goal(self) -> planning_v1_goal.Goal:
        """What is wanted."""
    @property
    def outline(self) -> planning_v1_outline.Outline:
        """The outline."""
    @property
    def commitments(self) -> _shapes.Messages[planning_v1_draft.Commitment]:
        """What the person's time holds already."""
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        goal: Optional[Union[planning_v1_goal.Goal, Mapping[str, Any]]] = ...,
        outline: Optional[Union[planning_v1_outline.Outline, Mapping[str, Any]]] = ...,
        commitments: Optional[Iterable[Union[planning_v1_draft.Commitment, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class DraftScheduleResponse(message.Message):
    """Where the work lies."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def draft(self) -> planning_v1_draft.ScheduleDraft:
        """The schedule, or why there is none. It has no revision of a timeline and tells no
        commitments.
        """
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    def __init__(
        self,
        *,
        draft: Optional[Union[planning_v1_draft.ScheduleDraft, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RescheduleRequest(message.Message):
    """What is laid anew."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run. What is over by its time is past."""
    @property
    def roadmaps(self) -> _shapes.Messages[planning_v1_replan.Resumption]:
        """The roadmaps, whose hours may move."""
    @property
    def commitments(self) -> _shapes.Messages[planning_v1_draft.Commitment]:
        """What else the person's time holds."""
    schedules: int
    """How many schedules are tried at most. 0: as usual."""
    seed: int
    """Of what is drawn at random."""
    without_ways: bool
    """What could give is not looked for where there is no schedule."""
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        roadmaps: Optional[Iterable[Union[planning_v1_replan.Resumption, Mapping[str, Any]]]] = ...,
        commitments: Optional[Iterable[Union[planning_v1_draft.Commitment, Mapping[str, Any]]]] = ...,
        schedules: Optional[int] = ...,
        seed: Optional[int] = ...,
        without_ways: Optional[bool] = ...,
    ) -> None: ...

class RescheduleResponse(message.Message):
    """Where the work lies then."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def draft(self) -> planning_v1_draft.ScheduleDraft:
        """The schedule, or why there is none. The ids of its nodes have that of their roadmap and
        "/" before them.
        """
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    @property
    def out(self) -> _shapes.Values[str]:
        """Sessions that were missed or can't stay, and that the schedule leaves out so that the rest
        can be, by such ids.
        """
    def __init__(
        self,
        *,
        draft: Optional[Union[planning_v1_draft.ScheduleDraft, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
        out: Optional[Iterable[str]] = ...,
    ) -> None: ...

class DraftRequest(message.Message):
    """What a plan is drafted from."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    wish: str
    """What is wanted."""
    @property
    def tools(self) -> _shapes.Messages[common_v1_tool.Tool]:
        """The tools that a step may call."""
    @property
    def notes(self) -> _shapes.Messages[common_v1_evidence.EvidenceNote]:
        """Notes that bear on it, best first."""
    @property
    def previous(self) -> plan_v1_plan.Content:
        """The draft before this one. Absent: there is none."""
    @property
    def feedback(self) -> _shapes.Values[str]:
        """What should be different, in the words of people, oldest first."""
    @property
    def readers(self) -> _shapes.Messages[reason_v1_reason.Tool]:
        """Readers that may be called before the plan is written. They only read."""
    @property
    def looked(self) -> _shapes.Messages[reason_v1_reason.Entry]:
        """What they have returned, oldest first."""
    last: bool
    """No call of a reader is left."""
    @property
    def background(self) -> _shapes.Messages[common_v1_background.BackgroundText]:
        """What a model is told beside the notes: of the domains that bear on the wish, and the
        person's context page.
        """
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        wish: Optional[str] = ...,
        tools: Optional[Iterable[Union[common_v1_tool.Tool, Mapping[str, Any]]]] = ...,
        notes: Optional[Iterable[Union[common_v1_evidence.EvidenceNote, Mapping[str, Any]]]] = ...,
        previous: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        feedback: Optional[Iterable[str]] = ...,
        readers: Optional[Iterable[Union[reason_v1_reason.Tool, Mapping[str, Any]]]] = ...,
        looked: Optional[Iterable[Union[reason_v1_reason.Entry, Mapping[str, Any]]]] = ...,
        last: Optional[bool] = ...,
        background: Optional[Iterable[Union[common_v1_background.BackgroundText, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class DraftResponse(message.Message):
    """A draft."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def content(self) -> plan_v1_plan.Content:
        """The plan. Absent if something is missing."""
    missing: str
    """A question to the person, without whose answer it can't be drafted."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    @property
    def look(self) -> reason_v1_reason.Step:
        """A reader that is to be called first. Absent: there is none."""
    def __init__(
        self,
        *,
        content: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        missing: Optional[str] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
        look: Optional[Union[reason_v1_reason.Step, Mapping[str, Any]]] = ...,
    ) -> None: ...

class PlanRequest(message.Message):
    """What the planner is given."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    query: str
    """The question."""
    query_type: common_v1_reasoning.QueryType
    """What is known so far of the kind of answer it wants."""
    @property
    def domain_context(self) -> common_v1_domain.DomainContext:
        """Domain knowledge."""
    @property
    def retrieval_history(self) -> _shapes.Messages[common_v1_reasoning.RetrievalAttempt]:
        """What was looked up so far, oldest first."""
    @property
    def gaps(self) -> _shapes.Messages[common_v1_reasoning.Gap]:
        """What the analyzer misses."""
    @property
    def feedback(self) -> _shapes.Messages[common_v1_reasoning.EvaluationFeedback]:
        """What the last answer lacks, in the words of whoever found it."""
    global_context: str
    """The user's global context, Markdown. May be empty."""
    @property
    def clarifications(self) -> _shapes.Messages[common_v1_reasoning.Clarification]:
        """What the user has been asked so far, with the answers."""
    @property
    def sub_queries(self) -> _shapes.Messages[common_v1_reasoning.SubQuery]:
        """The sub-queries of the first plan; a later plan keeps them."""
    @property
    def understanding(self) -> common_v1_query.Understanding:
        """What a model understood of the question. Absent if none was asked."""
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        query: Optional[str] = ...,
        query_type: Optional[Union[common_v1_reasoning.QueryType, str]] = ...,
        domain_context: Optional[Union[common_v1_domain.DomainContext, Mapping[str, Any]]] = ...,
        retrieval_history: Optional[Iterable[Union[common_v1_reasoning.RetrievalAttempt, Mapping[str, Any]]]] = ...,
        gaps: Optional[Iterable[Union[common_v1_reasoning.Gap, Mapping[str, Any]]]] = ...,
        feedback: Optional[Iterable[Union[common_v1_reasoning.EvaluationFeedback, Mapping[str, Any]]]] = ...,
        global_context: Optional[str] = ...,
        clarifications: Optional[Iterable[Union[common_v1_reasoning.Clarification, Mapping[str, Any]]]] = ...,
        sub_queries: Optional[Iterable[Union[common_v1_reasoning.SubQuery, Mapping[str, Any]]]] = ...,
        understanding: Optional[Union[common_v1_query.Understanding, Mapping[str, Any]]] = ...,
    ) -> None: ...

class GapStatus(message.Message):
    """How the search for one gap stands."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    gap_id: str
    """The gap."""
    searched: bool
    """True once it has been searched for."""
    found: bool
    """True once something was found."""
    def __init__(
        self,
        *,
        gap_id: Optional[str] = ...,
        searched: Optional[bool] = ...,
        found: Optional[bool] = ...,
    ) -> None: ...

class PlanResponse(message.Message):
    """The plan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    reasoning: str
    """Why, in a sentence or two."""
    query_type: common_v1_reasoning.QueryType
    """What kind of answer the question wants."""
    @property
    def form(self) -> common_v1_query.QueryForm:
        """The question in a form."""
    @property
    def time_ranges(self) -> _shapes.Messages[common_v1_time.TimeRange]:
        """The time expressions found in the question, resolved by code."""
    @property
    def sub_queries(self) -> _shapes.Messages[common_v1_reasoning.SubQuery]:
        """The parts of the question; one if it is whole."""
    dependency: common_v1_reasoning.DependencyType
    """How the parts hang together."""
    @property
    def instructions(self) -> _shapes.Messages[common_v1_reasoning.RetrievalInstruction]:
        """What to look up. Never one that was looked up before in this run."""
    @property
    def gaps_status(self) -> _shapes.Messages[GapStatus]:
        """How the search for each gap stands."""
    @property
    def expand_domains(self) -> _shapes.Values[str]:
        """Domains to load, for EXPAND_DOMAIN."""
    @property
    def clarify_gaps(self) -> _shapes.Messages[common_v1_reasoning.Gap]:
        """Gaps that only the user can fill, for CLARIFY."""
    next_action: NextAction
    """What comes next. Never UNSPECIFIED."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    @property
    def unresolved_times(self) -> _shapes.Messages[common_v1_time.UnresolvedTime]:
        """Time expressions of the question that can't be resolved. The scope is
        widened as if they were not there, and the answer says so.
        """
    @property
    def notices(self) -> _shapes.Values[str]:
        """What the user should know of how the question was read, a sentence each:
        that a date does not exist, that two times don't fit together, that a time
        lies ahead. Part of the report's warnings and told with the answer.
        """
    plan_again: bool
    """True if a time of the question counts from something that only notes can
    date ("the weekend before the race"), and the instructions look for that.
    The question is to be planned again with the days of what they find before
    anything else is done. Never true of a plan that has such days, or looked
    for them in vain.
    """
    def __init__(
        self,
        *,
        reasoning: Optional[str] = ...,
        query_type: Optional[Union[common_v1_reasoning.QueryType, str]] = ...,
        form: Optional[Union[common_v1_query.QueryForm, Mapping[str, Any]]] = ...,
        time_ranges: Optional[Iterable[Union[common_v1_time.TimeRange, Mapping[str, Any]]]] = ...,
        sub_queries: Optional[Iterable[Union[common_v1_reasoning.SubQuery, Mapping[str, Any]]]] = ...,
        dependency: Optional[Union[common_v1_reasoning.DependencyType, str]] = ...,
        instructions: Optional[Iterable[Union[common_v1_reasoning.RetrievalInstruction, Mapping[str, Any]]]] = ...,
        gaps_status: Optional[Iterable[Union[GapStatus, Mapping[str, Any]]]] = ...,
        expand_domains: Optional[Iterable[str]] = ...,
        clarify_gaps: Optional[Iterable[Union[common_v1_reasoning.Gap, Mapping[str, Any]]]] = ...,
        next_action: Optional[Union[NextAction, str]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
        unresolved_times: Optional[Iterable[Union[common_v1_time.UnresolvedTime, Mapping[str, Any]]]] = ...,
        notices: Optional[Iterable[str]] = ...,
        plan_again: Optional[bool] = ...,
    ) -> None: ...
