# Written by make generate from proto/weft/orchestrator/v1/note.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import common_v1_context
from . import common_v1_entry
from . import common_v1_reasoning
from . import common_v1_time
from . import observer_v1_observer
from . import orchestrator_v1_report
from . import orchestrator_v1_run
from . import reason_v1_reason

DESCRIPTOR: descriptor.FileDescriptor

class ImportOutcome(int, metaclass=_shapes.EnumType):
    """The outcome for a note."""
    IMPORT_OUTCOME_UNSPECIFIED: ClassVar[ImportOutcome]
    """Not told."""
    IMPORT_OUTCOME_CREATED: ClassVar[ImportOutcome]
    """It was kept, or would be."""
    IMPORT_OUTCOME_UNCHANGED: ClassVar[ImportOutcome]
    """It was there already."""

IMPORT_OUTCOME_UNSPECIFIED: ImportOutcome
IMPORT_OUTCOME_CREATED: ImportOutcome
IMPORT_OUTCOME_UNCHANGED: ImportOutcome

class Input(message.Message):
    """An input, and how to handle it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """What the user wrote. Valid UTF-8 without NUL bytes, not blank, 64 KiB at most
    unless the server says otherwise.
    """
    intent: common_v1_reasoning.InputType
    """Its type, if the caller knows it. INPUT_TYPE_UNSPECIFIED lets the router decide;
    INPUT_TYPE_LOG keeps it (as a correction, if it is one); INPUT_TYPE_QUERY answers
    it.
    """
    @property
    def now(self) -> timestamp_pb2.Timestamp:
        """The time to treat as now, in the years 1000 to 9000. Absent: the server's
        clock.
        """
    time_zone: str
    """IANA name of the user's time zone. Empty: the server's setting."""
    week_start: common_v1_context.Weekday
    """First day of the user's week. Unspecified: the server's setting."""
    @property
    def session(self) -> _shapes.Values[str]:
        """The last turns of the conversation, oldest first, if the caller keeps it itself
        instead of naming a thread: at most 50, each of at most 8 KiB, 64 KiB together.
        """
    style: common_v1_reasoning.ResponseStyle
    """How long an answer should be."""
    thread_id: str
    """The conversation, kept by the server, that this is a turn of: a name of up to 64
    letters, digits, "-" and "_". A new name starts a thread. Follow-up questions are
    completed from turns whose runs had started when this one came in. Empty: none.
    If set, session must be empty.
    """
    depth: common_v1_context.Depth
    """How much to use models. Unspecified: as in the thread's last turn, else the user's
    setting, else the server's.
    """
    @property
    def labels(self) -> _shapes.ValueMap[str, str]:
        """What to label its run with, to find it again: at most 16 labels. A key has 1 to 63 of
        the letters a to z, digits, ".", "_", "-" and "/", a letter or digit first; a value has at
        most 128 characters and none that controls a terminal. The thread gets the same labels:
        the newest value of a key counts, and the newest 16 keys.
        """
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        intent: Optional[Union[common_v1_reasoning.InputType, str]] = ...,
        now: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        time_zone: Optional[str] = ...,
        week_start: Optional[Union[common_v1_context.Weekday, str]] = ...,
        session: Optional[Iterable[str]] = ...,
        style: Optional[Union[common_v1_reasoning.ResponseStyle, str]] = ...,
        thread_id: Optional[str] = ...,
        depth: Optional[Union[common_v1_context.Depth, str]] = ...,
        labels: Optional[Mapping[str, str]] = ...,
    ) -> None: ...

class SubmitInputRequest(message.Message):
    """Request of SubmitInput."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def input(self) -> Input:
        """The input."""
    request_id: str
    """If a submit is repeated with the same id, the first run is returned. Unique per
    tenant.
    """
    def __init__(
        self,
        *,
        input: Optional[Union[Input, Mapping[str, Any]]] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...

class SubmitInputResponse(message.Message):
    """Response of SubmitInput."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def run(self) -> orchestrator_v1_run.Run:
        """The run."""
    def __init__(
        self,
        *,
        run: Optional[Union[orchestrator_v1_run.Run, Mapping[str, Any]]] = ...,
    ) -> None: ...

class GetPreferencesRequest(message.Message):
    """Request of GetPreferences."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class GetPreferencesResponse(message.Message):
    """Response of GetPreferences."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def preferences(self) -> reason_v1_reason.Preferences:
        """What the caller has set. What is not set is as the server has it."""
    usual_depth: common_v1_context.Depth
    """The depth that the server has for the caller."""
    def __init__(
        self,
        *,
        preferences: Optional[Union[reason_v1_reason.Preferences, Mapping[str, Any]]] = ...,
        usual_depth: Optional[Union[common_v1_context.Depth, str]] = ...,
    ) -> None: ...

class SetPreferencesRequest(message.Message):
    """Request of SetPreferences."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def preferences(self) -> reason_v1_reason.Preferences:
        """What holds from now on, in the place of all that was set. What is not set is as the server
        has it.
        """
    def __init__(
        self,
        *,
        preferences: Optional[Union[reason_v1_reason.Preferences, Mapping[str, Any]]] = ...,
    ) -> None: ...

class SetPreferencesResponse(message.Message):
    """Response of SetPreferences."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def preferences(self) -> reason_v1_reason.Preferences:
        """What is set now."""
    def __init__(
        self,
        *,
        preferences: Optional[Union[reason_v1_reason.Preferences, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ProcessInputRequest(message.Message):
    """Request of ProcessInput."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def input(self) -> Input:
        """The input."""
    request_id: str
    """If a call is repeated with the same id, it joins the first run. Unique per tenant."""
    def __init__(
        self,
        *,
        input: Optional[Union[Input, Mapping[str, Any]]] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...

class ProcessInputResponse(message.Message):
    """Response of ProcessInput."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def event(self) -> orchestrator_v1_run.RunEvent:
        """What happened."""
    def __init__(
        self,
        *,
        event: Optional[Union[orchestrator_v1_run.RunEvent, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ListEntriesRequest(message.Message):
    """Request of ListEntries."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def date_range(self) -> common_v1_time.DateRange:
        """Days to list. Absent: all."""
    page_size: int
    """The most entries to return, 1000 at most. 0 means 100. Fewer are returned if they are long."""
    page_token: str
    """next_page_token of the previous page."""
    descending: bool
    """True: newest first. Undated entries come last either way."""
    def __init__(
        self,
        *,
        date_range: Optional[Union[common_v1_time.DateRange, Mapping[str, Any]]] = ...,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
        descending: Optional[bool] = ...,
    ) -> None: ...

class ListEntriesResponse(message.Message):
    """Response of ListEntries."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entries(self) -> _shapes.Messages[common_v1_entry.Entry]:
        """The entries."""
    next_page_token: str
    """Token of the next page. Empty on the last page."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What could not be read of the files of these days, and lines that were not read as
        they stand, each with its file, for a person. On the first page only, at most 21.
        """
    def __init__(
        self,
        *,
        entries: Optional[Iterable[Union[common_v1_entry.Entry, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
        warnings: Optional[Iterable[str]] = ...,
    ) -> None: ...

class GetEntryRequest(message.Message):
    """Request of GetEntry."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """The entry's id."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
    ) -> None: ...

class GetEntryResponse(message.Message):
    """Response of GetEntry."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entry(self) -> common_v1_entry.Entry:
        """The entry."""
    def __init__(
        self,
        *,
        entry: Optional[Union[common_v1_entry.Entry, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RemoveEntryRequest(message.Message):
    """Request of RemoveEntry."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """The entry's id."""
    content_hash: str
    """Entry.content_hash of the text to remove. If someone has changed the entry since,
    it stays as it is.
    """
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        content_hash: Optional[str] = ...,
    ) -> None: ...

