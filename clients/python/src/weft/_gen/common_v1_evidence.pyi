# Written by make generate from proto/weft/common/v1/evidence.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_entry

DESCRIPTOR: descriptor.FileDescriptor

class EvidenceNote(message.Message):
    """A note as analyzer, synthesizer and evaluator see it. All three get the same
    notes under the same labels.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    label: str
    """What findings, prompts and drafts call it: n1, n2. The same for a note
    throughout a run; n1 was found best.
    """
    @property
    def entry(self) -> common_v1_entry.Entry:
        """The note, without its domain_data."""
    weekday: str
    """Day of the week in English, for people: "Monday". Empty if it is undated."""
    @property
    def best(self) -> common_v1_entry.TextRange:
        """What of its text answers best; absent for a note that was not found for a
        question.
        """
    @property
    def terms(self) -> _shapes.Values[str]:
        """The words of the question that it has."""
    covers: bool
    """True if best, with its neighbours and headings, has every word of the question
    that matters.
    """
    def __init__(
        self,
        *,
        label: Optional[str] = ...,
        entry: Optional[Union[common_v1_entry.Entry, Mapping[str, Any]]] = ...,
        weekday: Optional[str] = ...,
        best: Optional[Union[common_v1_entry.TextRange, Mapping[str, Any]]] = ...,
        terms: Optional[Iterable[str]] = ...,
        covers: Optional[bool] = ...,
    ) -> None: ...

class SearchOutcome(message.Message):
    """How well notes were searched, over all instructions."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    complete: bool
    """True if everybody who was asked to look has answered. Only then may an answer
    say that there is nothing.
    """
    total: int
    """How many notes are in scope."""
    observations: int
    """How many values of the measure there are; more than were returned if a limit
    cut them.
    """
    cut: bool
    """True if a limit cut the values."""
    @property
    def missing(self) -> _shapes.Messages[MissingWord]:
        """Words of the question that no note has, of whatever day."""
    other_days: bool
    """True if no note of the days that the question names has its words, and notes of
    other days are shown.
    """
    def __init__(
        self,
        *,
        complete: Optional[bool] = ...,
        total: Optional[int] = ...,
        observations: Optional[int] = ...,
        cut: Optional[bool] = ...,
        missing: Optional[Iterable[Union[MissingWord, Mapping[str, Any]]]] = ...,
        other_days: Optional[bool] = ...,
    ) -> None: ...

class MissingWord(message.Message):
    """A word of a question that no note has."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    word: str
    """As it stands in the question."""
    @property
    def like(self) -> _shapes.Values[str]:
        """Words that notes have and that it may be a slip of, in alphabetical order.
        They were not looked for.
        """
    def __init__(
        self,
        *,
        word: Optional[str] = ...,
        like: Optional[Iterable[str]] = ...,
    ) -> None: ...
