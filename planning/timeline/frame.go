package timeline

import (
	"fmt"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
)

// MaxDays bounds a frame: five years.
const MaxDays = 5*366 + 1

// Frame is the stretch of time that minutes count in, and the zone of its days.
type Frame struct {
	zone       *time.Location
	start, end time.Time
}

// NewFrame returns the frame of the whole minutes from start until end.
func NewFrame(zone *time.Location, start, end time.Time) (Frame, error) {
	if zone == nil {
		return Frame{}, fmt.Errorf("a timeline needs a time zone")
	}
	f := Frame{zone, start.UTC().Truncate(time.Minute), end.UTC().Truncate(time.Minute)}
	if f.start.Before(start) {
		f.start = f.start.Add(time.Minute)
	}
	if days := f.end.Sub(f.start).Hours() / 24; days <= 0 || days > MaxDays {
		return Frame{}, fmt.Errorf("a timeline from %s to %s: it takes one minute to %d days", start.Format(time.RFC3339), end.Format(time.RFC3339), MaxDays)
	}
	return f, nil
}

// Start returns the instant of minute 0, in UTC.
func (f Frame) Start() time.Time { return f.start }

// Horizon returns the minute of the end.
func (f Frame) Horizon() problem.Minute { return int(f.end.Sub(f.start) / time.Minute) }

// Minute returns the minute in which an instant lies; it may be outside of the
// frame.
func (f Frame) Minute(t time.Time) problem.Minute {
	return int(floorDiv(t.Unix()-f.start.Unix(), 60))
}

// Time returns the instant of a minute, in the person's zone.
func (f Frame) Time(m problem.Minute) time.Time {
	return f.start.Add(time.Duration(m) * time.Minute).In(f.zone)
}

// Spans returns when all constraints hold: within any of those that are not Not,
// if there are such, and in none of those that are.
func (f Frame) Spans(constraints ...Constraint) ([]problem.Span, error) {
	var in, out []Window
	for _, c := range constraints {
		if err := c.check(); err != nil {
			return nil, err
		}
		if c.Not {
			out = append(out, c.Window)
		} else {
			in = append(in, c.Window)
		}
	}
	spans := []problem.Span{{From: 0, To: f.Horizon()}}
	if len(in) > 0 {
		spans = f.expand(in, nil)
	}
	return subtract(spans, f.expand(out, nil)), nil
}

// expand returns the time of windows, in order and apart. Days in instead have
// those hours alone.
func (f Frame) expand(windows []Window, instead map[civil.Date][]Hours) []problem.Span {
	var spans []problem.Span
	for d := civil.DateOf(f.start.In(f.zone)) - 1; d <= civil.DateOf(f.end.In(f.zone)); d++ {
		if hours, ok := instead[d]; ok {
			for _, h := range hours {
				spans = append(spans, f.span(d, h))
			}
			continue
		}
		for _, w := range windows {
			if w.begins(d) {
				spans = append(spans, f.span(d, w.Hours))
			}
		}
	}
	return union(spans)
}

// span returns the hours of a day as whole minutes, as far as they are in the
// frame.
func (f Frame) span(d civil.Date, h Hours) problem.Span {
	end := d
	if h.To <= h.From {
		end++
	}
	if h == (Hours{}) {
		end = d + 1
	}
	from := civil.At(d, 0, h.From, 0).First(f.zone)
	to := civil.At(end, 0, h.To, 0).First(f.zone)
	return problem.Span{
		From: max(0, f.Minute(from.Add(time.Minute-time.Second))),
		To:   min(f.Horizon(), f.Minute(to)),
	}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
