package replangraph_test

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nuid"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph/graphtest"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/replangraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/wire"
	"github.com/weft-mesh/weft/services/planner"
)

// store is one for all tests: each has a person of its own.
var store roadmaps.Store

func TestMain(m *testing.M) {
	os.Exit(roadmapstest.OnBus(m, func(s roadmaps.Store) { store = s }))
}

// agent is the planner, called in the process; what it finds may be spoiled on its way.
type agent struct {
	plannerv1.PlannerServiceClient
	service *planner.Service
	spoil   func(*planningv1.ScheduleDraft)
	after   func() // each call
}

func (a *agent) Reschedule(ctx context.Context, req *plannerv1.RescheduleRequest, _ ...grpc.CallOption) (*plannerv1.RescheduleResponse, error) {
	res, err := a.service.Reschedule(ctx, req)
	if err == nil && a.spoil != nil {
		a.spoil(res.GetDraft())
	}
	if a.after != nil {
		a.after()
	}
	return res, err
}

const (
	race   = "half marathon by 25 April, four evenings a week, not on Thursdays"
	thesis = "Finish my thesis before the end of May, 16 hours a week"
)

var said = time.Date(2026, 11, 27, 11, 0, 0, 0, time.UTC) // a Friday

// A life is a person with roadmaps that are carried out, and a run that looks at them.
type life struct {
	graphtest.Run[*replangraph.State]
	agent  *agent
	person roadmaps.Person
	busy   []*planningv1.Commitment
	unread []string // of calendars as a whole
	away   error    // why calendars can't be read
}

// kept makes a roadmap of words around what there is, and returns it.
func kept(t *testing.T, id, words string, held []*planningv1.Commitment) *planningv1.Roadmap {
	t.Helper()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	goal := &planningv1.Goal{Wish: words, Schedules: 50, Seed: 1}
	r, err := wire.Request(goal, said.In(zone), held, set)
	if err != nil {
		t.Fatal(err)
	}
	d, err := draft.Make(t.Context(), r)
	if err != nil || d.Result.Verdict != problem.Feasible {
		t.Fatalf("%v, %+v", err, d.Result.Verdict)
	}
	doc := d.Document(id, d.Result.Schedule)
	doc.Wish = words
	m := wire.FromDocument(doc)
	m.Goal, m.GoalTime = goal, timestamppb.New(said)
	return m
}

// newLife is that of a person so many days after they said what they want, who has done all
// that is over by then.
func newLife(t *testing.T, days int, words ...string) *life {
	t.Helper()
	service, err := planner.New(planner.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	l := &life{agent: &agent{service: service}, person: roadmaps.Person{Tenant: "acme", User: nuid.Next()}}
	l.T, l.Now = t, said.AddDate(0, 0, days)
	l.By = auth.Principal{Tenant: l.person.Tenant, User: l.person.User, Kind: auth.Person, Scopes: []auth.Scope{auth.Write, auth.Approve}}
	for i, w := range words {
		timeline, err := store.Timeline(t.Context(), l.person)
		if err != nil {
			t.Fatal(err)
		}
		m := kept(t, []string{"RM-1", "RM-2"}[i], w, roadmaps.Commitments(timeline, func(string) bool { return false }))
		for _, b := range m.GetBlocks() {
			b.Done = !b.GetEndTime().AsTime().After(l.Now)
		}
		l.keep(m)
	}
	l.Graph, err = replangraph.New(planninggraph.Deps{
		Planner: l.agent, Timelines: store, TimeZone: "Europe/Berlin", Now: func() time.Time { return l.Now },
		Calendars: func(context.Context, roadmaps.Person, time.Time, time.Time) ([]*planningv1.Commitment, []string, error) {
			return l.busy, l.unread, l.away
		},
	}, planninggraph.Config{StaleAfter: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *life) keep(m *planningv1.Roadmap) {
	l.T.Helper()
	timeline, err := store.Timeline(l.T.Context(), l.person)
	if err == nil {
		_, err = store.Keep(l.T.Context(), l.person, timeline.GetRevision(), m)
	}
	if err != nil {
		l.T.Fatal(err)
	}
}

func (l *life) roadmap(id string) *planningv1.Roadmap {
	l.T.Helper()
	m, _, err := store.Roadmap(l.T.Context(), l.person, id)
	if err != nil {
		l.T.Fatal(err)
	}
	return m
}

// blocks are those of a roadmap that are not done, in the order of time.
func (l *life) blocks(id string) []*planningv1.Block {
	l.T.Helper()
	out := slices.DeleteFunc(l.roadmap(id).GetBlocks(), (*planningv1.Block).GetDone)
	slices.SortFunc(out, func(a, b *planningv1.Block) int { return a.GetStartTime().AsTime().Compare(b.GetStartTime().AsTime()) })
	return out
}

// next is the first block to come of a roadmap.
func (l *life) next(id string) *planningv1.Block { l.T.Helper(); return l.blocks(id)[0] }

// dentist takes the time of a block.
func (l *life) dentist(of *planningv1.Block) {
	l.busy = append(l.busy, &planningv1.Commitment{Id: "d", Title: "Dentist", StartTime: of.GetStartTime(), EndTime: of.GetEndTime()})
}

func (l *life) begin(ids ...string) { l.T.Helper(); l.Begin(&planningv1.Replanning{RoadmapIds: ids}) }

func (l *life) report() *planningv1.ReplanReport { return l.Report().(*planningv1.ReplanReport) }

// consent returns what the person is asked to agree to.
func (l *life) consent() *planningv1.Consent {
	l.T.Helper()
	var out planningv1.Consent
	if pause := l.Waits(replangraph.WaitConsent, &out); pause.GetUsers()[0] != l.person.User {
		l.T.Errorf("it asks %v", pause.GetUsers())
	}
	return &out
}

func (l *life) troubled() (string, *planningv1.Consent) {
	l.T.Helper()
	var out planningv1.Consent
	return l.Waits(replangraph.Escalation, &out).GetExplanation(), &out
}

// ends fails unless the run has come to an outcome.
func (l *life) ends(want planningv1.ReplanResult_Outcome) *planningv1.ReplanResult {
	l.T.Helper()
	l.Completed()
	out := l.report().GetResult()
	if out.GetOutcome() != want {
		l.T.Errorf("it came to %v; it went %v", out, l.Path())
	}
	return out
}

func (l *life) went(want ...string) {
	l.T.Helper()
	if got := l.Path(); !slices.Equal(got, want) {
		l.T.Errorf("it went %q, not %q", got, want)
	}
}
