// Package stats counts what plans come to: how they stand, how the calls of their tools
// came out, and which tools they name that there are not.
package stats

import (
	"maps"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
)

// Counts are what is counted of plans. The zero value has counted none.
type Counts struct {
	plans  int32
	states map[orchestratorv1.Plan_State]int32
	tools  map[string]*orchestratorv1.PlanToolCount
	named  map[string]*orchestratorv1.MissingTool // every tool that a plan names
}

// Add counts a plan. Plans come in any order.
func (c *Counts) Add(p *orchestratorv1.Plan) {
	if c.states == nil {
		c.states, c.tools, c.named = map[orchestratorv1.Plan_State]int32{}, map[string]*orchestratorv1.PlanToolCount{}, map[string]*orchestratorv1.MissingTool{}
	}
	c.plans++
	c.states[p.GetState()]++
	seen := map[string]bool{}
	for _, s := range Steps(p) {
		name := s.Tool()
		if name == "" {
			continue
		}
		if !seen[name] {
			seen[name] = true
			g := c.named[name]
			if g == nil {
				g = &orchestratorv1.MissingTool{Tool: name}
				c.named[name] = g
			}
			g.Plans++
			g.LastPlanId = max(g.GetLastPlanId(), p.GetId()) // ids sort by time
		}
		if r := s.Stands.GetResult(); r != nil {
			c.came(name, r)
		}
	}
}

// came counts what came of a step that names a tool.
func (c *Counts) came(name string, r *planv1.StepResult) {
	t := c.tools[name]
	if t == nil {
		t = &orchestratorv1.PlanToolCount{Tool: name}
		c.tools[name] = t
	}
	if r.GetCallTime() != nil {
		t.Called++
	}
	switch r.GetStatus() {
	case planv1.StepResult_STATUS_DONE:
		t.Done++
	case planv1.StepResult_STATUS_DONE_BY_HAND:
		t.ByHand++
	case planv1.StepResult_STATUS_SKIPPED:
		t.Skipped++
	case planv1.StepResult_STATUS_FAILED:
		t.Failed++
	case planv1.StepResult_STATUS_UNKNOWN:
		t.Unknown++
	}
}

// Result returns what was counted, where there are some servers and tools. Of a server that
// can't be asked now nothing is known.
func (c *Counts) Result(servers []*commonv1.ToolServer, tools []*commonv1.Tool) *orchestratorv1.GetPlanStatsResponse {
	out := &orchestratorv1.GetPlanStatsResponse{Plans: c.plans}
	for _, state := range slices.Sorted(maps.Keys(c.states)) {
		out.States = append(out.States, &orchestratorv1.PlanStateCount{State: state, Plans: c.states[state]})
	}
	for _, name := range slices.Sorted(maps.Keys(c.tools)) {
		out.Tools = append(out.Tools, c.tools[name])
	}
	there, away := map[string]bool{}, map[string]bool{}
	for _, t := range tools {
		there[t.GetServer()+"/"+t.GetOperation()] = true
	}
	for _, s := range servers {
		away[s.GetName()] = s.GetProblem() != ""
	}
	for _, name := range slices.Sorted(maps.Keys(c.named)) {
		if server, _, _ := strings.Cut(name, "/"); !there[name] && !away[server] {
			out.MissingTools = append(out.MissingTools, c.named[name])
		}
	}
	return out
}
