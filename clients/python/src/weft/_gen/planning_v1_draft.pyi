# Written by make generate from proto/weft/planning/v1/draft.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import planning_v1_goal
from . import planning_v1_outline

DESCRIPTOR: descriptor.FileDescriptor

class Verdict(int, metaclass=_shapes.EnumType):
    """What the solver came to."""
    VERDICT_UNSPECIFIED: ClassVar[Verdict]
    """Not used."""
    VERDICT_FEASIBLE: ClassVar[Verdict]
    """There is a schedule that keeps everything."""
    VERDICT_IMPOSSIBLE: ClassVar[Verdict]
    """None can be, and the certificate shows why."""
    VERDICT_NOT_FOUND: ClassVar[Verdict]
    """None was found among so many. There may be one."""

VERDICT_UNSPECIFIED: Verdict
VERDICT_FEASIBLE: Verdict
VERDICT_IMPOSSIBLE: Verdict
VERDICT_NOT_FOUND: Verdict

class Understood(message.Message):
    """What was read from the words of a goal, and what is still to be asked."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    title: str
    """The goal in its words, without what was read from them."""
    start: str
    """The first day, as "2027-04-25". Empty: tomorrow."""
    by: str
    """The last day. Empty: nobody said."""
    @property
    def readings(self) -> _shapes.Messages[Reading]:
        """What was read, each from its words."""
    @property
    def unread(self) -> _shapes.Values[str]:
        """Parts of the words that are not kept, since they were not read."""
    @property
    def contradictions(self) -> _shapes.Values[str]:
        """What can't be as it was said."""
    template: str
    """The template that fits."""
    confidence: float
    """How sure that is, from 0 to 1."""
    @property
    def reasons(self) -> _shapes.Values[str]:
        """Why it was chosen."""
    @property
    def questions(self) -> _shapes.Messages[Question]:
        """What could be asked, what matters most first."""
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When it was read: "tomorrow" and "in six months" count from then."""
    @property
    def extraction(self) -> planning_v1_goal.Extraction:
        """What a model has extracted. Absent: the words were read by rules."""
    @property
    def policy(self) -> planning_v1_goal.Policy:
        """How the person wants to be asked about any goal. Absent: they had nothing remembered."""
    @property
    def pattern(self) -> planning_v1_outline.PatternSpec:
        """What kind of plan it takes: that of the template, and where there is an outline already the
        outline's.
        """
    def __init__(
        self,
        *,
        title: Optional[str] = ...,
        start: Optional[str] = ...,
        by: Optional[str] = ...,
        readings: Optional[Iterable[Union[Reading, Mapping[str, Any]]]] = ...,
        unread: Optional[Iterable[str]] = ...,
        contradictions: Optional[Iterable[str]] = ...,
        template: Optional[str] = ...,
        confidence: Optional[float] = ...,
        reasons: Optional[Iterable[str]] = ...,
        questions: Optional[Iterable[Union[Question, Mapping[str, Any]]]] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        extraction: Optional[Union[planning_v1_goal.Extraction, Mapping[str, Any]]] = ...,
        policy: Optional[Union[planning_v1_goal.Policy, Mapping[str, Any]]] = ...,
        pattern: Optional[Union[planning_v1_outline.PatternSpec, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Reading(message.Message):
    """One thing that was read."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    words: str
    """The words. Empty: it was chosen apart from them, as another last day."""
    means: str
    """What they mean. Empty, of a roadmap that is kept: they could not be read, and are not kept."""
    assumed: bool
    """Another reading is possible."""
    def __init__(
        self,
        *,
        words: Optional[str] = ...,
        means: Optional[str] = ...,
        assumed: Optional[bool] = ...,
    ) -> None: ...

