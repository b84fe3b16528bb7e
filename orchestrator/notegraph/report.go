package notegraph

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/store"
)

// report tells what a run has come to, apart from what is told of every run, with the
// text of the entries that it kept or changed.
func (h handlers) report(ctx context.Context, r *graph.Run[State]) (proto.Message, error) {
	out := outline(r)
	scope := r.Data.Scope()
	var err error
	if out.Entry, err = h.text(ctx, scope, out.GetEntry()); err != nil {
		return nil, err
	}
	if out.Corrected, err = h.text(ctx, scope, out.GetCorrected()); err != nil {
		return nil, err
	}
	if st := r.Status(); out.GetEntry() == nil && (st == graph.Cancelled || st == graph.Failed) {
		// It may have ended between the writing of a note and the word of it.
		kept, err := h.Store.Kept(ctx, scope, r.Started.GetRunId())
		if err == nil {
			out.Entry = kept
		} else if !isNotFound(err) {
			return nil, Fault(err)
		}
	}
	return out, nil
}

// text completes a reference to an entry, as far as that is there; nil is nil.
func (h handlers) text(ctx context.Context, scope store.Scope, e *commonv1.Entry) (*commonv1.Entry, error) {
	if e == nil {
		return nil, nil
	}
	full, err := h.Store.Get(ctx, scope, e.GetId())
	if isNotFound(err) {
		return e, nil
	}
	return full, Fault(err)
}

// outline is a report whose entries are by reference.
func outline(r *graph.Run[State]) *orchestratorv1.RunReport {
	s := r.Data
	out := Explanation(s)
	for _, e := range named(&s) {
		out.Retrieved = append(out.Retrieved, &orchestratorv1.RetrievedEntry{Id: e.GetId(), Date: e.GetDate()})
	}
	out.TotalFound = s.Total
	out.Instructions = s.Instructions
	out.Facts = slices.Concat(s.Analysis.GetFacts(), s.Draft.GetAnswer().GetFacts())
	out.Findings = s.Analysis.GetFindings()
	out.Gaps = s.Gaps
	out.Evaluation = s.Evaluation
	out.Depth = s.Input.GetContext().GetDepth()
	out.Usage = together(r.Spent.Run)
	if a := s.Draft.GetAnswer(); a != nil && shown(r) {
		out.Answer, out.Citations, out.Missing = a.GetText(), a.GetCitations(), a.GetMissing()
		if s.Unverified && byModel(s.Evaluation.GetProvenance()) {
			out.Answer = doubted(s)
		}
		out.Answer = noticed(out.Answer, s)
		if perhapsNote(s) {
			out.Warnings = append(out.Warnings, "This was read as a question. To keep it as a note, begin it with “note:”.")
		}
	}
	if s.Proposed != "" {
		out.PlanId = s.Proposed
		out.Answer = "This is something to do, so a plan is made of it: " + s.Proposed + ". Nothing is done before somebody approves it."
	}
	if s.Roadmap != "" {
		out.RoadmapId = s.Roadmap
		out.Answer = "This is a goal, so a roadmap is begun for it: " + s.Roadmap + ". Nothing is kept before you approve its schedule."
	}
	if s.Kept != nil {
		out.Entry, out.Progress = byRef(s.Kept), s.Progress
	}
	if e := s.StoredNote.GetCorrected(); e != nil {
		out.Corrected = byRef(e)
	}
	return out
}

// perhapsNote reports whether an input that was read as a question may have been a note:
// nobody called it a question, it has no mark of one, and no note answers it.
func perhapsNote(s State) bool {
	if s.Input.GetIntent() != commonv1.InputType_INPUT_TYPE_UNSPECIFIED || s.Route.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY ||
		strings.ContainsAny(s.Input.GetText(), "?？") {
		return false
	}
	if byModel(s.Draft.GetProvenance()) {
		return s.Draft.GetAnswer().GetMissing() != ""
	}
	return !slices.ContainsFunc(s.Analysis.GetFindings(), func(f *commonv1.Finding) bool {
		return f.GetKind() != commonv1.FindingKind_FINDING_KIND_CLOSEST && f.GetKind() != commonv1.FindingKind_FINDING_KIND_ALSO_NOTED
	})
}

