# Written by make generate from proto/weft/common/v1/domain.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import struct_pb2
from . import common_v1_observation

DESCRIPTOR: descriptor.FileDescriptor

class DomainInfo(message.Message):
    """What a domain is known by, for choosing among domains."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Name of the domain, for example "strength"."""
    description: str
    """What it covers, in a sentence or two."""
    @property
    def terms(self) -> _shapes.Values[str]:
        """Words and phrases that speak for the domain: its vocabulary, both sides,
        and its aliases.
        """
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        description: Optional[str] = ...,
        terms: Optional[Iterable[str]] = ...,
    ) -> None: ...

class DomainContext(message.Message):
    """The combined knowledge of the base domain and the selected ones. Built by
    the orchestrator once the router has chosen, and again when a run widens.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def loaded(self) -> _shapes.Values[str]:
        """Names of the domains that are in it, the base first."""
    @property
    def vocabulary(self) -> _shapes.ValueMap[str, str]:
        """Term to canonical term, merged over the loaded domains."""
    expertise: str
    """Domain knowledge for planner and analyzer, Markdown, a section per domain."""
    @property
    def evaluation_rules(self) -> _shapes.Messages[EvaluationRule]:
        """What the evaluator holds an answer against, one sentence each."""
    context_guidance: str
    """What the observer should track, Markdown, a section per domain."""
    @property
    def available(self) -> _shapes.Messages[DomainInfo]:
        """Domains that exist and are not loaded."""
    @property
    def schemas(self) -> _shapes.Messages[DomainSchema]:
        """What each loaded domain's entries look like. Domains are parsed apart."""
    @property
    def bearings(self) -> _shapes.Messages[Bearing]:
        """What bears on the loaded domains, in the order in which it is shown."""
    def __init__(
        self,
        *,
        loaded: Optional[Iterable[str]] = ...,
        vocabulary: Optional[Mapping[str, str]] = ...,
        expertise: Optional[str] = ...,
        evaluation_rules: Optional[Iterable[Union[EvaluationRule, Mapping[str, Any]]]] = ...,
        context_guidance: Optional[str] = ...,
        available: Optional[Iterable[Union[DomainInfo, Mapping[str, Any]]]] = ...,
        schemas: Optional[Iterable[Union[DomainSchema, Mapping[str, Any]]]] = ...,
        bearings: Optional[Iterable[Union[Bearing, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Bearing(message.Message):
    """Values that bear on the subjects of a domain. Beside the answer to a "why" about one of
    these they are shown as what else was noted, and never as a cause.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    on: str
    """The domain that they bear on."""
    what: str
    """What they are, for people: "coffee"."""
    @property
    def selection(self) -> common_v1_observation.Selection:
        """The values, of any domain."""
    def __init__(
        self,
        *,
        on: Optional[str] = ...,
        what: Optional[str] = ...,
        selection: Optional[Union[common_v1_observation.Selection, Mapping[str, Any]]] = ...,
    ) -> None: ...

class EvaluationRule(message.Message):
    """A rule that an answer must keep."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    domain: str
    """The domain it comes from."""
    rule: str
    """The rule, for people and models."""
    @property
    def forbids(self) -> _shapes.Values[str]:
        """Regular expressions (RE2) that code can check: an answer that one of them
        matches breaks the rule.
        """
    def __init__(
        self,
        *,
        domain: Optional[str] = ...,
        rule: Optional[str] = ...,
        forbids: Optional[Iterable[str]] = ...,
    ) -> None: ...

class DomainSchema(message.Message):
    """The data shape of one domain and how to find that data in plain text."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    domain: str
    """Name of the domain."""
    @property
    def json_schema(self) -> struct_pb2.Struct:
        """JSON Schema (2020-12) of one entry's data in this domain."""
    @property
    def patterns(self) -> _shapes.Messages[ExtractionPattern]:
        """Patterns by which the rule mind fills the schema. Applied in order."""
    @property
    def names(self) -> _shapes.Messages[NameList]:
        """Canonical names and the words people use for them, by kind: for example
        kind "exercise", name "bench press", aliases "bench", "bp".
        """
    @property
    def vocabulary(self) -> _shapes.ValueMap[str, str]:
        """Term to canonical term for this domain alone."""
    @property
    def covers(self) -> _shapes.MessageMap[str, Words]:
        """A general word, and what notes on it name in its place: a note on the gym
        says "squat", one on a run "6 mi". For the search alone, which finds too
        much rather than too little.
        """
    @property
    def everyday(self) -> _shapes.Values[str]:
        """Words of the names that mean something else as often: "dates", "row". By
        themselves they are no sign that a text is about the domain.
        """
    packed: bytes
    """Patterns, names, everyday words and what they need of the vocabulary, encoded
    as a DomainSchema, in place of these fields. An agent that reads notes is sent
    the same ones with each note: so it decodes them once.
    """
    def __init__(
        self,
        *,
        domain: Optional[str] = ...,
        json_schema: Optional[Union[struct_pb2.Struct, Mapping[str, Any]]] = ...,
        patterns: Optional[Iterable[Union[ExtractionPattern, Mapping[str, Any]]]] = ...,
        names: Optional[Iterable[Union[NameList, Mapping[str, Any]]]] = ...,
        vocabulary: Optional[Mapping[str, str]] = ...,
        covers: Optional[Mapping[str, Union[Words, Mapping[str, Any]]]] = ...,
        everyday: Optional[Iterable[str]] = ...,
        packed: Optional[bytes] = ...,
    ) -> None: ...

class Words(message.Message):
    """Words or phrases."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def words(self) -> _shapes.Values[str]:
        """Each once, at most 200."""
    def __init__(
        self,
        *,
        words: Optional[Iterable[str]] = ...,
    ) -> None: ...

class NameList(message.Message):
    """The names of one kind of thing in a domain."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    kind: str
    """The kind, for example "exercise" or "food"."""
    @property
    def names(self) -> _shapes.Messages[Name]:
        """The things."""
    def __init__(
        self,
        *,
        kind: Optional[str] = ...,
        names: Optional[Iterable[Union[Name, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Name(message.Message):
    """One thing and what people call it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Canonical name."""
    @property
    def aliases(self) -> _shapes.Values[str]:
        """Other words for it."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        aliases: Optional[Iterable[str]] = ...,
    ) -> None: ...

class ExtractionPattern(message.Message):
    """One declared way to find a piece of data in a text."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Name within the domain, for messages to the domain's author."""
    match: str
    """A pattern in the language that docs/domains.md describes: words, (one|of
    several), [optional] parts and {typed:slots}.
    """
    @property
    def set(self) -> _shapes.ValueMap[str, str]:
        """Where the captured slots go: schema path to template. A template is a
        constant or holds slots: "{load}", "{^exercise}" for the exercise named
        last, "{bed}..{wake}" for the time between. Empty: a match sets nothing and
        only names things that later matches may inherit.
        """
    append: str
    """Schema path of an array to which each match appends one object made of
    the paths in set. Empty: the paths are set on the entry itself.
    """
    join: bool
    """A match completes the nearest object of the array that lacks what it sets,
    as "quality 6/10" completes the night told just before. Only where no such
    object stands is one appended.
    """
    dependent: bool
    """With join: where no such object stands, the match says nothing. "in 29:30"
    completes a swim, and is none on its own.
    """
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        match: Optional[str] = ...,
        set: Optional[Mapping[str, str]] = ...,
        append: Optional[str] = ...,
        join: Optional[bool] = ...,
        dependent: Optional[bool] = ...,
    ) -> None: ...
