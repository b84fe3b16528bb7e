package notegraph

import (
	"cmp"
	"maps"
	"slices"

	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"

	"github.com/weft-mesh/weft/store"
)

// State is what a run of the note graph knows: the fold of its steps' outputs.
// A handler reads it while the fold goes on, so nothing in it is ever changed
// in place, but for what was read of the store.
type State struct {
	RunID    string
	Input    *notegraphv1.Input
	Route    *routerv1.RouteResponse
	Proposed string   // the plan of what is to be done
	Roadmap  string   // of a goal
	Domains  []string // loaded, the base first

	Plan         *plannerv1.PlanResponse
	Parts        []*commonv1.SubQuery             // of a question that does not run as one
	Instructions []*commonv1.RetrievalInstruction // of all plans
	Retrieved    []*commonv1.EntryRef             // best first
	Latest       []*commonv1.EntryRef             // that were not found, for a model to see as well
	// By entry id, for which parts of the question it was found (0 is the whole), and how it
	// answers each, where the retriever told that.
	Found        map[string]map[int32]*commonv1.EntryMatch
	Attempts     []*commonv1.RetrievalAttempt
	Total        int32
	Observations []*commonv1.Observation // in the order of time
	Unread       []*commonv1.UnreadNote  // on what they are about
	Search       *commonv1.SearchOutcome // over all retrievals
	Analysis     *commonv1.Analysis
	Gaps         []*commonv1.Gap // the latest word on each

	Questions      *clarifierv1.ClarifyResponse
	Clarifications []*commonv1.Clarification
	Said           bool // the user has said something that was not analyzed yet

	Draft      *notegraphv1.Synthesized
	Drafts     int32
	Drafted    int      // what was known when the draft was written
	Lacking    []string // what drafts have said to be missing and was looked for
	Sought     []string // ids of the entries that were found for it, the best first
	Evaluation *evaluatorv1.EvaluateResponse
	Feedback   []*commonv1.EvaluationFeedback
	Unverified bool // the last draft failed and there is no try left

	Kept       *commonv1.EntryRef   // the note, once its text is on disk
	Progress   *planningv1.Progress // the task that it may tell of as done
	Parsed     *notegraphv1.Parsed
	Chosen     string // entry that the user named as a correction's target
	StoredNote *notegraphv1.Stored

	Provenance map[string]*commonv1.Provenance // latest of each agent
	Limit      string                          // of a budget that was reached, as configuration calls it
	Silent     []string                        // providers that gave no answer in time since the user last said something
	Warnings   []string

	bodies *bodies // of the walk that the fold is for
}

// Scope is whose notes the run is about.
func (s *State) Scope() store.Scope {
	c := s.Input.GetContext()
	return store.Scope{Tenant: c.GetTenant(), User: c.GetUser()}
}

// query is the part of the input to answer.
func (s *State) query() string {
	if q := s.Route.GetQueryPortion(); q != "" {
		return q
	}
	return s.Input.GetText()
}

// note is the part of the input to keep, byte for byte: all of it, unless it
// asks something too. A wish to be reminded is kept as the task that it is.
func (s *State) note() string {
	if task := s.Route.GetKeepAs(); task != "" {
		return task
	}
	if s.Route.GetLogPortion() != "" && s.asks() {
		return s.Route.GetLogPortion()
	}
	return s.Input.GetText()
}

func (s *State) correction() bool {
	return s.Route.GetInputType() == commonv1.InputType_INPUT_TYPE_CORRECTION
}

// asks reports whether the input has a question in it.
func (s *State) asks() bool {
	switch s.Route.GetInputType() {
	case commonv1.InputType_INPUT_TYPE_QUERY, commonv1.InputType_INPUT_TYPE_BOTH:
		return true
	case commonv1.InputType_INPUT_TYPE_CORRECTION:
		return s.Route.GetQueryPortion() != ""
	}
	return false
}

// openGaps returns the critical gaps that nothing has filled.
func (s *State) openGaps() []*commonv1.Gap {
	var open []*commonv1.Gap
	for _, g := range s.Gaps {
		if g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && !g.GetFound() {
			open = append(open, g)
		}
	}
	return open
}

