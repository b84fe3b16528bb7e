# Written by make generate from proto/weft/common/v1/observation.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_entry
from . import common_v1_query

DESCRIPTOR: descriptor.FileDescriptor

class UnreadReason(int, metaclass=_shapes.EnumType):
    """Why a note keeps a set from being computed as a whole."""
    UNREAD_REASON_UNSPECIFIED: ClassVar[UnreadReason]
    """Not told."""
    UNREAD_REASON_NUMBER: ClassVar[UnreadReason]
    """It has a number that may be of what is asked, and no field took it up."""
    UNREAD_REASON_OWNER: ClassVar[UnreadReason]
    """It is not clear whose value it gives."""
    UNREAD_REASON_CORRECTION: ClassVar[UnreadReason]
    """It corrects something, and it is not clear what."""
    UNREAD_REASON_UNSAID: ClassVar[UnreadReason]
    """It gives a value and does not say that it is of what is asked: money without a
    word for that it was spent.
    """
    UNREAD_REASON_ASIDE: ClassVar[UnreadReason]
    """Besides a value that was read it has a number in another clause, which is of
    something else. It stops no total, and is told.
    """
    UNREAD_REASON_COMPARED: ClassVar[UnreadReason]
    """Its number says how much more or less something was: "10 minutes faster". Like the
    ones below it stops no total, and is told.
    """
    UNREAD_REASON_BOUNDED: ClassVar[UnreadReason]
    """Its number is a limit, an estimate or a worth: "up to 50 €"."""
    UNREAD_REASON_APIECE: ClassVar[UnreadReason]
    """Its number is of each of several: "three tickets, 12 € each"."""
    UNREAD_REASON_OTHER_TIME: ClassVar[UnreadReason]
    """Its number is of another time: "in December I paid 90 €"."""
    UNREAD_REASON_LOWERED: ClassVar[UnreadReason]
    """Its number takes something off what was noted: "refunded 40 €"."""
    UNREAD_REASON_UNSTATED: ClassVar[UnreadReason]
    """It is of what is asked, and states no such value: a run without a pace."""
    UNREAD_REASON_DENIED: ClassVar[UnreadReason]
    """It names what is counted only to deny, to plan or to ask it: "skipped choir"."""
    UNREAD_REASON_NONE: ClassVar[UnreadReason]
    """It says that there was none of what is counted: "eggs:: 0"."""

UNREAD_REASON_UNSPECIFIED: UnreadReason
UNREAD_REASON_NUMBER: UnreadReason
UNREAD_REASON_OWNER: UnreadReason
UNREAD_REASON_CORRECTION: UnreadReason
UNREAD_REASON_UNSAID: UnreadReason
UNREAD_REASON_ASIDE: UnreadReason
UNREAD_REASON_COMPARED: UnreadReason
UNREAD_REASON_BOUNDED: UnreadReason
UNREAD_REASON_APIECE: UnreadReason
UNREAD_REASON_OTHER_TIME: UnreadReason
UNREAD_REASON_LOWERED: UnreadReason
UNREAD_REASON_UNSTATED: UnreadReason
UNREAD_REASON_DENIED: UnreadReason
UNREAD_REASON_NONE: UnreadReason

class Observation(message.Message):
    """A value that a note gives for a declared field: its writer's own, asserted,
    and neither planned nor corrected away.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    entry_id: str
    """The entry."""
    date: str
    """Its day, YYYY-MM-DD."""
    minute: int
    """Minutes since the day began."""
    domain: str
    """The domain, for example "running"."""
    measure: str
    """What was measured, for example "distance"."""
    subject: str
    """What it is about, a canonical name: "bench press"."""
    kind: common_v1_query.MeasureKind
    """What may be computed of it."""
    value: float
    """The number, in unit. 0 if it has text."""
    unit: str
    """Canonical unit; empty for counts and bare numbers."""
    text: str
    """The value of a field that is no number: "easy run"."""
    object: str
    """The object of the entry's data that holds it, which tells the values apart
    that belong together: "running.runs[0]".
    """
    @property
    def broader(self) -> _shapes.Values[str]:
        """Names that take in everything of its kind, by its schema: "spending" and
        "money" of what was spent on groceries.
        """
    of_day: bool
    """Values of one day are parts of one: two pieces of a night."""
    def __init__(
        self,
        *,
        entry_id: Optional[str] = ...,
        date: Optional[str] = ...,
        minute: Optional[int] = ...,
        domain: Optional[str] = ...,
        measure: Optional[str] = ...,
        subject: Optional[str] = ...,
        kind: Optional[Union[common_v1_query.MeasureKind, str]] = ...,
        value: Optional[float] = ...,
        unit: Optional[str] = ...,
        text: Optional[str] = ...,
        object: Optional[str] = ...,
        broader: Optional[Iterable[str]] = ...,
        of_day: Optional[bool] = ...,
    ) -> None: ...

class UnreadNote(message.Message):
    """A note on the subject of a question that was not read whole."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    entry_id: str
    """The entry."""
    date: str
    """Its day, YYYY-MM-DD. Empty if it is undated."""
    reason: UnreadReason
    """Why."""
    @property
    def words(self) -> common_v1_entry.TextRange:
        """The words that nobody could place."""
    def __init__(
        self,
        *,
        entry_id: Optional[str] = ...,
        date: Optional[str] = ...,
        reason: Optional[Union[UnreadReason, str]] = ...,
        words: Optional[Union[common_v1_entry.TextRange, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Selection(message.Message):
    """Which values a retrieval returns."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    domain: str
    """The domain."""
    @property
    def measures(self) -> _shapes.Values[str]:
        """What is measured; empty for every field, texts among them."""
    @property
    def subjects(self) -> _shapes.Messages[common_v1_query.Subject]:
        """Subjects, each with its forms; empty for every subject of the domain."""
    def __init__(
        self,
        *,
        domain: Optional[str] = ...,
        measures: Optional[Iterable[str]] = ...,
        subjects: Optional[Iterable[Union[common_v1_query.Subject, Mapping[str, Any]]]] = ...,
    ) -> None: ...
