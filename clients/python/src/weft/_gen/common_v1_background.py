# Written by make generate from proto/weft/common/v1/background.proto.
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(b'\n\x1fweft/common/v1/background.proto\x12\x0eweft.common.v1"\x95\x01\n\x0eBackgroundText\x122\n\x04kind\x18\x01 \x01(\x0e2\x1e.weft.common.v1.BackgroundKindR\x04kind\x12\x16\n\x06domain\x18\x02 \x01(\x09R\x06domain\x12\x12\n\x04text\x18\x03 \x01(\x09R\x04text\x12#\n\x0domitted_bytes\x18\x04 \x01(\x03R\x0comittedBytes"\x97\x01\n\x0eBackgroundSize\x122\n\x04kind\x18\x01 \x01(\x0e2\x1e.weft.common.v1.BackgroundKindR\x04kind\x12\x16\n\x06domain\x18\x02 \x01(\x09R\x06domain\x12\x14\n\x05bytes\x18\x03 \x01(\x03R\x05bytes\x12#\n\x0domitted_bytes\x18\x04 \x01(\x03R\x0comittedBytes*\x92\x01\n\x0eBackgroundKind\x12\x1f\n\x1bBACKGROUND_KIND_UNSPECIFIED\x10\x00\x12\x1d\n\x19BACKGROUND_KIND_EXPERTISE\x10\x01\x12\x1e\n\x1aBACKGROUND_KIND_VOCABULARY\x10\x02\x12 \n\x1cBACKGROUND_KIND_CONTEXT_PAGE\x10\x03b\x06proto3')
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