class RemoveEntryResponse(message.Message):
    """Response of RemoveEntry."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def trashed(self) -> TrashedEntry:
        """What went to the trash."""
    def __init__(
        self,
        *,
        trashed: Optional[Union[TrashedEntry, Mapping[str, Any]]] = ...,
    ) -> None: ...

class EditEntryRequest(message.Message):
    """Request of EditEntry."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """The entry's id."""
    content_hash: str
    """Entry.content_hash of the text to replace. If someone has changed the entry
    since, it stays as it is.
    """
    text: str
    """The new text. Limits are those of Input.text."""
    time_zone: str
    """IANA name of the time zone that decides which day it is. Empty: the server's."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        content_hash: Optional[str] = ...,
        text: Optional[str] = ...,
        time_zone: Optional[str] = ...,
    ) -> None: ...

class EditEntryResponse(message.Message):
    """Response of EditEntry."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entry(self) -> common_v1_entry.Entry:
        """The entry as it is now."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What the user should know: that the new text could not be parsed yet."""
    def __init__(
        self,
        *,
        entry: Optional[Union[common_v1_entry.Entry, Mapping[str, Any]]] = ...,
        warnings: Optional[Iterable[str]] = ...,
    ) -> None: ...

class RestoreEntryRequest(message.Message):
    """Request of RestoreEntry."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """The entry's id."""
    content_hash: str
    """TrashedEntry.content_hash of the text to restore. Empty: the latest in the trash."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        content_hash: Optional[str] = ...,
    ) -> None: ...

class RestoreEntryResponse(message.Message):
    """Response of RestoreEntry."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entry(self) -> common_v1_entry.Entry:
        """The entry as it is now."""
    def __init__(
        self,
        *,
        entry: Optional[Union[common_v1_entry.Entry, Mapping[str, Any]]] = ...,
    ) -> None: ...

