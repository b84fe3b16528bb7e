package api

import (
	"context"
	"regexp"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

// keywordsMax is how many different words a search looks for; the contract of
// the retriever allows no more.
const keywordsMax = 64

// SearchEntries implements orchestratorv1.OrchestratorServiceServer.
func (s *Server) SearchEntries(ctx context.Context, req *orchestratorv1.SearchEntriesRequest) (*orchestratorv1.SearchEntriesResponse, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	in, err := s.input(&orchestratorv1.Input{Text: req.GetText(), Now: req.GetNow(), TimeZone: req.GetTimeZone()}, scope)
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
	res, err := s.d.Agents.Retriever.Retrieve(ctx, &retrieverv1.RetrieveRequest{
		Context:      in.GetContext(),
		Instructions: searches(in.GetText(), ref, req),
		Vocabulary:   s.vocabulary(),
		MaxEntries:   limit,
	})
	if err != nil {
		return nil, err
	}
	out := &orchestratorv1.SearchEntriesResponse{Total: res.GetTotal(), Truncated: res.GetTruncated(), Warnings: res.GetWarnings()}
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

// searches turns the words of a search into instructions. Time expressions
// narrow the days, one instruction each, unless the caller gave a range.
func searches(text string, ref timespan.Ref, req *orchestratorv1.SearchEntriesRequest) []*commonv1.RetrievalInstruction {
	ranges := []*commonv1.DateRange{req.GetDateRange()}
	if req.GetDateRange() == nil {
		spans := timespan.Scan(text, ref)
		if len(spans) > 0 {
			text, ranges = timespan.Strip(text, spans), nil
			for _, span := range spans {
				ranges = append(ranges, &commonv1.DateRange{Start: span.Range.Start.String(), End: span.Range.End.String()})
			}
		}
	}
	words := keywords(text)
	var out []*commonv1.RetrievalInstruction
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
	return out
}

// keywords returns what to look for: "phrases in quotes" and words. Words that
// say nothing are left out, unless there are no others.
func keywords(text string) []string {
	var out []string
	add := func(word string) {
		if word = strings.TrimSpace(word); word != "" && len(word) <= 200 && len(out) < keywordsMax && !slices.Contains(out, word) {
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
