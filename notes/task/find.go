package task

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Question says which tasks are asked for.
type Question struct {
	state  commonv1.TaskState
	days   []notes.Range // on which they are due or were done; none is any
	topics []topic       // all of them must be named
	today  notes.Day
	week   time.Weekday   // first day of it
	zone   *time.Location // of the person
}

// A topic is what tasks are about, by any of its names, each as stems.
type topic [][]string

// Ask returns the question of a form that wants tasks, asked at a moment in the person's zone.
func Ask(form *commonv1.QueryForm, now time.Time, weekStart time.Weekday) Question {
	q := Question{state: form.GetTasks(), today: notes.DayOf(now), week: weekStart, zone: now.Location()}
	for _, r := range form.GetRanges() {
		if days, err := notes.ParseRange(r.GetStart(), r.GetEnd()); err == nil && !days.IsZero() {
			q.days = append(q.days, q.meant(days, r.GetAssumed()))
		}
	}
	subjects := slices.Clone(form.GetSubjects())
	for _, c := range form.GetConditions() {
		if c.GetSubject() != nil && !c.GetWithout() {
			subjects = append(subjects, c.GetSubject())
		}
	}
	for _, s := range subjects {
		if t := topicOf(append([]string{s.GetWords(), s.GetName()}, s.GetForms()...)); len(t) > 0 {
			q.topics = append(q.topics, t)
		}
		if t := topicOf([]string{s.GetOwner()}); len(t) > 0 {
			q.topics = append(q.topics, t)
		}
	}
	return q
}

// meant returns the days that are asked about: of "Friday" the next one, if it is
// about what is still to be done.
func (q Question) meant(days notes.Range, assumed bool) notes.Range {
	if !assumed || q.state == commonv1.TaskState_TASK_STATE_DONE || days.Start.IsZero() || days.End.IsZero() || days.Days() > week {
		return days
	}
	for days.End.Before(q.today) {
		days.Start, days.End = days.Start.AddDays(week), days.End.AddDays(week)
	}
	return days
}

func topicOf(names []string) topic {
	var out topic
	for _, name := range names {
		var stems []string
		for _, t := range search.Tokens(name) {
			if !search.Stopword(t.Stem) {
				stems = append(stems, t.Stem)
			}
		}
		if len(stems) > 0 {
			out = append(out, stems)
		}
	}
	return out
}

// A Found is a task with the note that it stands in.
type Found struct {
	Task
	Entry  *commonv1.Entry
	Partly bool      // it has some of the words that are asked for, and no task found has all
	day    notes.Day // of the note
}

// Find returns the tasks of notes that a question asks for, in the order in which they
// are told: open before closed, what is due before what tells no day, the sooner
// first; of what is done the latest first. Last come those that are due on a day that can't be
// read. All topics are named in the task or above it;
// only if that is so of none, anywhere in its note; and else some of them.
func (r Reader) Find(entries []*commonv1.Entry, q Question) []Found {
	var named, near, some, unread []Found
	for _, e := range entries {
		day, _ := notes.ParseDay(e.GetDate()) // undated is zero
		var note map[string]bool
		for _, t := range r.ReadEntry(e, timespan.Ref{Now: at(e, q.zone), WeekStart: q.week}) {
			f := Found{Task: t, Entry: e, day: day}
			if !q.wants(f) {
				continue
			}
			if note == nil && len(q.topics) > 0 {
				note = stemsOf(append(slices.Clone(e.GetHeadings()), append(e.GetTags(), e.GetText())...)...)
			}
			own := stemsOf(append(slices.Clone(e.GetHeadings()), heading(e.GetText()[:t.Begin]), t.Text)...)
			switch {
			case q.unreadDue(t):
				if q.about(own) {
					unread = append(unread, f)
				}
			case q.about(own):
				named = append(named, f)
			case q.about(note):
				near = append(near, f)
			case slices.ContainsFunc(q.topics, func(t topic) bool { return t.partlyIn(own) }):
				f.Partly = true
				some = append(some, f)
			}
		}
	}
	if len(named) == 0 {
		named = near
	}
	if len(named) == 0 {
		named = some
	}
	slices.SortStableFunc(named, compare)
	return append(named, unread...)
}

