package scenario

import (
	neturl "net/url"
	"slices"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
)

// A goalMind is a model that reads goals and takes them apart as it is told to.
type goalMind struct {
	reads    *mindv1.Extracting
	outlines *mindv1.Outlining
	thinks   *mindv1.Brainstorming // of other ways
	chosen   *mindv1.Outlining     // once one is chosen
}

func (g goalMind) answer(c peer.Call) peer.Reply {
	var m proto.Message
	switch {
	case strings.Contains(c.System, "apart into constraints"):
		m = g.reads
	case strings.Contains(c.System, "apart into phases and tasks") && strings.Contains(c.User, "<<<way"):
		m = g.chosen
	case strings.Contains(c.System, "apart into phases and tasks"):
		m = g.outlines
	case strings.Contains(c.System, "other ways to go about") && g.thinks != nil:
		m = g.thinks
	default:
		return peer.Reply{Fault: peer.Refuses}
	}
	text, err := protojson.MarshalOptions{EmitUnpopulated: true, UseProtoNames: true}.Marshal(m)
	if err != nil {
		return peer.Reply{Fault: peer.Refuses}
	}
	return peer.Reply{Text: string(text)}
}

// goal is one of a mesh whose planner asks this model.
func (g goalMind) goal(t *testing.T, set ...config.Override) *goal {
	t.Helper()
	set = append(append(peer.Settings(peer.Serve(t, g.answer)),
		config.Override{Path: "minds.planner", Value: "model"}, config.Override{Path: "time_zone", Value: "UTC"}), set...)
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", set...)
	t.Cleanup(stop)
	return &goal{t: t, api: m.API}
}

func (g *goal) propose(wish string, p *planningv1.Policy, state orchestratorv1.Roadmap_State) {
	g.t.Helper()
	res, err := g.api.ProposeRoadmap(g.t.Context(), &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{Wish: wish, Schedules: 20, Policy: p}})
	g.took(res, err, state)
}

func (g *goal) choose(option string, state orchestratorv1.Roadmap_State) {
	g.t.Helper()
	res, err := g.api.AnswerRoadmap(g.t.Context(), &orchestratorv1.AnswerRoadmapRequest{RoadmapId: g.is.GetId(), OptionId: option})
	g.took(res, err, state)
}

// asksNothing is a policy of somebody who is asked no questions.
func asksNothing() *planningv1.Policy {
	return &planningv1.Policy{ProbingDepth: proto.Int32(0)}
}

func day(ahead int) string { return time.Now().UTC().AddDate(0, 0, ahead).Format(time.DateOnly) }

func timed(id, title string, minutes int32, after ...string) *mindv1.OutlinedTask {
	return &mindv1.OutlinedTask{Id: id, Title: title, Minutes: minutes, After: after, Shortest: min(minutes, 30)}
}

// protocol is a routine that a model has read out of a person's words.
func protocol(subtype, rationale string) goalMind {
	return goalMind{
		reads: &mindv1.Extracting{Title: "Morning protocol", Constraints: []*mindv1.ExtractedConstraint{
			{Kind: "goal", Words: "A morning protocol: light, stretching, breathing"},
			{Kind: "open", Words: "on weekdays between 6 and 8", Weekdays: []string{"Mon", "Tue", "Wed", "Thu", "Fri"}, From: "06:00", Until: "08:00"},
			{Kind: "often", Words: "five times a week", Times: 5, Per: "week"},
			{Kind: "by", Words: "for the next two months", Last: day(61)},
			{Kind: "closed", Words: "not while I travel in the second week", First: day(8), Last: day(12)},
		}},
		outlines: &mindv1.Outlining{Pattern: "recurring_cycle", Subtype: subtype, Rationale: rationale, Sure: .9, Parts: []*mindv1.OutlinedPart{
			{Id: "morning", Title: "Each morning", Every: "week", Times: 8, Tasks: []*mindv1.OutlinedTask{
				timed("mon", "Light, stretching, breathing", 35), timed("tue", "Light, stretching, breathing", 35), timed("wed", "Light, stretching, breathing", 35),
				timed("thu", "Light, stretching, breathing", 35), timed("fri", "Light, stretching, breathing", 35),
			}},
		}},
	}
}

