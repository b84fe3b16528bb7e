# Written by make generate from proto/weft/planning/v1/goal.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes

DESCRIPTOR: descriptor.FileDescriptor

class Goal(message.Message):
    """What somebody wants to reach over days, weeks or months: what a run of the graph
    "planning" begins with.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    wish: str
    """In the person's words: what, until when, how often, when not."""
    @property
    def terms(self) -> Terms:
        """What is said apart from the words."""
    @property
    def policy(self) -> Policy:
        """How the person wants to be asked. What it doesn't set is as they have it remembered, and
        else as usual.
        """
    schedules: int
    """How many schedules are tried at most. 0: as usual."""
    seed: int
    """Of what is drawn at random: the same seed finds the same schedule."""
    @property
    def said(self) -> _shapes.Values[str]:
        """What was said since, oldest first. Each is read like a further sentence of the wish."""
    @property
    def extraction(self) -> Extraction:
        """What a model has extracted from all of these words. Absent: they are read by rules. Each
        new word has it extracted anew.
        """
    @property
    def replies(self) -> _shapes.Messages[Reply]:
        """Questions whose answers are words, oldest first."""
    @property
    def idea(self) -> Idea:
        """The way to go about it that the person has chosen of those that a model has thought of.
        Absent: none.
        """
    def __init__(
        self,
        *,
        wish: Optional[str] = ...,
        terms: Optional[Union[Terms, Mapping[str, Any]]] = ...,
        policy: Optional[Union[Policy, Mapping[str, Any]]] = ...,
        schedules: Optional[int] = ...,
        seed: Optional[int] = ...,
        said: Optional[Iterable[str]] = ...,
        extraction: Optional[Union[Extraction, Mapping[str, Any]]] = ...,
        replies: Optional[Iterable[Union[Reply, Mapping[str, Any]]]] = ...,
        idea: Optional[Union[Idea, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Idea(message.Message):
    """A way to go about a goal that a model has thought of."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    title: str
    """What it is, in a few words."""
    differs: str
    """What is different about it, in a sentence."""
    @property
    def leans_on(self) -> _shapes.Values[str]:
        """Words of the person that it leans on."""
    def __init__(
        self,
        *,
        title: Optional[str] = ...,
        differs: Optional[str] = ...,
        leans_on: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Ideas(message.Message):
    """Ways to go about a goal."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def ideas(self) -> _shapes.Messages[Idea]:
        """The ways."""
    def __init__(
        self,
        *,
        ideas: Optional[Iterable[Union[Idea, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Reply(message.Message):
    """An answer in words."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    question: str
    """What was asked."""
    answer: str
    """The answer, which is read like a further sentence of the wish."""
    def __init__(
        self,
        *,
        question: Optional[str] = ...,
        answer: Optional[str] = ...,
    ) -> None: ...

class Extraction(message.Message):
    """What a model has extracted from the words of a goal. Each constraint quotes its words, and
    words that none quotes are told as not read.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    title: str
    """What is to be reached, in a few words."""
    @property
    def constraints(self) -> _shapes.Messages[Constraint]:
        """What the words ask for."""
    template: str
    """The name of the template that fits."""
    @property
    def asks(self) -> _shapes.Values[str]:
        """What is to be asked, what matters most first."""
    source: str
    """Stands for the words and the day that it was made from: SHA-256, in hexadecimal digits."""
    model: str
    """The model."""
    def __init__(
        self,
        *,
        title: Optional[str] = ...,
        constraints: Optional[Iterable[Union[Constraint, Mapping[str, Any]]]] = ...,
        template: Optional[str] = ...,
        asks: Optional[Iterable[str]] = ...,
        source: Optional[str] = ...,
        model: Optional[str] = ...,
    ) -> None: ...

class Constraint(message.Message):
    """What some words ask for. What a kind has no use for is empty."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Kind(int, metaclass=_shapes.EnumType):
        """What it is about."""
        KIND_UNSPECIFIED: ClassVar[Constraint.Kind]
        """Not used."""
        KIND_GOAL: ClassVar[Constraint.Kind]
        """What is to be reached."""
        KIND_BY: ClassVar[Constraint.Kind]
        """The last day of all work: "last"."""
        KIND_EVENT: ClassVar[Constraint.Kind]
        """The day of an event that the goal is for: "last"."""
        KIND_START: ClassVar[Constraint.Kind]
        """The first day: "first"."""
        KIND_OPEN: ClassVar[Constraint.Kind]
        """When work may be: days of the week, hours, and the days between which that holds."""
        KIND_CLOSED: ClassVar[Constraint.Kind]
        """Likewise when it may not."""
        KIND_MOST: ClassVar[Constraint.Kind]
        """The most minutes a day, a week or a session, or the most times a day or days a week, on some
        days or on all.
        """
        KIND_AMOUNT: ClassVar[Constraint.Kind]
        """The minutes of a week, or in all."""
        KIND_OFTEN: ClassVar[Constraint.Kind]
        """How many times a week."""
        KIND_SESSION: ClassVar[Constraint.Kind]
        """The minutes of one session."""
        KIND_CONTEXT: ClassVar[Constraint.Kind]
        """Nothing has to hold: it tells about the goal or the person."""
        KIND_OTHER: ClassVar[Constraint.Kind]
        """It bounds the plan in a way that none of these says, and is told as not kept."""
        KIND_PAUSE: ClassVar[Constraint.Kind]
        """The minutes from one session to the next, of whole days or less than one."""
        KIND_VISIT: ClassVar[Constraint.Kind]
        """When work of a stream is fixed: like open, and nothing else is laid over it."""

    KIND_UNSPECIFIED: ClassVar[Constraint.Kind]
    KIND_GOAL: ClassVar[Constraint.Kind]
    KIND_BY: ClassVar[Constraint.Kind]
    KIND_EVENT: ClassVar[Constraint.Kind]
    KIND_START: ClassVar[Constraint.Kind]
    KIND_OPEN: ClassVar[Constraint.Kind]
    KIND_CLOSED: ClassVar[Constraint.Kind]
    KIND_MOST: ClassVar[Constraint.Kind]
    KIND_AMOUNT: ClassVar[Constraint.Kind]
    KIND_OFTEN: ClassVar[Constraint.Kind]
    KIND_SESSION: ClassVar[Constraint.Kind]
    KIND_CONTEXT: ClassVar[Constraint.Kind]
    KIND_OTHER: ClassVar[Constraint.Kind]
    KIND_PAUSE: ClassVar[Constraint.Kind]
    KIND_VISIT: ClassVar[Constraint.Kind]

    class Per(int, metaclass=_shapes.EnumType):
        """What "minutes" are counted by."""
        PER_UNSPECIFIED: ClassVar[Constraint.Per]
        """By nothing."""
        PER_DAY: ClassVar[Constraint.Per]
        """Each day."""
        PER_WEEK: ClassVar[Constraint.Per]
        """Each week."""
        PER_SESSION: ClassVar[Constraint.Per]
        """Each session."""
        PER_ALL: ClassVar[Constraint.Per]
        """All of the work."""

    PER_UNSPECIFIED: ClassVar[Constraint.Per]
    PER_DAY: ClassVar[Constraint.Per]
    PER_WEEK: ClassVar[Constraint.Per]
    PER_SESSION: ClassVar[Constraint.Per]
    PER_ALL: ClassVar[Constraint.Per]
    kind: Constraint.Kind
    """What it is about."""
    words: str
    """The words, as they were said. "…" stands for words between that are not meant."""
    @property
    def weekdays(self) -> _shapes.Values[int]:
        """Days of the week, 1 is Monday and 7 Sunday. None: all."""
    to: int
    """Until when; 1440 is the end of the day. Both 0: all day."""
    first: str
    """The first day on which it holds, as "2027-04-25". Empty: no bound."""
    last: str
    """The last one."""
    minutes: int
    """How long."""
    per: Constraint.Per
    """What minutes are counted by."""
    times: int
    """How many times a week."""
    weeks: int
    """2 to 4: hours that hold every so many weeks, from that of "first" on. 0: every week."""
    stream: str
    """The work that hours are about, as a stream of the outline. Empty: all."""
    def __init__(
        self,
        *,
        kind: Optional[Union[Constraint.Kind, str]] = ...,
        words: Optional[str] = ...,
        weekdays: Optional[Iterable[int]] = ...,
        to: Optional[int] = ...,
        first: Optional[str] = ...,
        last: Optional[str] = ...,
        minutes: Optional[int] = ...,
        per: Optional[Union[Constraint.Per, str]] = ...,
        times: Optional[int] = ...,
        weeks: Optional[int] = ...,
        stream: Optional[str] = ...,
    ) -> None: ...

class Terms(message.Message):
    """What holds for a goal whatever its words say."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def answers(self) -> _shapes.ValueMap[str, str]:
        """Parameters of the template, by name. In an amendment an empty one takes an answer
        back.
        """
    by: str
    """The last day, as "2027-04-25". Empty: what the words say."""
    @property
    def when(self) -> _shapes.Values[str]:
        """Times of the week when work may be, such as "weekday evenings" or "Mon-Thu
        18:00-21:00". None: what the words say.
        """
    @property
    def never(self) -> _shapes.Values[str]:
        """Times of the week when it may not, besides what the words say."""
    @property
    def steps(self) -> _shapes.Messages[Step]:
        """The steps of a goal that no template is for, in their order."""
    unlimited: bool
    """The most a day and a week that the words name is not kept."""
    @property
    def later(self) -> _shapes.Messages[Later]:
        """Parts of the goal whose deadline is put off."""
    @property
    def out(self) -> _shapes.Values[str]:
        """The ids of parts of the goal that are left out."""
    template: str
    """The name of the template. Empty: by the words."""
    def __init__(
        self,
        *,
        answers: Optional[Mapping[str, str]] = ...,
        by: Optional[str] = ...,
        when: Optional[Iterable[str]] = ...,
        never: Optional[Iterable[str]] = ...,
        steps: Optional[Iterable[Union[Step, Mapping[str, Any]]]] = ...,
        unlimited: Optional[bool] = ...,
        later: Optional[Iterable[Union[Later, Mapping[str, Any]]]] = ...,
        out: Optional[Iterable[str]] = ...,
        template: Optional[str] = ...,
    ) -> None: ...

class Step(message.Message):
    """A step of a goal, as a person names it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    title: str
    """What is done."""
    minutes: int
    """How long it takes."""
    def __init__(
        self,
        *,
        title: Optional[str] = ...,
        minutes: Optional[int] = ...,
    ) -> None: ...

class Later(message.Message):
    """A deadline that is put off."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    node_id: str
    """The id of the part of the goal."""
    days: int
    """By how many days."""
    def __init__(
        self,
        *,
        node_id: Optional[str] = ...,
        days: Optional[int] = ...,
    ) -> None: ...

class Policy(message.Message):
    """How a person wants to be asked while a goal is planned. None of it takes an approval away."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Cadence(int, metaclass=_shapes.EnumType):
        """When approvals are asked for. There is one before anything is kept, always."""
        CADENCE_UNSPECIFIED: ClassVar[Policy.Cadence]
        """As single."""
        CADENCE_SINGLE: ClassVar[Policy.Cadence]
        """Once, of the schedule."""
        CADENCE_MILESTONE: ClassVar[Policy.Cadence]
        """Of the outline, of the roadmap and of the schedule."""
        CADENCE_STRICT: ClassVar[Policy.Cadence]
        """As milestone. It differs where Weft changes the structure of what is kept, which is
        asked for in any case.
        """

    CADENCE_UNSPECIFIED: ClassVar[Policy.Cadence]
    CADENCE_SINGLE: ClassVar[Policy.Cadence]
    CADENCE_MILESTONE: ClassVar[Policy.Cadence]
    CADENCE_STRICT: ClassVar[Policy.Cadence]

    class Style(int, metaclass=_shapes.EnumType):
        """How much is said at a time."""
        STYLE_UNSPECIFIED: ClassVar[Policy.Style]
        """As standard."""
        STYLE_CONCISE: ClassVar[Policy.Style]
        """What is asked and what is not kept, on a line each, and two ways out at most."""
        STYLE_STANDARD: ClassVar[Policy.Style]
        """Three ways out at most."""
        STYLE_CONVERSATIONAL: ClassVar[Policy.Style]
        """Also what comes next."""
        STYLE_COACH: ClassVar[Policy.Style]
        """Also what to look at before answering."""

    STYLE_UNSPECIFIED: ClassVar[Policy.Style]
    STYLE_CONCISE: ClassVar[Policy.Style]
    STYLE_STANDARD: ClassVar[Policy.Style]
    STYLE_CONVERSATIONAL: ClassVar[Policy.Style]
    STYLE_COACH: ClassVar[Policy.Style]

    class Autonomy(int, metaclass=_shapes.EnumType):
        """How much is decided without asking."""
        AUTONOMY_UNSPECIFIED: ClassVar[Policy.Autonomy]
        """As medium."""
        AUTONOMY_HIGH: ClassVar[Policy.Autonomy]
        """What has a usual answer is not asked: that answer is an assumption."""
        AUTONOMY_MEDIUM: ClassVar[Policy.Autonomy]
        """As probing_depth and cadence say."""
        AUTONOMY_LOW: ClassVar[Policy.Autonomy]
        """Approvals are asked for as with milestone, at least."""

    AUTONOMY_UNSPECIFIED: ClassVar[Policy.Autonomy]
    AUTONOMY_HIGH: ClassVar[Policy.Autonomy]
    AUTONOMY_MEDIUM: ClassVar[Policy.Autonomy]
    AUTONOMY_LOW: ClassVar[Policy.Autonomy]

    class Tone(int, metaclass=_shapes.EnumType):
        """How it is said."""
        TONE_UNSPECIFIED: ClassVar[Policy.Tone]
        """As neutral."""
        TONE_NEUTRAL: ClassVar[Policy.Tone]
        """In plain sentences."""
        TONE_FRIENDLY: ClassVar[Policy.Tone]
        """As to a friend."""
        TONE_CLINICAL: ClassVar[Policy.Tone]
        """The bare facts."""

    TONE_UNSPECIFIED: ClassVar[Policy.Tone]
    TONE_NEUTRAL: ClassVar[Policy.Tone]
    TONE_FRIENDLY: ClassVar[Policy.Tone]
    TONE_CLINICAL: ClassVar[Policy.Tone]

    class Brainstorming(int, metaclass=_shapes.EnumType):
        """When a person is offered other ways to go about a goal, which a model thinks of."""
        BRAINSTORMING_UNSPECIFIED: ClassVar[Policy.Brainstorming]
        """As suggest_when_uncertain."""
        BRAINSTORMING_ON_DEMAND: ClassVar[Policy.Brainstorming]
        """Never: it takes an amendment that asks for them."""
        BRAINSTORMING_SUGGEST_WHEN_UNCERTAIN: ClassVar[Policy.Brainstorming]
        """Where a model's outline is neither sure nor so unsure that it is asked about."""
        BRAINSTORMING_ALWAYS_OFFER: ClassVar[Policy.Brainstorming]
        """With each outline of a model that is to be approved."""

    BRAINSTORMING_UNSPECIFIED: ClassVar[Policy.Brainstorming]
    BRAINSTORMING_ON_DEMAND: ClassVar[Policy.Brainstorming]
    BRAINSTORMING_SUGGEST_WHEN_UNCERTAIN: ClassVar[Policy.Brainstorming]
    BRAINSTORMING_ALWAYS_OFFER: ClassVar[Policy.Brainstorming]
    cadence: Policy.Cadence
    """When approvals are asked for."""
    probing_depth: int
    """How many questions are asked at most before there is a draft. Absent: three."""
    style: Policy.Style
    """How much is said at a time."""
    talkativeness: float
    """How many of the assumptions of a draft are told: 0 none, 1 all. What is not kept and
    warnings are told in any case. Absent: all.
    """
    autonomy: Policy.Autonomy
    """How much is decided without asking."""
    tone: Policy.Tone
    """How it is said."""
    remember: bool
    """Once the roadmap is kept, the person's further goals are asked about like this one."""
    style_asked: bool
    """The person was asked for a style, and is not asked again."""
    brainstorming: Policy.Brainstorming
    """When a person is offered other ways to go about a goal."""
    def __init__(
        self,
        *,
        cadence: Optional[Union[Policy.Cadence, str]] = ...,
        probing_depth: Optional[int] = ...,
        style: Optional[Union[Policy.Style, str]] = ...,
        talkativeness: Optional[float] = ...,
        autonomy: Optional[Union[Policy.Autonomy, str]] = ...,
        tone: Optional[Union[Policy.Tone, str]] = ...,
        remember: Optional[bool] = ...,
        style_asked: Optional[bool] = ...,
        brainstorming: Optional[Union[Policy.Brainstorming, str]] = ...,
    ) -> None: ...

class Amendment(message.Message):
    """What a person says of a draft: an answer to a question, what should be different, or what
    may give. At least one field is set.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    words: str
    """In words, which are read like a further sentence of the wish."""
    @property
    def terms(self) -> Terms:
        """What holds from now on. It is added to what was said before; "template", "by", "when",
        "never" and "steps" take the place of that.
        """
    @property
    def replies(self) -> _shapes.Messages[Reply]:
        """Answers in words to questions. They are added to those that were given before."""
    @property
    def policy(self) -> Policy:
        """How the person wants to be asked about this goal from now on: what is set takes the place
        of what was said before.
        """
    ideas: bool
    """Other ways to go about it are wanted first. Nothing else is said with it."""
    idea: int
    """The way that is taken of those that are shown, from 1. 0: none."""
    def __init__(
        self,
        *,
        words: Optional[str] = ...,
        terms: Optional[Union[Terms, Mapping[str, Any]]] = ...,
        replies: Optional[Iterable[Union[Reply, Mapping[str, Any]]]] = ...,
        policy: Optional[Union[Policy, Mapping[str, Any]]] = ...,
        ideas: Optional[bool] = ...,
        idea: Optional[int] = ...,
    ) -> None: ...
