# Written by make generate from proto/weft/orchestrator/v1/webhook_event.proto.
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder
from google.protobuf import timestamp_pb2  # noqa: F401
from . import orchestrator_v1_pause  # noqa: F401
from . import orchestrator_v1_report  # noqa: F401

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(b'\n(weft/orchestrator/v1/webhook_event.proto\x12\x14weft.orchestrator.v1\x1a\x1fgoogle/protobuf/timestamp.proto\x1a weft/orchestrator/v1/pause.proto\x1a!weft/orchestrator/v1/report.proto"\x98\x01\n\x0cWebhookEvent\x12\x12\n\x04type\x18\x01 \x01(\x09R\x04type\x128\n\x09timestamp\x18\x02 \x01(\x0b2\x1a.google.protobuf.TimestampR\x09timestamp\x12:\n\x04data\x18\x03 \x01(\x0b2&.weft.orchestrator.v1.WebhookEventDataR\x04data"\xde\x02\n\x10WebhookEventData\x12\x1d\n\nwebhook_id\x18\x01 \x01(\x09R\x09webhookId\x12\x15\n\x06run_id\x18\x02 \x01(\x09R\x05runId\x12\x14\n\x05graph\x18\x03 \x01(\x09R\x05graph\x12#\n\x0dgraph_version\x18\x04 \x01(\x05R\x0cgraphVersion\x12>\n\x06status\x18\x05 \x01(\x0e2&.weft.orchestrator.v1.RunReport.StatusR\x06status\x12!\n\x0crun_sequence\x18\x06 \x01(\x03R\x0brunSequence\x12\x1a\n\x08sequence\x18\x07 \x01(\x03R\x08sequence\x123\n\x06pauses\x18\x08 \x03(\x0b2\x1b.weft.orchestrator.v1.PauseR\x06pauses\x12%\n\x0epauses_omitted\x18\x09 \x01(\x08R\x0dpausesOmittedb\x06proto3')
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
