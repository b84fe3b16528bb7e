package query

import commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

// A Decision is how a question is answered.
type Decision uint8

const (
	// Quote shows the best notes, and computes nothing.
	Quote Decision = iota
	// Compute answers with facts.
	Compute
)

// A Reason is why a form is quoted.
type Reason uint8

const (
	// Computed is no reason: the form is computed.
	Computed Reason = iota
	// Foreign is a question in a language that the rules don't read.
	Foreign
	// Reference is a question about "it" or "that one", and nothing tells what it is.
	Reference
	// Kind is a question that no number answers: for a thing, a list, advice.
	Kind
	// Owner is a question about somebody else.
	Owner
	// Uncovered is a question with words that nothing took up.
	Uncovered
	// Overlapping is a question for days that lie within others that it names, as
	// in "Monday to Friday in February": a form can't say that one restricts the
	// other.
	Overlapping
	// NoMeasure is a question for a number that no schema declares, or that
	// several do.
	NoMeasure
	// NoAggregate is a question that does not say how many values become one.
	NoAggregate
	// NotAdded is a question for the total of what never adds up.
	NotAdded
	// NoSubject is a question about something that the measure's domain does not
	// declare, or a count of nothing or of several things at once.
	NoSubject
	// Several is a question for more results than one, or for the average of
	// totals.
	Several
	// Unlike is a comparison of sides that have not the same measure and aggregate.
	Unlike
)

// Admit decides how a form is answered.
func Admit(form *commonv1.QueryForm) Decision {
	if Why(form) == Computed {
		return Compute
	}
	return Quote
}

// Why returns why a form is quoted, Computed if it is not. What is asked first
// counts: a question about somebody else's runs is that, whatever else is wrong.
func Why(form *commonv1.QueryForm) Reason {
	switch {
	case form.GetForeign():
		return Foreign
	case points(form):
		return Reference
	case !number(form):
		return Kind
	case form.GetWanted() == commonv1.Wanted_WANTED_COMPARE:
		return compared(form)
	}
	return computed(form)
}

// Mention reports whether an admitted form counts the notes that have a word, and
// no values of theirs: no domain declares its subject.
func Mention(form *commonv1.QueryForm) bool {
	return form.GetMeasure() == nil && counts[form.GetAggregate()] && len(form.GetSubjects()) == 1 &&
		form.GetSubjects()[0].GetDomain() == ""
}

// Newest reports whether a form asks for the last notes, whatever they are on.
func Newest(form *commonv1.QueryForm) bool {
	switch form.GetWanted() {
	case commonv1.Wanted_WANTED_LOOKUP, commonv1.Wanted_WANTED_LIST, commonv1.Wanted_WANTED_WHEN:
		return form.GetAggregate() == last && form.GetMeasure() == nil &&
			len(form.GetSubjects())+len(form.GetConditions())+len(form.GetUncovered())+len(form.GetRanges()) == 0
	}
	return false
}

// Many reports whether many notes together answer a form, and not one of them.
func Many(form *commonv1.QueryForm) bool {
	switch form.GetWanted() {
	case commonv1.Wanted_WANTED_LIST, commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_COMPARE, commonv1.Wanted_WANTED_TREND,
		commonv1.Wanted_WANTED_SUMMARY, commonv1.Wanted_WANTED_TASKS:
		return true
	}
	return false
}

// Counts reports whether a form asks how many notes or days there are, which no note
// tells.
func Counts(form *commonv1.QueryForm) bool { return counts[form.GetAggregate()] }

// Ordered reports whether a form asks for the first or the last of something.
func Ordered(form *commonv1.QueryForm) bool {
	return form.GetAggregate() == earliest || form.GetAggregate() == last
}

// NamedDays returns the ranges of days that words of a form name. The days of advice and of
// how the user is are those to come: they are no days of notes.
func NamedDays(form *commonv1.QueryForm) []*commonv1.ScopeRange {
	if w := form.GetWanted(); w == commonv1.Wanted_WANTED_ADVICE || w == commonv1.Wanted_WANTED_NOW {
		return nil
	}
	var out []*commonv1.ScopeRange
	for _, r := range form.GetRanges() {
		if !r.GetAssumed() && (r.GetStart() != "" || r.GetEnd() != "" || len(r.GetWeekdays()) > 0) {
			out = append(out, r)
		}
	}
	return out
}

// number reports whether a number, or the day of one, can answer a form.
func number(form *commonv1.QueryForm) bool {
	switch form.GetWanted() {
	case commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_COMPARE, commonv1.Wanted_WANTED_TREND:
		return true
	case commonv1.Wanted_WANTED_WHEN:
		return form.GetMeasure() != nil && single[form.GetAggregate()]
	}
	return false
}

// compared decides on a comparison: every side is computed, and of the same.
func compared(form *commonv1.QueryForm) Reason {
	sides := form.GetSides()
	if why := restricted(form); why != Computed {
		return why
	}
	if len(sides) < 2 {
		return Unlike
	}
	first := sides[0]
	for _, s := range sides {
		if why := Why(s); why != Computed {
			return why
		}
		ends := first.GetAggregate() == last && s.GetAggregate() == earliest
		if Mention(s) || s.GetAggregate() != first.GetAggregate() && !ends || s.GetMeasure().GetDomain() != first.GetMeasure().GetDomain() ||
			s.GetMeasure().GetName() != first.GetMeasure().GetName() {
			return Unlike
		}
		if s.GetMeasure().GetKind() == commonv1.MeasureKind_MEASURE_KIND_READING && !ends && !comparable[s.GetAggregate()] {
			return Unlike
		}
	}
	return Computed
}