const protocolWish = "A morning protocol: light, stretching, breathing, on weekdays between 6 and 8, five times a week, for the next two months, not while I travel in the second week."

// A routine is laid on the mornings that were said, and on no others.
func TestAModelsRoutineIsLaidOnTheMorningsThatWereSaid(t *testing.T) {
	t.Parallel()
	g := protocol("protocol_routine", "").goal(t)
	g.propose(protocolWish, asksNothing(), orchestratorv1.Roadmap_STATE_PROPOSED)
	g.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
	if p := g.is.GetContent().GetOutline().GetPattern(); p.GetPattern() != "recurring_cycle" || p.GetSubtype() != "protocol_routine" {
		t.Errorf("its pattern is %v", p)
	}
	mornings := map[string]int{}
	for _, b := range g.is.GetContent().GetBlocks() {
		from, to := b.GetStartTime().AsTime(), b.GetEndTime().AsTime()
		if !from.Before(to) {
			continue
		}
		on := from.Format(time.DateOnly)
		mornings[on]++
		if from.Hour() < 6 || to.Hour() > 8 || to.Hour() == 8 && to.Minute() > 0 || from.Weekday() == time.Saturday || from.Weekday() == time.Sunday || on >= day(8) && on <= day(12) || on > day(61) {
			t.Errorf("there is work from %s to %s", from, to)
		}
	}
	if len(mornings) < 25 {
		t.Errorf("there are %d mornings", len(mornings))
	}
	for on, n := range mornings {
		if n != 1 {
			t.Errorf("%s has it %d times", on, n)
		}
	}
}

// Another way that a person chooses is what is planned, and the log says that they chose it.
func TestAnotherWayIsChosenAndKept(t *testing.T) {
	t.Parallel()
	mind := protocol("protocol_routine", "")
	mind.chosen = proto.CloneOf(mind.outlines)
	for _, task := range mind.chosen.GetParts()[0].GetTasks() {
		task.Title = "Walk to the lake"
	}
	mind.thinks = &mindv1.Brainstorming{Ideas: []*mindv1.BrainstormedIdea{
		{Title: "Outside", Differs: "All of it is done on a walk to the lake.", LeansOn: []string{"light, stretching, breathing"}},
		{Title: "With a friend", Differs: "A friend calls at six.", LeansOn: []string{"on weekdays between 6 and 8"}},
	}}
	g := mind.goal(t)
	g.propose(protocolWish, &planningv1.Policy{
		ProbingDepth: proto.Int32(0), Style: planningv1.Policy_STYLE_CONCISE, Brainstorming: planningv1.Policy_BRAINSTORMING_ALWAYS_OFFER,
	}, orchestratorv1.Roadmap_STATE_PROPOSED)
	g.choose("ideas", orchestratorv1.Roadmap_STATE_WAITING)
	if ideas := g.is.GetPlanning().GetAsked().GetIdeas(); len(ideas) != 2 || ideas[0].GetTitle() != "Outside" {
		t.Fatalf("it asks %v", g.is.GetPlanning().GetAsked())
	}
	g.choose("idea-1", orchestratorv1.Roadmap_STATE_PROPOSED)
	g.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
	content := g.is.GetContent()
	if !slices.ContainsFunc(content.GetOutline().GetNodes(), func(n *planningv1.Node) bool { return n.GetTitle() == "Walk to the lake" }) {
		t.Errorf("it is %v", content.GetOutline())
	}
	if !slices.ContainsFunc(content.GetAdaptations(), func(a *planningv1.Adaptation) bool {
		return a.GetCode() == "idea_chosen" && a.GetWho() != "" && strings.Contains(a.GetWhat(), "“Outside”") && a.GetWhy() != ""
	}) {
		t.Errorf("its log is %v", content.GetAdaptations())
	}
}

