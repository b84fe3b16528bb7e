package synthesizer_test

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

const (
	high     = commonv1.Confidence_CONFIDENCE_HIGH
	medium   = commonv1.Confidence_CONFIDENCE_MEDIUM
	low      = commonv1.Confidence_CONFIDENCE_LOW
	critical = commonv1.Severity_SEVERITY_CRITICAL
	nice     = commonv1.Severity_SEVERITY_NICE_TO_HAVE
	topical  = commonv1.GapType_GAP_TYPE_TOPICAL
	feeling  = commonv1.GapType_GAP_TYPE_SUBJECTIVE
	simple   = commonv1.QueryType_QUERY_TYPE_SIMPLE
	insight  = commonv1.QueryType_QUERY_TYPE_INSIGHT
	advice   = commonv1.QueryType_QUERY_TYPE_RECOMMENDATION
	compare  = commonv1.QueryType_QUERY_TYPE_COMPARISON
)

// week is the story that the answers are about.
func week() []*commonv1.Entry {
	return []*commonv1.Entry{
		entry("2026-02-02_18-10-00", "Squats 5x5 @ 100kg. Easy."),
		entry("2026-02-03_07-02-00", "Slept 5h, kid was sick."),
		entry("2026-02-03_18-04-11", "# Gym\n- Bench 3x5 @ 80kg, felt heavy\n- Rows 3x8 @ 60kg"),
		entry("2026-02-05_07-30-00", "Slept 8 h. Rested."),
		entry("2026-02-05_18-15-00", "Bench 3x5 @ 82.5kg, moved well.\nTired afterwards."),
		entry("2026-02-07_09-00-00", "Ran 5k in 27:41 with Marco."),
	}
}

func entry(id, text string) *commonv1.Entry {
	return &commonv1.Entry{Id: id, Date: id[:10], Text: text}
}

func request(kind commonv1.QueryType, query string, subjects ...string) *pb.SynthesizeRequest {
	return &pb.SynthesizeRequest{
		Context: &commonv1.CallContext{
			Now: timestamppb.New(time.Date(2026, 2, 10, 9, 0, 0, 0, time.UTC)), TimeZone: "Europe/Berlin", Tenant: "t", User: "u",
		},
		Scope: &commonv1.QueryScope{
			Query: query, Type: kind, Subjects: subjects,
			Ranges: []*commonv1.ScopeRange{{Start: "2026-02-02", End: "2026-02-08", Role: commonv1.RangeRole_RANGE_ROLE_FOCUS, Label: "last week"}},
		},
		Analysis:      &commonv1.Analysis{},
		Entries:       week(),
		DomainContext: &commonv1.DomainContext{Vocabulary: map[string]string{"bench": "bench press"}},
	}
}

func change() *commonv1.Fact {
	return &commonv1.Fact{
		Id: "f1", Kind: "change", Subject: "bench press", Measure: "load", Value: 82.5, Unit: "kg", Baseline: proto.Float64(75), SampleSize: 6,
		EntryIds: []string{"2026-02-03_18-04-11", "2026-02-05_18-15-00"},
	}
}

func together() *commonv1.Fact {
	return &commonv1.Fact{
		Id: "f2", Kind: "co_occurrence", Subject: "sleep", Measure: "duration", Value: 0.75, SampleSize: 8,
		EntryIds: []string{"2026-02-03_07-02-00", "2026-02-03_18-04-11"},
		Text:     "3 of 4 heavy sessions followed a night under 6 h.",
	}
}

func heavy(part int32) *commonv1.Finding {
	return &commonv1.Finding{
		Claim:      "Bench press felt heavy after short nights: 3 of 4 heavy sessions followed a night under 6 h",
		FactIds:    []string{"f2"},
		EntryIds:   []string{"2026-02-03_07-02-00", "2026-02-03_18-04-11"},
		Confidence: medium, SubQueryId: part,
	}
}

