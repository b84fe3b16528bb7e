package evaluator_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	"github.com/weft-mesh/weft/services/evaluator"
)

const (
	accuracy     = pb.Dimension_DIMENSION_ACCURACY
	relevance    = pb.Dimension_DIMENSION_RELEVANCE
	safety       = pb.Dimension_DIMENSION_SAFETY
	completeness = pb.Dimension_DIMENSION_COMPLETENESS

	good = "Load of your bench press: 82.5 kg last week against 75 kg in January 2026, 10% more.\n\nYour notes say:\n- Tue 3 Feb: “Bench 3x5 @ 80kg, felt heavy. Doctor says tendinitis” [2026-02-03]\n\nNo note mentions “sleep”."
)

const (
	computed    = commonv1.FindingKind_FINDING_KIND_COMPUTED
	quoted      = commonv1.FindingKind_FINDING_KIND_QUOTED
	restriction = commonv1.FindingKind_FINDING_KIND_RESTRICTION
	said        = commonv1.FindingKind_FINDING_KIND_SAID

	noNotes  = commonv1.GapReason_GAP_REASON_NO_NOTES
	noAdvice = commonv1.GapReason_GAP_REASON_NO_ADVICE
	critical = commonv1.Severity_SEVERITY_CRITICAL
)

func note(label, id, text string) *commonv1.EvidenceNote {
	at, err := time.Parse("2006-01-02_15-04-05", id)
	if err != nil {
		panic(err)
	}
	return &commonv1.EvidenceNote{Label: label, Weekday: at.Weekday().String(), Entry: &commonv1.Entry{Id: id, Date: id[:10], Text: text, Time: timestamppb.New(at)}}
}

func quote(id, text, words string) *commonv1.Quote {
	at := int32(strings.Index(text, words))
	return &commonv1.Quote{EntryId: id, Range: &commonv1.TextRange{Start: at, End: at + int32(len(words))}}
}

const bench, benchText = "2026-02-03_18-04-11", "Bench 3x5 @ 80kg, felt heavy. Doctor says tendinitis"

// good request, answered well.
func request() *pb.EvaluateRequest {
	return &pb.EvaluateRequest{
		Context: &commonv1.CallContext{
			Depth: commonv1.Depth_DEPTH_FOCUSED,
			Now:   timestamppb.New(time.Date(2026, 2, 10, 9, 0, 0, 0, time.UTC)), TimeZone: "Europe/Berlin", Tenant: "t", User: "u",
		},
		Form: &commonv1.QueryForm{
			Text: "Did I add weight to my bench?", Wanted: commonv1.Wanted_WANTED_COMPARE, Subjects: []*commonv1.Subject{{Name: "bench press", Words: "bench"}},
			Sides: []*commonv1.QueryForm{
				{Ranges: []*commonv1.ScopeRange{{Start: "2026-02-02", End: "2026-02-08", Label: "last week"}}},
				{Ranges: []*commonv1.ScopeRange{{Start: "2026-01-01", End: "2026-01-31", Label: "January 2026"}}},
			},
		},
		Answer:    good,
		Citations: []*commonv1.Citation{{Id: bench, Date: "2026-02-03", Quote: benchText}},
		Analysis: &commonv1.Analysis{
			Facts: []*commonv1.Fact{{
				Id: "f1", Kind: commonv1.FactKind_FACT_KIND_CHANGE, Aggregate: commonv1.Aggregate_AGGREGATE_MEAN, Subject: "bench press",
				Measure: &commonv1.Measure{Domain: "strength", Name: "load"}, Value: 82.5, Baseline: proto.Float64(75), Unit: "kg",
				Range:         &commonv1.ScopeRange{Start: "2026-02-02", End: "2026-02-08", Label: "last week"},
				BaselineRange: &commonv1.ScopeRange{Start: "2026-01-01", End: "2026-01-31", Label: "January 2026"}, SampleSize: 3, BaselineSize: 4,
			}},
			Findings: []*commonv1.Finding{
				{Kind: computed, FactIds: []string{"f1"}, SubQueryId: 1},
				{Kind: quoted, Quotes: []*commonv1.Quote{quote(bench, benchText, benchText)}, SubQueryId: 1},
			},
			Gaps:    []*commonv1.Gap{{Id: "sleep", Reason: noNotes, Words: []string{"sleep"}, Severity: critical}},
			Verdict: commonv1.Verdict_VERDICT_SUFFICIENT,
		},
		Evidence: []*commonv1.EvidenceNote{
			note("n1", bench, benchText), note("n2", "2026-01-05_18-00-00", "Bench 3x5 @ 75kg"), note("n3", "2025-12-05_18-00-00", "Pull-ups 3x8"),
		},
		Rules: []*commonv1.EvaluationRule{
			{Domain: "recovery", Rule: "No diagnosis.", Forbids: []string{`(?i)\btendinitis\b`, `(?i)you (?:have|suffer from) an? (?:injury|disease)`}},
			{Domain: "general", Rule: "Claims need data."},
		},
		Attempt: 1,
	}
}

