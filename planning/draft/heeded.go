package draft

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/wish"
)

// heed holds a schedule against what was said and no solver is given, and tells what of it is not
// kept: how long a session is at a stretch, how often a day or a week, and the pause between two.
func (d *Draft) heed() {
	streams := roadmap.StreamsOf(d.Goal.Outline)
	own := map[string]wish.Stream{} // those of which something was said that no other work has
	for _, s := range d.Wish.Streams {
		if s.Timed() || d.Wish.Of(s).Longest > 0 {
			own[strings.ToLower(s.Name)] = s
		}
	}
	of := map[string][]problem.Block{}
	var free []problem.Block // that is no visit
	all := d.pieces()
	kind := func(b problem.Block) string {
		if name := streams[strings.TrimPrefix(b.Task, d.Goal.Prefix)]; own[name].Name != "" {
			return name
		}
		return ""
	}
	for _, b := range all {
		name := kind(b)
		of[name] = append(of[name], b)
		if len(own[name].Visits) == 0 {
			free = append(free, b)
		}
	}
	d.tellOutside("others at work", d.Goal.Office, func(n outline.Node) bool { return n.Office })
	if d.Goal.Daylight != nil {
		d.tellOutside("daylight", d.Goal.Daylight, func(n outline.Node) bool { return n.Daylight })
	}
	d.stretched(all, func(b problem.Block) (string, problem.Minute) {
		if s := own[kind(b)]; s.Name != "" {
			return s.Name + ": ", d.rhythm(s).Longest
		}
		return "", d.Wish.Longest
	})
	general := d.Wish.Rhythm
	general.Bounds = slices.DeleteFunc(slices.Clone(general.Bounds), func(b wish.Bound) bool { return b.Times > 0 && !b.Week })
	d.against("", general, of[""])
	d.against("", wish.Rhythm{Bounds: slices.DeleteFunc(slices.Clone(d.Wish.Bounds), func(b wish.Bound) bool { return b.Times == 0 || b.Week })}, free)
	for _, s := range d.Wish.Streams {
		d.against(s.Name+": ", d.Wish.Of(s).Rhythm, of[strings.ToLower(s.Name)])
	}
}

// stretched tells where pieces of work lie side by side, and are longer together than a session of
// any of them. said is what it was said of, and the longest session; 0 is none.
func (d *Draft) stretched(pieces []problem.Block, said func(problem.Block) (string, problem.Minute)) {
	type found struct {
		times          int
		longest, limit problem.Minute
	}
	long := map[string]found{}
	for len(pieces) > 0 {
		name, limit := said(pieces[0])
		unbounded := limit == 0
		n, end := 1, pieces[0].To
		for ; n < len(pieces) && pieces[n].From <= end; n++ {
			other, most := said(pieces[n])
			if other != name {
				name = ""
			}
			unbounded, limit, end = unbounded || most == 0, max(limit, most), max(end, pieces[n].To)
		}
		if length := end - pieces[0].From; !unbounded && length > limit {
			f := long[name]
			long[name] = found{f.times + 1, max(f.longest, length), max(f.limit, limit)}
		}
		pieces = pieces[n:]
	}
	for _, name := range slices.Sorted(maps.Keys(long)) {
		f := long[name]
		d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Warning, Text: fmt.Sprintf(
			"%syou said no session over %s; blocks lie side by side %s, together up to %s: take a break between them",
			name, civil.Length(f.limit), civil.Times(f.times), civil.Length(f.longest))})
	}
}

// tellOutside tells of work that needs something, such as others at work, what lies where there is none of it.
func (d *Draft) tellOutside(needs string, there []problem.Span, does func(outline.Node) bool) {
	titles := map[string]string{}
	for _, n := range d.Goal.Outline.Nodes {
		if does(n) {
			titles[d.Goal.Prefix+n.ID] = n.Title
		}
	}
	for _, b := range d.pieces() {
		title := titles[b.Task]
		if title == "" || slices.ContainsFunc(there, func(s problem.Span) bool { return s.From <= b.From && b.To <= s.To }) {
			continue
		}
		delete(titles, b.Task)
		d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Warning, Text: fmt.Sprintf(
			"“%s” needs %s, but is on %s: your hours have no other time for it", title, needs, d.Frame.Time(b.From).Format("Mon 2 Jan 2006, 15:04"))})
	}
}

// pieces are the blocks of work in the order of time, those of one task that touch as one.
func (d *Draft) pieces() []problem.Block {
	var out []problem.Block
	blocks := slices.SortedFunc(slices.Values(d.Result.Schedule.Blocks), func(a, b problem.Block) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	for _, b := range blocks {
		switch n := len(out); {
		case b.From == b.To:
		case n > 0 && out[n-1].Task == b.Task && out[n-1].To == b.From:
			out[n-1].To = b.To
		default:
			out = append(out, b)
		}
	}
	return out
}

// against holds pieces of work against how often it is, and the pauses between them. Of each thing
// that is not kept it is told how many times, and one of them.
func (d *Draft) against(name string, r wish.Rhythm, pieces []problem.Block) {
	warn := func(format string, args ...any) {
		d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Warning, Text: name + fmt.Sprintf(format, args...)})
	}
	var spans []problem.Span
	days := map[civil.Date]int{} // pieces of each day
	for _, b := range pieces {
		spans = append(spans, b.Span)
		days[civil.DateOf(d.Frame.Time(b.From).In(d.person.Zone))]++
	}
	if n, at := closer(spans, r.Rest); n > 0 {
		warn("you asked for %s between two sessions; %s there is less, first before %s", civil.Length(r.Rest), civil.Times(n), d.Frame.Time(at).Format("Mon 2 Jan 2006, 15:04"))
	}
	if r.Sessions > 0 && r.Sessions <= 7 {
		if week, n := exceeded(days, wish.Bound{Times: r.Sessions, Week: true}); n > 0 {
			warn("you asked for %s a week, but in the week of %s there is work on %d days", civil.Times(r.Sessions), week, n)
		}
	}
	for _, b := range r.Bounds {
		switch first, n := exceeded(days, b); {
		case b.Times == 0 || n == 0:
		case b.Week:
			warn("you asked for %s, but in the week of %s there is work on %d days", b, first, n)
		default:
			warn("you asked for %s, but on %s there is work %s", b, first, civil.Times(n))
		}
	}
}

// closer are how many pieces begin too soon after the one before, and when the first does.
func closer(spans []problem.Span, rest problem.Minute) (n int, at problem.Minute) {
	for i := len(spans) - 1; i > 0; i-- {
		if spans[i].From-spans[i-1].To < rest {
			n, at = n+1, spans[i].From
		}
	}
	return n, at
}

// exceeded is the first day, or week, that has more pieces of work, or days with work, than a bound
// allows, and how many.
func exceeded(days map[civil.Date]int, b wish.Bound) (first civil.Date, n int) {
	counts := roadmap.MostOf(b).Counts
	of := map[civil.Date]int{}
	for day, pieces := range days {
		switch {
		case !counts(day):
		case b.Week:
			of[day.WeekStart(time.Monday)]++
		default:
			of[day] = pieces
		}
	}
	for _, day := range slices.Sorted(maps.Keys(of)) {
		if of[day] > b.Times {
			return day, of[day]
		}
	}
	return 0, 0
}
