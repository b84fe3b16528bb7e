"""What the client knows of a method, and how its request is made."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import dataclass
from typing import Any, Generic, Mapping, Type, TypeVar

from google.protobuf import any_pb2, duration_pb2, message, timestamp_pb2

Request = TypeVar("Request", bound=message.Message)
Response = TypeVar("Response", bound=message.Message)


@dataclass(frozen=True)
class Method(Generic[Request, Response]):
    """A method of the contracts."""

    path: str
    request: Type[Request]
    response: Type[Response]
    repeatable: bool  # calling it twice leaves behind what one call does
    has_request_id: bool
    has_sequence: bool  # a stream that can go on after an event that was seen

    @property
    def may_repeat(self) -> bool:
        return self.repeatable or self.has_request_id

    def build_request(self, fields: Mapping[str, Any]) -> Request:
        """Makes a request of those fields that are given, with a request id of its own
        where the caller has none: it stays the same however often the call is made."""
        request = build_message(self.request, fields)
        if self.has_request_id and not request.request_id:  # type: ignore[attr-defined]
            request.request_id = str(uuid.uuid4())  # type: ignore[attr-defined]
        return request


def build_message(kind: Type[Request], fields: Mapping[str, Any]) -> Request:
    """Makes a message of Python's own values: dictionaries, moments, durations."""
    known = kind.DESCRIPTOR.fields_by_name
    given = {}
    for name, value in fields.items():
        if value is None:
            continue
        if name not in known:
            raise TypeError(f"{kind.DESCRIPTOR.name} has no field {name!r}")
        given[name] = _convert_field(known[name], value)
    return kind(**given)


def _convert_field(field: Any, value: Any) -> Any:
    if field.message_type is None:
        return value
    if field.message_type.GetOptions().map_entry:
        return value
    if _is_repeated(field):
        return [_convert_message(field.message_type, one) for one in value]
    return _convert_message(field.message_type, value)


def _is_repeated(field: Any) -> bool:
    repeated = getattr(field, "is_repeated", None)  # since protobuf 6; label goes away
    return field.label == field.LABEL_REPEATED if repeated is None else bool(repeated)


def _convert_message(kind: Any, value: Any) -> Any:
    if isinstance(value, Mapping):
        return build_message(kind._concrete_class, value)
    name = kind.full_name
    if name == "google.protobuf.Timestamp" and isinstance(value, datetime.datetime):
        moment = timestamp_pb2.Timestamp()
        # One without a time zone is local, as everywhere in Python.
        moment.FromDatetime(value.astimezone(datetime.timezone.utc).replace(tzinfo=None))
        return moment
    if name == "google.protobuf.Duration" and isinstance(value, datetime.timedelta):
        duration = duration_pb2.Duration()
        duration.FromTimedelta(value)
        return duration
    if name == "google.protobuf.Any" and isinstance(value, message.Message) and not isinstance(value, any_pb2.Any):
        packed = any_pb2.Any()
        packed.Pack(value)
        return packed
    return value
