package router

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// A match is how a domain fits a text.
type match struct {
	domain string
	score  int
	why    string
	strong bool // its name or one of its terms stands in the text
}

// choose returns the domains that bear on the text, best first, and why.
func choose(req *pb.RouteRequest, v verdict) ([]string, string) {
	var domains []*commonv1.DomainInfo
	for _, d := range req.GetDomains() {
		if n := strings.ToLower(d.GetName()); n != "general" && n != "base" {
			domains = append(domains, d)
		}
	}
	matches := rank(domains, search.Tokens(req.GetText()))
	if v.input == commonv1.InputType_INPUT_TYPE_CORRECTION {
		matches = slices.DeleteFunc(matches, func(m match) bool { return !m.strong }) // what it corrects may be of any domain
	}
	if len(matches) == 0 && v.input != commonv1.InputType_INPUT_TYPE_LOG && len(req.GetSession()) > 0 {
		matches = rank(domains, search.Tokens(strings.Join(req.GetSession(), "\n")))
	}
	if len(matches) > 0 && v.query != "" && (hasAny(v.query, causal) || hasAny(v.query, advising)) {
		matches = widen(matches, domains)
	}
	if len(matches) > 0 {
		names, whys := make([]string, len(matches)), make([]string, len(matches))
		for i, m := range matches {
			names[i], whys[i] = m.domain, m.domain+": "+m.why
		}
		return names, strings.Join(whys, "; ") + "."
	}
	if v.query == "" && !strings.ContainsAny(v.log, "0123456789") {
		return nil, "No domain is named or described by these words."
	}
	var names []string
	for _, d := range domains {
		names = append(names, d.GetName())
	}
	return names, "No domain stands out, so all may bear on it."
}

// rank returns the domains that fit the tokens. Those whose name or terms stand
// there come first; words of a description alone count if there are two of
// them, or if nothing better was found.
func rank(domains []*commonv1.DomainInfo, tokens []search.Token) []match {
	var strong, weak []match
	for _, d := range domains {
		switch m := fit(d, tokens); {
		case m.strong || m.score >= 2:
			strong = append(strong, m)
		case m.score > 0:
			weak = append(weak, m)
		}
	}
	if len(strong) == 0 {
		strong = weak
	}
	slices.SortStableFunc(strong, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	return strong
}

// fit weighs one domain: its name, its terms (more for longer phrases), and the
// words of its description. Everything is compared on whole tokens by stem.
func fit(d *commonv1.DomainInfo, tokens []search.Token) match {
	m := match{domain: d.GetName()}
	var hits []string
	seen := map[string]bool{}
	for _, term := range append([]string{strings.NewReplacer("-", " ", "_", " ").Replace(d.GetName())}, d.GetTerms()...) {
		phrase := search.Tokens(term)
		if len(phrase) == 0 || len(phrase) == 1 && search.Stopword(phrase[0].Stem) {
			continue
		}
		at := search.IndexOf(tokens, phrase)
		if at < 0 {
			continue
		}
		words := phraseText(tokens[at : at+len(phrase)])
		if !seen[words] {
			seen[words] = true
			hits = append(hits, words)
			m.score += 3 + 2*(len(phrase)-1)
			m.strong = true
		}
	}
	for _, t := range search.Tokens(d.GetDescription()) {
		if len(t.Stem) < 3 || search.Stopword(t.Stem) || seen[t.Stem] {
			continue
		}
		if i := slices.IndexFunc(tokens, func(x search.Token) bool { return x.Stem == t.Stem }); i >= 0 && !seen[tokens[i].Folded] {
			seen[t.Stem] = true
			hits = append(hits, tokens[i].Folded)
			m.score++
		}
	}
	m.why = fmt.Sprintf("%q", strings.Join(hits[:min(3, len(hits))], ", "))
	return m
}

// terms returns a function that tells whether words are a term of a domain.
func terms(domains []*commonv1.DomainInfo) func(string) bool {
	return func(words string) bool {
		phrase := search.Tokens(words)
		return len(phrase) > 0 && slices.ContainsFunc(domains, func(d *commonv1.DomainInfo) bool {
			return slices.ContainsFunc(d.GetTerms(), func(term string) bool {
				t := search.Tokens(term)
				return len(t) == len(phrase) && search.Contains(t, phrase)
			})
		})
	}
}

func phraseText(tokens []search.Token) string {
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		parts[i] = t.Folded
	}
	return strings.Join(parts, " ")
}

// widen adds the domains of circumstances that often explain something else:
// those that tell of sleep, recovery, stress.
func widen(matches []match, domains []*commonv1.DomainInfo) []match {
	for _, d := range domains {
		if slices.ContainsFunc(matches, func(m match) bool { return m.domain == d.GetName() }) {
			continue
		}
		for _, t := range search.Tokens(d.GetName() + " " + d.GetDescription()) {
			if circumstances[t.Stem] {
				matches = append(matches, match{domain: d.GetName(), why: "may explain it"})
				break
			}
		}
	}
	return matches
}

// circumstances are stems of what explains how other things go.
var circumstances = stemSet("sleep recovery recover rest stress fatigue")

// causal stems ask why something is as it is, advising ones what to do.
var (
	causal   = stemSet("why cause reason explain explains affect affects influence impact plateau plateauing plateaued tired fatigue exhausted sluggish correlate correlation correlated related relationship pattern wrong helps")
	advising = stemSet("should recommend suggest advice ready tips")
)

func hasAny(text string, stems map[string]bool) bool {
	return slices.ContainsFunc(search.Tokens(text), func(t search.Token) bool { return stems[t.Stem] })
}

func stemSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[search.Stem(w)] = true
	}
	return set
}
