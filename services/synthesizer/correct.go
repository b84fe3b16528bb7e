package synthesizer

import (
	"math"
	"slices"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// correction says of a quote what a later correction made of its numbers, with a
// space before it: a quote stays as it was written, and what counts is the data.
func (c *composer) correction(e *commonv1.Entry, quote string) string {
	if agrees(structpb.NewStructValue(e.GetDomainData()), values(e.GetText())) {
		return "" // the usual case, without reading the text again
	}
	var schemas []*commonv1.DomainSchema
	for _, s := range c.req.GetDomainContext().GetSchemas() {
		if e.GetDomainData().GetFields()[s.GetDomain()] != nil {
			schemas = append(schemas, s)
		}
	}
	reader, _ := c.readers.Extractor(schemas) // a domain that doesn't compile is left out
	written := extract.Numbers(reader.Extract(e.GetText()).Data, schemas)
	counts := extract.Numbers(e.GetDomainData(), schemas)
	if len(written) != len(counts) {
		return ""
	}
	quoted := values(quote)
	var now []string
	for i, w := range written {
		n := counts[i]
		if w.Path != n.Path || w.Unit != n.Unit || math.Abs(w.Value-n.Value) <= 1e-6 || !slices.ContainsFunc(quoted, sameAs(w.Value)) {
			continue
		}
		if a := amount(n.Value, n.Unit); !slices.Contains(now, a) {
			now = append(now, a)
		}
	}
	if len(now) == 0 {
		return ""
	}
	return " (corrected to " + join(now) + ")"
}

// agrees reports whether every number of the data stands in the text.
func agrees(v *structpb.Value, written []float64) bool {
	switch v := v.GetKind().(type) {
	case *structpb.Value_NumberValue:
		return slices.ContainsFunc(written, sameAs(v.NumberValue))
	case *structpb.Value_ListValue:
		return !slices.ContainsFunc(v.ListValue.GetValues(), func(item *structpb.Value) bool { return !agrees(item, written) })
	case *structpb.Value_StructValue:
		for _, item := range v.StructValue.GetFields() {
			if !agrees(item, written) {
				return false
			}
		}
	}
	return true
}
