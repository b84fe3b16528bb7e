package query

import (
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/ownfield"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// ByOwnField returns the form that asks for the same of a field of the writer's own, which
// is called as what the question is about: of "how many eggs in June" the sum of "eggs:: 4".
// It returns false where no such form can be computed, and for when something was first or
// last: a note without the field may tell that.
func ByOwnField(form *commonv1.QueryForm) (*commonv1.QueryForm, bool) {
	if len(form.GetConditions()) > 0 || form.GetWanted() == commonv1.Wanted_WANTED_WHEN && Ordered(form) || form.GetWanted() == commonv1.Wanted_WANTED_COMPARE && len(form.GetSides()) < 2 {
		return nil, false
	}
	own := proto.CloneOf(form)
	for i, side := range own.GetSides() {
		var ok bool
		if own.Sides[i], ok = ByOwnField(side); !ok {
			return nil, false
		}
	}
	if len(own.GetSides()) == 0 && len(own.GetSubjects()) != 1 {
		return nil, false
	}
	for _, s := range own.GetSubjects() {
		s.Domain = ownfield.Domain
	}
	own.Measure = &commonv1.Measure{Domain: ownfield.Domain, Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT}
	adds := own.GetAggregate() == commonv1.Aggregate_AGGREGATE_UNSPECIFIED && len(own.GetRanges()) > 0 ||
		own.GetAggregate() == countNotes && !asksForTimes(own.GetText())
	if adds && own.GetWanted() == commonv1.Wanted_WANTED_AGGREGATE {
		own.Aggregate = sum
	}
	return own, Admit(own) == Compute
}

// asksForTimes reports whether a question counts how often something was, and not how
// many there were.
func asksForTimes(text string) bool {
	for t := range search.Each(text) {
		if t.Folded == "times" {
			return true
		}
	}
	return false
}
