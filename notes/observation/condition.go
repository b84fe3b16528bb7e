package observation

import (
	"cmp"
	"math"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A place is where rows stand that belong together.
type place struct{ date, entry, object string }

// conditionsOf returns what tells whether a row fulfils all conditions of a form.
//
// A condition is looked for where it says most of a row: in the row's own object,
// if objects of its kind have such a thing on that day (of two runs, the long one),
// and else anywhere on the day (a night after a run).
func conditionsOf(n names, form *commonv1.QueryForm, rows []*commonv1.Observation) func(*commonv1.Observation) bool {
	var each []condition
	for _, c := range form.GetConditions() {
		each = append(each, newCondition(n, c, rows))
	}
	return func(r *commonv1.Observation) bool {
		return !slices.ContainsFunc(each, func(c condition) bool { return !c.holds(r) })
	}
}

// A condition knows where what it is about stands (known) and where it is fulfilled
// (met): in an object, among the objects of a kind on a day, on a day.
type condition struct {
	without    bool
	known, met map[place]bool
}

func newCondition(n names, c *commonv1.Condition, rows []*commonv1.Observation) condition {
	out := condition{without: c.GetWithout(), known: map[place]bool{}, met: map[place]bool{}}
	subjects := n.of([]*commonv1.Subject{c.GetSubject()})
	parts := map[[2]string][]*commonv1.Observation{} // values that are parts of one, by day and subject
	for _, r := range rows {
		if c.GetMeasure() != nil && r.GetOfDay() && ofMeasure(c.GetMeasure(), r) {
			at := [2]string{r.GetDate(), r.GetSubject()}
			parts[at] = append(parts[at], r)
		}
	}
	for _, r := range rows {
		var about, holds bool
		if m := c.GetMeasure(); m != nil {
			about, holds = ofMeasure(m, r), compares(c, r, parts[[2]string{r.GetDate(), r.GetSubject()}])
		} else {
			about = subjects.mention(r)
			holds = about
		}
		if !about {
			continue
		}
		for _, at := range []place{objectOf(r), kindOf(r), {date: r.GetDate()}} {
			out.known[at] = true
			out.met[at] = out.met[at] || holds
		}
	}
	return out
}

func (c condition) holds(r *commonv1.Observation) bool {
	at := place{date: r.GetDate()}
	if c.known[kindOf(r)] {
		at = objectOf(r)
	}
	return c.met[at] != c.without
}

func objectOf(r *commonv1.Observation) place {
	return place{r.GetDate(), r.GetEntryId(), r.GetDomain() + "." + r.GetObject()}
}

// kindOf is where objects of a row's kind stand: "running.runs[1]" is one of
// "running.runs".
func kindOf(r *commonv1.Observation) place {
	kind, _, _ := strings.Cut(r.GetObject(), "[")
	return place{date: r.GetDate(), object: r.GetDomain() + "." + kind}
}

// compares reports whether a row compares with a condition's value as it says, with the
// others of its day that are parts of the same.
func compares(c *commonv1.Condition, r *commonv1.Observation, parts []*commonv1.Observation) bool {
	v, ok := convert(r.GetValue(), r.GetUnit(), c.GetUnit())
	if !ok {
		return false
	}
	for _, other := range parts {
		if more, ok := convert(other.GetValue(), other.GetUnit(), c.GetUnit()); ok && other != r {
			v += more
		}
	}
	order := cmp.Compare(v, c.GetValue())
	if math.Abs(v-c.GetValue()) <= 1e-9*max(1, math.Abs(c.GetValue())) {
		order = 0
	}
	return slices.Contains(orders[c.GetOperator()], order)
}

// orders are how a value may compare with another, for each operator.
var orders = map[commonv1.Operator][]int{
	commonv1.Operator_OPERATOR_LESS:     {-1},
	commonv1.Operator_OPERATOR_AT_MOST:  {-1, 0},
	commonv1.Operator_OPERATOR_EQUAL:    {0},
	commonv1.Operator_OPERATOR_AT_LEAST: {0, 1},
	commonv1.Operator_OPERATOR_MORE:     {1},
}
