package graph

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/kit/auth"
)

// name is what a graph may be called: it stands in the subjects of its runs.
var name = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}$`)

// check reports every flaw of the table at once: whoever edits a graph wants
// the whole list.
func (g *Graph[S]) check() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }

	if !name.MatchString(g.def.Name) {
		bad("a graph can't be named %q: it takes up to 32 of a-z, 0-9, _ and -", g.def.Name)
	}
	if g.def.Public && g.def.Input == nil {
		bad("callers can't start a graph that does not say what its input is")
	}
	if g.def.Version < 1 {
		bad("its version is %d; versions count from 1", g.def.Version)
	}
	if g.def.New == nil || g.def.Apply == nil {
		bad("New and Apply are needed: they make the data of a run, and fold events into it")
	}
	seen := map[State]bool{}
	for _, n := range g.def.Nodes {
		if n.State == "" || n.State == End {
			bad("a state can't be named %q", n.State)
		}
		if seen[n.State] {
			bad("state %s is declared twice", n.State)
		}
		seen[n.State] = true
		g.checkNode(n, bad)
	}
	if g.nodes[g.def.Start] == nil {
		bad("the start state %q is not declared", g.def.Start)
	}
	if len(errs) > 0 {
		return fmt.Errorf("graph %s: %w", cmp.Or(g.def.Name, `""`), errors.Join(errs...))
	}

	reach := g.reachable()
	for _, n := range g.def.Nodes {
		if n.State != g.def.Start && !reach[g.def.Start][n.State] {
			bad("state %s can't be reached from %s", n.State, g.def.Start)
		}
		if !reach[n.State][End] {
			bad("no path from state %s reaches an end", n.State)
		}
	}
	g.checkHeld(reach, bad)
	g.checkSignals(bad)
	if cycle := g.uncappedCycle(); cycle != nil {
		bad("the cycle %v passes no capped outcome, so a run might never end", cycle)
	}
	if len(errs) > 0 {
		return fmt.Errorf("graph %s: %w", cmp.Or(g.def.Name, `""`), errors.Join(errs...))
	}
	return nil
}

func (g *Graph[S]) checkNode(n Node[S], bad func(string, ...any)) {
	if len(n.Outcomes) == 0 {
		bad("state %s has no outcomes", n.State)
	}
	if (n.Run == nil) != (n.Kind == Wait || n.Kind == Call || n.Kind == Timer) {
		bad("state %s: a handler is for pure and effect states, and they need one", n.State)
	}
	if called := n.Kind == Call; (n.Start != nil) != called || (n.Ended != nil) != called {
		bad("state %s: a call needs to say what it starts and how it goes on, and nothing else does", n.State)
	}
	if timer := n.Kind == Timer; (n.Until != nil) != timer || timer && len(n.Outcomes) != 1 {
		bad("state %s: a timer needs to say until when, and one outcome, and nothing else says so", n.State)
	}
	g.checkFan(n, bad)
	for _, o := range slices.Sorted(maps.Keys(n.Outcomes)) {
		if len(n.Outcomes[o]) == 0 {
			bad("state %s: outcome %s leads nowhere", n.State, o)
		}
		for _, next := range n.Outcomes[o] {
			if next != End && g.nodes[next] == nil {
				bad("state %s: outcome %s leads to %s, which is not declared", n.State, o, next)
			}
		}
	}
	for _, o := range slices.Sorted(maps.Keys(n.Caps)) {
		c := n.Caps[o]
		if n.Outcomes[o] == nil || n.Outcomes[c.Else] == nil || c.Else == o {
			bad("state %s: the cap on %s needs two different outcomes of the state", n.State, o)
		}
		if _, capped := n.Caps[c.Else]; capped {
			bad("state %s: the cap on %s falls back to %s, which is capped itself", n.State, o, c.Else)
		}
		if c.Most < 0 {
			bad("state %s: the cap on %s is negative", n.State, o)
		}
	}
	for _, a := range n.After {
		if g.nodes[a] == nil {
			bad("state %s waits for %s, which is not declared", n.State, a)
		}
	}
	if n.Catch != "" && (n.Kind == Wait || n.Kind == Timer || n.Outcomes[n.Catch] == nil || n.Catch == n.Fan) {
		bad("state %s: a step that fails needs its outcome %s", n.State, n.Catch)
	}
	if _, capped := n.Caps[n.Catch]; capped {
		bad("state %s: the outcome %s of a step that fails may not be capped", n.State, n.Catch)
	}
	if n.Scope != "" && (n.Kind != Wait || n.Scope != auth.Write && n.Scope != auth.Approve) {
		bad("state %s: the scope %s is none that an answer can need", n.State, n.Scope)
	}
	if n.Scope == auth.Approve && (n.Fork == Changeable || n.Fork == Kept) {
		bad("state %s: a fork takes over no approval", n.State)
	}
	if n.Signalled != nil && (n.Kind != Wait || n.Scope == auth.Approve) {
		bad("state %s: only a wait can end by a signal, and no approval", n.State)
	}
	if n.Expires != nil && n.Outcomes[n.Expired] == nil {
		bad("state %s: a wait that expires needs an outcome for it", n.State)
	}
	for _, o := range []Outcome{n.Answered, n.Declined} {
		if o != "" && (n.Kind != Wait || n.Outcomes[o] == nil) {
			bad("state %s: an answer needs its outcome %s, and only waits have answers", n.State, o)
		}
	}
}

func (g *Graph[S]) checkFan(n Node[S], bad func(string, ...any)) {
	if n.Width > 0 && (n.Kind == Wait || n.Kind == Timer) {
		bad("state %s: a %s has no width", n.State, n.Kind)
	}
	if n.Width < 0 || n.Attempts < 0 || n.Timeout < 0 {
		bad("state %s: the width, the attempts and the timeout may not be negative", n.State)
	}
	if n.Fan == "" {
		return
	}
	if n.Run == nil {
		bad("state %s: only a handler can fan out", n.State)
	}
	if to := n.Outcomes[n.Fan]; len(to) != 1 || to[0] == End {
		bad("state %s: the outcome %s that fans out needs one state that it leads to", n.State, n.Fan)
	}
}

// checkHeld refuses states that hold each other back, for good.
func (g *Graph[S]) checkHeld(reach map[State]map[State]bool, bad func(string, ...any)) {
	for i, a := range g.def.Nodes {
		for _, b := range g.def.Nodes[:i] {
			if g.holds(reach, a, b.State) && g.holds(reach, b, a.State) {
				bad("states %s and %s wait for each other", b.State, a.State)
			}
		}
	}
}

// holds reports whether a branch at a state may be held back by one at another.
func (g *Graph[S]) holds(reach map[State]map[State]bool, n Node[S], other State) bool {
	if n.Join != NoJoin && reach[other][n.State] {
		return true
	}
	return slices.ContainsFunc(n.After, func(after State) bool { return other == after || reach[other][after] })
}

// reachable tells for each state which states lie ahead of it.
func (g *Graph[S]) reachable() map[State]map[State]bool {
	all := map[State]map[State]bool{}
	for s := range g.nodes {
		ahead := map[State]bool{}
		var visit func(State)
		visit = func(at State) {
			n := g.nodes[at]
			if n == nil {
				return
			}
			for _, nexts := range n.Outcomes {
				for _, next := range nexts {
					if !ahead[next] {
						ahead[next] = true
						visit(next)
					}
				}
			}
		}
		visit(s)
		all[s] = ahead
	}
	return all
}

// uncappedCycle returns a cycle that no cap ever cuts, or nil. Without the
// capped outcomes the table must be acyclic.
func (g *Graph[S]) uncappedCycle() []State {
	const (
		unseen = iota
		onPath
		done
	)
	mark := map[State]int{}
	var path, found []State
	var visit func(State)
	visit = func(at State) {
		if found != nil || g.nodes[at] == nil {
			return
		}
		switch mark[at] {
		case done:
			return
		case onPath:
			found = append(slices.Clone(path[slices.Index(path, at):]), at)
			return
		}
		mark[at] = onPath
		path = append(path, at)
		n := g.nodes[at]
		for _, o := range slices.Sorted(maps.Keys(n.Outcomes)) {
			if _, capped := n.Caps[o]; capped {
				continue
			}
			for _, next := range n.Outcomes[o] {
				visit(next)
			}
		}
		path = path[:len(path)-1]
		mark[at] = done
	}
	for _, n := range g.def.Nodes {
		visit(n.State)
	}
	return found
}
