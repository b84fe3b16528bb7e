package wire

import (
	"slices"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/wish"
)

var constraintKinds = map[planningv1.Constraint_Kind]wish.Kind{
	planningv1.Constraint_KIND_GOAL:    wish.KindGoal,
	planningv1.Constraint_KIND_BY:      wish.KindBy,
	planningv1.Constraint_KIND_EVENT:   wish.KindEvent,
	planningv1.Constraint_KIND_START:   wish.KindStart,
	planningv1.Constraint_KIND_OPEN:    wish.KindOpen,
	planningv1.Constraint_KIND_CLOSED:  wish.KindClosed,
	planningv1.Constraint_KIND_MOST:    wish.KindMost,
	planningv1.Constraint_KIND_AMOUNT:  wish.KindAmount,
	planningv1.Constraint_KIND_OFTEN:   wish.KindOften,
	planningv1.Constraint_KIND_SESSION: wish.KindSession,
	planningv1.Constraint_KIND_CONTEXT: wish.KindContext,
	planningv1.Constraint_KIND_OTHER:   wish.KindOther,
	planningv1.Constraint_KIND_PAUSE:   wish.KindPause,
	planningv1.Constraint_KIND_VISIT:   wish.KindVisit,
}

var pers = map[planningv1.Constraint_Per]string{
	planningv1.Constraint_PER_DAY: "day", planningv1.Constraint_PER_WEEK: "week", planningv1.Constraint_PER_SESSION: "session", planningv1.Constraint_PER_ALL: "all",
}

// extracted reads what a model has extracted; nil: nothing.
func extracted(m *planningv1.Extraction) (*draft.Extracted, error) {
	if m == nil {
		return nil, nil
	}
	out := &draft.Extracted{Title: m.GetTitle(), Template: m.GetTemplate(), Asks: m.GetAsks()}
	for i, c := range m.GetConstraints() {
		x := wish.Constraint{
			Kind: constraintKinds[c.GetKind()], Words: c.GetWords(), From: int(c.GetFrom()), To: int(c.GetTo()),
			Minutes: int(c.GetMinutes()), Times: int(c.GetTimes()), Per: pers[c.GetPer()], Weeks: int(c.GetWeeks()), Stream: c.GetStream(),
		}
		for _, d := range c.GetWeekdays() {
			x.Days = append(x.Days, time.Weekday(d%7))
		}
		var err error
		if x.First, err = day(index("goal.extraction.constraints", i, "first"), c.GetFirst()); err != nil {
			return nil, err
		}
		if x.Last, err = day(index("goal.extraction.constraints", i, "last"), c.GetLast()); err != nil {
			return nil, err
		}
		out.Constraints = append(out.Constraints, x)
	}
	return out, nil
}

// FromConstraints writes what was extracted.
func FromConstraints(list []wish.Constraint) []*planningv1.Constraint {
	var out []*planningv1.Constraint
	for _, c := range list {
		m := &planningv1.Constraint{
			Kind: key(constraintKinds, c.Kind), Words: c.Words, From: int32(c.From), To: int32(c.To), First: fromDay(c.First), Last: fromDay(c.Last),
			Minutes: int32(c.Minutes), Times: int32(c.Times), Per: key(pers, c.Per), Weeks: int32(c.Weeks), Stream: c.Stream,
		}
		for _, d := range c.Days {
			m.Weekdays = append(m.Weekdays, int32(d+6)%7+1)
		}
		slices.Sort(m.Weekdays)
		out = append(out, m)
	}
	return out
}

// key is what stands for a value; the zero value: nothing does.
func key[K, V comparable](m map[K]V, v V) (out K) {
	for k, is := range m {
		if is == v {
			return k
		}
	}
	return out
}
