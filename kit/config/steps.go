package config

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Steps are settings for the steps of single states, by the names of the graph and of the
// state. Which there are is known to the graphs, not here.
type Steps map[string]map[string]*Step

// Step is what is otherwise for the step of a state. What nobody has set is 0.
type Step struct {
	Attempts    int           `yaml:"attempts" min:"1" doc:"How often this state's step is tried. Not set: runs.step_attempts, unless the graph has its own."`
	Timeout     time.Duration `yaml:"timeout" min:"10ms" doc:"The most time one attempt may take, not counting time for models (llm.timeout). Not set: runs.step_timeout, unless the graph has its own."`
	OutageLimit time.Duration `yaml:"outage_limit" min:"1ms" doc:"How long it waits for a role it can't reach. Not set: runs.outage_limit, unless the graph has its own."`
}

// stepsPath is where Steps are.
const stepsPath = "runs.steps"

var (
	graphName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}$`)
	stateName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)
)

// collectSteps returns the settings of the states that have some.
func collectSteps(steps Steps, parent setting, all []setting) []setting {
	parent.optional = true
	for _, graph := range slices.Sorted(maps.Keys(steps)) {
		of := parent.child(graph, "")
		for _, state := range slices.Sorted(maps.Keys(steps[graph])) {
			all = collect(reflect.ValueOf(steps[graph][state]).Elem(), of.child(state, ""), all)
		}
	}
	return all
}

// isSteps reports whether a path is that of a section of steps.
func isSteps(path string) bool {
	_, _, ok := isStep(path)
	graph, below := strings.CutPrefix(path, stepsPath+".")
	return ok || path == stepsPath || below && graphName.MatchString(graph)
}

// isStep returns the graph and the state of a path that is the section of a state.
func isStep(path string) (graph, state string, ok bool) {
	rest, below := strings.CutPrefix(path, stepsPath+".")
	graph, state, _ = strings.Cut(rest, ".")
	return graph, state, below && graphName.MatchString(graph) && stateName.MatchString(state)
}

// withoutGraph returns the state of a path that names one and no graph, as it was written
// once; "" of others.
func withoutGraph(path string) (state string) {
	rest, below := strings.CutPrefix(path, stepsPath+".")
	state, _, _ = strings.Cut(rest, ".")
	if !below || graphName.MatchString(state) || !stateName.MatchString(state) {
		return ""
	}
	return state
}

// find returns the setting with a path. Those of a state, a tool server or an operation
// are made where they are first asked for.
func (l *loader) find(path string) (setting, bool) {
	if s, ok := find(l.all, path); ok {
		return s, true
	}
	section, field := path[:max(0, strings.LastIndex(path, "."))], path[strings.LastIndex(path, ".")+1:]
	if l.config.makeTool(section, field) {
		l.all = settings(l.config)
		return find(l.all, path)
	}
	graph, state, ok := isStep(section)
	if !ok || !slices.Contains(stepFields(), field) {
		return setting{}, false
	}
	steps := &l.config.Runs.Steps
	if *steps == nil {
		*steps = Steps{}
	}
	if (*steps)[graph] == nil {
		(*steps)[graph] = map[string]*Step{}
	}
	(*steps)[graph][state] = &Step{}
	l.all = settings(l.config)
	return find(l.all, path)
}

// stepOf returns the setting of a state that a variable of the environment sets, such as
// WEFT_RUNS_STEPS_NOTES_BUILD_CONTEXT_TIMEOUT. The name of a graph ends there at the first
// underscore.
func (l *loader) stepOf(variable string) (setting, bool) {
	rest, ok := strings.CutPrefix(variable, stepsEnv())
	if !ok {
		return setting{}, false
	}
	for _, field := range stepFields() {
		if names, ok := strings.CutSuffix(rest, "_"+strings.ToUpper(field)); ok {
			graph, state, _ := strings.Cut(names, "_")
			return l.find(stepsPath + "." + strings.ToLower(graph) + "." + state + "." + field)
		}
	}
	return setting{}, false
}

// stepsEnv is how the variables of all states begin.
func stepsEnv() string { return setting{path: stepsPath}.env() + "_" }

// stepFields are the names of the settings that a state may have.
func stepFields() []string { return fieldNames(reflect.TypeFor[Step]()) }

// fieldNames are the names of the settings of a section.
func fieldNames(section reflect.Type) (names []string) {
	for i := range section.NumField() {
		names = append(names, section.Field(i).Tag.Get("yaml"))
	}
	return names
}

// has reports whether a setting has a value.
func (c *Config) has(s setting) bool { return !s.optional || c.Origin(s.path).Kind != FromDefault }
