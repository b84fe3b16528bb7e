# Written by make generate from proto/weft/orchestrator/v1/pause.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import any_pb2
from google.protobuf import timestamp_pb2
from . import common_v1_pause
from . import common_v1_reasoning

DESCRIPTOR: descriptor.FileDescriptor

class Pause(message.Message):
    """A run's wait for an answer: open until it is answered or declined, it expires, or the
    run ends.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it within its run; an answer gives it."""
    run_id: str
    """The run."""
    graph: str
    """The graph that the run walks."""
    state: str
    """The state that waits."""
    branch: int
    """The branch that waits."""
    kind: common_v1_pause.PauseKind
    """What kind of answer it wants."""
    text: str
    """What is asked, in a sentence. Empty if the questions say it."""
    explanation: str
    """Why it is asked."""
    @property
    def options(self) -> _shapes.Messages[common_v1_pause.PauseOption]:
        """Answers to choose from, by AnswerRunRequest.option_id."""
    @property
    def questions(self) -> _shapes.Messages[common_v1_reasoning.Question]:
        """The questions, answered by AnswerRunRequest.answers."""
    @property
    def payload(self) -> any_pb2.Any:
        """What there is to decide on, in the graph's type. Absent if the words say it all."""
    answer_type: str
    """Full name of the type of AnswerRunRequest.payload. Empty if it takes none."""
    free: bool
    """True: it can be answered without an option, by words or a payload."""
    declinable: bool
    """True: it can be declined."""
    scope: str
    """The scope that whoever answers needs: "write" or "approve"."""
    @property
    def users(self) -> _shapes.Values[str]:
        """The users who may answer. Empty: all who have the scope."""
    mine: bool
    """Whether the caller may answer it."""
    @property
    def create_time(self) -> timestamp_pb2.Timestamp:
        """When it was asked."""
    @property
    def expire_time(self) -> timestamp_pb2.Timestamp:
        """When the run goes on without an answer. Absent: never."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        run_id: Optional[str] = ...,
        graph: Optional[str] = ...,
        state: Optional[str] = ...,
        branch: Optional[int] = ...,
        kind: Optional[Union[common_v1_pause.PauseKind, str]] = ...,
        text: Optional[str] = ...,
        explanation: Optional[str] = ...,
        options: Optional[Iterable[Union[common_v1_pause.PauseOption, Mapping[str, Any]]]] = ...,
        questions: Optional[Iterable[Union[common_v1_reasoning.Question, Mapping[str, Any]]]] = ...,
        payload: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
        answer_type: Optional[str] = ...,
        free: Optional[bool] = ...,
        declinable: Optional[bool] = ...,
        scope: Optional[str] = ...,
        users: Optional[Iterable[str]] = ...,
        mine: Optional[bool] = ...,
        create_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        expire_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
    ) -> None: ...
