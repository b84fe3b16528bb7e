package pattern

import (
	"fmt"
	"math"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
)

// maxSessions is how often a week one is done at most.
const maxSessions = 14

// apart is how long after one session of a week the next begins at the earliest,
// so that they are on different days: sixteen hours.
const apart network.Minute = 16 * 60

// arc adds the phases of a training with their weeks and sessions.
func (b *builder) arc(a *Arc) {
	weeks := a.split(b.weeks, b.v)
	taper := weeks[len(weeks)-1]
	minutes := make([][]int, len(a.Sessions))
	for i := range a.Sessions {
		s := &a.Sessions[i]
		if s.Times.of(b.v) < 1 {
			continue
		}
		first := s.First.of(b.v)
		peak := max(first, s.Peak.of(b.v))
		load, reached := a.load(first, peak, b.weeks-taper, taper)
		minutes[i] = load
		if reached*10 < peak*9 {
			b.note(Warning, "", "%s only grows to %d minutes in the time available; %d are advised: begin earlier, or choose a smaller goal", s.Title, reached, peak)
		}
	}
	week := 0
	for i, p := range a.Phases {
		if weeks[i] == 0 {
			continue
		}
		b.copies[p.ID] = []string{p.ID}
		b.out.Nodes = append(b.out.Nodes, outline.Node{ID: p.ID, Level: outline.Phase, Title: b.t.fill(p.Title, b.v, 0), Parent: "goal",
			Origin: outline.Template, Notes: p.Notes, NotBefore: b.monday(week), Deadline: b.monday(week+weeks[i]) - 1})
		for range weeks[i] {
			b.week(a, &p, week, taper, minutes)
			week++
		}
	}
}

// monday is the first day of a week, counted from 0 and back from the end.
func (b *builder) monday(week int) civil.Date {
	return b.deadline + 1 - civil.Date(7*(b.weeks-week))
}

func (b *builder) week(a *Arc, p *ArcPhase, week, taper int, minutes [][]int) {
	id, title := fmt.Sprintf("w%02d", week+1), fmt.Sprintf("Week %d", week+1)
	if a.light(week, b.weeks-taper) {
		title += " (lighter)"
	}
	from, to := b.monday(week), b.monday(week+1)-1
	b.out.Nodes = append(b.out.Nodes, outline.Node{ID: id, Level: outline.SubGoal, Title: title, Parent: p.ID,
		Origin: outline.Template, NotBefore: from, Deadline: to})
	last := week == b.weeks-1
	if last {
		to-- // the day itself
	}
	before := ""
	for i := range a.Sessions {
		s := &a.Sessions[i]
		if minutes[i] == nil || last && s.NotLast {
			continue
		}
		name := s.Title
		if t := s.Titles[p.ID]; t != "" {
			name = t
		}
		times := min(s.Times.of(b.v), maxSessions)
		for k := 1; k <= times; k++ {
			task := outline.Node{ID: id + "-" + s.ID, Level: outline.Task, Title: b.t.fill(name, b.v, k), Parent: id,
				Origin: outline.Template, Estimate: minutes[i][week], NotBefore: from, Deadline: to, Notes: s.Notes}
			if times > 1 {
				task.ID += fmt.Sprintf("-%d", k)
			}
			if before != "" {
				task.Depends = []outline.Dependency{{On: before, Kind: network.StartStart, Lag: apart}}
			}
			before = task.ID
			b.out.Nodes = append(b.out.Nodes, task)
		}
	}
}

// split shares weeks out to the phases. With few weeks the taper takes a third
// at most.
func (a *Arc) split(weeks int, v Values) []int {
	out := make([]int, len(a.Phases))
	left := weeks
	for i, p := range a.Phases {
		if p.Weeks != nil {
			out[i] = max(0, min(p.Weeks.of(v), max(1, weeks/3), left))
			left -= out[i]
		}
	}
	// Each share ends where its sum rounds to, so that all weeks are given out.
	sum, given := 0, 0
	for i, p := range a.Phases {
		if p.Weeks == nil {
			sum += p.Share
			out[i] = (left*sum+50)/100 - given
			given += out[i]
		}
	}
	return out
}

// light says whether a week of those that grow is a lighter one. They are
// counted back, so that the last before the taper is the hardest.
func (a *Arc) light(week, growing int) bool {
	back := growing - 1 - week
	return week > 0 && back > 0 && back%a.Lighter.Every == a.Lighter.Every-1
}

// load returns the minutes of a session in each week, and the most of them. It
// grows evenly, by Growth percent of the last week that was not lighter at most.
func (a *Arc) load(first, peak, growing, taper int) (minutes []int, reached int) {
	steps := 0
	for w := 1; w < growing; w++ {
		if !a.light(w, growing) {
			steps++
		}
	}
	rate := 0.0
	if steps > 0 && first > 0 {
		rate = min(float64(a.Growth)/100, math.Pow(float64(peak)/float64(first), 1/float64(steps))-1)
	}
	exact := float64(first)
	for w := range growing {
		switch {
		case w == 0:
			reached = first
		case a.light(w, growing):
			minutes = append(minutes, round(float64(reached*a.Lighter.To)/100))
			continue
		default:
			exact *= 1 + rate
			reached = min(a.held(round(exact), reached), peak)
		}
		minutes = append(minutes, reached)
	}
	if growing == 0 {
		reached = first
	}
	for j := range taper {
		percent := a.Taper[max(0, len(a.Taper)-taper+j)]
		minutes = append(minutes, max(1, round(float64(reached*percent)/100)))
	}
	return minutes, reached
}

// held keeps a rounded number within the growth from the one before, to the
// minute where five would be too many.
func (a *Arc) held(n, before int) int {
	limit := before * (100 + a.Growth) / 100
	if n <= limit {
		return max(n, before)
	}
	return max(before, limit)
}

// round is to five minutes, and below fifty to one.
func round(m float64) int {
	if m < 50 {
		return int(m + .5)
	}
	return int(m/5+.5) * 5
}
