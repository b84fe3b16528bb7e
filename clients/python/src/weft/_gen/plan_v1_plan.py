# Written by make generate from proto/weft/plan/v1/plan.proto.
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(b'\n\x17weft/plan/v1/plan.proto\x12\x0cweft.plan.v1"\x81\x01\n\x07Content\x12\x1c\n\x09objective\x18\x01 \x01(\x09R\x09objective\x12\x18\n\x07context\x18\x02 \x01(\x09R\x07context\x12(\n\x05steps\x18\x03 \x03(\x0b2\x12.weft.plan.v1.StepR\x05steps\x12\x14\n\x05risks\x18\x04 \x03(\x09R\x05risks"\xda\x01\n\x04Step\x12\x0e\n\x02id\x18\x01 \x01(\x09R\x02id\x12 \n\x0bdescription\x18\x02 \x01(\x09R\x0bdescription\x12\x16\n\x06server\x18\x03 \x01(\x09R\x06server\x12\x1c\n\x09operation\x18\x04 \x01(\x09R\x09operation\x12\x16\n\x06target\x18\x05 \x01(\x09R\x06target\x12\x1c\n\x09arguments\x18\x06 \x01(\x09R\x09arguments\x12\x18\n\x07approve\x18\x07 \x01(\x08R\x07approve\x12\x1a\n\x08optional\x18\x08 \x01(\x08R\x08optionalb\x06proto3')
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
