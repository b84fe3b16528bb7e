package analyzer

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// How far back a recommendation looks: at the last days for how things are, at
// the last week for how much was done, and at the four weeks before for what is
// usual.
const (
	latelyDays = 3
	recentDays = 7
	usualDays  = 28
	// What was last done longer ago is no habit any more.
	habitDays = 90
	options   = 6
)

// bearing are the circumstances that bear on what one should do today.
var bearing = []string{"illness", "pain", "soreness", "tiredness", "bad sleep", "stress", "pressure at work", "skipped meals", "alcohol", "travel"}

// advise states what the notes have to say for a recommendation: what was done
// of late and what usually is, how the user has been, and what differed when
// things went badly. What follows from it is for the answer to weigh.
func (q *inquiry) advise(p *part, explained []explanation) {
	before := len(q.findings)
	n := 0
	for _, e := range explained {
		if e.what != "" && n < options && (e.level != doubtful || n == 0) {
			q.find(p, e.level, "What differed then, and could be otherwise: "+e.what, e.facts...)
			n++
		}
	}
	q.earlier(p)
	recent := q.ending(recentDays, 0, "the last 7 days")
	usual := q.ending(usualDays, recentDays, "the 4 weeks before")
	if len(p.subjects) > 0 {
		for _, s := range p.subjects {
			q.adviseOn(p, s, recent, usual)
		}
	} else {
		q.habits(p)
	}
	q.condition(p)
	q.restless(p)
	found := len(q.findings) - before
	for _, s := range p.subjectsOf() {
		st := q.look(s, everything)
		if s == nil && found == 0 {
			st.told = nil // without a subject anything that bears on the day will do
		}
		q.cover(p, st, false)
	}
}

// earlier passes on what earlier sub-queries found.
func (q *inquiry) earlier(p *part) {
	for _, f := range q.req.GetEarlierFindings() {
		if f.GetSubQueryId() == p.id {
			continue
		}
		c := "Found before: " + f.GetClaim()
		if q.find(p, f.GetConfidence(), c) {
			q.findings[len(q.findings)-1].EntryIds = f.GetEntryIds()
		}
	}
}

// ending is the span of days that ends skip days before today, today included.
func (q *inquiry) ending(days, skip int, label string) span {
	end := q.today.AddDays(-skip)
	r := notes.Range{Start: end.AddDays(1 - days), End: end}
	if r.Start.Before(q.since) && !q.since.After(end) {
		r.Start = q.since // what was not looked at was not empty
		label = ""
	}
	return span{label: label, days: r}
}

// adviseOn states how much of a subject was done of late and usually, and what
// it measured.
func (q *inquiry) adviseOn(p *part, s *note.Subject, recent, usual span) {
	all := q.look(s, span{label: "the notes up to today", days: notes.Range{End: q.today}})
	q.denials(p, q.look(s, q.ending(latelyDays, 0, "the last days")))
	if len(all.told) == 0 {
		return
	}
	last := all.told[len(all.told)-1]
	f := q.mention(last, s.Anchor(last), s.Name)
	q.find(p, sure, fmt.Sprintf("The last note on %s is of %s%s. %s", s.Name, last.Day, ago(q.today.Sub(last.Day)), f.GetText()), f)
	if before, after := q.look(s, usual), q.look(s, recent); len(before.all) > 0 && len(after.all) > 0 {
		q.holdDays(p, before, after)
	}
	for i, m := range measures(s, all.told) {
		if i == topMeasures {
			break
		}
		if t, trend := q.trendFact(m); t != nil && trend.Direction() != 0 {
			q.state(p, likely, t)
		}
	}
}

// ago says how many days ago something was.
func ago(days int) string {
	switch {
	case days == 0:
		return " (today)"
	case days < 0:
		return ""
	}
	return fmt.Sprintf(" (%s ago)", plural(days, "day"))
}

// habits states, of what the user does again and again, when each was last
// done, the longest ago first.
func (q *inquiry) habits(p *part) {
	days := map[string][]notes.Day{}
	last := map[string]*note.Note{}
	recent := note.Filter(q.notes, func(n *note.Note) bool { d := q.today.Sub(n.Day); return d >= 0 && d <= habitDays })
	for _, n := range recent {
		for _, v := range n.Numbers {
			name := cmp.Or(v.Subject, v.Domain)
			if v.Domain == "general" {
				continue // to be weighed is nothing that one does
			}
			if relevance(v.Domain, v.Subject) > 0 || (&measure{name: v.Measure, unit: v.Unit}).perDay() && v.Measure != "volume" {
				continue
			}
			if d := days[name]; len(d) == 0 || d[len(d)-1] != n.Day {
				days[name] = append(d, n.Day)
			}
			last[name] = n
		}
	}
	var names []string
	for name, on := range days {
		if len(on) >= 2 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(last[a].Day.Compare(last[b].Day), cmp.Compare(a, b))
	})
	for _, name := range names[:min(len(names), options)] {
		n := last[name]
		since := q.today.Sub(n.Day)
		q.state(p, sure, q.fact(newFact(kindCount, name, "days since", float64(since), "days", notes.Range{Start: n.Day, End: q.today}, len(days[name]), []string{n.Entry.GetId()},
			"%s was last noted on %s%s, and on %s since %s.", capital(name), n.Day, ago(since), plural(len(days[name]), "day"), recent[0].Day)))
	}
}

// condition states how the user has been of late: what is measured of sleep
// and the like against what is usual, and what the last days' notes complain of.
func (q *inquiry) condition(p *part) {
	lately := q.ending(latelyDays, 0, "the last 3 days")
	usual := q.ending(usualDays, latelyDays, "the 4 weeks before")
	before, after := q.look(nil, usual), q.look(nil, lately)
	for _, m := range measuresOf(slices.Concat(before.told, after.told), func(n note.Number) bool { return relevance(n.Domain, n.Subject) > 0 }) {
		s := m.between(before, after)
		if f := q.shiftFact(s, after.days); f != nil {
			q.state(p, s.sureness(), f)
		}
	}
	for _, kind := range note.Circumstances() {
		if !slices.Contains(bearing, kind.Name) {
			continue
		}
		for _, s := range kind.Sightings(after.told) {
			f := q.quote(s.Note, shorten(s.Note.Sentence(s.Token)), kind.Name)
			q.find(p, sure, fmt.Sprintf("Noted of late, %s: %s", kind.Name, lowerFirst(f.GetText())), f)
		}
	}
}

// restless states how many days in a row up to today, or to yesterday, had
// something of what the question is about.
func (q *inquiry) restless(p *part) {
	active := note.Filter(q.notes, func(n *note.Note) bool {
		if len(p.subjects) > 0 {
			return slices.ContainsFunc(p.subjects, func(s *note.Subject) bool { yes, _ := s.On(n); return yes })
		}
		return slices.ContainsFunc(n.Numbers, func(v note.Number) bool {
			return v.Measure == "load" || v.Measure == "distance" || v.Measure == "volume"
		})
	})
	for _, run := range stat.Streaks(note.DaysOf(active)) {
		if run.Days() < 3 || q.today.Sub(run.End) > 1 || run.End.After(q.today) {
			continue
		}
		in := note.Filter(active, func(n *note.Note) bool { return run.Contains(n.Day) })
		q.state(p, sure, q.fact(newFact(kindStreak, "", "days", float64(run.Days()), "days", run, len(in), note.IDs(in),
			"%s in a row without a day off, %s.", plural(run.Days(), "day"), dates(run))))
	}
}
