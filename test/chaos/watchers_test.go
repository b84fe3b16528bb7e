package chaos

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

const (
	// watchersEach is how many watchers share a connection.
	watchersEach = 250
	// freedWithin is how long it may take until all that watchers held is free.
	freedWithin = 30 * time.Second
)

// A watching is the watchers of one tenant, and what they have been shown.
type watching struct {
	tenant string
	n      int
	keys   []string // by which they watch

	mu    sync.Mutex
	shown map[string][]time.Time // when each watcher of its kind was shown it, by run
	open  sync.WaitGroup         // those that have not been shown all that there was
	over  sync.WaitGroup
	ended []error
}

// manyWatchers has many watch one orchestrator, by the keys of several tenants, while inputs
// go on at the other.
func manyWatchers(c *trial) {
	keys := filepath.Join(c.TempDir(), "keys.json")
	c.expect(os.WriteFile(keys, []byte(`{"keys": []}`), 0o600))
	issue := func(tenant, user string) string { // a file of keys is not read all the time
		k, text := auth.Issue(auth.Key{Name: tenant + "-" + user, Tenant: tenant, User: user, Kind: auth.Person, Scopes: auth.Scopes()}, time.Now())
		c.expect(auth.AddKey(c.Context(), keys, k))
		return text
	}
	const n = 10_000
	var all []*watching
	for tenant, n := range map[string]int{"acme": n * 8 / 10, "busy": n - n*8/10 - 20, "few": 20} {
		all = append(all, &watching{tenant: tenant, n: n, keys: []string{issue(tenant, "ann"), issue(tenant, "bob")}, shown: map[string][]time.Time{}})
	}
	limit := strconv.Itoa(2 * n)
	s := c.start(Layout{Production: true, Roles: map[string][]string{Orchestrator: {
		"auth.keys_file=" + keys, "limits.rate=0", "limits.streams=" + limit, "limits.streams_per_tenant=" + limit,
		fmt.Sprintf("limits.streams_per_connection=%d", watchersEach),
	}}})
	clients := map[string][]func(orchestrator int) weftapi.Client{}
	for _, w := range all {
		for _, key := range w.keys {
			clients[w.tenant] = append(clients[w.tenant], c.keyHolder(s, key))
		}
	}
	watched, others := s.Process(Orchestrator+"-1"), 1
	before, goroutines := residentOf(c, watched), c.measured(s, goroutinesLine)
	ctx, leave := context.WithCancel(c.Context())
	defer leave()
	begun := time.Now()
	for _, w := range all {
		w.openAll(ctx, clients[w.tenant])
	}
	for _, w := range all {
		w.open.Wait()
	}
	opened := time.Since(begun)
	if got := c.measured(s, openCallsLine); got != n {
		c.Errorf("the metrics tell of %d open calls, want %d", got, n)
	}

	// What each tenant does, and when the call that does it returned.
	done := map[string]map[string]time.Time{}
	var doing sync.WaitGroup
	var mu sync.Mutex
	for _, w := range all {
		done[w.tenant] = map[string]time.Time{}
		doing.Go(func() {
			for i := range 6 {
				api := clients[w.tenant][i%2](others)
				run, err := changeSomething(c.Context(), api, i)
				if err != nil {
					c.Errorf("%s: %v", w.tenant, err)
					return
				}
				mu.Lock()
				done[w.tenant][run] = time.Now()
				mu.Unlock()
			}
		})
	}
	doing.Wait()
	var latest []time.Duration
	for _, w := range all {
		for run, at := range done[w.tenant] {
			shown := w.waitUntilShown(c.Context(), run, w.n/2)
			if len(shown) < w.n/2 {
				c.Errorf("%s: %d of %d watchers were shown %s", w.tenant, len(shown), w.n/2, run)
				continue
			}
			latest = append(latest, slices.MaxFunc(shown, time.Time.Compare).Sub(at))
		}
	}
	slices.Sort(latest)
	with := residentOf(c, watched)
	leave()
	for _, w := range all {
		w.over.Wait()
		for _, err := range w.ended {
			c.Errorf("%s: a watch ended: %v", w.tenant, err)
		}
		for run := range w.shown {
			if _, own := done[w.tenant][run]; !own {
				c.Errorf("%s was shown %s, which is another's", w.tenant, run)
			}
		}
	}
	left := c.measured(s, openCallsLine)
	for late := time.Now().Add(freedWithin); left > 0 && time.Now().Before(late) && wait(c.Context(), lookEvery) == nil; {
		left = c.measured(s, openCallsLine)
	}
	// Connections stay open, each with three goroutines or four, and the process has others
	// than before it had done anything. A watcher that is left holds at least one.
	const ofOthers = n / 20
	held := c.measured(s, goroutinesLine)
	for late := time.Now().Add(freedWithin); held > goroutines+ofOthers && time.Now().Before(late) && wait(c.Context(), lookEvery) == nil; {
		held = c.measured(s, goroutinesLine)
	}
	if held > goroutines+ofOthers {
		c.Errorf("%d goroutines are left of the watchers", held-goroutines)
	}
	if left > 0 {
		c.Errorf("%d calls are open %v after the watchers left", left, freedWithin)
	}
	if len(latest) > 0 {
		c.Logf("%d watchers were open after %v; all were shown a change within %v (median of %d; the longest %v)",
			n, opened.Round(time.Millisecond), latest[len(latest)/2].Round(time.Millisecond), len(latest), latest[len(latest)-1].Round(time.Millisecond))
	}
	c.Logf("the orchestrator had %.0f MB resident before, %.0f MB with them: %.1f KB each", float64(before)/1e6, float64(with)/1e6, float64(with-before)/float64(n)/1e3)
	for _, fell := range s.Fell() {
		c.Error(fell)
	}
}