// together is what models have cost, in the terms of the API.
func together(agents []*commonv1.ModelUsage) *orchestratorv1.RunUsage {
	return &orchestratorv1.RunUsage{Total: usage.Total(agents), Agents: agents}
}

// shown reports whether the draft is the answer: a draft that the evaluator has
// not seen, or has sent back, is not.
func shown(r *graph.Run[State]) bool {
	return r.Data.Unverified || r.Data.Evaluation.GetVerdict() == commonv1.Verdict_VERDICT_PASS
}

// doubted is an answer with what a model still finds wrong with it.
func doubted(s State) string {
	text := s.Draft.GetAnswer().GetText() + "\n\nYour notes don't clearly support this:"
	for _, f := range s.Evaluation.GetFeedback() {
		text += "\n- "
		if f.GetAffectedClaim() != "" {
			text += "“" + f.GetAffectedClaim() + "” "
		}
		text += f.GetIssue()
	}
	return text
}

// noticed is an answer with what the user should know of how the question was
// read. It stands last: the answer comes first, and citations keep their place.
func noticed(answer string, s State) string {
	notices := s.Plan.GetNotices()
	if byModel(s.Draft.GetProvenance()) && s.Plan.GetForm().GetForeign() {
		notices = nil // they are English; the model was told the same
	}
	for _, n := range notices {
		if of, _, quotes := strings.Cut(n, "”"); quotes && strings.Contains(answer, of+"”") {
			continue // the answer itself says that it can't tell which days these are
		}
		answer += "\n\n" + n
	}
	if s.Limit != "" {
		answer += "\n\n" + usedUp(s.Limit)
	}
	return answer
}

// usedUp says that a budget was reached.
func usedUp(limit string) string {
	return "The budget for models is used up (" + limit + "), so rules did the work instead."
}

func byRef(r *commonv1.EntryRef) *commonv1.Entry {
	return &commonv1.Entry{Id: r.GetId(), Date: r.GetDate(), ContentHash: r.GetContentHash(), Source: r.GetSource()}
}

// Explanation is the part of a report that ROUTE, PLAN and PARSE decide.
func Explanation(s State) *orchestratorv1.RunReport {
	out := &orchestratorv1.RunReport{
		InputType:        s.Route.GetInputType(),
		Domains:          s.Domains,
		TimeRanges:       s.Plan.GetTimeRanges(),
		Instructions:     s.Plan.GetInstructions(),
		QueryType:        s.Plan.GetQueryType(),
		LogPortion:       s.Route.GetLogPortion(),
		QueryPortion:     s.Route.GetQueryPortion(),
		CompletedFrom:    s.Route.GetCompletedFrom(),
		CorrectionTarget: s.Route.GetCorrectionTarget(),
		SubQueries:       s.parts(),
		Dependency:       s.Plan.GetDependency(),
		Form:             s.Plan.GetForm(),
		Provenance:       s.Provenance,
		Warnings:         s.warn(stoodIn(s.Provenance)...).Warnings,
		ParseNotes:       slices.Clone(s.Parsed.GetParse().GetNotes()),
		Answer:           s.Route.GetReply(),
	}
	return out
}

// stoodIn tells for which agents rules answered in the place of a model, in one
// sentence. The reason is that of one whose model was called, if there is one:
// the others often say no more than that it failed a moment ago.
func stoodIn(of map[string]*commonv1.Provenance) []string {
	var agents []string
	why := ""
	for _, agent := range slices.Sorted(maps.Keys(of)) {
		p := of[agent]
		switch {
		case !p.GetDegraded() || p.GetMind() != commonv1.Mind_MIND_RULES:
			continue
		case p.GetTier() == commonv1.Tier_TIER_UNSPECIFIED: // was to have no model
			continue
		case p.GetBudgetLimit() != "": // has a warning of its own
			continue
		}
		agents = append(agents, agent)
		if why == "" || p.GetModelCalls() > 0 {
			why = p.GetDegradedReason()
		}
	}
	if len(agents) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Rules answered instead of a model (%s): %s", strings.Join(agents, ", "), why)}
}
