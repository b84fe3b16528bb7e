# Written by make generate from proto/weft/orchestrator/v1/roadmap.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import orchestrator_v1_pause
from . import planning_v1_draft
from . import planning_v1_goal
from . import planning_v1_outline
from . import planning_v1_publish
from . import planning_v1_report
from . import planning_v1_roadmap

DESCRIPTOR: descriptor.FileDescriptor

class Roadmap(message.Message):
    """A roadmap of the caller: a goal while it is planned, and what was kept of that."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class State(int, metaclass=_shapes.EnumType):
        """Where a roadmap stands."""
        STATE_UNSPECIFIED: ClassVar[Roadmap.State]
        """Not used."""
        STATE_PLANNING: ClassVar[Roadmap.State]
        """It is drafted and checked."""
        STATE_WAITING: ClassVar[Roadmap.State]
        """It waits for an answer."""
        STATE_PROPOSED: ClassVar[Roadmap.State]
        """It waits for an approval."""
        STATE_ACTIVE: ClassVar[Roadmap.State]
        """It is carried out."""
        STATE_PAUSED: ClassVar[Roadmap.State]
        """It takes no time for now."""
        STATE_DONE: ClassVar[Roadmap.State]
        """It is done."""
        STATE_ABANDONED: ClassVar[Roadmap.State]
        """It was given up."""
        STATE_FAILED: ClassVar[Roadmap.State]
        """Its planning has failed."""

    STATE_UNSPECIFIED: ClassVar[Roadmap.State]
    STATE_PLANNING: ClassVar[Roadmap.State]
    STATE_WAITING: ClassVar[Roadmap.State]
    STATE_PROPOSED: ClassVar[Roadmap.State]
    STATE_ACTIVE: ClassVar[Roadmap.State]
    STATE_PAUSED: ClassVar[Roadmap.State]
    STATE_DONE: ClassVar[Roadmap.State]
    STATE_ABANDONED: ClassVar[Roadmap.State]
    STATE_FAILED: ClassVar[Roadmap.State]
    id: str
    """Its id: "RM-" and the id of the run that plans it. Ids sort by time."""
    state: Roadmap.State
    """Where it stands."""
    title: str
    """What is to be reached, in a few words."""
    deadline: str
    """The last day, as "2027-04-25". Empty: none yet."""
    zone: str
    """The zone of its days and hours."""
    run_id: str
    """The run that plans it."""
    @property
    def planning(self) -> planning_v1_report.PlanningReport:
        """Where planning stands. Absent once it is kept, and in lists."""
    @property
    def pauses(self) -> _shapes.Messages[orchestrator_v1_pause.Pause]:
        """What is asked: ApproveRoadmap and AnswerRoadmap answer it."""
    hash: str
    """Stands for what an approval is for. Empty: none is asked for."""
    @property
    def content(self) -> planning_v1_roadmap.Roadmap:
        """What was approved, as it has changed since. Absent before, and in lists."""
    version: int
    """The version of what is kept; 0 before."""
    timeline_revision: int
    """The revision of the caller's timeline with it."""
    @property
    def create_time(self) -> timestamp_pb2.Timestamp:
        """When it was proposed."""
    @property
    def update_time(self) -> timestamp_pb2.Timestamp:
        """When something last happened."""
    etag: str
    """Changes whenever anything happens to it."""
    @property
    def calendar(self) -> planning_v1_publish.Publication:
        """What came of writing it into the caller's calendar last. Absent if it never was, and in
        lists.
        """
    @property
    def readings(self) -> _shapes.Messages[planning_v1_draft.Reading]:
        """What was read of what its person has said of its time, as it holds now. Only of one that is
        kept; empty in lists.
        """
    @property
    def warnings(self) -> _shapes.Messages[planning_v1_outline.Violation]:
        """What blocks to come that are locked, or were moved by their person, don't keep: two at one
        time, other hours or days than was said, more than a day or a week may have. By GetRoadmap
        alone.
        """
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        state: Optional[Union[Roadmap.State, str]] = ...,
        title: Optional[str] = ...,
        deadline: Optional[str] = ...,
        zone: Optional[str] = ...,
        run_id: Optional[str] = ...,
        planning: Optional[Union[planning_v1_report.PlanningReport, Mapping[str, Any]]] = ...,
        pauses: Optional[Iterable[Union[orchestrator_v1_pause.Pause, Mapping[str, Any]]]] = ...,
        hash: Optional[str] = ...,
        content: Optional[Union[planning_v1_roadmap.Roadmap, Mapping[str, Any]]] = ...,
        version: Optional[int] = ...,
        timeline_revision: Optional[int] = ...,
        create_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        update_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        etag: Optional[str] = ...,
        calendar: Optional[Union[planning_v1_publish.Publication, Mapping[str, Any]]] = ...,
        readings: Optional[Iterable[Union[planning_v1_draft.Reading, Mapping[str, Any]]]] = ...,
        warnings: Optional[Iterable[Union[planning_v1_outline.Violation, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class ProposeRoadmapRequest(message.Message):
    """Request of ProposeRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def goal(self) -> planning_v1_goal.Goal:
        """What is to be reached."""
    request_id: str
    """Names this request: if it comes again, the roadmap of the first is returned. Empty: none."""
    def __init__(
        self,
        *,
        goal: Optional[Union[planning_v1_goal.Goal, Mapping[str, Any]]] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...

class ProposeRoadmapResponse(message.Message):
    """Response of ProposeRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmap(self) -> Roadmap:
        """The roadmap, once it asks something or was drafted, or as it stands after some seconds."""
    def __init__(
        self,
        *,
        roadmap: Optional[Union[Roadmap, Mapping[str, Any]]] = ...,
    ) -> None: ...

class GetRoadmapRequest(message.Message):
    """Request of GetRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
    ) -> None: ...

class GetRoadmapResponse(message.Message):
    """Response of GetRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmap(self) -> Roadmap:
        """The roadmap."""
    def __init__(
        self,
        *,
        roadmap: Optional[Union[Roadmap, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ExportRoadmapRequest(message.Message):
    """Request of ExportRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Format(int, metaclass=_shapes.EnumType):
        """What it is returned as."""
        FORMAT_UNSPECIFIED: ClassVar[ExportRoadmapRequest.Format]
        """The same as FORMAT_MARKDOWN."""
        FORMAT_MARKDOWN: ClassVar[ExportRoadmapRequest.Format]
        """Its file in a vault, in Markdown."""
        FORMAT_CALENDAR: ClassVar[ExportRoadmapRequest.Format]
        """Its blocks, in iCalendar."""

    FORMAT_UNSPECIFIED: ClassVar[ExportRoadmapRequest.Format]
    FORMAT_MARKDOWN: ClassVar[ExportRoadmapRequest.Format]
    FORMAT_CALENDAR: ClassVar[ExportRoadmapRequest.Format]
    roadmap_id: str
    """The roadmap."""
    format: ExportRoadmapRequest.Format
    """The format."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
        format: Optional[Union[ExportRoadmapRequest.Format, str]] = ...,
    ) -> None: ...

class ExportRoadmapResponse(message.Message):
    """Response of ExportRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """The text."""
    media_type: str
    """Its type, such as text/markdown."""
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        media_type: Optional[str] = ...,
    ) -> None: ...

class ListRoadmapsRequest(message.Message):
    """Request of ListRoadmaps."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def states(self) -> _shapes.Values[Roadmap.State]:
        """Only roadmaps in these states. Empty: all but those that have ended."""
    def __init__(
        self,
        *,
        states: Optional[Iterable[Union[Roadmap.State, str]]] = ...,
    ) -> None: ...

class ListRoadmapsResponse(message.Message):
    """Response of ListRoadmaps."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmaps(self) -> _shapes.Messages[Roadmap]:
        """They are told without their content, newest first: all that were kept, and the newest 100
        that were not.
        """
    def __init__(
        self,
        *,
        roadmaps: Optional[Iterable[Union[Roadmap, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class WatchRoadmapRequest(message.Message):
    """Request of WatchRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
    ) -> None: ...

class WatchRoadmapResponse(message.Message):
    """Response of WatchRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmap(self) -> Roadmap:
        """The roadmap as it stands now. The same may be told twice."""
    def __init__(
        self,
        *,
        roadmap: Optional[Union[Roadmap, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ApproveRoadmapRequest(message.Message):
    """Request of ApproveRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap."""
    hash: str
    """Roadmap.hash, as it was looked at."""
    pause_id: str
    """The pause that is answered, one of Roadmap.pauses: a request that comes again then does
    nothing more. Empty: the one that is open.
    """
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
        hash: Optional[str] = ...,
        pause_id: Optional[str] = ...,
    ) -> None: ...

class ApproveRoadmapResponse(message.Message):
    """Response of ApproveRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmap(self) -> Roadmap:
        """The roadmap."""
    def __init__(
        self,
        *,
        roadmap: Optional[Union[Roadmap, Mapping[str, Any]]] = ...,
    ) -> None: ...

class AnswerRoadmapRequest(message.Message):
    """Request of AnswerRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap."""
    pause_id: str
    """The pause that is answered, as in ApproveRoadmapRequest."""
    option_id: str
    """One of its options, such as "reject", "go_on", "give_up" or a way out. Empty: what is
    said decides.
    """
    @property
    def amendment(self) -> planning_v1_goal.Amendment:
        """What is said."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
        pause_id: Optional[str] = ...,
        option_id: Optional[str] = ...,
        amendment: Optional[Union[planning_v1_goal.Amendment, Mapping[str, Any]]] = ...,
    ) -> None: ...

class AnswerRoadmapResponse(message.Message):
    """Response of AnswerRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmap(self) -> Roadmap:
        """The roadmap."""
    def __init__(
        self,
        *,
        roadmap: Optional[Union[Roadmap, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RoadmapChange(message.Message):
    """A change of a roadmap that a person makes."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Kind(int, metaclass=_shapes.EnumType):
        """What kind it is."""
        KIND_UNSPECIFIED: ClassVar[RoadmapChange.Kind]
        """Not used."""
        KIND_DONE: ClassVar[RoadmapChange.Kind]
        """A task is done: its hours that are left are free again."""
        KIND_REOPENED: ClassVar[RoadmapChange.Kind]
        """A task is not done yet after all."""
        KIND_DROPPED: ClassVar[RoadmapChange.Kind]
        """A task will not be done."""
        KIND_MOVED: ClassVar[RoadmapChange.Kind]
        """A block lies at another time, and stays there."""
        KIND_LOCKED: ClassVar[RoadmapChange.Kind]
        """A block stays where it is."""
        KIND_UNLOCKED: ClassVar[RoadmapChange.Kind]
        """A block may be moved again."""
        KIND_SHIFTED: ClassVar[RoadmapChange.Kind]
        """All blocks that have not begun and may be moved lie so many days later, and so do the
        days of their tasks, at most on the last day of the roadmap.
        """
        KIND_STATE: ClassVar[RoadmapChange.Kind]
        """The roadmap is carried out again, takes no time for now, is reached, or is given up."""
        KIND_BLOCK_DONE: ClassVar[RoadmapChange.Kind]
        """A block is done. With the last of its blocks a task is done too."""
        KIND_BLOCK_REOPENED: ClassVar[RoadmapChange.Kind]
        """A block is not done after all. A task that was done is open again."""
        KIND_LAST_DAY: ClassVar[RoadmapChange.Kind]
        """The roadmap ends on another day. What hangs on its end follows; blocks stay where they
        are until what is left is laid anew.
        """
        KIND_LIMITS: ClassVar[RoadmapChange.Kind]
        """What was said of when and how much there may be is another now: "amendment". Blocks stay
        where they are until what is left is laid anew.
        """
        KIND_UNDONE: ClassVar[RoadmapChange.Kind]
        """The last change is taken back, whoever made it: by a command, in the file, or by laying it
        anew. Taking that back makes the change once more. It stands alone.
        """

    KIND_UNSPECIFIED: ClassVar[RoadmapChange.Kind]
    KIND_DONE: ClassVar[RoadmapChange.Kind]
    KIND_REOPENED: ClassVar[RoadmapChange.Kind]
    KIND_DROPPED: ClassVar[RoadmapChange.Kind]
    KIND_MOVED: ClassVar[RoadmapChange.Kind]
    KIND_LOCKED: ClassVar[RoadmapChange.Kind]
    KIND_UNLOCKED: ClassVar[RoadmapChange.Kind]
    KIND_SHIFTED: ClassVar[RoadmapChange.Kind]
    KIND_STATE: ClassVar[RoadmapChange.Kind]
    KIND_BLOCK_DONE: ClassVar[RoadmapChange.Kind]
    KIND_BLOCK_REOPENED: ClassVar[RoadmapChange.Kind]
    KIND_LAST_DAY: ClassVar[RoadmapChange.Kind]
    KIND_LIMITS: ClassVar[RoadmapChange.Kind]
    KIND_UNDONE: ClassVar[RoadmapChange.Kind]
    kind: RoadmapChange.Kind
    """What kind it is."""
    node_id: str
    """The task that is done, reopened or dropped; of which blocks are shifted, empty for all."""
    block_id: str
    """The block that is done, reopened, moved, locked or unlocked."""
    @property
    def start_time(self) -> timestamp_pb2.Timestamp:
        """When the moved block begins."""
    @property
    def end_time(self) -> timestamp_pb2.Timestamp:
        """When it ends. Absent: it stays as long as it is."""
    day: str
    """On which day it was done or dropped, as "2027-04-25". Empty: today; of KIND_BLOCK_DONE, the
    day of the block. Of KIND_LAST_DAY, the last day, which is not past.
    """
    days: int
    """By how many days; below 0 earlier."""
    state: planning_v1_roadmap.Roadmap.State
    """The state: ACTIVE, PAUSED, DONE or ABANDONED."""
    @property
    def amendment(self) -> planning_v1_goal.Amendment:
        """What holds from now on: words, and of its terms "when", "never" and "unlimited". Words are
        refused where they say nothing that can be held, or something else than when and how much.
        """
    def __init__(
        self,
        *,
        kind: Optional[Union[RoadmapChange.Kind, str]] = ...,
        node_id: Optional[str] = ...,
        block_id: Optional[str] = ...,
        start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        end_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        day: Optional[str] = ...,
        days: Optional[int] = ...,
        state: Optional[Union[planning_v1_roadmap.Roadmap.State, str]] = ...,
        amendment: Optional[Union[planning_v1_goal.Amendment, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ChangeRoadmapRequest(message.Message):
    """Request of ChangeRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap."""
    version: int
    """Roadmap.version, as it was looked at."""
    @property
    def changes(self) -> _shapes.Messages[RoadmapChange]:
        """The changes, made together or not at all."""
    reason: str
    """Why, for the roadmap's log."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
        version: Optional[int] = ...,
        changes: Optional[Iterable[Union[RoadmapChange, Mapping[str, Any]]]] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class ChangeRoadmapResponse(message.Message):
    """Response of ChangeRoadmap."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmap(self) -> Roadmap:
        """The roadmap."""
    @property
    def warnings(self) -> _shapes.Messages[planning_v1_outline.Violation]:
        """What the roadmap does not keep any more where blocks were moved: "overlap", two things at
        one time; "past", its time is over; "day" and "hours", it is outside of what was said for
        the goal; "limit", with it a day or a week has more than was said; "order", it is before what
        it depends on, or after what depends on it; "late", it is after its deadline, or that of what
        it is part of.
        """
    def __init__(
        self,
        *,
        roadmap: Optional[Union[Roadmap, Mapping[str, Any]]] = ...,
        warnings: Optional[Iterable[Union[planning_v1_outline.Violation, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class ListAgendaRequest(message.Message):
    """Request of ListAgenda."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def start_time(self) -> timestamp_pb2.Timestamp:
        """The first moment."""
    @property
    def end_time(self) -> timestamp_pb2.Timestamp:
        """The end, at most 366 days later."""
    def __init__(
        self,
        *,
        start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        end_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
    ) -> None: ...

class AgendaItem(message.Message):
    """Something that the caller's time is for."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap whose work it is. Empty: it stands in a calendar."""
    goal: str
    """The goal, in a few words."""
    @property
    def block(self) -> planning_v1_draft.Block:
        """The block. Absent: it stands in a calendar."""
    title: str
    """The task, or what the calendar says."""
    @property
    def commitment(self) -> planning_v1_draft.Commitment:
        """What the calendar says, or a milestone of a roadmap that is on one day and no other. Absent: it is a
        block.
        """
    version: int
    """The version of the roadmap."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
        goal: Optional[str] = ...,
        block: Optional[Union[planning_v1_draft.Block, Mapping[str, Any]]] = ...,
        title: Optional[str] = ...,
        commitment: Optional[Union[planning_v1_draft.Commitment, Mapping[str, Any]]] = ...,
        version: Optional[int] = ...,
    ) -> None: ...

class ListAgendaResponse(message.Message):
    """Response of ListAgenda."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def items(self) -> _shapes.Messages[AgendaItem]:
        """What there is, by time."""
    zone: str
    """The zone of the caller's days."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What of the calendars could not be read as it is, in plain words: of what is told here, and of
        whole files. Five at most, and how many more there are.
        """
    def __init__(
        self,
        *,
        items: Optional[Iterable[Union[AgendaItem, Mapping[str, Any]]]] = ...,
        zone: Optional[str] = ...,
        warnings: Optional[Iterable[str]] = ...,
    ) -> None: ...

class ListCalendarsRequest(message.Message):
    """Request of ListCalendars."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class CalendarSource(message.Message):
    """A calendar that goals are planned around."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Its name."""
    source: str
    """The path or the address, without a password."""
    events: int
    """How many events it has in the next 28 days."""
    problem: str
    """Why it can't be read. Empty: it can."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What could not be taken as it is."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        source: Optional[str] = ...,
        events: Optional[int] = ...,
        problem: Optional[str] = ...,
        warnings: Optional[Iterable[str]] = ...,
    ) -> None: ...

class ListCalendarsResponse(message.Message):
    """Response of ListCalendars."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def calendars(self) -> _shapes.Messages[CalendarSource]:
        """The caller's calendars, by name."""
    def __init__(
        self,
        *,
        calendars: Optional[Iterable[Union[CalendarSource, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class GetCalendarFeedRequest(message.Message):
    """Request of GetCalendarFeed."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The only roadmap that is in it. Empty: all that are carried out."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
    ) -> None: ...

class GetCalendarFeedResponse(message.Message):
    """Response of GetCalendarFeed."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    calendar: str
    """An iCalendar file. It is the same until a roadmap changes."""
    def __init__(
        self,
        *,
        calendar: Optional[str] = ...,
    ) -> None: ...