// keyHolder returns what connects the holder of a key to an orchestrator.
func (c *trial) keyHolder(s *Site, key string) func(int) weftapi.Client {
	trusted, err := identity.Load(identity.Files{CA: s.production.file(identity.AuthorityFile)}, nil)
	if err != nil {
		c.Fatal(err)
	}
	encrypted, err := trusted.CallServer("")
	if err != nil {
		c.Fatal(err)
	}
	return func(i int) weftapi.Client {
		conn, err := rpc.Dial(s.production.apis[i], rpc.Options{TLS: encrypted, Credential: credential.Token(key)})
		if err != nil {
			c.Fatal(err)
		}
		c.Cleanup(func() { _ = conn.Close() })
		return weftapi.NewClient(conn)
	}
}

// openAll opens the watches: each second one is of runs, the others are of pauses.
func (w *watching) openAll(ctx context.Context, clients []func(int) weftapi.Client) {
	w.open.Add(w.n)
	for i := 0; i < w.n; i += watchersEach {
		api := clients[i/watchersEach%len(clients)](0)
		for j := i; j < min(i+watchersEach, w.n); j++ {
			w.over.Go(func() {
				caught := sync.OnceFunc(w.open.Done)
				defer caught()
				err := w.watchOne(ctx, api, j%2 == 0, caught)
				if ctx.Err() == nil {
					w.mu.Lock()
					defer w.mu.Unlock()
					w.ended = append(w.ended, err)
				}
			})
		}
	}
}

func (w *watching) watchOne(ctx context.Context, api weftapi.Client, ofRuns bool, caught func()) error {
	show := func(run string) {
		if run != "" {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.shown[run] = append(w.shown[run], time.Now())
		}
	}
	if ofRuns {
		stream, err := api.WatchRuns(ctx, &orchestratorv1.WatchRunsRequest{})
		return takeAll(stream, err, func(m *orchestratorv1.WatchRunsResponse) {
			if m.GetEvent().GetCaughtUp() != nil {
				caught()
			}
			if changed := m.GetEvent().GetChanged(); changed.GetBegan() && changed.GetGraph() == "notes" {
				show(changed.GetRunId())
			}
		})
	}
	stream, err := api.WatchPauses(ctx, &orchestratorv1.WatchPausesRequest{})
	return takeAll(stream, err, func(m *orchestratorv1.WatchPausesResponse) {
		if m.GetEvent().GetCaughtUp() != nil {
			caught()
		}
		show(m.GetEvent().GetOpened().GetRunId())
	})
}

// takeAll has each message of a stream taken until it ends.
func takeAll[M any](stream grpc.ServerStreamingClient[M], err error, take func(*M)) error {
	for err == nil {
		var m *M
		if m, err = stream.Recv(); err == nil {
			take(m)
		}
	}
	return err
}

// waitUntilShown returns when a run was shown, once it was that often.
func (w *watching) waitUntilShown(ctx context.Context, run string, often int) []time.Time {
	for late := time.Now().Add(healing); ; {
		w.mu.Lock()
		shown := slices.Clone(w.shown[run])
		w.mu.Unlock()
		if len(shown) >= often || time.Now().After(late) || wait(ctx, lookEvery) != nil {
			return shown
		}
	}
}

// changeSomething keeps a note, which watchers of runs are shown, or proposes a plan, which
// watchers of pauses are, and returns the run.
func changeSomething(ctx context.Context, api weftapi.Client, i int) (string, error) {
	if i%2 == 0 {
		res, err := api.SubmitInput(ctx, &orchestratorv1.SubmitInputRequest{Input: mesh.InputAt(fmt.Sprintf("Log: ran %d km", i+1), mesh.Now())})
		return res.GetRun().GetId(), err
	}
	res, err := api.ProposePlan(ctx, &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: &planv1.Content{
		Objective: fmt.Sprint("Plan ", i), Steps: []*planv1.Step{{Id: "1", Description: "Do it"}},
	}}})
	return strings.TrimPrefix(res.GetPlan().GetId(), "PLAN-"), err
}

// residentOf returns the memory that a process has resident, in bytes.
func residentOf(c *trial, p *Process) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.running().cmd.Process.Pid))
	if err != nil {
		c.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		c.Fatal(err)
	}
	return kib << 10
}

var (
	openCallsLine  = regexp.MustCompile(`(?m)^weft_calls_open\{.*\} (\d+)`)
	goroutinesLine = regexp.MustCompile(`(?m)^go_goroutines (\d+)`)
)

// measured returns the sum of what the first orchestrator shows Prometheus on such lines.
func (c *trial) measured(s *Site, line *regexp.Regexp) (n int) {
	res, err := http.Get("http://" + s.production.metrics[0] + "/metrics")
	if err != nil {
		c.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	page, err := io.ReadAll(res.Body)
	if err != nil {
		c.Fatal(err)
	}
	for _, m := range line.FindAllStringSubmatch(string(page), -1) {
		of, _ := strconv.Atoi(m[1])
		n += of
	}
	return n
}
