package config

import (
	"iter"
	"reflect"
	"slices"
)

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

func (p *PerAgent[T]) ref(agent string) *T { return field[T](p, agent) }

// PerThinker holds a setting for each agent that may ask a model: those that
// understand, write or judge words. What the others do code can decide.
type PerThinker[T any] struct {
	Router      T `yaml:"router"`
	Synthesizer T `yaml:"synthesizer"`
	Evaluator   T `yaml:"evaluator"`
	Parser      T `yaml:"parser"`
	Observer    T `yaml:"observer"`
}

// Of returns the setting of the named agent, false if it can't ask a model.
func (p *PerThinker[T]) Of(agent string) (T, bool) {
	if v := p.ref(agent); v != nil {
		return *v, true
	}
	var zero T
	return zero, false
}

func (p *PerThinker[T]) ref(agent string) *T { return field[T](p, agent) }

// field returns the field that a setting's name stands for in a struct, nil if there
// is none.
func field[T any](of any, name string) *T {
	v := reflect.ValueOf(of).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("yaml") == name {
			return v.Field(i).Addr().Interface().(*T)
		}
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

// Thinkers returns the names of the agents that may ask a model, in the same order.
func Thinkers() []string { return slices.DeleteFunc(Agents(), codeOnly) }

// codeOnly reports whether an agent has no use for a model.
func codeOnly(agent string) bool {
	return slices.Contains([]string{"planner", "retriever", "analyzer", "clarifier"}, agent)
}
