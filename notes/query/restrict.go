package query

import (
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// RestrictedKey is the annotation of a domain's schema that says what stands against
// doing any of it, whatever is done: an injury of every run.
const RestrictedKey = "x-weft-restricted-by"

// RestrictedBy returns the words that stand against what a form is about, whatever it
// names, by the schemas of its domains: what they list, and what notes name in its
// place.
func RestrictedBy(form *commonv1.QueryForm, schemas []*commonv1.DomainSchema) []string {
	var out []string
	for _, s := range schemas {
		about := form.GetMeasure().GetDomain() == s.GetDomain() ||
			slices.ContainsFunc(form.GetSubjects(), func(x *commonv1.Subject) bool { return x.GetDomain() == s.GetDomain() })
		if !about {
			continue
		}
		for _, v := range s.GetJsonSchema().GetFields()[RestrictedKey].GetListValue().GetValues() {
			out = append(out, v.GetStringValue())
			for _, other := range schemas {
				out = append(out, other.GetCovers()[v.GetStringValue()].GetWords()...)
			}
		}
	}
	return out
}
