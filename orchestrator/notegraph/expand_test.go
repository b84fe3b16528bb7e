package notegraph

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/orchestrator/graph"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// The Planner names the domains that it misses, the Analyzer those in which a
// gap lies. Either way they join what is loaded, and everything that is combined
// of them is combined anew.
func TestDomainsJoinInTheMiddleOfARun(t *testing.T) {
	t.Parallel()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	h := handlers{Deps: Deps{Domains: set}}
	gap := func(domain string, outside bool) *commonv1.Gap {
		reason := commonv1.GapReason_GAP_REASON_NO_NOTES
		if outside {
			reason = commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN
		}
		return &commonv1.Gap{Domain: domain, Reason: reason, Severity: commonv1.Severity_SEVERITY_CRITICAL}
	}
	start := []string{"general", "strength"}
	tests := []struct {
		name    string
		plan    []string
		gaps    []*commonv1.Gap
		want    []string
		outcome graph.Outcome
	}{
		{"the planner asks for one", []string{"sleep"}, nil, []string{"general", "strength", "sleep"}, Expanded},
		{"a gap lies in one", nil, []*commonv1.Gap{gap("nutrition", true)}, []string{"general", "strength", "nutrition"}, Expanded},
		{"both, and one of them twice", []string{"sleep", "mood"}, []*commonv1.Gap{gap("sleep", true)}, []string{"general", "strength", "sleep", "mood"}, Expanded},
		{"a gap within what is loaded", nil, []*commonv1.Gap{gap("sleep", false)}, start, NothingToAdd},
		{"one that is loaded", []string{"strength"}, []*commonv1.Gap{gap("general", true)}, start, NothingToAdd},
		{"one that does not exist", []string{"astrology"}, nil, start, NothingToAdd},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := State{Domains: start, Gaps: tt.gaps, Plan: &plannerv1.PlanResponse{ExpandDomains: tt.plan}}
			got, err := h.expandDomain(t.Context(), s, graph.Step{})
			if err != nil {
				t.Fatal(err)
			}
			loaded := got.Output.(*notegraphv1.Domains).GetLoaded()
			if !slices.Equal(loaded, tt.want) || got.Outcome != tt.outcome {
				t.Errorf("loaded %v, outcome %v; want %v, %v", loaded, got.Outcome, tt.want, tt.outcome)
			}
			c := set.Context(loaded)
			for _, name := range tt.want {
				heading := "## " + strings.ToUpper(name[:1]) + name[1:] + "\n"
				rules := slices.ContainsFunc(c.GetEvaluationRules(), func(r *commonv1.EvaluationRule) bool { return r.GetDomain() == name })
				schema := slices.ContainsFunc(c.GetSchemas(), func(s *commonv1.DomainSchema) bool { return s.GetDomain() == name })
				if !strings.Contains(c.GetExpertise(), heading) || !strings.Contains(c.GetContextGuidance(), heading) || !rules || !schema {
					t.Errorf("expertise, guidance, rules or schema of %s is missing", name)
				}
			}
		})
	}
}
