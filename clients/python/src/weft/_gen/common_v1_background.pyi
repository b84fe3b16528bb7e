# Written by make generate from proto/weft/common/v1/background.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes

DESCRIPTOR: descriptor.FileDescriptor

class BackgroundKind(int, metaclass=_shapes.EnumType):
    """What a text is that models are told beside the notes."""
    BACKGROUND_KIND_UNSPECIFIED: ClassVar[BackgroundKind]
    """Not told."""
    BACKGROUND_KIND_EXPERTISE: ClassVar[BackgroundKind]
    """What a domain knows, Markdown."""
    BACKGROUND_KIND_VOCABULARY: ClassVar[BackgroundKind]
    """The words of a domain, a line for each canonical word: "sleep: slept, nap"."""
    BACKGROUND_KIND_CONTEXT_PAGE: ClassVar[BackgroundKind]
    """The person's context page, Markdown."""

BACKGROUND_KIND_UNSPECIFIED: BackgroundKind
BACKGROUND_KIND_EXPERTISE: BackgroundKind
BACKGROUND_KIND_VOCABULARY: BackgroundKind
BACKGROUND_KIND_CONTEXT_PAGE: BackgroundKind

class BackgroundText(message.Message):
    """A text that models are told beside the notes. It is data and no evidence: a note is
    read by it, and no claim rests on it.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    kind: BackgroundKind
    """What it is."""
    domain: str
    """The domain that it is of. Empty for the context page."""
    text: str
    """The beginning of it, as much as models are told."""
    omitted_bytes: int
    """How many bytes of it are left out."""
    def __init__(
        self,
        *,
        kind: Optional[Union[BackgroundKind, str]] = ...,
        domain: Optional[str] = ...,
        text: Optional[str] = ...,
        omitted_bytes: Optional[int] = ...,
    ) -> None: ...

class BackgroundSize(message.Message):
    """How much of a text models are told beside the notes."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    kind: BackgroundKind
    """What it is."""
    domain: str
    """The domain that it is of. Empty for the context page."""
    bytes: int
    """How many bytes of it models are told."""
    omitted_bytes: int
    """How many bytes of it are left out."""
    def __init__(
        self,
        *,
        kind: Optional[Union[BackgroundKind, str]] = ...,
        domain: Optional[str] = ...,
        bytes: Optional[int] = ...,
        omitted_bytes: Optional[int] = ...,
    ) -> None: ...
