package noteapi

import (
	"context"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/orchestrator/budget"
)

// SearchEntries implements orchestratorv1.NotesServiceServer.
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
	turn, err := s.searches.Acquire(ctx, scope.Tenant, weight(in.GetText()))
	if err != nil {
		return nil, late(caller, ctx, s.d.Defaults.SearchTimeout, err)
	}
	defer turn.Release()
	if ctx, err = s.d.Agents.Budget.Allow(ctx, scope.Tenant, budget.Spent{}); err != nil {
		return nil, err
	}
	in.Context.ModelBudget = budget.Left(ctx)
	ref := timespan.Ref{Now: in.GetContext().GetNow().AsTime().In(loc), WeekStart: timespan.WeekStart(in.GetContext().GetWeekStart())}
	plan := planSearch(in.GetText(), ref, req)
	out := &orchestratorv1.SearchEntriesResponse{Warnings: plan.warnings}
	vocabulary := s.vocabulary()
	for i, try := range plan.tries {
		res, err := s.d.Agents.Retriever.Retrieve(ctx, &retrieverv1.RetrieveRequest{
			Context:      in.GetContext(),
			Instructions: []*commonv1.RetrievalInstruction{try.instruction},
			Vocabulary:   vocabulary,
			MaxEntries:   limit,
		})
		if err != nil {
			return nil, late(caller, ctx, s.d.Defaults.SearchTimeout, err)
		}
		whole := !res.GetProvenance().GetDegraded() // else nobody knows what there is not
		if res.GetTotal() == 0 && whole && i < len(plan.tries)-1 {
			continue
		}
		if res.GetTotal() > 0 && try.instead != "" {
			out.Warnings = append(out.Warnings, try.instead)
		}
		out.Warnings = append(out.Warnings, notices(res, try.instruction)...)
		out.Total, out.Truncated, out.Entries = res.GetTotal(), res.GetTruncated(), hits(res)
		break
	}
	return out, nil
}

func hits(res *retrieverv1.RetrieveResponse) []*orchestratorv1.SearchHit {
	var out []*orchestratorv1.SearchHit
	for _, e := range res.GetEntries() {
		out = append(out, &orchestratorv1.SearchHit{
			Id:       e.GetEntry().GetId(),
			Date:     e.GetEntry().GetDate(),
			Headings: e.GetEntry().GetHeadings(),
			Text:     e.GetEntry().GetText(),
			Score:    e.GetScore(),
			Best:     e.GetBest(),
		})
	}
	return out
}

// vocabulary is that of every domain: a search is about whatever there is.
func (s *Server) vocabulary() map[string]string {
	var names []string
	for _, d := range s.d.Agents.Domains.Infos() {
		names = append(names, d.GetName())
	}
	return s.d.Agents.Domains.Context(names).GetVocabulary()
}

// ListDomains implements orchestratorv1.NotesServiceServer.
func (s *Server) ListDomains(context.Context, *orchestratorv1.ListDomainsRequest) (*orchestratorv1.ListDomainsResponse, error) {
	return &orchestratorv1.ListDomainsResponse{Domains: s.d.Agents.Domains.Infos()}, nil
}
