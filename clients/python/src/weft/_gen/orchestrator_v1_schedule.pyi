# Written by make generate from proto/weft/orchestrator/v1/schedule.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import any_pb2
from google.protobuf import timestamp_pb2
from . import orchestrator_v1_note

DESCRIPTOR: descriptor.FileDescriptor

class ScheduleOverlap(int, metaclass=_shapes.EnumType):
    """What happens at a time of a schedule at which the run before has not ended."""
    SCHEDULE_OVERLAP_UNSPECIFIED: ClassVar[ScheduleOverlap]
    """Not stated."""
    SCHEDULE_OVERLAP_SKIP: ClassVar[ScheduleOverlap]
    """No run starts, and that is told."""
    SCHEDULE_OVERLAP_QUEUE: ClassVar[ScheduleOverlap]
    """The run starts a few seconds after the one before has ended. 100 wait at most; of more, the
    oldest are skipped.
    """
    SCHEDULE_OVERLAP_REPLACE: ClassVar[ScheduleOverlap]
    """The one before is cancelled, and the run starts."""

SCHEDULE_OVERLAP_UNSPECIFIED: ScheduleOverlap
SCHEDULE_OVERLAP_SKIP: ScheduleOverlap
SCHEDULE_OVERLAP_QUEUE: ScheduleOverlap
SCHEDULE_OVERLAP_REPLACE: ScheduleOverlap

class ScheduleMissed(int, metaclass=_shapes.EnumType):
    """What happens to times of a schedule at which no server was there."""
    SCHEDULE_MISSED_UNSPECIFIED: ClassVar[ScheduleMissed]
    """Not stated."""
    SCHEDULE_MISSED_RUN_ONCE: ClassVar[ScheduleMissed]
    """One run starts for all of them, labelled with the last one."""
    SCHEDULE_MISSED_SKIP: ClassVar[ScheduleMissed]
    """No run starts."""
    SCHEDULE_MISSED_RUN_ALL: ClassVar[ScheduleMissed]
    """A run starts for each of the last 100."""

SCHEDULE_MISSED_UNSPECIFIED: ScheduleMissed
SCHEDULE_MISSED_RUN_ONCE: ScheduleMissed
SCHEDULE_MISSED_SKIP: ScheduleMissed
SCHEDULE_MISSED_RUN_ALL: ScheduleMissed

