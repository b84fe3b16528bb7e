package graph

import (
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

func versioned(t *testing.T, name string, version int32, describe func(*runv1.Started) string) *Graph[string] {
	t.Helper()
	g, err := New(Definition[string]{
		Name: name, Version: version, Start: "ASK", Describe: describe,
		New:   func(*runv1.Started, proto.Message) (string, error) { return "", nil },
		Apply: func(s string, _ Change) string { return s },
		Nodes: []Node[string]{{State: "ASK", Kind: Wait, Outcomes: map[Outcome][]State{"yes": {End}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestOfAGraphTheNewestVersionStartsRunsAndDescribesThoseOfOthers(t *testing.T) {
	t.Parallel()
	first := versioned(t, "b", 1, func(*runv1.Started) string { return "first" })
	third := versioned(t, "b", 3, func(*runv1.Started) string { return "third" })
	r, err := NewRegistry(first, versioned(t, "c", 1, nil), third, versioned(t, "a", 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	if r.Newest("b") != third || r.Get("b", 1) != first || r.Get("b", 2) != nil || r.Newest("d") != nil {
		t.Error("another version is found than was asked for")
	}
	all := r.All()
	if len(all) != 4 || all[0].Name() != "a" || all[1] != third || all[2] != first {
		t.Errorf("listed as %v", all)
	}
	for _, c := range []struct {
		name    string
		version int32
		want    string
	}{{"b", 1, "first"}, {"b", 3, "third"}, {"b", 2, "third"}, {"a", 1, ""}, {"d", 1, ""}} {
		if got := r.Describe(&runv1.Started{Graph: c.name, GraphVersion: c.version}); got != c.want {
			t.Errorf("%s@%d is %q, want %q", c.name, c.version, got, c.want)
		}
	}
	if _, err := NewRegistry(first, versioned(t, "b", 1, nil)); err == nil {
		t.Error("two graphs of one name and version")
	}
}
