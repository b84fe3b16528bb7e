package analyzer

import (
	"fmt"

	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/sourceline"
	"github.com/weft-mesh/weft/notes/task"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// mostTasks is how many tasks are listed.
const mostTasks = 20

// tasks quotes the lines of the tasks that the question asks for, in the order in which
// they are told, and says of how many. A question with tasks that none fits is told
// so; what else notes say on its subject comes closest.
func (q *inquiry) tasks() {
	found := q.tasksOf(q.form)
	unread := len(found)
	for unread > 0 && found[unread-1].UnreadDue() && q.asksWhenDue() {
		unread--
	}
	q.listTasks(found[:unread])
	f := &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_CLOSEST}
	for _, t := range found[unread:][:min(len(found)-unread, few)] { // no day can be read of these
		n := q.noteOf(t.Entry.GetId())
		q.put(f, n, trimmed(n.text(), t.Begin, t.End))
		q.notices = append(q.notices, "A task is not among those that are due, as its day can't be read: "+placeOf(t)+": "+t.DueNote+".")
	}
	if more := len(found) - unread - few; more > 0 {
		q.notices = append(q.notices, fmt.Sprintf("The days of %d more tasks can't be read; \"weft tasks\" tells why.", more))
	}
	q.add(f)
}

// placeOf names the file and the line of a task, or its words where it lies in no file.
func placeOf(t task.Found) string {
	if at := sourceline.At(t.Entry, t.Begin); at != nil {
		return fmt.Sprintf("%s:%d", at.GetPath(), at.GetFirstLine())
	}
	return fmt.Sprintf("“%.80s”", t.Text)
}

// asksWhenDue reports whether the question is of tasks by when they are due.
func (q *inquiry) asksWhenDue() bool {
	s := q.form.GetTasks()
	return s == commonv1.TaskState_TASK_STATE_DUE || s == commonv1.TaskState_TASK_STATE_OVERDUE
}

// listTasks is tasks without those whose day can't be read.
func (q *inquiry) listTasks(found []task.Found) {
	f := &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_QUOTED}
	partly := len(found) > 0 && found[0].Partly
	if partly {
		f.Kind = commonv1.FindingKind_FINDING_KIND_CLOSEST
	}
	for _, t := range found[:min(len(found), mostTasks)] {
		n := q.noteOf(t.Entry.GetId())
		q.put(f, n, trimmed(n.text(), t.Begin, t.End))
	}
	if !q.add(f) {
		q.noTasks()
		return
	}
	if partly {
		q.noneOf()
		return
	}
	if total := max(len(found), q.tasksFound()); total > len(f.Quotes) {
		g := q.gap(commonv1.GapReason_GAP_REASON_CUT)
		g.Seen, g.Total = int32(len(f.Quotes)), int32(total)
	}
}

// noTasks says that there is no such task.
func (q *inquiry) noTasks() {
	if len(q.terms) > 0 {
		q.quote(commonv1.FindingKind_FINDING_KIND_CLOSEST, q.closest(few), few)
	}
	q.noneOf()
}

// noneOf says that no task has all that is asked for.
func (q *inquiry) noneOf() {
	if q.complete() {
		q.gap(commonv1.GapReason_GAP_REASON_NO_NOTES, wordsIn(q.terms)...).Ranges = query.NamedDays(q.form)
	}
}

// tasksOf returns the tasks that a form asks for.
func (q *inquiry) tasksOf(form *commonv1.QueryForm) []task.Found {
	reader, ok := task.NewReader(q.req.GetDomainContext().GetSchemas())
	if !ok {
		return nil
	}
	var entries []*commonv1.Entry
	for _, n := range q.notes {
		entries = append(entries, n.GetEntry())
	}
	return reader.Find(entries, task.Ask(form, nowOf(q.req.GetContext()), q.weekStart()))
}

// tasksFound is how many tasks of all notes the question asks for, as the search tells.
func (q *inquiry) tasksFound() int {
	most := 0
	for _, a := range q.req.GetRetrievalHistory() {
		if a.GetInstruction().GetForm().GetText() == q.form.GetText() {
			most = max(most, int(a.GetTasks()))
		}
	}
	return most
}

func (q *inquiry) noteOf(id string) *note {
	for _, n := range q.notes {
		if n.id() == id {
			return n
		}
	}
	return nil
}
