package observer_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	"github.com/weft-mesh/weft/services/observer"
)

const (
	logged     = pb.Trigger_TRIGGER_SIGNIFICANT_LOG
	corrected  = pb.Trigger_TRIGGER_USER_CORRECTION
	queried    = pb.Trigger_TRIGGER_POST_QUERY
	periodic   = pb.Trigger_TRIGGER_PERIODIC
	emptyFront = "---\nlast_updated: 2026-01-01\nversion: 7\nmood: calm\n---\n\n# Me\n\n"
)

func entry(id, text string) *commonv1.Entry {
	return &commonv1.Entry{Id: id, Date: id[:10], Text: text}
}

// past is what the user wrote before, newest first.
func past() []*commonv1.Entry {
	return []*commonv1.Entry{
		entry("2026-02-01_09-00-00", "Ran 8 km, easy"),
		entry("2026-01-30_18-00-00", "Bench press 3x5 @ 85 kg"),
		entry("2026-01-28_18-00-00", "Squat 5x5 @ 100 kg"),
		entry("2026-01-25_18-00-00", "Bench press 3x5 @ 82.5 kg"),
		entry("2026-01-24_09-00-00", "Ran 10 km"),
		entry("2026-01-20_09-00-00", "Slept badly"),
	}
}

// longPast is past with more before it, so that there is something to beat.
func longPast() []*commonv1.Entry {
	out := past()
	for day := 15; day >= 11; day-- {
		out = append(out, entry(fmt.Sprintf("2026-01-%d_18-00-00", day), "Bench press 3x5 @ 80 kg. Ran 5 km."))
	}
	return out
}

// builtin are the shipped domains, which take a while to load.
var builtin = sync.OnceValues(domains.Builtin)

func request(t testing.TB, trigger pb.Trigger) *pb.ObserveRequest {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	return &pb.ObserveRequest{
		Context:       &commonv1.CallContext{Now: timestamppb.New(time.Date(2026, 2, 3, 23, 30, 0, 0, time.UTC)), TimeZone: "Europe/Berlin", Tenant: "t", User: "u", Depth: commonv1.Depth_DEPTH_DEEP},
		Trigger:       trigger,
		DomainContext: set.Context([]string{"strength", "running"}),
		Recent:        past(),
	}
}

// byRules is an observer without a model, which compiles its schemas once for all tests.
var byRules = sync.OnceValues(func() (*observer.Service, error) { return observer.New(observer.Deps{}) })

