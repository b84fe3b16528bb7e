# Written by make generate from proto/weft/common/v1/time.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_context

DESCRIPTOR: descriptor.FileDescriptor

class Grain(int, metaclass=_shapes.EnumType):
    """How fine a time expression is."""
    GRAIN_UNSPECIFIED: ClassVar[Grain]
    """Not told."""
    GRAIN_PART_OF_DAY: ClassVar[Grain]
    """A part of one day, such as a morning."""
    GRAIN_DAY: ClassVar[Grain]
    """A day."""
    GRAIN_WEEK: ClassVar[Grain]
    """A calendar week or a weekend."""
    GRAIN_MONTH: ClassVar[Grain]
    """A calendar month."""
    GRAIN_QUARTER: ClassVar[Grain]
    """A calendar quarter or a season."""
    GRAIN_YEAR: ClassVar[Grain]
    """A calendar year."""
    GRAIN_SPAN: ClassVar[Grain]
    """Any other number of days, such as "the last 10 days"."""

GRAIN_UNSPECIFIED: Grain
GRAIN_PART_OF_DAY: Grain
GRAIN_DAY: Grain
GRAIN_WEEK: Grain
GRAIN_MONTH: Grain
GRAIN_QUARTER: Grain
GRAIN_YEAR: Grain
GRAIN_SPAN: Grain

class DateRange(message.Message):
    """A span of calendar days in the user's time zone, both ends included."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    start: str
    """First day, YYYY-MM-DD. Empty means open towards the past."""
    end: str
    """Last day, YYYY-MM-DD. Empty means open towards the future."""
    def __init__(
        self,
        *,
        start: Optional[str] = ...,
        end: Optional[str] = ...,
    ) -> None: ...

class TimeRange(message.Message):
    """A time expression found in a text, resolved to days by code."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """The words that were resolved, as they stand in the text."""
    start: str
    """First day, YYYY-MM-DD, included. Empty means open towards the past."""
    end: str
    """Last day, YYYY-MM-DD, included. Empty means open towards the future."""
    assumed: bool
    """True if the words allowed another reading (a bare weekday, a month without
    a year), or if no words gave the range at all.
    """
    grain: Grain
    """How fine the expression was."""
    start_hour: int
    """Within each day: the first hour, 0 to 24, of an expression such as "in the
    mornings". Equal to end_hour when whole days are meant.
    """
    end_hour: int
    """Within each day: the hour before which it ends, 0 to 24. A value smaller
    than start_hour runs past midnight.
    """
    @property
    def weekdays(self) -> _shapes.Values[common_v1_context.Weekday]:
        """The days of the range that are meant, for an expression such as "on
        Mondays". Empty for all.
        """
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        start: Optional[str] = ...,
        end: Optional[str] = ...,
        assumed: Optional[bool] = ...,
        grain: Optional[Union[Grain, str]] = ...,
        start_hour: Optional[int] = ...,
        end_hour: Optional[int] = ...,
        weekdays: Optional[Iterable[Union[common_v1_context.Weekday, str]]] = ...,
    ) -> None: ...

class UnresolvedTime(message.Message):
    """Words of a text that name a time which can't be resolved: it does not exist
    ("February 30"), or the text alone does not tell it ("on my birthday").
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """The words, as they stand in the text."""
    reason: str
    """Why, in words for people."""
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class ScopeRange(message.Message):
    """A span of days that a question is about."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    start: str
    """First day, YYYY-MM-DD, included; empty is open."""
    end: str
    """Last day, YYYY-MM-DD, included; empty is open."""
    label: str
    """How to name it in an answer, for example "last week". Empty for all days."""
    start_hour: int
    """First hour of the day that counts, 0 to 24; see TimeRange."""
    end_hour: int
    """Hour before which it ends, 0 to 24; equal to start_hour for whole days."""
    @property
    def weekdays(self) -> _shapes.Values[common_v1_context.Weekday]:
        """The days of the range that are meant, for "on Mondays". Empty for all."""
    assumed: bool
    """True if no word of the question named it."""
    def __init__(
        self,
        *,
        start: Optional[str] = ...,
        end: Optional[str] = ...,
        label: Optional[str] = ...,
        start_hour: Optional[int] = ...,
        end_hour: Optional[int] = ...,
        weekdays: Optional[Iterable[Union[common_v1_context.Weekday, str]]] = ...,
        assumed: Optional[bool] = ...,
    ) -> None: ...
