package router_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
)

const (
	log        = commonv1.InputType_INPUT_TYPE_LOG
	query      = commonv1.InputType_INPUT_TYPE_QUERY
	both       = commonv1.InputType_INPUT_TYPE_BOTH
	correction = commonv1.InputType_INPUT_TYPE_CORRECTION
)

// builtin reads the domains once; a Set is immutable.
var builtin = sync.OnceValues(domains.Builtin)

func shipped(t testing.TB) []*commonv1.DomainInfo {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	return set.Infos()
}

func route(t testing.TB, req *pb.RouteRequest) *pb.RouteResponse {
	t.Helper()
	s, err := router.New(router.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	before := proto.Clone(req)
	res, err := s.Route(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(before, req) {
		t.Error("the request was changed")
	}
	return res
}

// inputs are what people write, with what it is; for BOTH the parts, for a
// CORRECTION its target.
var inputs = []struct {
	text       string
	want       commonv1.InputType
	log, query string
	target     string
}{{"Had coffee and toast for breakfast, then went for a 5k run", log, "", "", ""},
	{"I benched 185 today and also squated 200 felt good", log, "", "", ""},
	{"Feeling great!! New PR on deadlift 140kg", log, "", "", ""},
	{"slept 7.5h, woke up twice", log, "", "", ""},
	{"Long day at work. Three meetings. Skipped gym.", log, "", "", ""},
	{"Can't believe how fast that run was", log, "", "", ""},
	{"how many days did i train in may", query, "", "", ""},
	{"when did i start running", query, "", "", ""},
	{"Whats my average protein intake", query, "", "", ""},
	{"did I ever log a 10k under 50 min", query, "", "", ""},
	{"has my mood improved since I started meditating", query, "", "", ""},
	{"have I been stressed lately", query, "", "", ""},
	{"was i sick in january", query, "", "", ""},
	{"Were there any days without coffee", query, "", "", ""},
	{"please summarize last month", query, "", "", ""},
	{"could you tell me how much I slept", query, "", "", ""},
	{"top 5 longest runs", query, "", "", ""},
	{"what's the trend in my weight", query, "", "", ""},
	{"best bench this year?", query, "", "", ""},
	{"who did i meet last week", query, "", "", ""},
	{"how come i'm so tired", query, "", "", ""},
	{"what about yesterday?", query, "", "", ""},
	{"should I take a rest day tomorrow", query, "", "", ""},
	{"do you think I'm overtraining?", query, "", "", ""},
	{"am I overtraining", query, "", "", ""},
	{"is it normal that my knee hurts after running?", query, "", "", ""},
	{"what did the doctor say about my knee", query, "", "", ""},
	{"which days did i skip the gym", query, "", "", ""},
	{"where was I on March 3rd", query, "", "", ""},
	{"Actually I think I'm getting a cold", log, "", "", ""},
	{"I actually enjoyed the run", log, "", "", ""},
	{"Not great, not terrible. 3x5 squat.", log, "", "", ""},
	{"I was wrong about the weather", log, "", "", ""},
	{"Did legs today, not arms", log, "", "", ""},
	{"It was fun, not hard at all", log, "", "", ""},
	{"changed my diet to keto", log, "", "", ""},
	{"Update: knee feels better", log, "", "", ""},
	{"fixed the bike", log, "", "", ""},
	{"Correct answer was 42 in the quiz", log, "", "", ""},
	{"should have slept more", log, "", "", ""},
	{"That was 10k of pure joy", log, "", "", ""},
	{"how I spent my day: reading, cooking", log, "", "", ""},
	{"What helped: a walk and tea", log, "", "", ""},
	{"when the alarm rang I was already up", log, "", "", ""},
	{"will run tomorrow", log, "", "", ""},
	{"could not sleep", log, "", "", ""},
	{"would love to run a marathon someday", log, "", "", ""},
	{"do yoga every morning", log, "", "", ""},
	{"Show was great", log, "", "", ""},
	{"Compared to last week I feel good", log, "", "", ""},
	{"find peace in small things", log, "", "", ""},
	{"count: 50 pushups", log, "", "", ""},
	{"Question from Tom about the budget", log, "", "", ""},
	{"Thinking about why I run", log, "", "", ""},
	{"learned how to make sourdough", log, "", "", ""},
	{"Asked my boss when the review is", log, "", "", ""},
	{"1/5 squat 3x5 100kg", log, "", "", ""},
	{"Just did 3x5 squat at 100kg, is that more than last time?", both, "Just did 3x5 squat at 100kg", "is that more than last time?", ""},
	{"Weighed 82.3kg this morning. How does that compare to last month?", both, "Weighed 82.3kg this morning.", "How does that compare to last month?", ""},
	{"ate 3 eggs, 2 toast. how much protein is that", both, "ate 3 eggs, 2 toast.", "how much protein is that", ""},
	{"Slept only 5 hours. Should I still train today?", both, "Slept only 5 hours.", "Should I still train today?", ""},
	{"Ran 10k today - how am I doing compared to last month?", both, "Ran 10k today", "how am I doing compared to last month?", ""},
	{"why is my sleep so bad lately? slept 5h again", both, "slept 5h again", "why is my sleep so bad lately?", ""},
	{"I feel stressed today and what helped me last time?", both, "I feel stressed today", "what helped me last time?", ""},
	{"Actually it was 5 sets", correction, "", "", "sets"},
	{"Actually, I slept 7 hours not 6", correction, "", "", "slept hours 6"},
	{"no, that was 3 sets of 8", correction, "", "", "sets"},
	{"Wrong date, that was yesterday", correction, "", "", "date"},
	{"Sorry I meant incline bench", correction, "", "", "incline bench"},
	{"My deadlift today was 140 kg, not 104 kg", correction, "", "", "deadlift today 104 kg"},
	{"edit: 3 sets not 4", correction, "", "", "4"},
	{"Actually make that 12 reps", correction, "", "", "reps"},
	{"that should say 10k", correction, "", "", ""},
	{"The 5k was yesterday, not today", correction, "", "", "5k today"},
	{"it was tuesday not monday", correction, "", "", "monday"},
}

func TestInputsAreWhatTheyAreMeantToBe(t *testing.T) {
	t.Parallel()
	infos := shipped(t)
	for _, c := range inputs {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			got := route(t, &pb.RouteRequest{Text: c.text, Domains: infos})
			if got.GetInputType() != c.want {
				t.Fatalf("got %v (%s), want %v", got.GetInputType(), got.GetReasoning(), c.want)
			}
			if c.want == both && (got.GetLogPortion() != c.log || got.GetQueryPortion() != c.query) {
				t.Errorf("got log %q, query %q", got.GetLogPortion(), got.GetQueryPortion())
			}
			if got.GetCorrectionTarget() != c.target {
				t.Errorf("target = %q, want %q", got.GetCorrectionTarget(), c.target)
			}
			if (c.want == log || c.want == correction) && (got.GetLogPortion() != c.text || got.GetQueryPortion() != "") {
				t.Errorf("the text is not kept whole: %q, %q", got.GetLogPortion(), got.GetQueryPortion())
			}
			if c.want == query && (got.GetQueryPortion() != c.text || got.GetLogPortion() != "") {
				t.Errorf("the question is not whole: %q, %q", got.GetLogPortion(), got.GetQueryPortion())
			}
		})
	}
}

