package scenario

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// A goal goes from words to hours that are kept, in every shape of the mesh, on the bus and
// in a database.
func TestAGoalIsPlannedApprovedAndChanged(t *testing.T) {
	t.Parallel()
	shapes := mesh.Shapes()
	alone := shapes[0]
	shapes = append(shapes, mesh.Shape{Name: "over a database", Start: func(t *testing.T, vault string, set ...config.Override) *mesh.Mesh {
		return alone.Start(t, vault, append(set, config.Override{Path: "store", Value: "postgres"}, config.Override{Path: "postgres.url", Value: database.Database(t)})...)
	}})
	for _, shape := range shapes {
		t.Run(shape.Name, func(t *testing.T) {
			t.Parallel()
			book := newCalendar(t)
			m := shape.Start(t, mesh.EmptyVault(t), config.Override{Path: "planning.calendars", Value: book.setting()})
			g := &goal{t: t, api: m.API}
			g.plan(book)
			g.change()
		})
	}
}

// appointment is an event of a calendar, at the time of a block.
func appointment(title string, b *planningv1.Block) string {
	const layout = "20060102T150405Z"
	return "BEGIN:VEVENT\r\nUID:" + title + "\r\nSUMMARY:" + title + "\r\nDTSTART:" + b.GetStartTime().AsTime().Format(layout) +
		"\r\nDTEND:" + b.GetEndTime().AsTime().Format(layout) + "\r\nEND:VEVENT\r\n"
}

// A goal is one of a caller.
type goal struct {
	t   *testing.T
	api weftapi.Client
	is  *orchestratorv1.Roadmap
}

func (g *goal) took(r interface {
	GetRoadmap() *orchestratorv1.Roadmap
}, err error, state orchestratorv1.Roadmap_State) {
	g.t.Helper()
	if err != nil || r.GetRoadmap().GetState() != state {
		g.t.Fatalf("it is %v and not %v: %v", r.GetRoadmap().GetState(), state, err)
	}
	g.is = r.GetRoadmap()
}

func (g *goal) approve(state orchestratorv1.Roadmap_State) {
	g.t.Helper()
	res, err := g.api.ApproveRoadmap(g.t.Context(), &orchestratorv1.ApproveRoadmapRequest{
		RoadmapId: g.is.GetId(), Hash: g.is.GetHash(), PauseId: g.is.GetPauses()[0].GetId(),
	})
	g.took(res, err, state)
}

