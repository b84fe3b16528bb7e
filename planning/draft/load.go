package draft

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Week is what roadmaps take of a person's hours in a week.
type Week struct {
	Monday civil.Date
	// Room is how many minutes there are for any of the roadmaps, less what the calendar holds,
	// and no more than was said of all of them for each day and the week; of this week those that are left.
	Room   problem.Minute
	Shares []Share
}

// Share is what a roadmap takes.
type Share struct {
	Roadmap string
	Minutes problem.Minute
}

// Weeks are this week and those that follow, at most n, as far as the problem goes.
func (r *Resumed) Weeks(n int) []Week { return r.weeksFrom(r.at, n) }

// Weeks are those from the first day of a goal to its last work.
func (d *Draft) Weeks() []Week {
	alone := &Shared{Drafts: []*Draft{d}, Frame: d.Frame, Problem: d.Problem, Result: d.Result}
	return alone.Weeks()
}

// Weeks are those from the first day of the goals to their last work.
func (s *Shared) Weeks() []Week {
	if len(s.Result.Schedule.Blocks) == 0 {
		return nil
	}
	first := s.Drafts[0].Start
	for _, d := range s.Drafts {
		first = min(first, d.Start)
	}
	weeks := s.weeksFrom(s.Frame.Minute(first.In(s.Frame.Time(0).Location())), math.MaxInt)
	for len(weeks) > 0 && weeks[len(weeks)-1].taken() == 0 {
		weeks = weeks[:len(weeks)-1]
	}
	return weeks
}

// taken is what all roadmaps take of a week.
func (w Week) taken() (sum problem.Minute) {
	for _, share := range w.Shares {
		sum += share.Minutes
	}
	return sum
}

// weeksFrom are the week of a minute and those that follow, at most n, as far as the problem goes.
func (s *Shared) weeksFrom(at problem.Minute, n int) []Week {
	var out []Week
	zone := s.Frame.Time(at).Location()
	for monday := civil.DateOf(s.Frame.Time(at)).WeekStart(time.Monday); len(out) < n; monday += 7 {
		week := problem.Span{From: max(at, s.Frame.Minute(monday.In(zone))), To: s.Frame.Minute((monday + 7).In(zone))}
		if week.From >= s.Problem.Horizon || len(s.Drafts) == 0 {
			break
		}
		w := Week{Monday: monday}
		for day := monday; day < monday+7; day++ {
			hours := problem.Span{From: max(week.From, s.Frame.Minute(day.In(zone))), To: s.Frame.Minute((day + 1).In(zone))}
			free := problem.Minute(0)
			for _, span := range s.Problem.Free {
				free += within(span, hours)
			}
			if most, ok := s.mostSaid(timeline.PerDay, day); ok {
				free = min(free, most)
			}
			w.Room += free
		}
		for _, d := range s.Drafts {
			share := Share{Roadmap: strings.TrimSuffix(d.Goal.Prefix, "/")}
			for _, b := range s.Result.Schedule.Blocks {
				if strings.HasPrefix(b.Task, d.Goal.Prefix) {
					share.Minutes += within(b.Span, week)
				}
			}
			w.Shares = append(w.Shares, share)
		}
		if most, ok := s.mostSaid(timeline.PerWeek, monday); ok {
			w.Room = min(w.Room, most)
		}
		out = append(out, w)
	}
	return out
}

// mostSaid is how much all roadmaps together may take of a day, or of the week that begins on it, where that was
// said of each.
func (s *Shared) mostSaid(per timeline.Per, on civil.Date) (sum problem.Minute, ok bool) {
	for _, d := range s.Drafts {
		most := problem.Minute(0)
		for _, m := range d.said {
			if m.Per == per && m.Group == "" && (m.Always() || per == timeline.PerDay && m.Counts(on)) {
				most = least(most, m.Minutes)
			}
		}
		if most == 0 {
			return 0, false
		}
		sum += most
	}
	return sum, true
}

// littleSpare is how much of the room has to be left at least, in percent, for nobody to be told.
const littleSpare = 10

// tellSpare tells how much time is to spare, where that is little and all of the work found room.
func (d *Draft) tellSpare() {
	if len(d.Out) > 0 || len(d.said) == 0 {
		return
	}
	alone := &Shared{Drafts: []*Draft{d}, Frame: d.Frame, Problem: d.Problem, Result: d.Result}
	room, taken := problem.Minute(0), problem.Minute(0)
	for _, w := range alone.weeksFrom(d.Frame.Minute(d.Start.In(d.person.Zone)), math.MaxInt) {
		room, taken = room+w.Room, taken+w.taken()
	}
	if spare := room - taken; spare*100 < room*littleSpare {
		d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Warning, Text: fmt.Sprintf(
			"this plan is almost full: about %s to spare in all until %s", civil.Length(max(0, spare)), d.End.In(d.person.Zone).Format("Mon 2 Jan 2006"))})
	}
}

// within is how much of s lies in w.
func within(s, w problem.Span) problem.Minute { return max(0, min(s.To, w.To)-max(s.From, w.From)) }

// Goals are what the roadmaps are called of which something is left, by their ids.
func (r *Resumed) Goals() map[string]string {
	out := map[string]string{}
	for _, d := range r.Drafts {
		out[strings.TrimSuffix(d.Goal.Prefix, "/")] = d.Title()
	}
	return out
}

// Needs tell of each roadmap, in words, how much work is left, and how much time there is for it
// by its deadline.
func (r *Resumed) Needs() []string {
	var out []string
	for _, d := range r.Drafts {
		need, _ := r.Need(strings.TrimSuffix(d.Goal.Prefix, "/"))
		out = append(out, need)
	}
	return out
}

// Need tells of a roadmap, in words, how much work is left, and how much time there is for it by its
// deadline; and how much of that is to spare.
func (r *Resumed) Need(roadmap string) (text string, spare problem.Minute) {
	i := slices.IndexFunc(r.Drafts, func(d *Draft) bool { return d.Goal.Prefix == roadmap+"/" })
	if i < 0 {
		return "", 0
	}
	d, end, work := r.Drafts[i], r.Problem.Horizon, 0
	if by := d.Goal.Outline.Nodes[0].Deadline; by != 0 {
		end = min(end, r.Frame.Minute((by + 1).In(r.now.Location())))
	}
	for i := range r.Problem.Tasks {
		if t := &r.Problem.Tasks[i]; strings.HasPrefix(t.Group, d.Goal.Prefix) {
			work += t.Work - length(t.Locked)
		}
	}
	room := r.room(d.Goal.Prefix, problem.Span{From: r.at, To: end})
	until := r.Frame.Time(end - 1).Format("Mon 2 Jan 2006")
	if room < work {
		return fmt.Sprintf("“%s” has %s of work left, but only %s of time for it until %s", d.Title(), civil.Length(work), civil.Length(room), until), room - work
	}
	left := "none to spare"
	if room > work {
		left = civil.Length(room-work) + " to spare"
	}
	return fmt.Sprintf("“%s” has %s of work left and %s of time for it until %s: %s", d.Title(), civil.Length(work), civil.Length(room), until, left), room - work
}

// LeastSpareFirst are the ids of the roadmaps of which something is left, those with the least time to
// spare first.
func (r *Resumed) LeastSpareFirst() []string {
	spares := map[string]problem.Minute{}
	for id := range r.Goals() {
		_, spares[id] = r.Need(id)
	}
	return slices.SortedFunc(maps.Keys(spares), func(a, b string) int { return cmp.Or(cmp.Compare(spares[a], spares[b]), cmp.Compare(a, b)) })
}