class TrashedEntry(message.Message):
    """A text in the trash."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """The entry's id."""
    date: str
    """Its day, YYYY-MM-DD."""
    beginning: str
    """How the text begins: 200 characters at most. The file has all of it."""
    content_hash: str
    """SHA-256 of the text in hexadecimal."""
    @property
    def trash_time(self) -> timestamp_pb2.Timestamp:
        """When it went to the trash."""
    replaced: bool
    """True if the entry got another text, false if it was removed."""
    path: str
    """The file that holds the text, relative to the vault."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        date: Optional[str] = ...,
        beginning: Optional[str] = ...,
        content_hash: Optional[str] = ...,
        trash_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        replaced: Optional[bool] = ...,
        path: Optional[str] = ...,
    ) -> None: ...

class ListTrashRequest(message.Message):
    """Request of ListTrash."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    entry_id: str
    """Only texts of this entry. Empty: of all."""
    page_size: int
    """The most texts to return, 1000 at most. 0 means 100. Fewer are returned if they are long."""
    page_token: str
    """next_page_token of the previous page."""
    def __init__(
        self,
        *,
        entry_id: Optional[str] = ...,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
    ) -> None: ...

class ListTrashResponse(message.Message):
    """Response of ListTrash."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def trashed(self) -> _shapes.Messages[TrashedEntry]:
        """The texts, most recent first."""
    next_page_token: str
    """Token of the next page. Empty on the last page."""
    def __init__(
        self,
        *,
        trashed: Optional[Iterable[Union[TrashedEntry, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
    ) -> None: ...

class Task(message.Message):
    """A task: a list item with a box."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    entry_id: str
    """The entry that it stands in."""
    date: str
    """The entry's day, YYYY-MM-DD."""
    text: str
    """What follows the box, or "TODO:", exactly as it stands there."""
    done: bool
    """True if the box is ticked."""
    cancelled: bool
    """True if the box says that it will not be done."""
    due_date: str
    """When it is due, YYYY-MM-DD. Empty if the task doesn't say, or not so that it can be
    read: then due_note says why.
    """
    scheduled_date: str
    """When it is meant to be done, YYYY-MM-DD. May be empty."""
    start_date: str
    """The first day it can be done, YYYY-MM-DD. May be empty."""
    completed_date: str
    """When it was done, YYYY-MM-DD. May be empty."""
    @property
    def source(self) -> common_v1_entry.SourceRef:
        """Its line in the file."""
    begin: int
    """Where its line begins in the entry's text, in bytes."""
    end: int
    """Where its line ends in the entry's text, in bytes, the line end not included."""
    due_note: str
    """Why the day on which it is due can't be read ("“Fri 3 December 2026”: 2026-12-03 is a
    Thursday"), or how it was where its words leave that open ("“March” is taken for its
    last day"). Mostly empty.
    """
    def __init__(
        self,
        *,
        entry_id: Optional[str] = ...,
        date: Optional[str] = ...,
        text: Optional[str] = ...,
        done: Optional[bool] = ...,
        cancelled: Optional[bool] = ...,
        due_date: Optional[str] = ...,
        scheduled_date: Optional[str] = ...,
        start_date: Optional[str] = ...,
        completed_date: Optional[str] = ...,
        source: Optional[Union[common_v1_entry.SourceRef, Mapping[str, Any]]] = ...,
        begin: Optional[int] = ...,
        end: Optional[int] = ...,
        due_note: Optional[str] = ...,
    ) -> None: ...

