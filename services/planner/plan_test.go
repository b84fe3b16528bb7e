package planner_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	"github.com/weft-mesh/weft/services/planner"
)

// now is Wednesday, July 15, 2026, ten in the morning in Berlin.
var now = time.Date(2026, 7, 15, 8, 0, 0, 0, time.UTC)

// shipped reads the domains once; a Set is immutable.
var shipped = sync.OnceValues(domains.Builtin)

// ask returns a request with the named domains loaded, all if none is named.
func ask(t testing.TB, query string, loaded ...string) *pb.PlanRequest {
	t.Helper()
	set, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) == 0 {
		for _, d := range set.Infos() {
			loaded = append(loaded, d.GetName())
		}
	}
	return &pb.PlanRequest{
		Context:       &commonv1.CallContext{Now: timestamppb.New(now), TimeZone: "Europe/Berlin", Tenant: "t", User: "u"},
		Query:         query,
		DomainContext: set.Context(loaded),
	}
}

// byRules is one planner for all tests: it keeps what it prepared of the domains.
var service, _ = planner.New(planner.Deps{})

func plan(t testing.TB, req *pb.PlanRequest) *pb.PlanResponse {
	t.Helper()
	before := proto.Clone(req)
	res, err := service.Plan(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(before, req) {
		t.Error("the request was changed")
	}
	return res
}

// enum cuts the prefix of an enum's names.
func enum(v fmt.Stringer, prefix string) string { return strings.TrimPrefix(v.String(), prefix) }

func ranges(res *pb.PlanResponse) string {
	var out []string
	for _, r := range res.GetForm().GetRanges() {
		s := fmt.Sprintf("%s..%s %q", r.GetStart(), r.GetEnd(), r.GetLabel())
		if r.GetStartHour() != r.GetEndHour() {
			s += fmt.Sprintf(" %d-%dh", r.GetStartHour(), r.GetEndHour())
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func subjects(res *pb.PlanResponse) string {
	var out []string
	for _, s := range res.GetForm().GetSubjects() {
		out = append(out, s.GetName())
	}
	return strings.Join(out, ", ")
}

// searches writes instructions in short: "topic swim 2026-07-01..2026-07-15".
func searches(res *pb.PlanResponse) []string {
	var out []string
	for _, in := range res.GetInstructions() {
		s := strings.ToLower(enum(in.GetStrategy(), "RETRIEVAL_STRATEGY_"))
		if in.GetTopic() != "" {
			s += " " + in.GetTopic()
		}
		if len(in.GetKeywords()) > 0 {
			s += " [" + strings.Join(in.GetKeywords(), ", ") + "]"
		}
		if in.GetQuestion() != "" {
			s += " " + in.GetQuestion()
		}
		for _, r := range in.GetPrefer() {
			s += " ~" + r.GetStart() + ".." + r.GetEnd()
		}
		if of := in.GetSelection(); of != nil {
			s += " " + strings.Join(append([]string{of.GetDomain()}, of.GetMeasures()...), " ")
			for _, about := range of.GetSubjects() {
				s += " (" + about.GetName() + ")"
			}
		}
		if r := in.GetDateRange(); r != nil {
			s += " " + r.GetStart() + ".." + r.GetEnd()
		}
		out = append(out, s)
	}
	return out
}

const lastWeek = `2026-07-06..2026-07-12 "last week"`

func TestEveryPlanHasTheFormOfItsQuestion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, loaded, kind, wanted, subjects, ranges string }{
		{"Show me last week's workouts", "strength", "SIMPLE", "LIST", "workouts", lastWeek},
		{"Why did my bench press feel tough last week?", "strength sleep", "INSIGHT", "WHY", "bench press, tough", lastWeek},
		{"Should I run next week?", "running", "RECOMMENDATION", "ADVICE", "run", `2026-07-20..2026-07-26 "next week"`},
		{"compare last week with the week before", "", "COMPARISON", "COMPARE", "", lastWeek + `; 2026-06-29..2026-07-05 "the week before"`},
		{"When did I last swim?", "swimming", "SIMPLE", "WHEN", "swim", ""},
		{"where did I park", "", "SIMPLE", "LOOKUP", "park", ""},
		{"when did Lena visit", "", "SIMPLE", "WHEN", "Lena, visit", ""},
		{"did I run on jan 15", "running", "SIMPLE", "EXISTS", "run", `2026-01-15..2026-01-15 "Jan 15"`},
		{"how do I feel right now?", "", "SIMPLE", "NOW", "", ""},
		{"what happened on 2026-03-05?", "", "SIMPLE", "SUMMARY", "", `2026-03-05..2026-03-05 "2026-03-05"`},
	} {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			res := plan(t, ask(t, c.query, strings.Fields(c.loaded)...))
			if got := enum(res.GetQueryType(), "QUERY_TYPE_"); got != c.kind {
				t.Errorf("type = %s, want %s", got, c.kind)
			}
			if got := enum(res.GetForm().GetWanted(), "WANTED_"); got != c.wanted || res.GetForm().GetText() != c.query {
				t.Errorf("wanted = %s, want %s", got, c.wanted)
			}
			if got := subjects(res); got != c.subjects {
				t.Errorf("subjects = %q, want %q", got, c.subjects)
			}
			if got := ranges(res); got != c.ranges {
				t.Errorf("ranges = %s\nwant     %s", got, c.ranges)
			}
			if res.GetNextAction() != retrieve || len(res.GetInstructions()) == 0 {
				t.Errorf("next = %v with %d instructions: the notes are searched first", res.GetNextAction(), len(res.GetInstructions()))
			}
			if len(res.GetSubQueries()) == 0 || res.GetReasoning() == "" || res.GetProvenance().GetAttempts() != 1 {
				t.Errorf("incomplete plan: %v", res)
			}
		})
	}
}

