package calendar

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/kit/stable"
)

const mostList = 200

func (c *calendar) list(_ context.Context, in Span) (Events, error) {
	from, to := time.Time{}, time.Unix(1<<40, 0)
	for _, bound := range []struct {
		what, text string
		at         *time.Time
	}{{"from", in.From, &from}, {"to", in.To, &to}} {
		if bound.text == "" {
			continue
		}
		t, err := time.Parse(time.DateOnly, bound.text)
		if err != nil {
			if t, err = moment(bound.what, bound.text); err != nil {
				return Events{}, err
			}
		}
		*bound.at = t
	}
	all, unread, err := c.stored(events)
	if err != nil {
		return Events{}, err
	}
	type dated struct {
		Event
		at period
	}
	var found []dated
	for _, e := range all {
		at, err := times(e.event)
		if err != nil {
			return Events{}, err
		}
		if at.start.Before(to) && (e.Repeats || at.end.After(from) || !at.start.Before(from)) {
			found = append(found, dated{e.Event, at})
		}
	}
	stable.Sort(found, func(a, b dated) int { return a.at.start.Compare(b.at.start) })
	out := Events{Events: []Event{}, Unread: unread, More: len(found) > mostList}
	for _, e := range found[:min(mostList, len(found))] {
		out.Events = append(out.Events, e.Event)
	}
	return out, nil
}

func (c *calendar) create(_ context.Context, in NewEvent) (out Event, err error) {
	if err := checkUID(in.UID); err != nil {
		return Event{}, err
	}
	err = c.lock.Hold(func() error {
		e, err := c.find(events, in.UID)
		if out = e.Event; !errors.Is(err, errNone) {
			return err
		}
		if _, err := c.find(deleted, in.UID); !errors.Is(err, errNone) {
			return errors.Join(fmt.Errorf("the event %q was deleted; take another uid, or put its file back", in.UID), err)
		}
		at, err := when(in.Start, in.End)
		if err != nil {
			return err
		}
		text, err := form(in, at, c.now())
		if err != nil {
			return err
		}
		file := fileOf(events, in.UID)
		if err := toolserver.Create(c.files, file, []byte(text)); errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s is there already, and is not this event", file)
		} else if err != nil {
			return fmt.Errorf("the event could not be written: %w", err)
		}
		e, err = c.load(file)
		out = e.Event
		return err
	})
	return out, err
}

func (c *calendar) move(_ context.Context, in Move) (out Event, err error) {
	err = c.lock.Hold(func() error {
		e, err := c.known(in.UID)
		if err != nil {
			return err
		}
		if e.Repeats || e.WholeDays || e.event.GetProperty(ics.ComponentPropertyDtEnd) == nil {
			return fmt.Errorf("%q repeats, lasts whole days or does not say when it ends; move it in a calendar program", in.UID)
		}
		was, err := times(e.event)
		if err != nil {
			return err
		}
		start, err := moment("start", in.Start)
		if err != nil {
			return err
		}
		at := period{start: start, end: start.Add(was.end.Sub(was.start))}
		if in.End != "" {
			if at, err = between(in.Start, in.End); err != nil {
				return err
			}
		}
		if out = e.Event; at.start.Equal(was.start) && at.end.Equal(was.end) {
			return nil
		}
		if err := toolserver.Replace(c.files, e.File, []byte(moved(e.all, e.event, at, c.now()))); err != nil {
			return fmt.Errorf("the event could not be written: %w", err)
		}
		e, err = c.load(e.File)
		out = e.Event
		return err
	})
	return out, err
}

func (c *calendar) remove(_ context.Context, in Reference) (out Event, err error) {
	err = c.lock.Hold(func() error {
		e, err := c.find(events, in.UID)
		if errors.Is(err, errNone) {
			gone, err := c.find(deleted, in.UID)
			if out = gone.Event; errors.Is(err, errNone) {
				return fmt.Errorf("there is no event %q; list_events tells which there are", in.UID)
			}
			return err
		}
		if err != nil {
			return err
		}
		out = e.Event
		if out.File, err = c.free(strings.TrimSuffix(path.Base(e.File), ext)); err != nil {
			return err
		}
		return toolserver.Move(c.files, e.File, out.File)
	})
	return out, err
}

// free returns the name of a file among the deleted ones that is not there yet.
func (c *calendar) free(base string) (string, error) {
	for i := 1; ; i++ {
		name := path.Join(deleted, base+ext)
		if i > 1 {
			name = path.Join(deleted, fmt.Sprintf("%s-%d%s", base, i, ext))
		}
		if _, err := c.files.Root().Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, nil
		} else if err != nil {
			return "", err
		}
	}
}

func (c *calendar) known(uid string) (stored, error) {
	e, err := c.find(events, uid)
	if errors.Is(err, errNone) {
		return e, fmt.Errorf("there is no event %q; list_events tells which there are", uid)
	}
	return e, err
}

// when reads when a new event is to be: from a moment to another, or on whole days.
func when(start, end string) (at period, err error) {
	if at.start, err = time.Parse(time.DateOnly, start); err != nil {
		return between(start, end)
	}
	at.days, at.end = true, at.start.AddDate(0, 0, 1)
	if end == "" {
		return at, nil
	}
	if at.end, err = time.Parse(time.DateOnly, end); err != nil || !at.end.After(at.start) {
		return at, fmt.Errorf("end: %q is no day after %s", end, start)
	}
	return at, nil
}

// between reads the moments at which an event is to begin and to end.
func between(start, end string) (at period, err error) {
	if at.start, err = moment("start", start); err != nil {
		return at, err
	}
	if at.end, err = moment("end", end); err != nil {
		return at, err
	}
	if !at.end.After(at.start) {
		return at, fmt.Errorf("it would end at %s, which is not after its start", end)
	}
	return at, nil
}