// restricted returns what of a form's words keeps it from being computed.
func restricted(form *commonv1.QueryForm) Reason {
	for _, s := range form.GetSubjects() {
		if s.GetOwner() != "" {
			return Owner
		}
	}
	for _, c := range form.GetConditions() {
		if c.GetSubject().GetOwner() != "" {
			return Owner
		}
	}
	if len(form.GetUncovered()) > 0 {
		return Uncovered
	}
	if overlap(form.GetRanges()) {
		return Overlapping
	}
	return Computed
}

// overlap reports whether days are in two ranges. An open end reaches as far as
// days go, and hours and weekdays are parts of days.
func overlap(ranges []*commonv1.ScopeRange) bool {
	for i, a := range ranges {
		for _, b := range ranges[i+1:] {
			apart := a.GetEnd() != "" && b.GetStart() > a.GetEnd() || b.GetEnd() != "" && a.GetStart() > b.GetEnd()
			if whole(a) && whole(b) && !apart {
				return true
			}
		}
	}
	return false
}

// whole reports whether a range is of whole days.
func whole(r *commonv1.ScopeRange) bool {
	return r.GetStartHour() == r.GetEndHour() && len(r.GetWeekdays()) == 0
}

func computed(form *commonv1.QueryForm) Reason {
	if why := restricted(form); why != Computed {
		return why
	}
	trend := form.GetWanted() == commonv1.Wanted_WANTED_TREND
	switch measure := form.GetMeasure(); {
	case measure == nil && (trend || !counts[form.GetAggregate()]):
		return NoMeasure
	case measure == nil:
		return counted(form)
	case !trend && form.GetAggregate() == commonv1.Aggregate_AGGREGATE_UNSPECIFIED:
		return NoAggregate
	case !trend && !allows[measure.GetKind()][form.GetAggregate()]:
		return NotAdded
	case form.GetLimit() > 1, ofTotals(form):
		return Several
	}
	if !declared(form, form.GetMeasure().GetDomain()) {
		return NoSubject
	}
	return Computed
}

// counted decides on a count without a measure: of the values of one declared
// subject, or of the notes that have one word, of days that a search can be
// bounded by.
func counted(form *commonv1.QueryForm) Reason {
	if len(form.GetSubjects()) != 1 {
		return NoSubject
	}
	if domain := form.GetSubjects()[0].GetDomain(); domain != "" {
		if !declared(form, domain) {
			return NoSubject
		}
		return Computed
	}
	if form.GetAggregate() == rate || len(form.GetConditions()) > 0 ||
		form.GetGroupBy() != commonv1.GroupBy_GROUP_BY_UNSPECIFIED || len(form.GetRanges()) > 1 {
		return NoSubject
	}
	for _, r := range form.GetRanges() {
		if !whole(r) {
			return NoSubject
		}
	}
	return Computed
}

// declared reports whether a domain declares all that a form is about, and some
// domain what its conditions name.
func declared(form *commonv1.QueryForm, domain string) bool {
	for _, s := range form.GetSubjects() {
		if s.GetDomain() != domain {
			return false
		}
	}
	for _, c := range form.GetConditions() {
		if c.GetMeasure() == nil && c.GetSubject().GetDomain() == "" {
			return false
		}
	}
	return true
}

// ofTotals reports whether a form wants the average of what has to be added up
// first: "kilometres a week on average".
func ofTotals(form *commonv1.QueryForm) bool {
	average := form.GetAggregate() == mean || form.GetAggregate() == median
	return average && form.GetMeasure().GetKind() == commonv1.MeasureKind_MEASURE_KIND_AMOUNT &&
		form.GetGroupBy() != commonv1.GroupBy_GROUP_BY_UNSPECIFIED && form.GetGroupBy() != commonv1.GroupBy_GROUP_BY_SUBJECT
}

type aggregates map[commonv1.Aggregate]bool

const (
	countNotes = commonv1.Aggregate_AGGREGATE_COUNT_NOTES
	countDays  = commonv1.Aggregate_AGGREGATE_COUNT_DAYS
	sum        = commonv1.Aggregate_AGGREGATE_SUM
	mean       = commonv1.Aggregate_AGGREGATE_MEAN
	median     = commonv1.Aggregate_AGGREGATE_MEDIAN
	least      = commonv1.Aggregate_AGGREGATE_MIN
	greatest   = commonv1.Aggregate_AGGREGATE_MAX
	earliest   = commonv1.Aggregate_AGGREGATE_FIRST
	last       = commonv1.Aggregate_AGGREGATE_LATEST
	rate       = commonv1.Aggregate_AGGREGATE_RATE
	next       = commonv1.Aggregate_AGGREGATE_NEXT
)

var (
	// allows is what may be computed of a number, by its kind.
	allows = map[commonv1.MeasureKind]aggregates{
		commonv1.MeasureKind_MEASURE_KIND_AMOUNT: {
			sum: true, mean: true, median: true, least: true, greatest: true, earliest: true, last: true, rate: true, countNotes: true, countDays: true,
		},
		commonv1.MeasureKind_MEASURE_KIND_READING: {mean: true, median: true, least: true, greatest: true, earliest: true, last: true},
		commonv1.MeasureKind_MEASURE_KIND_RATING:  {mean: true, median: true, least: true, greatest: true, last: true},
	}
	// counts are the aggregates that need no measure.
	counts = aggregates{countNotes: true, countDays: true, rate: true}
	// single are the aggregates that are one of the values, which has its day.
	single = aggregates{least: true, greatest: true, earliest: true, last: true}
	// ordering are the aggregates that put notes in an order as well as values.
	ordering = aggregates{earliest: true, last: true, next: true}
	// comparable are the aggregates of which the readings of two sides are told apart.
	comparable = aggregates{last: true, mean: true}
)
