package scripted

import (
	"context"
	"regexp"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func plan(p prompt, _ form) any {
	question := p.text("question")
	res, err := rules().planner.Plan(context.Background(), &plannerv1.PlanRequest{
		Context: &commonv1.CallContext{Now: timestamppb.New(p.now()), TimeZone: "UTC"},
		Query:   question, DomainContext: rules().domains.Context(everyDomain()),
	})
	if err != nil {
		return reply{}
	}
	out := reply{
		"because": "These notes may tell.", "dependency": short(res.GetDependency().String(), "DEPENDENCY_TYPE_"),
		"expand_domains": []string{}, "parts": parts(p, question, res.GetSubQueries()),
		"what_next": "RETRIEVE",
	}
	if out["dependency"] == "UNSPECIFIED" {
		out["dependency"] = "COUPLED"
	}
	searches := first(p, res.GetInstructions())
	if len(p.lines("looked up already")) > 0 {
		searches = further(p)
	}
	out["searches"] = searches
	if len(searches) == 0 && len(p.lines("looked up already")) > 0 {
		out["what_next"] = "SYNTHESIZE"
		if strings.Contains(p.text("gaps"), ", CRITICAL, ") && len(p.all("asked")) == 0 {
			out["what_next"] = "CLARIFY"
		}
	}
	return out
}

func everyDomain() []string {
	var names []string
	for _, d := range rules().domains.Infos() {
		names = append(names, d.GetName())
	}
	return names
}

// numbered is a settled part of a question, as a prompt lists it.
var numbered = regexp.MustCompile(`^\d+\. `)

func parts(p prompt, question string, found []*commonv1.SubQuery) []reply {
	var out []reply
	for _, line := range p.lines("parts") {
		out = append(out, reply{"depends_on": []int32{}, "question": numbered.ReplaceAllString(line, "")})
	}
	if len(out) > 0 {
		return out
	}
	for _, s := range found {
		needs := s.GetDependsOn()
		if needs == nil {
			needs = []int32{}
		}
		out = append(out, reply{"depends_on": needs, "question": s.GetQuestion()})
	}
	if len(out) == 0 {
		out = append(out, reply{"depends_on": []int32{}, "question": question})
	}
	return out
}

// first are the searches of a first plan, in the spans that the prompt lists.
func first(p prompt, instructions []*commonv1.RetrievalInstruction) []reply {
	out := []reply{}
	for _, in := range instructions {
		if in.GetTopic() == "" && len(in.GetKeywords()) == 0 && in.GetDateRange() == nil || in.GetSelection() != nil {
			continue // code looks it up anyway
		}
		r := in.GetDateRange()
		span := 0
		for i, s := range p.lines("spans") {
			if days := between(s); span == 0 && days == (listed{r.GetStart(), r.GetEnd()}) {
				span = i + 1
			}
		}
		words := in.GetKeywords()[:min(len(in.GetKeywords()), 16)]
		if words == nil {
			words = []string{}
		}
		out = append(out, reply{"for": "what was asked", "keywords": words, "span": span, "topic": in.GetTopic()})
	}
	return out[:min(len(out), 12)]
}

// listed is a span of days as a prompt writes it.
type listed struct{ start, end string }

var dated = regexp.MustCompile(`(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?`)

func between(line string) listed {
	m := dated.FindStringSubmatch(line)
	switch {
	case m == nil:
		return listed{}
	case m[2] == "":
		return listed{m[1], m[1]}
	}
	return listed{m[1], m[2]}
}

// missing is a gap that matters, as a prompt lists it: its label, whether it was
// searched for, and the words to search for.
var missing = regexp.MustCompile(`^(g\d+) \([A-Z_]+, CRITICAL, (.*?)\)(?:: .*)? Words: (.*?)\.(?: Domain: .*)?$`)

// further are the searches of a later plan: in spans that are asked about and were
// not looked at; for what is missing, at all times, or, where that was in vain, in
// the days beyond those where code has looked.
func further(p prompt) []reply {
	out := []reply{}
	for i, s := range p.lines("spans") {
		if strings.HasSuffix(s, ", asked about") && !looked(p, s) {
			out = append(out, reply{"for": "what was asked", "keywords": []string{}, "span": i + 1, "topic": ""})
		}
	}
	for _, line := range p.lines("gaps") {
		m := missing.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		words := strings.Split(m[3], ", ")
		words = words[:min(len(words), 16)]
		spans := []int{0}
		if m[2] != "not searched for" {
			spans = beyond(p)
		}
		for _, span := range spans {
			out = append(out, reply{"for": m[1] + ": what is missing", "keywords": words, "span": span, "topic": words[0]})
		}
	}
	return out[:min(len(out), 12)]
}

// unnamed is a span that the question does not name: it is where code would look.
var unnamed = regexp.MustCompile(`^\d+: \d{4}-`)

// beyond are the numbers of those spans, without what was looked up, and all time
// behind them.
func beyond(p prompt) []int {
	var out []int
	for i, s := range p.lines("spans") {
		if unnamed.MatchString(s) && !looked(p, s) {
			out = append(out, i+1)
		}
	}
	if len(out) > 0 {
		out = append(out, 0)
	}
	return out
}

// looked reports whether a span was looked at.
func looked(p prompt, span string) bool {
	return slices.ContainsFunc(p.lines("looked up already"), func(l string) bool { return between(l) == between(span) })
}
