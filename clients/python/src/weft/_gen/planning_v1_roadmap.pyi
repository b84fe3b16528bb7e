# Written by make generate from proto/weft/planning/v1/roadmap.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import planning_v1_draft
from . import planning_v1_goal
from . import planning_v1_outline
from . import reason_v1_reason

DESCRIPTOR: descriptor.FileDescriptor

class Roadmap(message.Message):
    """A goal with its parts and the time for them, as it was agreed to and has changed since."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class State(int, metaclass=_shapes.EnumType):
        """How far a roadmap has come."""
        STATE_UNSPECIFIED: ClassVar[Roadmap.State]
        """Not used."""
        STATE_DRAFT: ClassVar[Roadmap.State]
        """It is being drafted, or waits for an answer."""
        STATE_PROPOSED: ClassVar[Roadmap.State]
        """It waits for approval."""
        STATE_ACTIVE: ClassVar[Roadmap.State]
        """It is carried out."""
        STATE_PAUSED: ClassVar[Roadmap.State]
        """It is not carried out for now. It takes no time."""
        STATE_DONE: ClassVar[Roadmap.State]
        """It is done."""
        STATE_ABANDONED: ClassVar[Roadmap.State]
        """It was given up."""

    STATE_UNSPECIFIED: ClassVar[Roadmap.State]
    STATE_DRAFT: ClassVar[Roadmap.State]
    STATE_PROPOSED: ClassVar[Roadmap.State]
    STATE_ACTIVE: ClassVar[Roadmap.State]
    STATE_PAUSED: ClassVar[Roadmap.State]
    STATE_DONE: ClassVar[Roadmap.State]
    STATE_ABANDONED: ClassVar[Roadmap.State]
    id: str
    """Names it, such as "RM-01M83T9E6V"."""
    state: Roadmap.State
    """How far it has come."""
    version: int
    """Counted from 1. Each change is another version."""
    zone: str
    """The zone of its days and hours, such as "Europe/Berlin"."""
    wish: str
    """The words that it began with."""
    @property
    def outline(self) -> planning_v1_outline.Outline:
        """The tree."""
    @property
    def blocks(self) -> _shapes.Messages[planning_v1_draft.Block]:
        """The blocks, in the order of the nodes whose work they are."""
    @property
    def assumptions(self) -> _shapes.Values[str]:
        """What it rests on."""
    @property
    def adaptations(self) -> _shapes.Messages[planning_v1_draft.Adaptation]:
        """What has changed, oldest first."""
    @property
    def goal(self) -> planning_v1_goal.Goal:
        """What was said of it, whose hours and limits hold for whatever is laid anew."""
    @property
    def goal_time(self) -> timestamp_pb2.Timestamp:
        """When that was said: days such as "next Friday" count from it."""
    @property
    def approval(self) -> BlocksApproval:
        """What allows its blocks to be written into its person's calendar. Absent: nobody who may
        approve has approved them.
        """
    previous: bytes
    """The version before the last change, a Roadmap, to go back to. Only where roadmaps are stored;
    left out where there is no room for it.
    """
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        state: Optional[Union[Roadmap.State, str]] = ...,
        version: Optional[int] = ...,
        zone: Optional[str] = ...,
        wish: Optional[str] = ...,
        outline: Optional[Union[planning_v1_outline.Outline, Mapping[str, Any]]] = ...,
        blocks: Optional[Iterable[Union[planning_v1_draft.Block, Mapping[str, Any]]]] = ...,
        assumptions: Optional[Iterable[str]] = ...,
        adaptations: Optional[Iterable[Union[planning_v1_draft.Adaptation, Mapping[str, Any]]]] = ...,
        goal: Optional[Union[planning_v1_goal.Goal, Mapping[str, Any]]] = ...,
        goal_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        approval: Optional[Union[BlocksApproval, Mapping[str, Any]]] = ...,
        previous: Optional[bytes] = ...,
    ) -> None: ...

class BlocksApproval(message.Message):
    """An approval of the blocks of a roadmap, as they were then."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names the approval: the pause that was answered, or the version that a person who may
    approve has made of the roadmap, such as "version/4".
    """
    user: str
    """Who has approved."""
    blocks_hash: str
    """Stands for the blocks: their ids, titles and times."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        user: Optional[str] = ...,
        blocks_hash: Optional[str] = ...,
    ) -> None: ...

