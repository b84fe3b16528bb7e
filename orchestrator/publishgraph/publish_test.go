package publishgraph_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nuid"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/grant"
	"github.com/weft-mesh/weft/orchestrator/graph/graphtest"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
)

var store roadmaps.Store

func TestMain(m *testing.M) {
	os.Exit(roadmapstest.OnBus(m, func(s roadmaps.Store) { store = s }))
}

var monday = time.Date(2026, 11, 30, 17, 0, 0, 0, time.UTC)

// An executor plays the role: it checks grants, and keeps what it was asked to write.
type executor struct {
	executorv1.ExecutorServiceClient
	t      *testing.T
	keys   grant.Keys
	tool   *commonv1.Tool
	asked  []*executorv1.ExecuteRequest
	answer func(call int) (*executorv1.ExecuteResponse, error) // nil: it is done
}

func (e *executor) ListTools(context.Context, *executorv1.ListToolsRequest, ...grpc.CallOption) (*executorv1.ListToolsResponse, error) {
	return &executorv1.ListToolsResponse{Tools: []*commonv1.Tool{e.tool}}, nil
}

func (e *executor) Execute(_ context.Context, req *executorv1.ExecuteRequest, _ ...grpc.CallOption) (*executorv1.ExecuteResponse, error) {
	e.asked = append(e.asked, req)
	if err := e.keys.Check(req.GetGrant(), grant.Call{
		Tenant: req.GetContext().GetTenant(), RunID: req.GetContext().GetRunId(), Server: "roadmaps", Operation: "write",
		DefinitionHash: e.tool.GetDefinitionHash(), ArgumentsHash: canonical.Hash(req.GetArguments()), Effect: e.tool.GetEffect(),
	}, monday); err != nil {
		e.t.Errorf("the grant: %v", err)
	}
	if e.answer != nil {
		return e.answer(len(e.asked))
	}
	return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_DONE, Structured: []byte(`{"created":1,"changed":0,"removed":0}`)}, nil
}

// A bench is a person with a roadmap, and a run that writes it.
type bench struct {
	graphtest.Run[*publishgraph.State]
	executor *executor
	person   roadmaps.Person
	roadmap  *planningv1.Roadmap
}

