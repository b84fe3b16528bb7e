package notegraph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func (h handlers) analyze(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	notes, warnings, err := h.evidence(ctx, s, named(&s))
	if err != nil {
		return graph.Result{}, err
	}
	out := &notegraphv1.Analyzed{Warnings: warnings}
	if len(s.Parts) == 0 {
		res, err := h.Analyzer.Analyze(ctx, h.analyzeRequest(ctx, s, h.form(s), notes))
		if err != nil {
			return graph.Result{}, fmt.Errorf("analyze: %w", err)
		}
		out.Analysis, out.Provenance = res.GetAnalysis(), res.GetProvenance()
		out.Warnings = append(out.Warnings, res.GetNotices()...)
	} else {
		results, err := h.analyzeParts(ctx, s, notes)
		if err != nil {
			return graph.Result{}, err
		}
		out.Analysis, out.Provenance = mergeAnalyses(s.Parts, results)
		for _, r := range results {
			out.Warnings = append(out.Warnings, r.GetNotices()...)
		}
	}
	out.Analysis = askReference(&s, out.GetAnalysis())
	return graph.Result{
		Outcome:  h.verdict(s, out.GetAnalysis()),
		Output:   out,
		Degraded: out.GetProvenance().GetDegraded(),
	}, nil
}

func (h handlers) analyzeRequest(ctx context.Context, s State, form *commonv1.QueryForm, notes []*commonv1.EvidenceNote) *analyzerv1.AnalyzeRequest {
	return &analyzerv1.AnalyzeRequest{
		Context:          s.call(ctx),
		Form:             form,
		Evidence:         notes,
		Observations:     s.Observations,
		Unread:           s.Unread,
		Search:           s.Search,
		DomainContext:    judging(h.Domains.Context(s.Domains)),
		RetrievalHistory: s.Attempts,
		Clarifications:   s.Clarifications,
		KnownGaps:        s.Gaps,
		UnresolvedTimes:  s.Plan.GetUnresolvedTimes(),
	}
}

// analyzeParts analyzes each part of a question: independent ones side by side,
// dependent ones in order, the findings of the earlier given to the later.
func (h handlers) analyzeParts(ctx context.Context, s State, notes []*commonv1.EvidenceNote) ([]*analyzerv1.AnalyzeResponse, error) {
	results := make([]*analyzerv1.AnalyzeResponse, len(s.Parts))
	one := func(ctx context.Context, i int, earlier []*commonv1.Finding) error {
		part := s.Parts[i]
		req := h.analyzeRequest(ctx, s, part.GetForm(), notesOf(notes, s.Found, part.GetId()))
		req.SubQueryId = part.GetId()
		req.EarlierFindings = earlier
		var err error
		if results[i], err = h.Analyzer.Analyze(ctx, req); err != nil {
			return fmt.Errorf("analyze part %d: %w", part.GetId(), err)
		}
		return nil
	}
	if s.Plan.GetDependency() == commonv1.DependencyType_DEPENDENCY_TYPE_DEPENDENT {
		var earlier []*commonv1.Finding
		for i := range s.Parts {
			if err := one(ctx, i, earlier); err != nil {
				return nil, err
			}
			earlier = append(earlier, results[i].GetAnalysis().GetFindings()...)
		}
		return results, nil
	}
	group, ctx := errgroup.WithContext(ctx)
	for i := range s.Parts {
		group.Go(func() error { return one(ctx, i, nil) })
	}
	return results, group.Wait()
}

// notesOf returns the notes that were looked up for a part, each with how it answers that
// part, or for the question as a whole.
func notesOf(all []*commonv1.EvidenceNote, found map[string]map[int32]*commonv1.EntryMatch, part int32) []*commonv1.EvidenceNote {
	var out []*commonv1.EvidenceNote
	for _, n := range all {
		parts := found[n.GetEntry().GetId()]
		match, ofPart := parts[part]
		if _, ofWhole := parts[0]; !ofPart && !ofWhole {
			continue
		}
		if match != nil && n.GetBest() != nil { // else it has changed since
			n = &commonv1.EvidenceNote{
				Label: n.GetLabel(), Entry: n.GetEntry(), Weekday: n.GetWeekday(),
				Best: match.GetBest(), Terms: match.GetTerms(), Covers: match.GetCovers(),
			}
		}
		out = append(out, n)
	}
	return out
}

// mergeAnalyses makes one analysis of those of the parts. Facts get the part's
// number before their id, so that they stay apart.
func mergeAnalyses(parts []*commonv1.SubQuery, results []*analyzerv1.AnalyzeResponse) (*commonv1.Analysis, *commonv1.Provenance) {
	out := &commonv1.Analysis{Verdict: commonv1.Verdict_VERDICT_SUFFICIENT}
	var reasons []string
	var from *commonv1.Provenance
	for i, res := range results {
		from = mind.Together(from, res.GetProvenance())
		id := parts[i].GetId()
		prefix := fmt.Sprintf("q%d.", id)
		for _, f := range res.GetAnalysis().GetFacts() {
			f = cloned(f)
			f.Id = prefix + f.GetId()
			out.Facts = append(out.Facts, f)
		}
		for _, f := range res.GetAnalysis().GetFindings() {
			f = cloned(f)
			f.SubQueryId = id
			for j := range f.FactIds {
				f.FactIds[j] = prefix + f.FactIds[j]
			}
			out.Findings = append(out.Findings, f)
		}
		for _, g := range res.GetAnalysis().GetGaps() {
			if !slices.ContainsFunc(out.Gaps, func(have *commonv1.Gap) bool { return have.GetId() == g.GetId() }) {
				out.Gaps = append(out.Gaps, g)
			}
		}
		if r := res.GetAnalysis().GetVerdictReasoning(); r != "" && !slices.Contains(reasons, r) {
			reasons = append(reasons, r)
		}
		if res.GetAnalysis().GetVerdict() != commonv1.Verdict_VERDICT_SUFFICIENT {
			out.Verdict = commonv1.Verdict_VERDICT_INSUFFICIENT
		}
	}
	out.VerdictReasoning = strings.Join(reasons, " ")
	return out, from
}

// verdict is the way out of ANALYZE. A gap that another domain may fill goes
// there before anything else is tried.
func (h handlers) verdict(s State, a *commonv1.Analysis) graph.Outcome {
	if a.GetVerdict() == commonv1.Verdict_VERDICT_SUFFICIENT {
		return Sufficient
	}
	if expandable(a.GetGaps(), h.Domains.Context(s.Domains).GetAvailable()) {
		return OutsideExpertise
	}
	return Insufficient
}

// expandable reports whether a critical gap lies in a domain that is not loaded.
func expandable(gaps []*commonv1.Gap, available []*commonv1.DomainInfo) bool {
	return slices.ContainsFunc(gaps, func(g *commonv1.Gap) bool {
		return outside(g) && !g.GetSearched() && !g.GetFound() &&
			g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL &&
			slices.ContainsFunc(available, func(d *commonv1.DomainInfo) bool { return d.GetName() == g.GetDomain() })
	})
}

// outside reports whether a gap lies in a domain that is not loaded.
func outside(g *commonv1.Gap) bool {
	return g.GetReason() == commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN
}
