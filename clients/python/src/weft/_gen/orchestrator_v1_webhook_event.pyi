# Written by make generate from proto/weft/orchestrator/v1/webhook_event.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import orchestrator_v1_pause
from . import orchestrator_v1_report

DESCRIPTOR: descriptor.FileDescriptor

class WebhookEvent(message.Message):
    """What is sent to a webhook, as JSON in the body of a POST. The headers webhook-id,
    webhook-timestamp and webhook-signature are those of the Standard Webhooks
    specification. An event may be sent more than once, always with the same webhook-id and
    the same body; events may come in any order.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    type: str
    """"run.started", "run.waiting", "run.ended" or "webhook.test"."""
    @property
    def timestamp(self) -> timestamp_pb2.Timestamp:
        """When it happened."""
    @property
    def data(self) -> WebhookEventData:
        """What happened."""
    def __init__(
        self,
        *,
        type: Optional[str] = ...,
        timestamp: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        data: Optional[Union[WebhookEventData, Mapping[str, Any]]] = ...,
    ) -> None: ...

class WebhookEventData(message.Message):
    """What happened."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    webhook_id: str
    """The webhook that the event is sent to."""
    run_id: str
    """The run. This and all that follows is absent from a webhook.test."""
    graph: str
    """The graph that it walks."""
    graph_version: int
    """Version of that graph."""
    status: orchestrator_v1_report.RunReport.Status
    """How the run stood after the event. It may have gone on since: GetRun tells."""
    run_sequence: int
    """The run's last event then. Orders the events of one run."""
    sequence: int
    """Its place among the changes of all runs, as WatchRuns counts them."""
    @property
    def pauses(self) -> _shapes.Messages[orchestrator_v1_pause.Pause]:
        """Of run.waiting: the pauses that were open then, without "mine". Those of a run that can't
        be read are left out.
        """
    pauses_omitted: bool
    """True: the pauses are left out, since the body would have more than 64 KiB, or since
    one has a payload that can't be read.
    """
    def __init__(
        self,
        *,
        webhook_id: Optional[str] = ...,
        run_id: Optional[str] = ...,
        graph: Optional[str] = ...,
        graph_version: Optional[int] = ...,
        status: Optional[Union[orchestrator_v1_report.RunReport.Status, str]] = ...,
        run_sequence: Optional[int] = ...,
        sequence: Optional[int] = ...,
        pauses: Optional[Iterable[Union[orchestrator_v1_pause.Pause, Mapping[str, Any]]]] = ...,
        pauses_omitted: Optional[bool] = ...,
    ) -> None: ...