func newBench(t *testing.T) *bench {
	t.Helper()
	signer, err := grant.MakeSigner(filepath.Join(t.TempDir(), "grant.key"))
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{person: roadmaps.Person{Tenant: "acme", User: nuid.Next()}, executor: &executor{
		t: t, keys: signer.Public(),
		tool: &commonv1.Tool{Server: "roadmaps", Operation: "write", DefinitionHash: "hash of it", Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL},
	}}
	b.T, b.Now = t, monday
	b.By = auth.Principal{Tenant: b.person.Tenant, User: b.person.User, Kind: auth.Person, Scopes: []auth.Scope{auth.Write, auth.Approve}}
	b.roadmap = &planningv1.Roadmap{
		Id: "RM-1", Version: 1, State: planningv1.Roadmap_STATE_ACTIVE, Zone: "Europe/Berlin",
		Outline: &planningv1.Outline{Nodes: []*planningv1.Node{{Id: "G", Title: "Half marathon"}, {Id: "T", Title: "Run"}}},
		Blocks:  []*planningv1.Block{{Id: "B1", NodeId: "T", StartTime: timestamppb.New(monday), EndTime: timestamppb.New(monday.Add(time.Hour))}},
	}
	b.approve(nil)
	b.keep()
	b.Graph, err = publishgraph.New(publishgraph.Deps{
		Executor: b.executor, Timelines: store, Sign: signer.Sign, Now: func() time.Time { return b.Now },
		Writes: func(p roadmaps.Person) bool { return p == b.person },
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) approve(before *planningv1.Roadmap) {
	b.T.Helper()
	if err := publishgraph.Approve(b.roadmap, before, "i7", "ann"); err != nil {
		b.T.Fatal(err)
	}
}

func (b *bench) keep() {
	b.T.Helper()
	timeline, err := store.Timeline(b.T.Context(), b.person)
	if err == nil {
		_, err = store.Keep(b.T.Context(), b.person, timeline.GetRevision(), b.roadmap)
	}
	if err != nil {
		b.T.Fatal(err)
	}
}

// move has the block lie some hours later. Nobody has approved that.
func (b *bench) move(hours int) (before *planningv1.Roadmap) {
	before = b.roadmap
	b.roadmap = proto.CloneOf(before)
	b.roadmap.Version++
	block := b.roadmap.GetBlocks()[0]
	block.StartTime = timestamppb.New(block.GetStartTime().AsTime().Add(time.Duration(hours) * time.Hour))
	block.EndTime = timestamppb.New(block.GetEndTime().AsTime().Add(time.Duration(hours) * time.Hour))
	return before
}

func (b *bench) result() *planningv1.Publication {
	b.T.Helper()
	report, ok := b.Report().(*planningv1.PublishReport)
	if !ok {
		b.T.Fatal("the run tells nothing")
	}
	return report.GetResult()
}

// starts are when the blocks begin that a call has.
func starts(t *testing.T, req *executorv1.ExecuteRequest) (out []string) {
	t.Helper()
	var in struct{ Blocks []struct{ Start string } }
	if err := json.Unmarshal(req.GetArguments(), &in); err != nil {
		t.Fatal(err)
	}
	for _, b := range in.Blocks {
		out = append(out, b.Start)
	}
	return out
}

func TestAKeptRoadmapIsWrittenUnderTheGrantOfItsApproval(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Begin(&planningv1.Publishing{RoadmapIds: []string{"RM-1"}, Occasion: "planning"})
	b.Completed()
	g := b.executor.asked[0].GetGrant()
	if g.GetPlanId() != "RM-1" || g.GetPlanVersion() != 1 || g.GetApprovalId() != "i7" || g.GetUser() != "ann" ||
		g.GetArgumentsHash() != b.roadmap.GetApproval().GetBlocksHash() {
		t.Errorf("the grant is %v", g)
	}
	if got := b.result(); got.GetOutcome() != planningv1.Publication_OUTCOME_WRITTEN || got.GetCreated() != 1 {
		t.Errorf("it came to %v", got)
	}
	if got := string(b.executor.asked[0].GetArguments()); got != `{"blocks":[{"end":"2026-11-30T18:00:00Z","id":"B1","start":"2026-11-30T17:00:00Z","title":"Run"}],"roadmap":"RM-1"}` {
		t.Errorf("the arguments are %s", got)
	}
}

func TestARoadmapThatChangesWhileItIsWrittenIsWrittenAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.executor.answer = func(call int) (*executorv1.ExecuteResponse, error) {
		if call == 1 {
			b.approve(b.move(2))
			b.keep()
		}
		return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_DONE}, nil
	}
	b.Begin(&planningv1.Publishing{Occasion: "morning"})
	b.Completed()
	last := b.executor.asked[len(b.executor.asked)-1]
	if len(b.executor.asked) != 2 || !slices.Equal(starts(t, last), []string{"2026-11-30T19:00:00Z"}) || last.GetGrant().GetPlanVersion() != 2 {
		t.Errorf("it was written %d times, the last time as %s", len(b.executor.asked), last.GetArguments())
	}
}

func TestBlocksThatNobodyHasApprovedAreAskedAbout(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.move(1)
	b.keep()
	b.Begin(&planningv1.Publishing{})
	asked := &planningv1.Publication{}
	b.Waits(publishgraph.Approval, asked)
	if u := asked.GetUnapproved(); len(u) != 1 || u[0].GetTitle() != "Half marathon" || len(b.executor.asked) != 0 {
		t.Fatalf("it asks %v, and has written %d times", asked, len(b.executor.asked))
	}
	b.move(1)
	b.keep() // meanwhile
	b.Choose("approve")
	pause := b.Waits(publishgraph.Approval, asked)
	if len(b.executor.asked) != 0 {
		t.Fatal("what was approved is not what was written")
	}
	b.Choose("approve")
	b.Completed()
	if g := b.executor.asked[0].GetGrant(); g.GetApprovalId() != pause.GetInterruptId() || g.GetUser() != b.person.User {
		t.Errorf("the grant is %v", g)
	}
	if got := starts(t, b.executor.asked[0]); !slices.Equal(got, []string{"2026-11-30T19:00:00Z"}) {
		t.Errorf("it begins %v", got)
	}
}

