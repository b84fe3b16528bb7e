package query

import commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

// BearingsOn returns what is declared to bear on what a "why" asks about: on the domains of
// its measure and its subjects, of days that it names. Of any other question it is nothing.
func BearingsOn(form *commonv1.QueryForm, declared []*commonv1.Bearing) []*commonv1.Bearing {
	if form.GetWanted() != commonv1.Wanted_WANTED_WHY || form.GetForeign() || len(NamedDays(form)) == 0 {
		return nil
	}
	on := map[string]bool{form.GetMeasure().GetDomain(): true}
	for _, s := range form.GetSubjects() {
		on[s.GetDomain()] = true
	}
	var out []*commonv1.Bearing
	for _, b := range declared {
		if b.GetOn() != "" && on[b.GetOn()] {
			out = append(out, b)
		}
	}
	return out
}
