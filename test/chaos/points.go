package chaos

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weft-mesh/weft/kit/porttest"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/kit/config"
)

// A point is a moment in the life of a call of a tool.
type point int

// The points, in their order.
const (
	beforeIntent  point = iota // its run asks for the tools that there are; that it is to be made is not on disk
	beforeSpent                // it is, and its grant is not used up
	beforeEffect               // it is, and the tool has done nothing
	afterEffect                // it has, and its executor does not know
	beforeOutcome              // its executor has answered, and that is not on disk
	points
)

func (p point) String() string {
	return [...]string{"before the intent is on disk", "before the grant is used up", "before the effect", "after the effect", "before the outcome is on disk"}[p]
}

// A gate holds the calls of some plans at a point. What comes to it before it is shut, or
// once it was opened, goes through.
type gate struct {
	desk desk

	mu     sync.Mutex
	shut   bool
	at     point
	held   map[string]bool // by run
	asked  map[string]int  // how often the executor was asked to make the call of a run
	opened chan struct{}
}

// shutAt has the gate hold calls at a point.
func (g *gate) shutAt(p point) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut, g.at, g.held, g.asked, g.opened = true, p, map[string]bool{}, map[string]int{}, make(chan struct{})
	if mark := g.mark(); mark != "" {
		return g.desk.mark(mark)
	}
	return nil
}

// mark is where the desk stops, "" where messages are held.
func (g *gate) mark() string {
	switch g.at {
	case beforeEffect:
		return beforeItsEffect
	case afterEffect:
		return afterItsEffect
	}
	return ""
}

// open lets all go on.
func (g *gate) open() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = false
	close(g.opened)
	if mark := g.mark(); mark != "" {
		return g.desk.unmark(mark)
	}
	return nil
}

// waits returns how many calls are at the gate, and how many the executor was asked for a
// second time.
func (g *gate) waits() (held, again int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, n := range g.asked {
		if n > 1 {
			again++
		}
	}
	if mark := g.mark(); mark != "" {
		return g.desk.stopped(mark), again
	}
	return len(g.held), again
}

// hold holds what comes by if it is at its point.
func (g *gate) hold(ctx context.Context, p Passing) {
	at, run := g.look(p)
	g.mu.Lock()
	if at == beforeSpent {
		g.asked[run]++
	}
	if run == "" || !g.shut || at != g.at {
		g.mu.Unlock()
		return
	}
	g.held[run] = true
	opened := g.opened
	g.mu.Unlock()
	select {
	case <-opened:
	case <-ctx.Done():
	}
}

// look tells which point a message is at, and of which run; no run if it is at none.
func (g *gate) look(p Passing) (point, string) {
	switch {
	case p.Method == executorv1.ExecutorService_ListTools_FullMethodName && !p.Answer:
		var req executorv1.ListToolsRequest
		if proto.Unmarshal(p.Data, &req) == nil && slices.Equal(req.GetServers(), []string{deskServer}) {
			return beforeIntent, req.GetContext().GetRunId()
		}
	case p.Method == executorv1.ExecutorService_Execute_FullMethodName && !p.Answer:
		var req executorv1.ExecuteRequest
		if proto.Unmarshal(p.Data, &req) == nil && req.GetGrant().GetOperation() != find {
			return beforeSpent, req.GetGrant().GetRunId()
		}
	case p.Method == executorv1.ExecutorService_Execute_FullMethodName:
		var res executorv1.ExecuteResponse
		if proto.Unmarshal(p.Data, &res) == nil && res.GetOutcome() == executorv1.ExecuteResponse_OUTCOME_DONE {
			return beforeOutcome, "run" + res.GetCallTime().String() // an answer names no run
		}
	}
	return points, ""
}

