# Written by make generate from proto/weft/plan/v1/plan.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes

DESCRIPTOR: descriptor.FileDescriptor

class Content(message.Message):
    """What a plan says that a person approves: its content. Any change of it is another
    version, and needs another approval.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    objective: str
    """What is to be reached, in a sentence."""
    context: str
    """What is known about it: Markdown, for people."""
    @property
    def steps(self) -> _shapes.Messages[Step]:
        """What is done, in this order."""
    @property
    def risks(self) -> _shapes.Values[str]:
        """What may go wrong."""
    def __init__(
        self,
        *,
        objective: Optional[str] = ...,
        context: Optional[str] = ...,
        steps: Optional[Iterable[Union[Step, Mapping[str, Any]]]] = ...,
        risks: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Step(message.Message):
    """A step of a plan: one call of a tool, or something that a person does."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it within the plan."""
    description: str
    """What it does, in a sentence."""
    server: str
    """The server of the tool. Empty: a person does the step, and says when it is done."""
    operation: str
    """The operation."""
    target: str
    """To whom or what it is done, for people, such as a recipient. May be empty."""
    arguments: str
    """The arguments: a JSON object. Where a value comes from an earlier step it is
    {"$from": "STEP", "pointer": "/a/b"}, by a JSON Pointer into what that step returned.
    """
    approve: bool
    """True: it needs an approval of its own when its turn comes."""
    optional: bool
    """True: the plan may go on if the step is skipped."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        description: Optional[str] = ...,
        server: Optional[str] = ...,
        operation: Optional[str] = ...,
        target: Optional[str] = ...,
        arguments: Optional[str] = ...,
        approve: Optional[bool] = ...,
        optional: Optional[bool] = ...,
    ) -> None: ...
