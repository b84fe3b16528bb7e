package api

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

// What one search looks for is bounded; what is left out is said in a warning.
const (
	keywordsMax = 64 // different words; the contract of the retriever allows no more
	spansMax    = 16 // spans of time, each a search of its own; nobody names so many
)

// SearchEntries implements orchestratorv1.OrchestratorServiceServer.
func (s *Server) SearchEntries(ctx context.Context, req *orchestratorv1.SearchEntriesRequest) (*orchestratorv1.SearchEntriesResponse, error) {
	caller := ctx
	ctx, cancel := context.WithTimeout(caller, s.d.Defaults.SearchTimeout)
	defer cancel()
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	in, err := s.input(&orchestratorv1.Input{Text: req.GetText(), Now: req.GetNow(), TimeZone: req.GetTimeZone()}, scope, inputFields{"text", "now", "time_zone"})
	if err != nil {
		return nil, err
	}
	if _, err := dayRange(req.GetDateRange()); err != nil {
		return nil, err
	}
	limit := req.GetLimit()
	if limit == 0 {
		limit = 20
	}
	loc, err := location(in.GetContext())
	if err != nil {
		return nil, err
	}
	ref := timespan.Ref{Now: in.GetContext().GetNow().AsTime().In(loc), WeekStart: timespan.WeekStart(in.GetContext().GetWeekStart())}
	instructions, warnings := searches(in.GetText(), ref, req)
	res, err := s.d.Agents.Retriever.Retrieve(ctx, &retrieverv1.RetrieveRequest{
		Context:      in.GetContext(),
		Instructions: instructions,
		Vocabulary:   s.vocabulary(),
		MaxEntries:   limit,
	})
	if err != nil {
		return nil, late(caller, ctx, s.d.Defaults.SearchTimeout, err)
	}
	out := &orchestratorv1.SearchEntriesResponse{Total: res.GetTotal(), Truncated: res.GetTruncated(), Warnings: append(warnings, res.GetWarnings()...)}
	for _, e := range res.GetEntries() {
		out.Entries = append(out.Entries, &orchestratorv1.SearchHit{
			Id:    e.GetEntry().GetId(),
			Date:  e.GetEntry().GetDate(),
			Text:  e.GetEntry().GetText(),
			Score: e.GetScore(),
		})
	}
	return out, nil
}

// vocabulary is that of every domain: a search is about whatever there is.
func (s *Server) vocabulary() map[string]string {
	var names []string
	for _, d := range s.d.Agents.Domains.Infos() {
		names = append(names, d.GetName())
	}
	return s.d.Agents.Domains.Context(names).GetVocabulary()
}

var quoted = regexp.MustCompile(`"([^"]+)"`)

// searches turns the words of a search into instructions, and tells what of them
// it left out. Time expressions narrow the days, one instruction each, unless
// the caller gave a range.
func searches(text string, ref timespan.Ref, req *orchestratorv1.SearchEntriesRequest) (out []*commonv1.RetrievalInstruction, warnings []string) {
	ranges := []*commonv1.DateRange{req.GetDateRange()}
	if req.GetDateRange() == nil {
		if spans := timespan.Scan(text, ref); len(spans) > 0 {
			text, ranges = timespan.Strip(text, spans), days(spans)
		}
	}
	if n := len(ranges); n > spansMax {
		warnings = append(warnings, fmt.Sprintf("The search names %d spans of time; only the first %d were looked at.", n, spansMax))
		ranges = ranges[:spansMax]
	}
	words := keywords(text)
	if n := len(words); n > keywordsMax {
		warnings = append(warnings, fmt.Sprintf("The search has %d different words; only the first %d were looked for.", n, keywordsMax))
		words = words[:keywordsMax]
	}
	for i, r := range ranges {
		in := &commonv1.RetrievalInstruction{
			Id:        int32(i + 1),
			Strategy:  commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD,
			DateRange: r,
			Keywords:  words,
			MatchAll:  req.GetMatchAll(),
		}
		if len(words) == 0 {
			in.Strategy = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE
		}
		out = append(out, in)
	}
	return out, warnings
}

// days returns the days of spans, each range once, in their order.
func days(spans []timespan.Span) []*commonv1.DateRange {
	seen := make(map[notes.Range]bool, len(spans))
	var out []*commonv1.DateRange
	for _, s := range spans {
		if !seen[s.Range] {
			seen[s.Range] = true
			out = append(out, &commonv1.DateRange{Start: s.Range.Start.String(), End: s.Range.End.String()})
		}
	}
	return out
}

// keywords returns what to look for: "phrases in quotes" and words, each once.
// Words that say nothing are left out, unless there are no others.
func keywords(text string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(word string) {
		if word = strings.TrimSpace(word); word != "" && len(word) <= 200 && !seen[word] {
			seen[word] = true
			out = append(out, word)
		}
	}
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		add(m[1])
	}
	tokens := search.Tokens(quoted.ReplaceAllString(text, " "))
	for _, t := range tokens {
		if !search.Stopword(t.Stem) {
			add(t.Text)
		}
	}
	if len(out) == 0 {
		for _, t := range tokens {
			add(t.Text)
		}
	}
	return out
}
