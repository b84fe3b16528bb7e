package synthesizer_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"github.com/weft-mesh/weft/services/synthesizer"
)

// stream keeps what is sent.
type stream struct {
	grpc.ServerStream
	ctx  context.Context
	sent []*pb.SynthesizeResponse
}

func (s *stream) Context() context.Context { return s.ctx }

func (s *stream) Send(r *pb.SynthesizeResponse) error {
	s.sent = append(s.sent, r)
	return nil
}

func synthesize(t testing.TB, req *pb.SynthesizeRequest) (*pb.Answer, []*pb.SynthesizeResponse) {
	t.Helper()
	s, err := synthesizer.New(synthesizer.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	before := proto.Clone(req)
	out := &stream{ctx: t.Context()}
	if err := s.Synthesize(req, out); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(before, req) {
		t.Error("the request was changed")
	}
	return out.sent[len(out.sent)-1].GetAnswer(), out.sent
}

func evidence(req *pb.SynthesizeRequest) grounding.Evidence {
	return grounding.Evidence{
		Today: notes.NewDay(2026, 2, 10), Scope: req.GetScope(), SubQueries: req.GetSubQueries(), Entries: req.GetEntries(),
		Analysis: req.GetAnalysis(), Gaps: req.GetOpenGaps(), Clarifications: req.GetClarifications(),
	}
}

func TestAnswersReadAsTheyShould(t *testing.T) {
	t.Parallel()
	for name, req := range cases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, _ := synthesize(t, req)
			got := golden(req, a)
			file := filepath.Join("testdata", name+".md")
			if *llmtest.Update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			for _, p := range grounding.Check(a.GetText(), a.GetCitations(), evidence(req)) {
				t.Errorf("%s (in %q)", p.Reason, p.Claim)
			}
			if n := strings.Count(strings.ReplaceAll(a.GetText(), "\n\n", "\n"), "\n") + 1; n > 8 && req.GetStyle() != commonv1.ResponseStyle_RESPONSE_STYLE_DETAILED {
				t.Errorf("a concise answer has %d lines", n)
			}
		})
	}
}

func golden(req *pb.SynthesizeRequest, a *pb.Answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "> %s\n\n%s\n\n---\n", req.GetScope().GetQuery(), a.GetText())
	fmt.Fprintf(&b, "confidence: %s\n", strings.ToLower(strings.TrimPrefix(a.GetConfidence().String(), "CONFIDENCE_")))
	for _, p := range a.GetKeyPoints() {
		fmt.Fprintf(&b, "point: %s\n", p)
	}
	for _, c := range a.GetCitations() {
		fmt.Fprintf(&b, "cites %s: %q\n", c.GetId(), c.GetQuote())
	}
	for _, g := range a.GetGapsDisclosed() {
		fmt.Fprintf(&b, "gap: %s\n", g)
	}
	return b.String()
}

