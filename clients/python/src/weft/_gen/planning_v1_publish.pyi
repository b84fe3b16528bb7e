# Written by make generate from proto/weft/planning/v1/publish.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import planning_v1_draft

DESCRIPTOR: descriptor.FileDescriptor

class Publishing(message.Message):
    """Roadmaps that are written into their person's calendar: what a run of the graph "publish"
    begins with.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def roadmap_ids(self) -> _shapes.Values[str]:
        """The roadmaps. None: all that have not ended."""
    occasion: str
    """Why it is begun, such as "morning". Blocks that nobody has approved are asked about only if
    it is empty: somebody asked for it.
    """
    def __init__(
        self,
        *,
        roadmap_ids: Optional[Iterable[str]] = ...,
        occasion: Optional[str] = ...,
    ) -> None: ...

class Publication(message.Message):
    """What came of writing roadmaps into their person's calendar."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Outcome(int, metaclass=_shapes.EnumType):
        """What it came to."""
        OUTCOME_UNSPECIFIED: ClassVar[Publication.Outcome]
        """Not used."""
        OUTCOME_WRITTEN: ClassVar[Publication.Outcome]
        """The calendar holds the blocks, but for events that somebody has changed there."""
        OUTCOME_UNWRITTEN: ClassVar[Publication.Outcome]
        """It does not, or not all."""
        OUTCOME_DECLINED: ClassVar[Publication.Outcome]
        """Blocks that nobody had approved were not to be written."""

    OUTCOME_UNSPECIFIED: ClassVar[Publication.Outcome]
    OUTCOME_WRITTEN: ClassVar[Publication.Outcome]
    OUTCOME_UNWRITTEN: ClassVar[Publication.Outcome]
    OUTCOME_DECLINED: ClassVar[Publication.Outcome]
    outcome: Publication.Outcome
    """What it came to."""
    @property
    def roadmap_ids(self) -> _shapes.Values[str]:
        """The roadmaps."""
    created: int
    """How many events were made."""
    changed: int
    """How many were changed."""
    removed: int
    """How many were removed."""
    @property
    def left(self) -> _shapes.Values[str]:
        """Events that were left alone, since somebody has changed them in the calendar or Weft has not
        written them, each by its title and time.
        """
    reason: str
    """Why not all is written."""
    @property
    def unapproved(self) -> _shapes.Messages[UnapprovedBlocks]:
        """Roadmaps with blocks that nobody has approved, and the approvals that would allow them."""
    def __init__(
        self,
        *,
        outcome: Optional[Union[Publication.Outcome, str]] = ...,
        roadmap_ids: Optional[Iterable[str]] = ...,
        created: Optional[int] = ...,
        changed: Optional[int] = ...,
        removed: Optional[int] = ...,
        left: Optional[Iterable[str]] = ...,
        reason: Optional[str] = ...,
        unapproved: Optional[Iterable[Union[UnapprovedBlocks, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class UnapprovedBlocks(message.Message):
    """Blocks of a roadmap that nobody has approved as they are."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    roadmap_id: str
    """The roadmap."""
    title: str
    """Its goal, in a few words."""
    blocks_hash: str
    """Stands for the blocks."""
    @property
    def blocks(self) -> _shapes.Messages[planning_v1_draft.Block]:
        """The blocks."""
    def __init__(
        self,
        *,
        roadmap_id: Optional[str] = ...,
        title: Optional[str] = ...,
        blocks_hash: Optional[str] = ...,
        blocks: Optional[Iterable[Union[planning_v1_draft.Block, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class PublishReport(message.Message):
    """Where the writing of roadmaps into a calendar stands."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def publishing(self) -> Publishing:
        """What was asked for."""
    @property
    def result(self) -> Publication:
        """What came of it so far."""
    def __init__(
        self,
        *,
        publishing: Optional[Union[Publishing, Mapping[str, Any]]] = ...,
        result: Optional[Union[Publication, Mapping[str, Any]]] = ...,
    ) -> None: ...
