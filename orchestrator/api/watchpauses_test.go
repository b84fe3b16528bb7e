package api

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// pausesSeen is a stream of what happens among pauses, which ends when until says so.
type pausesSeen struct {
	grpc.ServerStream
	ctx    context.Context
	until  func(*orchestratorv1.PausesEvent) bool
	events []*orchestratorv1.PausesEvent
}

func (s *pausesSeen) Context() context.Context { return s.ctx }

func (s *pausesSeen) Send(r *orchestratorv1.WatchPausesResponse) error {
	s.events = append(s.events, r.GetEvent())
	if s.until != nil && s.until(r.GetEvent()) {
		return errEnough
	}
	return nil
}

// watchPauses returns what is shown of pauses: until something is, or all that is there.
func (o *office) watchPauses(t *testing.T, req *orchestratorv1.WatchPausesRequest, until func(*orchestratorv1.PausesEvent) bool) []*orchestratorv1.PausesEvent {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	s := &pausesSeen{ctx: ctx, until: until}
	req.UntilCaughtUp = until == nil
	if err := o.WatchPauses(req, s); err != nil && !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	return s.events
}

// said is an event in words, with the runs' names.
func (n names) said(e *orchestratorv1.PausesEvent) string {
	switch k := e.GetKind().(type) {
	case *orchestratorv1.PausesEvent_Opened:
		return "opened " + n[k.Opened.GetRunId()] + " " + k.Opened.GetState()
	case *orchestratorv1.PausesEvent_Closed:
		c := k.Closed
		reason := strings.ToLower(strings.TrimPrefix(c.GetReason().String(), "REASON_"))
		words := []string{"closed", n[c.GetRunId()], reason, c.GetOutcome(), c.GetUser()}
		if c.GetRunStatus() != orchestratorv1.RunReport_STATUS_UNSPECIFIED {
			words = append(words, c.GetRunStatus().String())
		}
		return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
	case *orchestratorv1.PausesEvent_CaughtUp:
		return "caught up"
	}
	return fmt.Sprint(e)
}

// names are the names of runs by their ids.
type names map[string]string

func (n names) all(events []*orchestratorv1.PausesEvent) (said []string) {
	for _, e := range events {
		said = append(said, n.said(e))
	}
	return said
}

// A board is what a client knows of open pauses.
type board map[string]bool

func (b board) see(events []*orchestratorv1.PausesEvent) board {
	for _, e := range events {
		switch k := e.GetKind().(type) {
		case *orchestratorv1.PausesEvent_Opened:
			b[k.Opened.GetRunId()+" "+k.Opened.GetId()] = true
		case *orchestratorv1.PausesEvent_Closed:
			delete(b, k.Closed.GetRunId()+" "+k.Closed.GetPauseId())
		}
	}
	return b
}

func (o *office) decline(t *testing.T, run, state string) {
	t.Helper()
	for _, p := range o.get(t, run).GetPauses() {
		if p.GetState() != state {
			continue
		}
		if _, err := o.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: run, InterruptId: p.GetId(), Decline: true}); err != nil {
			t.Fatal(err)
		}
	}
	o.watch(t, run)
}

