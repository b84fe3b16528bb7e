# Written by make generate from proto/weft/common/v1/query.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_time

DESCRIPTOR: descriptor.FileDescriptor

class Wanted(int, metaclass=_shapes.EnumType):
    """What a question asks for."""
    WANTED_UNSPECIFIED: ClassVar[Wanted]
    """Not decided."""
    WANTED_LOOKUP: ClassVar[Wanted]
    """One thing that a note says: "what is the boiler's serial number?" """
    WANTED_LIST: ClassVar[Wanted]
    """Notes, one by one: "show me last week's runs"."""
    WANTED_AGGREGATE: ClassVar[Wanted]
    """One number, or one for each group: "how far did I run in May?" """
    WANTED_WHEN: ClassVar[Wanted]
    """A day or a time: "when did I last water the fern?" """
    WANTED_EXISTS: ClassVar[Wanted]
    """Whether there is something: "did I ever run a marathon?" """
    WANTED_COMPARE: ClassVar[Wanted]
    """One side against another: "did I sleep longer in May than in June?" """
    WANTED_TREND: ClassVar[Wanted]
    """How something develops: "am I getting stronger?" """
    WANTED_WHY: ClassVar[Wanted]
    """Reasons."""
    WANTED_ADVICE: ClassVar[Wanted]
    """What to do."""
    WANTED_SUMMARY: ClassVar[Wanted]
    """What there is on something or of some days, in short."""
    WANTED_NOW: ClassVar[Wanted]
    """How something is or feels at this moment, which only the user knows."""
    WANTED_TASKS: ClassVar[Wanted]
    """What is open, due or done."""

WANTED_UNSPECIFIED: Wanted
WANTED_LOOKUP: Wanted
WANTED_LIST: Wanted
WANTED_AGGREGATE: Wanted
WANTED_WHEN: Wanted
WANTED_EXISTS: Wanted
WANTED_COMPARE: Wanted
WANTED_TREND: Wanted
WANTED_WHY: Wanted
WANTED_ADVICE: Wanted
WANTED_SUMMARY: Wanted
WANTED_NOW: Wanted
WANTED_TASKS: Wanted

class TaskState(int, metaclass=_shapes.EnumType):
    """Which tasks a question asks for."""
    TASK_STATE_UNSPECIFIED: ClassVar[TaskState]
    """All: open, done and cancelled."""
    TASK_STATE_OPEN: ClassVar[TaskState]
    """Still to be done."""
    TASK_STATE_DUE: ClassVar[TaskState]
    """Open, and tells when it is due."""
    TASK_STATE_OVERDUE: ClassVar[TaskState]
    """Open, and was due before today."""
    TASK_STATE_DONE: ClassVar[TaskState]
    """Done."""

TASK_STATE_UNSPECIFIED: TaskState
TASK_STATE_OPEN: TaskState
TASK_STATE_DUE: TaskState
TASK_STATE_OVERDUE: TaskState
TASK_STATE_DONE: TaskState

class Aggregate(int, metaclass=_shapes.EnumType):
    """How many values become one."""
    AGGREGATE_UNSPECIFIED: ClassVar[Aggregate]
    """None."""
    AGGREGATE_COUNT_NOTES: ClassVar[Aggregate]
    """How many notes there are."""
    AGGREGATE_COUNT_DAYS: ClassVar[Aggregate]
    """On how many days there are some."""
    AGGREGATE_SUM: ClassVar[Aggregate]
    """All together. Of amounts alone."""
    AGGREGATE_MEAN: ClassVar[Aggregate]
    """The arithmetic mean."""
    AGGREGATE_MEDIAN: ClassVar[Aggregate]
    """The middle value."""
    AGGREGATE_MIN: ClassVar[Aggregate]
    """The least."""
    AGGREGATE_MAX: ClassVar[Aggregate]
    """The greatest."""
    AGGREGATE_FIRST: ClassVar[Aggregate]
    """The earliest."""
    AGGREGATE_LATEST: ClassVar[Aggregate]
    """The last."""
    AGGREGATE_RATE: ClassVar[Aggregate]
    """Notes a week; of an amount, how much of it a week."""
    AGGREGATE_NEXT: ClassVar[Aggregate]
    """The next that is to come, by the days that notes name. Nothing is computed of it."""

