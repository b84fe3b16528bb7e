package runlog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

const (
	// headerPauses has the ids of the pauses that are open after a record, with a space
	// between them. It is there when there are none, too: records of earlier builds have
	// no such header, and neither has one with more ids than mostPauses takes.
	headerPauses = "Weft-Pauses"
	// mostPauses bounds the header, in bytes: every record of the run carries it, and the
	// server takes 64 KiB of headers.
	mostPauses = 16 << 10
	// askedAtOnce is how many last records are asked for side by side.
	askedAtOnce = 8
)

func setPauses(h nats.Header, ids []string) {
	if text := strings.Join(ids, " "); len(text) <= mostPauses {
		h.Set(headerPauses, text)
	}
}

// unpaused reports whether a run surely has no open pause after the record with these
// headers.
func unpaused(h nats.Header) bool {
	if pauses := h.Values(headerPauses); len(pauses) > 0 {
		return pauses[0] == ""
	}
	switch h.Get(headerStatus) {
	case graph.Waiting.String(), graph.Running.String(): // one branch may wait while another is at work
		return false
	}
	return true
}

// A Paused is a run that has open pauses.
type Paused struct {
	Key  Key
	Pool Pool // that it walks; of a damaged record it is empty
}

// Paused returns the runs of a tenant that have open pauses, oldest first, and those that
// may have some: of runs whose last record an earlier build has written that is not known.
//
// What a run had left open is remembered with the number of its records, so only runs that
// pause, or that have changed since this process looked last, are looked at.
func (l *Log) Paused(ctx context.Context, tenant string) ([]Paused, error) {
	if !token.MatchString(tenant) {
		return nil, nil
	}
	info, err := l.runs.Info(ctx, jetstream.WithSubjectFilter(Key{tenant, "*"}.log()))
	if err != nil {
		return nil, fmt.Errorf("list paused runs: %w", storage(ctx, err))
	}
	subjects := slices.DeleteFunc(oldestFirst(info), func(subject string) bool {
		return l.unpaused.has(subject, info.State.Subjects[subject])
	})
	found := make([][]Paused, len(subjects))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(askedAtOnce)
	for n, subject := range subjects {
		k, ok := keyOf(subject)
		if !ok {
			continue
		}
		group.Go(func() (err error) {
			found[n], err = l.PausedRun(ctx, k)
			if errors.Is(err, ErrNotFound) {
				return nil // removed meanwhile
			}
			if err == nil && found[n] == nil {
				// Should it have got a record since, this one is not the last.
				l.unpaused.note(subject, info.State.Subjects[subject], struct{}{})
			}
			return err
		})
	}
	err = group.Wait()
	return slices.Concat(found...), err
}

// PausedRun is Paused for one run. It fails with ErrNotFound if there is no such run.
func (l *Log) PausedRun(ctx context.Context, k Key) ([]Paused, error) {
	if err := k.valid(); err != nil {
		return nil, err
	}
	m, err := l.last(ctx, k)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, fmt.Errorf("run %s: %w", k.Run, ErrNotFound)
	case err != nil:
		return nil, fmt.Errorf("read run %s: %w", k.Run, storage(ctx, err))
	case unpaused(m.Header):
		return nil, nil
	}
	pool, _ := parsePool(m.Header.Get(headerGraph))
	return []Paused{{k, pool}}, nil
}
