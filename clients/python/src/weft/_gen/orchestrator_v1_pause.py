# Written by make generate from proto/weft/orchestrator/v1/pause.proto.
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder
from google.protobuf import any_pb2  # noqa: F401
from google.protobuf import timestamp_pb2  # noqa: F401
from . import common_v1_pause  # noqa: F401
from . import common_v1_reasoning  # noqa: F401

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(b'\n weft/orchestrator/v1/pause.proto\x12\x14weft.orchestrator.v1\x1a\x19google/protobuf/any.proto\x1a\x1fgoogle/protobuf/timestamp.proto\x1a\x1aweft/common/v1/pause.proto\x1a\x1eweft/common/v1/reasoning.proto"\x85\x05\n\x05Pause\x12\x0e\n\x02id\x18\x01 \x01(\x09R\x02id\x12\x15\n\x06run_id\x18\x02 \x01(\x09R\x05runId\x12\x14\n\x05graph\x18\x03 \x01(\x09R\x05graph\x12\x14\n\x05state\x18\x04 \x01(\x09R\x05state\x12\x16\n\x06branch\x18\x05 \x01(\x05R\x06branch\x12-\n\x04kind\x18\x06 \x01(\x0e2\x19.weft.common.v1.PauseKindR\x04kind\x12\x12\n\x04text\x18\x07 \x01(\x09R\x04text\x12 \n\x0bexplanation\x18\x08 \x01(\x09R\x0bexplanation\x125\n\x07options\x18\x09 \x03(\x0b2\x1b.weft.common.v1.PauseOptionR\x07options\x126\n\x09questions\x18\n \x03(\x0b2\x18.weft.common.v1.QuestionR\x09questions\x12.\n\x07payload\x18\x0b \x01(\x0b2\x14.google.protobuf.AnyR\x07payload\x12\x1f\n\x0banswer_type\x18\x0c \x01(\x09R\nanswerType\x12\x12\n\x04free\x18\x0d \x01(\x08R\x04free\x12\x1e\n\ndeclinable\x18\x0e \x01(\x08R\ndeclinable\x12\x14\n\x05scope\x18\x0f \x01(\x09R\x05scope\x12\x14\n\x05users\x18\x10 \x03(\x09R\x05users\x12\x12\n\x04mine\x18\x11 \x01(\x08R\x04mine\x12;\n\x0bcreate_time\x18\x12 \x01(\x0b2\x1a.google.protobuf.TimestampR\ncreateTime\x12;\n\x0bexpire_time\x18\x13 \x01(\x0b2\x1a.google.protobuf.TimestampR\nexpireTimeb\x06proto3')
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
