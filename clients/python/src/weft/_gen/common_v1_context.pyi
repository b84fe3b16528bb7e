# Written by make generate from proto/weft/common/v1/context.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2

DESCRIPTOR: descriptor.FileDescriptor

class Depth(int, metaclass=_shapes.EnumType):
    """How much reasoning an input is worth. Each level is at least as thorough as the one
    before it, and costs more calls to models.
    """
    DEPTH_UNSPECIFIED: ClassVar[Depth]
    """As the server is configured."""
    DEPTH_OFF: ClassVar[Depth]
    """No model is asked: rules answer."""
    DEPTH_QUICK: ClassVar[Depth]
    """One call writes the answer, and another one reads the question where rules are
    not sure of it.
    """
    DEPTH_FOCUSED: ClassVar[Depth]
    """And the answer is judged by a model, and written once more if it fails."""
    DEPTH_DEEP: ClassVar[Depth]
    """And what is missing is searched for again."""

DEPTH_UNSPECIFIED: Depth
DEPTH_OFF: Depth
DEPTH_QUICK: Depth
DEPTH_FOCUSED: Depth
DEPTH_DEEP: Depth

class Weekday(int, metaclass=_shapes.EnumType):
    """A day of the week, numbered as in ISO 8601."""
    WEEKDAY_UNSPECIFIED: ClassVar[Weekday]
    """No day named; Monday is meant where a week has to start somewhere."""
    WEEKDAY_MONDAY: ClassVar[Weekday]
    """Monday."""
    WEEKDAY_TUESDAY: ClassVar[Weekday]
    """Tuesday."""
    WEEKDAY_WEDNESDAY: ClassVar[Weekday]
    """Wednesday."""
    WEEKDAY_THURSDAY: ClassVar[Weekday]
    """Thursday."""
    WEEKDAY_FRIDAY: ClassVar[Weekday]
    """Friday."""
    WEEKDAY_SATURDAY: ClassVar[Weekday]
    """Saturday."""
    WEEKDAY_SUNDAY: ClassVar[Weekday]
    """Sunday."""

WEEKDAY_UNSPECIFIED: Weekday
WEEKDAY_MONDAY: Weekday
WEEKDAY_TUESDAY: Weekday
WEEKDAY_WEDNESDAY: Weekday
WEEKDAY_THURSDAY: Weekday
WEEKDAY_FRIDAY: Weekday
WEEKDAY_SATURDAY: Weekday
WEEKDAY_SUNDAY: Weekday

class Mind(int, metaclass=_shapes.EnumType):
    """The kind of mind that gave an answer."""
    MIND_UNSPECIFIED: ClassVar[Mind]
    """Not told."""
    MIND_RULES: ClassVar[Mind]
    """Deterministic code, no model involved."""
    MIND_MODEL: ClassVar[Mind]
    """A language model, checked by code."""

MIND_UNSPECIFIED: Mind
MIND_RULES: Mind
MIND_MODEL: Mind

class Tier(int, metaclass=_shapes.EnumType):
    """How much a model is asked for; configuration maps a tier to a model."""
    TIER_UNSPECIFIED: ClassVar[Tier]
    """No model was asked."""
    TIER_LOW: ClassVar[Tier]
    """Small and fast: classification and matching."""
    TIER_MEDIUM: ClassVar[Tier]
    """Extraction and writing."""
    TIER_HIGH: ClassVar[Tier]
    """Reasoning."""

TIER_UNSPECIFIED: Tier
TIER_LOW: Tier
TIER_MEDIUM: Tier
TIER_HIGH: Tier

class CallContext(message.Message):
    """What every call to an agent carries: who asks, when, and in which run.

    Agents have no clock and no storage of their own, so that any of them can be
    retried, replaced or run twice without harm. Everything that would make an
    answer depend on where or when it was computed is in here.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def now(self) -> timestamp_pb2.Timestamp:
        """The moment that counts as "now" for this run. Fixed when the run starts, so
        that a run resumed days later still means the same "last week".
        """
    time_zone: str
    """IANA name of the user's time zone, for example "Europe/Berlin"."""
    week_start: Weekday
    """First day of the user's week. Unspecified means Monday."""
    tenant: str
    """Whose data this is. Set by the orchestrator from the caller's credential,
    never from what the caller wrote.
    """
    user: str
    """The person within the tenant, from the credential as well."""
    run_id: str
    """The run on whose behalf the call is made. Empty outside of a run, as when
    an input is only explained.
    """
    @property
    def model_budget(self) -> ModelBudget:
        """What models may still cost. Absent: no limit."""
    @property
    def silent_providers(self) -> _shapes.Values[str]:
        """Providers of models that gave an agent of this run no answer in time since
        the user last said something. They are not asked: each agent that waits for
        them anew would cost the run that much again.
        """
    depth: Depth
    """How much models are used. Unspecified is QUICK."""
    def __init__(
        self,
        *,
        now: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        time_zone: Optional[str] = ...,
        week_start: Optional[Union[Weekday, str]] = ...,
        tenant: Optional[str] = ...,
        user: Optional[str] = ...,
        run_id: Optional[str] = ...,
        model_budget: Optional[Union[ModelBudget, Mapping[str, Any]]] = ...,
        silent_providers: Optional[Iterable[str]] = ...,
        depth: Optional[Union[Depth, str]] = ...,
    ) -> None: ...

