package synthesizer_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"github.com/weft-mesh/weft/services/synthesizer"
)

// genRequest draws requests of all shapes: with and without notes, statements,
// parts, gaps and objections.
func genRequest() *rapid.Generator[*pb.SynthesizeRequest] {
	words := rapid.SampledFrom([]string{
		"Bench 3x5 @ 80kg", "felt heavy", "slept 5h", "# Gym", "- Rows", "“quoted”", "ran 5k in 27:41", "…", "a. b", "über Müller", "\n", "8,421 steps", ": ", "No notes on", strings.Repeat("long ", 60), "$5", "2026-01-09",
	})
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 1, 8).Draw(t, "words"), " ")
	})
	return rapid.Custom(func(t *rapid.T) *pb.SynthesizeRequest {
		kind := commonv1.QueryType(rapid.IntRange(0, 5).Draw(t, "type"))
		r := request(kind, rapid.SampledFrom([]string{"Show me last week's workouts", "Why was I tired?", "Did I run more?", "What should I do?", "How many runs?", "?"}).Draw(t, "query"), "bench press")
		r.Entries = nil
		var ids, facts []string
		for i := range rapid.IntRange(0, 12).Draw(t, "entries") {
			at := time.Date(2026, 1, 25+rapid.IntRange(0, 15).Draw(t, "day"), 8, i, 0, 0, time.UTC)
			e := entry(at.Format("2006-01-02_15-04-05"), text.Draw(t, "text"))
			r.Entries, ids = append(r.Entries, e), append(ids, e.GetId())
		}
		pick := func(from []string) []string {
			if len(from) == 0 {
				return nil
			}
			return rapid.SliceOfN(rapid.SampledFrom(from), 0, 4).Draw(t, "pick")
		}
		for i := range rapid.IntRange(0, 4).Draw(t, "facts") {
			f := &commonv1.Fact{
				Id: fmt.Sprintf("f%d", i), Subject: "bench press", Measure: rapid.SampledFrom([]string{"load", "days", "pace", ""}).Draw(t, "measure"),
				Kind:  rapid.SampledFrom([]string{"count", "sum", "average", "extreme", "rate", "trend", "change", "log_gap", "record", "streak", "co_occurrence", "mention", "new"}).Draw(t, "kind"),
				Value: rapid.Float64Range(-500, 5000).Draw(t, "value"), Unit: rapid.SampledFrom([]string{"kg", "h", "", "per week", "days", "min/km", "%", "kg per week"}).Draw(t, "unit"),
				SampleSize: int32(rapid.IntRange(0, 40).Draw(t, "sample")), EntryIds: pick(ids),
				Range: rapid.SampledFrom([]*commonv1.DateRange{nil, {Start: "2026-02-02", End: "2026-02-08"}, {Start: "2026-01-28"}}).Draw(t, "range"),
			}
			if rapid.Bool().Draw(t, "compared") {
				f.Baseline = proto.Float64(rapid.Float64Range(-500, 5000).Draw(t, "baseline"))
			}
			if f.Unit == "min/km" { // nobody is as slow as 999 minutes
				f.Value = math.Mod(f.Value, 999)
				if f.Baseline != nil {
					f.Baseline = proto.Float64(math.Mod(f.GetBaseline(), 999))
				}
			}
			if rapid.Bool().Draw(t, "phrased") {
				f.Text = text.Draw(t, "fact")
			}
			r.Analysis.Facts, facts = append(r.Analysis.Facts, f), append(facts, f.GetId())
		}
		for range rapid.IntRange(0, 4).Draw(t, "findings") {
			r.Analysis.Findings = append(r.Analysis.Findings, &commonv1.Finding{
				Claim: text.Draw(t, "claim"), FactIds: pick(facts), EntryIds: append(pick(ids), "gone"),
				Confidence: commonv1.Confidence(rapid.IntRange(0, 3).Draw(t, "confidence")), SubQueryId: int32(rapid.IntRange(0, 3).Draw(t, "part")),
			})
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "gaps") {
			r.OpenGaps = append(r.OpenGaps, &commonv1.Gap{Id: fmt.Sprint(i), Description: text.Draw(t, "gap"), Type: commonv1.GapType(i), Severity: commonv1.Severity(i)})
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "parts") {
			r.SubQueries = append(r.SubQueries, &commonv1.SubQuery{Id: int32(i + 1), Question: text.Draw(t, "question") + "?", Type: commonv1.QueryType(i)})
		}
		r.Partial = rapid.Bool().Draw(t, "partial")
		r.Style = commonv1.ResponseStyle(rapid.IntRange(0, 2).Draw(t, "style"))
		if rapid.Bool().Draw(t, "objection") {
			r.Feedback = []*commonv1.EvaluationFeedback{{AffectedClaim: text.Draw(t, "objection")}}
		}
		return r
	})
}

func TestWhateverIsAskedTheAnswerIsGrounded(t *testing.T) {
	t.Parallel()
	s, err := synthesizer.New(synthesizer.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	rapid.Check(t, func(t *rapid.T) {
		req := genRequest().Draw(t, "request")
		out := &stream{ctx: ctx}
		if err := s.Synthesize(req, out); err != nil {
			t.Fatal(err)
		}
		a := out.sent[len(out.sent)-1].GetAnswer()
		if strings.TrimSpace(a.GetText()) == "" || a.GetConfidence() == commonv1.Confidence_CONFIDENCE_UNSPECIFIED {
			t.Fatalf("no answer: %v", a)
		}
		for _, p := range grounding.Check(a.GetText(), a.GetCitations(), evidence(req)) {
			if p.Kind != grounding.Name {
				t.Fatalf("%s (%s) in:\n%s", p.Reason, p.Claim, a.GetText())
			}
		}
	})
}
