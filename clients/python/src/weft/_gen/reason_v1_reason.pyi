# Written by make generate from proto/weft/reason/v1/reason.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import common_v1_context

DESCRIPTOR: descriptor.FileDescriptor

class Style(int, metaclass=_shapes.EnumType):
    """How an answer is written."""
    STYLE_UNSPECIFIED: ClassVar[Style]
    """As the model finds best."""
    STYLE_DEFAULT: ClassVar[Style]
    """In its own words."""
    STYLE_SUMMARY: ClassVar[Style]
    """In a few sentences."""
    STYLE_STRICT: ClassVar[Style]
    """What the tools returned, written by code and by no model."""

STYLE_UNSPECIFIED: Style
STYLE_DEFAULT: Style
STYLE_SUMMARY: Style
STYLE_STRICT: Style

class Reasoning(message.Message):
    """Something to find out with tools: what a run of the graph "reason" begins with."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    question: str
    """What is to be found out, in the person's words."""
    depth: common_v1_context.Depth
    """How many steps it may take: off is an answer without tools, quick 5, focused 10, deep 15,
    the answer included. Unspecified: that of the user (llm.user_depths), else llm.depth; quick
    where these say off.
    """
    style: Style
    """How the answer is written. Unspecified: as the model finds best."""
    @property
    def tools(self) -> _shapes.Values[str]:
        """The tools that may be called, by name. None: all but those that are offered by name alone."""
    keep_thoughts: bool
    """Keep what is thought at each step with the run. Else it is told live alone."""
    quiet_thoughts: bool
    """Don't tell what is thought to whoever watches."""
    forget_results: bool
    """Don't keep what tools return. Of a result the run then has how it came out, what a person is
    told of it, and the size and hash of its data; a process that takes the run over calls the
    tools again. What was called, the answer, and what the answer tells are kept. An answer in
    the style strict then tells no data.
    """
    @property
    def now(self) -> timestamp_pb2.Timestamp:
        """The time to treat as now, in the years 1000 to 9000. Absent: the server's clock."""
    time_zone: str
    """IANA name of the person's time zone. Empty: the server's setting."""
    steps: int
    """How many steps it may take, the answer included. 0: those of the depth."""
    @property
    def session(self) -> _shapes.Values[str]:
        """The last turns of the conversation, oldest first, as of an Input. A run that is a turn of a
        thread has them from the server.
        """
    @property
    def notices(self) -> _shapes.Values[str]:
        """What the person should know of the thread. Of the server alone."""
    def __init__(
        self,
        *,
        question: Optional[str] = ...,
        depth: Optional[Union[common_v1_context.Depth, str]] = ...,
        style: Optional[Union[Style, str]] = ...,
        tools: Optional[Iterable[str]] = ...,
        keep_thoughts: Optional[bool] = ...,
        quiet_thoughts: Optional[bool] = ...,
        forget_results: Optional[bool] = ...,
        now: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        time_zone: Optional[str] = ...,
        steps: Optional[int] = ...,
        session: Optional[Iterable[str]] = ...,
        notices: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Preferences(message.Message):
    """How far models go for a person, where a question and its thread don't say."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    depth: common_v1_context.Depth
    """Unspecified: as the server has it for the person."""
    steps: int
    """How many steps something is found out in, the answer included. 0: those of the depth."""
    def __init__(
        self,
        *,
        depth: Optional[Union[common_v1_context.Depth, str]] = ...,
        steps: Optional[int] = ...,
    ) -> None: ...

class Tool(message.Message):
    """Something that a step may call. It only reads."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """What it is called by: lower case letters, digits and "_"."""
    text: str
    """What it does, and when to take it."""
    input: str
    """JSON Schema of its arguments, an object."""
    @property
    def needs(self) -> _shapes.Values[str]:
        """What has to be there before it is called."""
    @property
    def makes(self) -> _shapes.Values[str]:
        """What is there once it has come out well."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        text: Optional[str] = ...,
        input: Optional[str] = ...,
        needs: Optional[Iterable[str]] = ...,
        makes: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Step(message.Message):
    """What is said next: a tool that is called, or an answer."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    thought: str
    """Why. Empty in what is kept, unless that was asked for."""
    tool: str
    """The tool. Empty: it answers."""
    args: str
    """Its arguments: a JSON object."""
    respond: bool
    """It answers."""
    style: Style
    """How."""
    answer: str
    """The answer. Empty in the style strict."""
    @property
    def mended(self) -> _shapes.Values[str]:
        """What code has changed in what was asked for, a sentence each, such as a limit that was too
        high. It is told with the result.
        """
    def __init__(
        self,
        *,
        thought: Optional[str] = ...,
        tool: Optional[str] = ...,
        args: Optional[str] = ...,
        respond: Optional[bool] = ...,
        style: Optional[Union[Style, str]] = ...,
        answer: Optional[str] = ...,
        mended: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Result(message.Message):
    """What a tool returned."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    ok: bool
    """It came out well."""
    confidence: float
    """How sure the tool is, from 0 to 1; 0 unless it came out well."""
    @property
    def explanations(self) -> _shapes.Values[str]:
        """What a person is told of it, a sentence each."""
    data: str
    """What it found, as JSON. Cut where it is long."""
    @property
    def error(self) -> Failure:
        """Why it did not come out well."""
    def __init__(
        self,
        *,
        ok: Optional[bool] = ...,
        confidence: Optional[float] = ...,
        explanations: Optional[Iterable[str]] = ...,
        data: Optional[str] = ...,
        error: Optional[Union[Failure, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Failure(message.Message):
    """Why a tool did not come out well."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    code: str
    """A word, such as "not_found"."""
    message: str
    """In a sentence."""
    def __init__(
        self,
        *,
        code: Optional[str] = ...,
        message: Optional[str] = ...,
    ) -> None: ...

class Entry(message.Message):
    """A call that was made, and what it came to."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def step(self) -> Step:
        """The call."""
    @property
    def result(self) -> Result:
        """The result."""
    def __init__(
        self,
        *,
        step: Optional[Union[Step, Mapping[str, Any]]] = ...,
        result: Optional[Union[Result, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Problem(message.Message):
    """What is wrong with a step."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    path: str
    """Where, such as "args.query". Empty: the step."""
    text: str
    """What."""
    def __init__(
        self,
        *,
        path: Optional[str] = ...,
        text: Optional[str] = ...,
    ) -> None: ...

class Checked(message.Message):
    """What checking a step came to."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def problems(self) -> _shapes.Messages[Problem]:
        """What is wrong. None: it is done."""
    def __init__(
        self,
        *,
        problems: Optional[Iterable[Union[Problem, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Answer(message.Message):
    """What was found out."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """The answer, in Markdown."""
    style: Style
    """How it is written."""
    calls: int
    """The calls that were made."""
    reason: str
    """Why it ends before the model answered: "steps", it could not say a step that may be done;
    "model", no model had an answer. Empty: it answered.
    """
    detail: str
    """What went wrong, in a sentence. Empty: nothing."""
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        style: Optional[Union[Style, str]] = ...,
        calls: Optional[int] = ...,
        reason: Optional[str] = ...,
        detail: Optional[str] = ...,
    ) -> None: ...

class ReasonReport(message.Message):
    """Where a run of the graph "reason" stands."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def reasoning(self) -> Reasoning:
        """What was asked."""
    @property
    def entries(self) -> _shapes.Messages[Entry]:
        """The calls that were made, oldest first."""
    @property
    def problems(self) -> _shapes.Messages[Problem]:
        """What is wrong with the last step, which is being mended."""
    @property
    def answer(self) -> Answer:
        """The answer. Absent: there is none yet."""
    catalogue: str
    """Stands for the tools that there are: SHA-256 of all that is said of them."""
    user: str
    """Who asked."""
    def __init__(
        self,
        *,
        reasoning: Optional[Union[Reasoning, Mapping[str, Any]]] = ...,
        entries: Optional[Iterable[Union[Entry, Mapping[str, Any]]]] = ...,
        problems: Optional[Iterable[Union[Problem, Mapping[str, Any]]]] = ...,
        answer: Optional[Union[Answer, Mapping[str, Any]]] = ...,
        catalogue: Optional[str] = ...,
        user: Optional[str] = ...,
    ) -> None: ...
