package config

import (
	"iter"
	"reflect"
	"slices"

	"github.com/weft-mesh/weft/kit/roles"
)

// PerAgent holds a setting for each agent of the mesh, under its name.
type PerAgent[T any] struct{ perRole[T] }

// PerThinker holds a setting for each agent that may ask a model: those that
// understand, write or judge words. What the others do code can decide.
type PerThinker[T any] struct{ perRole[T] }

// All yields each agent's name and its setting, in the order in which a run
// meets them.
func (p *PerAgent[T]) All() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for _, name := range Agents() {
			if !yield(name, *p.Ref(name)) {
				return
			}
		}
	}
}

// Of returns the setting of the named agent, false if there is no such agent.
func (p *PerAgent[T]) Of(agent string) (T, bool) { return valueOf(p.Ref(agent)) }

// Ref returns the place of the named agent's setting, nil if there is no such agent.
func (p *PerAgent[T]) Ref(agent string) *T { return p.ref(agent, Agents()) }

// Of returns the setting of the named agent, false if it can't ask a model.
func (p *PerThinker[T]) Of(agent string) (T, bool) { return valueOf(p.Ref(agent)) }

// Ref returns the place of the named agent's setting, nil if it can't ask a model.
func (p *PerThinker[T]) Ref(agent string) *T { return p.ref(agent, Thinkers()) }

func (p *PerAgent[T]) named() []named   { return p.perRole.named(Agents()) }
func (p *PerThinker[T]) named() []named { return p.perRole.named(Thinkers()) }

// perRole is a struct with a field for each agent, of which the names are known to the
// table of roles.
type perRole[T any] struct{ values [roles.Count]T }

func (p *perRole[T]) ref(agent string, of []string) *T {
	for i, name := range Agents() {
		if name == agent && slices.Contains(of, name) {
			return &p.values[i]
		}
	}
	return nil
}

func (p *perRole[T]) named(of []string) []named {
	var out []named
	for _, name := range of {
		out = append(out, named{name, reflect.ValueOf(p.ref(name, of)).Elem()})
	}
	return out
}

func valueOf[T any](at *T) (T, bool) {
	if at == nil {
		var zero T
		return zero, false
	}
	return *at, true
}

// A section tells what is directly in it, where no tags of fields do.
type section interface{ named() []named }

// A named value is a setting, or a section of them.
type named struct {
	name  string
	value reflect.Value
}

// Agents returns the names of the agents.
func Agents() []string { return roles.Names(roles.Agents()) }

// Thinkers returns the names of the agents that may ask a model, in the same order.
func Thinkers() []string { return slices.DeleteFunc(Agents(), codeOnly) }

// codeOnly reports whether an agent has no use for a model.
func codeOnly(agent string) bool {
	r, ok := roles.Of(agent)
	return ok && !r.Thinks()
}