func ruleObserver(t testing.TB) *observer.Service {
	t.Helper()
	s, err := byRules()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func observe(t testing.TB, req *pb.ObserveRequest) *pb.ObserveResponse {
	t.Helper()
	before := proto.Clone(req)
	r, err := ruleObserver(t).Observe(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(before, req) {
		t.Error("the request was changed")
	}
	if !proto.Equal(r.GetProvenance(), mind.ByRules()) {
		t.Errorf("provenance is %v", r.GetProvenance())
	}
	return r
}

func lines(r *pb.ObserveResponse) string {
	var out []string
	for _, u := range r.GetUpdates() {
		category := strings.ToLower(strings.TrimPrefix(u.GetCategory().String(), "CATEGORY_"))
		certainty := strings.ToLower(strings.TrimPrefix(u.GetCertainty().String(), "CERTAINTY_"))
		out = append(out, fmt.Sprintf("%s %s: %s (%s, from %s)", category, u.GetKey(), u.GetValue(), certainty, u.GetSource()))
	}
	return strings.Join(out, "; ")
}

func TestWhatIsLearnedFromANote(t *testing.T) {
	t.Parallel()
	const id = "2026-02-03_18-04-11"
	for _, c := range []struct{ name, text, page, want string }{
		{"a new best load", "Bench press 3x5 @ 87.5 kg", "", "fact bench_press_record: 87.5 kg, the most read in notes of 8 days since 2026-01-11 (certain, from " + id + ")"},
		{"a best load in another unit", "Bench press 3x5 @ 190 lb", "", "fact bench_press_record: 190 lb, the most read in notes of 8 days since 2026-01-11 (certain, from " + id + ")"},
		{"a best distance", "Ran 12 km", "", "fact run_distance_record: 12 km, the most read in notes of 8 days since 2026-01-11 (certain, from " + id + ")"},
		{"no record below the best of before", "Bench press 3x5 @ 85 kg", "", ""},
		{"no record below the one on the page", "Bench press 3x5 @ 87.5 kg", "## Facts\n- bench_press_record: 90 kg (certain, from x)\n", ""},
		{"no record of several times the one on the page", "Bench press 1x1 @ 400 kg", "## Facts\n- bench_press_record: 90 kg (certain, from x)\n", ""},
		{"a record above the one on the page", "Bench press 1x1 @ 92.5 kg", "## Facts\n- bench_press_record: 90 kg (certain, from x)\n", "fact bench_press_record: 92.5 kg, the most read in notes of 8 days since 2026-01-11 (certain, from " + id + ")"},
		{"no record in what was only planned", "Tomorrow bench press 3x5 @ 100 kg", "", ""},
		{"no first time: older notes may have one", "Deadlift 3x5 @ 120 kg", "", ""},
		{"no record of what was noted once before", "Squat 5x5 @ 110 kg", "", ""},
		{"a record above a person's own, on however few days", "Squat 5x5 @ 110 kg", "## Facts\n- squat record: 105 kg\n", "fact squat record: 110 kg, the most read in notes of 2 days since 2026-01-28 (certain, from " + id + ")"},
		{"a record that the user calls one", "Deadlift 1x1 @ 140 kg, new PR!", "", "fact deadlift_record: 140 kg (certain, from " + id + ")"},
		{"no record that the user denies", "Deadlift 1x1 @ 140 kg, not a PR.", "", ""},
		{"no record that the user hopes for", "Deadlift 1x1 @ 140 kg. Hope to get a new PR next week.", "", ""},
		{"a routine", "Started the 5/3/1 program today.", "", "fact current_program: 5/3/1 program (certain, from " + id + ")"},
		{"a named routine", "I switched to a high protein diet.", "", "fact current_diet: high protein diet (certain, from " + id + ")"},
		{"no routine in an everyday start", "Started work at 9. Started feeling sick. I might start a diet.", "", ""},
		{"a preference", "I prefer morning workouts over evening ones.", "", "preference workouts_preference: morning workouts over evening ones (certain, from " + id + ")"},
		{"a unit", "From now on I log my lifts in pounds.", "", "preference weight_unit: lb (certain, from " + id + ")"},
		{"no preference that is taken back, asked or someone else's", "I used to prefer kilos. Should I always use kg? Coach said from now on no sugar.", "", ""},
		{"nothing of note", "Quiet day.", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := request(t, logged)
			req.Entry, req.GlobalContext, req.Recent = entry(id, c.text), c.page, longPast()
			r := observe(t, req)
			if got := lines(r); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if r.GetShouldUpdate() != (c.want != "") || len(r.GetInsights()) != len(r.GetUpdates()) {
				t.Errorf("update is %v with %d insights", r.GetShouldUpdate(), len(r.GetInsights()))
			}
			if c.want == "" && r.GetGlobalContext() != c.page {
				t.Errorf("the page was changed to %q", r.GetGlobalContext())
			}
			// A second look at the same finds nothing new.
			req.GlobalContext = r.GetGlobalContext()
			if again := observe(t, req); again.GetShouldUpdate() || again.GetGlobalContext() != req.GlobalContext {
				t.Errorf("learned again: %s", lines(again))
			}
		})
	}
}

func TestThePageIsChangedOnlyWhereItHasTo(t *testing.T) {
	t.Parallel()
	req := request(t, logged)
	req.Entry = entry("2026-02-03_18-04-11", "Bench press 3x5 @ 87.5 kg")
	req.GlobalContext = emptyFront + "## Facts\n\n- bench_press_record: 85 kg (certain, from 2026-01-30_18-00-00)\n- cat: Miso (certain)\n\n## My goals\n\nhalf marathon\n"
	want := strings.Replace(req.GlobalContext, "85 kg (certain, from 2026-01-30_18-00-00)", "87.5 kg, the most read in notes of 3 days since 2026-01-25 (certain, from 2026-02-03_18-04-11)", 1)
	// Berlin has the next day already.
	want = strings.Replace(strings.Replace(want, "version: 7", "version: 8", 1), "2026-01-01", "2026-02-04", 1)
	if got := observe(t, req).GetGlobalContext(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestWhatIsLearnedFromAQuestion(t *testing.T) {
	t.Parallel()
	req := request(t, queried)
	req.Query = "How did I sleep? From now on give me short answers."
	if got, want := lines(observe(t, req)), "preference response_style: concise (certain, from query 2026-02-04)"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWhatIsLearnedFromACorrection(t *testing.T) {
	t.Parallel()
	const id = "2026-02-02_18-00-00"
	record := "## Facts\n- bench_press_record: 185 kg (certain, from " + id + ")\n"
	for _, c := range []struct{ name, text, correction, page, want string }{
		{
			"a record that was a slip goes to the entry that holds it",
			"Bench press 3x5 @ 80 kg", "that was 80, not 185", record, "fact bench_press_record: 85 kg, the most read in notes of 3 days since 2026-01-25 (certain, from 2026-01-30_18-00-00)",
		},
		{"a record that is still one is mended", "Bench press 3x5 @ 86 kg", "86, not 185", record, "fact bench_press_record: 86 kg, the most read in notes of 3 days since 2026-01-25 (certain, from " + id + ")"},
		{
			"someone else's line is left alone", "Bench press 3x5 @ 80 kg", "80, not 185",
			"## Facts\n- bench_press_record: 185 kg (certain)\n", "",
		},
		{"a preference that is plainly said", "Bench press 3x5 @ 80 kg", "Always use kg for my lifts.", "", "preference weight_unit: kg (certain, from " + id + ")"},
		{"no preference in a mere correction", "Bench press 3x5 @ 80 kg", "Actually that was 80 kg, not 80 lb", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := request(t, corrected)
			req.Entry, req.Correction, req.GlobalContext = entry(id, c.text), c.correction, c.page
			if got := lines(observe(t, req)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestAFullPageGivesUpItsLeastCertainLines(t *testing.T) {
	t.Parallel()
	req := request(t, logged)
	req.Entry, req.Recent = entry("2026-02-03_18-04-11", "Bench press 3x5 @ 87.5 kg"), longPast()
	old := "- sleep: " + strings.Repeat("seems to matter ", 10) + "(tentative, from query 2025-12-01)"
	req.GlobalContext = "## Facts\n- cat: Miso (certain)\n\n## Insights\n" + old + "\n"
	req.MaxTokens = 70
	r := observe(t, req)
	if len(r.GetArchived()) != 1 || r.GetArchived()[0] != old {
		t.Errorf("archived %q", r.GetArchived())
	}
	if strings.Contains(r.GetGlobalContext(), old) || !strings.Contains(r.GetGlobalContext(), "Miso") || lines(r) == "" {
		t.Errorf("the page is %q", r.GetGlobalContext())
	}
}

func TestALineThatFindsNoRoomChangesNothing(t *testing.T) {
	t.Parallel()
	req := request(t, periodic) // usual days are likely, not certain
	req.Recent = trainedNotes(1, 8, "Ran 5 km", time.Monday)
	req.GlobalContext = "---\nlast_review: 2026-02-04\n---\n\n## Patterns\n- cat: " + strings.Repeat("Miso ", 40) + "(certain)\n"
	req.MaxTokens = 50
	if r := observe(t, req); r.GetShouldUpdate() || r.GetGlobalContext() != req.GetGlobalContext() || len(r.GetArchived()) > 0 {
		t.Errorf("got %v", r)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	if _, err := observer.New(observer.Deps{Mind: mind.Model}); !errors.Is(err, mind.ErrNoModel) {
		t.Errorf("a model that isn't there: %v", err)
	}
	s, err := observer.New(observer.Deps{Mind: mind.Rules})
	if err != nil {
		t.Fatal(err)
	}
	req := request(t, periodic)
	req.Context.TimeZone = "Mars/Olympus"
	if _, err := s.Observe(t.Context(), req); !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("an unknown time zone: %v", err)
	}
}

func TestWithTimeHunchesThatNothingConfirmsLeave(t *testing.T) {
	t.Parallel()
	req := request(t, periodic)
	req.Recent = nil
	old := "- sleep: seems to matter (tentative, from query 2025-06-01)"
	req.GlobalContext = "# Global Context\n\n## Insights\n\n" + old + "\n- coffee: late is bad (likely, from query 2025-06-01)\n"
	r := observe(t, req)
	if len(r.GetArchived()) != 1 || r.GetArchived()[0] != old || !strings.Contains(r.GetGlobalContext(), "coffee: late is bad") {
		t.Errorf("archived %q, page %q", r.GetArchived(), r.GetGlobalContext())
	}
	req.GlobalContext = r.GetGlobalContext()
	if again := observe(t, req); again.GetShouldUpdate() {
		t.Errorf("a second look on the same day writes again: %q", again.GetGlobalContext())
	}
	req.GlobalContext = ""
	if r := observe(t, req); r.GetShouldUpdate() {
		t.Errorf("a page is begun with nothing on it: %q", r.GetGlobalContext())
	}
}
