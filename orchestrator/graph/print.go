package graph

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
)

// A Shape is a graph for programs.
type Shape struct {
	Name    string       `json:"name"`
	Version int32        `json:"version"`
	Doc     string       `json:"doc"`
	Public  bool         `json:"public"`
	Input   string       `json:"input,omitempty"`  // full names of types
	Output  string       `json:"output,omitempty"` //
	Start   State        `json:"start"`
	States  []StateShape `json:"states"`
	Edges   []Edge       `json:"edges"`
	Signals []PortShape  `json:"signals,omitempty"`
	Queries []PortShape  `json:"queries,omitempty"`
}

// A StateShape is a state for programs.
type StateShape struct {
	State State      `json:"state"`
	Kind  string     `json:"kind"`
	Doc   string     `json:"doc"`
	After []State    `json:"after,omitempty"`
	Scope auth.Scope `json:"scope,omitempty"` // of answers to a state that waits for a person
}

// A PortShape is a signal or a query for programs.
type PortShape struct {
	Name   string `json:"name"`
	Doc    string `json:"doc"`
	Input  string `json:"input,omitempty"` // full names of types
	Output string `json:"output,omitempty"`
}

// An Edge is an outcome of a state, and one of the states that it leads to.
type Edge struct {
	From    State   `json:"from"`
	Outcome Outcome `json:"outcome"`
	To      State   `json:"to"`
	Most    *int    `json:"most,omitempty"`
	Else    Outcome `json:"else,omitempty"`
	Each    bool    `json:"each,omitempty"` // one branch for each item
}

// edges returns every arrow, in the order of the declaration.
func (g *Graph[S]) edges() []Edge {
	var out []Edge
	for _, n := range g.def.Nodes {
		for _, o := range slices.Sorted(maps.Keys(n.Outcomes)) {
			for _, to := range n.Outcomes[o] {
				e := Edge{From: n.State, Outcome: o, To: to}
				if c, ok := n.Caps[o]; ok {
					e.Most, e.Else = &c.Most, c.Else
				}
				e.Each = n.Fan == o
				out = append(out, e)
			}
		}
	}
	return out
}

// label is the text on an arrow: the outcome, and how often it may be taken.
func (e Edge) label() string {
	out := string(e.Outcome)
	if e.Each {
		out += " (each)"
	}
	if e.Most == nil {
		return out
	}
	return fmt.Sprintf("%s ≤%d", out, *e.Most)
}

// Mermaid returns the graph as a Mermaid state diagram.
func (g *Graph[S]) Mermaid() string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n")
	fmt.Fprintf(&b, "    [*] --> %s\n", g.def.Start)
	for _, e := range g.edges() {
		to := string(e.To)
		if e.To == End {
			to = "[*]"
		}
		fmt.Fprintf(&b, "    %s --> %s: %s\n", e.From, to, e.label())
	}
	for _, n := range g.def.Nodes {
		switch {
		case n.Scope == auth.Approve:
			fmt.Fprintf(&b, "    note right of %s: waits for an approval\n", n.State)
		case n.Kind == Wait:
			fmt.Fprintf(&b, "    note right of %s: waits for a person\n", n.State)
		case n.Kind == Timer:
			fmt.Fprintf(&b, "    note right of %s: waits until a time\n", n.State)
		case n.Kind == Call:
			fmt.Fprintf(&b, "    note right of %s: waits for a run of its own\n", n.State)
		}
	}
	for _, p := range g.Signals() {
		fmt.Fprintf(&b, "    %%%% signal %s: %s\n", p.Name, p.Doc)
	}
	for _, p := range g.Queries() {
		fmt.Fprintf(&b, "    %%%% query %s: %s\n", p.Name, p.Doc)
	}
	return b.String()
}

// DOT returns the graph for Graphviz.
func (g *Graph[S]) DOT() string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %q {\n  rankdir=TB;\n  node [shape=box, style=rounded];\n", g.def.Name)
	fmt.Fprintf(&b, "  start [shape=point];\n  start -> %q;\n", g.def.Start)
	for _, n := range g.def.Nodes {
		style := map[Kind]string{Pure: "rounded", Effect: "rounded,bold", Wait: "rounded,dashed", Call: "rounded,diagonals", Timer: "rounded,dotted"}[n.Kind]
		fmt.Fprintf(&b, "  %q [style=%q, tooltip=%q];\n", n.State, style, n.Doc)
	}
	fmt.Fprintf(&b, "  %q [shape=doublecircle, label=\"\"];\n", End)
	for _, e := range g.edges() {
		fmt.Fprintf(&b, "  %q -> %q [label=%q];\n", e.From, e.To, e.label())
	}
	b.WriteString("}\n")
	return b.String()
}

// Shape returns the graph for programs.
func (g *Graph[S]) Shape() Shape {
	out := Shape{g.def.Name, g.def.Version, g.def.Doc, g.def.Public, typeOf(g.def.Input), typeOf(g.def.Output), g.def.Start, nil, g.edges(), shapes(g.Signals()), shapes(g.Queries())}
	for _, n := range g.def.Nodes {
		state := StateShape{State: n.State, Kind: n.Kind.String(), Doc: n.Doc, After: n.After}
		if n.Kind == Wait {
			state.Scope = n.scope()
		}
		out.States = append(out.States, state)
	}
	return out
}

// typeOf returns the full name of a message's type, "" of none.
func typeOf(m proto.Message) string {
	if m == nil {
		return ""
	}
	return string(m.ProtoReflect().Descriptor().FullName())
}
