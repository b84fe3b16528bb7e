package notegraph

import (
	"fmt"
	"strings"

	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// summary says in a few words what came out of a step, for whoever watches.
func summary(c *runv1.StepCompleted) string {
	m, err := c.GetOutput().UnmarshalNew()
	if err != nil {
		return ""
	}
	switch out := m.(type) {
	case *routerv1.RouteResponse:
		return join(strings.TrimPrefix(out.GetInputType().String(), "INPUT_TYPE_"), strings.Join(out.GetDomains(), ", "))
	case *notegraphv1.Domains:
		return strings.Join(out.GetLoaded(), ", ")
	case *notegraphv1.Planned:
		return planned(out)
	case *notegraphv1.Retrieved:
		text := count(len(out.GetEntries()), "note")
		if out.GetTruncated() {
			text += fmt.Sprintf(" of %d", out.GetTotal())
		}
		return text
	case *notegraphv1.Analyzed:
		a := out.GetAnalysis()
		return join(count(len(a.GetFacts()), "fact"), count(len(a.GetFindings()), "finding"), count(len(a.GetGaps()), "gap"))
	case *clarifierv1.ClarifyResponse:
		return count(len(out.GetQuestions()), "question")
	case *notegraphv1.Synthesized:
		text := count(len(out.GetAnswer().GetCitations()), "citation")
		if out.GetPartial() {
			text += ", partial"
		}
		return text
	case *evaluatorv1.EvaluateResponse:
		return count(len(out.GetFeedback()), "issue")
	case *notegraphv1.Kept:
		return out.GetEntry().GetId()
	case *notegraphv1.Parsed:
		var domains []string
		for name := range out.GetParse().GetDomainData().GetFields() {
			domains = append(domains, name)
		}
		return strings.Join(sorted(domains), ", ")
	case *notegraphv1.Stored:
		if c := out.GetCorrected(); c != nil {
			return "corrected " + c.GetId()
		}
		return out.GetEntry().GetId()
	case *notegraphv1.Observed:
		return count(len(out.GetInsights()), "insight")
	}
	return ""
}

func planned(out *notegraphv1.Planned) string {
	var ranges []string
	for _, r := range out.GetPlan().GetTimeRanges() {
		ranges = append(ranges, r.GetStart()+" to "+r.GetEnd())
	}
	parts := ""
	if n := len(out.GetParts()); n > 1 {
		parts = count(n, "part")
	}
	return join(parts, count(len(out.GetPlan().GetInstructions()), "search"), strings.Join(ranges, ", "))
}

func join(parts ...string) string {
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, "; ")
}

func count(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "ch"):
		return fmt.Sprintf("%d %ses", n, thing)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
