package planner

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// A holding holds a model's plan against what code knows, and keeps what is
// wrong with it.
type holding struct {
	*draft
	got      *mindv1.Planning
	res      *pb.PlanResponse // begins as the rules' plan
	problems []form.Problem
}

func (h *holding) say(path, format string, args ...any) {
	h.problems = append(h.problems, form.Problem{Path: path, Text: fmt.Sprintf(format, args...)})
}

// response makes of a model's plan what the contract asks for, and returns what of it
// can't be kept. It is the rules' plan, with the model's parts, and with its searches
// beside those of the rules.
func (d *draft) response(got *mindv1.Planning) (*pb.PlanResponse, []form.Problem) {
	h := &holding{draft: d, got: got, res: proto.CloneOf(d.byCode)}
	h.parts()
	h.next(h.searches(), h.domains())
	return h.res, h.problems
}

// saidIn reports whether at least half of the words of a text that mean
// something, and all of its numbers, stand in another.
func saidIn(text, in string) bool {
	words, said := search.Meaning(text), search.Meaning(in)
	n := 0
	for w := range words {
		if said[w] {
			n++
		}
	}
	for _, number := range digits.FindAllString(text, -1) {
		if !slices.Contains(digits.FindAllString(in, -1), number) {
			return false
		}
	}
	return n > 0 && 2*n >= len(words)
}

var digits = regexp.MustCompile(`\d+`)

// parts keeps the model's parts if every one is the user's own question. Those of
// an earlier plan stay.
func (h *holding) parts() {
	if len(h.req.GetSubQueries()) > 0 {
		return
	}
	given := h.got.GetParts()
	if len(given) == 1 {
		if len(h.res.GetSubQueries()) > 1 {
			h.take(numbered([]clause{{text: strings.TrimSpace(h.req.GetQuery())}}), coupled)
		}
		return
	}
	clauses, needs, good := make([]clause, len(given)), make([][]int32, len(given)), true
	for i, p := range given {
		clauses[i] = clause{text: strings.TrimSpace(p.GetQuestion())}
		if !saidIn(p.GetQuestion(), h.req.GetQuery()) {
			h.say(fmt.Sprintf("parts[%d].question", i), "is not a part of the question")
			good = false
		}
		for _, n := range p.GetDependsOn() {
			if n < 1 || int(n) > i {
				h.say(fmt.Sprintf("parts[%d].depends_on", i), "names %d, which is no part before it", n)
			} else if !slices.Contains(needs[i], n) {
				needs[i] = append(needs[i], n)
			}
		}
	}
	if !good || len(given) == 0 {
		return
	}
	some := slices.ContainsFunc(needs, func(n []int32) bool { return len(n) > 0 })
	how := h.got.GetDependency()
	switch {
	case how == dependent && !some:
		h.say("dependency", "is DEPENDENT, and no part names another that it needs")
		how = independent
	case how == independent && some:
		h.say("dependency", "is INDEPENDENT, and a part names another that it needs")
		how = dependent
	}
	parts := numbered(clauses)
	for i := range parts {
		if how == dependent {
			parts[i].DependsOn = needs[i]
		}
	}
	h.take(parts, how)
}

func (h *holding) take(parts []*commonv1.SubQuery, how commonv1.DependencyType) {
	h.res.SubQueries, h.res.Dependency = parts, how
}

// domains are those of the model's that can be loaded.
func (h *holding) domains() []string {
	var out []string
	for i, name := range h.got.GetExpandDomains() {
		switch {
		case !slices.ContainsFunc(h.req.GetDomainContext().GetAvailable(), func(a *commonv1.DomainInfo) bool { return a.GetName() == name }):
			h.say(fmt.Sprintf("expand_domains[%d]", i), "%s is not on the list of those that can be loaded", name)
		case !slices.Contains(out, name):
			out = append(out, name)
		}
	}
	return out
}

// searches are the rules' and the model's as instructions, without those that the run
// has had. A model narrows nothing: it only adds.
func (h *holding) searches() []*commonv1.RetrievalInstruction {
	w := newWriter(h.req.GetRetrievalHistory())
	for _, in := range h.byCode.GetInstructions() {
		w.add(proto.CloneOf(in))
	}
	if len(w.out) == 0 && len(h.got.GetSearches()) > 0 && first(h.req) { // the rules load a domain first
		h.q.open(w)
	}
	for i, s := range h.got.GetSearches() {
		path := fmt.Sprintf("searches[%d]", i)
		topic, words := strings.ToLower(strings.Join(strings.Fields(s.GetTopic()), " ")), s.GetKeywords()
		words = slices.DeleteFunc(slices.Clone(words), func(k string) bool { return strings.TrimSpace(k) == "" })
		var r notes.Range
		if n := int(s.GetSpan()); n > len(h.spans) {
			h.say(path+".span", "%d is not on the list", n)
			continue
		} else if n > 0 {
			r = h.spans[n-1].days
		}
		if topic == "" && len(words) == 0 && r.Start.IsZero() {
			h.say(path, "looks for nothing in particular in all time")
			continue
		}
		from, purpose, gap := len(w.out), s.GetFor(), h.gapOf(path, s)
		if purpose == "" {
			purpose = "What may bear on the question."
		}
		if topic == "" && len(words) == 0 {
			w.read(r, purpose)
		}
		w.topic(topic, r, purpose)
		w.keywords(words, r, purpose)
		if len(w.out) == from && w.left == 0 {
			h.say(path, "was looked up already, or stands there twice")
		}
		for _, in := range w.out[from:] {
			in.GapId = gap
		}
	}
	return w.out
}

