package router

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/textfold"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// understand adds to a response what a model has understood of its question. A
// question that the rules have completed remains as they have it.
func understand(res *pb.RouteResponse, got *mindv1.Routing, req *pb.RouteRequest) {
	asked := res.GetQueryPortion()
	if asked == "" {
		return
	}
	days, _ := daysOf(got)
	res.Understanding = &commonv1.Understanding{
		Language: languageOf(got.GetLanguage()), Terms: termsOf(got.GetTerms()), Wanted: got.GetWanted(), Range: days,
	}
	if res.GetCompletedFrom() != "" || len(req.GetSession()) == 0 && res.GetLogPortion() == "" {
		return // it has nothing to be completed from
	}
	if whole := strings.TrimSpace(got.GetQuestion()); completes(whole, asked, req) {
		res.CompletedFrom, res.QueryPortion, res.UnclearReference = asked, whole, false
	}
}

// completes reports whether a model may have put into a question what was said before
// it: in the same language, and without a number that nobody has said.
func completes(whole, asked string, req *pb.RouteRequest) bool {
	words := search.Tokens(whole)
	same := slices.EqualFunc(words, search.Tokens(asked), func(a, b search.Token) bool { return a.Folded == b.Folded })
	if same || len(words) == 0 {
		return false
	}
	if len(spans(asked)) > 2 && query.IsForeign(whole) != query.IsForeign(asked) {
		return false
	}
	told := map[string]bool{}
	for _, text := range append([]string{req.GetText()}, req.GetSession()...) {
		for _, n := range number.FindAllString(text, -1) {
			told[strings.TrimLeft(n, "0")] = true
		}
	}
	return !slices.ContainsFunc(number.FindAllString(whole, -1), func(n string) bool { return !told[strings.TrimLeft(n, "0")] })
}

var number = regexp.MustCompile(`\d+`)

// daysOf returns the days that a question means, nil if it means none; false if what a
// model has written are no days.
func daysOf(got *mindv1.Routing) (*commonv1.DateRange, bool) {
	first, last := strings.TrimSpace(got.GetFirstDay()), strings.TrimSpace(got.GetLastDay())
	if first+last == "" {
		return nil, true
	}
	if _, err := notes.ParseRange(first, last); err != nil {
		return nil, false
	}
	return &commonv1.DateRange{Start: first, End: last}, true
}

// bcp47 is the name of a language, with script or region.
var bcp47 = regexp.MustCompile(`^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$`)

func languageOf(name string) string {
	if name = strings.TrimSpace(name); !bcp47.MatchString(name) {
		return ""
	}
	return name
}

// termsOf returns the terms that have a word to search for, each once.
func termsOf(terms []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, t := range terms {
		t = strings.Join(strings.Fields(t), " ")
		if folded := textfold.Fold(t); len(search.Tokens(t)) > 0 && !seen[folded] {
			seen[folded] = true
			out = append(out, t)
		}
	}
	return out
}

// choose chooses the domains of what a model has read, by its terms too: those of a
// domain are English.
func (r rules) choose(req *pb.RouteRequest, res *pb.RouteResponse, terms []string) {
	text := req.GetText()
	if q := res.GetQueryPortion(); q != "" {
		text = q + "\n" + text
	}
	v := verdict{query: res.GetQueryPortion(), log: res.GetLogPortion()}
	res.Domains, res.DomainReasoning = r.lexicons.of(req.GetDomains()).choose(req, v, text+"\n"+strings.Join(terms, ", "))
}