func TestDraftsAreTheTextAndTheAnswerComesLast(t *testing.T) {
	t.Parallel()
	a, sent := synthesize(t, cases()["insight"])
	var text strings.Builder
	for i, r := range sent {
		last := i == len(sent)-1
		if (r.GetAnswer() != nil) != last || (r.GetProvenance() != nil) != last {
			t.Errorf("message %d of %d: %v", i+1, len(sent), r)
		}
		text.WriteString(r.GetDraft())
	}
	if text.String() != a.GetText() {
		t.Errorf("drafts make %q, the text is %q", text.String(), a.GetText())
	}
	if len(sent) < 3 {
		t.Errorf("%d messages are no stream", len(sent))
	}
	if got := sent[len(sent)-1].GetProvenance(); !proto.Equal(got, mind.ByRules()) {
		t.Errorf("provenance is %v", got)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		of       string
		change   func(*pb.SynthesizeRequest)
		contains []string
		lacks    []string
	}{
		{
			"what an evaluation objected to is not said again", "comparison",
			func(r *pb.SynthesizeRequest) {
				r.Feedback = []*commonv1.EvaluationFeedback{{Issue: "x", AffectedClaim: "Your best set was 82.5 kg on 2026-02-05."}}
			},
			[]string{"from 75 kg to 82.5 kg"}, []string{"best set"},
		},
		{
			"what a domain forbids is not said", "insight",
			func(r *pb.SynthesizeRequest) {
				r.DomainContext.EvaluationRules = []*commonv1.EvaluationRule{{Forbids: []string{"(?i)tired on one"}}}
			},
			[]string{"short nights"}, []string{"tired on one"},
		},
		{
			"a correlation is called one only once", "insight",
			func(r *pb.SynthesizeRequest) { r.Analysis.Findings[0].Claim += "; a correlation" },
			[]string{"a correlation."}, []string{"That is a correlation"},
		},
		{
			"a decrease is no addition", "comparison",
			func(r *pb.SynthesizeRequest) {
				r.Analysis.Facts[0].Value, r.Analysis.Facts[0].Baseline = 75, proto.Float64(82.5)
				r.Analysis.Findings = r.Analysis.Findings[:1]
				r.Analysis.Findings[0].Claim = "Your bench press went from 82.5 kg to 75 kg"
			},
			[]string{"No: your bench press went from 82.5 kg to 75 kg.", "7.5 kg (9%) less"}, []string{"Yes"},
		},
		{
			"facts speak where there are no findings", "comparison",
			func(r *pb.SynthesizeRequest) { r.Analysis.Findings = nil },
			[]string{"Yes: bench press load went from 75 kg to 82.5 kg", "[2026-02-05] Bench 3x5 @ 82.5kg"}, nil,
		},
		{
			"a question that counts is not answered by a list", "listing",
			func(r *pb.SynthesizeRequest) {
				r.Scope.Query = "How many workouts did I do last week?"
				r.Analysis.Facts = []*commonv1.Fact{{Id: "c", Kind: "count", Subject: "workout", Value: 3}}
				r.Analysis.Findings = []*commonv1.Finding{
					{Claim: "You ran once", EntryIds: []string{"2026-02-07_09-00-00"}, Confidence: high},
					{Claim: "You trained 3 times last week", FactIds: []string{"c"}, EntryIds: []string{"2026-02-02_18-10-00"}, Confidence: high},
				}
			},
			[]string{"You trained 3 times last week. You ran once."}, []string{"Slept"},
		},
		{
			"no data in a span says which", "no-data",
			func(r *pb.SynthesizeRequest) {
				r.Scope.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-02", End: "2026-02-08", Label: "last week"}}
			},
			[]string{"There are no notes on swimming last week (2026-02-02 to 2026-02-08), nor at any other time."}, []string{"would be needed"},
		},
		{
			"what was only looked for in a span is not said of all notes", "no-data",
			func(r *pb.SynthesizeRequest) {
				r.Scope.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-02", End: "2026-02-08", Label: "last week"}}
				r.Analysis.Gaps[0].Searched = false
			},
			[]string{"There are no notes on swimming last week (2026-02-02 to 2026-02-08).", "“swimming”, and other words for it, in the notes of that time"}, []string{"anywhere"},
		},
		{
			"a domain's name is the noun of its verb", "no-data",
			func(r *pb.SynthesizeRequest) {
				r.Scope.Subjects = []string{"swim"}
				r.DomainContext.Available = []*commonv1.DomainInfo{{Name: "swimming"}}
			},
			[]string{"no notes on swimming"}, nil,
		},
		{
			"a number keeps the decimals that a note gives", "comparison",
			func(r *pb.SynthesizeRequest) {
				r.Analysis.Facts[0].Value, r.Analysis.Facts[0].Baseline = 132.5, proto.Float64(129.75)
				r.Analysis.Facts[0].Kind, r.Analysis.Findings = "change", nil
			},
			[]string{"132.5 kg", "129.75 kg"}, nil,
		},
		{
			"what was so and what went with it are one sentence", "insight", heavyInShortNights,
			[]string{
				"Your bench press felt heavy on one day last week, and what stands out beside it is a shorter sleep duration: 5 h",
				"[2026-02-03] Slept 5h", "[2026-02-03] Bench 3x5 @ 80kg, felt heavy",
			},
			[]string{"[2026-02-05] Slept 8 h"},
		},
		{
			"how well something went is no yes or no of a count", "comparison",
			func(r *pb.SynthesizeRequest) {
				r.Scope.Query, r.Scope.Type = "Did I sleep bad last week?", simple
				r.Analysis.Facts = []*commonv1.Fact{{Id: "f1", Kind: "count", Subject: "sleep", Measure: "days", Value: 2, Unit: "days", EntryIds: []string{"2026-02-03_07-02-00"}}}
				r.Analysis.Findings = []*commonv1.Finding{{Claim: "You noted sleep on 2 days last week.", FactIds: []string{"f1"}, Confidence: high}}
			},
			[]string{"You noted sleep on 2 days last week."}, []string{"Yes", "No:"},
		},
		{
			"a p-value leaves no trace of itself", "comparison",
			func(r *pb.SynthesizeRequest) {
				r.Analysis.Findings[0].Claim = "Your bench press went from 75 kg to 82.5 kg; p = 0.089. Chance explains such a difference."
			},
			[]string{"to 82.5 kg. Chance explains"}, []string{"p =", ";"},
		},
		{
			"a heading has its capitals and one mark at its end", "two-parts",
			func(r *pb.SynthesizeRequest) {
				r.SubQueries[0].Question, r.SubQueries[1].Question = "why was i tired last week", "what should i change??"
			},
			[]string{"**Why was I tired last week**", "**What should I change?**"}, nil,
		},
		{
			"a measure that its subject names is named once", "comparison",
			func(r *pb.SynthesizeRequest) {
				r.Analysis.Facts = []*commonv1.Fact{{Id: "f1", Kind: "average", Subject: "body weight", Measure: "weight", Value: 80.1, Unit: "kg", EntryIds: []string{"2026-02-03_07-02-00"}}}
				r.Analysis.Findings = nil
			},
			[]string{"body weight"}, []string{"weight weight"},
		},
		{
			"that there was none is a no", "listing",
			func(r *pb.SynthesizeRequest) {
				r.Scope.Query = "Did I run on Tuesday?"
				r.Analysis.Findings = []*commonv1.Finding{{
					Claim: "No run on 2026-02-03. On 2026-02-03: “Slept 5h, kid was sick.”", EntryIds: []string{"2026-02-03_07-02-00"}, Confidence: high,
				}}
			},
			[]string{"No: no run on 2026-02-03."}, []string{"Yes"},
		},
		{
			"entries on something else don't hide that there is no data", "no-data",
			func(r *pb.SynthesizeRequest) { r.Entries = week() },
			[]string{"There are no notes on swimming."}, []string{"Squats"},
		},
		{
			"a weak statement says that it is weak", "insight",
			func(r *pb.SynthesizeRequest) { r.Analysis.Findings = r.Analysis.Findings[1:] },
			[]string{"A hint, no more: you wrote that you were tired on one day."}, nil,
		},
		{
			"declined questions are not quoted", "insight",
			func(r *pb.SynthesizeRequest) { r.Clarifications[0].Declined = true },
			nil, []string{"you said"},
		},
		{
			"the words of a note are shown once, as evidence", "insight",
			func(r *pb.SynthesizeRequest) {
				r.Analysis.Findings[0].Claim = "It coincides with bad sleep. On 2026-02-03: “Slept 5h, kid was sick.”"
				r.Analysis.Findings[1].Claim = "On 2026-02-05: “Tired afterwards.”"
			},
			[]string{"What stands out is bad sleep. That is a correlation", "- [2026-02-03] Slept 5h, kid was sick.", "moved well. Tired afterwards."},
			[]string{"“Slept", "“Tired"},
		},
		{
			"like sentences on other facts are both told", "insight",
			func(r *pb.SynthesizeRequest) {
				r.Analysis.Facts = append(r.Analysis.Facts, change())
				r.Analysis.Facts[1].Unit = "days"
				for i, f := range r.Analysis.Findings {
					f.Claim = "It coincides with " + []string{"stress", "illness"}[i] + ", noted on one of the days that count here and on none of the others before"
					f.FactIds, f.Confidence = []string{[]string{"f1", "f2"}[i]}, low
				}
			},
			[]string{"A hint, no more: it coincides with stress", "Another hint: it coincides with illness"}, nil,
		},
		{
			"how a set was made up is left out where nobody asked", "comparison",
			func(r *pb.SynthesizeRequest) {
				r.Analysis.Facts = append(r.Analysis.Facts, &commonv1.Fact{Id: "s", Kind: "trend", Subject: "bench press", Measure: "sets"})
				r.Analysis.Findings[1] = &commonv1.Finding{Claim: "Bench press sets show nothing", FactIds: []string{"s"}}
			},
			[]string{"82.5 kg"}, []string{"sets show"},
		},
		{
			"statistics are left to detailed answers", "insight",
			func(r *pb.SynthesizeRequest) {
				r.Analysis.Findings[0].Claim = "Nights were shorter (4.5 to 5.5 h, n = 3), as chance would rarely have it (Fisher p = 0.03, n = 14 days)"
				r.Analysis.Facts[0].Text = r.Analysis.Findings[0].Claim + "!"
			},
			[]string{"Nights were shorter (4.5 to 5.5 h), as chance would rarely have it."}, []string{"p =", "n ="},
		},
		{
			"that there was none is the answer, not a list of other notes", "listing",
			func(r *pb.SynthesizeRequest) {
				r.Analysis.Facts = []*commonv1.Fact{{Id: "n", Kind: "count", Subject: "swimming", Measure: "days", EntryIds: []string{"2026-02-02_18-10-00"}}}
				r.Analysis.Findings = []*commonv1.Finding{{Claim: "No note of last week tells of swimming", FactIds: []string{"n"}, Confidence: medium}}
			},
			[]string{"No note of last week tells of swimming."}, []string{"Squats"},
		},
		{
			"what is missing reads as such", "recommendation",
			func(r *pb.SynthesizeRequest) {
				r.OpenGaps = []*commonv1.Gap{
					{Id: "a", Description: "No note of last week tells of sleep, which often bears on such a thing."},
					{Id: "b", Description: "How you feel right now is in no note."},
					{Id: "c", Description: "No note tells of swimming."},
				}
			},
			[]string{"What is missing for a full answer: notes on sleep for last week; how you feel right now; notes on swimming."}, nil,
		},
		{
			"without anything to go by nothing is recommended", "recommendation",
			func(r *pb.SynthesizeRequest) { r.Analysis.Findings, r.Analysis.Facts = nil, nil },
			[]string{"don't say enough for a recommendation", "What is missing for a full answer: how you feel today."}, []string{"next step"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := cases()[c.of]
			c.change(req)
			a, _ := synthesize(t, req)
			for _, s := range c.contains {
				if !strings.Contains(a.GetText(), s) {
					t.Errorf("%q is missing in:\n%s", s, a.GetText())
				}
			}
			for _, s := range c.lacks {
				if strings.Contains(a.GetText(), s) {
					t.Errorf("%q should not be in:\n%s", s, a.GetText())
				}
			}
			for _, p := range grounding.Check(a.GetText(), a.GetCitations(), evidence(req)) {
				t.Errorf("%s (in %q)", p.Reason, p.Claim)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	if _, err := synthesizer.New(synthesizer.Deps{Mind: mind.Model}); !errors.Is(err, mind.ErrNoModel) {
		t.Errorf("a model that isn't there: %v", err)
	}
	s, err := synthesizer.New(synthesizer.Deps{Mind: mind.Rules})
	if err != nil {
		t.Fatal(err)
	}
	req := cases()["listing"]
	req.Context.TimeZone = "Mars/Olympus"
	if err := s.Synthesize(req, &stream{ctx: t.Context()}); !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("an unknown time zone: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Synthesize(cases()["listing"], &stream{ctx: ctx}); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who left: %v", err)
	}
}
