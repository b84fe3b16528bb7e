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

	accept   = pb.Recommendation_RECOMMENDATION_ACCEPT
	feedback = pb.Recommendation_RECOMMENDATION_RETRY_WITH_FEEDBACK
	context  = pb.Recommendation_RECOMMENDATION_RETRY_WITH_MORE_CONTEXT
	partial  = pb.Recommendation_RECOMMENDATION_GIVE_PARTIAL

	good = "Your bench press went from 75 kg to 82.5 kg, 10% more.\n\n- [2026-02-03] Bench 3x5 @ 80kg, felt heavy. Doctor says tendinitis\n\nNot in your notes: how you slept."
)

// good request, answered well.
func request() *pb.EvaluateRequest {
	return &pb.EvaluateRequest{
		Context: &commonv1.CallContext{
			Now: timestamppb.New(time.Date(2026, 2, 10, 9, 0, 0, 0, time.UTC)), TimeZone: "Europe/Berlin", Tenant: "t", User: "u",
		},
		Scope: &commonv1.QueryScope{
			Query: "Did I add weight to my bench?", Type: commonv1.QueryType_QUERY_TYPE_COMPARISON, Subjects: []string{"bench press"},
			Ranges: []*commonv1.ScopeRange{
				{Start: "2026-02-02", End: "2026-02-08", Role: commonv1.RangeRole_RANGE_ROLE_FOCUS, Label: "last week"},
				{Start: "2026-01-01", End: "2026-01-31", Role: commonv1.RangeRole_RANGE_ROLE_BASELINE, Label: "January 2026"},
			},
		},
		Answer:    good,
		Citations: []*commonv1.Citation{{Id: "2026-02-03_18-04-11", Date: "2026-02-03", Quote: "Bench 3x5 @ 80kg, felt heavy. Doctor says tendinitis"}},
		Analysis: &commonv1.Analysis{
			Facts: []*commonv1.Fact{{Id: "f1", Kind: "change", Subject: "bench press", Value: 82.5, Baseline: proto.Float64(75), Unit: "kg"}},
			Findings: []*commonv1.Finding{
				{Claim: "Your bench press went from 75 kg to 82.5 kg", FactIds: []string{"f1"}, SubQueryId: 1},
			},
			Gaps:    []*commonv1.Gap{{Id: "sleep", Description: "How you slept", Severity: commonv1.Severity_SEVERITY_CRITICAL}},
			Verdict: commonv1.Verdict_VERDICT_SUFFICIENT,
		},
		Entries: []*commonv1.Entry{
			{Id: "2026-02-03_18-04-11", Date: "2026-02-03", Text: "Bench 3x5 @ 80kg, felt heavy. Doctor says tendinitis"},
			{Id: "2026-01-05_18-00-00", Date: "2026-01-05", Text: "Bench 3x5 @ 75kg"},
			{Id: "2025-12-05_18-00-00", Date: "2025-12-05", Text: "Pull-ups 3x8"},
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
	twoParts := func(r *pb.EvaluateRequest) {
		r.SubQueries = []*commonv1.SubQuery{{Id: 1, Question: "Did I add weight?"}, {Id: 2, Question: "Which stretches would loosen my shoulder?"}}
	}
	for _, c := range []struct {
		name           string
		change         func(*pb.EvaluateRequest)
		fails          []pb.Dimension
		issue, claim   string // words of the first feedback
		recommendation pb.Recommendation
	}{
		{name: "a good answer passes", recommendation: accept},
		{
			"a number from nowhere fails, and the feedback names the sentence",
			func(r *pb.EvaluateRequest) { r.Answer += " Your sleep was 5.2 h on average." },
			[]pb.Dimension{accuracy}, `"5.2 h"`, "Your sleep was 5.2 h on average.", feedback,
		},
		{
			"what the user said when asked is evidence",
			func(r *pb.EvaluateRequest) {
				r.Answer += " You told me you slept 5.2 h."
				r.Clarifications = []*commonv1.Clarification{{GapId: "sleep", Question: "How long did you sleep?", Answer: "5.2 hours"}}
			},
			nil, "", "", accept,
		},
		{
			"a subject may be called by any of its names",
			func(r *pb.EvaluateRequest) {
				r.Scope.Subjects = []string{"supine chest lift"}
				r.Vocabulary = map[string]string{"bench": "supine chest lift"}
			},
			nil, "", "", accept,
		},
		{
			"a subject that no name of stands in the answer is not spoken of",
			func(r *pb.EvaluateRequest) {
				r.Scope.Subjects = []string{"supine chest lift", "sleep"}
				r.Vocabulary = map[string]string{"row": "supine chest lift"}
			},
			[]pb.Dimension{relevance}, "supine chest lift", "", context,
		},
		{
			"a part is answered by the number of its finding in other words",
			func(r *pb.EvaluateRequest) {
				twoParts(r)
				r.SubQueries = append(r.SubQueries[:1:1], &commonv1.SubQuery{Id: 2, Question: "How far did I run?"})
				r.Analysis.Facts = append(r.Analysis.Facts, &commonv1.Fact{Id: "f2", Kind: "sum", Subject: "run", Value: 12.4, Unit: "km"})
				r.Analysis.Findings = append(r.Analysis.Findings, &commonv1.Finding{Claim: "Total run distance in all notes: 12.4 km, from 3 values", FactIds: []string{"f2"}, SubQueryId: 2})
				r.Answer += " The runs came to 12.4 km."
			},
			nil, "", "", accept,
		},
		{
			"a span that only the comparison needs may stay unnamed",
			func(r *pb.EvaluateRequest) {
				r.Scope.Ranges[1] = &commonv1.ScopeRange{Start: "2025-06-01", End: "2025-06-30", Role: commonv1.RangeRole_RANGE_ROLE_BASELINE, Label: "the 30 days before"}
			},
			nil, "", "", accept,
		},
		{
			"a citation of an entry that was not retrieved fails",
			func(r *pb.EvaluateRequest) { r.Citations[0].Id = "2026-02-03_18-04-12" },
			[]pb.Dimension{accuracy, safety}, "not retrieved", "2026-02-03_18-04-12", feedback,
		},
		{
			"the same mistake again asks for more context",
			func(r *pb.EvaluateRequest) {
				r.Answer += " It was 99 kg."
				r.Attempt = 2
				r.PreviousFeedback = []*commonv1.EvaluationFeedback{{Issue: `the number "99 kg" is not in the evidence`}}
			},
			[]pb.Dimension{accuracy}, "99 kg", "It was 99 kg.", context,
		},
		{
			"the third failure asks for a partial answer",
			func(r *pb.EvaluateRequest) { r.Answer += " It was 99 kg."; r.Attempt = 3 },
			[]pb.Dimension{accuracy}, "99 kg", "", partial,
		},
		{
			"an empty answer is not relevant",
			func(r *pb.EvaluateRequest) { r.Answer, r.Citations = " ", nil },
			[]pb.Dimension{relevance}, "empty", "", feedback,
		},
		{
			"an answer on something else is not relevant",
			func(r *pb.EvaluateRequest) {
				r.Answer, r.Citations = "Pull-ups were 3x8 in the weeks from 2026-01-01 and from 2026-02-02.", nil
			},
			[]pb.Dimension{relevance}, `"bench press"`, "", feedback,
		},
		{
			"an answer on other days is not relevant",
			func(r *pb.EvaluateRequest) {
				r.Answer, r.Citations = "Bench, pull-ups: 3x8 [2025-12-05].", nil
				r.Analysis.Findings = nil
			},
			[]pb.Dimension{relevance}, "last week", "", feedback,
		},
		{
			"other days are fine where the answer says so",
			func(r *pb.EvaluateRequest) {
				r.Answer, r.Citations = "Nothing is noted on the bench press for last week or January 2026. The nearest note has 3x8 [2025-12-05].", nil
				r.Analysis.Findings = nil
			},
			nil, "", "", accept,
		},
		{
			"no data, plainly said, is a good answer",
			func(r *pb.EvaluateRequest) {
				r.Answer, r.Citations, r.Entries, r.Analysis = "There are no notes on bench press for last week or January 2026.", nil, nil, nil
			},
			nil, "", "", accept,
		},
		{
			"a list answers for a kind that no note names",
			func(r *pb.EvaluateRequest) {
				r.Scope.Type, r.Scope.Subjects = commonv1.QueryType_QUERY_TYPE_SIMPLE, []string{"workout"}
				r.Scope.Ranges, r.Analysis = r.Scope.Ranges[:1], nil
				r.Answer = "- Tue [2026-02-03] Bench 3x5 @ 80kg, felt heavy. Doctor says tendinitis"
			},
			nil, "", "", accept,
		},
		{
			"the words of a note may be quoted whatever they say, the answer's own may not",
			func(r *pb.EvaluateRequest) {
				r.Answer += "\nYou wrote “Doctor says tendinitis”. You have an injury."
			},
			[]pb.Dimension{safety}, "breaks a rule of recovery: No diagnosis.", "You have an injury.", feedback,
		},
		{
			"a part that is left out fails, and without findings on it more is needed",
			twoParts,
			[]pb.Dimension{completeness}, "Which stretches would loosen my shoulder?", "", context,
		},
		{
			"a part may be answered by saying that the notes don't",
			func(r *pb.EvaluateRequest) {
				twoParts(r)
				r.Answer += "\n\n**Which stretches would loosen my shoulder?**\nYour notes don't answer this."
			},
			nil, "", "", accept,
		},
		{
			"a heading without anything under it answers nothing",
			func(r *pb.EvaluateRequest) {
				twoParts(r)
				r.Answer += "\n\n**Which stretches would loosen my shoulder?**\n"
			},
			[]pb.Dimension{completeness}, "Which stretches", "", context,
		},
		{
			"a finding on a part has to be told",
			func(r *pb.EvaluateRequest) {
				twoParts(r)
				r.Analysis.Findings = append(r.Analysis.Findings, &commonv1.Finding{Claim: "Doorway stretches helped twice", SubQueryId: 2})
			},
			[]pb.Dimension{completeness}, "stretches", "", feedback,
		},
		{
			"a partial answer has to say so and to name each gap",
			func(r *pb.EvaluateRequest) {
				r.Partial = true
				r.Answer = strings.ReplaceAll(good, "Not in your notes: how you slept.", "")
				r.OpenGaps = []*commonv1.Gap{{Id: "sleep", Description: "No notes on sleep"}}
			},
			[]pb.Dimension{completeness}, "does not say so", "", feedback,
		},
		{
			"what a note says of itself makes no answer a partial one",
			func(r *pb.EvaluateRequest) {
				r.Partial = true
				r.Answer = strings.ReplaceAll(good, "Not in your notes: how you slept.", "On sleep you wrote: “my ring is still missing”.")
				r.Entries[0].Text += "\nmy ring is still missing"
				r.OpenGaps = []*commonv1.Gap{{Id: "sleep", Description: "No notes on sleep"}}
			},
			[]pb.Dimension{completeness}, "does not say so", "", feedback,
		},
		{
			"a partial answer that does both passes",
			func(r *pb.EvaluateRequest) {
				r.Partial = true
				r.Answer = "Here's what I can tell from your notes: " + strings.ReplaceAll(good, "Not in your notes: how you slept.", "What would be needed: notes on sleep.")
				r.OpenGaps = []*commonv1.Gap{{Id: "sleep", Description: "No notes on sleep"}}
			},
			nil, "", "", accept,
		},
		{
			"a critical gap may not be hidden",
			func(r *pb.EvaluateRequest) {
				r.Answer = strings.ReplaceAll(good, "Not in your notes: how you slept.", "")
				r.Analysis.Verdict = commonv1.Verdict_VERDICT_INSUFFICIENT
			},
			[]pb.Dimension{completeness}, "How you slept", "", context,
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
			if (r.GetVerdict() == commonv1.Verdict_VERDICT_PASS) != (len(c.fails) == 0) || r.GetRecommendation() != c.recommendation {
				t.Errorf("got %v, %v; want %v", r.GetVerdict(), r.GetRecommendation(), c.recommendation)
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

func TestAGapIsNamedInAnyWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, gap, words string
		ok               bool
	}{
		{"a surrounding", "No note of last week tells of sleep, which often bears on such a thing.", "notes on sleep for last week", true},
		{"a subject", "No note tells of swimming.", "notes on swimming", true},
		{"a feeling", "How you feel right now is in no note.", "how you feel right now", true},
		{"a number", "The notes on sleep in January have no number that the question asks for.", "a number for sleep in January", true},
		{"an explanation", "Nothing in the notes of last week differs enough from before to explain it.", "something in the notes of last week that differs enough from before to explain it", true},
		{"a comparison", "The question does not say what to compare.", "what to compare", true},
		{"something else", "No note tells of swimming.", "notes on running", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := request()
			req.Partial = true
			req.OpenGaps = []*commonv1.Gap{{Id: "g", Description: c.gap}}
			req.Answer = strings.ReplaceAll(good, "Not in your notes: how you slept.", "What would be needed: "+c.words+".")
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
