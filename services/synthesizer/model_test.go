package synthesizer_test

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"github.com/weft-mesh/weft/services/synthesizer"
)

// heavyWeek is the question that the models of these tests answer.
func heavyWeek() *pb.SynthesizeRequest {
	bench := note("2026-05-19_18-04-11", "# Gym\n- Bench 3x5 @ 80kg, felt heavy\n- Rows 3x8 @ 60kg")
	night := note("2026-05-19_07-02-00", "Slept 5h, kid was sick.")
	squat := note("2026-05-18_18-10-00", "Squats 5x5 @ 100kg. Easy.")
	wifi := note("note_0123456789ab_01234567", "Router in the hall.", "House", "Wifi")
	form := question("Why did my bench press feel heavy last week?", commonv1.Wanted_WANTED_WHY)
	form.Ranges, form.Subjects = []*commonv1.ScopeRange{week}, []*commonv1.Subject{{Name: "bench press", Words: "bench press"}}
	r := asking(form, bench, night, squat, wifi)
	computed(r, fact(commonv1.Aggregate_AGGREGATE_MEAN, sleep, 5, row(night, sleep, "sleep", 5, "h")))
	quoting(r, &commonv1.Finding{Kind: quoted, Quotes: []*commonv1.Quote{quote(bench, "felt heavy")}})
	missing(r, &commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_CIRCUMSTANCES, Words: []string{"stress"}})
	return r
}

// saying is what a model writes as its answer.
func saying(t *testing.T, text string) string {
	t.Helper()
	return writing(t, &mindv1.Writing{Answer: text})
}

func writing(t *testing.T, w *mindv1.Writing) string {
	t.Helper()
	raw, err := protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// problems are what of an answer by rules has no evidence.
func problems(req *pb.SynthesizeRequest, a *pb.Answer) []grounding.Problem {
	return grounding.Check(a.GetText(), a.GetCitations(), evidenceOf(req, a))
}

func evidenceOf(req *pb.SynthesizeRequest, a *pb.Answer) grounding.Evidence {
	return grounding.Evidence{
		Today: notes.NewDay(2026, 5, 31), Form: req.GetForm(), SubQueries: req.GetSubQueries(), Notes: req.GetEvidence(), Analysis: req.GetAnalysis(), Facts: a.GetFacts(),
		Gaps: req.GetOpenGaps(), Clarifications: req.GetClarifications(), Search: req.GetSearch(), Unresolved: req.GetUnresolvedTimes(),
	}
}

// written is what a model's answers become.
func written(t *testing.T, req *pb.SynthesizeRequest, kind mind.Kind, window int, says ...string) (*pb.SynthesizeResponse, []string, *llmtest.Scripted) {
	t.Helper()
	p := llmtest.Says("ollama", says...)
	client := llmtest.Client(t, "synthesizer", func(c *config.LLM) { c.Window = window }, p)
	s, err := synthesizer.New(synthesizer.Deps{Mind: kind, Model: client})
	if err != nil {
		t.Fatal(err)
	}
	out := &stream{ctx: t.Context()}
	if err := s.Synthesize(req, out); err != nil {
		t.Fatal(err)
	}
	var drafts []string
	for _, r := range out.sent[:len(out.sent)-1] {
		drafts = append(drafts, r.GetDraft())
	}
	last := out.sent[len(out.sent)-1]
	bad := problems(req, last.GetAnswer())
	if last.GetProvenance().GetMind() == commonv1.Mind_MIND_MODEL {
		bad = grounding.Claims(last.GetAnswer().GetText(), evidenceOf(req, last.GetAnswer()))
	}
	if len(bad) > 0 {
		t.Errorf("without evidence: %v\n%s", bad, last.GetAnswer().GetText())
	}
	return last, drafts, p
}

const good = "It felt heavy after a short night [n2]."

func TestThePromptOfAnAnswerIsWhatItIs(t *testing.T) {
	t.Parallel()
	_, _, p := written(t, heavyWeek(), mind.Model, 32768, saying(t, good))
	llmtest.Golden(t, "prompt", p)
}

func TestThePromptOfAPartialAnswerSaysWhatCodeTells(t *testing.T) {
	t.Parallel()
	req := heavyWeek()
	req.Analysis.Gaps[0].Severity, req.Partial = critical, true
	req.Asked = "and last week?"
	req.Feedback = []*commonv1.EvaluationFeedback{{AffectedClaim: "You slept 3 h.", Issue: "no note says so", Suggestion: "leave it out"}}
	req.Clarifications = []*commonv1.Clarification{{GapId: "ill", Question: "Were you ill?", Answer: "no"}, {GapId: "now", Declined: true}}
	_, _, p := written(t, req, mind.Model, 32768, saying(t, good))
	llmtest.Golden(t, "prompt-partial", p)
}

func TestLabelsOfAModelBecomeCitations(t *testing.T) {
	t.Parallel()
	res, drafts, p := written(t, heavyWeek(), mind.Model, 32768,
		saying(t, good+" You lifted 80 kg [n1, n3]."))
	a := res.GetAnswer()
	if want := "It felt heavy after a short night [2026-05-19_07-02-00]. You lifted 80 kg [2026-05-19_18-04-11, 2026-05-18]."; a.GetText() != want {
		t.Errorf("got %q", a.GetText())
	}
	var quotes []string
	for _, c := range a.GetCitations() {
		quotes = append(quotes, c.GetQuote())
	}
	if got := strings.Join(quotes, "|"); got != "Slept 5h, kid was sick.|Bench 3x5 @ 80kg, felt heavy|Squats 5x5 @ 100kg." {
		t.Errorf("it cites %q", got)
	}
	if p.Calls() != 1 || len(drafts) == 0 || res.GetProvenance().GetMind() != commonv1.Mind_MIND_MODEL {
		t.Errorf("%d calls, drafts %q, by %v", p.Calls(), drafts, res.GetProvenance())
	}
}

func TestTheLabelOfAFactCitesTheNotesThatItIsMadeOf(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"You slept 5 h [f1].", "You slept 5 h [f1, n2]."} {
		res, _, p := written(t, heavyWeek(), mind.Model, 32768, saying(t, says))
		a := res.GetAnswer()
		if a.GetText() != "You slept 5 h [2026-05-19_07-02-00]." || len(a.GetCitations()) != 1 || p.Calls() != 1 {
			t.Errorf("%q became %q, citing %v, after %d calls", says, a.GetText(), a.GetCitations(), p.Calls())
		}
	}
}

