package analyzer_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer"
)

// reply is what a model writes, by its fields.
type reply map[string]any

// says is a reply as JSON, with its fields by name, which is the order of the form.
func says(t *testing.T, verdict string, with reply) string {
	t.Helper()
	r := reply{"asked": "Why.", "findings": []reply{}, "reject": []string{}, "resolved": []string{}, "unknowns": []reply{}, "upshot": "So it is.", "verdict": verdict}
	maps.Copy(r, with)
	out, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func claims(text string, on ...string) reply {
	f := reply{"claim": text, "confidence": "HIGH", "entries": []string{}, "facts": []string{}}
	for _, label := range on {
		key := map[byte]string{'n': "entries", 'f': "facts"}[label[0]]
		f[key] = append(f[key].([]string), label)
	}
	return reply{"findings": []reply{f}}
}

func misses(why, severity string, words ...string) reply {
	if words == nil {
		words = []string{}
	}
	return reply{"unknowns": []reply{{"description": "What you ate.", "domain": "", "search_terms": words, "severity": severity, "why": why}}}
}

// lastRuns asks about declared runs, and has notes beside the values.
func lastRuns() question {
	return howFar(runs(5, 7.5, 10),
		note("2026-02-17 07", "Ran 7.5 km, windy.", "*run"), note("2026-02-16 07", "Ran 5 km with Anna.", "*run"), note("Running shoes", "Size 42."))
}

// heavy asks what no note says.
func heavy() question {
	return question{form: form(lookup, "tent", "colour"), evidence: []*commonv1.EvidenceNote{
		note("2026-02-16 07", "Slept in the new tent, as red as a poppy.", "tent"), note("2026-02-17 07", "Tent pegs bent.", "tent"),
	}}
}

func (q question) byModel(t *testing.T, kind mind.Kind, window int, answers ...string) (*analyzerv1.AnalyzeResponse, *llmtest.Scripted) {
	t.Helper()
	p := llmtest.Says("ollama", answers...)
	s, err := analyzer.New(analyzer.Deps{Mind: kind, Model: llmtest.Client(t, "analyzer", func(c *config.LLM) { c.Window = window }, p)})
	if err != nil {
		t.Fatal(err)
	}
	req := q.request(t)
	res, err := s.Analyze(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	checkReferences(t, req, res.GetAnalysis())
	return res, p
}

func TestThePromptOfAnAnalysisIsWhatItIs(t *testing.T) {
	t.Parallel()
	q := lastRuns()
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.Search.Cut, r.Search.Observations = true, 40
		r.Unread = []*commonv1.UnreadNote{{EntryId: "2026-02-20_07-00-00", Date: "2026-02-20"}}
		r.Clarifications = []*commonv1.Clarification{{GapId: "g", Question: "Which shoes?", Answer: "The red ones."}}
	}
	_, p := q.byModel(t, mind.Model, 32768, says(t, "SUFFICIENT", nil))
	llmtest.Golden(t, "prompt", p)
}

func TestWhatAModelReadsOutOfNotesJoinsWhatIsComputed(t *testing.T) {
	t.Parallel()
	q := lastRuns()
	rules := q.ask(t)
	res, p := q.byModel(t, mind.Model, 32768, says(t, "SUFFICIENT", claims("You ran 5 km with Anna.", "n2", "f1")))
	a := res.GetAnalysis()
	if len(a.GetFacts()) != len(rules.GetFacts()) || len(a.GetFindings()) != 2 || p.Calls() != 1 {
		t.Fatalf("%v after %d calls: %v", a, p.Calls(), p.Seen()[len(p.Seen())-1].Turns)
	}
	f := a.GetFindings()[1]
	if f.GetKind() != statement || !slices.Equal(f.GetEntryIds(), []string{"2026-02-16_07-00-00"}) || !slices.Equal(f.GetFactIds(), []string{"f1"}) {
		t.Errorf("finding %v", f)
	}
}

func TestWhatStandsOnNothingIsToldTheModelAndLeftOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		bad reply
		at  string
	}{
		"no note at all":          {claims("You were tired."), "findings[0]"},
		"a note that is none":     {claims("You were tired.", "n999"), "findings[0]"},
		"a number of its own":     {claims("You slept 3.25 h.", "n1"), "findings[0]"},
		"a date of its own":       {claims("It was so on 2019-03-04.", "n1"), "findings[0]"},
		"a fact that is none":     {claims("You were tired.", "f999"), "findings[0]"},
		"another note's number":   {claims("You ran 5 km.", "n3"), "findings[0]"},
		"a finding that is none":  {reply{"reject": []string{"r9"}}, "reject[0]"},
		"a gap that is none":      {reply{"resolved": []string{"g9"}}, "resolved[0]"},
		"a note as what is found": {reply{"reject": []string{"n1"}}, "reject[0]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := lastRuns()
			res, p := q.byModel(t, mind.Model, 32768, says(t, "SUFFICIENT", c.bad))
			if p.Calls() < 2 || !strings.Contains(p.Seen()[1].Turns[2].Text, c.at) {
				t.Errorf("after %d calls: it was not told", p.Calls())
			}
			if !proto.Equal(res.GetAnalysis(), q.ask(t)) || !res.GetProvenance().GetDegraded() {
				t.Errorf("analysis %v, provenance %v", res.GetAnalysis(), res.GetProvenance())
			}
		})
	}
}

