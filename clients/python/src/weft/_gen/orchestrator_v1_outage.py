# Written by make generate from proto/weft/orchestrator/v1/outage.proto.
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder
from google.protobuf import timestamp_pb2  # noqa: F401

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(b'\n!weft/orchestrator/v1/outage.proto\x12\x14weft.orchestrator.v1\x1a\x1fgoogle/protobuf/timestamp.proto"\xe3\x01\n\x06Outage\x12\x14\n\x05state\x18\x01 \x01(\x09R\x05state\x12\x1b\n\x09waits_for\x18\x02 \x01(\x09R\x08waitsFor\x129\n\nsince_time\x18\x03 \x01(\x0b2\x1a.google.protobuf.TimestampR\x09sinceTime\x12\x1a\n\x08attempts\x18\x04 \x01(\x05R\x08attempts\x129\n\nretry_time\x18\x05 \x01(\x0b2\x1a.google.protobuf.TimestampR\x09retryTime\x12\x14\n\x05error\x18\x06 \x01(\x09R\x05errorb\x06proto3')
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