func TestQuestionsAreTakenApart(t *testing.T) {
	t.Parallel()
	cases := []struct {
		query, loaded, how string
		parts              []string // with the part it depends on after "<-"
	}{
		{"Why was bench tough and how to fix it?", "strength", "DEPENDENT", []string{"Why was bench tough", "how to fix it? <- 1"}},
		{"Why was I tired last week and what should I change?", "sleep", "DEPENDENT",
			[]string{"Why was I tired last week", "what should I change? <- 1"}},
		{"How much did I run last month and how was my sleep?", "running sleep", "INDEPENDENT",
			[]string{"How much did I run last month", "how was my sleep last month?"}},
		{"How often did I run this year and why did I stop?", "running", "DEPENDENT",
			[]string{"How often did I run this year", "why did I stop? <- 1"}},
		{"How far did I run last week and how long did it take?", "running", "COUPLED",
			[]string{"How far did I run last week", "how long did it take?"}},
		{"What happened at work yesterday? And how did I feel about it?", "work mood", "COUPLED",
			[]string{"What happened at work yesterday", "how did I feel about it?"}},
		{"How far did I run in May and how much did I sleep in June", "running sleep", "INDEPENDENT",
			[]string{"How far did I run in May", "how much did I sleep in June"}},
		{"How far did I run in May and how far in June?", "running", "INDEPENDENT",
			[]string{"How far did I run in May", "how far in June did I run?"}},
		{"When did I last run and how far?", "running", "INDEPENDENT", []string{"When did I last run", "how far did I last run?"}},
		{"How far did I run and how much did I sleep in May?", "running sleep", "INDEPENDENT",
			[]string{"How far did I run in May", "how much did I sleep in May?"}},
		{"When did I last run and how much did I sleep in May?", "running sleep", "INDEPENDENT",
			[]string{"When did I last run", "how much did I sleep in May?"}},
		{"When did I see Anna and where?", "running", "COUPLED", []string{"When did I see Anna", "where?"}},
		{"compare my sleep in may to june", "sleep", "COUPLED", []string{"compare my sleep in may to june"}},
		{"Did I do squats and deadlifts on the same day?", "strength", "COUPLED", []string{"Did I do squats and deadlifts on the same day?"}},
		{"Show me last week's workouts", "strength", "COUPLED", []string{"Show me last week's workouts"}},
	}
	for _, c := range cases {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			res := plan(t, ask(t, c.query, strings.Fields(c.loaded)...))
			var parts []string
			for _, p := range res.GetSubQueries() {
				s := p.GetQuestion()
				for _, d := range p.GetDependsOn() {
					s += fmt.Sprintf(" <- %d", d)
				}
				parts = append(parts, s)
			}
			if got := enum(res.GetDependency(), "DEPENDENCY_TYPE_"); got != c.how || !slices.Equal(parts, c.parts) {
				t.Errorf("got %s %q\nwant %s %q", got, parts, c.how, c.parts)
			}
		})
	}
}