class Question(message.Message):
    """Something that a plan depends on and nobody has said."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it: a parameter of the template, "steps", or "unread-" and the number of a clause."""
    text: str
    """The question."""
    @property
    def choices(self) -> _shapes.Messages[Choice]:
        """The values to choose from. None: a number or words."""
    default: str
    """What is taken without an answer. Empty: nothing."""
    min: int
    """The least and the most of a number. Both 0: no number."""
    max: int
    """The most."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        text: Optional[str] = ...,
        choices: Optional[Iterable[Union[Choice, Mapping[str, Any]]]] = ...,
        default: Optional[str] = ...,
        min: Optional[int] = ...,
        max: Optional[int] = ...,
    ) -> None: ...

class Choice(message.Message):
    """One of the answers to choose from."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    value: str
    """What an answer says."""
    label: str
    """What it means. May be empty."""
    def __init__(
        self,
        *,
        value: Optional[str] = ...,
        label: Optional[str] = ...,
    ) -> None: ...

class Assumption(message.Message):
    """Something that a plan rests on and nobody said."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Kind(int, metaclass=_shapes.EnumType):
        """What kind it is."""
        KIND_UNSPECIFIED: ClassVar[Assumption.Kind]
        """Not used."""
        KIND_DEFAULT: ClassVar[Assumption.Kind]
        """What is usual."""
        KIND_DERIVED: ClassVar[Assumption.Kind]
        """It follows from what was said."""
        KIND_WARNING: ClassVar[Assumption.Kind]
        """The plan is not what an expert would make, or does not keep something."""

    KIND_UNSPECIFIED: ClassVar[Assumption.Kind]
    KIND_DEFAULT: ClassVar[Assumption.Kind]
    KIND_DERIVED: ClassVar[Assumption.Kind]
    KIND_WARNING: ClassVar[Assumption.Kind]
    kind: Assumption.Kind
    """What kind it is."""
    param: str
    """The parameter of the template, where it is the usual value of one."""
    text: str
    """In plain words."""
    quiet: bool
    """It is not told unless somebody asks, as little as the person wants to hear."""
    def __init__(
        self,
        *,
        kind: Optional[Union[Assumption.Kind, str]] = ...,
        param: Optional[str] = ...,
        text: Optional[str] = ...,
        quiet: Optional[bool] = ...,
    ) -> None: ...

class OutlineDraft(message.Message):
    """A goal taken apart, before anybody has agreed to it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def outline(self) -> planning_v1_outline.Outline:
        """The tree, without cycles: each repetition is there."""
    @property
    def assumptions(self) -> _shapes.Messages[Assumption]:
        """What it rests on."""
    @property
    def mended(self) -> _shapes.Messages[Adaptation]:
        """What was changed without judgement, so that it keeps the grammar."""
    confidence: float
    """How sure the drafter is of it, from 0 to 1."""
    def __init__(
        self,
        *,
        outline: Optional[Union[planning_v1_outline.Outline, Mapping[str, Any]]] = ...,
        assumptions: Optional[Iterable[Union[Assumption, Mapping[str, Any]]]] = ...,
        mended: Optional[Iterable[Union[Adaptation, Mapping[str, Any]]]] = ...,
        confidence: Optional[float] = ...,
    ) -> None: ...

class Adaptation(message.Message):
    """A change of a roadmap: who changed what, when and why."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When. Absent: with the draft."""
    who: str
    """Who."""
    code: str
    """What kind of change, a word."""
    what: str
    """What."""
    why: str
    """Why."""
    def __init__(
        self,
        *,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        who: Optional[str] = ...,
        code: Optional[str] = ...,
        what: Optional[str] = ...,
        why: Optional[str] = ...,
    ) -> None: ...

