# Written by make generate from proto/weft/common/v1/evidence.proto.
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder
from . import common_v1_entry  # noqa: F401

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(b'\n\x1dweft/common/v1/evidence.proto\x12\x0eweft.common.v1\x1a\x1aweft/common/v1/entry.proto"\xc8\x01\n\x0cEvidenceNote\x12\x14\n\x05label\x18\x01 \x01(\x09R\x05label\x12+\n\x05entry\x18\x02 \x01(\x0b2\x15.weft.common.v1.EntryR\x05entry\x12\x18\n\x07weekday\x18\x03 \x01(\x09R\x07weekday\x12-\n\x04best\x18\x04 \x01(\x0b2\x19.weft.common.v1.TextRangeR\x04best\x12\x14\n\x05terms\x18\x05 \x03(\x09R\x05terms\x12\x16\n\x06covers\x18\x06 \x01(\x08R\x06covers"\xcd\x01\n\x0dSearchOutcome\x12\x1a\n\x08complete\x18\x01 \x01(\x08R\x08complete\x12\x14\n\x05total\x18\x02 \x01(\x05R\x05total\x12"\n\x0cobservations\x18\x03 \x01(\x05R\x0cobservations\x12\x10\n\x03cut\x18\x04 \x01(\x08R\x03cut\x125\n\x07missing\x18\x05 \x03(\x0b2\x1b.weft.common.v1.MissingWordR\x07missing\x12\x1d\n\nother_days\x18\x06 \x01(\x08R\x09otherDays"5\n\x0bMissingWord\x12\x12\n\x04word\x18\x01 \x01(\x09R\x04word\x12\x12\n\x04like\x18\x02 \x03(\x09R\x04likeb\x06proto3')
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