func (g *goal) plan(book calendar) {
	ctx, t := g.t.Context(), g.t
	if _, err := g.api.ProposeRoadmap(ctx, &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{Wish: " \n"}}); !errors.Is(fault.FromError(err), fault.FieldInvalid) {
		t.Errorf("a goal of blanks: %v", err)
	}
	proposed, err := g.api.ProposeRoadmap(ctx, &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
		Wish: "Run 10 km in twelve weeks, three times a week", Schedules: 20, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(1)},
	}, RequestId: "run"})
	g.took(proposed, err, orchestratorv1.Roadmap_STATE_WAITING)
	again, err := g.api.ProposeRoadmap(ctx, &orchestratorv1.ProposeRoadmapRequest{Goal: g.is.GetPlanning().GetDraft().GetGoal(), RequestId: "run"})
	if err != nil || again.GetRoadmap().GetId() != g.is.GetId() {
		t.Errorf("the same request is another goal: %v, %v", again.GetRoadmap().GetId(), err)
	}
	q := g.is.GetPlanning().GetAsked().GetQuestions()[0]
	wrong := &orchestratorv1.AnswerRoadmapRequest{RoadmapId: g.is.GetId(), Amendment: &planningv1.Amendment{Terms: &planningv1.Terms{Answers: map[string]string{q.GetId(): "purple"}}}}
	if _, err := g.api.AnswerRoadmap(ctx, wrong); status.Code(err) != codes.InvalidArgument {
		t.Errorf("a wrong answer is %v", err)
	}
	wrong.Amendment.Terms.Answers[q.GetId()] = q.GetDefault()
	answered, err := g.api.AnswerRoadmap(ctx, wrong)
	g.took(answered, err, orchestratorv1.Roadmap_STATE_PROPOSED)
	if _, err := g.api.ApproveRoadmap(ctx, &orchestratorv1.ApproveRoadmapRequest{RoadmapId: g.is.GetId(), Hash: strings.Repeat("0", 64)}); !errors.Is(err, fault.RoadmapChanged) {
		t.Errorf("another hash is %v", err)
	}

	// The calendar changes under the approval: it is proposed anew.
	first := g.is.GetPlanning().GetDraft().GetSchedule().GetBlocks()
	for len(first) > 0 && first[0].GetStartTime().AsTime().Equal(first[0].GetEndTime().AsTime()) {
		first = first[1:]
	}
	book.put(t, appointment("Dentist", first[0]))
	g.approve(orchestratorv1.Roadmap_STATE_PROPOSED)
	g.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
	for _, b := range g.is.GetContent().GetBlocks() {
		if b.GetStartTime().AsTime().Before(first[0].GetEndTime().AsTime()) && first[0].GetStartTime().AsTime().Before(b.GetEndTime().AsTime()) {
			t.Errorf("%v is at the dentist's", b)
		}
	}
	if got, err := g.api.GetRoadmap(ctx, &orchestratorv1.GetRoadmapRequest{RoadmapId: g.is.GetId()}); err != nil || !proto.Equal(got.GetRoadmap().GetContent(), g.is.GetContent()) {
		t.Errorf("it is read as %v, %v", got, err)
	}
	list, err := g.api.ListRoadmaps(ctx, &orchestratorv1.ListRoadmapsRequest{})
	if err != nil || len(list.GetRoadmaps()) != 1 || list.GetRoadmaps()[0].GetState() != orchestratorv1.Roadmap_STATE_ACTIVE {
		t.Errorf("they are listed as %v, %v", list, err)
	}
	calendars, err := g.api.ListCalendars(ctx, &orchestratorv1.ListCalendarsRequest{})
	if err != nil || len(calendars.GetCalendars()) != 1 || calendars.GetCalendars()[0].GetProblem() != "" {
		t.Errorf("calendars are %v, %v", calendars, err)
	}
}

