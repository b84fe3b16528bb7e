package footprint

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/proto/weftapi"
)

const (
	// watchers is the variable that says with how many watchers to measure.
	watchers = "WEFT_WATCHERS"
	// watchersEach is how many of them share a connection.
	watchersEach = 500
	// changes is how many changes are measured.
	changes = 10
)

// A watch is one kind of watch, and what changes what it shows.
type watch struct {
	name string
	// open begins a watch, and returns what waits for its next event and says whether that
	// is the one that tells of a change, by the mark of the change.
	open   func(context.Context, weftapi.Client) (next func() (mark string, err error), err error)
	change func(t *testing.T, s *server, n int) (mark string)
}

// caughtUp is the mark of the event that all has been told that there was.
const caughtUp = "caught up"

var watchKinds = []watch{
	{"WatchRuns", func(ctx context.Context, api weftapi.Client) (func() (string, error), error) {
		stream, err := api.WatchRuns(ctx, &orchestratorv1.WatchRunsRequest{})
		return func() (string, error) {
			m, err := stream.Recv()
			if m.GetEvent().GetCaughtUp() != nil {
				return caughtUp, err
			}
			if c := m.GetEvent().GetChanged(); c.GetBegan() {
				return c.GetRunId(), err
			}
			return "", err
		}, err
	}, func(t *testing.T, s *server, n int) string {
		res, err := s.api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: &orchestratorv1.Input{
			Text: fmt.Sprintf("Ran %d km", n+1), Intent: commonv1.InputType_INPUT_TYPE_LOG,
		}})
		if err != nil {
			t.Fatal(err)
		}
		return res.GetRun().GetId()
	}},
	{"WatchPauses", func(ctx context.Context, api weftapi.Client) (func() (string, error), error) {
		stream, err := api.WatchPauses(ctx, &orchestratorv1.WatchPausesRequest{})
		return func() (string, error) {
			m, err := stream.Recv()
			if m.GetEvent().GetCaughtUp() != nil {
				return caughtUp, err
			}
			return m.GetEvent().GetOpened().GetRunId(), err
		}, err
	}, func(t *testing.T, s *server, n int) string {
		return strings.TrimPrefix(s.propose(t, n).GetId(), "PLAN-")
	}},
	{"WatchPlans", func(ctx context.Context, api weftapi.Client) (func() (string, error), error) {
		stream, err := api.WatchPlans(ctx, &orchestratorv1.WatchPlansRequest{})
		return func() (string, error) {
			m, err := stream.Recv()
			if e := m.GetEvent(); e != nil && e.GetPlan() == nil {
				return caughtUp, err
			}
			return m.GetEvent().GetPlan().GetId(), err
		}, err
	}, func(t *testing.T, s *server, n int) string { return s.propose(t, n).GetId() }},
}

func (s *server) propose(t *testing.T, n int) *orchestratorv1.Plan {
	t.Helper()
	res, err := s.api.ProposePlan(t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: &planv1.Content{
		Objective: fmt.Sprint("Plan ", n), Steps: []*planv1.Step{{Id: "1", Description: "Do it"}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return res.GetPlan()
}

// TestManyWatchers prints what watchers cost a server.
func TestManyWatchers(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(watchers))
	if n < 1 {
		t.Skip("run make bench-watching")
	}
	for _, kind := range watchKinds {
		kind.measure(t, n)
	}
}

func (k watch) measure(t *testing.T, n int) {
	limit := strconv.Itoa(2 * n)
	s := start(t, "limits.rate=0", "log.level=warn", "limits.streams="+limit, "limits.streams_per_tenant="+limit, "limits.streams_per_connection=1000")
	time.Sleep(idle)
	before := s.memory(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var caught, over sync.WaitGroup
	seen := make(chan seenAt, n)
	began := time.Now()
	var broken atomic.Int64
	for i := 0; i < n; i += watchersEach {
		api := weftapi.NewClient(s.dial(t))
		for range min(watchersEach, n-i) {
			caught.Add(1)
			over.Go(func() {
				next, err := k.open(ctx, api)
				for err == nil {
					var mark string
					switch mark, err = next(); {
					case err != nil:
					case mark == caughtUp:
						caught.Done()
					case mark != "":
						seen <- seenAt{mark, time.Now()}
					}
				}
				if ctx.Err() == nil {
					broken.Add(1)
					t.Error(err)
				}
			})
		}
	}
	caught.Wait()
	opened := time.Since(began)
	time.Sleep(idle)
	after, busy := s.memory(t), s.processor(t)
	time.Sleep(2 * idle)
	busy = s.processor(t) - busy
	t.Logf("%s: %d watchers are open after %v, with %.1f KB each; before them %v, with them %v", k.name, n, opened.Round(time.Millisecond),
		float64(after.Resident-before.Resident)/float64(n)/1e3, before, after)
	t.Logf("  at rest the server takes %.1f %% of a processor", 100*busy.Seconds()/(2*idle).Seconds())
	var first, last distribution
	busy = s.processor(t)
	for i := range changes {
		began := time.Now()
		mark := k.change(t, s, i)
		times := make([]time.Duration, 0, n)
		told := map[string]int{}
		for len(times) < n {
			at := <-seen
			if told[at.mark]++; at.mark == mark {
				times = append(times, at.when.Sub(began))
			}
		}
		first, last = append(first, distribution(times).least()), append(last, distribution(times).most())
	}
	t.Logf("  from a call that changes something until the first watcher hears of it: %v", first)
	t.Logf("  until all do: %v; %.2f s of a processor a change", last, (s.processor(t)-busy).Seconds()/changes)
	began = time.Now()
	cancel()
	over.Wait()
	time.Sleep(2 * idle)
	t.Logf("  %v after they have left: %v", time.Since(began).Round(time.Second), s.memory(t))
}

// seenAt is when a watcher heard of a change.
type seenAt struct {
	mark string
	when time.Time
}

func (d distribution) least() time.Duration {
	least := d[0]
	for _, t := range d {
		least = min(least, t)
	}
	return least
}

func (d distribution) most() time.Duration {
	most := d[0]
	for _, t := range d {
		most = max(most, t)
	}
	return most
}

// processor returns what the server has had of processors.
func (s *server) processor(t *testing.T) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	var ticks int64
	for _, f := range fields[11:13] { // utime and stime
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / 100
}