func TestWhatTheCallerKnowsIsKept(t *testing.T) {
	t.Parallel()
	cases := []struct {
		text   string
		intent commonv1.InputType
		want   commonv1.InputType
	}{
		{"Why did my bench feel heavy?", log, log},
		{"Tired today. Why am I always tired?", log, log},
		{"Actually that was 185 not 85 pounds", log, correction},
		{"bench press last week", query, query},
		{"Tired today. Why am I always tired?", query, query},
		{"bench 80", correction, correction},
	}
	for _, c := range cases {
		if got := route(t, &pb.RouteRequest{Text: c.text, Intent: c.intent}); got.GetInputType() != c.want {
			t.Errorf("%q as %v: got %v, want %v", c.text, c.intent, got.GetInputType(), c.want)
		}
	}
}

func TestDomains(t *testing.T) {
	t.Parallel()
	infos := shipped(t)
	cases := []struct {
		name, text string
		session    []string
		has        []string
		not        []string
	}{
		{name: "a subject and what may explain it", text: "Why did my bench press feel heavy last week?", has: []string{"strength", "sleep"}, not: []string{"nutrition", "money"}},
		{name: "a run without a reason asked", text: "Ran 5k in 27:30", has: []string{"running"}, not: []string{"strength", "sleep"}},
		{name: "two subjects", text: "Compare my running progress with my lifting", has: []string{"running", "strength"}},
		{name: "three subjects", text: "Analyze my sleep, workouts, and nutrition this month", has: []string{"sleep", "strength", "nutrition"}},
		{name: "a subject that was never logged", text: "How's my swimming progress?", has: []string{"swimming"}, not: []string{"running"}},
		{name: "nothing named in a question is broader", text: "How am I doing?", has: []string{"strength", "sleep", "mood", "work"}},
		{name: "a plain note needs no domain", text: "Met Anna by the river", not: []string{"strength", "money", "sleep"}},
		{name: "a follow-up takes the subject of the talk", text: "and the month before?", session: []string{"How far did I run last month?"}, has: []string{"running"}, not: []string{"money"}},
		{name: "the base is no choice", text: "doctor appointment, 7 hours, 3 km", not: []string{"general"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := route(t, &pb.RouteRequest{Text: c.text, Session: c.session, Domains: infos})
			for _, d := range c.has {
				if !slices.Contains(got.GetDomains(), d) {
					t.Errorf("%q is missing in %v (%s)", d, got.GetDomains(), got.GetDomainReasoning())
				}
			}
			for _, d := range c.not {
				if slices.Contains(got.GetDomains(), d) {
					t.Errorf("%q should not be in %v (%s)", d, got.GetDomains(), got.GetDomainReasoning())
				}
			}
		})
	}
}

