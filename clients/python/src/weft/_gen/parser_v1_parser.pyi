# Written by make generate from proto/weft/parser/v1/parser.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import struct_pb2
from google.protobuf import timestamp_pb2
from . import common_v1_context
from . import common_v1_domain
from . import common_v1_entry

DESCRIPTOR: descriptor.FileDescriptor

class ParseRequest(message.Message):
    """What the parser is given."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    text: str
    """The note as the user wrote it."""
    @property
    def written_at(self) -> timestamp_pb2.Timestamp:
        """When it was written, or when the file says it was."""
    @property
    def domain_context(self) -> common_v1_domain.DomainContext:
        """Domain schemas, patterns and vocabulary. Each domain is parsed apart."""
    @property
    def recent(self) -> _shapes.Messages[common_v1_entry.Entry]:
        """The latest entries, newest first; a correction finds its target here."""
    correction: bool
    """True if the text corrects an earlier entry."""
    correction_target: str
    """What it corrects, in the user's words."""
    chosen_entry_id: str
    """The entry that the user named as the target when asked. Overrules search."""
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        text: Optional[str] = ...,
        written_at: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        domain_context: Optional[Union[common_v1_domain.DomainContext, Mapping[str, Any]]] = ...,
        recent: Optional[Iterable[Union[common_v1_entry.Entry, Mapping[str, Any]]]] = ...,
        correction: Optional[bool] = ...,
        correction_target: Optional[str] = ...,
        chosen_entry_id: Optional[str] = ...,
    ) -> None: ...

class ParseResponse(message.Message):
    """What the parser made of it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    date: str
    """The day that the note is about, YYYY-MM-DD. Moved by words such as
    "yesterday" in the text.
    """
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """The moment that the note is about."""
    @property
    def domain_data(self) -> struct_pb2.Struct:
        """One object per domain that found something, by the domain's schema."""
    @property
    def tags(self) -> _shapes.Values[str]:
        """Tags, without the leading #."""
    @property
    def notes(self) -> _shapes.Values[str]:
        """What was ambiguous or assumed, a sentence each."""
    @property
    def uncertain_fields(self) -> _shapes.Values[str]:
        """Paths of domain_data that the user may want to check: "strength.sets[0].load"."""
    confidence: float
    """How clear it was, 0 to 1."""
    @property
    def correction(self) -> Correction:
        """For a correction: what it changes. Absent for a note."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    def __init__(
        self,
        *,
        date: Optional[str] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        domain_data: Optional[Union[struct_pb2.Struct, Mapping[str, Any]]] = ...,
        tags: Optional[Iterable[str]] = ...,
        notes: Optional[Iterable[str]] = ...,
        uncertain_fields: Optional[Iterable[str]] = ...,
        confidence: Optional[float] = ...,
        correction: Optional[Union[Correction, Mapping[str, Any]]] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Correction(message.Message):
    """What a correction changes."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    target_entry_id: str
    """The entry that it changes. Empty if none or several fit; then candidates
    tells which, and the user decides.
    """
    @property
    def candidate_entry_ids(self) -> _shapes.Values[str]:
        """Entries that fit equally well. Empty if the target is clear or none fits."""
    @property
    def changes(self) -> _shapes.Messages[FieldChange]:
        """Each changed value."""
    def __init__(
        self,
        *,
        target_entry_id: Optional[str] = ...,
        candidate_entry_ids: Optional[Iterable[str]] = ...,
        changes: Optional[Iterable[Union[FieldChange, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class FieldChange(message.Message):
    """One changed value."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    path: str
    """Path within domain_data: "strength.sets[0].load.value"."""
    @property
    def before(self) -> struct_pb2.Value:
        """What stood there."""
    @property
    def after(self) -> struct_pb2.Value:
        """What stands there now."""
    def __init__(
        self,
        *,
        path: Optional[str] = ...,
        before: Optional[Union[struct_pb2.Value, Mapping[str, Any]]] = ...,
        after: Optional[Union[struct_pb2.Value, Mapping[str, Any]]] = ...,
    ) -> None: ...