class RoadmapDraft(message.Message):
    """An outline laid on a person's days."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    start: str
    """The first and the last day that are looked at."""
    end: str
    """The last one."""
    @property
    def hours(self) -> _shapes.Values[str]:
        """When work may lie in each week, in words."""
    @property
    def limits(self) -> _shapes.Values[str]:
        """The most that is done in a day or a week, in words."""
    @property
    def nodes(self) -> _shapes.Messages[NodeDays]:
        """Days of the outline's parts, by what they depend on and their dates alone."""
    work: int
    """Minutes of work in all, and minutes that there are for it."""
    room: int
    """Minutes that there are."""
    @property
    def options(self) -> _shapes.Messages[Option]:
        """The ways to spread the work, those that are not taken with the reason."""
    def __init__(
        self,
        *,
        start: Optional[str] = ...,
        end: Optional[str] = ...,
        hours: Optional[Iterable[str]] = ...,
        limits: Optional[Iterable[str]] = ...,
        nodes: Optional[Iterable[Union[NodeDays, Mapping[str, Any]]]] = ...,
        work: Optional[int] = ...,
        room: Optional[int] = ...,
        options: Optional[Iterable[Union[Option, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class NodeDays(message.Message):
    """When a node can be at the earliest and at the latest."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    node_id: str
    """The node."""
    earliest: str
    """The first day on which it can be done."""
    latest: str
    """The last day on which it can be, so that nothing is late."""
    critical: bool
    """There is no room between the two."""
    def __init__(
        self,
        *,
        node_id: Optional[str] = ...,
        earliest: Optional[str] = ...,
        latest: Optional[str] = ...,
        critical: Optional[bool] = ...,
    ) -> None: ...

class Option(message.Message):
    """A way that was looked at."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Names it."""
    text: str
    """What it is."""
    taken: bool
    """It was taken."""
    reason: str
    """Why it was not."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        text: Optional[str] = ...,
        taken: Optional[bool] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class ScheduleDraft(message.Message):
    """Work on days and hours, before anybody has agreed to it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    verdict: Verdict
    """What the solver came to."""
    @property
    def blocks(self) -> _shapes.Messages[Block]:
        """Where the work lies, by time. None unless it is feasible."""
    @property
    def certificate(self) -> Certificate:
        """Why there is none, as a proof that can be checked. Absent unless it is impossible."""
    explanation: str
    """The same in plain words."""
    @property
    def ways(self) -> _shapes.Messages[Way]:
        """What could give, where there is none. Each was tried."""
    generated: int
    """How many schedules were tried."""
    @property
    def commitments(self) -> _shapes.Messages[Commitment]:
        """What of the person's time it was made around."""
    timeline_revision: int
    """The revision of the person's timeline that it was made for."""
    @property
    def assumptions(self) -> _shapes.Messages[Assumption]:
        """What else it rests on, such as the pace."""
    cost: int
    """What the blocks cost by the measure of the solver: less is better."""
    @property
    def out(self) -> _shapes.Values[str]:
        """Times of what comes again that it leaves out, for want of room within the hours and limits that
        were said, by the ids of nodes. The assumptions tell how much that is.
        """
    @property
    def weeks(self) -> _shapes.Messages[WeekLoad]:
        """What it takes of each week, from the first day of the goal to its last work. None unless it is
        feasible.
        """
    def __init__(
        self,
        *,
        verdict: Optional[Union[Verdict, str]] = ...,
        blocks: Optional[Iterable[Union[Block, Mapping[str, Any]]]] = ...,
        certificate: Optional[Union[Certificate, Mapping[str, Any]]] = ...,
        explanation: Optional[str] = ...,
        ways: Optional[Iterable[Union[Way, Mapping[str, Any]]]] = ...,
        generated: Optional[int] = ...,
        commitments: Optional[Iterable[Union[Commitment, Mapping[str, Any]]]] = ...,
        timeline_revision: Optional[int] = ...,
        assumptions: Optional[Iterable[Union[Assumption, Mapping[str, Any]]]] = ...,
        cost: Optional[int] = ...,
        out: Optional[Iterable[str]] = ...,
        weeks: Optional[Iterable[Union[WeekLoad, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class WeekLoad(message.Message):
    """What roadmaps take of a person's hours in a week."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Share(message.Message):
        """What a roadmap takes."""
        DESCRIPTOR: ClassVar[descriptor.Descriptor]
        roadmap_id: str
        """The roadmap. Empty in drafts."""
        minutes: int
        """Minutes."""
        def __init__(
            self,
            *,
            roadmap_id: Optional[str] = ...,
            minutes: Optional[int] = ...,
        ) -> None: ...
    monday: str
    """Its Monday, as "2027-04-19"."""
    room: int
    """Minutes that there are for any of the roadmaps, less what the calendar holds. Of the week
    in which it is, those that are left.
    """
    @property
    def shares(self) -> _shapes.Messages[WeekLoad.Share]:
        """What each takes."""
    def __init__(
        self,
        *,
        monday: Optional[str] = ...,
        room: Optional[int] = ...,
        shares: Optional[Iterable[Union[WeekLoad.Share, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Block(message.Message):
    """A time at which a task is worked on."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it within the roadmap. Empty in drafts."""
    node_id: str
    """The task."""
    @property
    def start_time(self) -> timestamp_pb2.Timestamp:
        """From when, in whole minutes."""
    @property
    def end_time(self) -> timestamp_pb2.Timestamp:
        """Until when."""
    done: bool
    """It is done."""
    locked: bool
    """It is not moved."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        node_id: Optional[str] = ...,
        start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        end_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        done: Optional[bool] = ...,
        locked: Optional[bool] = ...,
    ) -> None: ...

class Commitment(message.Message):
    """What a person's time holds already."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it within its source. May be empty."""
    title: str
    """What it is."""
    @property
    def start_time(self) -> timestamp_pb2.Timestamp:
        """From when."""
    @property
    def end_time(self) -> timestamp_pb2.Timestamp:
        """Until when."""
    all_day: bool
    """It takes whole days."""
    free: bool
    """It takes no time."""
    doubt: str
    """What of its calendar could not be read, so that it may take more time here than it does, in
    plain words. Empty: nothing.
    """
    own_block: bool
    """It is a block of one of the person's roadmaps: nothing is kept free on either side of it."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        title: Optional[str] = ...,
        start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        end_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        all_day: Optional[bool] = ...,
        free: Optional[bool] = ...,
        doubt: Optional[str] = ...,
        own_block: Optional[bool] = ...,
    ) -> None: ...

class Certificate(message.Message):
    """A proof that no schedule can be."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    reason: str
    """Why, a word such as "overload" or "chain"."""
    @property
    def tasks(self) -> _shapes.Values[str]:
        """The ids of the tasks that it is about."""
    to: int
    """The end of them, which is not included."""
    need: int
    """Minutes that are needed."""
    room: int
    """Minutes that there are."""
    @property
    def links(self) -> _shapes.Values[int]:
        """Indexes of the problem's links."""
    @property
    def caps(self) -> _shapes.Values[int]:
        """Indexes of the problem's caps."""
    resource: int
    """The index of the resource that is short; -1: none."""
    def __init__(
        self,
        *,
        reason: Optional[str] = ...,
        tasks: Optional[Iterable[str]] = ...,
        to: Optional[int] = ...,
        need: Optional[int] = ...,
        room: Optional[int] = ...,
        links: Optional[Iterable[int]] = ...,
        caps: Optional[Iterable[int]] = ...,
        resource: Optional[int] = ...,
    ) -> None: ...

class Way(message.Message):
    """Something that could give, so that there is a schedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it within the draft."""
    text: str
    """In plain words."""
    @property
    def terms(self) -> planning_v1_goal.Terms:
        """The terms by which it is tried. Absent or empty: the text has a command with which its person may do it."""
    reduces: bool
    """Something is left out of the outline."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        text: Optional[str] = ...,
        terms: Optional[Union[planning_v1_goal.Terms, Mapping[str, Any]]] = ...,
        reduces: Optional[bool] = ...,
    ) -> None: ...
