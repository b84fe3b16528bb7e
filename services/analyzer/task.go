package analyzer

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/notes/task"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// tasks quotes the lines of tasks that the question names, or all of them: the open
// ones first, by the day on which they are due. Of a question that names days,
// those that are due then.
func (q *inquiry) tasks() {
	var all []due
	if reader, ok := task.NewReader(q.req.GetDomainContext().GetSchemas()); ok {
		for _, n := range q.notes {
			for _, t := range reader.Read(n.text(), timespan.Ref{Now: n.at(), WeekStart: weekday(q.req.GetContext().GetWeekStart())}) {
				d := due{t, passage{n, trimmed(n.text(), t.Begin, t.End)}}
				if ranges := named(q.form); within(t.Due.String(), ranges) || within(t.Completed.String(), ranges) {
					all = append(all, d)
				}
			}
		}
	}
	on := slices.DeleteFunc(slices.Clone(all), func(d due) bool { return !anyIn(q.terms, wordsOf(d.task.Text)) })
	if len(on) == 0 {
		on = all
	}
	slices.SortStableFunc(on, func(a, b due) int {
		return cmp.Or(first(a.task.Open(), b.task.Open()), first(!a.task.Due.IsZero(), !b.task.Due.IsZero()), a.task.Due.Compare(b.task.Due))
	})
	f := &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_QUOTED}
	for _, d := range on[:min(len(on), many)] {
		q.put(f, d.passage.note, d.words)
	}
	if !q.add(f) {
		q.approach(few)
	}
	if len(on) > many {
		g := q.gap(commonv1.GapReason_GAP_REASON_CUT)
		g.Seen, g.Total = many, int32(len(on))
	}
}

// A due is a task with its line.
type due struct {
	task task.Task
	passage
}
