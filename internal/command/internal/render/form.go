package render

import (
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Form returns how a question was read, in a line.
func Form(f *commonv1.QueryForm) string {
	parts := []string{enumWord(f.GetWanted().String(), "WANTED_")}
	if a := f.GetAggregate(); a != commonv1.Aggregate_AGGREGATE_UNSPECIFIED {
		parts = append(parts, enumWord(a.String(), "AGGREGATE_"))
	}
	if m := f.GetMeasure(); m != nil {
		parts = append(parts, oneLine(m.GetDomain()+" "+m.GetName()))
	}
	for _, s := range f.GetSubjects() {
		parts = append(parts, "“"+oneLine(s.GetName())+"”")
	}
	if g := f.GetGroupBy(); g != commonv1.GroupBy_GROUP_BY_UNSPECIFIED {
		parts = append(parts, "by "+enumWord(g.String(), "GROUP_BY_"))
	}
	out := strings.Join(parts, ", ")
	if len(f.GetUncovered()) > 0 {
		out += "; not used: " + oneLine(strings.Join(f.GetUncovered(), ", "))
	}
	for _, side := range f.GetSides() {
		out += "; compared with: " + Form(side)
	}
	return out
}

// Selection returns which values are looked for.
func Selection(s *commonv1.Selection) string {
	out := s.GetDomain()
	if len(s.GetMeasures()) > 0 {
		out += " " + strings.Join(s.GetMeasures(), ", ")
	}
	var of []string
	for _, subject := range s.GetSubjects() {
		of = append(of, subject.GetName())
	}
	if len(of) > 0 {
		out += " of " + strings.Join(of, ", ")
	}
	return oneLine(out)
}