class CreateScheduleRequest(message.Message):
    """Request of CreateSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    cron: str
    """When it starts runs: a cron expression of five fields (minute, hour, day of month,
    month, day of week), such as "30 7 * * mon-fri", or @hourly, @daily, @weekly, @monthly or
    @yearly. As in cron, of a day of month and a day of week that are both named, either is
    enough.
    """
    time_zone: str
    """IANA name of the time zone that the expression is meant in. A time that the clock skips
    is taken right after the gap; one that the clock shows twice is taken once, unless the
    expression names every hour. Empty: the server's setting.
    """
    @property
    def input(self) -> orchestrator_v1_note.Input:
        """An input, as SubmitInput takes it. Its now, session and labels must be absent; a time
        zone that it does not name is the schedule's.
        """
    @property
    def run(self) -> ScheduledRun:
        """A run of a graph, as StartRun starts it."""
    description: str
    """What it is for, in the caller's words."""
    @property
    def labels(self) -> _shapes.ValueMap[str, str]:
        """What to label the schedule and its runs with, as of an Input, but at most 14 labels. Its
        runs have "weft/schedule" (its id) and "weft/time" (RFC 3339, UTC) too, which no caller sets.
        """
    overlap: ScheduleOverlap
    """What happens at a time at which the run before has not ended. A run that waits for
    somebody has not. Unspecified: it is skipped.
    """
    missed: ScheduleMissed
    """What happens to times that are over by more than five minutes when a server looks, since
    none was there. Unspecified: one run starts for all of them.
    """
    paused: bool
    """It is made paused."""
    request_id: str
    """Makes the call safe to repeat: with the same id and the same other fields it answers,
    within 24 hours, with the schedule of the first call. Empty: each call makes a schedule.
    """
    def __init__(
        self,
        *,
        cron: Optional[str] = ...,
        time_zone: Optional[str] = ...,
        input: Optional[Union[orchestrator_v1_note.Input, Mapping[str, Any]]] = ...,
        run: Optional[Union[ScheduledRun, Mapping[str, Any]]] = ...,
        description: Optional[str] = ...,
        labels: Optional[Mapping[str, str]] = ...,
        overlap: Optional[Union[ScheduleOverlap, str]] = ...,
        missed: Optional[Union[ScheduleMissed, str]] = ...,
        paused: Optional[bool] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...
    def WhichOneof(self, oneof_group: Literal["starts"]) -> Optional[Literal["input", "run"]]: ...  # type: ignore[override]

class ScheduledRun(message.Message):
    """A run of a graph that a schedule starts."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    graph: str
    """The graph. The version that is newest at the time is walked."""
    @property
    def input(self) -> any_pb2.Any:
        """The input, of the graph's input type."""
    thread_id: str
    """The conversation that each run is a turn of, as of StartRun. Empty: none."""
    def __init__(
        self,
        *,
        graph: Optional[str] = ...,
        input: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
        thread_id: Optional[str] = ...,
    ) -> None: ...

class CreateScheduleResponse(message.Message):
    """Response of CreateSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def schedule(self) -> Schedule:
        """The schedule."""
    def __init__(
        self,
        *,
        schedule: Optional[Union[Schedule, Mapping[str, Any]]] = ...,
    ) -> None: ...

class GetScheduleRequest(message.Message):
    """Request of GetSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    schedule_id: str
    """The schedule."""
    def __init__(
        self,
        *,
        schedule_id: Optional[str] = ...,
    ) -> None: ...

class GetScheduleResponse(message.Message):
    """Response of GetSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def schedule(self) -> Schedule:
        """The schedule."""
    def __init__(
        self,
        *,
        schedule: Optional[Union[Schedule, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ListSchedulesRequest(message.Message):
    """Request of ListSchedules."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    page_size: int
    """The most schedules to return, 500 at most. 0 means 50."""
    page_token: str
    """next_page_token of the previous page."""
    @property
    def labels(self) -> _shapes.Values[str]:
        """Only schedules that have all of these labels, each "key=value", or "key" for any value."""
    user: str
    """Only schedules of this user. Empty: of all."""
    paused: bool
    """Only schedules that are paused, or only those that are not. Absent: both."""
    graph: str
    """Only schedules that start runs of this graph. Empty: of any. Inputs are runs of "notes"."""
    with_total: bool
    """Say in total_size how many there are."""
    def __init__(
        self,
        *,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
        labels: Optional[Iterable[str]] = ...,
        user: Optional[str] = ...,
        paused: Optional[bool] = ...,
        graph: Optional[str] = ...,
        with_total: Optional[bool] = ...,
    ) -> None: ...

class ListSchedulesResponse(message.Message):
    """Response of ListSchedules."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def schedules(self) -> _shapes.Messages[Schedule]:
        """The schedules, oldest first, without what came of their times."""
    next_page_token: str
    """Token of the next page. Empty on the last page."""
    total_size: int
    """How many schedules all pages have together, if with_total is set. 0 otherwise."""
    def __init__(
        self,
        *,
        schedules: Optional[Iterable[Union[Schedule, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
        total_size: Optional[int] = ...,
    ) -> None: ...

class UpdateScheduleRequest(message.Message):
    """Request of UpdateSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    schedule_id: str
    """The schedule."""
    cron: str
    """When it starts runs from now on, as of CreateSchedule. Absent: it stays."""
    time_zone: str
    """The time zone from now on, as of CreateSchedule. Absent: it stays."""
    @property
    def input(self) -> orchestrator_v1_note.Input:
        """An input, as of CreateSchedule."""
    @property
    def run(self) -> ScheduledRun:
        """A run of a graph, as of CreateSchedule."""
    description: str
    """What it is for. Absent: it stays."""
    @property
    def labels(self) -> _shapes.ValueMap[str, str]:
        """Its labels from now on, instead of those before, as of CreateSchedule. Empty: they stay."""
    clear_labels: bool
    """It has no labels from now on. Not together with labels."""
    overlap: ScheduleOverlap
    """As of CreateSchedule. Unspecified: it stays."""
    missed: ScheduleMissed
    """As of CreateSchedule. Unspecified: it stays."""
    paused: bool
    """True pauses it: it starts nothing, and its runs that wait to begin are dropped. False has
    it go on. Absent: it stays as it is.
    """
    def __init__(
        self,
        *,
        schedule_id: Optional[str] = ...,
        cron: Optional[str] = ...,
        time_zone: Optional[str] = ...,
        input: Optional[Union[orchestrator_v1_note.Input, Mapping[str, Any]]] = ...,
        run: Optional[Union[ScheduledRun, Mapping[str, Any]]] = ...,
        description: Optional[str] = ...,
        labels: Optional[Mapping[str, str]] = ...,
        clear_labels: Optional[bool] = ...,
        overlap: Optional[Union[ScheduleOverlap, str]] = ...,
        missed: Optional[Union[ScheduleMissed, str]] = ...,
        paused: Optional[bool] = ...,
    ) -> None: ...
    def WhichOneof(self, oneof_group: Literal["starts"]) -> Optional[Literal["input", "run"]]: ...  # type: ignore[override]

class UpdateScheduleResponse(message.Message):
    """Response of UpdateSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def schedule(self) -> Schedule:
        """The schedule after the change."""
    def __init__(
        self,
        *,
        schedule: Optional[Union[Schedule, Mapping[str, Any]]] = ...,
    ) -> None: ...

class DeleteScheduleRequest(message.Message):
    """Request of DeleteSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    schedule_id: str
    """The schedule."""
    def __init__(
        self,
        *,
        schedule_id: Optional[str] = ...,
    ) -> None: ...

class DeleteScheduleResponse(message.Message):
    """Response of DeleteSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class RunScheduleRequest(message.Message):
    """Request of RunSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    schedule_id: str
    """The schedule."""
    request_id: str
    """If a call is repeated with the same id, the first run is returned. Unique per schedule."""
    def __init__(
        self,
        *,
        schedule_id: Optional[str] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...

class RunScheduleResponse(message.Message):
    """Response of RunSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
    ) -> None: ...

class PreviewScheduleRequest(message.Message):
    """Request of PreviewSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    cron: str
    """A cron expression, as of CreateSchedule."""
    time_zone: str
    """A time zone, as of CreateSchedule. Empty: the server's setting."""
    count: int
    """How many times to return, 100 at most. 0 means 5."""
    @property
    def after(self) -> timestamp_pb2.Timestamp:
        """The times are later than this. Absent: than now."""
    def __init__(
        self,
        *,
        cron: Optional[str] = ...,
        time_zone: Optional[str] = ...,
        count: Optional[int] = ...,
        after: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
    ) -> None: ...

class PreviewScheduleResponse(message.Message):
    """Response of PreviewSchedule."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def times(self) -> _shapes.Messages[timestamp_pb2.Timestamp]:
        """The times, earliest first. Fewer than asked for if they are more than nine years ahead."""
    time_zone: str
    """The time zone that the expression was read in."""
    def __init__(
        self,
        *,
        times: Optional[Iterable[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]]] = ...,
        time_zone: Optional[str] = ...,
    ) -> None: ...

class Schedule(message.Message):
    """What starts runs at times."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it within its tenant."""
    cron: str
    """When it starts runs, as of CreateSchedule."""
    time_zone: str
    """The time zone that cron is meant in."""
    @property
    def input(self) -> orchestrator_v1_note.Input:
        """An input."""
    @property
    def run(self) -> ScheduledRun:
        """A run of a graph."""
    description: str
    """What it is for."""
    @property
    def labels(self) -> _shapes.ValueMap[str, str]:
        """Its labels."""
    overlap: ScheduleOverlap
    """What happens at a time at which the run before has not ended."""
    missed: ScheduleMissed
    """What happens to times at which no server was there."""
    user: str
    """Whose it is, and whose its runs are."""
    @property
    def create_time(self) -> timestamp_pb2.Timestamp:
        """When it was made."""
    @property
    def pause_time(self) -> timestamp_pb2.Timestamp:
        """Since when it is paused. Absent: it is not."""
    @property
    def next_times(self) -> _shapes.Messages[timestamp_pb2.Timestamp]:
        """Its next five times, earliest first. None while it is paused."""
    @property
    def occurrences(self) -> _shapes.Messages[ScheduleOccurrence]:
        """What came of its last 20 times, newest first; ListRuns has all its runs by the label
        "weft/schedule". Empty in lists.
        """
    waiting: int
    """How many of its runs wait to begin."""
    last_run_id: str
    """The run that it started last. Empty: it has started none."""
    built_in: bool
    """The server made it by its configuration: its owner may pause it and run it now; it can't be
    changed otherwise, or deleted. Its starts are told by description.
    """
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        cron: Optional[str] = ...,
        time_zone: Optional[str] = ...,
        input: Optional[Union[orchestrator_v1_note.Input, Mapping[str, Any]]] = ...,
        run: Optional[Union[ScheduledRun, Mapping[str, Any]]] = ...,
        description: Optional[str] = ...,
        labels: Optional[Mapping[str, str]] = ...,
        overlap: Optional[Union[ScheduleOverlap, str]] = ...,
        missed: Optional[Union[ScheduleMissed, str]] = ...,
        user: Optional[str] = ...,
        create_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        pause_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        next_times: Optional[Iterable[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]]] = ...,
        occurrences: Optional[Iterable[Union[ScheduleOccurrence, Mapping[str, Any]]]] = ...,
        waiting: Optional[int] = ...,
        last_run_id: Optional[str] = ...,
        built_in: Optional[bool] = ...,
    ) -> None: ...
    def WhichOneof(self, oneof_group: Literal["starts"]) -> Optional[Literal["input", "run"]]: ...  # type: ignore[override]

