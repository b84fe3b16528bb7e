package planner_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/fault"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

const (
	retrieve   = pb.NextAction_NEXT_ACTION_RETRIEVE
	expand     = pb.NextAction_NEXT_ACTION_EXPAND_DOMAIN
	clarify    = pb.NextAction_NEXT_ACTION_CLARIFY
	synthesize = pb.NextAction_NEXT_ACTION_SYNTHESIZE
)

// after makes req the request for the next plan: everything that res asked for
// was looked up, and each instruction found as many entries as found says.
func after(req *pb.PlanRequest, res *pb.PlanResponse, found func(*commonv1.RetrievalInstruction) int32) {
	req.QueryType, req.SubQueries = res.GetQueryType(), res.GetSubQueries()
	for _, in := range res.GetInstructions() {
		req.RetrievalHistory = append(req.RetrievalHistory, &commonv1.RetrievalAttempt{
			Attempt: int32(len(req.GetRetrievalHistory()) + 1), Instruction: in, EntriesFound: found(in),
		})
	}
}

func nothing(*commonv1.RetrievalInstruction) int32   { return 0 }
func something(*commonv1.RetrievalInstruction) int32 { return 2 }

func critical(id string, why commonv1.GapReason, words ...string) *commonv1.Gap {
	return &commonv1.Gap{Id: id, Reason: why, Severity: commonv1.Severity_SEVERITY_CRITICAL, Words: words}
}

const (
	circumstances = commonv1.GapReason_GAP_REASON_CIRCUMSTANCES
	presentState  = commonv1.GapReason_GAP_REASON_PRESENT_STATE
	ambiguous     = commonv1.GapReason_GAP_REASON_AMBIGUOUS
	noNotes       = commonv1.GapReason_GAP_REASON_NO_NOTES
	notStated     = commonv1.GapReason_GAP_REASON_NOT_STATED
	outsideDomain = commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN
)

