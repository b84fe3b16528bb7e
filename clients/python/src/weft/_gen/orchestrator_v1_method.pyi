# Written by make generate from proto/weft/orchestrator/v1/method.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes

DESCRIPTOR: descriptor.FileDescriptor

class Scope(int, metaclass=_shapes.EnumType):
    """A scope is a right to call some methods."""
    SCOPE_UNSPECIFIED: ClassVar[Scope]
    """Not stated."""
    SCOPE_READ: ClassVar[Scope]
    """See notes, runs and threads, and search them."""
    SCOPE_WRITE: ClassVar[Scope]
    """Keep notes, ask, answer, change and remove."""
    SCOPE_APPROVE: ClassVar[Scope]
    """Decide whether what a run proposes is done."""
    SCOPE_OPERATE: ClassVar[Scope]
    """What concerns the whole server."""
    SCOPE_CALENDAR: ClassVar[Scope]
    """Read the blocks of one's roadmaps as a calendar, and nothing else."""
    SCOPE_ADMIN: ClassVar[Scope]
    """Manage the API keys of one's own tenant."""

SCOPE_UNSPECIFIED: Scope
SCOPE_READ: Scope
SCOPE_WRITE: Scope
SCOPE_APPROVE: Scope
SCOPE_OPERATE: Scope
SCOPE_CALENDAR: Scope
SCOPE_ADMIN: Scope

class Dependency(int, metaclass=_shapes.EnumType):
    """A dependency is a part of the mesh that a method needs."""
    DEPENDENCY_UNSPECIFIED: ClassVar[Dependency]
    """Not stated."""
    DEPENDENCY_BUS: ClassVar[Dependency]
    """The NATS server."""
    DEPENDENCY_RUN_LOG: ClassVar[Dependency]
    """The run log, to read and to write."""
    DEPENDENCY_DISK: ClassVar[Dependency]
    """Room on the disks."""
    DEPENDENCY_BUDGET: ClassVar[Dependency]
    """What models have cost today, which the bus keeps. Needed only where that is limited."""
    DEPENDENCY_TOOLS: ClassVar[Dependency]
    """The executor. Needed only where there are tools."""
    DEPENDENCY_ROUTER: ClassVar[Dependency]
    """A router."""
    DEPENDENCY_PLANNER: ClassVar[Dependency]
    """A planner."""
    DEPENDENCY_PARSER: ClassVar[Dependency]
    """A parser."""
    DEPENDENCY_RETRIEVER: ClassVar[Dependency]
    """A retriever."""
    DEPENDENCY_OBSERVER: ClassVar[Dependency]
    """An observer."""

DEPENDENCY_UNSPECIFIED: Dependency
DEPENDENCY_BUS: Dependency
DEPENDENCY_RUN_LOG: Dependency
DEPENDENCY_DISK: Dependency
DEPENDENCY_BUDGET: Dependency
DEPENDENCY_TOOLS: Dependency
DEPENDENCY_ROUTER: Dependency
DEPENDENCY_PLANNER: Dependency
DEPENDENCY_PARSER: Dependency
DEPENDENCY_RETRIEVER: Dependency
DEPENDENCY_OBSERVER: Dependency

class MethodRules(message.Message):
    """What a method of the public API needs. Whether it may be called again stands beside it as
    idempotency_level: a method without side effects only reads; an idempotent one leaves the
    same behind however often it is called. Of the others, those whose request has a
    request_id may be called again with the same. The bounds of requests stand at their fields.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    scope: Scope
    """The scope that the caller's credential needs."""
    may_need_approve: bool
    """Some of its requests need the scope approve instead. The method's comment says which."""
    @property
    def needs(self) -> _shapes.Values[Dependency]:
        """What it can't do without: while one of these is away, calls fail with UNAVAILABLE."""
    unaudited: bool
    """Calls that change something are not kept in the audit log: the run log says who called."""
    media_type: str
    """Over HTTP the response is its only field, as a text of this type. "" sends JSON."""
    def __init__(
        self,
        *,
        scope: Optional[Union[Scope, str]] = ...,
        may_need_approve: Optional[bool] = ...,
        needs: Optional[Iterable[Union[Dependency, str]]] = ...,
        unaudited: Optional[bool] = ...,
        media_type: Optional[str] = ...,
    ) -> None: ...
