# Written by make generate from proto/weft/retriever/v1/retriever.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_context
from . import common_v1_domain
from . import common_v1_entry
from . import common_v1_evidence
from . import common_v1_observation
from . import common_v1_reasoning
from . import common_v1_time

DESCRIPTOR: descriptor.FileDescriptor

class RetrieveRequest(message.Message):
    """What the retriever is given."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def context(self) -> common_v1_context.CallContext:
        """Who, when, in which run."""
    @property
    def instructions(self) -> _shapes.Messages[common_v1_reasoning.RetrievalInstruction]:
        """What to look up."""
    @property
    def vocabulary(self) -> _shapes.ValueMap[str, str]:
        """Term to canonical term; search terms are widened by it both ways."""
    max_entries: int
    """The most entries to return over all instructions. 0 means 100."""
    @property
    def must_see(self) -> _shapes.Messages[common_v1_entry.EntryRef]:
        """Entries that the caller knows to exist, as they were last written: the
        retriever looks at the store again rather than answer without them.
        """
    @property
    def schemas(self) -> _shapes.Messages[common_v1_domain.DomainSchema]:
        """What domains declare, those of selections and others: a number that another has
        read is not one that a selection lacks. With their patterns, plain or packed,
        notes that no parser has seen are read as well.
        """
    max_observations: int
    """The most values to return. 0 means 10,000."""
    @property
    def shard(self) -> common_v1_time.DateRange:
        """The days of one shard, when an instruction's range was divided. Absent:
        the instruction's own range.
        """
    vocabulary_hash: bytes
    """SHA-256 of the vocabulary, of each term in the order of its bytes and its canonical
    term, each after its length. With an empty vocabulary it stands for the one that
    the retriever was sent before with this hash.
    """
    schemas_hash: bytes
    """SHA-256 of the schemas, of the SHA-256 of each in their order, as it is serialized
    deterministically. Without schemas it stands for those that the retriever was sent
    before with this hash.
    """
    @property
    def vectors(self) -> _shapes.Messages[QuestionVector]:
        """Vectors of the questions of instructions, of those that have one: entries near them
        are returned besides what words find.
        """
    def __init__(
        self,
        *,
        context: Optional[Union[common_v1_context.CallContext, Mapping[str, Any]]] = ...,
        instructions: Optional[Iterable[Union[common_v1_reasoning.RetrievalInstruction, Mapping[str, Any]]]] = ...,
        vocabulary: Optional[Mapping[str, str]] = ...,
        max_entries: Optional[int] = ...,
        must_see: Optional[Iterable[Union[common_v1_entry.EntryRef, Mapping[str, Any]]]] = ...,
        schemas: Optional[Iterable[Union[common_v1_domain.DomainSchema, Mapping[str, Any]]]] = ...,
        max_observations: Optional[int] = ...,
        shard: Optional[Union[common_v1_time.DateRange, Mapping[str, Any]]] = ...,
        vocabulary_hash: Optional[bytes] = ...,
        schemas_hash: Optional[bytes] = ...,
        vectors: Optional[Iterable[Union[QuestionVector, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class QuestionVector(message.Message):
    """A vector of an instruction's question."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    instruction_id: int
    """The instruction."""
    space: str
    """What made it: only vectors of the same space are compared."""
    vector: bytes
    """Its direction, a signed byte for each number."""
    max_entries: int
    """The most entries that are returned for it. 0 means 24."""
    def __init__(
        self,
        *,
        instruction_id: Optional[int] = ...,
        space: Optional[str] = ...,
        vector: Optional[bytes] = ...,
        max_entries: Optional[int] = ...,
    ) -> None: ...

