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
)

// enum draws a value of an enum that has so many.
func enum[E ~int32](t *rapid.T, names map[int32]string) E {
	return E(rapid.IntRange(0, len(names)-1).Draw(t, "enum"))
}

// genRequest draws requests of all shapes: also such that no analyzer makes.
func genRequest() *rapid.Generator[*pb.SynthesizeRequest] {
	words := rapid.SampledFrom([]string{
		"Bench 3x5 @ 80kg", "felt heavy", "slept 5h", "# gym", "- rows", "“quoted”", "ran 5k in 27:41", "…", "a. b", "über", "\n", "8,421 steps", ": ",
		"\r", "\u202e", "~~was 85kg~~", "~~", "==", "[2026-05-09]", "[n1]", strings.Repeat("long ", 60), "$5", "**", "`", "",
	})
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 1, 8).Draw(t, "words"), " ")
	})
	return rapid.Custom(func(t *rapid.T) *pb.SynthesizeRequest {
		var evidence []*commonv1.EvidenceNote
		ids := []string{"gone", "2026-04-04_10-00-00"}
		for i := range rapid.IntRange(0, 8).Draw(t, "notes") {
			at := time.Date(2026, 5, 20+rapid.IntRange(0, 12).Draw(t, "day"), 8, i, 0, 0, time.UTC)
			n := note(at.Format("2006-01-02_15-04-05"), text.Draw(t, "text"))
			n.Best = &commonv1.TextRange{Start: int32(rapid.IntRange(-2, 20).Draw(t, "best")), End: int32(rapid.IntRange(0, 40).Draw(t, "to"))}
			evidence, ids = append(evidence, n), append(ids, n.GetEntry().GetId())
		}
		pick := func() []string { return rapid.SliceOfN(rapid.SampledFrom(ids), 0, 4).Draw(t, "pick") }
		some := func() []string { return rapid.SliceOfN(text, 0, 3).Draw(t, "some") }
		days := func() *commonv1.ScopeRange {
			return rapid.SampledFrom([]*commonv1.ScopeRange{{}, may, week, {Start: "2026-05-28"}, {End: "2026-05-28"}, {Start: "x", End: "y", Label: "no days"}}).Draw(t, "range")
		}
		r := asking(&commonv1.QueryForm{
			Text: "?", Wanted: enum[commonv1.Wanted](t, commonv1.Wanted_name), Aggregate: enum[commonv1.Aggregate](t, commonv1.Aggregate_name),
			GroupBy: enum[commonv1.GroupBy](t, commonv1.GroupBy_name), Foreign: rapid.Bool().Draw(t, "foreign"), Ranges: []*commonv1.ScopeRange{days()},
		}, evidence...)
		for i := range rapid.IntRange(0, 4).Draw(t, "facts") {
			f := &commonv1.Fact{
				Id: fmt.Sprint("f", i), Kind: enum[commonv1.FactKind](t, commonv1.FactKind_name), Aggregate: enum[commonv1.Aggregate](t, commonv1.Aggregate_name),
				Subject: rapid.SampledFrom([]string{"", "bench press", "coffee"}).Draw(t, "subject"), Measure: rapid.SampledFrom([]*commonv1.Measure{nil, distance, load}).Draw(t, "measure"),
				Value: rapid.Float64Range(-500, 50000).Draw(t, "value") + 0, Unit: rapid.SampledFrom([]string{"kg", "h", "min", "", "min/km", "%", "EUR", "day"}).Draw(t, "unit"),
				SampleSize: int32(rapid.IntRange(0, 40).Draw(t, "size")), EntryIds: pick(), Range: days(), BaselineRange: days(),
				Group: rapid.SampledFrom([]string{"", "2026-05", "Monday", "squat"}).Draw(t, "group"),
			}
			if rapid.Bool().Draw(t, "compared") {
				f.Baseline = proto.Float64(rapid.Float64Range(-500, 5000).Draw(t, "baseline"))
			}
			for _, id := range pick() {
				f.Observations = append(f.Observations, &commonv1.Observation{EntryId: id, Date: "2026-05-20", Value: math.Trunc(f.GetValue()) + 0, Unit: f.GetUnit(), Text: rapid.SampledFrom([]string{"", "easy run"}).Draw(t, "said")})
			}
			for _, id := range pick() {
				f.Unread = append(f.Unread, &commonv1.UnreadNote{EntryId: id, Date: "2026-05-20", Reason: enum[commonv1.UnreadReason](t, commonv1.UnreadReason_name), Words: &commonv1.TextRange{Start: 1, End: 6}})
			}
			r.Analysis.Facts = append(r.Analysis.Facts, f)
		}
		for range rapid.IntRange(0, 4).Draw(t, "findings") {
			f := &commonv1.Finding{
				Kind: enum[commonv1.FindingKind](t, commonv1.FindingKind_name), EntryIds: pick(), SubQueryId: int32(rapid.IntRange(0, 3).Draw(t, "part")),
				FactIds: rapid.SliceOfN(rapid.SampledFrom([]string{"f0", "f1", "f2", "f9"}), 0, 3).Draw(t, "about"), GapId: "g",
			}
			for _, id := range pick() {
				f.Quotes = append(f.Quotes, &commonv1.Quote{EntryId: id, Range: &commonv1.TextRange{Start: int32(rapid.IntRange(-2, 20).Draw(t, "from")), End: int32(rapid.IntRange(0, 99).Draw(t, "to"))}})
			}
			r.Analysis.Findings = append(r.Analysis.Findings, f)
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "gaps") {
			r.OpenGaps = append(r.OpenGaps, &commonv1.Gap{
				Id: fmt.Sprint("g", i), Reason: enum[commonv1.GapReason](t, commonv1.GapReason_name), Severity: enum[commonv1.Severity](t, commonv1.Severity_name),
				Words: some(), Readings: some(), Description: rapid.SampledFrom([]string{"", "how you slept", "x\n# y"}).Draw(t, "description"), Ranges: []*commonv1.ScopeRange{days()}, Seen: 3, Total: 12345, SubQueryId: int32(i),
			})
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "parts") {
			r.SubQueries = append(r.SubQueries, &commonv1.SubQuery{Id: int32(i + 1), Question: text.Draw(t, "question") + "?"})
		}
		r.Clarifications = []*commonv1.Clarification{{GapId: "g", Answer: text.Draw(t, "answer")}}
		r.Partial, r.Search.Complete, r.Search.OtherDays = rapid.Bool().Draw(t, "partial"), rapid.Bool().Draw(t, "complete"), rapid.Bool().Draw(t, "elsewhere")
		r.Style = enum[commonv1.ResponseStyle](t, commonv1.ResponseStyle_name)
		if rapid.Bool().Draw(t, "objection") {
			r.Feedback = []*commonv1.EvaluationFeedback{{AffectedClaim: text.Draw(t, "objection")}}
		}
		return r
	})
}

func TestWhateverWasFoundTheAnswerQuotesExactlyAndIsGrounded(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	rapid.Check(t, func(t *rapid.T) {
		req := genRequest().Draw(t, "request")
		a, drafts := synthesize(ctx, t, req)
		if strings.TrimSpace(a.GetText()) == "" || drafts != a.GetText() {
			t.Fatalf("the answer is %q, the drafts are %q", a.GetText(), drafts)
		}
		exact(t, req, a)
		for _, p := range problems(req, a) {
			if p.Kind == grounding.Quote || p.Kind == grounding.Citation && p.Claim == "" {
				t.Fatalf("%s (%s) in:\n%s", p.Reason, p.Claim, a.GetText())
			}
		}
	})
}
