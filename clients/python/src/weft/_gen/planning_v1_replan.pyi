# Written by make generate from proto/weft/planning/v1/replan.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import planning_v1_draft
from . import planning_v1_goal
from . import planning_v1_publish
from . import planning_v1_roadmap

DESCRIPTOR: descriptor.FileDescriptor

class Replanning(message.Message):
    """Roadmaps that are looked at anew because life differs: what a run of the graph "replan"
    begins with.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmap_ids(self) -> _shapes.Values[str]:
        """The roadmaps whose hours may move. None: all that are carried out."""
    schedules: int
    """How many schedules are tried at most. 0: as usual."""
    seed: int
    """Of what is drawn at random: the same seed finds the same schedule."""
    occasion: str
    """Why it is begun, such as "morning". Empty: somebody asked for it."""
    def __init__(
        self,
        *,
        roadmap_ids: Optional[Iterable[str]] = ...,
        schedules: Optional[int] = ...,
        seed: Optional[int] = ...,
        occasion: Optional[str] = ...,
    ) -> None: ...

class Resumption(message.Message):
    """A roadmap to be looked at anew."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmap(self) -> planning_v1_roadmap.Roadmap:
        """The roadmap as it is kept."""
    @property
    def terms(self) -> planning_v1_goal.Terms:
        """Parts whose deadline is put off, and parts that are left out, by their ids in the roadmap.
        Other terms are not looked at.
        """
    def __init__(
        self,
        *,
        roadmap: Optional[Union[planning_v1_roadmap.Roadmap, Mapping[str, Any]]] = ...,
        terms: Optional[Union[planning_v1_goal.Terms, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Difference(message.Message):
    """Where life is not as a roadmap has it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    kind: str
    """What differs: "missed", its time is over and it is not done; "taken", the calendar has
    something else at that time; "double", other work of a roadmap is at that time; "outside",
    it is outside its hours; "unlaid", a part of the work has no time; "surplus",
    there is more time than it needs; "late", it ends after its deadline; "lapsed", the days on
    which it could be done are over, and it is left out; "pinned", its person has put it where the
    order of tasks is broken, and it stays there; "unsound", the roadmap can't be laid anew until
    its person has settled something; "unread", something of the calendars could not be read, which
    is of no one roadmap.
    """
    roadmap_id: str
    """The roadmap."""
    node_id: str
    """The task."""
    title: str
    """What it is called."""
    @property
    def start_time(self) -> timestamp_pb2.Timestamp:
        """The time that it is about."""
    @property
    def end_time(self) -> timestamp_pb2.Timestamp:
        """Its end."""
    text: str
    """In plain words."""
    def __init__(
        self,
        *,
        kind: Optional[str] = ...,
        roadmap_id: Optional[str] = ...,
        node_id: Optional[str] = ...,
        title: Optional[str] = ...,
        start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        end_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        text: Optional[str] = ...,
    ) -> None: ...

class Span(message.Message):
    """A stretch of time."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def start_time(self) -> timestamp_pb2.Timestamp:
        """Its beginning."""
    @property
    def end_time(self) -> timestamp_pb2.Timestamp:
        """Its end, not included."""
    def __init__(
        self,
        *,
        start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        end_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Move(message.Message):
    """A task that lies elsewhere than it did."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap."""
    node_id: str
    """The task."""
    title: str
    """What it is called."""
    @property
    def to(self) -> _shapes.Messages[Span]:
        """The times that are new. None: it needs less."""
    reason: str
    """Why. Empty: others had to go first."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
        node_id: Optional[str] = ...,
        title: Optional[str] = ...,
        to: Optional[Iterable[Union[Span, Mapping[str, Any]]]] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class Slip(message.Message):
    """A roadmap whose last work is on another day than it was."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap."""
    title: str
    """What it is called."""
    end: str
    """The last day with work of it, as "2027-04-25", by the proposal."""
    was: str
    """And as it is kept."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
        title: Optional[str] = ...,
        end: Optional[str] = ...,
        was: Optional[str] = ...,
    ) -> None: ...

class Observed(message.Message):
    """What was seen of a person's roadmaps."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When."""
    timeline_revision: int
    """The revision of the timeline."""
    @property
    def roadmap_ids(self) -> _shapes.Values[str]:
        """The roadmaps that were looked at."""
    @property
    def differences(self) -> _shapes.Messages[Difference]:
        """What differs, at most the 500 that come first."""
    zone: str
    """The zone of their person."""
    def __init__(
        self,
        *,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        timeline_revision: Optional[int] = ...,
        roadmap_ids: Optional[Iterable[str]] = ...,
        differences: Optional[Iterable[Union[Difference, Mapping[str, Any]]]] = ...,
        zone: Optional[str] = ...,
    ) -> None: ...

class Proposal(message.Message):
    """What is proposed where life differs."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def schedule(self) -> planning_v1_draft.ScheduleDraft:
        """The schedule, or why there is none. The ids of its nodes have that of their roadmap and
        "/" before them.
        """
    @property
    def moves(self) -> _shapes.Messages[Move]:
        """What moves, in the order of time."""
    @property
    def slips(self) -> _shapes.Messages[Slip]:
        """What ends on another day."""
    @property
    def weeks(self) -> _shapes.Messages[planning_v1_draft.WeekLoad]:
        """What the roadmaps take then of the weeks to come, at most twelve."""
    @property
    def titles(self) -> _shapes.ValueMap[str, str]:
        """What it is called, of each roadmap."""
    @property
    def out(self) -> _shapes.Values[str]:
        """Sessions that are left out so that the rest can be, by their ids in the schedule."""
    @property
    def needs(self) -> _shapes.Values[str]:
        """Without a schedule: of each roadmap how much work is left, and how much time there is for it,
        in words.
        """
    @property
    def stuck(self) -> _shapes.ValueMap[str, str]:
        """Roadmaps that could not be scheduled and stay where they are, so that the others don't wait for
        them: of each, by its id, what it is called, what it needs and what could give, in words.
        """
    def __init__(
        self,
        *,
        schedule: Optional[Union[planning_v1_draft.ScheduleDraft, Mapping[str, Any]]] = ...,
        moves: Optional[Iterable[Union[Move, Mapping[str, Any]]]] = ...,
        slips: Optional[Iterable[Union[Slip, Mapping[str, Any]]]] = ...,
        weeks: Optional[Iterable[Union[planning_v1_draft.WeekLoad, Mapping[str, Any]]]] = ...,
        titles: Optional[Mapping[str, str]] = ...,
        out: Optional[Iterable[str]] = ...,
        needs: Optional[Iterable[str]] = ...,
        stuck: Optional[Mapping[str, str]] = ...,
    ) -> None: ...

class Consent(message.Message):
    """What is asked before anything moves: the payload of a pause."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def observed(self) -> Observed:
        """What differs."""
    @property
    def proposal(self) -> Proposal:
        """What is proposed."""
    reason: str
    """Why it is asked."""
    def __init__(
        self,
        *,
        observed: Optional[Union[Observed, Mapping[str, Any]]] = ...,
        proposal: Optional[Union[Proposal, Mapping[str, Any]]] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class ReplanReport(message.Message):
    """Where the planning anew of roadmaps stands: what is told of a run of the graph "replan"."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def replanning(self) -> Replanning:
        """What was asked for."""
    @property
    def observed(self) -> Observed:
        """What differs."""
    @property
    def proposal(self) -> Proposal:
        """What is proposed. Absent: nothing is yet."""
    @property
    def terms(self) -> planning_v1_goal.Terms:
        """What may give, as a person has chosen."""
    reason: str
    """Why it waits. Empty: it does not."""
    @property
    def result(self) -> ReplanResult:
        """What it came to. Absent: it has not ended."""
    user: str
    """Whose roadmaps they are."""
    def __init__(
        self,
        *,
        replanning: Optional[Union[Replanning, Mapping[str, Any]]] = ...,
        observed: Optional[Union[Observed, Mapping[str, Any]]] = ...,
        proposal: Optional[Union[Proposal, Mapping[str, Any]]] = ...,
        terms: Optional[Union[planning_v1_goal.Terms, Mapping[str, Any]]] = ...,
        reason: Optional[str] = ...,
        result: Optional[Union[ReplanResult, Mapping[str, Any]]] = ...,
        user: Optional[str] = ...,
    ) -> None: ...

class ReplanResult(message.Message):
    """What planning anew came to."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Outcome(int, metaclass=_shapes.EnumType):
        """What it came to."""
        OUTCOME_UNSPECIFIED: ClassVar[ReplanResult.Outcome]
        """Not used."""
        OUTCOME_UNCHANGED: ClassVar[ReplanResult.Outcome]
        """Nothing has to move."""
        OUTCOME_APPLIED: ClassVar[ReplanResult.Outcome]
        """What was agreed to is kept."""
        OUTCOME_DECLINED: ClassVar[ReplanResult.Outcome]
        """Everything stays where it is."""
        OUTCOME_EXPIRED: ClassVar[ReplanResult.Outcome]
        """Nobody answered in time, and everything stays where it is."""

    OUTCOME_UNSPECIFIED: ClassVar[ReplanResult.Outcome]
    OUTCOME_UNCHANGED: ClassVar[ReplanResult.Outcome]
    OUTCOME_APPLIED: ClassVar[ReplanResult.Outcome]
    OUTCOME_DECLINED: ClassVar[ReplanResult.Outcome]
    OUTCOME_EXPIRED: ClassVar[ReplanResult.Outcome]
    outcome: ReplanResult.Outcome
    """What it came to."""
    @property
    def roadmap_ids(self) -> _shapes.Values[str]:
        """The roadmaps that were changed."""
    timeline_revision: int
    """The revision of the timeline with it."""
    approved_by: str
    """Who agreed."""
    reason: str
    """Why everything stays."""
    @property
    def calendar(self) -> planning_v1_publish.Publication:
        """What came of writing the roadmaps into the person's calendar. Absent: there is none to write
        to, or nothing has moved.
        """
    def __init__(
        self,
        *,
        outcome: Optional[Union[ReplanResult.Outcome, str]] = ...,
        roadmap_ids: Optional[Iterable[str]] = ...,
        timeline_revision: Optional[int] = ...,
        approved_by: Optional[str] = ...,
        reason: Optional[str] = ...,
        calendar: Optional[Union[planning_v1_publish.Publication, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Progress(message.Message):
    """A task that a note may tell of as done. It is offered; ChangeRoadmap says that it is so."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap."""
    node_id: str
    """The task."""
    block_id: str
    """The block whose time is nearest."""
    title: str
    """What the task is called."""
    goal: str
    """What its goal is called."""
    @property
    def start_time(self) -> timestamp_pb2.Timestamp:
        """When the block begins."""
    @property
    def end_time(self) -> timestamp_pb2.Timestamp:
        """When it ends."""
    version: int
    """The version of the roadmap."""
    blocks: int
    """How many blocks the task has. Where there are several, it is the block that may be done."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
        node_id: Optional[str] = ...,
        block_id: Optional[str] = ...,
        title: Optional[str] = ...,
        goal: Optional[str] = ...,
        start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        end_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        version: Optional[int] = ...,
        blocks: Optional[int] = ...,
    ) -> None: ...
