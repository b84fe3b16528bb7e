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

func plan(t testing.TB, req *pb.PlanRequest) *pb.PlanResponse {
	t.Helper()
	s, err := planner.New(planner.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	before := proto.Clone(req)
	res, err := s.Plan(t.Context(), req)
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
	for _, r := range res.GetScope().GetRanges() {
		s := fmt.Sprintf("%s %s..%s %q", enum(r.GetRole(), "RANGE_ROLE_"), r.GetStart(), r.GetEnd(), r.GetLabel())
		if r.GetStartHour() != r.GetEndHour() {
			s += fmt.Sprintf(" %d-%dh", r.GetStartHour(), r.GetEndHour())
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
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
		if r := in.GetDateRange(); r != nil {
			s += " " + r.GetStart() + ".." + r.GetEnd()
		}
		out = append(out, s)
	}
	return out
}

const (
	lastWeek   = `FOCUS 2026-07-06..2026-07-12 "last week"`
	weekBefore = `BASELINE 2026-06-29..2026-07-05 "the week before"`
	last30     = `FOCUS 2026-06-16..2026-07-15 "the last 30 days"`
	before30   = `BASELINE 2026-05-17..2026-06-15 "the 30 days before"`
)

func TestQuestionsAreRead(t *testing.T) {
	t.Parallel()
	cases := []struct {
		query    string
		loaded   string
		kind     string
		subjects string
		ranges   string
	}{
		{"Show me last week's workouts", "strength", "SIMPLE", "workout", lastWeek},
		{"Why did my bench press feel heavy last week?", "strength sleep", "INSIGHT", "bench press", lastWeek + "; " + weekBefore},
		{"Why did my bench feel heavy?", "strength sleep", "INSIGHT", "bench press", last30 + "; " + before30},
		{"What should I do today?", "", "RECOMMENDATION", "", last30},
		{"Should I deload next week?", "strength sleep", "RECOMMENDATION", "recovery", last30},
		{"How's my swimming progress?", "swimming", "COMPARISON", "swim", last30 + "; " + before30},
		{"compare last week with the week before", "", "COMPARISON", "", lastWeek + "; " + weekBefore},
		{"Did I sleep better this week than last week?", "sleep", "COMPARISON", "sleep",
			`FOCUS 2026-07-13..2026-07-15 "this week"; BASELINE 2026-07-06..2026-07-12 "last week"`},
		{"is my bench improving this month", "strength", "COMPARISON", "bench press",
			`FOCUS 2026-07-01..2026-07-15 "this month"; BASELINE 2026-06-01..2026-06-30 "the month before"`},
		{"why was my run slow yesterday?", "running sleep", "INSIGHT", "run",
			`FOCUS 2026-07-14..2026-07-14 "yesterday"; BASELINE 2026-07-07..2026-07-13 "the 7 days before"`},
		{"how much did i spend on groceries in june vs may", "money", "COMPARISON", "spend, groceries",
			`FOCUS 2026-06-01..2026-06-30 "June"; BASELINE 2026-05-01..2026-05-31 "May"`},
		{"When did I last swim?", "swimming", "SIMPLE", "swim", ""},
		{"whats the longest run ive done", "running", "SIMPLE", "run", ""},
		{"what's my bench pr", "strength", "SIMPLE", "bench press, personal record", ""},
		{"notes about knee pain", "strength", "SIMPLE", "knee pain", ""},
		{"did i add milk to the list", "", "SIMPLE", "milk", ""},
		{"where did I park", "", "SIMPLE", "park", ""},
		{"how am i doing", "", "INSIGHT", "", last30 + "; " + before30},
		{"am i sleeping enough", "sleep", "SIMPLE", "sleep", last30},
		{"average sleep", "sleep", "SIMPLE", "sleep", ""},
		{"how did i sleep last night", "sleep", "SIMPLE", "sleep", `FOCUS 2026-07-15..2026-07-15 "last night"`},
		{"what did i eat after 9pm last week", "nutrition", "SIMPLE", "eat", `FOCUS 2026-07-06..2026-07-12 "after 9pm last week" 21-24h`},
		{"Compare morning vs evening workouts", "strength", "COMPARISON", "workout",
			`FOCUS 2026-06-16..2026-07-15 "morning" 5-12h; BASELINE 2026-06-16..2026-07-15 "evening" 17-22h`},
		{"how does that compare to last week?", "running", "COMPARISON", "running",
			`FOCUS 2026-07-13..2026-07-15 "since then"; BASELINE 2026-07-06..2026-07-12 "last week"`},
		{"how many km did I run in febuary", "running", "SIMPLE", "run", `FOCUS 2026-02-01..2026-02-28 "February"`},
		{"am I getting stronger?", "strength", "COMPARISON", "strength", last30 + "; " + before30},
		{"is coffee bad for my sleep?", "nutrition sleep", "INSIGHT", "coffee, sleep", last30 + "; " + before30},
		{"when did Lena visit", "", "SIMPLE", "Lena", ""},
		{"did I run on jan 15", "running", "SIMPLE", "run", `FOCUS 2026-01-15..2026-01-15 "Jan 15"`},
		{"avg sleep in feb", "sleep", "SIMPLE", "sleep", `FOCUS 2026-02-01..2026-02-28 "February"`},
		{"did I run more than in june", "running", "COMPARISON", "run",
			`FOCUS 2026-07-01..2026-07-15 "since then"; BASELINE 2026-06-01..2026-06-30 "June"`},
		{"Analyze my sleep last month", "sleep", "INSIGHT", "sleep", `FOCUS 2026-06-01..2026-06-30 "last month"`},
		{"Compare morning vs evening workouts last month", "strength", "COMPARISON", "workout",
			`FOCUS 2026-06-01..2026-06-30 "morning, last month" 5-12h; BASELINE 2026-06-01..2026-06-30 "evening, last month" 17-22h`},
		{"show me everything from march 2025", "", "SIMPLE", "", `FOCUS 2025-03-01..2025-03-31 "March 2025"`},
		{"bench press last week", "strength", "SIMPLE", "bench press", lastWeek},
		{"hows my squat going", "strength", "INSIGHT", "squat", last30 + "; " + before30},
		{"does coffee affect my sleep", "nutrition sleep", "INSIGHT", "coffee, sleep", ""},
		{"how has my running changed since January?", "running", "COMPARISON", "run",
			`FOCUS 2026-01-01..2026-07-15 "since January"; BASELINE 2025-06-19..2025-12-31 "the 196 days before"`},
		{"what happened on 2026-03-05?", "", "SIMPLE", "", `FOCUS 2026-03-05..2026-03-05 "2026-03-05"`},
	}
	for _, c := range cases {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			res := plan(t, ask(t, c.query, strings.Fields(c.loaded)...))
			if got := enum(res.GetQueryType(), "QUERY_TYPE_"); got != c.kind {
				t.Errorf("type = %s, want %s", got, c.kind)
			}
			if got := strings.Join(res.GetScope().GetSubjects(), ", "); got != c.subjects {
				t.Errorf("subjects = %q, want %q", got, c.subjects)
			}
			if got := ranges(res); got != c.ranges {
				t.Errorf("ranges = %s\nwant     %s", got, c.ranges)
			}
			if res.GetNextAction() != pb.NextAction_NEXT_ACTION_RETRIEVE || len(res.GetInstructions()) == 0 {
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
		{"Compare morning vs evening workouts", "strength", "INDEPENDENT", []string{"morning workouts", "evening workouts"}},
		{"Why was bench heavy and how to fix it?", "strength", "DEPENDENT", []string{"Why was bench heavy", "how to fix it? <- 1"}},
		{"What did I eat Tuesday and how much protein?", "nutrition", "COUPLED", []string{"What did I eat Tuesday", "how much protein?"}},
		{"Analyze my sleep, workouts, and nutrition this month", "sleep strength nutrition", "INDEPENDENT",
			[]string{"Analyze my sleep this month", "Analyze my workouts this month", "Analyze my nutrition this month"}},
		{"Why am I plateauing and what program should I try?", "strength", "DEPENDENT",
			[]string{"Why am I plateauing", "what program should I try? <- 1"}},
		{"Why was I tired last week and what should I change?", "sleep", "DEPENDENT",
			[]string{"Why was I tired last week", "what should I change? <- 1"}},
		{"Compare my running progress with my lifting", "running strength", "INDEPENDENT", []string{"my running progress", "my lifting"}},
		{"How much did I run last month and how was my sleep?", "running sleep", "INDEPENDENT",
			[]string{"How much did I run last month", "how was my sleep last month?"}},
		{"How often did I run this year and why did I stop?", "running", "DEPENDENT",
			[]string{"How often did I run this year", "why did I stop? <- 1"}},
		{"How far did I run last week and how long did it take?", "running", "COUPLED",
			[]string{"How far did I run last week", "how long did it take?"}},
		{"What happened at work yesterday? And how did I feel about it?", "work mood", "COUPLED",
			[]string{"What happened at work yesterday", "how did I feel about it?"}},
		{"compare last week with the week before", "", "COUPLED", []string{"compare last week with the week before"}},
		{"compare my sleep in may to june", "sleep", "COUPLED", []string{"compare my sleep in may to june"}},
		{"Did I do squats and deadlifts on the same day?", "strength", "COUPLED", []string{"Did I do squats and deadlifts on the same day?"}},
		{"Show me last week's workouts", "strength", "COUPLED", []string{"Show me last week's workouts"}},
		{"how was my sleep and mood last week", "sleep mood", "INDEPENDENT", []string{"how was my sleep last week", "how was my mood last week"}},
	}
	for _, c := range cases {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			res := plan(t, ask(t, c.query, strings.Fields(c.loaded)...))
			var parts []string
			var order []int32
			for i, p := range res.GetSubQueries() {
				s := p.GetQuestion()
				for _, d := range p.GetDependsOn() {
					s += fmt.Sprintf(" <- %d", d)
				}
				parts, order = append(parts, s), append(order, int32(i+1))
			}
			if got := enum(res.GetDependency(), "DEPENDENCY_TYPE_"); got != c.how || !slices.Equal(parts, c.parts) {
				t.Errorf("got %s %q\nwant %s %q", got, parts, c.how, c.parts)
			}
			if !slices.Equal(res.GetExecutionOrder(), order) {
				t.Errorf("order = %v", res.GetExecutionOrder())
			}
		})
	}
}

func TestFirstSearches(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, query, loaded string
		want                []string // beginnings of the instructions, in order
	}{
		{"a list reads the span", "Show me last week's workouts", "strength",
			[]string{"topic workout 2026-07-06..2026-07-12", "keyword workout [workout, strength training, ", "keyword workout [", "keyword [yesterday, last night, forgot, Sunday, ", "date_range 2026-07-06..2026-07-12"}},
		{"a reason looks at the span before and at circumstances", "Why did my bench press feel heavy last week?", "strength sleep",
			[]string{"topic bench press 2026-07-06..2026-07-12", "topic bench press 2026-06-29..2026-07-05",
				"keyword [yesterday, last night, forgot, Sunday, ", "date_range 2026-07-06..2026-07-12", "date_range 2026-06-29..2026-07-05", "keyword [sleep, stress, "}},
		{"advice reads what was lately and what is aimed at", "What should I do today?", "",
			[]string{"date_range 2026-06-16..2026-07-15", "keyword [goal, plan, "}},
		{"a fact without a time searches all notes", "When did I last swim?", "swimming", []string{"topic swim", "keyword swim [swim, backstroke, "}},
		{"words that no vocabulary knows", "notes about knee pain", "strength", []string{"keyword knee pain [knee pain, knee, pain]", "keyword knee pain [knee pain, ache, "}},
		{"a long span is searched and not read", "how many miles did I run in 2025", "running", []string{"topic run 2025-01-01..2025-12-31", "keyword run [run, "}},
		{"money without a purpose is every amount", "how much did I spend", "money", []string{"topic spend", "keyword spend [spend, buy, ", "keyword [dollar, ", "keyword [$, €, £, ₹, ¥] ", "keyword [$, €, £, 0.00]"}},
		{"nights by their hours are sleep", "nights with 8 hours or more", "", []string{"topic sleep", "keyword sleep [sleep, "}},
		{"what is numbered is looked up by its short name too", "when did I do week 5 of the plan?", "running", []string{"keyword [week, plan]", "keyword [week 5]", "keyword [w5]"}},
		{"what lies ahead was written before", "what have I got coming up?", "", []string{"date_range 2026-06-16..2026-07-15", "keyword [booked, appointment, "}},
		{"a word that covers nothing is looked up alone", "When did I last see Jonas?", "strength", []string{"topic Jonas"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := searches(plan(t, ask(t, c.query, strings.Fields(c.loaded)...)))
			if len(got) != len(c.want) || !slices.EqualFunc(got, c.want, strings.HasPrefix) {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestAnAssumedTimeIsReported(t *testing.T) {
	t.Parallel()
	res := plan(t, ask(t, "how am i doing"))
	want := &commonv1.TimeRange{Start: "2026-06-16", End: "2026-07-15", Assumed: true, Grain: commonv1.Grain_GRAIN_SPAN}
	if len(res.GetTimeRanges()) != 1 || !proto.Equal(res.GetTimeRanges()[0], want) {
		t.Errorf("got %v", res.GetTimeRanges())
	}
	res = plan(t, ask(t, "When did I last swim?"))
	if len(res.GetTimeRanges()) != 0 {
		t.Errorf("a question about all time has %v", res.GetTimeRanges())
	}
}

func TestADomainThatTheQuestionNeedsIsLoadedFirst(t *testing.T) {
	t.Parallel()
	req := ask(t, "Why did my bench press feel heavy last week?", "running")
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

func TestSubjectsAreKnownInOtherSpellings(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"what was my best benchpress":   "bench press",
		"when is the halfmarathon":      "half marathon",
		"how heavy was my last skwat":   "squat",
		"when did I see Oliver":         "Oliver",
		"my dead lift history":          "deadlift",
		"how often do I skip brekfast":  "breakfast",
		"did I ever play the clarinet":  "",
		"who won the chess tournament":  "",
		"how was the beach":             "",
		"nights out":                    "nights out",
		"what did we see at the museum": "",
	} {
		subjects := plan(t, ask(t, query)).GetScope().GetSubjects()
		if want != "" && !slices.Contains(subjects, want) {
			t.Errorf("%q is about %q, want %q", query, subjects, want)
		}
		for _, s := range subjects {
			if want == "" && !strings.Contains(query, s) {
				t.Errorf("%q is about %q", query, subjects)
			}
		}
	}
}

func TestWhatHasNoEndIsCut(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&page, "zq%c%c%c ", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
	}
	for _, query := range []string{"why " + strings.Repeat("a", 60000), "why " + strings.Repeat("ü", 30000), "when did I see " + page.String()} {
		subjects := plan(t, ask(t, query)).GetScope().GetSubjects()
		if len(subjects) == 0 || len(subjects) > 24 {
			t.Errorf("%.20q… is about %d things", query, len(subjects))
		}
		for _, s := range subjects {
			if len(s) > 200 || !utf8.ValidString(s) {
				t.Errorf("%.20q… is about something of %d bytes", query, len(s))
			}
		}
	}
}
