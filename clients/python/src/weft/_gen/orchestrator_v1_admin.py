# Written by make generate from proto/weft/orchestrator/v1/admin.proto.
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(b'\n weft/orchestrator/v1/admin.proto\x12\x14weft.orchestrator.v1b\x06proto3')
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