class ModelBudget(message.Message):
    """What models may cost. A budget of nothing means that rules answer."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    tokens: int
    """Tokens, read and written. Absent: no limit."""
    micro_usd: int
    """Millionths of a US dollar. Absent: no limit."""
    tokens_limit: str
    """Which limit the tokens are left of, in the words of the configuration:
    "llm.budget.day_tokens".
    """
    micro_usd_limit: str
    """Which limit the money is left of, in the same words."""
    soft_micro_usd: int
    """Millionths of a US dollar after which a person is asked whether to go on. What would cost
    more is asked of a cheaper model, where there is one. Absent: nobody is asked.
    """
    soft_micro_usd_limit: str
    """Which limit that is, in the same words."""
    def __init__(
        self,
        *,
        tokens: Optional[int] = ...,
        micro_usd: Optional[int] = ...,
        tokens_limit: Optional[str] = ...,
        micro_usd_limit: Optional[str] = ...,
        soft_micro_usd: Optional[int] = ...,
        soft_micro_usd_limit: Optional[str] = ...,
    ) -> None: ...

class ModelUsage(message.Message):
    """What the models that an agent asked have cost. Calls that failed count too,
    with whatever their provider has counted.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    agent: str
    """The agent. Empty where it is the sum over several."""
    calls: int
    """Calls to models."""
    input_tokens: int
    """Tokens read."""
    output_tokens: int
    """Tokens written."""
    cost_micro_usd: int
    """Price in millionths of a US dollar, by the configured table."""
    def __init__(
        self,
        *,
        agent: Optional[str] = ...,
        calls: Optional[int] = ...,
        input_tokens: Optional[int] = ...,
        output_tokens: Optional[int] = ...,
        cost_micro_usd: Optional[int] = ...,
    ) -> None: ...

class Provenance(message.Message):
    """Where an answer came from. Every agent's response carries one."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    mind: Mind
    """Which mind answered in the end."""
    provider: str
    """Name of the model provider, "rules" when no model answered."""
    model: str
    """Name of the model as its provider knows it. Empty for rules."""
    tier: Tier
    """The tier that was asked for."""
    degraded: bool
    """True if less answered than was configured, for example rules after every
    model failed.
    """
    degraded_reason: str
    """Why, for a person to read. Set when degraded is."""
    attempts: int
    """How many attempts the answer took, the last one included. At least 1."""
    input_tokens: int
    """Tokens read by the model over all attempts."""
    output_tokens: int
    """Tokens written by the model over all attempts."""
    cost_micro_usd: int
    """Price of all attempts in millionths of a US dollar, by the configured table."""
    model_calls: int
    """Calls to models among the attempts, those that failed included. 0: no model
    was asked.
    """
    budget_limit: str
    """The limit that kept a model from being asked, in the words of the
    configuration: "llm.budget.day_tokens". Empty if none did.
    """
    @property
    def silent_providers(self) -> _shapes.Values[str]:
        """Providers that gave no answer in time."""
    def __init__(
        self,
        *,
        mind: Optional[Union[Mind, str]] = ...,
        provider: Optional[str] = ...,
        model: Optional[str] = ...,
        tier: Optional[Union[Tier, str]] = ...,
        degraded: Optional[bool] = ...,
        degraded_reason: Optional[str] = ...,
        attempts: Optional[int] = ...,
        input_tokens: Optional[int] = ...,
        output_tokens: Optional[int] = ...,
        cost_micro_usd: Optional[int] = ...,
        model_calls: Optional[int] = ...,
        budget_limit: Optional[str] = ...,
        silent_providers: Optional[Iterable[str]] = ...,
    ) -> None: ...
