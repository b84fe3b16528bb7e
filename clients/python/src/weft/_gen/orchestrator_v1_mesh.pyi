# Written by make generate from proto/weft/orchestrator/v1/mesh.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import common_v1_domain

DESCRIPTOR: descriptor.FileDescriptor

class GetMeshRequest(message.Message):
    """A request for how the mesh stands."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class GetMeshResponse(message.Message):
    """How the mesh stands."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    version: str
    """The server's release."""
    @property
    def roles(self) -> _shapes.Messages[MeshRole]:
        """All roles of the mesh."""
    @property
    def needs(self) -> _shapes.Messages[MeshNeed]:
        """What the server needs, in the order in which it looks at it."""
    @property
    def agents(self) -> _shapes.Messages[AgentMind]:
        """How each agent answers, by the server's own configuration. An agent that runs elsewhere
        goes by its own, which may be another.
        """
    prices_as_of: str
    """The day of the list prices that are built in, such as 2026-11-01."""
    def __init__(
        self,
        *,
        version: Optional[str] = ...,
        roles: Optional[Iterable[Union[MeshRole, Mapping[str, Any]]]] = ...,
        needs: Optional[Iterable[Union[MeshNeed, Mapping[str, Any]]]] = ...,
        agents: Optional[Iterable[Union[AgentMind, Mapping[str, Any]]]] = ...,
        prices_as_of: Optional[str] = ...,
    ) -> None: ...

class MeshRole(message.Message):
    """A role of the mesh."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Its name, such as router."""
    description: str
    """What it does, in a few words."""
    here: bool
    """It runs in the server's process."""
    address: str
    """Where it is, of one that runs elsewhere: an address, or "bus"."""
    replicas: int
    """How many replicas were found: addresses behind its name, or those that answered on the bus."""
    ready_replicas: int
    """How many of them are ready."""
    problem: str
    """Why it can't be used now. "" if it can."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        description: Optional[str] = ...,
        here: Optional[bool] = ...,
        address: Optional[str] = ...,
        replicas: Optional[int] = ...,
        ready_replicas: Optional[int] = ...,
        problem: Optional[str] = ...,
    ) -> None: ...

class MeshNeed(message.Message):
    """Something that the server needs."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Its name: bus, run log, disk, vault, database, or an agent."""
    ok: bool
    """It is there."""
    aside: bool
    """The server is ready without it; runs wait for it."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        ok: Optional[bool] = ...,
        aside: Optional[bool] = ...,
    ) -> None: ...

class AgentMind(message.Message):
    """How an agent answers."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    agent: str
    """The agent's name."""
    mind: str
    """How it answers: rules, model, or model-then-rules."""
    tier: str
    """The tier of models that it asks. "" for rules."""
    @property
    def models(self) -> _shapes.Messages[ModelRoute]:
        """The models that it asks, in this order."""
    def __init__(
        self,
        *,
        agent: Optional[str] = ...,
        mind: Optional[str] = ...,
        tier: Optional[str] = ...,
        models: Optional[Iterable[Union[ModelRoute, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class ModelRoute(message.Message):
    """A model that an agent asks."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    provider: str
    """The provider, such as ollama."""
    model: str
    """The model's name at the provider."""
    problem: str
    """Why it would not answer. "" if it would."""
    context_window: int
    """Tokens that it can hold. 0 if that is not known."""
    used_window: int
    """Tokens that it is asked to hold."""
    priced: bool
    """What it costs is known."""
    def __init__(
        self,
        *,
        provider: Optional[str] = ...,
        model: Optional[str] = ...,
        problem: Optional[str] = ...,
        context_window: Optional[int] = ...,
        used_window: Optional[int] = ...,
        priced: Optional[bool] = ...,
    ) -> None: ...

class GetBudgetRequest(message.Message):
    """A request for what models have cost."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class GetBudgetResponse(message.Message):
    """What models have cost the caller's tenant today, and what they may cost."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def day_start_time(self) -> timestamp_pb2.Timestamp:
        """When today began."""
    tokens: int
    """Today's tokens, read and written."""
    micro_usd: int
    """What today cost, in millionths of a US dollar."""
    day_tokens: int
    """What a tenant's day may use and cost. -1: no limit. 0: rules only."""
    day_micro_usd: int
    """"""
    run_tokens: int
    """What a run may use and cost."""
    run_micro_usd: int
    """"""
    turn_tokens: int
    """What a turn may use and cost: from an input or an answer to the run's end or next question."""
    turn_micro_usd: int
    """"""
    def __init__(
        self,
        *,
        day_start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        tokens: Optional[int] = ...,
        micro_usd: Optional[int] = ...,
        day_tokens: Optional[int] = ...,
        day_micro_usd: Optional[int] = ...,
        run_tokens: Optional[int] = ...,
        run_micro_usd: Optional[int] = ...,
        turn_tokens: Optional[int] = ...,
        turn_micro_usd: Optional[int] = ...,
    ) -> None: ...

class ListDomainsRequest(message.Message):
    """A request to list domains."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class ListDomainsResponse(message.Message):
    """The domains of a server: the subjects that it knows."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def domains(self) -> _shapes.Messages[common_v1_domain.DomainInfo]:
        """The base first."""
    def __init__(
        self,
        *,
        domains: Optional[Iterable[Union[common_v1_domain.DomainInfo, Mapping[str, Any]]]] = ...,
    ) -> None: ...
