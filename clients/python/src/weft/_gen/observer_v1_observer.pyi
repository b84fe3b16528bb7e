# Written by make generate from proto/weft/observer/v1/observer.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_analysis
from . import common_v1_context
from . import common_v1_domain
from . import common_v1_entry

DESCRIPTOR: descriptor.FileDescriptor

class Trigger(int, metaclass=_shapes.EnumType):
    """What made the observer look."""
    TRIGGER_UNSPECIFIED: ClassVar[Trigger]
    """Not told."""
    TRIGGER_POST_QUERY: ClassVar[Trigger]
    """A question was answered."""
    TRIGGER_USER_CORRECTION: ClassVar[Trigger]
    """The user corrected something."""
    TRIGGER_SIGNIFICANT_LOG: ClassVar[Trigger]
    """A note was kept. The observer decides whether it is significant."""
    TRIGGER_PERIODIC: ClassVar[Trigger]
    """Time has passed."""
    TRIGGER_REFLECTION: ClassVar[Trigger]
    """Somebody wants a look over the notes of some time. The only one for which a
    model is asked.
    """

TRIGGER_UNSPECIFIED: Trigger
TRIGGER_POST_QUERY: Trigger
TRIGGER_USER_CORRECTION: Trigger
TRIGGER_SIGNIFICANT_LOG: Trigger
TRIGGER_PERIODIC: Trigger
TRIGGER_REFLECTION: Trigger

class Category(int, metaclass=_shapes.EnumType):
    """The kind of thing worth remembering."""
    CATEGORY_UNSPECIFIED: ClassVar[Category]
    """Not told."""
    CATEGORY_PREFERENCE: ClassVar[Category]
    """What the user wants: units, style."""
    CATEGORY_PATTERN: ClassVar[Category]
    """What the user usually does."""
    CATEGORY_FACT: ClassVar[Category]
    """What is so: records, routines, milestones."""
    CATEGORY_INSIGHT: ClassVar[Category]
    """What seems to hang together."""

CATEGORY_UNSPECIFIED: Category
CATEGORY_PREFERENCE: Category
CATEGORY_PATTERN: Category
CATEGORY_FACT: Category
CATEGORY_INSIGHT: Category

class Certainty(int, metaclass=_shapes.EnumType):
    """How sure the observer is of a line."""
    CERTAINTY_UNSPECIFIED: ClassVar[Certainty]
    """Not told."""
    CERTAINTY_TENTATIVE: ClassVar[Certainty]
    """Perhaps: needs more evidence."""
    CERTAINTY_LIKELY: ClassVar[Certainty]
    """Seen several times."""
    CERTAINTY_CERTAIN: ClassVar[Certainty]
    """Said by the user or directly seen."""

CERTAINTY_UNSPECIFIED: Certainty
CERTAINTY_TENTATIVE: Certainty
CERTAINTY_LIKELY: Certainty
CERTAINTY_CERTAIN: Certainty

class ObserveRequest(message.Message):
    """What the observer is given."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    trigger: Trigger
    """What made it look."""
    global_context: str
    """The page as it is, Markdown with front matter. Empty if there is none yet."""
    @property
    def domain_context(self) -> common_v1_domain.DomainContext:
        """What the domains want tracked."""
    query: str
    """The question, after one."""
    @property
    def analysis(self) -> common_v1_analysis.Analysis:
        """What was found, after a question. Not read: what an answer found isn't remembered."""
    answer: str
    """What was answered, after a question. Not read."""
    correction: str
    """The correction and what it changed, after one."""
    @property
    def entry(self) -> common_v1_entry.Entry:
        """The entry, after a log or a correction."""
    @property
    def recent(self) -> _shapes.Messages[common_v1_entry.Entry]:
        """The latest entries, newest first, for records and habits."""
    max_tokens: int
    """The most tokens the page may have. 0 means 2000."""
    since: str
    """For a reflection: the first day, YYYY-MM-DD, whose notes are looked over, of the
    recent ones. Empty: all of these.
    """
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        trigger: Optional[Union[Trigger, str]] = ...,
        global_context: Optional[str] = ...,
        domain_context: Optional[Union[common_v1_domain.DomainContext, Mapping[str, Any]]] = ...,
        query: Optional[str] = ...,
        analysis: Optional[Union[common_v1_analysis.Analysis, Mapping[str, Any]]] = ...,
        answer: Optional[str] = ...,
        correction: Optional[str] = ...,
        entry: Optional[Union[common_v1_entry.Entry, Mapping[str, Any]]] = ...,
        recent: Optional[Iterable[Union[common_v1_entry.Entry, Mapping[str, Any]]]] = ...,
        max_tokens: Optional[int] = ...,
        since: Optional[str] = ...,
    ) -> None: ...

class ContextUpdate(message.Message):
    """One line of the page."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    category: Category
    """Its section."""
    key: str
    """What it is about, for example "bench_press_record"."""
    value: str
    """What is so, for example "87.5 kg"."""
    certainty: Certainty
    """How sure."""
    source: str
    """What it stands on: an entry id, or "query 2026-02-03"."""
    def __init__(
        self,
        *,
        category: Optional[Union[Category, str]] = ...,
        key: Optional[str] = ...,
        value: Optional[str] = ...,
        certainty: Optional[Union[Certainty, str]] = ...,
        source: Optional[str] = ...,
    ) -> None: ...

class ObserveResponse(message.Message):
    """What the observer proposes."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def updates(self) -> _shapes.Messages[ContextUpdate]:
        """Lines that are new or changed."""
    @property
    def insights(self) -> _shapes.Values[str]:
        """What was learned, a sentence each, for the run's record."""
    global_context: str
    """The page as it should be. Equal to what came in if nothing changed."""
    @property
    def archived(self) -> _shapes.Values[str]:
        """Lines that left the page for want of room, to be appended to its archive."""
    should_update: bool
    """True if the page should be written."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    notes_read: int
    """Of a reflection: how many notes were looked over."""
    notes_left_out: int
    """Of a reflection: how many notes of that time were not, the oldest ones or such as
    a model's window does not hold.
    """
    def __init__(
        self,
        *,
        updates: Optional[Iterable[Union[ContextUpdate, Mapping[str, Any]]]] = ...,
        insights: Optional[Iterable[str]] = ...,
        global_context: Optional[str] = ...,
        archived: Optional[Iterable[str]] = ...,
        should_update: Optional[bool] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
        notes_read: Optional[int] = ...,
        notes_left_out: Optional[int] = ...,
    ) -> None: ...