// heavyInShortNights makes a question for reasons one with a premise, and a
// change of which only the short night is evidence.
func heavyInShortNights(r *pb.SynthesizeRequest) {
	days := &commonv1.DateRange{Start: "2026-02-02", End: "2026-02-08"}
	r.Analysis.Facts = []*commonv1.Fact{
		{
			Id: "f1", Kind: "count", Subject: "bench press", Measure: "heavy", Value: 1, Unit: "days", Range: days,
			EntryIds: []string{"2026-02-03_18-04-11"}, Text: "Your bench press felt heavy on one day last week.",
		},
		{
			Id: "f2", Kind: "change", Subject: "sleep", Measure: "duration", Value: 5, Unit: "h", Baseline: proto.Float64(8), Range: days,
			EntryIds: []string{"2026-02-03_07-02-00"}, SampleSize: 2, Text: "Average sleep duration: 5 h against 8 h.",
		},
	}
	r.Analysis.Findings = []*commonv1.Finding{
		{Claim: "Your bench press felt heavy on one day last week.", FactIds: []string{"f1"}, Confidence: high},
		{
			Claim: "It coincides with a shorter sleep duration: 5 h against 8 h.", FactIds: []string{"f2"},
			EntryIds: []string{"2026-02-03_07-02-00"}, Confidence: high,
		},
	}
}

// cases are the questions whose answers lie under testdata.
func cases() map[string]*pb.SynthesizeRequest {
	listing := request(simple, "Show me last week's workouts", "workout")

	progress := request(compare, "Did I add weight to my bench last week?", "bench press")
	progress.Analysis.Facts = []*commonv1.Fact{change()}
	progress.Analysis.Findings = []*commonv1.Finding{
		{Claim: "Your bench press went from 75 kg to 82.5 kg", FactIds: []string{"f1"}, Confidence: high},
		{Claim: "your best set was 82.5 kg on 2026-02-05", EntryIds: []string{"2026-02-05_18-15-00"}, Confidence: high},
		{Claim: "Your bench press went from 75 kg up to 82.5 kg", FactIds: []string{"f1"}, Confidence: high},
	}

	why := request(insight, "Why did my bench feel heavy?", "bench press")
	why.Analysis.Facts = []*commonv1.Fact{together()}
	why.Analysis.Findings = []*commonv1.Finding{
		heavy(0),
		{Claim: "You wrote that you were tired on one day", EntryIds: []string{"2026-02-05_18-15-00"}, Confidence: low},
	}
	why.Analysis.Gaps = []*commonv1.Gap{{Id: "stress", Description: "No notes on stress.", Type: topical, Severity: nice, Searched: true}}
	why.Clarifications = []*commonv1.Clarification{{GapId: "now", Question: "How do you feel?", Answer: "still tired"}, {GapId: "ill", Declined: true}}

	what := request(advice, "What should I do today?", "bench press")
	what.Analysis.Facts = []*commonv1.Fact{change()}
	what.Analysis.Findings = []*commonv1.Finding{{Claim: "Your bench press went from 75 kg to 82.5 kg", FactIds: []string{"f1"}, Confidence: high}}
	what.DomainContext.EvaluationRules = []*commonv1.EvaluationRule{{Rule: "Send medical questions to a doctor."}}
	what.OpenGaps = []*commonv1.Gap{{Id: "now", Description: "How you feel today", Type: feeling, Severity: critical}}
	what.Partial = true

	parts := request(insight, "Why was I tired last week and what should I change?", "sleep")
	parts.SubQueries = []*commonv1.SubQuery{
		{Id: 1, Question: "Why was I tired last week?", Type: insight},
		{Id: 2, Question: "What should I change?", Type: advice, DependsOn: []int32{1}},
	}
	parts.Analysis.Facts = []*commonv1.Fact{together()}
	parts.Analysis.Findings = []*commonv1.Finding{heavy(1)}

	none := request(compare, "How's my swimming progress?", "swimming")
	none.Scope.Ranges = nil
	none.Entries = nil
	none.Analysis.Gaps = []*commonv1.Gap{{
		Id: "swim", Description: "No notes on swimming", Type: topical, Severity: critical, Searched: true, SearchTerms: []string{"swimming", "pool"},
	}}

	detailed := request(compare, "How did my bench go?", "bench press")
	detailed.Style = commonv1.ResponseStyle_RESPONSE_STYLE_DETAILED
	detailed.Analysis.Facts = []*commonv1.Fact{change(), together()}
	detailed.Analysis.Findings = append(progress.Analysis.Findings[:2:2], heavy(0))

	widened := request(simple, "Show me last week's runs", "running")
	widened.Entries = []*commonv1.Entry{entry("2026-01-20_07-00-00", "Ran 8 km, easy.")}

	return map[string]*pb.SynthesizeRequest{
		"listing": listing, "comparison": progress, "insight": why, "recommendation": what,
		"two-parts": parts, "no-data": none, "detailed": detailed, "widened": widened,
	}
}