AGGREGATE_UNSPECIFIED: Aggregate
AGGREGATE_COUNT_NOTES: Aggregate
AGGREGATE_COUNT_DAYS: Aggregate
AGGREGATE_SUM: Aggregate
AGGREGATE_MEAN: Aggregate
AGGREGATE_MEDIAN: Aggregate
AGGREGATE_MIN: Aggregate
AGGREGATE_MAX: Aggregate
AGGREGATE_FIRST: Aggregate
AGGREGATE_LATEST: Aggregate
AGGREGATE_RATE: Aggregate
AGGREGATE_NEXT: Aggregate

class MeasureKind(int, metaclass=_shapes.EnumType):
    """What may be computed of a number, as its domain's schema declares it."""
    MEASURE_KIND_UNSPECIFIED: ClassVar[MeasureKind]
    """Not a number."""
    MEASURE_KIND_READING: ClassVar[MeasureKind]
    """How much there is at a moment, or of one thing. Never added up."""
    MEASURE_KIND_AMOUNT: ClassVar[MeasureKind]
    """What adds up: kilometres that were run, money that was spent."""
    MEASURE_KIND_RATING: ClassVar[MeasureKind]
    """A place on a scale. Never added up."""

MEASURE_KIND_UNSPECIFIED: MeasureKind
MEASURE_KIND_READING: MeasureKind
MEASURE_KIND_AMOUNT: MeasureKind
MEASURE_KIND_RATING: MeasureKind

class Operator(int, metaclass=_shapes.EnumType):
    """How a value is compared with another."""
    OPERATOR_UNSPECIFIED: ClassVar[Operator]
    """Not told."""
    OPERATOR_LESS: ClassVar[Operator]
    """Below."""
    OPERATOR_AT_MOST: ClassVar[Operator]
    """Below or equal."""
    OPERATOR_EQUAL: ClassVar[Operator]
    """Equal."""
    OPERATOR_AT_LEAST: ClassVar[Operator]
    """Equal or above."""
    OPERATOR_MORE: ClassVar[Operator]
    """Above."""

OPERATOR_UNSPECIFIED: Operator
OPERATOR_LESS: Operator
OPERATOR_AT_MOST: Operator
OPERATOR_EQUAL: Operator
OPERATOR_AT_LEAST: Operator
OPERATOR_MORE: Operator

class GroupBy(int, metaclass=_shapes.EnumType):
    """What one result is computed for each of."""
    GROUP_BY_UNSPECIFIED: ClassVar[GroupBy]
    """No groups."""
    GROUP_BY_DAY: ClassVar[GroupBy]
    """A day."""
    GROUP_BY_WEEK: ClassVar[GroupBy]
    """A calendar week."""
    GROUP_BY_MONTH: ClassVar[GroupBy]
    """A calendar month."""
    GROUP_BY_YEAR: ClassVar[GroupBy]
    """A calendar year."""
    GROUP_BY_WEEKDAY: ClassVar[GroupBy]
    """A day of the week."""
    GROUP_BY_SUBJECT: ClassVar[GroupBy]
    """A subject."""

GROUP_BY_UNSPECIFIED: GroupBy
GROUP_BY_DAY: GroupBy
GROUP_BY_WEEK: GroupBy
GROUP_BY_MONTH: GroupBy
GROUP_BY_YEAR: GroupBy
GROUP_BY_WEEKDAY: GroupBy
GROUP_BY_SUBJECT: GroupBy

class Measure(message.Message):
    """A field of a domain's schema that a question asks for."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    domain: str
    """The domain, for example "running"."""
    name: str
    """What is measured, for example "distance"."""
    kind: MeasureKind
    """What may be computed of it."""
    unit: str
    """The unit to answer in; empty for counts and for "as the notes have it"."""
    words: str
    """The words of the question that name it. Empty if the subject implies it."""
    def __init__(
        self,
        *,
        domain: Optional[str] = ...,
        name: Optional[str] = ...,
        kind: Optional[Union[MeasureKind, str]] = ...,
        unit: Optional[str] = ...,
        words: Optional[str] = ...,
    ) -> None: ...

class Subject(message.Message):
    """A thing that a question is about."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Its canonical name, for example "bench press"."""
    words: str
    """The words of the question that name it."""
    @property
    def forms(self) -> _shapes.Values[str]:
        """What else it is called, by the vocabulary. Without name."""
    domain: str
    """The domain that declares it; empty if it is a word that only notes may have."""
    owner: str
    """Whose it is, as the question names him or her: "my sister". Empty: the
    writer's, or nobody's.
    """
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        words: Optional[str] = ...,
        forms: Optional[Iterable[str]] = ...,
        domain: Optional[str] = ...,
        owner: Optional[str] = ...,
    ) -> None: ...