func TestDomainsMatchWholeWordsOnly(t *testing.T) {
	t.Parallel()
	infos := []*commonv1.DomainInfo{
		{Name: "records", Description: "Bests of all kinds.", Terms: []string{"pr"}},
		{Name: "lifting", Description: "Barbells.", Terms: []string{"bench press"}},
	}
	if got := route(t, &pb.RouteRequest{Text: "bench press 80kg", Domains: infos}).GetDomains(); !slices.Equal(got, []string{"lifting"}) {
		t.Errorf("got %v", got)
	}
	if got := route(t, &pb.RouteRequest{Text: "new PR!", Domains: infos}).GetDomains(); !slices.Equal(got, []string{"records"}) {
		t.Errorf("got %v", got)
	}
}

func TestPortionsAreVerbatim(t *testing.T) {
	t.Parallel()
	parts := []string{"Tired today.", "Why?", "how did I sleep", "ran 5k", ",", "and", "Actually that was 185 not 85.", "\n",
		"\"how\"", "…", "what should I do today?", "-", "I wonder why", "é", "last week", "right?", "Hi!", "is it"}
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 8).Draw(rt, "parts"), " ")
		if strings.TrimSpace(text) == "" {
			return
		}
		got := route(t, &pb.RouteRequest{Text: text})
		for _, p := range []string{got.GetLogPortion(), got.GetQueryPortion()} {
			if !strings.Contains(text, p) {
				rt.Fatalf("%q: %q is not part of it", text, p)
			}
		}
		if c := got.GetConfidence(); c < 0 || c > 1 || got.GetReasoning() == "" {
			rt.Fatalf("%q: confidence %v, reasoning %q", text, c, got.GetReasoning())
		}
		hasLog, hasQuery := got.GetLogPortion() != "", got.GetQueryPortion() != ""
		switch got.GetInputType() {
		case correction:
			if !hasLog {
				rt.Fatalf("%q: portions of %v", text, got)
			}
		case log:
			if !hasLog || hasQuery {
				rt.Fatalf("%q: portions of %v", text, got)
			}
		case query:
			if hasLog || !hasQuery {
				rt.Fatalf("%q: portions of %v", text, got)
			}
		case both:
			if !hasLog || !hasQuery {
				rt.Fatalf("%q: portions of %v", text, got)
			}
		case commonv1.InputType_INPUT_TYPE_TALK:
			if hasLog || hasQuery || got.GetReply() == "" {
				rt.Fatalf("%q: portions of %v", text, got)
			}
		default:
			rt.Fatalf("%q: %v", text, got.GetInputType())
		}
	})
}

func TestRouterRefusesWhatItCannotUse(t *testing.T) {
	t.Parallel()
	s, err := router.New(router.Deps{Mind: mind.Rules})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Route(t.Context(), &pb.RouteRequest{Context: &commonv1.CallContext{TimeZone: "Mars/Base"}, Text: "x"})
	if !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("got %v", err)
	}
	if _, err := router.New(router.Deps{Mind: mind.Model}); !errors.Is(err, mind.ErrNoModel) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkRoute(b *testing.B) {
	infos := shipped(b)
	s, err := router.New(router.Deps{})
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{
		"note":     "bench 5x5 80kg, last set ugly",
		"question": "how many days did i train in may",
		"both":     "Tired today, 4 hours sleep. Why did my bench press feel heavy last week?",
		"page":     strings.Repeat("Up early, ran 6k by the canal, then pancakes. Was it worth it? Sure.\n", 60),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Route(b.Context(), &pb.RouteRequest{Text: text, Domains: infos}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
