package draft

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/place"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// Lay reads a request, and puts an outline that keeps the grammar on the person's
// time. Problem is then what has to hold; nothing is scheduled.
func Lay(r Request, o outline.Outline) (*Draft, error) {
	d, err := Read(r)
	if err != nil {
		return d, err
	}
	if err := d.lay(r, o); err != nil {
		return d, err
	}
	return d, d.problem()
}

func (d *Draft) lay(r Request, o outline.Outline) error {
	d.Outline = o
	d.single(o)
	d.Goal = roadmap.Goal{Outline: putOff(without(outline.Expand(o, d.Start), r.Out), r.Later), MaxChunks: d.chunks()}
	d.End = last(d.Start, d.Goal)
	d.setPerson(r)
	d.Goal.MaxChunk = d.longestBlock()
	if err := d.frame(r); err != nil {
		return err
	}
	return d.leaveOutClosed()
}

// chunks are the longest blocks of the streams of which that was said.
func (d *Draft) chunks() map[string]problem.Minute {
	out := map[string]problem.Minute{}
	for _, s := range d.Wish.Streams {
		out[strings.ToLower(s.Name)] = d.Wish.Of(s).Longest
	}
	return out
}

// noTimesSaid begins what is assumed where nothing was said of when there is time.
const noTimesSaid = "you gave no times, so work goes into "

// setPerson settles when the person works on the goal, and how much.
func (d *Draft) setPerson(r Request) {
	windows, assumed := roadmap.Windows(d.Wish)
	if assumed {
		usual := "evenings"
		if slices.ContainsFunc(windows, func(w timeline.Window) bool {
			return !w.Weekdays.Has(time.Saturday) && !w.Weekdays.Has(time.Sunday) && w.Hours.From < 12*60
		}) {
			usual = "weekdays, except what you excluded,"
		}
		d.assume(noTimesSaid + usual + " and weekends")
	}
	d.said = d.limitsSaid(r)
	d.person = timeline.Person{Zone: r.Now.Location(), Windows: windows, Before: padding, After: padding, Most: d.said}
}

// Schedule has a draft that is laid on the person's time scheduled: with its sessions apart and at an
// even pace if that is possible, else as it fits. What the solver says is checked.
func (d *Draft) Schedule(ctx context.Context, r Request) error {
	if err := d.tryAll(ctx, r); err != nil {
		return err
	}
	if d.Result.Verdict != problem.Feasible {
		if err := d.leaveOutRepeated(ctx, r); err != nil {
			return err
		}
	}
	if len(d.even) > 0 {
		d.assume(paceText(d.even))
	}
	if err := d.verify(); err != nil {
		return err
	}
	if d.Result.Verdict == problem.Feasible {
		d.tellSpare()
	}
	switch found := d.Result.Verdict == problem.Feasible; {
	case found && r.Extracted != nil:
		d.heed()
	case found && !r.Unlimited && !d.Wish.Unbound && d.leastSessions() == 0: // no template that counts them
		d.against("", wish.Rhythm{Sessions: d.Wish.Sessions}, d.pieces())
	}
	return nil
}

// tryAll looks for a schedule in each of the ways, until there is one: in the best of them a training has
// days of rest between its sessions.
func (d *Draft) tryAll(ctx context.Context, r Request) error {
	tries := d.tries()
	if d.hasTrainingWeeks() {
		tries = slices.Insert(tries, 0, tries[0])
		tries[0].restDays = true
	}
	for _, try := range tries {
		d.slots, d.even, d.restDays = try.slots, try.even, try.restDays
		d.person.Most = d.limits()
		if err := d.solve(ctx, r); err != nil || d.Result.Verdict == problem.Feasible {
			return err
		}
	}
	return nil
}

// try is a way to lay the work: with pauses between sessions, and at a pace.
type try struct {
	slots    bool
	even     []timeline.Most
	restDays bool
}

// tries are the ways, the best first: what was said of a session goes before a pace that nobody
// asked for.
func (d *Draft) tries() []try {
	paces := [][]timeline.Most{nil}
	if even := d.pace(d.said); len(even) > 0 {
		paces = [][]timeline.Most{even, twice(even), nil}
	}
	var out []try
	for _, slots := range []bool{true, false} {
		for _, even := range paces {
			if !slots || d.bounded() {
				out = append(out, try{slots: slots, even: even})
			}
		}
	}
	return out
}

// limits are the most work that there may be.
func (d *Draft) limits() []timeline.Most {
	out := slices.Concat(d.said, d.even)
	if d.slots {
		out = append(out, d.oneADay()...)
	}
	return out
}

// oneADay are the bounds of a week's sessions in an outline of a model: those of a template have
// their days.
func (d *Draft) oneADay() []timeline.Most {
	if !drawn(d.Outline) {
		return nil
	}
	return roadmap.OneADay(d.Wish)
}