class NearEntry(message.Message):
    """An entry that is near a question."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    entry_id: str
    """The entry."""
    similarity: float
    """The cosine of the angle between the question and its nearest passage, above 0."""
    @property
    def best(self) -> common_v1_entry.TextRange:
        """That passage."""
    def __init__(
        self,
        *,
        entry_id: Optional[str] = ...,
        similarity: Optional[float] = ...,
        best: Optional[Union[common_v1_entry.TextRange, Mapping[str, Any]]] = ...,
    ) -> None: ...

class InstructionResult(message.Message):
    """What became of one instruction."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    instruction_id: int
    """The instruction."""
    @property
    def entry_ids(self) -> _shapes.Values[str]:
        """Ids of the returned entries that it found, best first."""
    total: int
    """How many entries were in its scope, returned or not."""
    summary: str
    """A sentence on the result."""
    tasks: int
    """How many tasks the question asks for, for TASKS."""
    @property
    def matches(self) -> _shapes.Messages[common_v1_entry.EntryMatch]:
        """How each of the entries in entry_ids answers the question of the instruction, for
        QUESTION with sub_query_ids. That of RankedEntry is of the first instruction that found
        the entry.
        """
    @property
    def near(self) -> _shapes.Messages[NearEntry]:
        """The entries near its question, nearest first. They are among the entries of the
        response; those that are not in entry_ids were found by this only, and their score
        says nothing. Who joins the parts of a retrieval joins both orders.
        """
    without_vectors: int
    """How many entries of its days have no vector yet."""
    def __init__(
        self,
        *,
        instruction_id: Optional[int] = ...,
        entry_ids: Optional[Iterable[str]] = ...,
        total: Optional[int] = ...,
        summary: Optional[str] = ...,
        tasks: Optional[int] = ...,
        matches: Optional[Iterable[Union[common_v1_entry.EntryMatch, Mapping[str, Any]]]] = ...,
        near: Optional[Iterable[Union[NearEntry, Mapping[str, Any]]]] = ...,
        without_vectors: Optional[int] = ...,
    ) -> None: ...

class RankedEntry(message.Message):
    """An entry and how well it fits."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entry(self) -> common_v1_entry.Entry:
        """The entry."""
    score: float
    """Higher fits better; comparable within one retrieval only."""
    @property
    def best(self) -> common_v1_entry.TextRange:
        """What of its text answers best, where it was found for a question: a line or
        a few sentences.
        """
    @property
    def terms(self) -> _shapes.Values[str]:
        """The words of the question that it has, by its text, its tags or its data.
        Empty: it stands beside one that has some, has others that mean the same, or
        is of a day that the question names.
        """
    covers: bool
    """True if what answers best, with its neighbours in the entry and its headings,
    has every word of the question that matters.
    """
    def __init__(
        self,
        *,
        entry: Optional[Union[common_v1_entry.Entry, Mapping[str, Any]]] = ...,
        score: Optional[float] = ...,
        best: Optional[Union[common_v1_entry.TextRange, Mapping[str, Any]]] = ...,
        terms: Optional[Iterable[str]] = ...,
        covers: Optional[bool] = ...,
    ) -> None: ...

class RetrieveResponse(message.Message):
    """What was found."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entries(self) -> _shapes.Messages[RankedEntry]:
        """The entries, without repeats, best first."""
    @property
    def results(self) -> _shapes.Messages[InstructionResult]:
        """What became of each instruction."""
    total: int
    """How many entries were in scope over all instructions."""
    @property
    def covered(self) -> common_v1_time.DateRange:
        """First and last day of what was found. Absent if nothing was."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What the caller should know, for a person to read: a file that can't be
        read, a shard that did not answer. That the limit cut is told by truncated.
        """
    truncated: bool
    """True if the limit cut the scope."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Where this came from."""
    @property
    def missing(self) -> _shapes.Messages[common_v1_evidence.MissingWord]:
        """Words of questions that no entry has, of whatever day: the first eight of
        each question.
        """
    @property
    def observations(self) -> _shapes.Messages[common_v1_observation.Observation]:
        """Values, for OBSERVATIONS, in the order of time; at most max_observations."""
    @property
    def unread(self) -> _shapes.Messages[common_v1_observation.UnreadNote]:
        """Notes on the subject of a selection that were not read whole, in the order of
        time. A selection of all that a domain has tells none.
        """
    total_observations: int
    """How many values there are, returned or not."""
    knows_hashes: bool
    """True if the retriever knows what the hashes of a request stand for. One of an older
    build passes them over, and was sent no domains then.
    """
    def __init__(
        self,
        *,
        entries: Optional[Iterable[Union[RankedEntry, Mapping[str, Any]]]] = ...,
        results: Optional[Iterable[Union[InstructionResult, Mapping[str, Any]]]] = ...,
        total: Optional[int] = ...,
        covered: Optional[Union[common_v1_time.DateRange, Mapping[str, Any]]] = ...,
        warnings: Optional[Iterable[str]] = ...,
        truncated: Optional[bool] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
        missing: Optional[Iterable[Union[common_v1_evidence.MissingWord, Mapping[str, Any]]]] = ...,
        observations: Optional[Iterable[Union[common_v1_observation.Observation, Mapping[str, Any]]]] = ...,
        unread: Optional[Iterable[Union[common_v1_observation.UnreadNote, Mapping[str, Any]]]] = ...,
        total_observations: Optional[int] = ...,
        knows_hashes: Optional[bool] = ...,
    ) -> None: ...