func TestAModelRejectsWhatWasQuotedAndClosesAGapByLabel(t *testing.T) {
	t.Parallel()
	with := claims("The tent is as red as a poppy.", "n1")
	with["reject"], with["resolved"] = []string{"r1"}, []string{"g1"}
	res, _ := heavy().byModel(t, mind.Model, 32768, says(t, "SUFFICIENT", with))
	a := res.GetAnalysis()
	if len(a.GetFindings()) != 1 || a.GetFindings()[0].GetKind() != statement || len(a.GetGaps()) != 0 {
		t.Errorf("analysis %v", a)
	}
	wantVerdict(t, a, sufficient)
}

func TestWhatIsRejectedStaysWhereNothingElseIsSaid(t *testing.T) {
	t.Parallel()
	q := heavy()
	res, _ := q.byModel(t, mind.Model, 32768, says(t, "SUFFICIENT", reply{"reject": []string{"r1"}, "resolved": []string{"g1"}}))
	if !proto.Equal(res.GetAnalysis(), q.ask(t)) {
		t.Errorf("analysis %v", res.GetAnalysis())
	}
}

func TestNoModelRejectsARestriction(t *testing.T) {
	t.Parallel()
	q := question{form: form(commonv1.Wanted_WANTED_ADVICE, "run"), evidence: []*commonv1.EvidenceNote{note("2026-02-13 10", "Doctor says no running.", "run")}}
	with := claims("You ran.", "n1")
	with["reject"], with["resolved"] = []string{"r1"}, []string{"g1"}
	res, _ := q.byModel(t, mind.Model, 32768, says(t, "SUFFICIENT", with))
	q.wantShown(t, res.GetAnalysis(), restriction, "Doctor says no running.")
	wantGap(t, res.GetAnalysis(), commonv1.GapReason_GAP_REASON_NO_ADVICE, minor)
}

func TestAModelsUnknownIsAGapThatCanBeSearchedFor(t *testing.T) {
	t.Parallel()
	q := lastRuns()
	missing := says(t, "INSUFFICIENT", misses("CIRCUMSTANCES", "CRITICAL", "breakfast"))
	res, _ := q.byModel(t, mind.Model, 32768, missing)
	g := wantGap(t, res.GetAnalysis(), commonv1.GapReason_GAP_REASON_CIRCUMSTANCES, critical, "breakfast")
	if g.GetDescription() != "What you ate." {
		t.Errorf("gap %v", g)
	}
	wantVerdict(t, res.GetAnalysis(), insufficient)
	g.Searched = true
	q.edit = func(r *analyzerv1.AnalyzeRequest) { r.KnownGaps = []*commonv1.Gap{g} }
	res, _ = q.byModel(t, mind.Model, 32768, missing)
	wantVerdict(t, res.GetAnalysis(), sufficient)
	wantGap(t, res.GetAnalysis(), commonv1.GapReason_GAP_REASON_CIRCUMSTANCES, minor, "breakfast")
}

func TestAModelMayHaveTheUserAskedHowItIs(t *testing.T) {
	t.Parallel()
	res, _ := lastRuns().byModel(t, mind.Model, 32768, says(t, "INSUFFICIENT", misses("PRESENT_STATE", "CRITICAL")))
	if g := gap(res.GetAnalysis(), presentState); g.GetSeverity() != critical {
		t.Errorf("gap %v", g)
	}
	wantVerdict(t, res.GetAnalysis(), insufficient)
}

// diary has a note for each of some days beside the others.
func diary(days int) question {
	q := lastRuns()
	day := time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)
	for i := range days {
		q.evidence = append(q.evidence, note(day.AddDate(0, 0, i).Format("2006-01-02 15"), fmt.Sprintf("Walked the dog before work, %d steps or so, and it rained a little on the way back.", 3000+i)))
	}
	return q
}