// bounded tells whether the length of a session was said, of all work or of one kind.
func (d *Draft) bounded() bool {
	return d.Wish.Longest > 0 || slices.ContainsFunc(d.Wish.Streams, func(s wish.Stream) bool { return d.rhythm(s).Longest > 0 })
}

// rhythm is that of a stream, with the session that was said of all work if it has none of its own.
func (d *Draft) rhythm(s wish.Stream) wish.Rhythm {
	r := d.Wish.Of(s).Rhythm
	if len(s.Visits) == 0 {
		r.Longest = cmp.Or(r.Longest, d.Wish.Longest)
	}
	return r
}

func paceText(even []timeline.Most) string {
	return "an even pace: at most " + strings.Join(each(even), " and ")
}

// limitsSaid are all bounds of work that follow from what was said.
func (d *Draft) limitsSaid(r Request) []timeline.Most {
	if r.Unlimited || d.Wish.Unbound {
		return nil
	}
	return append(d.most(r), d.sessionLimits()...)
}

// most are the bounds of work that were said, in the wish or as an answer.
func (d *Draft) most(r Request) []timeline.Most {
	out := roadmap.Most(d.measured())
	n, err := strconv.Atoi(r.Answers[hoursParam])
	if err != nil || d.Wish.AWeek > 0 || d.Wish.MostAWeek > 0 {
		return out
	}
	return append(out, timeline.Most{Per: timeline.PerWeek, Minutes: n * 60})
}

// measured is the wish with the longest task in the place of a session where so many times a day
// were said, and not how long one is.
func (d *Draft) measured() wish.Wish {
	longest := map[string]problem.Minute{}
	streams := roadmap.StreamsOf(d.Goal.Outline)
	for _, n := range d.Goal.Outline.Nodes {
		for _, name := range []string{"", streams[n.ID]} {
			longest[name] = max(longest[name], n.Estimate)
		}
	}
	w := d.Wish
	if w.Longest == 0 && timesADay(w.Bounds) {
		w.Longest = longest[""]
	}
	w.Streams = slices.Clone(w.Streams)
	for i, s := range w.Streams {
		if d.Wish.Of(s).Longest == 0 && timesADay(s.Bounds) {
			w.Streams[i].Longest = longest[strings.ToLower(s.Name)]
		}
	}
	return w
}

func timesADay(bounds []wish.Bound) bool {
	return slices.ContainsFunc(bounds, func(b wish.Bound) bool { return b.Times > 0 && !b.Week })
}

// drawn tells whether a model drew an outline.
func drawn(o outline.Outline) bool { return len(o.Nodes) > 0 && o.Nodes[0].Origin == outline.Model }

// frame settles the days that are looked at, with what they hold already.
func (d *Draft) frame(r Request) (err error) {
	zone := r.Now.Location()
	start, end := d.Start.In(zone), (d.End + 1).In(zone)
	if d.Frame, err = timeline.NewFrame(zone, start, end); err != nil {
		return &InputError{err}
	}
	if r.Commitments != nil {
		from := start
		if len(d.Wish.ByEvents) > 0 {
			from = from.Add(-beforeFirst)
		}
		if d.Commitments, err = r.Commitments(from, end); err != nil {
			return err
		}
	}
	d.tellUnkept(d.away(d.Commitments))
	return nil
}

// away takes out the days on which the person is away, and those that what is held closes. It returns
// what of the words nothing of that settles.
func (d *Draft) away(held []timeline.Commitment) (unkept []string) {
	d.person.Exceptions = nil
	for _, away := range d.Wish.Away {
		for day := max(away.First, d.Start); day <= min(away.Last, d.End); day++ {
			d.person.Exceptions = append(d.person.Exceptions, timeline.Exception{Day: day})
		}
	}
	closed, unkept := d.closedByEvents(held)
	for _, day := range d.ownEventDays() {
		closed[day] = true
	}
	open := wish.Wish{Rhythm: wish.Rhythm{Never: d.Wish.Never}}.Days()
	d.person.Exceptions = slices.DeleteFunc(d.person.Exceptions, func(e timeline.Exception) bool { // a day off that is no day for it
		isAway := slices.ContainsFunc(d.Wish.Away, func(a wish.Days) bool { return a.First <= e.Day && e.Day <= a.Last })
		return len(e.Hours) > 0 && (closed[e.Day] || isAway || !slices.Contains(open, e.Day.Weekday()))
	})
	for day := d.Start; day <= d.End; day++ {
		if closed[day] && !slices.ContainsFunc(d.Wish.Away, func(a wish.Days) bool { return a.First <= day && day <= a.Last }) {
			d.person.Exceptions = append(d.person.Exceptions, timeline.Exception{Day: day})
		}
	}
	return unkept
}

