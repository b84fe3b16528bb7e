# Written by make generate from proto/weft/common/v1/entry.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import struct_pb2
from google.protobuf import timestamp_pb2

DESCRIPTOR: descriptor.FileDescriptor

class Entry(message.Message):
    """One note, as the store holds it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """YYYY-MM-DD_HH-MM-SS in the user's time zone; a suffix -2, -3 … tells apart
    the entries of one second. An undated entry has note_ and two numbers in
    hexadecimal, of its file and of its headings.
    """
    date: str
    """The day that the note is about, YYYY-MM-DD in the user's time zone. Empty if
    nothing tells it: such an entry is found by its words and lies in no range of
    days.
    """
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """The moment that the note is about. Absent if the entry is undated."""
    text: str
    """What the user wrote, byte for byte."""
    @property
    def domain_data(self) -> struct_pb2.Struct:
        """What the parser made of it: one object per domain, by the domain's schema.
        Absent for notes that no parser has seen.
        """
    @property
    def tags(self) -> _shapes.Values[str]:
        """Tags, without the leading #."""
    @property
    def source(self) -> SourceRef:
        """The file that holds the note, relative to the vault, with its lines."""
    content_hash: str
    """SHA-256 of text in hexadecimal, so that a later reader can tell whether the
    note has changed since it was cited.
    """
    correction: bool
    """True if the note is the record of a correction."""
    @property
    def headings(self) -> _shapes.Values[str]:
        """What stands above the note in its file and is no date, the outermost first: a
        title, then headings. An undated entry has the title or the name of its file at
        least.
        """
    corrected: bool
    """True if domain_data is not what its text says any more, but what the user
    corrected it to.
    """
    corrects: str
    """The id of the entry whose data the note has corrected. Empty if it corrects none,
    or nobody could tell which.
    """
    corrected_by: str
    """The id of the entry that tells the latest correction of domain_data. Empty if the
    data is not corrected, or nobody kept a note that says so.
    """
    front_matter: bool
    """True if the text is lines of a file's front matter: fields in YAML."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        date: Optional[str] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        text: Optional[str] = ...,
        domain_data: Optional[Union[struct_pb2.Struct, Mapping[str, Any]]] = ...,
        tags: Optional[Iterable[str]] = ...,
        source: Optional[Union[SourceRef, Mapping[str, Any]]] = ...,
        content_hash: Optional[str] = ...,
        correction: Optional[bool] = ...,
        headings: Optional[Iterable[str]] = ...,
        corrected: Optional[bool] = ...,
        corrects: Optional[str] = ...,
        corrected_by: Optional[str] = ...,
        front_matter: Optional[bool] = ...,
    ) -> None: ...

class SourceRef(message.Message):
    """A place in a vault."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    path: str
    """Path relative to the vault, with forward slashes."""
    first_line: int
    """First line of the note, counted from 1."""
    last_line: int
    """Last line of the note, included."""
    def __init__(
        self,
        *,
        path: Optional[str] = ...,
        first_line: Optional[int] = ...,
        last_line: Optional[int] = ...,
    ) -> None: ...

class EntryRef(message.Message):
    """What a run remembers of an entry: enough to read it again and to see whether
    it has changed, without its text.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """The entry's id."""
    date: str
    """The entry's day, YYYY-MM-DD. Empty if it is undated."""
    content_hash: str
    """Hash of the text at the time it was read, as in Entry.content_hash."""
    @property
    def source(self) -> SourceRef:
        """Where the text lies."""
    score: float
    """How well it fits what was asked for; comparable within one retrieval only."""
    @property
    def best(self) -> TextRange:
        """What of its text answers best, as in RankedEntry."""
    @property
    def terms(self) -> _shapes.Values[str]:
        """The words of the question that it has, as in RankedEntry."""
    covers: bool
    """Whether it has all that matter, as in RankedEntry."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        date: Optional[str] = ...,
        content_hash: Optional[str] = ...,
        source: Optional[Union[SourceRef, Mapping[str, Any]]] = ...,
        score: Optional[float] = ...,
        best: Optional[Union[TextRange, Mapping[str, Any]]] = ...,
        terms: Optional[Iterable[str]] = ...,
        covers: Optional[bool] = ...,
    ) -> None: ...

class EntryMatch(message.Message):
    """How an entry answers one question."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def best(self) -> TextRange:
        """What of its text answers best, as in RankedEntry."""
    @property
    def terms(self) -> _shapes.Values[str]:
        """The words of the question that it has, as in RankedEntry."""
    covers: bool
    """Whether it has all that matter, as in RankedEntry."""
    def __init__(
        self,
        *,
        best: Optional[Union[TextRange, Mapping[str, Any]]] = ...,
        terms: Optional[Iterable[str]] = ...,
        covers: Optional[bool] = ...,
    ) -> None: ...

class TextRange(message.Message):
    """A part of an entry's text."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    start: int
    """Where it begins, in bytes of UTF-8."""
    end: int
    """Where it ends, excluded."""
    def __init__(
        self,
        *,
        start: Optional[int] = ...,
        end: Optional[int] = ...,
    ) -> None: ...