class ListTasksRequest(message.Message):
    """Request of ListTasks."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def date_range(self) -> common_v1_time.DateRange:
        """Days whose notes are read. Absent: all."""
    include_closed: bool
    """True: include tasks that are done or cancelled."""
    due_by: str
    """Only tasks due by this day, YYYY-MM-DD. Empty: all, including those without a due
    date.
    """
    page_size: int
    """The most tasks to return, 1000 at most. 0 means 100. Fewer are returned if they are long."""
    page_token: str
    """next_page_token of the previous page."""
    def __init__(
        self,
        *,
        date_range: Optional[Union[common_v1_time.DateRange, Mapping[str, Any]]] = ...,
        include_closed: Optional[bool] = ...,
        due_by: Optional[str] = ...,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
    ) -> None: ...

class ListTasksResponse(message.Message):
    """Response of ListTasks."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def tasks(self) -> _shapes.Messages[Task]:
        """The tasks."""
    next_page_token: str
    """Token of the next page. Empty on the last page."""
    def __init__(
        self,
        *,
        tasks: Optional[Iterable[Union[Task, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
    ) -> None: ...

class SearchEntriesRequest(message.Message):
    """Request of SearchEntries."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """What to search for: a question, words, and "phrases in quotes", which must match.
    Time expressions favour entries from their days but exclude none, unless
    date_range is given.
    """
    @property
    def date_range(self) -> common_v1_time.DateRange:
        """Days to look in."""
    limit: int
    """The most entries to return, 1000 at most. 0 means 20."""
    match_all: bool
    """True: require every word. False: any word."""
    @property
    def now(self) -> timestamp_pb2.Timestamp:
        """The time to treat as now, in the years 1000 to 9000. Absent: the server's
        clock.
        """
    time_zone: str
    """IANA name of the user's time zone. Empty: the server's setting."""
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        date_range: Optional[Union[common_v1_time.DateRange, Mapping[str, Any]]] = ...,
        limit: Optional[int] = ...,
        match_all: Optional[bool] = ...,
        now: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        time_zone: Optional[str] = ...,
    ) -> None: ...

class SearchHit(message.Message):
    """An entry that a search found."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Its id."""
    date: str
    """Its day, YYYY-MM-DD. Empty if it is undated."""
    text: str
    """Its text."""
    score: float
    """Higher is better; comparable only within one response."""
    @property
    def best(self) -> common_v1_entry.TextRange:
        """The part of the text that matches best: a line or a few sentences. Absent if every
        word was required.
        """
    @property
    def headings(self) -> _shapes.Values[str]:
        """The headings above it, as in Entry.headings."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        date: Optional[str] = ...,
        text: Optional[str] = ...,
        score: Optional[float] = ...,
        best: Optional[Union[common_v1_entry.TextRange, Mapping[str, Any]]] = ...,
        headings: Optional[Iterable[str]] = ...,
    ) -> None: ...

class SearchEntriesResponse(message.Message):
    """Response of SearchEntries."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def entries(self) -> _shapes.Messages[SearchHit]:
        """What was found, best first."""
    total: int
    """How many entries match, returned or not."""
    truncated: bool
    """True if limit cut the list."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What the user should know: words that no entry has, strict parts that nothing
        matches, unreadable files, and words and time spans that were ignored because the
        text has too many.
        """
    def __init__(
        self,
        *,
        entries: Optional[Iterable[Union[SearchHit, Mapping[str, Any]]]] = ...,
        total: Optional[int] = ...,
        truncated: Optional[bool] = ...,
        warnings: Optional[Iterable[str]] = ...,
    ) -> None: ...

class ExplainInputRequest(message.Message):
    """Request of ExplainInput."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def input(self) -> Input:
        """The input."""
    def __init__(
        self,
        *,
        input: Optional[Union[Input, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ExplainInputResponse(message.Message):
    """Response of ExplainInput."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def report(self) -> orchestrator_v1_report.RunReport:
        """What would be done; only the fields that ROUTE, PLAN and PARSE decide."""
    def __init__(
        self,
        *,
        report: Optional[Union[orchestrator_v1_report.RunReport, Mapping[str, Any]]] = ...,
    ) -> None: ...

class GetContextRequest(message.Message):
    """Request of GetContext."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class GetContextResponse(message.Message):
    """Response of GetContext."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """The page, Markdown with front matter. Empty if nothing has been learned yet."""
    version: int
    """Its version; 0 if there is none."""
    @property
    def update_time(self) -> timestamp_pb2.Timestamp:
        """When it was last written by Weft. Absent if it never was."""
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        version: Optional[int] = ...,
        update_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ReflectRequest(message.Message):
    """Request of Reflect."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    since: str
    """The first day to review, YYYY-MM-DD. Empty: the day of the last review, or 30 days
    ago if there was none.
    """
    @property
    def now(self) -> timestamp_pb2.Timestamp:
        """The time to treat as now, in the years 1000 to 9000. Absent: the server's
        clock.
        """
    time_zone: str
    """IANA name of the user's time zone. Empty: the server's setting."""
    def __init__(
        self,
        *,
        since: Optional[str] = ...,
        now: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        time_zone: Optional[str] = ...,
    ) -> None: ...

class ReflectResponse(message.Message):
    """Response of Reflect."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def updates(self) -> _shapes.Messages[observer_v1_observer.ContextUpdate]:
        """New and changed lines on the page."""
    @property
    def archived(self) -> _shapes.Values[str]:
        """Lines that were removed, to make room or because nothing has confirmed them."""
    since: str
    """The first day that was reviewed."""
    notes_read: int
    """How many notes were reviewed."""
    notes_left_out: int
    """How many notes of that time were left out, because there was no room."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Who looked: rules, where no model is configured for the observer or none had an
        answer.
        """
    def __init__(
        self,
        *,
        updates: Optional[Iterable[Union[observer_v1_observer.ContextUpdate, Mapping[str, Any]]]] = ...,
        archived: Optional[Iterable[str]] = ...,
        since: Optional[str] = ...,
        notes_read: Optional[int] = ...,
        notes_left_out: Optional[int] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Thread(message.Message):
    """A conversation that the server keeps."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Its name."""
    @property
    def create_time(self) -> timestamp_pb2.Timestamp:
        """When its earliest turn that is kept began."""
    @property
    def update_time(self) -> timestamp_pb2.Timestamp:
        """When its latest turn began. The thread expires a configured time after that."""
    turn_count: int
    """How many turns are kept of it."""
    last_text: str
    """What the user wrote last."""
    @property
    def labels(self) -> _shapes.ValueMap[str, str]:
        """What its turns were labelled with: of each key the newest value."""
    last_user: str
    """Who wrote last."""
    last_status: orchestrator_v1_report.RunReport.Status
    """The status of the run of its latest turn."""
    last_graph: str
    """The graph of that run."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        create_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        update_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        turn_count: Optional[int] = ...,
        last_text: Optional[str] = ...,
        labels: Optional[Mapping[str, str]] = ...,
        last_user: Optional[str] = ...,
        last_status: Optional[Union[orchestrator_v1_report.RunReport.Status, str]] = ...,
        last_graph: Optional[str] = ...,
    ) -> None: ...

class Turn(message.Message):
    """One input of a thread, and its result."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run, which has everything else."""
    text: str
    """What the user wrote."""
    understood: str
    """The question as it was understood, if it was completed from the turns before."""
    status: orchestrator_v1_report.RunReport.Status
    """The status of its run."""
    input_type: common_v1_reasoning.InputType
    """What it was taken for. UNSPECIFIED until that is known."""
    answer: str
    """The answer, if there is one."""
    @property
    def questions(self) -> _shapes.Messages[common_v1_reasoning.Question]:
        """The questions of a waiting run."""
    entry_id: str
    """The note that was kept. Empty if none was."""
    @property
    def create_time(self) -> timestamp_pb2.Timestamp:
        """When its run began."""
    @property
    def update_time(self) -> timestamp_pb2.Timestamp:
        """When something last happened in its run."""
    depth: common_v1_context.Depth
    """How much models were used."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        text: Optional[str] = ...,
        understood: Optional[str] = ...,
        status: Optional[Union[orchestrator_v1_report.RunReport.Status, str]] = ...,
        input_type: Optional[Union[common_v1_reasoning.InputType, str]] = ...,
        answer: Optional[str] = ...,
        questions: Optional[Iterable[Union[common_v1_reasoning.Question, Mapping[str, Any]]]] = ...,
        entry_id: Optional[str] = ...,
        create_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        update_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        depth: Optional[Union[common_v1_context.Depth, str]] = ...,
    ) -> None: ...

class ListThreadsRequest(message.Message):
    """Request of ListThreads."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    page_size: int
    """The most threads to return, 1000 at most. 0 means 50."""
    page_token: str
    """next_page_token of the previous page."""
    user: str
    """Only threads in which this user wrote last. Empty: all."""
    @property
    def since(self) -> timestamp_pb2.Timestamp:
        """Only threads whose latest turn began at this time or later. Absent: all."""
    @property
    def until(self) -> timestamp_pb2.Timestamp:
        """Only threads whose latest turn began before this time. Absent: all."""
    @property
    def labels(self) -> _shapes.Values[str]:
        """Only threads that have each of these labels: "key=value", or "key" for any value of it."""
    words: str
    """Only threads with a turn whose text has each of these words, as in ListRuns. Empty: all."""
    status: orchestrator_v1_report.RunReport.Status
    """Only threads the run of whose latest turn has this status. UNSPECIFIED: all."""
    graph: str
    """Only threads the run of whose latest turn is of this graph. Empty: all."""
    with_total: bool
    """Also return how many threads there are."""
    def __init__(
        self,
        *,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
        user: Optional[str] = ...,
        since: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        until: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        labels: Optional[Iterable[str]] = ...,
        words: Optional[str] = ...,
        status: Optional[Union[orchestrator_v1_report.RunReport.Status, str]] = ...,
        graph: Optional[str] = ...,
        with_total: Optional[bool] = ...,
    ) -> None: ...

class ListThreadsResponse(message.Message):
    """Response of ListThreads."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def threads(self) -> _shapes.Messages[Thread]:
        """The threads, most recent first."""
    next_page_token: str
    """Token of the next page. Empty on the last page. A thread that gets a turn meanwhile comes
    to the front of the first page.
    """
    total_size: int
    """How many threads the request means, on all its pages. 0 unless the request asks for it."""
    def __init__(
        self,
        *,
        threads: Optional[Iterable[Union[Thread, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
        total_size: Optional[int] = ...,
    ) -> None: ...

class GetThreadRequest(message.Message):
    """Request of GetThread."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    thread_id: str
    """The thread."""
    page_size: int
    """The most turns to return, 200 at most. 0 means 50. Fewer are returned if they are long."""
    page_token: str
    """next_page_token of the previous page."""
    def __init__(
        self,
        *,
        thread_id: Optional[str] = ...,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
    ) -> None: ...

class GetThreadResponse(message.Message):
    """Response of GetThread."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def thread(self) -> Thread:
        """The thread."""
    @property
    def turns(self) -> _shapes.Messages[Turn]:
        """Its turns, the latest first."""
    next_page_token: str
    """Token of the next page, with earlier turns. Empty on the last page."""
    def __init__(
        self,
        *,
        thread: Optional[Union[Thread, Mapping[str, Any]]] = ...,
        turns: Optional[Iterable[Union[Turn, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
    ) -> None: ...

class DeleteThreadRequest(message.Message):
    """Request of DeleteThread."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    thread_id: str
    """The thread."""
    def __init__(
        self,
        *,
        thread_id: Optional[str] = ...,
    ) -> None: ...

class DeleteThreadResponse(message.Message):
    """Response of DeleteThread."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class ImportEntriesRequest(message.Message):
    """Request of ImportEntries: one note."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """The note's text. Limits are those of Input.text."""
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When it was written, if the source says so, in the years 1000 to 9000. Absent if
        the source gives no day; then page must be set.
        """
    source: str
    """Where it comes from, for messages: "2026-01-05.md:12"."""
    time_zone: str
    """IANA name of the time zone that decides which day it is. Empty: the server's."""
    dry_run: bool
    """True: only report what would be done."""
    @property
    def tags(self) -> _shapes.Values[str]:
        """Tags that the source gives the note besides those in its text, without the
        leading #: those of a file's front matter.
        """
    page: str
    """Name of an undated text: its file's path below the imported folder, without the
    extension, "home/House". The text is Markdown of up to 1 MiB, including its front
    matter. It becomes a file in the vault's notes folder, with one entry or more.
    """
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        source: Optional[str] = ...,
        time_zone: Optional[str] = ...,
        dry_run: Optional[bool] = ...,
        tags: Optional[Iterable[str]] = ...,
        page: Optional[str] = ...,
    ) -> None: ...

class ReindexEntriesRequest(message.Message):
    """Request of ReindexEntries."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    dry_run: bool
    """True: only report how many notes would be parsed."""
    def __init__(
        self,
        *,
        dry_run: Optional[bool] = ...,
    ) -> None: ...

class ReindexEntriesResponse(message.Message):
    """Response of ReindexEntries: progress. The first one comes before any note."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    total: int
    """How many notes there are to parse."""
    done: int
    """How many of them are done, including those with a problem."""
    entry_id: str
    """The note that was done last. Empty in the first response."""
    problem: str
    """Why that note could not be parsed; it keeps the data it had. Empty otherwise."""
    def __init__(
        self,
        *,
        total: Optional[int] = ...,
        done: Optional[int] = ...,
        entry_id: Optional[str] = ...,
        problem: Optional[str] = ...,
    ) -> None: ...

class ImportEntriesResponse(message.Message):
    """Response of ImportEntries: the outcome for one note, in the order of requests."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    source: str
    """Where it came from."""
    outcome: ImportOutcome
    """The outcome."""
    entry_id: str
    """The entry; for a page, the first one."""
    def __init__(
        self,
        *,
        source: Optional[str] = ...,
        outcome: Optional[Union[ImportOutcome, str]] = ...,
        entry_id: Optional[str] = ...,
    ) -> None: ...