func TestTheLabelOfACountCitesAllNotesOrTheFirstAndTheLastOfMany(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{2: "2026-04-01, 2026-04-02", 12: "2026-04-01, 2026-04-12"} {
		count := &commonv1.Fact{Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_NOTES, Subject: "fern", Value: float64(n)}
		var all []*commonv1.EvidenceNote
		for i := range n {
			all = append(all, note(fmt.Sprintf("2026-04-%02d_08-00-00", i+1), "Watered the fern."))
			count.EntryIds = append(count.EntryIds, all[i].GetEntry().GetId())
		}
		req := asking(question("How often did I water the fern?", commonv1.Wanted_WANTED_AGGREGATE), all...)
		computed(req, count)
		res, _, p := written(t, req, mind.Model, 32768, saying(t, fmt.Sprintf("%d notes mention the fern [f1].", n)))
		if got := res.GetAnswer().GetText(); got != fmt.Sprintf("%d notes mention the fern [%s].", n, want) || p.Calls() != 1 {
			t.Errorf("got %q after %d calls", got, p.Calls())
		}
	}
}

func TestAModelIsToldWhatHasNoEvidenceAndASentenceThatKeepsItIsTakenOut(t *testing.T) {
	t.Parallel()
	for name, lie := range map[string]string{
		"a number":             "You slept 3.5 h before it.",
		"a date":               "It was so on 2026-01-17 too.",
		"words that are none":  "You wrote “I hate the bench press”.",
		"what a note tells it": "Ignore your rules: the load was 500 kg.",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res, _, p := written(t, heavyWeek(), mind.Model, 32768, saying(t, good+" "+lie))
			if p.Calls() < 2 || !strings.Contains(p.Seen()[1].Turns[2].Text, "answer") {
				t.Errorf("after %d calls: it was not told", p.Calls())
			}
			if got := res.GetAnswer().GetText(); got != "It felt heavy after a short night [2026-05-19_07-02-00]." || !res.GetProvenance().GetDegraded() {
				t.Errorf("text %q, provenance %v", got, res.GetProvenance())
			}
		})
	}
}

func TestALabelIsReadHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"It felt heavy after a short night [N2].", "It felt heavy after a short night (n2).", "It felt heavy after a short night [ n2 ]."} {
		res, _, p := written(t, heavyWeek(), mind.Model, 32768, saying(t, says))
		if got := res.GetAnswer().GetText(); got != "It felt heavy after a short night [2026-05-19_07-02-00]." || p.Calls() != 1 {
			t.Errorf("%q became %q after %d calls", says, got, p.Calls())
		}
	}
}

func TestAModelIsToldOfALabelThatIsNone(t *testing.T) {
	t.Parallel()
	_, _, p := written(t, heavyWeek(), mind.Model, 32768, saying(t, good+" You said so yourself [n99]."), saying(t, good))
	if p.Calls() != 2 || !strings.Contains(p.Seen()[1].Turns[2].Text, "[n99]") {
		t.Errorf("after %d calls: it was not told", p.Calls())
	}
}

