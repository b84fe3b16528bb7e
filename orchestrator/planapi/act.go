package planapi

import (
	"context"
	"strings"
	"sync"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
)

const (
	toolsKept   = 10 * time.Second       // how long what an executor said of its tools is taken for true
	toolsWithin = 500 * time.Millisecond // how long an input waits for them
	toolTenants = 1000                   // of how many tenants that is kept
	// What a router is told of tools travels with each input.
	mostTools  = 1000
	mostOfEach = 600 // bytes of a description
)

// tools are those that may be called, by tenant, as the executor has told last.
type tools struct {
	mu sync.Mutex
	of map[string]listing
}

type listing struct {
	list []*commonv1.Tool
	time time.Time
}

// Tools returns the tools by which a plan that is drafted from words may do something; none
// if none can be drafted. An executor that does not answer at once has those that it had.
func (s *Server) Tools(ctx context.Context, call *commonv1.CallContext) []*commonv1.Tool {
	if !s.d.Drafts || s.d.Executor == nil {
		return nil
	}
	s.tools.mu.Lock()
	defer s.tools.mu.Unlock()
	known := s.tools.of[call.GetTenant()]
	if time.Since(known.time) < toolsKept {
		return known.list
	}
	if s.tools.of == nil || len(s.tools.of) >= toolTenants {
		s.tools.of = map[string]listing{}
	}
	known.time = time.Now()
	s.tools.of[call.GetTenant()] = known
	ctx, cancel := context.WithTimeout(ctx, toolsWithin)
	defer cancel()
	res, err := s.d.Executor.ListTools(ctx, &executorv1.ListToolsRequest{Context: call})
	if err != nil {
		return known.list
	}
	known.list = nil
	for _, t := range res.GetTools() {
		if t.GetTrust() == commonv1.ToolTrust_TOOL_TRUST_TRUSTED && len(known.list) < mostTools {
			// What it takes and returns makes no difference to whether it is wanted.
			known.list = append(known.list, &commonv1.Tool{
				Server: t.GetServer(), Operation: t.GetOperation(), Title: t.GetTitle(), Effect: t.GetEffect(),
				Description: excerpt.Head(t.GetDescription(), mostOfEach),
			})
		}
	}
	s.tools.of[call.GetTenant()] = known
	return known.list
}

// Written reports whether words say what the objective of one template says, and nothing
// more: what goes on behind it is a note that begins like that.
func (s *Server) Written(tenant, words string) bool {
	if s.d.Templates == nil {
		return false
	}
	all, err := s.d.Templates(tenant)
	if err != nil {
		return false
	}
	fits, values := fitting(all, words)
	return len(fits) == 1 && plain(words, values)
}

// longestName is how many words a value has that is a name or a time.
const longestName = 5

// plain reports whether words are one line, and the values in it names and times.
func plain(words string, values map[string]string) bool {
	for _, v := range values {
		if len(strings.Fields(v)) > longestName || strings.ContainsAny(v, ",;:!?") {
			return false
		}
	}
	return !strings.Contains(strings.TrimSpace(words), "\n")
}

// Propose proposes a plan of words for a user, and returns its id without waiting for its
// draft. The same key is the same plan.
func (s *Server) Propose(ctx context.Context, tenant, user, words, key string) (string, error) {
	ctx = auth.With(ctx, auth.Principal{Tenant: tenant, User: user, Kind: auth.Person, Scopes: []auth.Scope{auth.Write}})
	run, err := s.start(ctx, &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Wish: words}, RequestId: key})
	if err != nil {
		return "", err
	}
	return plangraph.ID(run), nil
}
