# Written by make generate from proto/weft/orchestrator/v1/webhook.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import duration_pb2
from google.protobuf import timestamp_pb2

DESCRIPTOR: descriptor.FileDescriptor

class CreateWebhookRequest(message.Message):
    """Request of CreateWebhook."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    url: str
    """Where events are sent by POST: an https URL, without a user, a password or a
    fragment. http, and addresses that are not public, are refused unless the server's
    configuration allows them.
    """
    @property
    def events(self) -> _shapes.Values[str]:
        """Which events are sent: "run.started", "run.waiting" and "run.ended". Empty: all."""
    @property
    def graphs(self) -> _shapes.Values[str]:
        """Only events of runs of these graphs. Empty: of all."""
    description: str
    """What it is for, in the caller's words."""
    request_id: str
    """Makes the call safe to repeat: with the same id and the same other fields it answers
    with the webhook and the secret of the first call. Whoever has it can ask for the
    secret, so take one that can't be guessed, such as a UUID. Empty: each call makes a
    webhook.
    """
    def __init__(
        self,
        *,
        url: Optional[str] = ...,
        events: Optional[Iterable[str]] = ...,
        graphs: Optional[Iterable[str]] = ...,
        description: Optional[str] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...

class CreateWebhookResponse(message.Message):
    """Response of CreateWebhook."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def webhook(self) -> Webhook:
        """The webhook."""
    secret: str
    """The secret that its events are signed with: "whsec_" and 32 bytes in base64. It is not
    told again.
    """
    def __init__(
        self,
        *,
        webhook: Optional[Union[Webhook, Mapping[str, Any]]] = ...,
        secret: Optional[str] = ...,
    ) -> None: ...

class ListWebhooksRequest(message.Message):
    """Request of ListWebhooks."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class ListWebhooksResponse(message.Message):
    """Response of ListWebhooks."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def webhooks(self) -> _shapes.Messages[Webhook]:
        """The webhooks, oldest first."""
    def __init__(
        self,
        *,
        webhooks: Optional[Iterable[Union[Webhook, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class UpdateWebhookRequest(message.Message):
    """Request of UpdateWebhook."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    webhook_id: str
    """The webhook."""
    url: str
    """Where events are sent from now on; as in CreateWebhook. Absent: it stays."""
    @property
    def events(self) -> _shapes.Values[str]:
        """Which events are sent from now on, instead of those before; as in CreateWebhook. Empty:
        they stay.
        """
    all_events: bool
    """All events are sent from now on. Not together with events."""
    @property
    def graphs(self) -> _shapes.Values[str]:
        """Only events of runs of these graphs are sent from now on, instead of those before.
        Empty: they stay.
        """
    all_graphs: bool
    """Events of runs of all graphs are sent from now on. Not together with graphs."""
    description: str
    """What it is for. Absent: it stays."""
    enabled: bool
    """False disables it, true enables it again. Absent: it stays as it is."""
    def __init__(
        self,
        *,
        webhook_id: Optional[str] = ...,
        url: Optional[str] = ...,
        events: Optional[Iterable[str]] = ...,
        all_events: Optional[bool] = ...,
        graphs: Optional[Iterable[str]] = ...,
        all_graphs: Optional[bool] = ...,
        description: Optional[str] = ...,
        enabled: Optional[bool] = ...,
    ) -> None: ...

class UpdateWebhookResponse(message.Message):
    """Response of UpdateWebhook."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def webhook(self) -> Webhook:
        """The webhook after the change."""
    def __init__(
        self,
        *,
        webhook: Optional[Union[Webhook, Mapping[str, Any]]] = ...,
    ) -> None: ...

class DeleteWebhookRequest(message.Message):
    """Request of DeleteWebhook."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    webhook_id: str
    """The webhook."""
    def __init__(
        self,
        *,
        webhook_id: Optional[str] = ...,
    ) -> None: ...

class DeleteWebhookResponse(message.Message):
    """Response of DeleteWebhook."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class TestWebhookRequest(message.Message):
    """Request of TestWebhook."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    webhook_id: str
    """The webhook."""
    def __init__(
        self,
        *,
        webhook_id: Optional[str] = ...,
    ) -> None: ...

class TestWebhookResponse(message.Message):
    """Response of TestWebhook."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    event_id: str
    """The header webhook-id of the event that was sent."""
    status_code: int
    """The HTTP status that the receiver answered with. 0: it did not answer."""
    @property
    def duration(self) -> duration_pb2.Duration:
        """From the look-up of its name to the answer, or to the failure."""
    error: str
    """Why the event counts as not delivered. Empty: it was delivered."""
    def __init__(
        self,
        *,
        event_id: Optional[str] = ...,
        status_code: Optional[int] = ...,
        duration: Optional[Union[duration_pb2.Duration, Mapping[str, Any]]] = ...,
        error: Optional[str] = ...,
    ) -> None: ...

class ListWebhookDeliveriesRequest(message.Message):
    """Request of ListWebhookDeliveries."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    webhook_id: str
    """The webhook."""
    page_size: int
    """The most attempts to return, 1000 at most. 0 means 50."""
    page_token: str
    """next_page_token of the previous page."""
    failed: bool
    """Only attempts that failed."""
    def __init__(
        self,
        *,
        webhook_id: Optional[str] = ...,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
        failed: Optional[bool] = ...,
    ) -> None: ...

class ListWebhookDeliveriesResponse(message.Message):
    """Response of ListWebhookDeliveries."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def deliveries(self) -> _shapes.Messages[WebhookDelivery]:
        """The attempts, newest first."""
    next_page_token: str
    """Token of the next page. Empty on the last page. Attempts that are made meanwhile shift
    nothing.
    """
    def __init__(
        self,
        *,
        deliveries: Optional[Iterable[Union[WebhookDelivery, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
    ) -> None: ...

class RedeliverWebhookEventRequest(message.Message):
    """Request of RedeliverWebhookEvent."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    webhook_id: str
    """The webhook."""
    event_id: str
    """The event, as its header webhook-id and ListWebhookDeliveries name it."""
    def __init__(
        self,
        *,
        webhook_id: Optional[str] = ...,
        event_id: Optional[str] = ...,
    ) -> None: ...

class RedeliverWebhookEventResponse(message.Message):
    """Response of RedeliverWebhookEvent."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def delivery(self) -> WebhookDelivery:
        """What came of it."""
    def __init__(
        self,
        *,
        delivery: Optional[Union[WebhookDelivery, Mapping[str, Any]]] = ...,
    ) -> None: ...

class WebhookDelivery(message.Message):
    """An attempt to deliver an event to a webhook."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Outcome(int, metaclass=_shapes.EnumType):
        """What has become of the event by this attempt."""
        OUTCOME_UNSPECIFIED: ClassVar[WebhookDelivery.Outcome]
        """Not stated."""
        OUTCOME_DELIVERED: ClassVar[WebhookDelivery.Outcome]
        """The receiver answered 2xx."""
        OUTCOME_RETRY: ClassVar[WebhookDelivery.Outcome]
        """It failed, and the event was to be tried again at retry_time. Look at later attempts
        for what came of that.
        """
        OUTCOME_GIVEN_UP: ClassVar[WebhookDelivery.Outcome]
        """It failed, and the event was given up: it is 24 hours old."""
        OUTCOME_DROPPED: ClassVar[WebhookDelivery.Outcome]
        """It failed, and the event is not tried again: the receiver answered 410 Gone, or the
        webhook was disabled since.
        """
        OUTCOME_FAILED: ClassVar[WebhookDelivery.Outcome]
        """RedeliverWebhookEvent sent it, and it failed. That alone is not tried again."""

    OUTCOME_UNSPECIFIED: ClassVar[WebhookDelivery.Outcome]
    OUTCOME_DELIVERED: ClassVar[WebhookDelivery.Outcome]
    OUTCOME_RETRY: ClassVar[WebhookDelivery.Outcome]
    OUTCOME_GIVEN_UP: ClassVar[WebhookDelivery.Outcome]
    OUTCOME_DROPPED: ClassVar[WebhookDelivery.Outcome]
    OUTCOME_FAILED: ClassVar[WebhookDelivery.Outcome]
    event_id: str
    """The event: its header webhook-id."""
    type: str
    """"run.started", "run.waiting" or "run.ended"."""
    run_id: str
    """The run that it tells of."""
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When the attempt was made."""
    attempt: int
    """Which one it is of this event, from 1 on. Times that it was put off count too, since the
    receiver asked for a rest or a server stopped. 0: RedeliverWebhookEvent sent it.
    """
    outcome: WebhookDelivery.Outcome
    """What has become of the event."""
    @property
    def retry_time(self) -> timestamp_pb2.Timestamp:
        """When it is or was to be tried again. Absent unless the outcome is OUTCOME_RETRY."""
    status_code: int
    """The HTTP status that the receiver answered with. 0: it did not answer."""
    @property
    def duration(self) -> duration_pb2.Duration:
        """From the look-up of its name to the answer, or to the failure."""
    error: str
    """Why it counts as failed. Empty: it was delivered."""
    response: str
    """How the body of the answer begins: 512 bytes at most."""
    response_truncated: bool
    """The body of the answer has more than response."""
    response_binary: bool
    """The body of the answer is not text, so it is not told."""
    user: str
    """Who asked RedeliverWebhookEvent for it. Empty: a server sent it by itself."""
    def __init__(
        self,
        *,
        event_id: Optional[str] = ...,
        type: Optional[str] = ...,
        run_id: Optional[str] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        attempt: Optional[int] = ...,
        outcome: Optional[Union[WebhookDelivery.Outcome, str]] = ...,
        retry_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        status_code: Optional[int] = ...,
        duration: Optional[Union[duration_pb2.Duration, Mapping[str, Any]]] = ...,
        error: Optional[str] = ...,
        response: Optional[str] = ...,
        response_truncated: Optional[bool] = ...,
        response_binary: Optional[bool] = ...,
        user: Optional[str] = ...,
    ) -> None: ...

class Webhook(message.Message):
    """A URL that is told of runs."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Names it within its tenant."""
    url: str
    """Where events are sent."""
    @property
    def events(self) -> _shapes.Values[str]:
        """Which events are sent. Empty: all."""
    @property
    def graphs(self) -> _shapes.Values[str]:
        """Only events of runs of these graphs. Empty: of all."""
    description: str
    """What it is for."""
    @property
    def create_time(self) -> timestamp_pb2.Timestamp:
        """When it was made. Events from then on are sent, but for those of the time in which it
        was disabled.
        """
    user: str
    """Who made it."""
    @property
    def disable_time(self) -> timestamp_pb2.Timestamp:
        """Since when it is disabled. Absent: it is enabled."""
    @property
    def last_success_time(self) -> timestamp_pb2.Timestamp:
        """When an event was last delivered; ten seconds late at most. Absent: none was."""
    @property
    def last_failure(self) -> WebhookFailure:
        """The last delivery that failed; ten seconds late at most. Absent: none did."""
    pending: int
    """Events that are on their way, or wait to be tried again. 10,000 at most: beyond that,
    events wait in the log of runs.
    """
    given_up: int
    """Events that were given up 24 hours after they happened."""
    disable_user: str
    """Who disabled it by UpdateWebhook. Empty while it is disabled: its receiver answered 410
    Gone.
    """
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        url: Optional[str] = ...,
        events: Optional[Iterable[str]] = ...,
        graphs: Optional[Iterable[str]] = ...,
        description: Optional[str] = ...,
        create_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        user: Optional[str] = ...,
        disable_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        last_success_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        last_failure: Optional[Union[WebhookFailure, Mapping[str, Any]]] = ...,
        pending: Optional[int] = ...,
        given_up: Optional[int] = ...,
        disable_user: Optional[str] = ...,
    ) -> None: ...

class WebhookFailure(message.Message):
    """A delivery that failed."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When."""
    status_code: int
    """The HTTP status that the receiver answered with. 0: it did not answer."""
    reason: str
    """Why it counts as failed, for people."""
    def __init__(
        self,
        *,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        status_code: Optional[int] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...