// A subtype that there is not yet waits for a person, is planned to the end once they agree, and is
// what the next goal of that kind is, without a question. The database has it in a column.
func TestAProposedProtocolIsAgreedToAndResumed(t *testing.T) {
	t.Parallel()
	url := database.Database(t)
	g := protocol("daily_health_protocol_v2", "Its steps belong together, and are done in one go each day.").goal(t,
		config.Override{Path: "planning.subtypes", Value: "ask"}, config.Override{Path: "store", Value: "postgres"}, config.Override{Path: "postgres.url", Value: url})
	g.propose(protocolWish, asksNothing(), orchestratorv1.Roadmap_STATE_WAITING)
	r := g.is.GetPlanning()
	if p := r.GetDraft().GetUnderstood().GetPattern(); p.GetSubtype() != "proposed:daily_health_protocol_v2" {
		t.Errorf("what is understood has the pattern %v", p)
	}
	if p := r.GetAsked().GetProposed(); r.GetPlanningStatus() != "needs_clarification" || p.GetSubtype() != "proposed:daily_health_protocol_v2" ||
		p.GetRfc() != "Its steps belong together, and are done in one go each day." || !strings.Contains(r.GetEscalateReason(), "daily health protocol v2") ||
		!strings.Contains(r.GetResponse(), `Reply "agree"`) {
		t.Fatalf("it is %s, because %q: %q, and proposes %v", r.GetPlanningStatus(), r.GetEscalateReason(), r.GetResponse(), p)
	}
	g.choose("agree", orchestratorv1.Roadmap_STATE_PROPOSED)
	g.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
	if p := g.is.GetContent().GetOutline().GetPattern(); p.GetSubtype() != "daily_health_protocol_v2" || p.GetIntroducedBy() != "user_feedback" {
		t.Errorf("its pattern is %v", p)
	}
	at, err := neturl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	// It divides by nothing if there is no such row, which fails the test.
	database.Admin(t, strings.TrimPrefix(at.Path, "/"), `SELECT 1/count(*) FROM weft.roadmap WHERE pattern = 'recurring_cycle' AND subtype = 'daily_health_protocol_v2'`)
	g.propose(protocolWish+" ", asksNothing(), orchestratorv1.Roadmap_STATE_PROPOSED)
}

// move is a project of two phases at the same time, for which a weekend's hours are few.
func move(hours int32) goalMind {
	return goalMind{
		reads: &mindv1.Extracting{Title: "Move house", Asks: []string{"How many rooms are there?", "Is there a lift?", "Who helps?"}, Constraints: []*mindv1.ExtractedConstraint{
			{Kind: "goal", Words: "Move house"}, {Kind: "by", Words: "in four weeks", Last: day(28)},
			{Kind: "open", Words: "on Saturdays from 9 to 13", Weekdays: []string{"Sat"}, From: "09:00", Until: "13:00"},
		}},
		outlines: &mindv1.Outlining{Pattern: "milestone_project", Subtype: "relocation", Sure: .9, Parts: []*mindv1.OutlinedPart{
			{Id: "pack", Title: "Pack", Tasks: []*mindv1.OutlinedTask{timed("books", "Pack the books", 60*hours), timed("kitchen", "Pack the kitchen", 60*hours)}},
			{Id: "paper", Title: "Papers", Tasks: []*mindv1.OutlinedTask{timed("lease", "End the lease", 60), timed("post", "Redirect the post", 60, "lease")}},
			{Id: "go", Title: "Go", After: []string{"pack", "paper"}, Tasks: []*mindv1.OutlinedTask{timed("drive", "Drive over", 120)}},
		}},
	}
}

// Phases that depend on nothing of each other overlap, and what was tried and not taken is told.
func TestPhasesOverlapAndWhatWasTriedIsTold(t *testing.T) {
	t.Parallel()
	g := move(3).goal(t)
	g.propose("Move house in four weeks, on Saturdays from 9 to 13.", asksNothing(), orchestratorv1.Roadmap_STATE_PROPOSED)
	tried := g.is.GetPlanning().GetDraft().GetRoadmap().GetOptions()
	if len(tried) < 2 || !slices.ContainsFunc(tried, (*planningv1.Option).GetTaken) || slices.ContainsFunc(tried, func(o *planningv1.Option) bool { return !o.GetTaken() && o.GetReason() == "" }) {
		t.Errorf("what was tried is %v", tried)
	}
	days := map[string][2]string{} // of the work of each phase by what it depends on
	for _, n := range g.is.GetPlanning().GetDraft().GetRoadmap().GetNodes() {
		days[n.GetNodeId()] = [2]string{n.GetEarliest(), n.GetLatest()}
	}
	if pack, paper := days["pack"], days["paper"]; pack[0] == "" || pack[0] > paper[1] || paper[0] > pack[1] {
		t.Errorf("the phases are at %v and %v", pack, paper)
	}
	g.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
}

