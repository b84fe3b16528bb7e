package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"sync"
	"time"
)

const (
	// sparingTime is for how long one warning stands for all of its cause.
	sparingTime = time.Minute
	// mostCauses bounds how many causes are remembered, some hundred bytes each.
	mostCauses = 1000
)

// SameCause is the value of an attribute that says what a warning is about, for Sparing: of
// records with the same message and the same cause one a minute is logged, however
// different their other attributes are. The attribute itself is not logged.
type SameCause string

// Sparing returns a logger that logs one warning, or error, of each cause a minute, since
// what is away is missed by every call. The next one says how many were held back. Those
// who debug see all of them, at their level. Where none is said, the message with its
// texts and errors is the cause, whatever numbers and times it tells.
func Sparing(log *slog.Logger) *slog.Logger {
	return slog.New(sparing{Handler: log.Handler(), said: &said{by: map[string]*saying{}}})
}

type sparing struct {
	slog.Handler
	said  *said
	cause about // of the attributes of the logger
}

// about is what a cause is made of.
type about struct {
	said  string // as SameCause
	named bool   // it is
	texts string // of the other attributes
}

// splitOff adds attributes to the cause, and returns those that are logged.
func (c *about) splitOff(attrs []slog.Attr) []slog.Attr {
	return slices.DeleteFunc(slices.Clone(attrs), func(a slog.Attr) bool {
		of, ok := a.Value.Any().(SameCause)
		if ok {
			c.said, c.named = string(of), true
		} else {
			c.texts += causeOf(a)
		}
		return ok
	})
}

func (c *about) key() string {
	if c.named {
		return "\x00" + c.said
	}
	return c.texts
}

func (h sparing) WithAttrs(attrs []slog.Attr) slog.Handler {
	h.Handler = h.Handler.WithAttrs(h.cause.splitOff(attrs))
	return h
}

func (h sparing) WithGroup(name string) slog.Handler {
	h.Handler, h.cause.texts = h.Handler.WithGroup(name), h.cause.texts+"\x00"+name
	return h
}

func (h sparing) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return h.Handler.Handle(ctx, r)
	}
	all := make([]slog.Attr, 0, r.NumAttrs())
	r.Attrs(func(a slog.Attr) bool { all = append(all, a); return true })
	all = h.cause.splitOff(all) // h is a copy
	r = slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.AddAttrs(all...)
	held, first := h.said.countRecord(withoutNumbers(r.Message)+h.cause.key(), r.Time)
	switch {
	case !first && !h.Enabled(ctx, slog.LevelDebug):
		return nil
	case !first:
		r.Level = slog.LevelDebug
	case held > 0:
		r.AddAttrs(slog.Int(LogHeldBack, held))
	}
	return h.Handler.Handle(ctx, r)
}

// causeOf returns what an attribute adds to a cause.
func causeOf(a slog.Attr) string {
	switch value := a.Value.Resolve(); value.Kind() {
	case slog.KindString:
		return "\x00" + a.Key + "=" + value.String()
	case slog.KindAny: // an error, which may name a port or a time
		return "\x00" + a.Key + "=" + withoutNumbers(fmt.Sprint(value.Any()))
	case slog.KindGroup:
		out := ""
		for _, member := range value.Group() {
			out += causeOf(member)
		}
		return out
	}
	return ""
}

var number = regexp.MustCompile(`[0-9]+`)

func withoutNumbers(text string) string { return number.ReplaceAllString(text, "0") }

// said is what was logged in the last minute.
type said struct {
	mu sync.Mutex
	by map[string]*saying
}

type saying struct {
	at   time.Time
	held int // since
}

// countRecord reports whether a record is the first of its cause in a minute, and how many were
// held back since the one before.
func (s *said) countRecord(key string, now time.Time) (held int, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.by[key]
	if last != nil && now.Sub(last.at) < sparingTime {
		last.held++
		return 0, false
	}
	if last == nil {
		s.forgetOldCauses(now)
		last = &saying{}
		s.by[key] = last
	}
	held, *last = last.held, saying{at: now}
	return held, true
}

// forgetOldCauses makes room for another cause.
func (s *said) forgetOldCauses(now time.Time) {
	if len(s.by) < mostCauses {
		return
	}
	for key, one := range s.by {
		if now.Sub(one.at) >= sparingTime {
			delete(s.by, key)
		}
	}
	if len(s.by) >= mostCauses {
		clear(s.by)
	}
}