func TestFirstSearches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, query, loaded string
		want                []string
	}{
		{"what is quoted is ranked by the question, and its days are preferred", "What did Anna say last week?", "strength",
			[]string{"question What did Anna say last week? ~2026-07-06..2026-07-12"}},
		{"what is computed has its values beside it", "How far did I run in June?", "running",
			[]string{"question How far did I run in June? ~2026-06-01..2026-06-30", "observations running distance (run) 2026-06-01..2026-06-30", "observations own_fields (run) 2026-06-01..2026-06-30"}},
		{"a comparison has the values of all its sides", "Did I sleep longer in May than in June?", "sleep",
			[]string{"question Did I sleep longer in May than in June? ~2026-05-01..2026-05-31 ~2026-06-01..2026-06-30",
				"observations sleep duration (sleep) 2026-05-01..2026-06-30", "observations own_fields (sleep) 2026-05-01..2026-06-30"}},
		{"a condition needs every field of its domain", "How far did I run on runs over 10 km?", "running",
			[]string{"question How far did I run on runs over 10 km?", "observations running (run)"}},
		{"a count of what is declared has its values", "How often did I run in June?", "running",
			[]string{"question How often did I run in June? ~2026-06-01..2026-06-30", "observations running (run) 2026-06-01..2026-06-30", "observations own_fields (run) 2026-06-01..2026-06-30"}},
		{"a count of what only notes name counts those that have the word", "How often did I mention Anna in June?", "running",
			[]string{"question How often did I mention Anna in June? ~2026-06-01..2026-06-30", "keyword [Anna] 2026-06-01..2026-06-30", "observations own_fields (Anna) 2026-06-01..2026-06-30"}},
		{"what nothing takes up has no values", "How far did I run uphill in June?", "running",
			[]string{"question How far did I run uphill in June? ~2026-06-01..2026-06-30"}},
		{"everything of some days is read", "What did I do last week?", "", []string{"date_range 2026-07-06..2026-07-12"}},
		{"a summary of a subject is ranked", "Summarize my sleep last week", "sleep",
			[]string{"question Summarize my sleep last week ~2026-07-06..2026-07-12"}},
		{"a reason has what goes together with it", "Why did I sleep less last week?", "sleep",
			[]string{"question Why did I sleep less last week? ~2026-07-06..2026-07-12",
				"observations general", "observations sleep"}},
		{"tasks are looked for in all notes", "What is due next week?", "general",
			[]string{"question What is due next week? ~2026-07-20..2026-07-26", "tasks general"}},
		{"the last notes need no search", "Show my last three notes", "general", []string{"date_range"}},
		{"how something is now is searched for first", "How do I feel right now?", "", []string{"question How do I feel right now?  (feel)"}},
		{"a word of time is no reason to find nothing", "What happened before the flood?", "", []string{"question What happened before the flood?"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res := plan(t, ask(t, c.query, strings.Fields(c.loaded)...))
			if got := searches(res); !slices.Equal(got, c.want) && !res.GetPlanAgain() {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestADomainThatTheQuestionNeedsIsLoadedFirst(t *testing.T) {
	t.Parallel()
	req := ask(t, "Why were my squats poor last week?", "running")
	res := plan(t, req)
	if res.GetNextAction() != pb.NextAction_NEXT_ACTION_EXPAND_DOMAIN || !slices.Equal(res.GetExpandDomains(), []string{"strength"}) {
		t.Fatalf("got %v %v", res.GetNextAction(), res.GetExpandDomains())
	}
	req.SubQueries = res.GetSubQueries() // a later plan does not ask again
	if res = plan(t, req); res.GetNextAction() != pb.NextAction_NEXT_ACTION_RETRIEVE {
		t.Errorf("then %v", res.GetNextAction())
	}
	if res = plan(t, ask(t, "what was my average pace last week", "running")); res.GetNextAction() != pb.NextAction_NEXT_ACTION_RETRIEVE {
		t.Errorf("a known subject asks for %v", res.GetExpandDomains())
	}
}

func TestWhatHasNoEndIsCut(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&page, "zq%c%c%c ", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
	}
	for _, query := range []string{"why " + strings.Repeat("a", 60000), "why " + strings.Repeat("ü", 30000), "when did I see " + page.String()} {
		subjects := plan(t, ask(t, query)).GetForm().GetSubjects()
		if len(subjects) == 0 || len(subjects) > 32 {
			t.Errorf("%.20q… is about %d things", query, len(subjects))
		}
		for _, s := range subjects {
			if len(s.GetName()) > 200 || !utf8.ValidString(s.GetName()) {
				t.Errorf("%.20q… is about something of %d bytes", query, len(s.GetName()))
			}
		}
	}
}

func TestTheRetrieverIsToldWhichNotesComeFirst(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]commonv1.RetrievalOrder{
		"when did I last swim?":              commonv1.RetrievalOrder_RETRIEVAL_ORDER_NEWEST,
		"when did I first swim?":             commonv1.RetrievalOrder_RETRIEVAL_ORDER_OLDEST,
		"when is my next dentist's visit?":   commonv1.RetrievalOrder_RETRIEVAL_ORDER_NEWEST,
		"when did I swim across the lake?":   commonv1.RetrievalOrder_RETRIEVAL_ORDER_UNSPECIFIED,
		"what did the doctor say of my ear?": commonv1.RetrievalOrder_RETRIEVAL_ORDER_UNSPECIFIED,
	} {
		res := plan(t, ask(t, question))
		if got := res.GetInstructions()[0].GetOrder(); got != want {
			t.Errorf("%q: %v, want %v", question, got, want)
		}
	}
}