// unreadDue reports whether it can't be read of an open task whether it is one of those that
// are due.
func (q Question) unreadDue(t Task) bool {
	return t.Open() && t.UnreadDue() && (q.state == commonv1.TaskState_TASK_STATE_DUE || q.state == commonv1.TaskState_TASK_STATE_OVERDUE)
}

// at is the moment that a note is about, as it stood on the writer's clock in their zone; zero if
// nobody knows.
func at(e *commonv1.Entry, zone *time.Location) time.Time {
	if id, err := notes.ParseID(e.GetId()); err == nil && !id.Undated() {
		day := notes.DayOf(id.Local)
		return time.Date(day.Year, day.Month, day.Date, id.Local.Hour(), id.Local.Minute(), id.Local.Second(), 0, zone)
	}
	if e.GetTime() == nil {
		return time.Time{}.In(zone)
	}
	return e.GetTime().AsTime().In(zone)
}

// wants reports whether a task has the state and the days that are asked for.
func (q Question) wants(f Found) bool {
	if q.unreadDue(f.Task) {
		return true
	}
	switch q.state {
	case commonv1.TaskState_TASK_STATE_DONE:
		return f.Done && q.within(f.when())
	case commonv1.TaskState_TASK_STATE_OVERDUE:
		return f.Open() && !f.Due.IsZero() && f.Due.Before(q.today) && q.within(f.Due)
	case commonv1.TaskState_TASK_STATE_DUE:
		return f.Open() && !f.Due.IsZero() && q.within(f.Due)
	case commonv1.TaskState_TASK_STATE_OPEN:
		if !f.Open() {
			return false
		}
		late := !f.Due.IsZero() && f.Due.Before(q.today) && q.within(q.today) // still to be done today
		return q.within(f.Due) || late || f.day.Before(q.today) && q.within(f.day)
	}
	return q.within(f.Due) || q.within(f.Completed) || q.within(f.day)
}

func (q Question) within(day notes.Day) bool {
	return len(q.days) == 0 || !day.IsZero() && slices.ContainsFunc(q.days, func(r notes.Range) bool { return r.Contains(day) })
}

func (q Question) about(words map[string]bool) bool {
	return !slices.ContainsFunc(q.topics, func(t topic) bool { return !t.in(words) })
}

// in reports whether words name the topic.
func (t topic) in(words map[string]bool) bool {
	return slices.ContainsFunc(t, func(name []string) bool {
		return !slices.ContainsFunc(name, func(stem string) bool { return !words[stem] })
	})
}

// partlyIn reports whether some of the words are of a name of the topic.
func (t topic) partlyIn(words map[string]bool) bool {
	return slices.ContainsFunc(t, func(name []string) bool {
		return slices.ContainsFunc(name, func(stem string) bool { return words[stem] })
	})
}

func stemsOf(texts ...string) map[string]bool {
	out := map[string]bool{}
	for _, text := range texts {
		for _, t := range search.Tokens(text) {
			out[t.Stem] = true
		}
	}
	return out
}

// heading returns the last heading of a text.
func heading(text string) string {
	out, fence := "", ""
	for line := range strings.Lines(text) {
		if fence = dayfile.NextFence(fence, strings.TrimLeft(line, " \t>")); fence == "" && strings.HasPrefix(line, "#") {
			out = line
		}
	}
	return out
}

// compare orders tasks as they are told.
func compare(a, b Found) int {
	if a.Done && b.Done {
		return cmp.Compare(b.when().String(), a.when().String())
	}
	return cmp.Or(before(a.Open(), b.Open()), before(a.Done, b.Done), before(!a.Due.IsZero(), !b.Due.IsZero()), a.Due.Compare(b.Due))
}

// when is the day on which a task was done, that of its note if it does not tell.
func (f Found) when() notes.Day {
	if f.Completed.IsZero() {
		return f.day
	}
	return f.Completed
}

func before(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
