package runlog

import (
	"context"
	"errors"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// pastDamageTries is how often a record is written past damage: whatever else is written
// meanwhile, to any run, refuses it.
const pastDamageTries = 50

// pastDamage writes a record that the server has refused for its place, if that is
// because the run's last record is damaged: the server can't compare what it can't read,
// and refuses every record of the run. Then the end of the whole stream takes the place
// of the run's end: the record is kept if nothing at all was written since the stream was
// looked at. That nothing is found of a run is not enough, since in a cluster records are
// counted before they can be read.
func (l *Log) pastDamage(ctx context.Context, k Key, m *nats.Msg) (uint64, error) {
	for range pastDamageTries {
		info, err := l.runs.Info(ctx)
		if err != nil {
			return 0, storage(ctx, err)
		}
		switch damaged, err := l.endDamaged(ctx, k); {
		case err != nil:
			return 0, storage(ctx, err)
		case !damaged:
			return 0, graph.ErrFenced
		}
		m.Header.Del(jetstream.ExpectedLastSubjSeqHeader)
		m.Header.Set(jetstream.ExpectedLastSeqHeader, strconv.FormatUint(info.State.LastSeq, 10))
		last, err := l.records.alone(ctx, m)
		if !fenced(err) {
			return last, err
		}
	}
	return 0, graph.ErrFenced
}

// endDamaged reports whether the last record of a run is there and can't be read.
func (l *Log) endDamaged(ctx context.Context, k Key) (bool, error) {
	_, err := l.runs.GetLastMsgForSubject(ctx, k.log())
	if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, err
	}
	info, err := l.runs.Info(ctx, jetstream.WithSubjectFilter(k.log()))
	if err != nil {
		return false, err
	}
	return len(info.State.Subjects) > 0, nil // else the run has expired
}