func TestPausesAreWatchedAsTheyOpenAndClose(t *testing.T) {
	t.Parallel()
	srv, fall := serveBus(t), make(chan error)
	var clouds atomic.Bool
	o := openOffice(t, srv, true, outings(t), bills(t), errands(t, func(ctx context.Context) error {
		if !clouds.Load() {
			return nil
		}
		select {
		case err := <-fall:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}))
	name := names{}
	begin := func(graph, what string) string {
		t.Helper()
		id := o.run(t, graph, what)
		name[id] = what
		return id
	}
	trip := begin("outings", "trip")
	live := make(chan *orchestratorv1.PausesEvent, 100)
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() {
		over <- o.WatchPauses(&orchestratorv1.WatchPausesRequest{}, &pausesSeen{ctx: ctx, until: func(e *orchestratorv1.PausesEvent) bool {
			live <- e
			return false
		}})
	}()
	var all []*orchestratorv1.PausesEvent
	expect := func(want ...string) {
		t.Helper()
		for _, w := range want {
			select {
			case e := <-live:
				all = append(all, e)
				if got := name.said(e); got != w {
					t.Fatalf("%q is shown, want %q", got, w)
				}
			case <-time.After(30 * time.Second):
				t.Fatalf("%q is not shown", w)
			}
		}
	}
	expect("opened trip APPROVE", "opened trip WHERE", "opened trip WHO", "caught up")

	bread := begin("errands", "bread")
	expect("opened bread ASK")
	if _, err := o.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: bread, Answers: []*orchestratorv1.QuestionAnswer{{Text: "rye"}}}); err != nil {
		t.Fatal(err)
	}
	expect("closed bread answered said me")
	milk := begin("errands", "milk")
	o.decline(t, milk, "ASK")
	expect("opened milk ASK", "closed milk declined unsaid me")
	o.decline(t, trip, "WHERE") // one of three
	expect("closed trip declined anywhere me")
	eggs := begin("errands", "eggs")
	if err := o.runs.Cancel(t.Context(), runlog.Key{Tenant: "local", Run: eggs}, me, ""); err != nil {
		t.Fatal(err)
	}
	expect("opened eggs ASK", "closed eggs run_ended me CANCELLED")
	clouds.Store(true)
	salt := o.start(t, "errands", "salt")
	name[salt] = "salt"
	expect("opened salt ASK")
	clouds.Store(false)
	fall <- errRain
	expect("closed salt run_ended FAILED")
	if _, err := o.RetryRun(t.Context(), &orchestratorv1.RetryRunRequest{RunId: salt}); err != nil {
		t.Fatal(err)
	}
	o.watch(t, salt)
	expect("opened salt ASK")
	soon := begin("errands", "soon")
	if err := o.WatchRun(&orchestratorv1.WatchRunRequest{RunId: soon}, &seen{ctx: t.Context()}); err != nil { // to its end
		t.Fatal(err)
	}
	expect("opened soon ASK", "closed soon expired late")
	stop()
	if err := <-over; !errors.Is(err, context.Canceled) {
		t.Errorf("the watch ends with %v", err)
	}

	open := board{}
	for _, p := range o.pauses(t) {
		open[p] = true
	}
	if len(open) != 3 {
		t.Fatalf("%v is open", open)
	}
	// Whoever goes on after any event, of a watch from any place, comes to the same end and
	// hears of each close.
	starts := map[string][]*orchestratorv1.PausesEvent{
		"that was there": all,
		"from 0":         o.watchPauses(t, &orchestratorv1.WatchPausesRequest{}, nil),
		"from 1":         o.watchPauses(t, &orchestratorv1.WatchPausesRequest{FromSequence: 1}, nil),
	}
	for which, events := range starts {
		for i, e := range events {
			rest := o.watchPauses(t, &orchestratorv1.WatchPausesRequest{FromSequence: e.GetSequence() + 1}, nil)
			if got := (board{}).see(events[:i+1]).see(rest); !maps.Equal(got, open) {
				t.Errorf("a watch %s, taken up after %d events: %v is open, want %v", which, i+1, got, open)
			}
			heard := name.all(rest)
			for _, later := range name.all(events[i+1:]) {
				if strings.HasPrefix(later, "closed") && !slices.Contains(heard, later) {
					t.Errorf("a watch %s, taken up after %d events, does not show %q", which, i+1, later)
				}
			}
			if i > 0 && e.GetSequence() < events[i-1].GetSequence() {
				t.Errorf("a watch %s: event %d has a place before event %d", which, i, i-1)
			}
		}
	}
	headersHold(t, srv)
}

func TestPausesAreWatchedByGraphKindAndWhoMayAnswer(t *testing.T) {
	t.Parallel()
	b, who := agency(t)
	clerk, boss := who["clerk"], who["boss"]
	run := b.begin(t, clerk, "a walk").GetId()
	if _, err := clerk.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: run, InterruptId: clerk.at(t, run, "WHERE").GetId(), Decline: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := boss.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: run, InterruptId: boss.at(t, run, "APPROVE").GetId(), OptionId: "go"}); err != nil {
		t.Fatal(err)
	}
	b.watch(t, run)
	type req = orchestratorv1.WatchPausesRequest
	name := names{run: "walk"}
	for what, c := range map[string]struct {
		by   customer
		req  *req
		want string
	}{
		"what is open":       {clerk, &req{}, "opened walk WHO"},
		"all":                {clerk, &req{FromSequence: 1}, "opened walk APPROVE, opened walk WHERE, opened walk WHO, closed walk declined anywhere clerk, closed walk answered yes boss"},
		"the clerk's":        {clerk, &req{FromSequence: 1, Mine: true}, "opened walk WHERE, opened walk WHO, closed walk declined anywhere clerk"},
		"the boss's":         {boss, &req{FromSequence: 1, Mine: true}, "opened walk APPROVE, closed walk answered yes boss"},
		"what the boss can":  {boss, &req{Mine: true}, ""},
		"choices":            {boss, &req{FromSequence: 1, Kind: commonv1.PauseKind_PAUSE_KIND_CHOICE}, "opened walk WHERE, closed walk declined anywhere clerk"},
		"of a graph":         {clerk, &req{Graph: "outings"}, "opened walk WHO"},
		"of another graph":   {clerk, &req{FromSequence: 1, Graph: "bills"}, ""},
		"those of the clerk": {clerk, &req{Mine: true, Kind: commonv1.PauseKind_PAUSE_KIND_FORM, Graph: "outings"}, "opened walk WHO"},
	} {
		c.req.UntilCaughtUp = true
		stream, err := c.by.WatchPauses(t.Context(), c.req)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for {
			m, err := stream.Recv()
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			if m.GetEvent().GetCaughtUp() != nil {
				break
			}
			got = append(got, name.said(m.GetEvent()))
			if p := m.GetEvent().GetOpened(); p != nil && c.req.GetMine() != p.GetMine() && c.req.GetMine() {
				t.Errorf("%s: %v is not of the caller", what, p)
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s; want %s", what, text, c.want)
		}
	}
	_, err := b.watchAll(t, &req{FromSequence: 1 << 40})
	if !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("a place that the log has not come to: %v", err)
	}
}

func (o *office) watchAll(t *testing.T, req *orchestratorv1.WatchPausesRequest) ([]*orchestratorv1.PausesEvent, error) {
	t.Helper()
	s := &pausesSeen{ctx: t.Context()}
	err := o.WatchPauses(req, s)
	return s.events, err
}