var gapLabel = regexp.MustCompile(`\bg(\d+)\b`)

// gapOf returns the id of the gap that a search is for: the one that it names,
// else one whose words it looks for.
func (h *holding) gapOf(path string, s *mindv1.Search) string {
	gaps := h.req.GetGaps()
	if m := gapLabel.FindStringSubmatch(s.GetFor()); m != nil && len(gaps) > 0 {
		if n, err := strconv.Atoi(m[1]); err == nil && n >= 1 && n <= len(gaps) {
			return gaps[n-1].GetId()
		}
		h.say(path+".for", "names g%s, which is not on the list", m[1])
	}
	for _, g := range gaps {
		for _, term := range g.GetWords() {
			if strings.EqualFold(term, s.GetTopic()) || slices.ContainsFunc(s.GetKeywords(), func(k string) bool { return strings.EqualFold(term, k) }) {
				return g.GetId()
			}
		}
	}
	return ""
}

// next decides what comes next: what the model says if it may, else its searches,
// else what the rules have planned.
func (h *holding) next(searches []*commonv1.RetrievalInstruction, domains []string) {
	what := h.got.GetWhatNext()
	why := h.refused(what, searches, domains)
	if why != "" {
		h.say("what_next", "can't be %s: %s", short(what.String(), "NEXT_ACTION_"), why)
		needed := h.q.domainsForGaps()
		switch {
		case len(needed) > 0:
			what, domains = pb.NextAction_NEXT_ACTION_EXPAND_DOMAIN, needed
		case len(searches) > 0:
			what = pb.NextAction_NEXT_ACTION_RETRIEVE
		default:
			return // as the rules have it
		}
	}
	h.res.NextAction, h.res.Instructions, h.res.ExpandDomains, h.res.ClarifyGaps = what, nil, nil, nil
	if because := strings.TrimSpace(h.got.GetBecause()); because != "" {
		h.res.Reasoning = because
	}
	switch what {
	case pb.NextAction_NEXT_ACTION_RETRIEVE:
		h.res.Instructions = searches
	case pb.NextAction_NEXT_ACTION_EXPAND_DOMAIN:
		h.res.ExpandDomains = domains
	case pb.NextAction_NEXT_ACTION_CLARIFY:
		h.res.ClarifyGaps = h.q.onlyTheUserKnows()
	}
}

// refused says why an action can't be taken, empty if it can: search before
// asking, load before asking, and no end before anything was looked up.
func (h *holding) refused(what pb.NextAction, searches []*commonv1.RetrievalInstruction, domains []string) string {
	asks, ends := what == pb.NextAction_NEXT_ACTION_CLARIFY, what == pb.NextAction_NEXT_ACTION_SYNTHESIZE
	for _, no := range []struct {
		is  bool
		why string
	}{
		{what == pb.NextAction_NEXT_ACTION_RETRIEVE && len(searches) == 0, "there is no search that was not made before"},
		{what == pb.NextAction_NEXT_ACTION_EXPAND_DOMAIN && len(domains) == 0, "no domain is named that can be loaded"},
		{(asks || ends) && len(h.req.GetRetrievalHistory()) == 0, "nothing was looked up yet"},
		{(asks || ends) && len(searches) > 0, "there are searches to make first"},
		{asks && len(h.q.domainsForGaps()) > 0, "a domain that a gap needs is to be loaded first"},
		{(asks || ends) && h.unsearched(), "a critical gap was not searched for"},
		{asks && len(h.q.onlyTheUserKnows()) == 0, "there is no gap that only the person can fill"},
	} {
		if no.is {
			return no.why
		}
	}
	return ""
}

// unsearched reports whether notes may hold what is critical and were not
// searched for it.
func (h *holding) unsearched() bool {
	for i, g := range h.req.GetGaps() {
		if g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && searchable(g) && !h.res.GetGapsStatus()[i].GetSearched() {
			return true
		}
	}
	return false
}