// How much a person wants to be asked and told has the same goal planned in few words or many.
func TestSomeoneShortAndSomeoneWhoTalksAreAskedDifferently(t *testing.T) {
	t.Parallel()
	const wish = "Move house in four weeks, on Saturdays from 9 to 13."
	short := &planningv1.Policy{Style: planningv1.Policy_STYLE_CONCISE, Autonomy: planningv1.Policy_AUTONOMY_HIGH, ProbingDepth: proto.Int32(0)}
	g := move(10).goal(t)
	g.propose(wish, short, orchestratorv1.Roadmap_STATE_WAITING)
	if r := g.is.GetPlanning(); r.GetPlanningStatus() != "needs_scheduling_escalation" || len(waysOut(g)) != 2 {
		t.Fatalf("it is %s, with %q", r.GetPlanningStatus(), waysOut(g))
	}
	inFew := g.is.GetPlanning().GetResponse()
	g.choose(waysOut(g)[1], orchestratorv1.Roadmap_STATE_PROPOSED)
	if tried := g.is.GetPlanning().GetOptionsTried(); len(tried) == 0 || tried[0].GetReason() == "" {
		t.Errorf("what was not chosen is %v", tried)
	}
	g.approve(orchestratorv1.Roadmap_STATE_ACTIVE)

	talks := &planningv1.Policy{
		Style: planningv1.Policy_STYLE_CONVERSATIONAL, Autonomy: planningv1.Policy_AUTONOMY_LOW, ProbingDepth: proto.Int32(3), Tone: planningv1.Policy_TONE_FRIENDLY,
		Brainstorming: planningv1.Policy_BRAINSTORMING_ALWAYS_OFFER,
	}
	g = move(10).goal(t)
	g.propose(wish, talks, orchestratorv1.Roadmap_STATE_WAITING)
	if r := g.is.GetPlanning(); r.GetPlanningStatus() != "needs_clarification" || len(r.GetAsked().GetQuestions()) != 3 {
		t.Fatalf("it is %s and asks %v", r.GetPlanningStatus(), r.GetAsked().GetQuestions())
	}
	g.choose("go_on", orchestratorv1.Roadmap_STATE_PROPOSED)
	if r := g.is.GetPlanning(); r.GetAsked().GetStage() != planningv1.Stage_STAGE_OUTLINE {
		t.Errorf("it asks for the approval of %v", r.GetAsked().GetStage())
	}
	if !slices.ContainsFunc(g.is.GetPauses()[0].GetOptions(), func(o *commonv1.PauseOption) bool { return o.GetId() == "ideas" }) {
		t.Errorf("it offers no other ways: %v", g.is.GetPauses()[0].GetOptions())
	}
	g.approve(orchestratorv1.Roadmap_STATE_PROPOSED) // the outline, and then its days, for which there is no time
	g.approve(orchestratorv1.Roadmap_STATE_PROPOSED) // so that the model drafts another outline, once
	g.approve(orchestratorv1.Roadmap_STATE_PROPOSED)
	g.approve(orchestratorv1.Roadmap_STATE_WAITING)
	if in := g.is.GetPlanning().GetResponse(); len(waysOut(g)) != 3 || len(in) <= len(inFew) {
		t.Errorf("with %q it says %q, and in few words %q", waysOut(g), in, inFew)
	}
}

// waysOut are the ids of what a person may choose where there is no time, but for giving up.
func waysOut(g *goal) []string {
	var out []string
	for _, o := range g.is.GetPauses()[0].GetOptions() {
		if o.GetId() != "give_up" {
			out = append(out, o.GetId())
		}
	}
	return out
}
