package app

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/slip"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/executegraph"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/planningtools"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
	"github.com/weft-mesh/weft/orchestrator/reasontools"
	"github.com/weft-mesh/weft/orchestrator/replangraph"
)

// Graph is a graph of this build, for commands that list and print them.
type Graph = graph.Flow

// A GraphPort is a signal or a query of a graph for programs.
type GraphPort = graph.PortShape

// AllGraphs returns the graphs of this build by name, the newest version first, to be
// printed.
func (a Additions) AllGraphs(c *config.Config) ([]Graph, error) {
	graphs, err := a.newGraphs(graphDeps{}, c, a.connectNone)
	if err != nil {
		return nil, err
	}
	return graphs.All(), nil
}

// draftNotes is how many notes a plan is drafted from, at most.
const draftNotes = 20

// A graphDeps is what Weft's own graphs ask. Its zero value does where they are only printed
// and checked.
type graphDeps struct {
	notes    notegraph.Deps
	plans    executegraph.Deps
	goals    planninggraph.Deps
	calendar publishgraph.Deps
	proposed reasontools.Plans
	zone     string
}

// newGraphs makes the graphs of this build, Weft's own and those that were added: whoever
// walks, tells of, prints or checks runs has them from here.
func (a Additions) newGraphs(d graphDeps, c *config.Config, connect ConnectAgent) (*graph.Registry, error) {
	flows, err := builtinGraphs(d, c)
	if err != nil {
		return nil, err
	}
	added, err := a.addGraphs(connect, flows)
	if err != nil {
		return nil, err
	}
	graphs, err := graph.NewRegistry(append(flows, added...)...)
	if err != nil {
		return nil, err
	}
	return graphs, checkGraphs(c, graphs)
}

// builtinGraphs makes Weft's own graphs.
func builtinGraphs(d graphDeps, c *config.Config) ([]Graph, error) {
	notes, plans, goals, calendar, proposed, zone := d.notes, d.plans, d.goals, d.calendar, d.proposed, d.zone
	ofNotes, err := notegraph.New(notes, graphConfig(c))
	if err != nil {
		return nil, err
	}
	looks := reasontools.Deps{
		Retriever: notes.Retriever, Notes: notes.Store, Timelines: goals.Timelines, Calendars: goals.Calendars,
		Domains: func() *commonv1.DomainContext { return notes.Domains.Context(notes.Domains.Names()) },
		Schemas: func(first ...string) []*commonv1.DomainSchema { return notes.Domains.Schemas(first...) },
		Plans:   proposed, WeekStart: weekStart(c.WeekStart),
	}
	plan, err := plangraph.New(plangraph.Deps{
		Readers:  reasontools.Readers(looks),
		Executor: plans.Executor, Planner: notes.Planner, Retriever: notes.Retriever, TimeZone: zone, Now: plans.Now,
		Vocabulary: func() map[string]string { return notes.Domains.Context(nil).GetVocabulary() },
		Background: notegraph.WishBackground(notes, graphConfig(c)),
	}, plangraph.Config{
		StaleAfter: c.Plans.StaleAfter, MaxNotes: draftNotes, Patience: c.PatienceFor("planner"),
		Draft: budget.Limit{Name: "plans.draft", Amount: budget.Amount{Tokens: int64(c.Plans.DraftTokens), MicroUSD: int64(c.Plans.DraftMicroUSD)}},
	})
	if err != nil {
		return nil, err
	}
	execute, err := executegraph.New(plans)
	if err != nil {
		return nil, err
	}
	goals.Planner, goals.Patience, goals.Retriever = notes.Planner, c.PatienceFor("planner"), notes.Retriever
	goals.Subtypes = c.Planning.Subtypes
	goals.Costs.Turn, goals.Costs.Goal, goals.Costs.Day = int64(c.Planning.TurnMicroUSD), int64(c.Planning.GoalMicroUSD), int64(c.Planning.DayMicroUSD)
	goals.Vocabulary = func() map[string]string { return notes.Domains.Context(nil).GetVocabulary() }
	goal, err := planninggraph.New(goals, planninggraph.Config{StaleAfter: c.Planning.StaleAfter})
	if err != nil {
		return nil, err
	}
	replan, err := replangraph.New(goals, planninggraph.Config{StaleAfter: c.Planning.StaleAfter})
	if err != nil {
		return nil, err
	}
	publish, err := publishgraph.New(calendar)
	if err != nil {
		return nil, err
	}
	depths, depth := c.LLM.Depths(), c.LLM.DefaultDepth()
	think, err := reasongraph.New(reasongraph.Deps{
		Planner: notes.Planner, TimeZone: zone, Now: plans.Now,
		Depth: func(user string) commonv1.Depth { return cmp.Or(depths[user], depth) },
		Tools: slices.Concat(reasontools.All(looks), planningtools.All(planningtools.Deps{Planner: notes.Planner, Timelines: goals.Timelines, Calendars: goals.Calendars})),
	}, c.PatienceFor("planner"))
	if err != nil {
		return nil, err
	}
	return []Graph{ofNotes, plan, execute, goal, replan, publish, think}, nil
}

// checkGraphs refuses settings for graphs and states that this build does not have.
func checkGraphs(c *config.Config, graphs *graph.Registry) error {
	var names []string
	states := map[string][]string{} // by graph
	for _, g := range graphs.All() {
		names = append(names, g.Name(), fmt.Sprintf("%s@%d", g.Name(), g.Version()))
		for _, s := range g.Steps() {
			states[g.Name()] = append(states[g.Name()], string(s))
		}
	}
	var wrong []config.Problem
	unknown := func(path, format, name string, known []string) {
		message := fmt.Sprintf(format, name) + "; choose from " + strings.Join(known, ", ")
		if near := slip.Nearest(name, known); near != "" {
			message = fmt.Sprintf(format, name) + "; did you mean " + near + "?"
		}
		wrong = append(wrong, config.Problem{Path: path, Origin: c.Origin(path), Message: message})
	}
	for _, name := range slices.Sorted(maps.Keys(c.Runs.Steps)) {
		path := "runs.steps." + name
		if states[name] == nil {
			unknown(path, "this build has no graph %q", name, slices.Sorted(maps.Keys(states)))
			continue
		}
		for _, state := range slices.Sorted(maps.Keys(c.Runs.Steps[name])) {
			if !slices.Contains(states[name], state) {
				unknown(path+"."+state, "graph "+name+" has no step %q", state, states[name])
			}
		}
	}
	for _, name := range c.Runs.Graphs {
		if !slices.Contains(names, name) {
			unknown("runs.graphs", "this build has no graph %q", name, names)
		}
	}
	if len(wrong) > 0 {
		return &config.InvalidError{Problems: wrong}
	}
	return nil
}

// policies is what the configuration says of steps, in the terms of the engine.
func policies(steps config.Steps) map[string]map[graph.State]graph.Policy {
	out := map[string]map[graph.State]graph.Policy{}
	for name, states := range steps {
		out[name] = map[graph.State]graph.Policy{}
		for state, s := range states {
			out[name][graph.State(state)] = graph.Policy{Attempts: s.Attempts, Timeout: s.Timeout, Outage: s.OutageLimit}
		}
	}
	return out
}