class Condition(message.Message):
    """What restricts the notes of a question, besides its days."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def subject(self) -> Subject:
        """A subject that a note must have."""
    without: bool
    """True: that it must not have."""
    @property
    def measure(self) -> Measure:
        """A number that it must have, in place of a subject."""
    operator: Operator
    """How it compares with value."""
    value: float
    """What it is compared with, in unit."""
    unit: str
    """Unit of value; empty for counts."""
    def __init__(
        self,
        *,
        subject: Optional[Union[Subject, Mapping[str, Any]]] = ...,
        without: Optional[bool] = ...,
        measure: Optional[Union[Measure, Mapping[str, Any]]] = ...,
        operator: Optional[Union[Operator, str]] = ...,
        value: Optional[float] = ...,
        unit: Optional[str] = ...,
    ) -> None: ...

class QueryForm(message.Message):
    """A question in a form. PLAN makes it, by rules or a model; nobody after PLAN
    reads the question's text, but to show it or in a prompt.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """The question as asked."""
    wanted: Wanted
    """What it asks for."""
    @property
    def subjects(self) -> _shapes.Messages[Subject]:
        """What it is about."""
    @property
    def measure(self) -> Measure:
        """The number that it asks for. Absent if no domain declares one that fits."""
    aggregate: Aggregate
    """How many values become one."""
    @property
    def ranges(self) -> _shapes.Messages[common_v1_time.ScopeRange]:
        """The days that it names. Empty: of whatever day."""
    @property
    def conditions(self) -> _shapes.Messages[Condition]:
        """What else restricts it, all of it."""
    group_by: GroupBy
    """What one result is wanted for each of."""
    @property
    def sides(self) -> _shapes.Messages[QueryForm]:
        """The sides of a comparison, each complete in itself; two or more, or none."""
    @property
    def uncovered(self) -> _shapes.Values[str]:
        """Words that restrict it and that nothing above took up. While there are some,
        nothing is computed.
        """
    foreign: bool
    """True if it does not seem to be in English, which the rules read."""
    latest: bool
    """True if it is about the latest word on something: "now", "still"."""
    limit: int
    """How many results are wanted at most, for "the three longest"; 0: all."""
    tasks: TaskState
    """Which tasks it asks for, if it wants TASKS."""
    permission: bool
    """True if it wants ADVICE on what is allowed, which notes may say: "may he drive?" """
    language: str
    """Its language, BCP 47: "de". Empty if it is English, or nobody told."""
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        wanted: Optional[Union[Wanted, str]] = ...,
        subjects: Optional[Iterable[Union[Subject, Mapping[str, Any]]]] = ...,
        measure: Optional[Union[Measure, Mapping[str, Any]]] = ...,
        aggregate: Optional[Union[Aggregate, str]] = ...,
        ranges: Optional[Iterable[Union[common_v1_time.ScopeRange, Mapping[str, Any]]]] = ...,
        conditions: Optional[Iterable[Union[Condition, Mapping[str, Any]]]] = ...,
        group_by: Optional[Union[GroupBy, str]] = ...,
        sides: Optional[Iterable[Union[QueryForm, Mapping[str, Any]]]] = ...,
        uncovered: Optional[Iterable[str]] = ...,
        foreign: Optional[bool] = ...,
        latest: Optional[bool] = ...,
        limit: Optional[int] = ...,
        tasks: Optional[Union[TaskState, str]] = ...,
        permission: Optional[bool] = ...,
        language: Optional[str] = ...,
    ) -> None: ...

class Understanding(message.Message):
    """What a model has understood of a question that the rules can't read by themselves."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    language: str
    """Its language, BCP 47: "de". Empty if that was not told."""
    @property
    def terms(self) -> _shapes.Values[str]:
        """Words to look for beside its own: in English, and in its language."""
    wanted: Wanted
    """What it asks for. UNSPECIFIED if that was not told."""
    @property
    def range(self) -> common_v1_time.DateRange:
        """The days that it means. Absent if it names none."""
    def __init__(
        self,
        *,
        language: Optional[str] = ...,
        terms: Optional[Iterable[str]] = ...,
        wanted: Optional[Union[Wanted, str]] = ...,
        range: Optional[Union[common_v1_time.DateRange, Mapping[str, Any]]] = ...,
    ) -> None: ...
