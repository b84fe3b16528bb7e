package analyzer_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer"
)

func TestATimeThatNobodyCanTellIsAGapUnlessAnotherIsNamed(t *testing.T) {
	t.Parallel()
	const id, mine = "time:unresolved:feb-30", "time:unresolved:my-birthday"
	tests := []struct {
		name, question, unresolved, note string
		ranges                           []*commonv1.ScopeRange
		gap                              string
	}{
		{"a day that does not exist", "what happened on feb 30", "feb 30", "Quiet day.", []*commonv1.ScopeRange{{Start: "2026-01-25", End: "2026-02-23", Label: "the last 30 days"}}, id},
		{"beside a day that does", "compare feb 30 and feb 12", "feb 30", "Quiet day.", []*commonv1.ScopeRange{{Start: "2026-02-12", End: "2026-02-12", Label: "feb 12"}}, ""},
		{"a day that no note names", "what happened on my birthday", "my birthday", "Lena's birthday!", nil, mine},
		{"a day that a note names", "what happened on my birthday", "my birthday", "My birthday. Cake at work.", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			q := question{text: tt.question, kind: simple, ranges: tt.ranges, entries: []*commonv1.Entry{entry("2026-02-12 09", tt.note)}}
			s, err := analyzer.New(analyzer.Deps{})
			if err != nil {
				t.Fatal(err)
			}
			req := q.request(t)
			req.UnresolvedTimes = []*commonv1.UnresolvedTime{{Text: tt.unresolved, Reason: "there is none"}}
			resp, err := s.Analyze(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			open := ""
			for _, g := range resp.GetAnalysis().GetGaps() {
				if g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL {
					open = g.GetId()
				}
			}
			if open != tt.gap {
				t.Errorf("gap %q, want %q", open, tt.gap)
			}
		})
	}
}
