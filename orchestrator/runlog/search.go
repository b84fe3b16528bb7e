package runlog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unique"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"golang.org/x/sync/errgroup"
)

// A Standing is what a run's last record says of it.
type Standing struct {
	Graph       string // "" of a damaged record
	Status      string // as in Summary
	Disposition string // of a run that has completed
}

// Ended reports whether the run has ended.
func (s Standing) Ended() bool { return isEndStatus(s.Status) }

// A Beginning is what a run's first record says of it.
type Beginning struct {
	User, Thread string
	Time         time.Time
	Labels       map[string]string // not to be changed
}

// BeginningOf returns what a run's first event says of it.
func BeginningOf(first *runv1.Event) Beginning {
	s := first.GetStarted()
	return Beginning{
		User: unique.Make(s.GetUser()).Value(), Thread: s.GetThreadId(),
		Time: first.GetTime().AsTime(), Labels: s.GetLabels(),
	}
}

// A Query says which runs of a tenant are meant. What is nil or zero means all.
type Query struct {
	Before    string // only runs that are older than this one
	Standing  func(Standing) bool
	Beginning func(Beginning) bool
	// Summary tells what the others can't. Each run that they mean is read for it.
	Summary func(Summary) bool
	// Count has all runs counted that the rest means, also those that are not older than
	// Before, and beyond the limit.
	Count bool
}

// Found are runs that a query means, newest first.
type Found struct {
	Runs  []Summary
	More  bool // there are older ones
	Total int  // how many there are in all, if the query has them counted
}

// Search returns the newest runs of a tenant that a query means, limit at most.
//
// How a run stood is remembered with the number of its records, and its beginning for good,
// so that a few among many are found at once.
func (l *Log) Search(ctx context.Context, tenant string, q Query, limit int) (out Found, err error) {
	if !token.MatchString(tenant) {
		return Found{}, nil
	}
	prefix := "weft.run." + tenant + "."
	info, err := l.runs.Info(ctx, jetstream.WithSubjectFilter(prefix+"*"))
	if err != nil {
		return Found{}, fmt.Errorf("list runs: %w", err)
	}
	var runs []counted
	for subject, records := range info.State.Subjects {
		if id := strings.TrimPrefix(subject, prefix); q.Count || q.Before == "" || id < q.Before {
			runs = append(runs, counted{Key{tenant, id}, records})
		}
	}
	slices.SortFunc(runs, func(a, b counted) int { return strings.Compare(b.Run, a.Run) })
	for n, r := range runs {
		if n%askedTogether == 0 {
			if err := l.learn(ctx, q, runs[n:min(len(runs), n+askedTogether)]); err != nil {
				return Found{}, err
			}
		}
		older := q.Before == "" || r.Run < q.Before
		listed := older && len(out.Runs) < limit
		s, meant, err := l.look(ctx, q, r, listed)
		switch {
		case err != nil:
			return Found{}, err
		case !meant:
			continue
		case listed:
			out.Runs = append(out.Runs, s)
		case older && !q.Count:
			return Found{Runs: out.Runs, More: true}, nil
		}
		out.More = out.More || older && !listed
		out.Total++
	}
	if !q.Count {
		out.Total = 0
	}
	return out, nil
}

// look reports whether a run is meant, and reads it if that is not known otherwise, or if it
// is to be listed.
func (l *Log) look(ctx context.Context, q Query, r counted, listed bool) (Summary, bool, error) {
	meant, known := l.meant(q, r)
	if !meant || known && !listed && q.Summary == nil {
		return Summary{}, meant, nil
	}
	s, err := l.summary(ctx, r.Key)
	if errors.Is(err, ErrNotFound) {
		return Summary{}, false, nil // expired meanwhile
	}
	return s, err == nil && q.means(s), err
}

// A counted run is one with the number of its records.
type counted struct {
	Key
	records uint64
}

// means reports whether a run that was read is meant: it may have gone on since it was known.
func (q Query) means(s Summary) bool {
	return (q.Standing == nil || q.Standing(s.standing)) &&
		(q.Beginning == nil || q.Beginning(BeginningOf(s.First))) && (q.Summary == nil || q.Summary(s))
}

// meant reports whether a run may be meant by what is remembered of it, and whether that is
// all that the query asks but for its summary.
func (l *Log) meant(q Query, r counted) (meant, known bool) {
	known = true
	if q.Standing != nil {
		s, remembered := l.standings.get(r.log(), r.records)
		if remembered && !q.Standing(s) {
			return false, true
		}
		known = remembered
	}
	if q.Beginning != nil {
		b, remembered := l.beginnings.get(r.log(), 1)
		if remembered && !q.Beginning(b) {
			return false, true
		}
		known = known && remembered
	}
	return true, known
}

// askedTogether is of how many runs it is asked how they stand, before any of them is listed.
const askedTogether = 64

// learn finds out of runs what a query asks and is not known.
func (l *Log) learn(ctx context.Context, q Query, runs []counted) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(askedAtOnce)
	for _, r := range runs {
		if q.Standing != nil && !l.standings.has(r.log(), r.records) {
			group.Go(func() error { return l.learnStanding(ctx, r) })
		}
		if q.Beginning != nil && !l.beginnings.has(r.log(), 1) {
			group.Go(func() error { return l.learnBeginning(ctx, r.Key) })
		}
	}
	return group.Wait()
}

func (l *Log) learnStanding(ctx context.Context, r counted) error {
	m, err := l.last(ctx, r.Key)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // removed meanwhile
	}
	if err != nil {
		return fmt.Errorf("read run %s: %w", r.Run, err)
	}
	// Should it have got a record since, this one is not the last.
	l.standings.note(r.log(), r.records, standingOf(m.Header, lastEvent(m)))
	return nil
}

// standingOf tells how a run stands by its last record and event.
func standingOf(header nats.Header, last *runv1.Event) Standing {
	s := Standing{
		Status:      unique.Make(header.Get(headerStatus)).Value(),
		Disposition: unique.Make(last.GetCompleted().GetDisposition()).Value(),
	}
	if pool, ok := parsePool(header.Get(headerGraph)); ok {
		s.Graph = unique.Make(pool.Graph).Value()
	}
	return s
}

func (l *Log) learnBeginning(ctx context.Context, k Key) error {
	m, err := l.runs.Next(ctx, 1, k.log())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // removed meanwhile
	}
	if err != nil {
		return fmt.Errorf("read run %s: %w", k.Run, err)
	}
	l.beginnings.note(k.log(), 1, BeginningOf(firstEvent(m)))
	return nil
}