func (g *goal) change() {
	ctx, t := g.t.Context(), g.t
	b := g.is.GetContent().GetBlocks()[3]
	agenda, err := g.api.ListAgenda(ctx, &orchestratorv1.ListAgendaRequest{StartTime: b.GetStartTime(), EndTime: b.GetEndTime()})
	if err != nil || len(agenda.GetItems()) == 0 || agenda.GetItems()[0].GetTitle() == "" {
		t.Errorf("the agenda is %v, %v", agenda, err)
	}
	watch, err := g.api.WatchRoadmap(ctx, &orchestratorv1.WatchRoadmapRequest{RoadmapId: g.is.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	if seen, err := watch.Recv(); err != nil || seen.GetRoadmap().GetVersion() != 1 {
		t.Errorf("watched is %v, %v", seen.GetRoadmap().GetVersion(), err)
	}
	other := g.is.GetContent().GetBlocks()[5]
	req := &orchestratorv1.ChangeRoadmapRequest{RoadmapId: g.is.GetId(), Version: 1, Reason: "visitors", Changes: []*orchestratorv1.RoadmapChange{
		{Kind: orchestratorv1.RoadmapChange_KIND_MOVED, BlockId: b.GetId(), StartTime: other.GetStartTime()},
	}}
	changed, err := g.api.ChangeRoadmap(ctx, req)
	g.took(changed, err, orchestratorv1.Roadmap_STATE_ACTIVE)
	if w := changed.GetWarnings(); len(w) == 0 || w[0].GetCode() != "overlap" {
		t.Errorf("two at one time are %v", w)
	}
	log := g.is.GetContent().GetAdaptations()
	if last := log[len(log)-1]; g.is.GetVersion() != 2 || last.GetWhy() != "visitors" || last.GetCode() != "move" {
		t.Errorf("version %d has the log %v", g.is.GetVersion(), log)
	}
	if _, err := g.api.ChangeRoadmap(ctx, req); !errors.Is(err, fault.RoadmapChanged) {
		t.Errorf("an earlier version is changed: %v", err)
	}
	if seen, err := watch.Recv(); err != nil || seen.GetRoadmap().GetVersion() != 2 {
		t.Errorf("watched is %v, %v", seen.GetRoadmap().GetVersion(), err)
	}
	g.limit()
	if seen, err := watch.Recv(); err != nil || seen.GetRoadmap().GetVersion() != 3 {
		t.Errorf("watched is %v, %v", seen.GetRoadmap().GetVersion(), err)
	}
	g.undo()
	for seen := (*orchestratorv1.WatchRoadmapResponse)(nil); seen.GetRoadmap().GetVersion() < 5; {
		if seen, err = watch.Recv(); err != nil {
			t.Fatalf("the watch ends: %v", err)
		}
	}
	ended, err := g.api.ChangeRoadmap(ctx, &orchestratorv1.ChangeRoadmapRequest{RoadmapId: g.is.GetId(), Version: 5, Changes: []*orchestratorv1.RoadmapChange{
		{Kind: orchestratorv1.RoadmapChange_KIND_STATE, State: planningv1.Roadmap_STATE_ABANDONED},
	}})
	g.took(ended, err, orchestratorv1.Roadmap_STATE_ABANDONED)
	if seen, err := watch.Recv(); err != nil || seen.GetRoadmap().GetState() != orchestratorv1.Roadmap_STATE_ABANDONED {
		t.Errorf("watched is %v, %v", seen.GetRoadmap().GetState(), err)
	}
	if _, err := watch.Recv(); err == nil {
		t.Error("the watch goes on")
	}
	free, err := g.api.ListAgenda(ctx, &orchestratorv1.ListAgendaRequest{StartTime: timestamppb.New(time.Now()), EndTime: timestamppb.New(time.Now().AddDate(0, 6, 0))})
	if err != nil || len(free.GetItems()) != 1 || free.GetItems()[0].GetCommitment().GetTitle() != "Dentist" {
		t.Errorf("what was given up takes time: %v, %v", free, err)
	}
}

// limit says less time for a roadmap that is kept, and what can't be said of one.
func (g *goal) limit() {
	g.t.Helper()
	say := func(a *planningv1.Amendment) error {
		res, err := g.api.ChangeRoadmap(g.t.Context(), &orchestratorv1.ChangeRoadmapRequest{RoadmapId: g.is.GetId(), Version: g.is.GetVersion(), Changes: []*orchestratorv1.RoadmapChange{
			{Kind: orchestratorv1.RoadmapChange_KIND_LIMITS, Amendment: a},
		}})
		if err == nil {
			g.is = res.GetRoadmap()
		}
		return err
	}
	for name, a := range map[string]*planningv1.Amendment{
		"nothing": nil, "nothing that is about time": {Words: "I like cheese"},
		"other steps": {Terms: &planningv1.Terms{Steps: []*planningv1.Step{{Title: "Sing", Minutes: 60}}}},
		"another end": {Terms: &planningv1.Terms{By: "2030-01-01"}}, "hours of no day": {Terms: &planningv1.Terms{When: []string{"my days off"}}},
	} {
		if err := say(a); !errors.Is(fault.FromError(err), fault.FieldInvalid) {
			g.t.Errorf("%s: %v", name, err)
		}
	}
	if err := say(&planningv1.Amendment{Words: "never on Wednesdays"}); err != nil || g.is.GetVersion() != 3 {
		g.t.Fatalf("it is at version %d: %v", g.is.GetVersion(), err)
	}
	now, err := g.api.GetRoadmap(g.t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: g.is.GetId()})
	if err != nil || !slices.ContainsFunc(now.GetRoadmap().GetReadings(), func(r *planningv1.Reading) bool { return r.GetWords() == "never on Wednesdays" }) {
		g.t.Errorf("what is read now is %v, %v", now.GetRoadmap().GetReadings(), err)
	}
	if !slices.ContainsFunc(now.GetRoadmap().GetWarnings(), func(v *planningv1.Violation) bool { return v.GetCode() == "overlap" }) {
		g.t.Errorf("of a block that was moved onto another is told %v", now.GetRoadmap().GetWarnings())
	}
	log := g.is.GetContent().GetAdaptations()
	if last := log[len(log)-1]; last.GetCode() != "limits" || last.GetWhat() != "from now on: not Wed (“never on Wednesdays”)" {
		g.t.Errorf("the log says %v", last)
	}
}

// undo takes back that there is less time, and takes that back.
func (g *goal) undo() {
	g.t.Helper()
	before := g.is
	held := func() bool {
		now, err := g.api.GetRoadmap(g.t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: g.is.GetId()})
		if err != nil || len(now.GetRoadmap().GetContent().GetPrevious()) > 0 {
			g.t.Errorf("it has %d bytes of the version before: %v", len(now.GetRoadmap().GetContent().GetPrevious()), err)
		}
		return slices.ContainsFunc(now.GetRoadmap().GetReadings(), func(r *planningv1.Reading) bool { return r.GetWords() == "never on Wednesdays" })
	}
	for _, holds := range []bool{false, true} {
		req := &orchestratorv1.ChangeRoadmapRequest{
			RoadmapId: g.is.GetId(), Version: g.is.GetVersion(), Changes: []*orchestratorv1.RoadmapChange{{Kind: orchestratorv1.RoadmapChange_KIND_UNDONE}},
		}
		res, err := g.api.ChangeRoadmap(g.t.Context(), req)
		g.took(res, err, orchestratorv1.Roadmap_STATE_ACTIVE)
		if is := held(); is != holds {
			g.t.Errorf("that there is no time on Wednesdays holds: %v", is)
		}
		req.Version, req.Changes = g.is.GetVersion(), append(req.Changes, &orchestratorv1.RoadmapChange{Kind: orchestratorv1.RoadmapChange_KIND_SHIFTED, Days: 1})
		if _, err := g.api.ChangeRoadmap(g.t.Context(), req); !errors.Is(fault.FromError(err), fault.FieldInvalid) {
			g.t.Errorf("it is taken back with another change beside it: %v", err)
		}
	}
	was, is := proto.CloneOf(before.GetContent()), proto.CloneOf(g.is.GetContent())
	log := is.GetAdaptations()[len(was.GetAdaptations()):]
	if len(log) != 2 || !strings.HasPrefix(log[0].GetWhat(), "taken back: from now on") || !strings.HasPrefix(log[1].GetWhat(), "made again: from now on") {
		g.t.Errorf("the log has %v", log)
	}
	for _, m := range []*planningv1.Roadmap{was, is} {
		m.Version, m.Adaptations, m.Approval = 0, nil, nil
	}
	if !proto.Equal(was, is) {
		g.t.Errorf("taken back twice %v is %v", was, is)
	}
}

