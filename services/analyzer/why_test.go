package analyzer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const why = commonv1.Wanted_WANTED_WHY

func TestWhyQuotesTheReasonsThatNotesGiveInWords(t *testing.T) {
	t.Parallel()
	q := question{form: form(why, "bench press"), evidence: []*commonv1.EvidenceNote{
		note("2026-02-16 10", "Squats too. Bench press felt heavy. Because I barely slept. Milk.", "*bench"),
		note("2026-02-17 10", "Moved house because of the rent.", "heavy"),
		note("2026-02-18 10", "Bench press after a long shift.", "bench"),
	}}
	a := q.ask(t)
	q.wantShown(t, a, reason, "Bench press felt heavy. Because I barely slept.")
	wantVerdict(t, a, sufficient)
	if len(a.GetFacts()) != 0 || len(a.GetFindings()) != 1 {
		t.Errorf("it claims more: %v", a)
	}
}

func TestAReasonIsOneOfWhatIsAskedAboutAndOfNothingElse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Slept badly because of the heat.":                           "Slept badly because of the heat.",
		"Slept badly, because of the heat, again.":                   "Slept badly, because of the heat, again.",
		"Because of the heat, slept badly.":                          "Because of the heat, slept badly.",
		"Slept badly. Because of the heat.":                          "Slept badly. Because of the heat.",
		"Milk. Tom K. slept badly because of the heat. Eggs.":        "Tom K. slept badly because of the heat.",
		"Dr. P. says I slept badly because of the heat. Eggs.":       "Dr. P. says I slept badly because of the heat.",
		"She said “Rest. He slept badly because of it.” Eggs.":       "She said “Rest. He slept badly because of it.”",
		"Went out because of the heat: slept badly.":                 "",
		"Slept well because of the rain.":                            "",
		"Slept badly. Best dinner of the week because it was quick.": "",
	} {
		q := question{form: form(why, "slept", "badly"), evidence: []*commonv1.EvidenceNote{note("2026-02-16 10", text, "*slept", "badly")}}
		a := q.ask(t)
		if got := strings.Join(q.shown(t, a, reason), ""); got != want {
			t.Errorf("of %q the reason is %q, want %q", text, got, want)
		}
		if len(a.GetFindings()) != 1 {
			t.Errorf("%q is not shown once: %v", text, a.GetFindings())
		}
	}
}

func TestADeniedReasonAndOneOfSomebodyElseAreNotTheWriters(t *testing.T) {
	t.Parallel()
	for noted, asked := range map[string]string{
		"Late because of the train, not because I overslept.":    "Why did I oversleep?",
		"Tom overslept because his alarm failed. I got up at 6.": "Why did I oversleep?",
		"I didn't oversleep because the cat woke me.":            "Why did I oversleep?",
		"*I didn't oversleep because the cat woke me.":           "Why didn't I oversleep?",
		"*Never overslept because the cat woke me.":              "Why didn't I oversleep?",
		"*I overslept because of the wine.":                      "Why did I oversleep?",
		"*Tom overslept because his alarm failed.":               "Why did Tom oversleep?",
		"*Overslept because of the wine? Probably the weather.":  "Why did I oversleep?",
	} {
		text, given := strings.CutPrefix(noted, "*") // those that are the reason
		f := form(why, "overslept")
		if strings.Contains(text, "oversleep") {
			f = form(why, "oversleep")
		}
		f.Text = asked
		q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-02-16 10", text, "*overslept")}}
		got := strings.Join(q.shown(t, q.ask(t), reason), "")
		if given != (got == text) {
			t.Errorf("of %q the reason is %q", text, got)
		}
	}
}

func TestAWeakReasonIsOneWhereThereIsNoOtherAndItNamesAllThatIsAsked(t *testing.T) {
	t.Parallel()
	q := question{form: form(why, "bench press", "heavy"), evidence: []*commonv1.EvidenceNote{
		note("2026-02-17 10", "Bench press best since summer.", "bench"), note("2026-02-18 10", "Bench press heavy after a long shift.", "bench"),
	}}
	q.wantShown(t, q.ask(t), reason, "Bench press heavy after a long shift.")
}

func TestWhyWithoutAReasonIsWhatComesClosest(t *testing.T) {
	t.Parallel()
	q := question{form: form(why, "bench press", "heavy"), evidence: []*commonv1.EvidenceNote{note("2026-02-16 10", "Bench press 80 kg.", "bench")}}
	a := q.ask(t)
	q.wantShown(t, a, closest, "Bench press 80 kg.")
	wantGap(t, a, notStated, minor, "heavy")
}

// moods are ratings of thirty days, low on every third, on which there is coffee.
func moods() []*commonv1.Observation {
	var out []*commonv1.Observation
	day := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	for i := range 30 {
		at := day.AddDate(0, 0, i)
		row := func(domain, measure, subject string, kind commonv1.MeasureKind, value float64) *commonv1.Observation {
			return &commonv1.Observation{
				EntryId: at.Format("2006-01-02_15-04-05"), Date: at.Format("2006-01-02"), Minute: 540, Domain: domain, Measure: measure,
				Subject: subject, Kind: kind, Value: value, Object: fmt.Sprintf("%s[%d]", domain, i),
			}
		}
		mood := 7 + float64(i%2)
		if i%3 == 0 {
			mood = 3 + float64(i%2)
			out = append(out, row("nutrition", "amount", "coffee", commonv1.MeasureKind_MEASURE_KIND_AMOUNT, 1))
		}
		out = append(out, row("mood", "mood", "mood", commonv1.MeasureKind_MEASURE_KIND_RATING, mood))
	}
	return out
}

func TestWhatGoesTogetherIsACorrelationWithItsSampleSizes(t *testing.T) {
	t.Parallel()
	q := question{form: form(why, "mood"), rows: moods()}
	q.form.Measure = &commonv1.Measure{Domain: "mood", Name: "mood", Kind: commonv1.MeasureKind_MEASURE_KIND_RATING}
	a := q.ask(t)
	if len(a.GetFacts()) == 0 || a.GetFindings()[0].GetKind() != correlation || len(a.GetFindings()) != 1 {
		t.Fatalf("analysis %v", a)
	}
	if f := a.GetFacts()[0]; f.GetId() != "f1" || f.GetKind() != commonv1.FactKind_FACT_KIND_CO_OCCURRENCE || f.GetSampleSize() != 10 || f.GetBaselineSize() != 20 {
		t.Errorf("fact %v", f)
	}
	q.edit = func(r *analyzerv1.AnalyzeRequest) { r.Search.Cut = true }
	if a := q.ask(t); len(a.GetFacts()) != 0 {
		t.Errorf("of values that were cut: %v", a.GetFacts())
	}
}