// layDesk adds an executor with a desk behind a relay, and a process of all other roles.
func (s *Site) layDesk(t *testing.T, b bus, g *gate) {
	t.Helper()
	executor := porttest.FreeAddress(t)
	relay := NewRelay(t, executor, g.hold, false)
	others, settings := []string{Orchestrator}, append(slices.Clone(b.server), "peers.executor="+relay.Address)
	for _, agent := range config.Agents() {
		if agent != Executor {
			others, settings = append(others, agent), append(settings, "roles."+agent+".listen=127.0.0.1:0")
		}
	}
	s.add(Orchestrator, s.weft, append(s.serve("serve", settings...), "--roles", strings.Join(others, ","))...)
	key := "tools.grant_key=" + filepath.Join(s.Vault, ".weft", "grant.key")
	s.add(Executor, s.weft, append(s.serve("serve", append(g.desk.settings(), "roles.executor.listen="+executor, b.client, key)...), "--roles", Executor)...)
}

// A deed is a plan of one call, and what becomes of it.
type deed struct {
	operation, id string
	plan          *orchestratorv1.Plan
	questions     int // how often a person was asked whether it happened
	again         int // how often they had it done again
}

func (d *deed) content() *planv1.Content {
	return &planv1.Content{Objective: "Do " + d.id, Steps: []*planv1.Step{
		{Id: "do", Description: "Do it", Server: deskServer, Operation: d.operation, Arguments: fmt.Sprintf(`{"id":%q}`, d.id)},
	}}
}

// An end is how a call that was interrupted has to end.
type end struct {
	asks bool // whether a person is asked what happened
	lost bool // whether it had no effect, and is done once more when a person says so
}

// ends tells how a call ends at which processes were killed at a point.
func ends(at point, killed []string, operation string) end {
	orchestrator, executor := slices.Contains(killed, Orchestrator), slices.Contains(killed, Executor)
	verified := operation == file
	switch at {
	case beforeEffect:
		if executor { // and the tool server with it
			return end{asks: true, lost: true}
		}
		return end{asks: !verified}
	case afterEffect:
		return end{asks: !verified}
	case beforeOutcome:
		return end{asks: orchestrator && !verified}
	}
	return end{}
}

// find tells what is not as it has to be once a deed has ended: the plan, its log, what the
// desk was called for, and what it has done.
func (d *deed) find(desk desk, want end, say func(Finding, string, ...any)) {
	step := d.plan.GetSteps()[0]
	if d.plan.GetState() != orchestratorv1.Plan_STATE_COMPLETED || step.GetState() != orchestratorv1.PlanStep_STATE_DONE {
		say(Failed, "%s is %s, its step %s", d.id, d.plan.GetState(), step.GetState())
	}
	done, err := desk.done(d.id)
	if err != nil {
		say(Other, "%s: %v", d.id, err)
	}
	switch {
	case done > 1:
		say(Doubled, "%s was done %d times", d.id, done)
	case done == 0:
		say(Lost, "%s was not done, and its plan says that it was", d.id)
	}
	if asked := d.questions > 0; asked != want.asks || d.questions > 1 {
		say(Other, "%s: a person was asked %d times whether it happened, want %v", d.id, d.questions, want.asks)
	}
	if (d.again > 0) != want.lost {
		say(Other, "%s: it was done %d times more, want %v", d.id, d.again, want.lost)
	}
	lines, err := toolserver.ReadLedger(desk.dir)
	if err != nil {
		say(Other, "%s: %v", d.id, err)
	}
	calls := 0
	for _, l := range lines {
		if l.Outcome == "" && l.Operation == d.operation && string(l.Arguments) == d.content().GetSteps()[0].GetArguments() {
			calls++
		}
	}
	if calls != 1+d.again {
		say(Doubled, "%s was called for %d times, and allowed %d times", d.id, calls, 1+d.again)
	}
	// The log says that the tool has done it if it has, and that a person says so if a
	// person does.
	status := planv1.StepResult_STATUS_DONE
	if want.asks && !want.lost {
		status = planv1.StepResult_STATUS_DONE_BY_HAND
	}
	if got := step.GetResult(); got.GetStatus() != status {
		say(Other, "%s: the log says %v, want %s", d.id, got, status)
	}
}
