# Written by make generate from proto/weft/synthesizer/v1/synthesizer.proto.
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder
from . import common_v1_analysis  # noqa: F401
from . import common_v1_background  # noqa: F401
from . import common_v1_context  # noqa: F401
from . import common_v1_domain  # noqa: F401
from . import common_v1_evidence  # noqa: F401
from . import common_v1_query  # noqa: F401
from . import common_v1_reasoning  # noqa: F401
from . import common_v1_time  # noqa: F401

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(b'\n%weft/synthesizer/v1/synthesizer.proto\x12\x13weft.synthesizer.v1\x1a\x1dweft/common/v1/analysis.proto\x1a\x1fweft/common/v1/background.proto\x1a\x1cweft/common/v1/context.proto\x1a\x1bweft/common/v1/domain.proto\x1a\x1dweft/common/v1/evidence.proto\x1a\x1aweft/common/v1/query.proto\x1a\x1eweft/common/v1/reasoning.proto\x1a\x19weft/common/v1/time.proto"\x80\x07\n\x11SynthesizeRequest\x125\n\x07context\x18\x01 \x01(\x0b2\x1b.weft.common.v1.CallContextR\x07context\x12-\n\x04form\x18\x02 \x01(\x0b2\x19.weft.common.v1.QueryFormR\x04form\x129\n\x0bsub_queries\x18\x03 \x03(\x0b2\x18.weft.common.v1.SubQueryR\nsubQueries\x124\n\x08analysis\x18\x04 \x01(\x0b2\x18.weft.common.v1.AnalysisR\x08analysis\x128\n\x08evidence\x18\x05 \x03(\x0b2\x1c.weft.common.v1.EvidenceNoteR\x08evidence\x12D\n\x0edomain_context\x18\x06 \x01(\x0b2\x1d.weft.common.v1.DomainContextR\x0ddomainContext\x12\x18\n\x07partial\x18\x07 \x01(\x08R\x07partial\x120\n\x09open_gaps\x18\x08 \x03(\x0b2\x13.weft.common.v1.GapR\x08openGaps\x123\n\x05style\x18\x09 \x01(\x0e2\x1d.weft.common.v1.ResponseStyleR\x05style\x12>\n\x08feedback\x18\n \x03(\x0b2".weft.common.v1.EvaluationFeedbackR\x08feedback\x12E\n\x0eclarifications\x18\x0b \x03(\x0b2\x1d.weft.common.v1.ClarificationR\x0eclarifications\x12I\n\x10unresolved_times\x18\x0c \x03(\x0b2\x1e.weft.common.v1.UnresolvedTimeR\x0funresolvedTimes\x125\n\x06search\x18\x0d \x01(\x0b2\x1d.weft.common.v1.SearchOutcomeR\x06search\x12\x18\n\x07session\x18\x0e \x03(\x09R\x07session\x12\x1a\n\x08previous\x18\x0f \x01(\x09R\x08previous\x12\x14\n\x05asked\x18\x10 \x01(\x09R\x05asked\x12>\n\nbackground\x18\x11 \x03(\x0b2\x1e.weft.common.v1.BackgroundTextR\nbackground"\xa7\x01\n\x12SynthesizeResponse\x12\x16\n\x05draft\x18\x01 \x01(\x09H\x00R\x05draft\x125\n\x06answer\x18\x02 \x01(\x0b2\x1b.weft.synthesizer.v1.AnswerH\x00R\x06answer\x12:\n\nprovenance\x18\x03 \x01(\x0b2\x1a.weft.common.v1.ProvenanceR\nprovenanceB\x06\n\x04part"\xac\x01\n\x06Answer\x12\x12\n\x04text\x18\x01 \x01(\x09R\x04text\x126\n\x09citations\x18\x02 \x03(\x0b2\x18.weft.common.v1.CitationR\x09citations\x12*\n\x05facts\x18\x03 \x03(\x0b2\x14.weft.common.v1.FactR\x05facts\x12\x18\n\x07missing\x18\x04 \x01(\x09R\x07missing\x12\x10\n\x03ask\x18\x05 \x01(\x09R\x03askb\x06proto3')
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
