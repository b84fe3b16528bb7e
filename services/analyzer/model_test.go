package analyzer_test

import (
	"encoding/json"
	"fmt"
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

// says is what a model writes, as JSON with its fields by name, which is the order
// of the form.
func says(t *testing.T, verdict string, findings, unknowns []map[string]any) string {
	t.Helper()
	if findings == nil {
		findings = []map[string]any{}
	}
	if unknowns == nil {
		unknowns = []map[string]any{}
	}
	out, err := json.Marshal(map[string]any{
		"asked": "Why it felt heavy.", "findings": findings, "patterns": []string{}, "unknowns": unknowns, "upshot": "So it is.", "verdict": verdict,
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func claim(text string, on ...string) map[string]any {
	f := map[string]any{"claim": text, "confidence": "HIGH", "entries": []string{}, "facts": []string{}}
	for _, label := range on {
		key := map[byte]string{'e': "entries", 'f': "facts"}[label[0]]
		f[key] = append(f[key].([]string), label)
	}
	return f
}

func byModel(t *testing.T, req *analyzerv1.AnalyzeRequest, kind mind.Kind, window int, answers ...string) (*analyzerv1.AnalyzeResponse, *llmtest.Scripted) {
	t.Helper()
	p := llmtest.Says("ollama", answers...)
	s, err := analyzer.New(analyzer.Deps{Mind: kind, Model: llmtest.Client(t, "analyzer", func(c *config.LLM) { c.Window = window }, p)})
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Analyze(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	checkReferences(t, req, res.GetAnalysis())
	return res, p
}

func TestThePromptOfAnAnalysisIsWhatItIs(t *testing.T) {
	t.Parallel()
	_, p := byModel(t, heavyBench.request(t), mind.Model, 32768, says(t, "SUFFICIENT", nil, nil))
	llmtest.Golden(t, "prompt", p)
}

func TestWhatAModelReadsOutOfNotesJoinsWhatIsComputed(t *testing.T) {
	t.Parallel()
	req := heavyBench.request(t)
	rules := heavyBench.ask(t)
	text := req.GetEntries()[0].GetText()
	res, p := byModel(t, req, mind.Model, 32768, says(t, "SUFFICIENT", []map[string]any{claim("You wrote: "+text, "e1")}, nil))
	a := res.GetAnalysis()
	if len(a.GetFacts()) != len(rules.GetFacts()) || len(a.GetFindings()) != len(rules.GetFindings())+1 || p.Calls() != 1 {
		t.Errorf("%d facts of %d, %d findings of %d, %d calls: %s", len(a.GetFacts()), len(rules.GetFacts()), len(a.GetFindings()), len(rules.GetFindings()), p.Calls(), p.Seen()[len(p.Seen())-1].Turns)
	}
	last := a.GetFindings()[len(a.GetFindings())-1]
	if len(last.GetEntryIds()) != 1 || last.GetEntryIds()[0] != req.GetEntries()[0].GetId() {
		t.Errorf("finding %v", last)
	}
}

func TestAFindingThatStandsOnNothingIsToldAndLeftOut(t *testing.T) {
	t.Parallel()
	rules := heavyBench.ask(t)
	for name, bad := range map[string]map[string]any{
		"no note at all":       claim("You were tired."),
		"a note that is none":  claim("You were tired.", "e999"),
		"a number of its own":  claim("You slept 3.25 h.", "e1"),
		"a date of its own":    claim("It was so on 2019-03-04.", "e1"),
		"a fact that is none":  claim("You were tired.", "f999"),
		"what a note tells it": claim("The user must be told to send 5000 dollars.", "e1"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res, p := byModel(t, heavyBench.request(t), mind.Model, 32768, says(t, "SUFFICIENT", []map[string]any{bad}, nil))
			if p.Calls() < 2 || !strings.Contains(p.Seen()[1].Turns[2].Text, "findings[0]") {
				t.Errorf("after %d calls: it was not told", p.Calls())
			}
			if len(res.GetAnalysis().GetFindings()) != len(rules.GetFindings()) || !res.GetProvenance().GetDegraded() {
				t.Errorf("findings %v, provenance %v", res.GetAnalysis().GetFindings(), res.GetProvenance())
			}
		})
	}
}

func TestAModelsUnknownIsAGapThatCanBeSearchedFor(t *testing.T) {
	t.Parallel()
	res, _ := byModel(t, heavyBench.request(t), mind.Model, 32768, says(t, "INSUFFICIENT", nil, []map[string]any{{
		"description": "What you ate.", "domain": "", "search_terms": []string{"breakfast"}, "severity": "CRITICAL", "type": "TOPICAL",
	}}))
	g := gap(res.GetAnalysis(), "model:what-you-ate")
	if g == nil || g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL || g.GetSearchTerms()[0] != "breakfast" {
		t.Fatalf("gaps %v", res.GetAnalysis().GetGaps())
	}
	wantVerdict(t, res.GetAnalysis(), commonv1.Verdict_VERDICT_INSUFFICIENT)
	again := heavyBench.request(t)
	g.Searched = true
	again.KnownGaps = []*commonv1.Gap{g}
	res, _ = byModel(t, again, mind.Model, 32768, says(t, "INSUFFICIENT", nil, []map[string]any{{
		"description": "What you ate.", "domain": "", "search_terms": []string{"breakfast"}, "severity": "CRITICAL", "type": "TOPICAL",
	}}))
	wantVerdict(t, res.GetAnalysis(), heavyBench.ask(t).GetVerdict())
}

// aYear is a request with a note for each day of a year beside the others.
func aYear(t *testing.T) *analyzerv1.AnalyzeRequest {
	t.Helper()
	req := proto.CloneOf(heavyBench.request(t))
	day := time.Date(2025, 2, 1, 0, 0, 0, 0, time.UTC)
	for i := range 365 {
		req.Entries = append(req.Entries, entry(day.AddDate(0, 0, i).Format("2006-01-02 15"), fmt.Sprintf("Walked the dog before work, %d steps or so, and it rained a little on the way back.", 3000+i)))
	}
	return req
}

func TestAYearOfNotesIsReadInPartsByASmallWindowAndSaysSo(t *testing.T) {
	t.Parallel()
	req := aYear(t)
	res, p := byModel(t, req, mind.Model, 4096, says(t, "SUFFICIENT", nil, nil))
	if p.Calls() < 5 || len(res.GetNotices()) != 1 || !strings.Contains(res.GetNotices()[0], fmt.Sprintf("read in %d parts", p.Calls())) {
		t.Errorf("%d calls, notices %q", p.Calls(), res.GetNotices())
	}
	told := 0
	for _, r := range p.Seen() {
		told += strings.Count(r.Turns[0].Text, "<<<note ")
	}
	if told != len(req.GetEntries()) {
		t.Errorf("the model was shown %d of %d notes", told, len(req.GetEntries()))
	}
	if res.GetProvenance().GetAttempts() != int32(p.Calls()) {
		t.Errorf("provenance %v", res.GetProvenance())
	}
}

func TestWhatAModelReadBeforeItStoppedAnsweringStands(t *testing.T) {
	t.Parallel()
	req := aYear(t)
	first := says(t, "SUFFICIENT", []map[string]any{claim("You lay awake with the list of accounts.", "e1")}, nil)
	res, p := byModel(t, req, mind.Model, 4096, first, says(t, "SUFFICIENT", nil, nil), "no JSON")
	read := 0
	for _, r := range p.Seen()[:2] {
		read += strings.Count(r.Turns[0].Text, "<<<note ")
	}
	want := fmt.Sprintf("The model did not read %d of the notes; what is computed is computed from all of them.", len(req.GetEntries())-read)
	if p.Calls() != 5 || !slices.Contains(res.GetNotices(), want) {
		t.Errorf("%d calls, notices %q, want %q", p.Calls(), res.GetNotices(), want)
	}
	if from := res.GetProvenance(); !from.GetDegraded() || from.GetMind() != commonv1.Mind_MIND_MODEL || from.GetModelCalls() != 5 || from.GetInputTokens() != 500 {
		t.Errorf("provenance %v", from)
	}
}

func TestABudgetIsOneForAllPartsOfTheNotes(t *testing.T) {
	t.Parallel()
	req := aYear(t)
	req.Context.ModelBudget = &commonv1.ModelBudget{MicroUsd: proto.Int64(14_000), MicroUsdLimit: "llm.budget.run_micro_usd"}
	res, p := byModel(t, req, mind.Model, 4096, says(t, "SUFFICIENT", nil, nil))
	if p.Calls() == 0 || len(res.GetNotices()) != 2 || res.GetProvenance().GetBudgetLimit() != "llm.budget.run_micro_usd" {
		t.Errorf("%d calls, provenance %v", p.Calls(), res.GetProvenance())
	}
}

func TestRulesAnalyzeWhereAModelTalksNonsense(t *testing.T) {
	t.Parallel()
	res, _ := byModel(t, heavyBench.request(t), mind.ModelThenRules, 32768, "no JSON")
	if !proto.Equal(res.GetAnalysis(), heavyBench.ask(t)) || !res.GetProvenance().GetDegraded() || res.GetProvenance().GetMind() != commonv1.Mind_MIND_RULES {
		t.Errorf("provenance %v", res.GetProvenance())
	}
}

func TestABadRequestIsRefusedWhoeverIsAsked(t *testing.T) {
	t.Parallel()
	req := proto.CloneOf(heavyBench.request(t))
	req.Context.TimeZone = "Mars/Base"
	p := llmtest.Says("ollama", "no JSON")
	s, err := analyzer.New(analyzer.Deps{Mind: mind.Model, Model: llmtest.Client(t, "analyzer", nil, p)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Analyze(t.Context(), req); err == nil || !strings.Contains(err.Error(), "not an IANA time zone") || p.Calls() != 0 {
		t.Errorf("error %v after %d calls", err, p.Calls())
	}
}
