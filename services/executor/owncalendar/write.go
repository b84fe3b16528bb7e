package owncalendar

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/caldav"
	"github.com/weft-mesh/weft/planning/calendar"
)

const (
	// tries is how often the calendar is read, and written to, because somebody else has
	// written to it meanwhile.
	tries = 2
	// mostLeft is how many of the events that were left alone are told.
	mostLeft = 20
)

// write has the calendar hold what is wanted.
func (w *writer) write(ctx context.Context, in Arguments) *Result {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := &Result{}
	var err error
	for range tries {
		if err = w.once(ctx, in, out); !errors.Is(err, caldav.ErrChanged) {
			break
		}
	}
	if err != nil {
		out.Problem, out.Again = err.Error(), passing(err)
	}
	return out
}

// passing reports whether an error may be gone in a while.
func passing(err error) bool {
	if s, ok := errors.AsType[*caldav.StatusError](err); ok {
		return s.Status >= 500 && s.Status != http.StatusNotImplemented && s.Status != http.StatusInsufficientStorage ||
			s.Status == http.StatusTooManyRequests || s.Status == http.StatusRequestTimeout || s.Status == http.StatusLocked
	}
	_, lasting := errors.AsType[given](err)
	return !lasting
}

// given is an error that lies in what was given or configured.
type given struct{ error }

// found is an event with a UID of Weft's, and the object that it is in.
type found struct {
	calendar.Own
	object caldav.Object
}

// once reads the calendar and does what is to be done to it.
func (w *writer) once(ctx context.Context, in Arguments, out *Result) error {
	source, err := w.Source()
	if err != nil {
		return given{err}
	}
	c, err := caldav.New(source, w.Transport)
	if err != nil {
		return given{err}
	}
	objects, err := c.All(ctx)
	if err != nil {
		return err
	}
	there := map[string]found{}
	for _, o := range objects {
		if own, ok := calendar.ReadOwn(o.Data); ok {
			there[own.UID] = found{own, o}
		}
	}
	out.Left = nil
	wanted := map[string]bool{}
	for _, e := range in.entries() {
		wanted[e.UID] = true
		f, is := there[e.UID]
		if err := w.put(ctx, c, in.Roadmap, e, f, is, out); err != nil {
			return err
		}
	}
	for _, f := range slices.SortedStableFunc(maps.Values(there), func(a, b found) int { return cmp.Or(a.From.Compare(b.From), strings.Compare(a.UID, b.UID)) }) {
		switch {
		case f.Roadmap != in.Roadmap || wanted[f.UID]:
		case f.Changed:
			out.leave(f)
		default:
			if err := c.Delete(ctx, f.object); err != nil {
				return err
			}
			out.Removed++
		}
	}
	return nil
}

// put has an entry stand in the calendar, where it is found or nowhere yet.
func (w *writer) put(ctx context.Context, c *caldav.Client, roadmap string, e calendar.Entry, f found, is bool, out *Result) error {
	switch {
	case is && (f.Roadmap != roadmap || f.Changed && !(f.Plain && e.Same(f.Own))):
		out.leave(f)
		return nil
	case is && !f.Changed && e.Same(f.Own):
		return nil
	case is: // also what somebody has brought there already, so that it is known again
		data, err := calendar.Revise(f.object.Data, e, roadmap, w.Now())
		if err != nil {
			return given{err}
		}
		if err := c.Replace(ctx, f.object, data); err != nil {
			return err
		}
		out.Changed++
		return nil
	}
	data, err := calendar.Object(e, roadmap, w.Now())
	if err != nil {
		return given{err}
	}
	if err := c.Create(ctx, strings.TrimSuffix(e.UID, "@weft")+".ics", data); err != nil {
		return err
	}
	out.Created++
	return nil
}

func (r *Result) leave(f found) {
	if len(r.Left) < mostLeft {
		r.Left = append(r.Left, Event{Title: f.Summary, Start: f.From})
	}
}