class Timeline(message.Message):
    """What a person's roadmaps take of their time. It changes as a whole."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    revision: int
    """Grows with each change; 0 before the first."""
    @property
    def roadmaps(self) -> _shapes.Messages[RoadmapSummary]:
        """The roadmaps, oldest first."""
    @property
    def policy(self) -> planning_v1_goal.Policy:
        """How the person wants to be asked about further goals. Absent: as usual."""
    @property
    def reasoning(self) -> reason_v1_reason.Preferences:
        """How far models go for the person. Absent: as the server has it."""
    def __init__(
        self,
        *,
        revision: Optional[int] = ...,
        roadmaps: Optional[Iterable[Union[RoadmapSummary, Mapping[str, Any]]]] = ...,
        policy: Optional[Union[planning_v1_goal.Policy, Mapping[str, Any]]] = ...,
        reasoning: Optional[Union[reason_v1_reason.Preferences, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RoadmapSummary(message.Message):
    """A roadmap without its tree."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it."""
    title: str
    """The goal, in a few words."""
    state: Roadmap.State
    """How far it has come."""
    version: int
    """Counted from 1."""
    zone: str
    """The zone of its days and hours."""
    deadline: str
    """The last day, as "2027-04-25". Empty: none."""
    @property
    def update_time(self) -> timestamp_pb2.Timestamp:
        """When it was changed last."""
    @property
    def blocks(self) -> _shapes.Messages[planning_v1_draft.Block]:
        """Its blocks. None unless it is active: else it takes no time."""
    @property
    def titles(self) -> _shapes.ValueMap[str, str]:
        """The titles of the tasks of the blocks, by id."""
    @property
    def pattern(self) -> planning_v1_outline.PatternSpec:
        """The shape of its plan."""
    @property
    def event_days(self) -> _shapes.Messages[EventDay]:
        """Its milestones that are on one day and no other, such as an exam. None unless it is active."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        title: Optional[str] = ...,
        state: Optional[Union[Roadmap.State, str]] = ...,
        version: Optional[int] = ...,
        zone: Optional[str] = ...,
        deadline: Optional[str] = ...,
        update_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        blocks: Optional[Iterable[Union[planning_v1_draft.Block, Mapping[str, Any]]]] = ...,
        titles: Optional[Mapping[str, str]] = ...,
        pattern: Optional[Union[planning_v1_outline.PatternSpec, Mapping[str, Any]]] = ...,
        event_days: Optional[Iterable[Union[EventDay, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class EventDay(message.Message):
    """A milestone on a day of its own."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    node_id: str
    """Its id in the outline."""
    title: str
    """What it is, in a few words."""
    day: str
    """The day, as "2027-04-25"."""
    whole_day: bool
    """The day is kept free of other work."""
    done: bool
    """It is done."""
    def __init__(
        self,
        *,
        node_id: Optional[str] = ...,
        title: Optional[str] = ...,
        day: Optional[str] = ...,
        whole_day: Optional[bool] = ...,
        done: Optional[bool] = ...,
    ) -> None: ...

class KeptTimeline(message.Message):
    """A timeline as it is kept where a roadmap is a value of its own."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def timeline(self) -> Timeline:
        """The timeline; its revision is that of the value."""
    @property
    def documents(self) -> _shapes.ValueMap[str, str]:
        """The names of the values of its roadmaps, by their ids."""
    def __init__(
        self,
        *,
        timeline: Optional[Union[Timeline, Mapping[str, Any]]] = ...,
        documents: Optional[Mapping[str, str]] = ...,
    ) -> None: ...
