package note

import (
	"slices"

	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// measuredOf returns, by the stem of each measure that domains know, what they
// measure it of: the run, of its pace. Notes give a pace and don't call it so.
func measuredOf(schemas []*commonv1.DomainSchema) map[string][]string {
	out := map[string][]string{}
	var walk func(v *structpb.Value, subject string)
	walk = func(v *structpb.Value, subject string) {
		switch v := v.GetKind().(type) {
		case *structpb.Value_ListValue:
			for _, item := range v.ListValue.GetValues() {
				walk(item, subject)
			}
		case *structpb.Value_StructValue:
			fields := v.StructValue.GetFields()
			if s := fields["x-weft-subject"].GetStringValue(); s != "" {
				subject = s
			}
			if m := ask.Key(fields["x-weft-measure"].GetStringValue()); m != "" && subject != "" && !slices.Contains(out[m], subject) {
				out[m] = append(out[m], subject)
			}
			for _, f := range fields {
				walk(f, subject)
			}
		}
	}
	for _, s := range schemas {
		walk(structpb.NewStructValue(s.GetJsonSchema()), "")
	}
	for _, of := range out {
		slices.Sort(of)
	}
	return out
}
