# Written by make generate from proto/weft/common/v1/analysis.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_entry
from . import common_v1_observation
from . import common_v1_query
from . import common_v1_reasoning
from . import common_v1_time

DESCRIPTOR: descriptor.FileDescriptor

class FactKind(int, metaclass=_shapes.EnumType):
    """What kind of fact it is."""
    FACT_KIND_UNSPECIFIED: ClassVar[FactKind]
    """Not told."""
    FACT_KIND_AGGREGATE: ClassVar[FactKind]
    """One value of many, by an aggregate."""
    FACT_KIND_VALUES: ClassVar[FactKind]
    """Values one by one; value means nothing."""
    FACT_KIND_CHANGE: ClassVar[FactKind]
    """How far value, of the first side of a comparison, is from baseline, of the
    second.
    """
    FACT_KIND_TREND: ClassVar[FactKind]
    """How much the measure rises in a week; value is the slope of a line through
    the values, 0 if chance explains it.
    """
    FACT_KIND_CO_OCCURRENCE: ClassVar[FactKind]
    """The mean of the measure on days with the subject is value, on days without
    it baseline.
    """
    FACT_KIND_NAMED: ClassVar[FactKind]
    """Worked out by code from words of notes that a model named: the observations are
    what was read from them, their text the words.
    """

FACT_KIND_UNSPECIFIED: FactKind
FACT_KIND_AGGREGATE: FactKind
FACT_KIND_VALUES: FactKind
FACT_KIND_CHANGE: FactKind
FACT_KIND_TREND: FactKind
FACT_KIND_CO_OCCURRENCE: FactKind
FACT_KIND_NAMED: FactKind

class FindingKind(int, metaclass=_shapes.EnumType):
    """What a finding is to the question."""
    FINDING_KIND_UNSPECIFIED: ClassVar[FindingKind]
    """Not told."""
    FINDING_KIND_COMPUTED: ClassVar[FindingKind]
    """The facts answer it."""
    FINDING_KIND_QUOTED: ClassVar[FindingKind]
    """The quoted notes have every word of it."""
    FINDING_KIND_CLOSEST: ClassVar[FindingKind]
    """The quoted notes come closest; none has every word of it."""
    FINDING_KIND_RESTRICTION: ClassVar[FindingKind]
    """The quoted notes say what stands against something."""
    FINDING_KIND_REASON: ClassVar[FindingKind]
    """The quoted notes give a reason."""
    FINDING_KIND_CORRELATION: ClassVar[FindingKind]
    """What goes together, by facts."""
    FINDING_KIND_MENTIONED: ClassVar[FindingKind]
    """How many notes mention something, by facts."""
    FINDING_KIND_SAID: ClassVar[FindingKind]
    """What the user said when asked."""
    FINDING_KIND_STATEMENT: ClassVar[FindingKind]
    """A model's statement."""
    FINDING_KIND_ALSO_NOTED: ClassVar[FindingKind]
    """What else was noted, by facts: values that domains declare to bear on the subject of a
    "why". It is no answer and no cause.
    """

FINDING_KIND_UNSPECIFIED: FindingKind
FINDING_KIND_COMPUTED: FindingKind
FINDING_KIND_QUOTED: FindingKind
FINDING_KIND_CLOSEST: FindingKind
FINDING_KIND_RESTRICTION: FindingKind
FINDING_KIND_REASON: FindingKind
FINDING_KIND_CORRELATION: FindingKind
FINDING_KIND_MENTIONED: FindingKind
FINDING_KIND_SAID: FindingKind
FINDING_KIND_STATEMENT: FindingKind
FINDING_KIND_ALSO_NOTED: FindingKind

