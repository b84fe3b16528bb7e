# Written by make generate from proto/weft/planning/v1/outline.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes

DESCRIPTOR: descriptor.FileDescriptor

class Level(int, metaclass=_shapes.EnumType):
    """The kind of a node."""
    LEVEL_UNSPECIFIED: ClassVar[Level]
    """Not used."""
    LEVEL_GOAL: ClassVar[Level]
    """What is to be reached. There is one."""
    LEVEL_PHASE: ClassVar[Level]
    """A part of it with a beginning and an end."""
    LEVEL_CYCLE: ClassVar[Level]
    """What comes again and again."""
    LEVEL_SUB_GOAL: ClassVar[Level]
    """A goal within a phase."""
    LEVEL_TASK: ClassVar[Level]
    """Work."""
    LEVEL_SUB_TASK: ClassVar[Level]
    """A part of a task."""
    LEVEL_MICRO_GOAL: ClassVar[Level]
    """A small step, anywhere."""

LEVEL_UNSPECIFIED: Level
LEVEL_GOAL: Level
LEVEL_PHASE: Level
LEVEL_CYCLE: Level
LEVEL_SUB_GOAL: Level
LEVEL_TASK: Level
LEVEL_SUB_TASK: Level
LEVEL_MICRO_GOAL: Level

class Outline(message.Message):
    """A goal taken apart: a tree of nodes, the goal first."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def pattern(self) -> PatternSpec:
        """The shape of the plan."""
    @property
    def nodes(self) -> _shapes.Messages[Node]:
        """The goal and all below it. Nodes with the same parent are told in this order."""
    def __init__(
        self,
        *,
        pattern: Optional[Union[PatternSpec, Mapping[str, Any]]] = ...,
        nodes: Optional[Iterable[Union[Node, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class PatternSpec(message.Message):
    """The pattern of a plan and how it was come by."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    pattern: str
    """Such as "milestone_project", or a name that the person has agreed to. One that nobody has
    agreed to yet begins with "proposed:".
    """
    subtype: str
    """A kind of that, such as "exam". May be empty."""
    variant: str
    """The name of the template."""
    confidence: float
    """How sure it is that this is the right one, from 0 to 1."""
    introduced_by: str
    """Who chose it: "system", "user_feedback" or "ai_adaptation"."""
    source_pattern: str
    """The pattern that a proposed one, or a proposed subtype, was made from. Its rules hold."""
    rfc: str
    """The short reason for it."""
    def __init__(
        self,
        *,
        pattern: Optional[str] = ...,
        subtype: Optional[str] = ...,
        variant: Optional[str] = ...,
        confidence: Optional[float] = ...,
        introduced_by: Optional[str] = ...,
        source_pattern: Optional[str] = ...,
        rfc: Optional[str] = ...,
    ) -> None: ...

class Node(message.Message):
    """A part of a goal."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Status(int, metaclass=_shapes.EnumType):
        """What became of a node."""
        STATUS_UNSPECIFIED: ClassVar[Node.Status]
        """Nothing yet."""
        STATUS_DONE: ClassVar[Node.Status]
        """It is done."""
        STATUS_DROPPED: ClassVar[Node.Status]
        """It will not be done."""

    STATUS_UNSPECIFIED: ClassVar[Node.Status]
    STATUS_DONE: ClassVar[Node.Status]
    STATUS_DROPPED: ClassVar[Node.Status]
    id: str
    """Names it within the goal."""
    level: Level
    """Its kind."""
    title: str
    """What it is, in a few words."""
    parent_id: str
    """The id of the node that it is a part of. Empty: it is the goal."""
    stream: str
    """The parallel line of work. Empty: that of the parent."""
    origin: str
    """Who brought it in: "system", "template", "user", "model" or "adaptation"."""
    estimate: int
    """Minutes of work."""
    min_chunk: int
    """Minutes of the shortest block that it may be split into. 0: it is not split."""
    milestone: bool
    """It takes no time."""
    not_before: str
    """The first day of work, as "2027-04-25". Empty: any."""
    due: str
    """The day by which it should be done."""
    deadline: str
    """The day by which it has to be."""
    @property
    def depends(self) -> _shapes.Messages[Dependency]:
        """What it depends on."""
    @property
    def repeat(self) -> Repeat:
        """How often a cycle comes."""
    notes: str
    """Notes, for people."""
    status: Node.Status
    """What became of it."""
    on: str
    """The day on which it was done or dropped. Empty: nobody said."""
    office: bool
    """It needs others at work, and is laid on weekdays between 9 and 17."""
    daylight: bool
    """It is work out of doors that needs light, and is laid between sunrise and sunset at the city that the
    person's time zone is named after.
    """
    whole_day: bool
    """A milestone on a day of its own takes the whole of it, which is kept free of other work."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        level: Optional[Union[Level, str]] = ...,
        title: Optional[str] = ...,
        parent_id: Optional[str] = ...,
        stream: Optional[str] = ...,
        origin: Optional[str] = ...,
        estimate: Optional[int] = ...,
        min_chunk: Optional[int] = ...,
        milestone: Optional[bool] = ...,
        not_before: Optional[str] = ...,
        due: Optional[str] = ...,
        deadline: Optional[str] = ...,
        depends: Optional[Iterable[Union[Dependency, Mapping[str, Any]]]] = ...,
        repeat: Optional[Union[Repeat, Mapping[str, Any]]] = ...,
        notes: Optional[str] = ...,
        status: Optional[Union[Node.Status, str]] = ...,
        on: Optional[str] = ...,
        office: Optional[bool] = ...,
        daylight: Optional[bool] = ...,
        whole_day: Optional[bool] = ...,
    ) -> None: ...

class Dependency(message.Message):
    """A dependency on another node: on all below it, if it has parts."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    on: str
    """The id of the other node."""
    kind: str
    """Which ends are held together: "FS", "SS", "FF" or "SF", from the other to this one.
    Empty: FS.
    """
    lag: int
    """Minutes between them; below 0 a lead."""
    calendar: str
    """The calendar that the lag is counted in. Empty: all time."""
    def __init__(
        self,
        *,
        on: Optional[str] = ...,
        kind: Optional[str] = ...,
        lag: Optional[int] = ...,
        calendar: Optional[str] = ...,
    ) -> None: ...

class Repeat(message.Message):
    """How often a cycle comes."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    every: int
    """Every so many."""
    unit: str
    """"day", "week" or "month"."""
    times: int
    """So many times in all."""
    def __init__(
        self,
        *,
        every: Optional[int] = ...,
        unit: Optional[str] = ...,
        times: Optional[int] = ...,
    ) -> None: ...

class Violation(message.Message):
    """A rule that an outline, a roadmap or a schedule breaks."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    code: str
    """What kind; the codes are stable."""
    @property
    def path(self) -> _shapes.Values[str]:
        """The ids of nodes from the goal to the one that it is about. Empty: it is about the whole."""
    text: str
    """What is wrong, in plain words."""
    fix: str
    """What would mend it, in plain words. Empty: nothing that can be told."""
    sure: bool
    """That needs no judgement."""
    def __init__(
        self,
        *,
        code: Optional[str] = ...,
        path: Optional[Iterable[str]] = ...,
        text: Optional[str] = ...,
        fix: Optional[str] = ...,
        sure: Optional[bool] = ...,
    ) -> None: ...
