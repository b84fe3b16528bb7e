package publishgraph

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/owntools"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// mostAnew is how often a roadmap is written that changes while it is.
const mostAnew = 3

// result is what the executor's tool tells.
type result struct {
	Created, Changed, Removed int32
	Left                      []struct {
		Title string
		Start time.Time
	}
	Problem string
	Again   bool
}

// write has the calendar hold what the roadmaps are now, not what they were when that was asked
// for: of two runs, the later write is never the older state.
func (d Deps) write(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	out := &planningv1.Publication{Outcome: planningv1.Publication_OUTCOME_WRITTEN, RoadmapIds: s.in.GetRoadmapIds()}
	if d.Executor == nil || !d.Writes(s.person) {
		return unwritten(out, "there is no calendar to write to; set planning.write_calendar"), nil
	}
	tool, err := d.tool(ctx, s, at)
	if err != nil {
		return graph.Result{}, err
	}
	if len(out.GetRoadmapIds()) == 0 {
		timeline, err := d.Timelines.Timeline(ctx, s.person)
		if err != nil {
			return graph.Result{}, fmt.Errorf("read the timeline: %w", err)
		}
		for _, r := range timeline.GetRoadmaps() {
			if r.GetState() == planningv1.Roadmap_STATE_ACTIVE || r.GetState() == planningv1.Roadmap_STATE_PAUSED {
				out.RoadmapIds = append(out.RoadmapIds, r.GetId())
			}
		}
	}
	for _, id := range out.GetRoadmapIds() {
		reason, err := d.writeOne(ctx, s, at, tool, id, out)
		if err != nil {
			return graph.Result{}, err
		}
		if reason != "" {
			return unwritten(out, reason), nil
		}
	}
	switch {
	case len(out.GetUnapproved()) == 0:
		return graph.Result{Outcome: Written, Output: out}, nil
	case s.in.GetOccasion() == "":
		return graph.Result{Outcome: Unapproved, Output: out}, nil
	}
	return unwritten(out, "nobody who may approve has approved its blocks as they are now"), nil
}

func unwritten(out *planningv1.Publication, reason string) graph.Result {
	out.Outcome, out.Reason = planningv1.Publication_OUTCOME_UNWRITTEN, reason
	return graph.Result{Outcome: Unwritten, Output: out}
}

// tool returns the executor's tool as it is now: its definition says which calendar it writes to.
func (d Deps) tool(ctx context.Context, s *State, at graph.Step) (*commonv1.Tool, error) {
	list, err := d.Executor.ListTools(ctx, &executorv1.ListToolsRequest{Context: d.context(s, at), Servers: []string{owntools.Roadmaps}})
	if err != nil {
		return nil, err
	}
	for _, t := range list.GetTools() {
		if t.GetServer() == owntools.Roadmaps && t.GetOperation() == owntools.Write {
			return t, nil
		}
	}
	for _, server := range list.GetServers() {
		if server.GetProblem() != "" {
			return nil, fault.New(codes.Unavailable, fault.ToolUnavailable, "%s", server.GetProblem())
		}
	}
	return nil, fault.New(codes.NotFound, fault.ToolUnknown, "the executor has no calendar to write to; set planning.write_calendar there, too")
}

func (d Deps) context(s *State, at graph.Step) *commonv1.CallContext {
	return &commonv1.CallContext{Now: timestamppb.New(d.Now()), TimeZone: cmp.Or(d.TimeZone, "UTC"), Tenant: s.person.Tenant, User: s.person.User, RunId: at.RunID}
}

// writeOne writes one roadmap until it is written as it is kept. It returns why that can't be, or
// an error with which it may be tried again.
func (d Deps) writeOne(ctx context.Context, s *State, at graph.Step, tool *commonv1.Tool, id string, out *planningv1.Publication) (string, error) {
	for range mostAnew {
		m, _, err := d.Timelines.Roadmap(ctx, s.person, id)
		if err != nil {
			return "", fmt.Errorf("read roadmap %s: %w", id, err)
		}
		args, err := Arguments(m)
		if err != nil {
			return "", err
		}
		hash, approval := canonical.Hash(args), m.GetApproval()
		if !Approved(m) {
			if approval = s.allowed[id]; approval.GetBlocksHash() != hash {
				out.Unapproved = append(out.Unapproved, unapproved(m, hash))
				return "", nil
			}
		}
		reason, err := d.call(ctx, s, at, tool, m, approval, args, out)
		if err != nil || reason != "" {
			return reason, err
		}
		if now, _, err := d.Timelines.Roadmap(ctx, s.person, id); err != nil || now.GetVersion() == m.GetVersion() {
			return "", err
		}
	}
	return "", fmt.Errorf("roadmap %s: %w", id, roadmaps.ErrChanged)
}

func unapproved(m *planningv1.Roadmap, hash string) *planningv1.UnapprovedBlocks {
	out := &planningv1.UnapprovedBlocks{RoadmapId: m.GetId(), Title: m.GetId(), BlocksHash: hash, Blocks: m.GetBlocks()}
	if nodes := m.GetOutline().GetNodes(); len(nodes) > 0 {
		out.Title = nodes[0].GetTitle()
	}
	return out
}

// call has the executor write a roadmap. What is there already is not written again, so a call
// of which nobody knows what came of it is made once more, under another grant.
func (d Deps) call(
	ctx context.Context, s *State, at graph.Step, tool *commonv1.Tool, m *planningv1.Roadmap, by *planningv1.BlocksApproval, args []byte, out *planningv1.Publication,
) (string, error) {
	res, err := d.Executor.Execute(ctx, &executorv1.ExecuteRequest{
		Context: d.context(s, at), Arguments: args, IdempotencyKey: at.Key,
		Grant: d.Sign(&executorv1.Grant{
			Tenant: s.person.Tenant, PlanId: m.GetId(), PlanVersion: m.GetVersion(), RunId: at.RunID, Attempt: int32(at.Attempt),
			Server: tool.GetServer(), Operation: tool.GetOperation(), DefinitionHash: tool.GetDefinitionHash(), Effect: tool.GetEffect(),
			ArgumentsHash: canonical.Hash(args), User: cmp.Or(by.GetUser(), s.person.User), ApprovalId: by.GetId(),
		}, d.Now()),
	})
	if err != nil {
		return "", err
	}
	var told result
	if len(res.GetStructured()) > 0 {
		if err := json.Unmarshal(res.GetStructured(), &told); err != nil {
			return "", fmt.Errorf("what the calendar's tool has told: %w", err)
		}
	}
	out.Created, out.Changed, out.Removed = out.Created+told.Created, out.Changed+told.Changed, out.Removed+told.Removed
	zone, err := time.LoadLocation(cmp.Or(m.GetZone(), "UTC"))
	if err != nil {
		zone = time.UTC
	}
	for _, e := range told.Left {
		out.Left = append(out.Left, fmt.Sprintf("“%s” of %s", clip(e.Title), e.Start.In(zone).Format("Mon 2 Jan 2006, 15:04")))
	}
	switch {
	case res.GetOutcome() == executorv1.ExecuteResponse_OUTCOME_DONE:
		return "", nil
	case res.GetOutcome() == executorv1.ExecuteResponse_OUTCOME_UNKNOWN, told.Again:
		return "", fault.New(codes.Unavailable, fault.ToolUnavailable, "%s", cmp.Or(told.Problem, res.GetText()))
	}
	return cmp.Or(told.Problem, res.GetText()), nil
}
