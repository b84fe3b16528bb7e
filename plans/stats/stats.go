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

// A Tool is how the steps that name a tool came out. A step counts once, however often it
// was called: by what came of it last.
type Tool struct {
	Name    string `json:"tool"`   // SERVER/OPERATION
	Called  int    `json:"called"` // of the outcomes below, those with a call
	Done    int    `json:"done"`
	Failed  int    `json:"failed"`
	Unknown int    `json:"unknown"`
	Skipped int    `json:"skipped"`
	ByHand  int    `json:"byHand"` // a person has done it, or says that it was done
}

// A Gap is a tool that plans name and that no server has.
type Gap struct {
	Name  string `json:"tool"` // SERVER/OPERATION
	Plans int    `json:"plans"`
	Last  string `json:"lastPlan"` // the newest of them
}

// Counts are what is counted of plans. The zero value has counted none.
type Counts struct {
	Plans  int
	states map[orchestratorv1.Plan_State]int
	tools  map[string]*Tool
	named  map[string]*Gap // every tool that a plan names
}

// Add counts a plan. Plans come in any order.
func (c *Counts) Add(p *orchestratorv1.Plan) {
	if c.states == nil {
		c.states, c.tools, c.named = map[orchestratorv1.Plan_State]int{}, map[string]*Tool{}, map[string]*Gap{}
	}
	c.Plans++
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
				g = &Gap{Name: name}
				c.named[name] = g
			}
			g.Plans++
			g.Last = max(g.Last, p.GetId()) // ids sort by time
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
		t = &Tool{Name: name}
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

// In returns how many plans are in a state.
func (c *Counts) In(s orchestratorv1.Plan_State) int { return c.states[s] }

// Tools returns what came of each tool, by name.
func (c *Counts) Tools() []Tool {
	out := make([]Tool, 0, len(c.tools))
	for _, name := range slices.Sorted(maps.Keys(c.tools)) {
		out = append(out, *c.tools[name])
	}
	return out
}

// Gaps returns the tools that plans name and that no server has, by name. Of a server that
// can't be asked now nothing is known.
func (c *Counts) Gaps(servers []*commonv1.ToolServer, tools []*commonv1.Tool) []Gap {
	there, away := map[string]bool{}, map[string]bool{}
	for _, t := range tools {
		there[t.GetServer()+"/"+t.GetOperation()] = true
	}
	for _, s := range servers {
		away[s.GetName()] = s.GetProblem() != ""
	}
	out := []Gap{}
	for _, name := range slices.Sorted(maps.Keys(c.named)) {
		if server, _, _ := strings.Cut(name, "/"); !there[name] && !away[server] {
			out = append(out, *c.named[name])
		}
	}
	return out
}