func evaluate(t *testing.T, req *pb.EvaluateRequest) *pb.EvaluateResponse {
	t.Helper()
	s, err := evaluator.New(evaluator.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Evaluate(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEvaluate(t *testing.T) {
	t.Parallel()
	const hurt, hurtText = "2026-02-06_08-00-00", "Saw the doctor. No pressing for six weeks, he said."
	twoParts := func(r *pb.EvaluateRequest) {
		r.SubQueries = []*commonv1.SubQuery{{Id: 1, Question: "Did I add weight?"}, {Id: 2, Question: "Which stretches would loosen my shoulder?"}}
	}
	restricted := func(r *pb.EvaluateRequest) {
		r.Evidence = append(r.Evidence, note("n4", hurt, hurtText))
		r.Analysis.Findings = append(r.Analysis.Findings, &commonv1.Finding{Kind: restriction, Quotes: []*commonv1.Quote{quote(hurt, hurtText, "No pressing for six weeks, he said.")}})
	}
	advised := func(r *pb.EvaluateRequest) {
		r.Analysis.Gaps = append(r.Analysis.Gaps, &commonv1.Gap{Id: "a", Reason: noAdvice})
	}
	silent := func(r *pb.EvaluateRequest) { r.Answer = strings.ReplaceAll(good, "No note mentions “sleep”.", "") }
	for _, c := range []struct {
		name         string
		change       func(*pb.EvaluateRequest)
		fails        []pb.Dimension
		issue, claim string // words of the first feedback
	}{
		{name: "a good answer passes"},
		{
			"a number from nowhere fails, and the feedback names the sentence",
			func(r *pb.EvaluateRequest) { r.Answer += " Your sleep was 5.2 h on average." },
			[]pb.Dimension{accuracy}, `"5.2 h"`, "Your sleep was 5.2 h on average.",
		},
		{
			"a fact's rounding passes",
			func(r *pb.EvaluateRequest) { r.Answer += " That is about 83 kg, from 3 and 4 values." },
			nil, "", "",
		},
		{
			"what the user said counts as evidence, word for word",
			func(r *pb.EvaluateRequest) {
				r.Answer += " You said: “5.2 hours, and my head hurts”."
				r.Clarifications = []*commonv1.Clarification{{GapId: "sleep", Question: "How long did you sleep?", Answer: "5.2 hours, and my head hurts"}}
				r.Analysis.Findings = append(r.Analysis.Findings, &commonv1.Finding{Kind: said, GapId: "sleep"})
			},
			nil, "", "",
		},
		{
			"words of a model may be of any language, and leave aside what rules found",
			func(r *pb.EvaluateRequest) {
				r.WrittenBy, r.Answer, r.Citations = commonv1.Mind_MIND_MODEL, "Davon steht nichts in den Notizen.", nil
			},
			nil, "", "",
		},
		{
			"a claim of a model that the note it cites does not have fails",
			func(r *pb.EvaluateRequest) {
				r.WrittenBy, r.Answer = commonv1.Mind_MIND_MODEL, "You lifted 971 kg [2026-02-03]."
			},
			[]pb.Dimension{accuracy}, "971 kg", "You lifted 971 kg [2026-02-03].",
		},
		{
			"a claim of a model that another note has than it cites fails",
			func(r *pb.EvaluateRequest) {
				r.WrittenBy, r.Answer = commonv1.Mind_MIND_MODEL, "You lifted 82.5 kg [2026-01-05]."
				r.Analysis.Facts[0].EntryIds = []string{bench}
			},
			[]pb.Dimension{accuracy}, "82.5 kg", "You lifted 82.5 kg [2026-01-05].",
		},
		{
			"a reference of a model's own fails",
			func(r *pb.EvaluateRequest) {
				r.WrittenBy, r.Answer = commonv1.Mind_MIND_MODEL, "Dr. K. saw you lift 82.5 kg [2026-02-03]. It felt heavy [3]."
			},
			[]pb.Dimension{accuracy}, "[3] is no reference to a note", "It felt heavy [3].",
		},
		{
			"a citation of a note that is not in the evidence fails",
			func(r *pb.EvaluateRequest) { r.Citations[0].Id = "2026-02-03_18-04-12" },
			[]pb.Dimension{accuracy}, "not retrieved", "2026-02-03_18-04-12",
		},
		{
			"a citation with words that its note does not have fails",
			func(r *pb.EvaluateRequest) { r.Citations[0].Quote = "Bench 3x5 @ 82.5kg" },
			[]pb.Dimension{accuracy}, "does not contain the words", "Bench 3x5 @ 82.5kg",
		},
		{
			"an empty answer is not relevant",
			func(r *pb.EvaluateRequest) { r.Answer, r.Citations, r.Analysis = " ", nil, nil },
			[]pb.Dimension{relevance}, "empty", "",
		},
		{
			"an answer that tells nothing of what was found is not relevant",
			func(r *pb.EvaluateRequest) { r.Answer, r.Citations = "Pull-ups were 3x8 [2025-12-05].", nil },
			[]pb.Dimension{relevance}, "nothing of what was found", "",
		},
		{
			"a finding is told by the number of its fact",
			func(r *pb.EvaluateRequest) { r.Answer, r.Citations = "It went up to 181.9 lb.", nil },
			nil, "", "",
		},
		{
			"a finding is told by citing its note",
			func(r *pb.EvaluateRequest) {
				r.Answer, r.Analysis.Findings = "It felt heavy [2026-02-03].", r.Analysis.Findings[1:]
			},
			nil, "", "",
		},
		{
			"what the user said is told by his words",
			func(r *pb.EvaluateRequest) {
				r.Answer, r.Citations = "You said: “a bit wired”.", nil
				r.Analysis.Findings = []*commonv1.Finding{{Kind: said, GapId: "now"}}
				r.Clarifications = []*commonv1.Clarification{{GapId: "now", Question: "How do you feel?", Answer: "a bit wired"}}
			},
			nil, "", "",
		},
		{
			"no data, plainly said, is a good answer",
			func(r *pb.EvaluateRequest) {
				r.Answer, r.Citations, r.Evidence = "No note mentions “bench” (last week).", nil, nil
				r.Analysis = &commonv1.Analysis{Verdict: commonv1.Verdict_VERDICT_INSUFFICIENT, Gaps: []*commonv1.Gap{{Reason: noNotes, Words: []string{"bench"}, Severity: critical, Searched: true}}}
			},
			nil, "", "",
		},
		{
			"the words of a note may be quoted whatever they say, the answer's own may not",
			func(r *pb.EvaluateRequest) {
				r.Answer += "\nYou wrote “Doctor says tendinitis”. You have an injury."
			},
			[]pb.Dimension{safety}, "breaks a rule of recovery: No diagnosis.", "You have an injury.",
		},
		{
			"an answer that leaves a restriction out fails",
			restricted,
			[]pb.Dimension{safety}, "No pressing for six weeks", "",
		},
		{
			"other words of the same note are not the restriction",
			func(r *pb.EvaluateRequest) {
				restricted(r)
				r.Citations = append(r.Citations, &commonv1.Citation{Id: hurt, Date: "2026-02-06", Quote: "Saw the doctor."})
			},
			[]pb.Dimension{safety}, "No pressing for six weeks", "",
		},
		{
			"a restriction may be quoted as far as there is room",
			func(r *pb.EvaluateRequest) {
				restricted(r)
				r.Answer += "\n- Fri 6 Feb: “No pressing for six weeks” [2026-02-06]"
				r.Citations = append(r.Citations, &commonv1.Citation{Id: hurt, Date: "2026-02-06", Quote: "No pressing for six weeks"})
			},
			nil, "", "",
		},
		{
			"an imperative recommendation by rules fails",
			func(r *pb.EvaluateRequest) { advised(r); r.Answer += " You should go heavier." },
			[]pb.Dimension{safety}, "gives advice", "You should go heavier.",
		},
		{
			"to leave the decision to the person is no advice, nor is a note that says what to do",
			func(r *pb.EvaluateRequest) {
				advised(r)
				r.Evidence[0].Entry.Text += ". You should rest"
				r.Answer += " Whether you should is yours to decide; you wrote “You should rest”."
			},
			nil, "", "",
		},
		{
			"a part that is left out fails, and without findings on it more is needed",
			twoParts,
			[]pb.Dimension{completeness}, "Which stretches would loosen my shoulder?", "",
		},
		{
			"a part may be answered by naming what is missing for it",
			func(r *pb.EvaluateRequest) {
				twoParts(r)
				r.Analysis.Gaps = append(r.Analysis.Gaps, &commonv1.Gap{Id: "s", Reason: noNotes, Words: []string{"stretches", "shoulder"}, SubQueryId: 2})
				r.Answer += " Nor does one mention “stretches” or “shoulder”."
			},
			nil, "", "",
		},
		{
			"a finding on a part has to be told",
			func(r *pb.EvaluateRequest) {
				twoParts(r)
				r.Analysis.Findings = append(r.Analysis.Findings, &commonv1.Finding{Kind: quoted, EntryIds: []string{"2025-12-05_18-00-00"}, SubQueryId: 2})
			},
			[]pb.Dimension{completeness}, "stretches", "",
		},
		{
			"a finding on the whole is one on each part",
			func(r *pb.EvaluateRequest) { twoParts(r); r.Analysis.Findings[0].SubQueryId = 0 },
			nil, "", "",
		},
		{
			"a partial answer has to name each critical gap",
			func(r *pb.EvaluateRequest) { silent(r); r.Partial, r.OpenGaps = true, r.Analysis.Gaps },
			[]pb.Dimension{completeness}, "no notes: sleep", "",
		},
		{
			"a partial answer that does so passes",
			func(r *pb.EvaluateRequest) { r.Partial, r.OpenGaps = true, r.Analysis.Gaps },
			nil, "", "",
		},
		{
			"what the user has said is missing no longer",
			func(r *pb.EvaluateRequest) {
				silent(r)
				r.Partial, r.OpenGaps = true, r.Analysis.Gaps
				r.Clarifications = []*commonv1.Clarification{{GapId: "sleep", Question: "How did you sleep?", Answer: "well"}}
			},
			nil, "", "",
		},
		{
			"a critical gap may not be hidden",
			func(r *pb.EvaluateRequest) { silent(r); r.Analysis.Verdict = commonv1.Verdict_VERDICT_INSUFFICIENT },
			[]pb.Dimension{completeness}, "no notes: sleep", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := request()
			if c.change != nil {
				c.change(req)
			}
			before := proto.Clone(req)
			r := evaluate(t, req)
			if !proto.Equal(before, req) {
				t.Error("the request was changed")
			}
			var fails, all []pb.Dimension
			for _, d := range r.GetDimensions() {
				all = append(all, d.GetDimension())
				if d.GetVerdict() == commonv1.Verdict_VERDICT_FAIL {
					fails = append(fails, d.GetDimension())
				}
				if d.GetReasoning() == "" || (len(d.GetIssues()) > 0) != (d.GetVerdict() == commonv1.Verdict_VERDICT_FAIL) {
					t.Errorf("%v is not explained", d)
				}
			}
			if !slices.Equal(all, []pb.Dimension{accuracy, relevance, safety, completeness}) {
				t.Errorf("dimensions are %v", all)
			}
			if !slices.Equal(fails, c.fails) {
				t.Errorf("fails on %v, want %v: %v", fails, c.fails, r.GetFeedback())
			}
			if (r.GetVerdict() == commonv1.Verdict_VERDICT_PASS) != (len(c.fails) == 0) {
				t.Errorf("got %v", r.GetVerdict())
			}
			if len(c.fails) == 0 {
				if len(r.GetFeedback()) > 0 {
					t.Errorf("feedback on what passes: %v", r.GetFeedback())
				}
				return
			}
			f := r.GetFeedback()[0]
			if !strings.Contains(f.GetIssue(), c.issue) || f.GetSuggestion() == "" || c.claim != "" && f.GetAffectedClaim() != c.claim {
				t.Errorf("feedback is %v, want %q on %q", f, c.issue, c.claim)
			}
		})
	}
}

func TestAGapIsNamedByItsArguments(t *testing.T) {
	t.Parallel()
	may := &commonv1.ScopeRange{Start: "2026-05-01", End: "2026-05-31"}
	for _, c := range []struct {
		name  string
		gap   *commonv1.Gap
		words string
		ok    bool
	}{
		{"its words", &commonv1.Gap{Words: []string{"red tent"}}, "No note mentions “red tent”.", true},
		{"other words", &commonv1.Gap{Words: []string{"red tent"}}, "No note mentions “bicycle”.", false},
		{"its days", &commonv1.Gap{Ranges: []*commonv1.ScopeRange{may}}, "There are no notes from May 2026.", true},
		{"the name of its days", &commonv1.Gap{Ranges: []*commonv1.ScopeRange{{Start: "2026-02-02", End: "2026-02-08", Label: "last week"}}}, "Nothing was noted last week.", true},
		{"its measure", &commonv1.Gap{Measure: &commonv1.Measure{Name: "load"}}, "None of your notes gives a value for the load.", true},
		{"who did not answer", &commonv1.Gap{Role: "retriever"}, "The retriever did not answer.", true},
		{"an outage that is kept quiet", &commonv1.Gap{Role: "retriever"}, "There is nothing more.", false},
		{"how many notes there are", &commonv1.Gap{Seen: 500, Total: 1074}, "I saw 500 of 1,074 notes.", true},
		{"a set that is told as whole", &commonv1.Gap{Seen: 500, Total: 1074}, "These are all.", false},
		{"a model's own words", &commonv1.Gap{Description: "How rested the person was"}, "How rested you were is not known.", true},
		{"nothing to name", &commonv1.Gap{}, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := request()
			c.gap.Id, c.gap.Severity, c.gap.Searched = "g", critical, true
			req.Partial, req.OpenGaps = true, []*commonv1.Gap{c.gap}
			req.Answer = "It was 82.5 kg last week. " + c.words
			if c.gap.GetRanges() != nil {
				req.Answer = "It was 82.5 kg. " + c.words
			}
			r := evaluate(t, req)
			if ok := r.GetVerdict() == commonv1.Verdict_VERDICT_PASS; ok != c.ok {
				t.Errorf("got %v: %v", r.GetVerdict(), r.GetFeedback())
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	if _, err := evaluator.New(evaluator.Deps{Mind: mind.Model}); !errors.Is(err, mind.ErrNoModel) {
		t.Errorf("a model that isn't there: %v", err)
	}
	s, err := evaluator.New(evaluator.Deps{Mind: mind.Rules})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		change func(*pb.EvaluateRequest)
		field  string
	}{
		{"an unknown time zone", func(r *pb.EvaluateRequest) { r.Context.TimeZone = "Mars/Olympus" }, "context.time_zone"},
		{"a rule that is no expression", func(r *pb.EvaluateRequest) { r.Rules[0].Forbids[1] = "(" }, "rules[0].forbids[1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := request()
			c.change(req)
			_, err := s.Evaluate(t.Context(), req)
			if !errors.Is(err, fault.FieldInvalid) || !strings.Contains(err.Error(), c.field) {
				t.Errorf("got %v, want it to blame %s", err, c.field)
			}
		})
	}
}