class Analysis(message.Message):
    """What an analysis found. Fields are in the order in which they are worked
    out: the verdict comes last, so that it follows from what stands before it.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def facts(self) -> _shapes.Messages[Fact]:
        """What code computed from declared values."""
    @property
    def findings(self) -> _shapes.Messages[Finding]:
        """What answers the question, in the order in which to say it."""
    @property
    def gaps(self) -> _shapes.Messages[common_v1_reasoning.Gap]:
        """What is missing."""
    verdict_reasoning: str
    """Why the verdict is what it is, for a person to read."""
    verdict: common_v1_reasoning.Verdict
    """SUFFICIENT or INSUFFICIENT."""
    def __init__(
        self,
        *,
        facts: Optional[Iterable[Union[Fact, Mapping[str, Any]]]] = ...,
        findings: Optional[Iterable[Union[Finding, Mapping[str, Any]]]] = ...,
        gaps: Optional[Iterable[Union[common_v1_reasoning.Gap, Mapping[str, Any]]]] = ...,
        verdict_reasoning: Optional[str] = ...,
        verdict: Optional[Union[common_v1_reasoning.Verdict, str]] = ...,
    ) -> None: ...

class Fact(message.Message):
    """A fact that code computed from declared values, over all of them."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Stable within one analysis, for example "f3"."""
    kind: FactKind
    """What kind of fact it is."""
    aggregate: common_v1_query.Aggregate
    """How values became one, for AGGREGATE, CHANGE."""
    subject: str
    """What it is about, a canonical name. Empty: everything of the measure."""
    @property
    def measure(self) -> common_v1_query.Measure:
        """What was measured. Absent where notes or days are counted."""
    value: float
    """The number, in unit."""
    unit: str
    """Unit of value and baseline; empty for counts and bare numbers."""
    baseline: float
    """What value is compared with, in unit."""
    baseline_subject: str
    """What baseline is about, where that is another subject. For CO_OCCURRENCE, what
    the measure is of: "sleep".
    """
    @property
    def range(self) -> common_v1_time.ScopeRange:
        """Days that value was asked for; open ends are as far as notes go."""
    @property
    def baseline_range(self) -> common_v1_time.ScopeRange:
        """Days that baseline was asked for."""
    group: str
    """The group it was computed for: "2026-05", "Monday", "squat". Empty: all."""
    sample_size: int
    """How many values it stands on."""
    baseline_size: int
    """How many values the baseline stands on."""
    @property
    def entry_ids(self) -> _shapes.Values[str]:
        """Ids of all entries it stands on, in the order of time."""
    @property
    def observations(self) -> _shapes.Messages[common_v1_observation.Observation]:
        """The values it stands on, in the order of time: all up to ten, else the first
        and the last. For an extreme, the first FIRST or LATEST, that value.
        """
    @property
    def unread(self) -> _shapes.Messages[common_v1_observation.UnreadNote]:
        """Notes on the subject that were not read whole. While there are some, there
        is no total: the fact is of the kind VALUES. Those for ASIDE stop none.
        """
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        kind: Optional[Union[FactKind, str]] = ...,
        aggregate: Optional[Union[common_v1_query.Aggregate, str]] = ...,
        subject: Optional[str] = ...,
        measure: Optional[Union[common_v1_query.Measure, Mapping[str, Any]]] = ...,
        value: Optional[float] = ...,
        unit: Optional[str] = ...,
        baseline: Optional[float] = ...,
        baseline_subject: Optional[str] = ...,
        range: Optional[Union[common_v1_time.ScopeRange, Mapping[str, Any]]] = ...,
        baseline_range: Optional[Union[common_v1_time.ScopeRange, Mapping[str, Any]]] = ...,
        group: Optional[str] = ...,
        sample_size: Optional[int] = ...,
        baseline_size: Optional[int] = ...,
        entry_ids: Optional[Iterable[str]] = ...,
        observations: Optional[Iterable[Union[common_v1_observation.Observation, Mapping[str, Any]]]] = ...,
        unread: Optional[Iterable[Union[common_v1_observation.UnreadNote, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Finding(message.Message):
    """Something that answers the question, or bears on it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    kind: FindingKind
    """What it is to the question."""
    claim: str
    """The statement, of a model; else empty."""
    @property
    def quotes(self) -> _shapes.Messages[Quote]:
        """Words of notes to show, in order."""
    @property
    def fact_ids(self) -> _shapes.Values[str]:
        """Ids of the facts to tell, in order."""
    @property
    def entry_ids(self) -> _shapes.Values[str]:
        """Ids of the entries that support it."""
    confidence: common_v1_reasoning.Confidence
    """How sure it is."""
    sub_query_id: int
    """The sub-query that it answers, 0 if the question is whole."""
    gap_id: str
    """The gap whose answer it is, for SAID."""
    def __init__(
        self,
        *,
        kind: Optional[Union[FindingKind, str]] = ...,
        claim: Optional[str] = ...,
        quotes: Optional[Iterable[Union[Quote, Mapping[str, Any]]]] = ...,
        fact_ids: Optional[Iterable[str]] = ...,
        entry_ids: Optional[Iterable[str]] = ...,
        confidence: Optional[Union[common_v1_reasoning.Confidence, str]] = ...,
        sub_query_id: Optional[int] = ...,
        gap_id: Optional[str] = ...,
    ) -> None: ...

class Quote(message.Message):
    """Words of a note."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    entry_id: str
    """The entry."""
    @property
    def range(self) -> common_v1_entry.TextRange:
        """What of its text."""
    def __init__(
        self,
        *,
        entry_id: Optional[str] = ...,
        range: Optional[Union[common_v1_entry.TextRange, Mapping[str, Any]]] = ...,
    ) -> None: ...