func TestBlocksThatNobodyHasApprovedAreNotWritten(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(b *bench){
		"by a run that nobody asked for": func(b *bench) { b.Begin(&planningv1.Publishing{Occasion: "change"}) },
		"where they are declined": func(b *bench) {
			b.Begin(&planningv1.Publishing{})
			b.Choose("decline")
		},
		"where an approval is for a change of them alone": func(b *bench) {
			b.approve(b.move(1)) // of what nobody had approved before
			b.keep()
			b.Begin(&planningv1.Publishing{Occasion: "replan"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.move(1)
			b.keep()
			run(b)
			b.Walk()
			if got := b.result(); got.GetOutcome() == planningv1.Publication_OUTCOME_WRITTEN || got.GetReason() == "" || len(b.executor.asked) != 0 {
				t.Errorf("it came to %v after %d calls", got, len(b.executor.asked))
			}
		})
	}
}

func TestARoadmapThatTakesNoTimeHasItsEventsTakenOut(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.move(1) // which nobody has approved, and nobody needs to
	b.roadmap.State = planningv1.Roadmap_STATE_ABANDONED
	b.keep()
	b.Begin(&planningv1.Publishing{RoadmapIds: []string{"RM-1"}, Occasion: "change"})
	b.Completed()
	if got := starts(t, b.executor.asked[0]); len(got) != 0 {
		t.Errorf("it writes %v", got)
	}
}

func TestACalendarThatFailsIsTriedAgainOrTold(t *testing.T) {
	t.Parallel()
	failed := func(structured string) (*executorv1.ExecuteResponse, error) {
		return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_FAILED, Structured: []byte(structured)}, nil
	}
	for name, c := range map[string]struct {
		first   func() (*executorv1.ExecuteResponse, error)
		calls   int
		outcome planningv1.Publication_Outcome
	}{
		"for a while": {func() (*executorv1.ExecuteResponse, error) { return failed(`{"problem":"503","again":true}`) }, 2, planningv1.Publication_OUTCOME_WRITTEN},
		"for good":    {func() (*executorv1.ExecuteResponse, error) { return failed(`{"problem":"answered 403"}`) }, 1, planningv1.Publication_OUTCOME_UNWRITTEN},
		"in a way unknown": {func() (*executorv1.ExecuteResponse, error) {
			return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_UNKNOWN}, nil
		}, 2, planningv1.Publication_OUTCOME_WRITTEN},
		"with its executor": {func() (*executorv1.ExecuteResponse, error) {
			return nil, fault.New(codes.Unavailable, fault.AgentUnavailable, "nobody answers")
		}, 2, planningv1.Publication_OUTCOME_WRITTEN},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.executor.answer = func(call int) (*executorv1.ExecuteResponse, error) {
				if call == 1 {
					return c.first()
				}
				return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_DONE}, nil
			}
			b.Begin(&planningv1.Publishing{RoadmapIds: []string{"RM-1"}})
			b.Walk()
			got := b.result()
			if got.GetOutcome() != c.outcome || len(b.executor.asked) != c.calls || (got.GetReason() == "") != (c.outcome == planningv1.Publication_OUTCOME_WRITTEN) {
				t.Errorf("after %d calls it came to %v", len(b.executor.asked), got)
			}
			nonces := map[string]bool{}
			for _, req := range b.executor.asked {
				nonces[req.GetGrant().GetNonce()] = true
			}
			if len(nonces) != c.calls {
				t.Error("a grant was used twice")
			}
		})
	}
}

func TestACalendarThatStaysAwayIsTold(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.executor.answer = func(int) (*executorv1.ExecuteResponse, error) {
		return &executorv1.ExecuteResponse{
			Outcome: executorv1.ExecuteResponse_OUTCOME_FAILED, Structured: []byte(`{"problem":"can't reach the calendar","again":true}`),
		}, nil
	}
	b.Begin(&planningv1.Publishing{RoadmapIds: []string{"RM-1"}, Occasion: "planning"})
	b.Walk()
	if got := b.result(); got.GetOutcome() != planningv1.Publication_OUTCOME_UNWRITTEN || !strings.Contains(got.GetReason(), "can't reach the calendar") {
		t.Errorf("it came to %v", got)
	}
}

func TestWhoHasNoCalendarIsToldSo(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.By.User = "somebody else"
	b.Begin(&planningv1.Publishing{RoadmapIds: []string{"RM-1"}})
	b.Walk()
	if got := b.result(); got.GetOutcome() != planningv1.Publication_OUTCOME_UNWRITTEN || !strings.Contains(got.GetReason(), "planning.write_calendar") || len(b.executor.asked) != 0 {
		t.Errorf("it came to %v", got)
	}
}
