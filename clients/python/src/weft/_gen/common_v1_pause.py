# Written by make generate from proto/weft/common/v1/pause.proto.
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(b'\n\x1aweft/common/v1/pause.proto\x12\x0eweft.common.v1"o\n\x0bPauseOption\x12\x0e\n\x02id\x18\x01 \x01(\x09R\x02id\x12\x14\n\x05label\x18\x02 \x01(\x09R\x05label\x12 \n\x0bdescription\x18\x03 \x01(\x09R\x0bdescription\x12\x18\n\x07outcome\x18\x04 \x01(\x09R\x07outcome*\x85\x01\n\x09PauseKind\x12\x1a\n\x16PAUSE_KIND_UNSPECIFIED\x10\x00\x12\x17\n\x13PAUSE_KIND_QUESTION\x10\x01\x12\x17\n\x13PAUSE_KIND_APPROVAL\x10\x02\x12\x15\n\x11PAUSE_KIND_CHOICE\x10\x03\x12\x13\n\x0fPAUSE_KIND_FORM\x10\x04b\x06proto3')
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
