# Written by make generate from proto/weft/common/v1/pause.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes

DESCRIPTOR: descriptor.FileDescriptor

class PauseKind(int, metaclass=_shapes.EnumType):
    """What kind of answer a pause of a run wants."""
    PAUSE_KIND_UNSPECIFIED: ClassVar[PauseKind]
    """Not told."""
    PAUSE_KIND_QUESTION: ClassVar[PauseKind]
    """Words, to one question or to several."""
    PAUSE_KIND_APPROVAL: ClassVar[PauseKind]
    """Somebody's word that something may be done. It needs the scope approve."""
    PAUSE_KIND_CHOICE: ClassVar[PauseKind]
    """One of some options."""
    PAUSE_KIND_FORM: ClassVar[PauseKind]
    """A message of a type that the pause names."""

PAUSE_KIND_UNSPECIFIED: PauseKind
PAUSE_KIND_QUESTION: PauseKind
PAUSE_KIND_APPROVAL: PauseKind
PAUSE_KIND_CHOICE: PauseKind
PAUSE_KIND_FORM: PauseKind

class PauseOption(message.Message):
    """One of the answers that a pause has to choose from."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it within the pause; an answer gives it."""
    label: str
    """What it is called, in a few words."""
    description: str
    """What choosing it means. May be empty."""
    outcome: str
    """How the run goes on: an outcome of the state that waits."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        label: Optional[str] = ...,
        description: Optional[str] = ...,
        outcome: Optional[str] = ...,
    ) -> None: ...
