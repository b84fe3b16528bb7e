package timeline

import (
	"fmt"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
)

// The calendars of a line, for lags: a person's windows, and the whole days from Monday to Friday.
const (
	Working     = "working"
	WorkingDays = "weekdays"
)

var weekdays = On(time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday)

// Person is when somebody works, and how much.
type Person struct {
	Zone    *time.Location
	Windows []Window
	// Exceptions are days with other hours than the windows say; several of a day
	// are taken together.
	Exceptions []Exception
	// Before and After are what is kept free of work on either side of a
	// commitment that has hours, in minutes.
	Before, After int
	Most          []Most
}

// Per is what a bound of work counts for.
type Per string

// The two; a week is that of ISO 8601.
const (
	PerDay  Per = "day"
	PerWeek Per = "week"
)

// Most is the most work in a day or a week.
type Most struct {
	Per     Per
	Minutes int
	Group   string // of tasks; "" bounds all
	// Weekdays and Since to Until are the days whose work counts; zero: all. Of a week they follow
	// each other.
	Weekdays     Weekdays
	Since, Until civil.Date
}

// Always tells whether it bounds all work of every day or week.
func (m Most) Always() bool { return m.Group == "" && m.Weekdays == 0 && m.Since == 0 && m.Until == 0 }

// Counts tells whether the work of a day counts.
func (m Most) Counts(d civil.Date) bool {
	return m.Weekdays.Has(d.Weekday()) && d >= m.Since && (m.Until == 0 || d <= m.Until)
}

// Commitment is what the calendar holds already.
type Commitment struct {
	ID, Title string
	From, To  time.Time // To not included
	AllDay    bool      // it takes whole days, and no pads
	OwnBlock  bool      // it is a block of one of the person's roadmaps, and takes no pads
	Free      bool      // it is shown as free, and takes no time
	Doubt     string    // what could not be read, so that it may take more here than it does
}

// Padded says that time is kept free on either side of a commitment: one goes there, or meets
// others. Between blocks of one's own there is no way to go.
func (c Commitment) Padded() bool { return !c.AllDay && !c.OwnBlock }

// Line is a person's time in minutes: fields of problem.Problem by their names.
type Line struct {
	Start     time.Time
	Horizon   problem.Minute
	Free      []problem.Span
	Calendars map[string][]problem.Span
	Caps      []problem.Cap
}

// maxPad is longer than any way home: a day.
const maxPad = 24 * 60

// Line returns the person's time within a frame of their zone. The windows
// without regard to commitments are the calendar [Working]. The first and the
// last day or week may be partly outside of the frame; their caps are whole.
func (p Person) Line(start, end time.Time, commitments []Commitment) (Line, error) {
	f, err := NewFrame(p.Zone, start, end)
	if err != nil {
		return Line{}, err
	}
	if err := p.check(); err != nil {
		return Line{}, err
	}
	instead := map[civil.Date][]Hours{}
	for _, e := range p.Exceptions {
		instead[e.Day] = append(instead[e.Day], e.Hours...)
	}
	working := f.expand(p.Windows, instead)
	taken, err := p.taken(f, commitments)
	if err != nil {
		return Line{}, err
	}
	return Line{
		Start: f.start, Horizon: f.Horizon(),
		Free:      subtract(working, taken),
		Calendars: map[string][]problem.Span{Working: working, WorkingDays: f.expand([]Window{{Weekdays: weekdays}}, nil)},
		Caps:      p.caps(f),
	}, nil
}

// Into sets the fields of a problem that are about the person's time.
func (l Line) Into(p *problem.Problem) {
	p.Start, p.Horizon, p.Free, p.Calendars, p.Caps = l.Start, l.Horizon, l.Free, l.Calendars, l.Caps
}

func (p Person) check() error {
	for _, w := range p.Windows {
		if err := w.check(); err != nil {
			return err
		}
	}
	for _, e := range p.Exceptions {
		for _, h := range e.Hours {
			if err := h.check(); err != nil {
				return fmt.Errorf("on %v: %w", e.Day, err)
			}
		}
	}
	if p.Before < 0 || p.After < 0 || p.Before > maxPad || p.After > maxPad {
		return fmt.Errorf("pads of %d and %d minutes: they are 0 to %d", p.Before, p.After, maxPad)
	}
	for _, m := range p.Most {
		if m.Minutes < 0 || m.Per != PerDay && m.Per != PerWeek {
			return fmt.Errorf("at most %d minutes per %q: minutes are not negative, per is %q or %q", m.Minutes, m.Per, PerDay, PerWeek)
		}
	}
	return nil
}

// taken returns the minutes that commitments and their pads touch.
func (p Person) taken(f Frame, commitments []Commitment) ([]problem.Span, error) {
	var spans []problem.Span
	for _, c := range commitments {
		if c.To.Before(c.From) {
			return nil, fmt.Errorf("commitment %.80q ends at %s, before it begins at %s", c.ID, c.To.Format(time.RFC3339), c.From.Format(time.RFC3339))
		}
		if c.Free || c.From.Equal(c.To) {
			continue
		}
		s := problem.Span{From: f.Minute(c.From), To: f.Minute(c.To.Add(time.Minute - 1))}
		if c.Padded() {
			s.From -= p.Before
			s.To += p.After
		}
		spans = append(spans, s)
	}
	return union(spans), nil
}

// caps bounds each day and each week that the frame touches.
func (p Person) caps(f Frame) []problem.Cap {
	var caps []problem.Cap
	last := civil.DateOf(f.end.Add(-1).In(f.zone))
	for _, m := range p.Most {
		d, step := civil.DateOf(f.start.In(f.zone)), civil.Date(1)
		if m.Per == PerWeek {
			d, step = d.WeekStart(time.Monday), 7
		}
		for ; d <= last; d += step {
			first, next := d, d+step
			for ; first < next && !m.Counts(first); first++ {
			}
			for ; first < next && !m.Counts(next-1); next-- {
			}
			s := problem.Span{From: max(0, f.Minute(first.In(f.zone))), To: min(f.Horizon(), f.Minute(next.In(f.zone)))}
			if first < next && s.From < s.To {
				caps = append(caps, problem.Cap{Span: s, Most: m.Minutes, Group: m.Group})
			}
		}
	}
	return caps
}
