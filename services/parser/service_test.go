package parser_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	"github.com/weft-mesh/weft/services/parser"
)

// A Wednesday in Berlin.
var wednesday = time.Date(2026, 1, 14, 20, 30, 0, 0, time.UTC)

// newService is shared, as it is by the requests of a process.
var newService = sync.OnceValues(func() (*parser.Service, error) { return parser.New(parser.Deps{}) })

func service(t *testing.T) *parser.Service {
	t.Helper()
	s, err := newService()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var builtin = sync.OnceValues(domains.Builtin)

func request(t *testing.T, text string) *pb.ParseRequest {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	return &pb.ParseRequest{
		Context:       &commonv1.CallContext{Now: timestamppb.New(wednesday), TimeZone: "Europe/Berlin", Tenant: "t", User: "u"},
		Text:          text,
		WrittenAt:     timestamppb.New(wednesday),
		DomainContext: set.Context([]string{"strength", "running", "sleep", "nutrition", "mood", "money"}),
	}
}

func parse(t *testing.T, req *pb.ParseRequest) *pb.ParseResponse {
	t.Helper()
	res, err := service(t).Parse(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestANoteGetsItsDayItsTagsAndItsData(t *testing.T) {
	t.Parallel()
	text := "  Yesterday I ran 5k in 25:30 #cardio, then bench 80\r\n"
	res := parse(t, request(t, text))
	if res.GetDate() != "2026-01-13" {
		t.Errorf("date = %s, want the day before the note was written", res.GetDate())
	}
	if !slices.Equal(res.GetTags(), []string{"cardio"}) {
		t.Errorf("tags = %v", res.GetTags())
	}
	if !slices.Contains(res.GetUncertainFields(), "strength.sets[0].load") {
		t.Errorf("a load without a unit is uncertain, got %v", res.GetUncertainFields())
	}
	want := map[string]any{
		"running":  map[string]any{"runs": []any{map[string]any{"distance": q(5, "km"), "duration": q(25.5, "min")}}},
		"strength": map[string]any{"sets": []any{map[string]any{"exercise": "bench press", "load": map[string]any{"value": 80.0}}}},
	}
	if got := res.GetDomainData().AsMap(); !reflect.DeepEqual(got, want) {
		t.Errorf("data = %v, want %v", show(got), show(want))
	}
	if p := res.GetProvenance(); p.GetMind() != commonv1.Mind_MIND_RULES || p.GetAttempts() != 1 {
		t.Errorf("provenance = %v", p)
	}
	if res.GetCorrection() != nil {
		t.Errorf("a note is no correction: %v", res.GetCorrection())
	}
}

func TestNothingFoundIsANoteStill(t *testing.T) {
	t.Parallel()
	res := parse(t, request(t, "Called mum about the garden fence"))
	if len(res.GetDomainData().GetFields()) != 0 || res.GetConfidence() > 0.5 {
		t.Errorf("data %v with confidence %v, want none and low", res.GetDomainData(), res.GetConfidence())
	}
	if res.GetDate() != "2026-01-14" {
		t.Errorf("date = %s", res.GetDate())
	}
}

func TestAnUnknownTimeZoneIsRefused(t *testing.T) {
	t.Parallel()
	req := request(t, "slept 7h")
	req.Context.TimeZone = "Mars/Olympus"
	_, err := service(t).Parse(t.Context(), req)
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Errorf("error = %v, want a fault", err)
	}
}

func TestAModelNeedsAProvider(t *testing.T) {
	t.Parallel()
	if _, err := parser.New(parser.Deps{Mind: mind.Model}); !errors.Is(err, mind.ErrNoModel) {
		t.Errorf("error = %v, want ErrNoModel", err)
	}
}

// recent are notes of the days before, newest first. None has been parsed.
func recent() []*commonv1.Entry {
	notes := []struct{ id, text string }{
		{"2026-01-14_19-00-00", "Bench 3x5 @ 85 lbs, squat 5x5 100kg, felt good"},
		{"2026-01-14_08-00-00", "Slept 6.5h, woke up at 6:30. Energy 5/10. Coffee and toast for breakfast"},
		{"2026-01-13_18-00-00", "Evening run 5k in 25:30, HR 150"},
		{"2026-01-12_19-00-00", "Deadlift 3x5 120kg"},
		{"2026-01-12_13-00-00", "Spent €12.50 on lunch"},
		{"2026-01-10_10-00-00", "Easy run 8 km"},
		{"2026-01-08_19-00-00", "OHP 3x8 40kg"},
		{"2026-01-05_19-00-00", "OHP 3x8 40kg"},
	}
	var out []*commonv1.Entry
	for _, n := range notes {
		out = append(out, &commonv1.Entry{Id: n.id, Date: n.id[:10], Text: n.text})
	}
	return out
}

func TestCorrections(t *testing.T) {
	t.Parallel()
	const (
		lifts = "2026-01-14_19-00-00"
		night = "2026-01-14_08-00-00"
		run   = "2026-01-13_18-00-00"
		pull  = "2026-01-12_19-00-00"
		lunch = "2026-01-12_13-00-00"
	)
	tests := []struct {
		name, text, target string
		changes            []string
		candidates         []string
	}{
		{"that was 185 not 85 pounds", "Actually that was 185 not 85 pounds", lifts, []string{"strength.sets[0].load.value 85 -> 185"}, nil},
		{"the old value first", "Bench wasn't 85 but 95 lbs", lifts, []string{"strength.sets[0].load.value 85 -> 95"}, nil},
		{"a subject and two bare numbers", "bench was 87.5 not 85", lifts, []string{"strength.sets[0].load.value 85 -> 87.5"}, nil},
		{"a name for a name", "I meant deadlift not squat", lifts, []string{"strength.sets[1].exercise squat -> deadlift"}, nil},
		{"should be", "the squat should be 105 kg", lifts, []string{"strength.sets[1].load.value 100 -> 105"}, nil},
		{"change from to", "Change squat from 100 to 102.5", lifts, []string{"strength.sets[1].load.value 100 -> 102.5"}, nil},
		{"another unit", "bench was 85 kg not 85 lbs", lifts, []string{"strength.sets[0].load.value 85 -> 85", "strength.sets[0].load.unit lb -> kg"}, nil},
		{"a day and a distance", "yesterday's run was 6k not 5k", run, []string{"running.runs[0].distance.value 5 -> 6"}, nil},
		{"a time of a run", "the run took 26:30 not 25:30", run, []string{"running.runs[0].duration.value 25.5 -> 26.5"}, nil},
		{"hours of sleep", "Correction: slept 7.5 hours, not 6.5", night, []string{"sleep.nights[0].duration.value 6.5 -> 7.5"}, nil},
		{"minutes for a field in hours", "I slept 390 minutes, actually it should be 420 minutes", night, []string{"sleep.nights[0].duration.value 6.5 -> 7"}, nil},
		{"a time of day", "woke up at 6:45 not 6:30", night, []string{"sleep.nights[0].wake_time 06:30 -> 06:45"}, nil},
		{"a rating", "energy was 6/10 not 5/10", night, []string{"general.energy 5 -> 6"}, nil},
		{"a food", "it was tea not coffee", night, []string{"nutrition.items[0].food coffee -> tea"}, nil},
		{"only what is right", "Lunch was €15.50", lunch, []string{"money.spending[0].amount.value 12.5 -> 15.5"}, nil},
		{"instead of", "deadlift was 125 instead of 120", pull, []string{"strength.sets[0].load.value 120 -> 125"}, nil},
		{"wrote but meant", "I wrote 120 but meant 130", pull, []string{"strength.sets[0].load.value 120 -> 130"}, nil},
		{"a pulse", "HR was 155, not 150", run, []string{"running.runs[0].heart_rate 150 -> 155"}, nil},
		{"a notation for a notation", "sorry, bench was 3x6 not 3x5", lifts, []string{"strength.sets[0].reps 5 -> 6"}, nil},
		{"a notation alone", "oops that was 4 sets of 6 on squat", lifts, []string{"strength.sets[1].reps 5 -> 6", "strength.sets[1].sets 5 -> 4"}, nil},
		{"a notation that should have been", "deadlift should have been 4x5", pull, []string{"strength.sets[0].sets 3 -> 4"}, nil},
		{"a notation that nothing has", "bench was 3x6 not 8x8", "", nil, nil},
		{"two days fit equally", "ohp was 42.5 not 40", "", nil, []string{"2026-01-08_19-00-00", "2026-01-05_19-00-00"}},
		{"a date tells which", "on 2026-01-05 ohp was 42.5 not 40", "2026-01-05_19-00-00", []string{"strength.sets[0].load.value 40 -> 42.5"}, nil},
		{"nothing of the kind", "bench was 70 not 60", "", nil, nil},
		{"another subject with that value", "the bench was 125 not 120", "", nil, nil},
		{"no such value on that day", "yesterday's run was 9k not 8k", "", nil, nil},
		{"no value at all", "that was wrong", "", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req := request(t, tt.text)
			req.Correction, req.Recent = true, recent()
			res := parse(t, req)
			c := res.GetCorrection()
			if c.GetTargetEntryId() != tt.target || !slices.Equal(c.GetCandidateEntryIds(), tt.candidates) {
				t.Errorf("%q: target %q, candidates %v, want %q, %v", tt.text, c.GetTargetEntryId(), c.GetCandidateEntryIds(), tt.target, tt.candidates)
			}
			if got := changesOf(c); !slices.Equal(got, tt.changes) {
				t.Errorf("%q: changes %v, want %v", tt.text, got, tt.changes)
			}
			if len(res.GetDomainData().GetFields()) != 0 || res.GetDate() != "2026-01-14" {
				t.Errorf("a correction is no event: %v on %s", res.GetDomainData(), res.GetDate())
			}
			if len(res.GetNotes()) == 0 {
				t.Error("a correction says what it changes, or why nothing")
			}
		})
	}
}

func TestTheUsersChoiceOverrules(t *testing.T) {
	t.Parallel()
	req := request(t, "ohp was 42.5 not 40")
	req.Correction, req.Recent, req.ChosenEntryId = true, recent(), "2026-01-05_19-00-00"
	c := parse(t, req).GetCorrection()
	if c.GetTargetEntryId() != req.ChosenEntryId || len(c.GetCandidateEntryIds()) != 0 {
		t.Errorf("target %q, candidates %v", c.GetTargetEntryId(), c.GetCandidateEntryIds())
	}
	if want := []string{"strength.sets[0].load.value 40 -> 42.5"}; !slices.Equal(changesOf(c), want) {
		t.Errorf("changes %v, want %v", changesOf(c), want)
	}
}

func TestACorrectionIsNoTargetOfAnother(t *testing.T) {
	t.Parallel()
	req := request(t, "that was 90 not 85 lbs")
	req.Correction, req.Recent = true, recent()
	req.Recent = append([]*commonv1.Entry{{
		Id: "2026-01-14_20-00-00", Date: "2026-01-14", Text: "bench was 85 lbs", Correction: true,
	}}, req.Recent...)
	if got := parse(t, req).GetCorrection().GetTargetEntryId(); got != "2026-01-14_19-00-00" {
		t.Errorf("target %q", got)
	}
}

func TestEverySetOfTheSameLoadIsCorrected(t *testing.T) {
	t.Parallel()
	req := request(t, "bench was 82.5 not 80")
	req.Correction = true
	req.Recent = []*commonv1.Entry{{Id: "2026-01-14_10-00-00", Date: "2026-01-14", Text: "Bench 80kg x 5\n80kg x 4\n70kg x 8"}}
	want := []string{"strength.sets[0].load.value 80 -> 82.5", "strength.sets[1].load.value 80 -> 82.5"}
	if got := changesOf(parse(t, req).GetCorrection()); !slices.Equal(got, want) {
		t.Errorf("changes %v, want %v", got, want)
	}
}

func changesOf(c *pb.Correction) []string {
	var out []string
	for _, ch := range c.GetChanges() {
		out = append(out, fmt.Sprintf("%s %v -> %v", ch.GetPath(), ch.GetBefore().AsInterface(), ch.GetAfter().AsInterface()))
	}
	return out
}

func q(v float64, unit string) map[string]any { return map[string]any{"value": v, "unit": unit} }

func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"Bench 5x5 @ 80kg", "that was 185 not 85", "\xff\xfe 5k", "not - but", strings.Repeat("no ", 50), "change 5 to 6"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	set, err := domains.Builtin()
	if err != nil {
		f.Fatal(err)
	}
	dc := set.Context([]string{"strength", "running"})
	s, err := parser.New(parser.Deps{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, correction bool) {
		res, err := s.Parse(t.Context(), &pb.ParseRequest{
			Context:   &commonv1.CallContext{Now: timestamppb.New(wednesday), TimeZone: "UTC"},
			WrittenAt: timestamppb.New(wednesday), Text: text, DomainContext: dc, Correction: correction, Recent: recent(),
		})
		if err != nil {
			t.Fatal(err)
		}
		if c := res.GetConfidence(); c < 0 || c > 1 {
			t.Fatalf("confidence %v", c)
		}
	})
}
