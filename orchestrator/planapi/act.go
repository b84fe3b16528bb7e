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
	"github.com/weft-mesh/weft/orchestrator/plangraph"
	"github.com/weft-mesh/weft/plans/template"
)

const (
	toolsKept   = 10 * time.Second       // how long what an executor said of its tools is taken for true
	toolsWithin = 500 * time.Millisecond // how long an input waits for them
)

// tools are those that may be called, as the executor has told last.
type tools struct {
	mu   sync.Mutex
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
	if time.Since(s.tools.time) < toolsKept {
		return s.tools.list
	}
	s.tools.time = time.Now()
	ctx, cancel := context.WithTimeout(ctx, toolsWithin)
	defer cancel()
	res, err := s.d.Executor.ListTools(ctx, &executorv1.ListToolsRequest{Context: call})
	if err != nil {
		return s.tools.list
	}
	s.tools.list = nil
	for _, t := range res.GetTools() {
		if t.GetTrust() == commonv1.ToolTrust_TOOL_TRUST_TRUSTED {
			// What it takes and returns makes no difference to whether it is wanted.
			s.tools.list = append(s.tools.list, &commonv1.Tool{
				Server: t.GetServer(), Operation: t.GetOperation(), Title: t.GetTitle(), Description: t.GetDescription(), Effect: t.GetEffect(),
			})
		}
	}
	return s.tools.list
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
	fits := 0
	for _, t := range all {
		if t.Content == nil {
			continue
		}
		if values, ok := template.Match(t.Content, words); ok && plain(words, values) {
			fits++
		}
	}
	return fits == 1
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