func TestDaysThatHoldNothingAreWidenedOutward(t *testing.T) {
	t.Parallel()
	req := ask(t, "What did I do last week?")
	var got []string
	for round := 0; ; round++ {
		res := plan(t, req)
		if res.GetNextAction() != retrieve {
			if res.GetNextAction() != synthesize {
				t.Errorf("in the end: %v", res.GetNextAction())
			}
			break
		}
		if round > 0 {
			got = append(got, searches(res)...)
		}
		if round > 4 {
			t.Fatal("it never ends")
		}
		after(req, res, nothing)
	}
	want := []string{
		"date_range 2026-06-29..2026-07-15", // its own span around it, until today
		"date_range 2026-06-22..2026-07-15",
		"date_range 2026-06-06..2026-07-15",
		"date_range 2026-04-07..2026-07-15",
		"question What did I do last week? ~2026-07-06..2026-07-12",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestDaysOfLastYearAreWidenedAroundThemselves(t *testing.T) {
	t.Parallel()
	req := ask(t, "What did I do a year ago?")
	after(req, plan(t, req), nothing)
	got := searches(plan(t, req))
	for _, s := range got {
		if strings.HasPrefix(s, "date_range 2026") {
			t.Errorf("%q is not around last year", s)
		}
	}
	if len(got) == 0 {
		t.Error("nothing is widened")
	}
}

func TestAroundNamedDatesAndDaysToComeNotesAreLookedAtOnceThatMaySpeakOfThem(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"what did I do on 2026-03-05?":            {"date_range 2026-02-19..2026-03-19", "keyword [5 March, March 5, 5 Mar, Mar 5, 2026-03-05, 5.3., 05.03.2026, 5.3.2026]"},
		"what did I do between Jan 5 and Jan 9?":  {"date_range 2025-12-22..2026-01-23", "keyword [5 January, January 5, 5 Jan, Jan 5, 2026-01-05, 5.1., 05.01.2026, 5.1.2026, 6 January, January 6, 6 Jan, Jan 6, 2026-01-06, 6.1., 06.01.2026, 6.1.2026, 7 January, January 7, 7 Jan, Jan 7, 2026-01-07, 7.1., 07.01.2026, 7.1.2026, 8 January, January 8, 8 Jan, Jan 8, 2026-01-08, 8.1., 08.01.2026, 8.1.2026, 9 January, January 9, 9 Jan, Jan 9, 2026-01-09, 9.1., 09.01.2026, 9.1.2026]"},
		"show me the notes of next week":          {"date_range 2026-07-06..2026-08-09"},
		"what happened on the 10th of July 2026?": {"date_range 2026-06-26..2026-07-15", "keyword [10 July, July 10, 10 Jul, Jul 10, 2026-07-10, 10.7., 10.07.2026, 10.7.2026]"}, // until today
		"what did I do in March 2025?":            {"date_range 2025-02-15..2025-04-14", "keyword [March 2025, Mar 2025, 2025-03]"},
	} {
		req := ask(t, query)
		after(req, plan(t, req), nothing)
		res := plan(t, req)
		if got := searches(res); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
		after(req, res, nothing)
		if res := plan(t, req); res.GetNextAction() != synthesize {
			t.Errorf("%q: %v %q", query, res.GetNextAction(), searches(res))
		}
	}
}

func TestWhatIsPlannedForDaysToComeIsLookedForWithTheirNotes(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"what's on tomorrow?":           {"date_range 2026-07-16..2026-07-16", "date_range 2026-07-02..2026-07-15", "keyword [16 July, July 16, 16 Jul, Jul 16, 2026-07-16, 16.7., 16.07.2026, 16.7.2026] ~2026-07-16..2026-07-16", "keyword [July, Jul, every Thursday, Thursdays] ~2026-07-16..2026-07-16 2025-07-15.."},
		"what am I doing this weekend?": {"date_range 2026-07-18..2026-07-19", "date_range 2026-07-04..2026-07-17", "keyword [18 July, July 18, 18 Jul, Jul 18, 2026-07-18, 18.7., 18.07.2026, 18.7.2026, 19 July, July 19, 19 Jul, Jul 19, 2026-07-19, 19.7., 19.07.2026, 19.7.2026] ~2026-07-18..2026-07-19", "keyword [July, Jul, every Saturday, Saturdays, every Sunday, Sundays] ~2026-07-18..2026-07-19 2025-07-15.."},
		"what is planned for October?":  {"date_range 2026-10-01..2026-10-31", "date_range 2026-09-17..2026-09-30", "keyword [October 2026, Oct 2026, 2026-10, October] ~2026-10-01..2026-10-31"},
		"what are my plans for winter?": {"date_range 2026-12-01..2027-02-28", "date_range 2026-11-17..2026-11-30", "keyword [winter] ~2026-12-01..2027-02-28", "keyword [December, Dec, January, Jan, February, Feb] ~2026-12-01..2027-02-28 2025-07-15.."},
		"what did I do yesterday?":      {"date_range 2026-07-14..2026-07-14"},
	} {
		if got := searches(plan(t, ask(t, query))); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

func TestForAdviceWhatStandsAgainstAllOfItsKindIsLookedFor(t *testing.T) {
	t.Parallel()
	got := searches(plan(t, ask(t, "Should I run today?", "running")))
	i := slices.IndexFunc(got, func(s string) bool {
		return strings.HasPrefix(s, "keyword [injury") && strings.HasSuffix(s, "2026-05-16..2026-07-15")
	})
	if i < 0 {
		t.Errorf("searches %q", got)
	}
	if got := searches(plan(t, ask(t, "Should I buy the boat?"))); len(got) != 1 {
		t.Errorf("of a boat it searches %q", got)
	}
}

func TestWhatWasFoundIsNotWidened(t *testing.T) {
	t.Parallel()
	req := ask(t, "What did I do last week?")
	after(req, plan(t, req), something)
	if res := plan(t, req); res.GetNextAction() != synthesize {
		t.Errorf("got %v %q", res.GetNextAction(), searches(res))
	}
}

func TestGaps(t *testing.T) {
	t.Parallel()
	outside := func(domain string) *commonv1.Gap {
		g := critical("g", outsideDomain, "sleep")
		g.Domain = domain
		return g
	}
	with := func(g *commonv1.Gap, change func(*commonv1.Gap)) *commonv1.Gap { change(g); return g }
	searched := func(g *commonv1.Gap) { g.Searched = true }
	inMay := []*commonv1.ScopeRange{{Start: "2026-05-01", End: "2026-05-31"}}
	for _, c := range []struct {
		name     string
		gaps     []*commonv1.Gap
		asked    []*commonv1.Clarification
		next     pb.NextAction
		searches []string
		domains  []string
	}{
		{name: "what notes may hold is looked for", gaps: []*commonv1.Gap{critical("g", circumstances, "stress")},
			next: retrieve, searches: []string{"topic stress 2026-07-06..2026-07-12"}},
		{name: "several words are looked for together", gaps: []*commonv1.Gap{critical("g", circumstances, "stress", "deadline")},
			next: retrieve, searches: []string{"keyword [stress, deadline] 2026-07-06..2026-07-12"}},
		{name: "several gaps are looked for at once", gaps: []*commonv1.Gap{critical("g", circumstances, "stress"), critical("h", circumstances, "travel")},
			next: retrieve, searches: []string{"topic stress 2026-07-06..2026-07-12", "topic travel 2026-07-06..2026-07-12"}},
		{name: "a gap with days of its own", gaps: []*commonv1.Gap{with(critical("g", circumstances, "stress"), func(g *commonv1.Gap) { g.Ranges = inMay })},
			next: retrieve, searches: []string{"topic stress 2026-05-01..2026-05-31"}},
		{name: "what was searched in vain is looked for in all notes", gaps: []*commonv1.Gap{with(critical("g", circumstances, "stress"), searched)},
			next: retrieve, searches: []string{"topic stress"}},
		{name: "what the question has ranked is not searched again", gaps: []*commonv1.Gap{critical("g", noNotes, "stress")}, next: synthesize},
		{name: "nor is the user asked for it", gaps: []*commonv1.Gap{with(critical("g", notStated, "stress"), searched)}, next: synthesize},
		{name: "what only the user knows is asked", gaps: []*commonv1.Gap{critical("g", presentState)}, next: clarify},
		{name: "an ambiguous question is asked back", gaps: []*commonv1.Gap{critical("g", ambiguous, "it")}, next: clarify},
		{name: "nobody is asked twice", gaps: []*commonv1.Gap{critical("g", presentState)},
			asked: []*commonv1.Clarification{{GapId: "g", Declined: true}}, next: synthesize},
		{name: "nobody is asked for what is only nice to have",
			gaps: []*commonv1.Gap{with(critical("g", presentState), func(g *commonv1.Gap) { g.Severity = commonv1.Severity_SEVERITY_NICE_TO_HAVE })},
			next: synthesize},
		{name: "search comes before questions", gaps: []*commonv1.Gap{critical("g", presentState), critical("h", circumstances, "stress")},
			next: retrieve, searches: []string{"topic stress 2026-07-06..2026-07-12"}},
		{name: "a gap of another domain loads it", gaps: []*commonv1.Gap{outside("sleep")}, next: expand, domains: []string{"sleep"}},
		{name: "a domain that does not exist is not loaded", gaps: []*commonv1.Gap{outside("astrology")},
			next: retrieve, searches: []string{"topic sleep 2026-07-06..2026-07-12"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := ask(t, "Why did my bench press feel heavy last week?", "strength")
			after(req, plan(t, req), something)
			req.Gaps, req.Clarifications = c.gaps, c.asked
			res := plan(t, req)
			if res.GetNextAction() != c.next || !slices.Equal(searches(res), c.searches) || !slices.Equal(res.GetExpandDomains(), c.domains) {
				t.Fatalf("got %v %q %v (%s)", res.GetNextAction(), searches(res), res.GetExpandDomains(), res.GetReasoning())
			}
			if len(res.GetGapsStatus()) != len(c.gaps) {
				t.Errorf("%d of %d gaps have a status", len(res.GetGapsStatus()), len(c.gaps))
			}
			if c.next == clarify && (len(res.GetClarifyGaps()) != 1 || res.GetClarifyGaps()[0].GetId() != "g") {
				t.Errorf("asks for %v", res.GetClarifyGaps())
			}
			for _, in := range res.GetInstructions() {
				if in.GetGapId() == "" {
					t.Errorf("%v does not say which gap it fills", in)
				}
			}
		})
	}
}

func TestNotesAreSearchedBeforeTheUserIsAsked(t *testing.T) {
	t.Parallel()
	req := ask(t, "How do I feel right now?")
	req.Gaps = []*commonv1.Gap{critical("g", presentState)}
	res := plan(t, req)
	if res.GetNextAction() != retrieve {
		t.Fatalf("first %v", res.GetNextAction())
	}
	after(req, res, nothing)
	if res = plan(t, req); res.GetNextAction() != clarify {
		t.Errorf("then %v", res.GetNextAction())
	}
}

func TestADomainThatCameHasItsValuesLookedUp(t *testing.T) {
	t.Parallel()
	req := ask(t, "How far did I run in June?", "general", "sleep")
	req.RetrievalHistory = []*commonv1.RetrievalAttempt{{Attempt: 1, Instruction: plan(t, ask(t, req.GetQuery(), "running")).GetInstructions()[0]}}
	req.DomainContext = ask(t, req.GetQuery(), "running").GetDomainContext()
	if got := searches(plan(t, req)); !slices.Equal(got, []string{"observations running distance (run) 2026-06-01..2026-06-30", "observations own_fields (run) 2026-06-01..2026-06-30"}) {
		t.Errorf("got %q", got)
	}
}

func TestALongTextIsNoQuestionOfManyParts(t *testing.T) {
	t.Parallel()
	res := plan(t, ask(t, strings.Repeat("Why did I run and what did I eat? ", 500)))
	if len(res.GetSubQueries()) != 1 || len(res.GetSubQueries()[0].GetQuestion()) > 65536 || len(res.GetInstructions()) > 16 {
		t.Errorf("%d parts, %d instructions", len(res.GetSubQueries()), len(res.GetInstructions()))
	}
}

func TestARetryChangesSomethingOrEnds(t *testing.T) {
	t.Parallel()
	req := ask(t, "Why did my bench press feel heavy last week?", "strength")
	after(req, plan(t, req), something)
	req.Feedback = []*commonv1.EvaluationFeedback{{
		Issue:         "The claim has no evidence.",
		AffectedClaim: "You slept badly two weeks ago.",
		Suggestion:    "Look for notes on sleep.",
	}}
	res := plan(t, req)
	want := []string{"question You slept badly two weeks ago. Look for notes on sleep. ~2026-06-29..2026-07-05"}
	if got := searches(res); res.GetNextAction() != retrieve || !slices.Equal(got, want) {
		t.Fatalf("got %v %q", res.GetNextAction(), got)
	}
	after(req, res, something)
	if res = plan(t, req); res.GetNextAction() != synthesize {
		t.Errorf("it goes on with %q", searches(res))
	}
}

func TestNoPlanRepeatsAnInstruction(t *testing.T) {
	t.Parallel()
	queries := []string{"Why did my bench press feel heavy last week?", "How's my swimming progress?", "What should I do today?",
		"Compare morning vs evening workouts", "when did i last swim", "how much did I run in May 2025 and why?", "??", "sleep since monday"}
	terms := []string{"sleep", "stress", "bench", "", "knee pain"}
	small := &commonv1.DomainContext{
		Loaded:     []string{"general", "strength"},
		Vocabulary: map[string]string{"bench": "bench press", "ran": "run", "swam": "swim", "slept": "sleep"},
		Available:  []*commonv1.DomainInfo{{Name: "mood", Description: "Mood and stress.", Terms: []string{"mood", "stress"}}},
	}
	valid, err := protovalidate.New()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		req := ask(t, rapid.SampledFrom(queries).Draw(rt, "query"), "strength")
		req.DomainContext = small
		var seen []*commonv1.RetrievalInstruction
		for round := range 5 {
			res := plan(t, req)
			if err := valid.Validate(res); err != nil {
				rt.Fatalf("the plan breaks its contract: %v", err)
			}
			for i, in := range res.GetInstructions() {
				if in.GetId() != int32(i+1) {
					rt.Fatalf("instruction %d has the id %d", i+1, in.GetId())
				}
				if slices.ContainsFunc(seen, func(have *commonv1.RetrievalInstruction) bool { return sameSearch(have, in) }) {
					rt.Fatalf("round %d repeats %v", round, in)
				}
				seen = append(seen, in)
			}
			switch next := res.GetNextAction(); {
			case next == pb.NextAction_NEXT_ACTION_UNSPECIFIED,
				(next == retrieve) != (len(res.GetInstructions()) > 0),
				(next == expand) != (len(res.GetExpandDomains()) > 0),
				(next == clarify) != (len(res.GetClarifyGaps()) > 0):
				rt.Fatalf("next = %v with %v", next, res)
			}
			after(req, res, func(*commonv1.RetrievalInstruction) int32 { return rapid.Int32Range(0, 2).Draw(rt, "found") })
			req.Gaps, req.Feedback = nil, nil
			if rapid.Bool().Draw(rt, "has a gap") {
				g := critical("g", commonv1.GapReason(rapid.Int32Range(1, 12).Draw(rt, "reason")))
				if term := rapid.SampledFrom(terms).Draw(rt, "term"); term != "" {
					g.Words = []string{term}
				}
				g.Domain = "mood"
				req.Gaps = append(req.Gaps, g)
			}
			if rapid.Bool().Draw(rt, "has feedback") {
				req.Feedback = []*commonv1.EvaluationFeedback{{Suggestion: rapid.SampledFrom(terms).Draw(rt, "suggestion")}}
			}
		}
	})
}

// sameSearch reports whether two instructions look for the same.
func sameSearch(a, b *commonv1.RetrievalInstruction) bool {
	x, y := proto.Clone(a).(*commonv1.RetrievalInstruction), proto.Clone(b).(*commonv1.RetrievalInstruction)
	for _, in := range []*commonv1.RetrievalInstruction{x, y} {
		in.Id, in.Purpose, in.GapId, in.SubQueryIds = 0, "", "", nil
	}
	return proto.Equal(x, y)
}

func TestPlannerRefusesWhatItCannotUse(t *testing.T) {
	t.Parallel()
	req := ask(t, "how am i doing")
	req.Context.TimeZone = "Mars/Base"
	if _, err := service.Plan(t.Context(), req); !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkPlan(b *testing.B) {
	s := service
	for _, query := range []string{"how did i sleep last week", "Why was I tired last week and what should I change?"} {
		b.Run(query, func(b *testing.B) {
			req := ask(b, query, "sleep", "mood")
			for b.Loop() {
				if _, err := s.Plan(b.Context(), req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
