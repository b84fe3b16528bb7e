package graph

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/stable"
)

// A Registry has the graphs of a build, by name and version. Of a graph with several
// versions the newest starts new runs; the others walk the runs that began on them.
type Registry struct {
	flows []Flow
	// Panicked is told of a run that can't be described because its graph panics, which
	// must not keep others of a list from being told. May be nil.
	Panicked func(*PanicError)
}

// NewRegistry returns a registry of some graphs, of which no two have the same name and
// version.
func NewRegistry(flows ...Flow) (*Registry, error) {
	r := &Registry{flows: slices.Clone(flows)}
	stable.Sort(r.flows, func(a, b Flow) int {
		return cmp.Or(strings.Compare(a.Name(), b.Name()), cmp.Compare(b.Version(), a.Version()))
	})
	for i, f := range r.flows[min(1, len(r.flows)):] {
		if before := r.flows[i]; before.Name() == f.Name() && before.Version() == f.Version() {
			return nil, fmt.Errorf("two graphs are %q, version %d; give one of them another version", f.Name(), f.Version())
		}
	}
	return r, nil
}

// All returns the graphs by name, the newest version first.
func (r *Registry) All() []Flow { return slices.Clone(r.flows) }

// Newest returns the newest version of a graph, nil if there is none.
func (r *Registry) Newest(name string) Flow {
	return r.find(func(f Flow) bool { return f.Name() == name })
}

// Get returns a version of a graph, nil if there is none.
func (r *Registry) Get(name string, version int32) Flow {
	return r.find(func(f Flow) bool { return f.Name() == name && f.Version() == version })
}

// Of returns the graph that a run walks, nil if it is not here.
func (r *Registry) Of(s *runv1.Started) Flow { return r.Get(s.GetGraph(), s.GetGraphVersion()) }

// Describe returns what a run was asked, for people; "" if that can't be told. A run of
// another version is described by the newest.
func (r *Registry) Describe(s *runv1.Started) string {
	f := r.Of(s)
	if f == nil {
		f = r.Newest(s.GetGraph())
	}
	if f == nil {
		return ""
	}
	text, err := f.Describe(s)
	if p, ok := errors.AsType[*PanicError](err); ok && r.Panicked != nil {
		r.Panicked(p)
	}
	return text
}

func (r *Registry) find(is func(Flow) bool) Flow {
	if i := slices.IndexFunc(r.flows, is); i >= 0 {
		return r.flows[i]
	}
	return nil
}