// ownEventDays are the days of the goal's own events, such as an exam, on which it has no other work: whatever
// comes before one is done by the day before. Work that is for such a day alone, as that of a launch, keeps it
// open.
func (d *Draft) ownEventDays() (days []civil.Date) {
	for _, n := range d.Goal.Outline.Nodes {
		day, is := n.EventDay()
		works := func(o outline.Node) bool { return o.Estimate > 0 && o.NotBefore == day }
		if is && !slices.ContainsFunc(d.Goal.Outline.Nodes, works) {
			days = append(days, day)
		}
	}
	return days
}

// problem states what has to hold.
func (d *Draft) problem() error {
	zone := d.person.Zone
	line, goal, err := d.line(d.person, d.Start.In(zone), (d.End + 1).In(zone), d.Commitments)
	if err != nil {
		return err
	}
	d.Goal = goal
	if d.restDays { // which the parts themselves don't have: laid anew, they are where there is room
		goal.Outline = d.withRestDays(goal.Outline)
	}
	d.Problem, err = roadmap.Problem(d.Frame, line, goal)
	return err
}

// line is the time that a person has for a draft, and its goal with the hours of its streams,
// which are for their work alone.
func (d *Draft) line(p timeline.Person, start, end time.Time, held []timeline.Commitment) (timeline.Line, roadmap.Goal, error) {
	all := p.Windows
	held = d.besideDaysOff(held)
	if d.slots {
		p.Windows = slotted(all, d.Wish.Rhythm)
	}
	line, err := p.Line(start, end, held)
	goal := d.Goal
	goal.Windows, goal.Streams, goal.Office, goal.Daylight = nil, nil, nil, daylight(goal.Outline, d.Frame, start, end)
	streams := slices.DeleteFunc(slices.Clone(d.Wish.Streams), func(s wish.Stream) bool {
		return !s.Timed() && (!d.slots || d.rhythm(s).Longest == d.Wish.Longest)
	})
	office := slices.ContainsFunc(goal.Outline.Nodes, func(n outline.Node) bool { return n.Office })
	if err != nil || len(streams) == 0 && !office && goal.Daylight == nil {
		return line, goal, err
	}
	goal.Windows, goal.Streams = some(line.Free), map[string][]problem.Span{}
	if office {
		p.Windows, goal.Lenient = roadmap.Office(d.Wish), len(d.Wish.Windows) == 0
		own, err := p.Line(start, end, held)
		if err != nil {
			return line, goal, err
		}
		if goal.Office = own.Free; goal.Lenient {
			line.Free = joined(line.Free, own.Free)
		}
	}
	for _, s := range streams {
		of := d.Wish.Of(s)
		if p.Windows = all; s.Timed() {
			p.Windows, _ = roadmap.Windows(of)
		}
		if d.slots {
			p.Windows = slotted(p.Windows, d.rhythm(s))
		}
		own, err := p.Line(start, end, others(held, s.Visits, p.Zone))
		if err != nil {
			return line, goal, err
		}
		goal.Streams[strings.ToLower(s.Name)] = some(own.Free)
		line.Free = joined(line.Free, own.Free)
		for name, spans := range own.Calendars {
			line.Calendars[name] = joined(line.Calendars[name], spans)
		}
	}
	return line, goal, nil
}

// others are what is held but for what begins when a visit does: that is the visit itself, in the
// calendar.
func others(held []timeline.Commitment, visits []wish.Window, zone *time.Location) []timeline.Commitment {
	if len(visits) == 0 {
		return held
	}
	return slices.DeleteFunc(slices.Clone(held), func(c timeline.Commitment) bool {
		from := c.From.In(zone)
		return !c.AllDay && slices.ContainsFunc(visits, func(w wish.Window) bool { return w.Begins(civil.DateOf(from), from.Hour()*60+from.Minute()) })
	})
}

// daylight is when it is light on the days of an outline that has work which needs that; nil where
// there is none, or the place is not known.
func daylight(o outline.Outline, f timeline.Frame, start, end time.Time) []problem.Span {
	if !slices.ContainsFunc(o.Nodes, func(n outline.Node) bool { return n.Daylight }) {
		return nil
	}
	at, ok := place.Of(start.Location())
	if !ok {
		return nil
	}
	var out []problem.Span
	for day := civil.DateOf(start); day.In(start.Location()).Before(end); day++ {
		if rise, set, ok := at.Daylight(day); ok {
			out = append(out, problem.Span{From: max(0, f.Minute(rise)+1), To: min(f.Horizon(), f.Minute(set))})
		}
	}
	return slices.DeleteFunc(out, func(s problem.Span) bool { return s.From >= s.To })
}

// some is a copy of spans that is never nil: as the hours of work, none are no time at all, and nil
// is any time.
func some(spans []problem.Span) []problem.Span { return append([]problem.Span{}, spans...) }

func (d *Draft) solve(ctx context.Context, r Request) (err error) {
	if err := d.problem(); err != nil {
		return err
	}
	began := time.Now()
	d.Result, err = schedule.Solve(ctx, d.Problem, r.Solve)
	d.Took += time.Since(began)
	return err
}

// padding is kept free on either side of what the calendar holds, in minutes.
const padding = 15
