package runlog

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// record is what a record of one event looks like.
func record(t *testing.T, e *runv1.Event) []byte {
	t.Helper()
	data, err := proto.Marshal(&runv1.Record{Events: []*runv1.Event{e}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// retried is an event of a size.
func retried(sequence int64, size int) *runv1.Event {
	return &runv1.Event{Sequence: sequence, Kind: &runv1.Event_Retried{Retried: &runv1.Retried{User: strings.Repeat("u", size)}}}
}

// untilWatched watches a run and returns the sequences of the events that it is shown,
// up to one of at least last. begun is called at the first.
func untilWatched(t *testing.T, l *Log, k Key, last int64, begun func()) (seen []int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	err := l.Watch(ctx, k, 1, func(s Seen) error {
		if len(seen) == 0 {
			begun()
		}
		seen = append(seen, s.Event.GetSequence())
		if s.Event.GetSequence() >= last {
			return Stop()
		}
		return nil
	})
	if err != nil {
		t.Fatalf("after %v: %v", seen, err)
	}
	return seen
}

func TestAWatcherIsToldWhatFollowsAndReadsTheRest(t *testing.T) {
	t.Parallel()
	// Only what was said has an event 7, and only the log an event 2.
	for name, c := range map[string]struct {
		said func(first uint64) word
		want []int64
	}{
		"the next record":                  {func(first uint64) word { return word{first + 9, first, record(t, retried(7, 1))} }, []int64{1, 7}},
		"one that others go before":        {func(first uint64) word { return word{first + 9, first + 8, record(t, retried(7, 1))} }, []int64{1, 2}},
		"one that was seen":                {func(first uint64) word { return word{first, first, record(t, retried(7, 1))} }, []int64{1, 2}},
		"one that can't be read":           {func(first uint64) word { return word{first + 9, first, []byte("no record")} }, []int64{1, 2}},
		"one that is too large to be told": {func(first uint64) word { return word{first + 9, first, record(t, retried(7, mostTold+1))} }, []int64{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := openLog(t)
			k := Key{"local", "run"}
			other := Key{"local", "other"}
			for _, of := range []Key{other, k} { // so that there are records before the run's
				if err := l.Start(t.Context(), of, started(of.Run)); err != nil {
					t.Fatal(err)
				}
			}
			seen := untilWatched(t, l, k, 2, func() {
				_, j, err := l.Load(t.Context(), k)
				if err != nil {
					t.Fatal(err)
				}
				l.say(k, c.said(j.last))
				if err := j.Append(t.Context(), []*runv1.Event{retried(2, 1)}, graph.Standing{Status: graph.Running}); err != nil {
					t.Fatal(err)
				}
			})
			if !slices.Equal(seen, c.want) {
				t.Errorf("it is shown the events %v, want %v", seen, c.want)
			}
		})
	}
}

func TestAWatcherSeesARecordThatIsTooLargeToBeTold(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	k := Key{"local", "run"}
	if err := l.Start(t.Context(), k, started(k.Run)); err != nil {
		t.Fatal(err)
	}
	seen := untilWatched(t, l, k, 4, func() {
		_, j, err := l.Load(t.Context(), k)
		if err != nil {
			t.Fatal(err)
		}
		for i, size := range []int{1, mostTold + 1, 1} {
			if err := j.Append(t.Context(), []*runv1.Event{retried(int64(i+2), size)}, graph.Standing{Status: graph.Running}); err != nil {
				t.Fatal(err)
			}
		}
	})
	if want := []int64{1, 2, 3, 4}; !slices.Equal(seen, want) {
		t.Errorf("it is shown the events %v, want %v", seen, want)
	}
}