class ScheduleOccurrence(message.Message):
    """A time of a schedule, and what came of it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Outcome(int, metaclass=_shapes.EnumType):
        """What came of a time."""
        OUTCOME_UNSPECIFIED: ClassVar[ScheduleOccurrence.Outcome]
        """Not stated."""
        OUTCOME_STARTED: ClassVar[ScheduleOccurrence.Outcome]
        """A run started."""
        OUTCOME_SKIPPED: ClassVar[ScheduleOccurrence.Outcome]
        """None did, since the run before had not ended, or too many were waiting."""
        OUTCOME_MISSED: ClassVar[ScheduleOccurrence.Outcome]
        """None did, since no server was there."""
        OUTCOME_FAILED: ClassVar[ScheduleOccurrence.Outcome]
        """None could be started; reason says why."""
        OUTCOME_NOTHING: ClassVar[ScheduleOccurrence.Outcome]
        """There was nothing to do. Only of schedules that are built in."""

    OUTCOME_UNSPECIFIED: ClassVar[ScheduleOccurrence.Outcome]
    OUTCOME_STARTED: ClassVar[ScheduleOccurrence.Outcome]
    OUTCOME_SKIPPED: ClassVar[ScheduleOccurrence.Outcome]
    OUTCOME_MISSED: ClassVar[ScheduleOccurrence.Outcome]
    OUTCOME_FAILED: ClassVar[ScheduleOccurrence.Outcome]
    OUTCOME_NOTHING: ClassVar[ScheduleOccurrence.Outcome]
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """The time. Of a run that somebody had start, when they did."""
    outcome: ScheduleOccurrence.Outcome
    """What came of it."""
    count: int
    """How many times it stands for, the last of which is time. 1, unless they were missed or
    skipped together.
    """
    run_id: str
    """The run that started."""
    @property
    def outcome_time(self) -> timestamp_pb2.Timestamp:
        """When it was found out what came of it."""
    reason: str
    """Why no run started, for people."""
    user: str
    """Who had it start by RunSchedule. Empty: its time had come."""
    def __init__(
        self,
        *,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        outcome: Optional[Union[ScheduleOccurrence.Outcome, str]] = ...,
        count: Optional[int] = ...,
        run_id: Optional[str] = ...,
        outcome_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        reason: Optional[str] = ...,
        user: Optional[str] = ...,
    ) -> None: ...