func TestAYearOfNotesIsReadInPartsByASmallWindowAndSaysSo(t *testing.T) {
	t.Parallel()
	q := diary(365)
	res, p := q.byModel(t, mind.Model, 4096, says(t, "SUFFICIENT", nil))
	if p.Calls() < 5 || len(res.GetNotices()) != 1 || !strings.Contains(res.GetNotices()[0], fmt.Sprintf("read in %d parts", p.Calls())) {
		t.Errorf("%d calls, notices %q", p.Calls(), res.GetNotices())
	}
	told := 0
	for _, r := range p.Seen() {
		told += strings.Count(r.Turns[0].Text, "<<<note ")
	}
	if told != len(q.evidence) {
		t.Errorf("the model was shown %d of %d notes", told, len(q.evidence))
	}
	if res.GetProvenance().GetAttempts() != int32(p.Calls()) {
		t.Errorf("provenance %v", res.GetProvenance())
	}
}

func TestWhatOnePartOfTheNotesLacksAnotherMayHave(t *testing.T) {
	t.Parallel()
	q := diary(60)
	lacks := says(t, "INSUFFICIENT", misses("CIRCUMSTANCES", "CRITICAL", "breakfast"))
	res, p := q.byModel(t, mind.Model, 4096, lacks, says(t, "SUFFICIENT", nil))
	if p.Calls() < 2 {
		t.Fatalf("%d calls", p.Calls())
	}
	wantVerdict(t, res.GetAnalysis(), sufficient)
}

func TestWhatAModelReadBeforeItStoppedAnsweringStands(t *testing.T) {
	t.Parallel()
	q := diary(365)
	first := says(t, "SUFFICIENT", claims("It rained a little.", "n4"))
	res, p := q.byModel(t, mind.Model, 4096, first, says(t, "SUFFICIENT", nil), "no JSON")
	read := 0
	for _, r := range p.Seen()[:2] {
		read += strings.Count(r.Turns[0].Text, "<<<note ")
	}
	want := fmt.Sprintf("The model did not read %d of the notes; what is computed is computed from all of them.", len(q.evidence)-read)
	if p.Calls() != 5 || !slices.Contains(res.GetNotices(), want) {
		t.Errorf("%d calls, notices %q, want %q", p.Calls(), res.GetNotices(), want)
	}
	if from := res.GetProvenance(); !from.GetDegraded() || from.GetMind() != commonv1.Mind_MIND_MODEL || from.GetModelCalls() != 5 || from.GetInputTokens() != 500 {
		t.Errorf("provenance %v", from)
	}
}

func TestABudgetIsOneForAllPartsOfTheNotes(t *testing.T) {
	t.Parallel()
	q := diary(730)
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.Context.ModelBudget = &commonv1.ModelBudget{MicroUsd: proto.Int64(14_000), MicroUsdLimit: "llm.budget.run_micro_usd"}
	}
	res, p := q.byModel(t, mind.Model, 4096, says(t, "SUFFICIENT", nil))
	if p.Calls() == 0 || len(res.GetNotices()) != 2 || res.GetProvenance().GetBudgetLimit() != "llm.budget.run_micro_usd" {
		t.Errorf("%d calls, notices %q, provenance %v", p.Calls(), res.GetNotices(), res.GetProvenance())
	}
}

func TestRulesAnalyzeWhereAModelTalksNonsense(t *testing.T) {
	t.Parallel()
	q := lastRuns()
	res, _ := q.byModel(t, mind.ModelThenRules, 32768, "no JSON")
	if !proto.Equal(res.GetAnalysis(), q.ask(t)) || !res.GetProvenance().GetDegraded() || res.GetProvenance().GetMind() != commonv1.Mind_MIND_RULES {
		t.Errorf("provenance %v", res.GetProvenance())
	}
}

func TestABadRequestIsRefusedWhoeverIsAsked(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", "no JSON")
	s, err := analyzer.New(analyzer.Deps{Mind: mind.Model, Model: llmtest.Client(t, "analyzer", nil, p)})
	if err != nil {
		t.Fatal(err)
	}
	req := lastRuns().request(t)
	req.Context.TimeZone = "Mars/Base"
	if _, err := s.Analyze(t.Context(), req); err == nil || p.Calls() != 0 {
		t.Errorf("error %v after %d calls", err, p.Calls())
	}
}
