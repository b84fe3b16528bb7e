package config

import "iter"

// PerAgent holds a setting for each agent of the mesh.
type PerAgent[T any] struct {
	Router      T `yaml:"router"`
	Planner     T `yaml:"planner"`
	Retriever   T `yaml:"retriever"`
	Analyzer    T `yaml:"analyzer"`
	Synthesizer T `yaml:"synthesizer"`
	Evaluator   T `yaml:"evaluator"`
	Clarifier   T `yaml:"clarifier"`
	Parser      T `yaml:"parser"`
	Observer    T `yaml:"observer"`
}

// All yields each agent's name and its setting, in the order in which a run
// meets them.
func (p *PerAgent[T]) All() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for _, name := range Agents() {
			v, _ := p.Of(name)
			if !yield(name, v) {
				return
			}
		}
	}
}

// Of returns the setting of the named agent, false if there is no such agent.
func (p *PerAgent[T]) Of(agent string) (T, bool) {
	if v := p.ref(agent); v != nil {
		return *v, true
	}
	var zero T
	return zero, false
}

func (p *PerAgent[T]) ref(agent string) *T {
	switch agent {
	case "router":
		return &p.Router
	case "planner":
		return &p.Planner
	case "retriever":
		return &p.Retriever
	case "analyzer":
		return &p.Analyzer
	case "synthesizer":
		return &p.Synthesizer
	case "evaluator":
		return &p.Evaluator
	case "clarifier":
		return &p.Clarifier
	case "parser":
		return &p.Parser
	case "observer":
		return &p.Observer
	}
	return nil
}

// Agents returns the names of the agents.
func Agents() []string {
	return []string{
		"router", "planner", "retriever", "analyzer", "synthesizer",
		"evaluator", "clarifier", "parser", "observer",
	}
}