// partial reports whether an answer now would lack something critical.
func (s *State) partial() bool {
	return s.Analysis == nil || s.Analysis.GetVerdict() != commonv1.Verdict_VERDICT_SUFFICIENT
}

// unseen reports whether notes that may answer were not looked at: somebody did not
// answer, or there were more than could be read.
func (s *State) unseen() bool {
	return s.Analysis == nil || slices.ContainsFunc(s.openGaps(), func(g *commonv1.Gap) bool {
		return g.GetReason() == commonv1.GapReason_GAP_REASON_OUTAGE || g.GetReason() == commonv1.GapReason_GAP_REASON_CUT
	})
}

// The following return changed copies, which is what a fold needs.

func (s State) by(agent string, p *commonv1.Provenance) State {
	if p == nil {
		return s
	}
	s.Provenance = maps.Clone(s.Provenance)
	if s.Provenance == nil {
		s.Provenance = map[string]*commonv1.Provenance{}
	}
	s.Provenance[agent] = p
	for _, silent := range p.GetSilentProviders() {
		if !slices.Contains(s.Silent, silent) {
			s.Silent = append(slices.Clip(s.Silent), silent)
		}
	}
	if limit := p.GetBudgetLimit(); limit != "" {
		s.Limit = limit
		return s.warn(usedUp(limit))
	}
	return s
}

func (s State) warn(warnings ...string) State {
	for _, w := range warnings {
		if !slices.Contains(s.Warnings, w) {
			s.Warnings = append(slices.Clip(s.Warnings), w)
		}
	}
	return s
}

// merge adds what a retrieval found: entries that are new go after those that
// are there, so that each keeps its best place.
func (s State) merge(r *notegraphv1.Retrieved) State {
	refs := slices.Clone(s.Retrieved)
	for _, ref := range r.GetEntries() {
		if !slices.ContainsFunc(refs, func(have *commonv1.EntryRef) bool { return have.GetId() == ref.GetId() }) {
			refs = append(refs, ref)
		}
	}
	s.Retrieved = refs
	s.Found = found(s.Found, s.Plan.GetInstructions(), r.GetResults())
	s.Attempts = append(slices.Clip(s.Attempts), r.GetAttempts()...)
	s.Total = max(s.Total, r.GetTotal(), int32(len(refs)))
	s.Observations = mergeObservations(s.Observations, r.GetObservations())
	s.Unread = mergeUnread(s.Unread, r.GetUnread())
	s.Search = mergeSearch(s.Search, r.GetSearch(), s.Total)
	if r.GetSearch() != nil { // so that it is a new one
		s.Search.OtherDays = otherDays(s.Plan.GetForm(), refs, s.Total)
	}
	s.Sought = sought(s, r)
	s.Latest = r.GetLatest()
	return s.warn(r.GetWarnings()...)
}

// found notes for which parts of the question each entry was looked up.
func found(have map[string]map[int32]*commonv1.EntryMatch, instructions []*commonv1.RetrievalInstruction, results []*retrieverv1.InstructionResult) map[string]map[int32]*commonv1.EntryMatch {
	serves := map[int32][]int32{}
	for _, in := range instructions {
		serves[in.GetId()] = in.GetSubQueryIds()
	}
	out := maps.Clone(have)
	if out == nil {
		out = map[string]map[int32]*commonv1.EntryMatch{}
	}
	for _, r := range results {
		parts := serves[r.GetInstructionId()]
		if len(parts) == 0 {
			parts = []int32{0} // for the question as a whole
		}
		for i, id := range r.GetEntryIds() {
			var match *commonv1.EntryMatch
			if i < len(r.GetMatches()) {
				match = r.GetMatches()[i]
			}
			of := maps.Clone(out[id])
			if of == nil {
				of = map[int32]*commonv1.EntryMatch{}
			}
			for _, part := range parts {
				of[part] = cmp.Or(of[part], match)
			}
			out[id] = of
		}
	}
	return out
}
