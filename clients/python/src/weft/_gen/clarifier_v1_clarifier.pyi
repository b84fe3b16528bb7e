# Written by make generate from proto/weft/clarifier/v1/clarifier.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_context
from . import common_v1_reasoning

DESCRIPTOR: descriptor.FileDescriptor

class ClarifyRequest(message.Message):
    """What the clarifier is given."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    query: str
    """What the user asked, or the correction that has no clear target."""
    @property
    def gaps(self) -> _shapes.Messages[common_v1_reasoning.Gap]:
        """What is missing."""
    @property
    def vocabulary(self) -> _shapes.ValueMap[str, str]:
        """Term to canonical term, for the right words."""
    @property
    def retrieval_history(self) -> _shapes.Messages[common_v1_reasoning.RetrievalAttempt]:
        """What was looked up: nothing of it is asked."""
    @property
    def previous(self) -> _shapes.Messages[common_v1_reasoning.Clarification]:
        """What was asked before, with the answers."""
    @property
    def options(self) -> _shapes.MessageMap[str, Options]:
        """Choices that are known for a gap, by gap id: the entries that a correction
        may mean.
        """
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        query: Optional[str] = ...,
        gaps: Optional[Iterable[Union[common_v1_reasoning.Gap, Mapping[str, Any]]]] = ...,
        vocabulary: Optional[Mapping[str, str]] = ...,
        retrieval_history: Optional[Iterable[Union[common_v1_reasoning.RetrievalAttempt, Mapping[str, Any]]]] = ...,
        previous: Optional[Iterable[Union[common_v1_reasoning.Clarification, Mapping[str, Any]]]] = ...,
        options: Optional[Mapping[str, Union[Options, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Options(message.Message):
    """Answers to choose from."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def values(self) -> _shapes.Values[str]:
        """In the order to show."""
    def __init__(
        self,
        *,
        values: Optional[Iterable[str]] = ...,
    ) -> None: ...

class ClarifyResponse(message.Message):
    """What to ask."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    explanation: str
    """Why the user is asked, for the user to read."""
    @property
    def questions(self) -> _shapes.Messages[common_v1_reasoning.Question]:
        """The questions, most useful first; may be empty."""
    fallback: str
    """What happens if the user declines, for the user to read."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    def __init__(
        self,
        *,
        explanation: Optional[str] = ...,
        questions: Optional[Iterable[Union[common_v1_reasoning.Question, Mapping[str, Any]]]] = ...,
        fallback: Optional[str] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...
