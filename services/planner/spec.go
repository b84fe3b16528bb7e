package planner

import (
	"slices"

	"github.com/weft-mesh/weft/planning/outline"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// specOf is the pattern that a model has named: one that there is, one that the person has agreed
// to, or one that it proposes. It proposes a pattern or a subtype, not both: a person is asked
// about one thing at a time.
func specOf(m *mindv1.Outlining, agreed []*planningv1.PatternSpec) outline.PatternSpec {
	out := outline.PatternSpec{Pattern: outline.Pattern(m.GetPattern()), Subtype: m.GetSubtype(), Confidence: m.GetSure(), IntroducedBy: outline.BySystem}
	name := m.GetUnlistedPattern()
	whole := name != "" && outline.Subtypes(outline.Pattern(name)) == nil
	i := slices.IndexFunc(agreed, func(p *planningv1.PatternSpec) bool {
		return whole && p.GetPattern() == name || !whole && p.GetPattern() == m.GetPattern() && p.GetSubtype() == out.Subtype
	})
	switch {
	case !whole && (out.Subtype == "" || slices.Contains(outline.Subtypes(out.Pattern), out.Subtype)):
		return out
	case i >= 0:
		out.IntroducedBy, out.SourcePattern, out.RFC = outline.Introducer(agreed[i].GetIntroducedBy()), agreed[i].GetSourcePattern(), agreed[i].GetRfc()
		if whole {
			out.Pattern = outline.Pattern(name)
		}
	default:
		out.SourcePattern, out.RFC = m.GetPattern(), m.GetRationale()
		if whole {
			out.Pattern = outline.Pattern(outline.Proposed + name)
		} else {
			out.Subtype = outline.Proposed + out.Subtype
		}
	}
	if whole && !slices.Contains(outline.Subtypes(out.Base()), out.Subtype) {
		out.Subtype = ""
	}
	return out
}