// A goal that somebody says to Weft begins a roadmap, and one that is kept as a note
// doesn't.
func TestAGoalThatIsSaidBeginsARoadmap(t *testing.T) {
	t.Parallel()
	for _, shape := range mesh.Shapes() {
		t.Run(shape.Name, func(t *testing.T) {
			t.Parallel()
			m := shape.Start(t, mesh.EmptyVault(t))
			const words = "Get me ready for a half marathon by the end of next year, four evenings a week, not on Thursdays"
			report, _ := m.Process(t, mesh.InputAt(words, time.Now()))
			if report.GetRoadmapId() == "" || report.GetEntry() != nil || !strings.Contains(report.GetAnswer(), report.GetRoadmapId()) {
				t.Fatalf("it came to %v", report)
			}
			if got, err := m.API.GetRoadmap(t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: report.GetRoadmapId()}); err != nil || got.GetRoadmap().GetId() != report.GetRoadmapId() {
				t.Errorf("it is %v, %v", got, err)
			}
			in := mesh.InputAt(words, time.Now())
			in.Intent = commonv1.InputType_INPUT_TYPE_LOG
			if report, _ := m.Process(t, in); report.GetRoadmapId() != "" || report.GetEntry() == nil {
				t.Errorf("as a note it came to %v", report)
			}
			said, _ := m.Process(t, mesh.InputAt("I ran a half marathon in two hours today", time.Now()))
			if said.GetRoadmapId() != "" {
				t.Errorf("a note begins %s", said.GetRoadmapId())
			}
		})
	}
}