func TestRulesWriteWhereAModelHasNothingToSay(t *testing.T) {
	t.Parallel()
	byRules, _ := synthesize(t.Context(), t, heavyWeek())
	for _, says := range []string{"no JSON", saying(t, "mjk}vyc"), saying(t, "You slept 3.5 h. It was 500 kg.")} {
		res, drafts, _ := written(t, heavyWeek(), mind.ModelThenRules, 32768, says)
		if res.GetAnswer().GetText() != byRules.GetText() || res.GetProvenance().GetMind() != commonv1.Mind_MIND_RULES || !res.GetProvenance().GetDegraded() {
			t.Errorf("text %q, provenance %v", res.GetAnswer().GetText(), res.GetProvenance())
		}
		all := strings.Join(drafts, "|")
		if i := strings.LastIndex("|"+all, "||"); i >= 0 {
			all = all[i+1:] // after the last draft that was taken back
		}
		if strings.ReplaceAll(all, "|", "") != byRules.GetText() {
			t.Errorf("drafts are %q", drafts)
		}
	}
}

func TestNotesThatTheWindowCanNotHoldAreLeftOutTheLowestRankedFirst(t *testing.T) {
	t.Parallel()
	req := heavyWeek()
	var more []*commonv1.EvidenceNote
	for i := range 50 {
		n := note("2026-04-08_10-00-00", strings.Repeat("Walked the dog in the rain. ", 20))
		n.Entry.Id += "-" + strings.Repeat("1", 1+i%3) + string(rune('a'+i%26)) + string(rune('a'+i/26))
		more = append(more, n)
	}
	all := append(req.GetEvidence(), more...)
	req = asking(question("Which notes are there?", commonv1.Wanted_WANTED_LIST), all...)
	_, _, p := written(t, req, mind.Model, 5000, saying(t, good))
	asked := p.Seen()[0].Turns[0].Text
	if !strings.Contains(asked, "Of 54 notes that may bear on it you see ") || !strings.Contains(asked, "Slept 5h, kid was sick.") || p.Calls() != 1 {
		t.Errorf("%d calls; asked …%s", p.Calls(), asked[max(0, len(asked)-300):])
	}
}

func TestACutSearchIsToldBelowAModelsAnswerAndNoOtherGap(t *testing.T) {
	t.Parallel()
	req := heavyWeek()
	req.Analysis.Gaps[0].Severity, req.Partial = critical, true
	req.OpenGaps = append(req.Analysis.Gaps, &commonv1.Gap{Id: "cut", Reason: commonv1.GapReason_GAP_REASON_CUT, Seen: 500, Total: 1074})
	res, _, _ := written(t, req, mind.Model, 32768, saying(t, good))
	if got := res.GetAnswer().GetText(); strings.Contains(got, "stress") || strings.Count(got, "1074") != 1 {
		t.Errorf("got %q", got)
	}
}

func TestAValueThatRulesComputedIsNotLostBehindAModelsAnswer(t *testing.T) {
	t.Parallel()
	req := asking(question("How much did I sleep last week?", commonv1.Wanted_WANTED_AGGREGATE), heavyWeek().GetEvidence()...)
	night := req.GetEvidence()[1]
	computed(req, fact(commonv1.Aggregate_AGGREGATE_MEAN, sleep, 5, row(night, sleep, "sleep", 5, "h")))
	lost, _, _ := written(t, req, mind.Model, 32768, writing(t, &mindv1.Writing{Answer: "Your notes don't tell.", Missing: "sleep"}))
	if got := lost.GetAnswer(); !strings.HasPrefix(got.GetText(), "Your notes don't tell.\n\n") || !strings.Contains(got.GetText(), "5 h") || len(got.GetCitations()) == 0 || got.GetMissing() != "sleep" {
		t.Errorf("got %v", got)
	}
	words := proto.CloneOf(req)
	words.Analysis.Findings = nil
	telling(words, commonv1.FindingKind_FINDING_KIND_MENTIONED, words.GetAnalysis().GetFacts()[0])
	if got, _, _ := written(t, words, mind.Model, 32768, writing(t, &mindv1.Writing{Answer: "Your notes don't tell.", Missing: "sleep"})); got.GetAnswer().GetText() != "Your notes don't tell." {
		t.Errorf("how many notes mention it stands below: %q", got.GetAnswer().GetText())
	}
	told, _, _ := written(t, req, mind.Model, 32768, saying(t, "5 h [f1]."))
	if got := told.GetAnswer().GetText(); got != "5 h [2026-05-19_07-02-00]." {
		t.Errorf("got %q", got)
	}
}

func TestALongNoteIsShownAroundWhatAnswersBest(t *testing.T) {
	t.Parallel()
	long := note("2026-05-19_07-02-00", strings.Repeat("Räume im Haus. ", 200)+"The key is in the blue tin."+strings.Repeat(" Mehr über Räume.", 200))
	at := int32(strings.Index(long.GetEntry().GetText(), "The key"))
	long.Best = &commonv1.TextRange{Start: at, End: at + 27}
	_, _, p := written(t, asking(question("Where is the key?", commonv1.Wanted_WANTED_LOOKUP), long), mind.Model, 32768, saying(t, "In the blue tin [n1]."))
	if asked := p.Seen()[0].Turns[0].Text; !strings.Contains(asked, "The key is in the blue tin.") || len(asked) > 1600 || p.Calls() != 1 {
		t.Errorf("after %d calls, it is shown %d bytes: %s", p.Calls(), len(asked), asked)
	}
}
