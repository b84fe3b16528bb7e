package roadmapfile

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
)

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// said is a text on one line in which no comment begins.
func said(s string) string { return strings.ReplaceAll(oneLine(s), "<!--", "<! --") }

// Form returns a document as it is read from its file: texts on one line, the
// usual kind of dependency without a word, times in UTC, nodes and blocks in
// the order of the tree.
func Form(d Document) Document {
	nodes := make([]Node, len(d.Nodes))
	for i, n := range d.Nodes {
		n.Title, n.Stream, n.Notes = oneLine(n.Title), oneLine(n.Stream), formNotes(n.Notes)
		n.Depends = slices.Clone(n.Depends)
		for j, on := range n.Depends {
			if on.Kind == network.FinishStart {
				n.Depends[j].Kind = ""
			}
		}
		if len(n.Depends) == 0 {
			n.Depends = nil
		}
		if n.Status == Open {
			n.On = 0
		}
		nodes[i] = n
	}
	d.Nodes = inOrder(nodes)
	at := map[string]int{}
	for i, n := range d.Nodes {
		at[n.ID] = i
	}
	d.Blocks = append([]Block(nil), d.Blocks...)
	for i, b := range d.Blocks {
		d.Blocks[i].From, d.Blocks[i].To = b.From.UTC().Truncate(time.Minute), b.To.UTC().Truncate(time.Minute)
	}
	stable.Sort(d.Blocks, func(a, b Block) int { return at[a.Node] - at[b.Node] })
	var assumptions []string
	for _, a := range d.Assumptions {
		if a = said(a); a != "" && !slices.Contains(assumptions, a) {
			assumptions = append(assumptions, a)
		}
	}
	d.Assumptions = assumptions
	d.Log = append([]Entry(nil), d.Log...)
	for i, e := range d.Log {
		d.Log[i] = e.form()
	}
	return d
}

func (e Entry) form() Entry {
	e.Time = e.Time.UTC().Truncate(time.Second)
	e.Who, e.Code, e.Why = oneLine(e.Who), oneLine(e.Code), said(e.Why)
	e.What = strings.ReplaceAll(said(e.What), "—", "–")
	return e
}

func formNotes(s string) string {
	if s == "" {
		return ""
	}
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// inOrder returns nodes depth first. Those that belong to nothing are left out.
func inOrder(nodes []Node) []Node {
	children := map[string][]int{}
	for i, n := range nodes {
		if i > 0 {
			children[n.Parent] = append(children[n.Parent], i)
		}
	}
	out := make([]Node, 0, len(nodes))
	if len(nodes) == 0 {
		return out
	}
	stack, seen := []int{0}, make([]bool, len(nodes))
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[i] { // an id twice
			continue
		}
		seen[i] = true
		out = append(out, nodes[i])
		for _, c := range slices.Backward(children[nodes[i].ID]) {
			stack = append(stack, c)
		}
	}
	return out
}

var (
	idForm   = regexp.MustCompile(`^[A-Za-z0-9._@-]{1,64}$`)
	wordForm = regexp.MustCompile(`^[A-Za-z0-9_.:-]*$`)
	whoForm  = regexp.MustCompile(`^[^():]+$`)
)

// check tells what of a document in its form can't be written.
func check(d *Document) error {
	zone, err := time.LoadLocation(d.Zone)
	switch {
	case !idForm.MatchString(d.ID):
		return fmt.Errorf("%.70q can't be the id of a roadmap: an id has letters, digits, \".\", \"_\", \"@\" and \"-\"", d.ID)
	case !d.State.known():
		return fmt.Errorf("%.40q is not a state of a roadmap", d.State)
	case d.Version < 1:
		return fmt.Errorf("version %d: versions are counted from 1", d.Version)
	case err != nil || d.Zone == "" || zone == time.Local:
		return fmt.Errorf("%.60q is not a time zone; write one such as Europe/Berlin", d.Zone)
	case !wordForm.MatchString(string(d.Pattern)) || !wordForm.MatchString(d.Subtype) || !wordForm.MatchString(string(d.Source)):
		return fmt.Errorf("%.40q, %.40q and %.40q are no pattern, subtype and pattern that it was made from", d.Pattern, d.Subtype, d.Source)
	case len(d.Nodes) == 0 || d.Nodes[0].Level != outline.Goal || d.Nodes[0].Parent != "":
		return errors.New("the first node of a roadmap is its goal")
	case !text(d.Wish) || len(d.Wish) > outline.MaxNotes:
		return fmt.Errorf("the goal's words have more than %d bytes, or are not valid text", outline.MaxNotes)
	}
	nodes := map[string]*Node{}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if nodes[n.ID] != nil {
			return fmt.Errorf("the id %q is used twice", n.ID)
		}
		if err := n.check(nodes[n.Parent]); err != nil {
			return fmt.Errorf("node %q: %w", n.ID, err)
		}
		nodes[n.ID] = n
	}
	return checkRest(d, nodes)
}

func (n *Node) check(parent *Node) error {
	switch {
	case !idForm.MatchString(n.ID):
		return errors.New("its id has characters other than letters, digits, \".\", \"_\", \"@\" and \"-\", or more than 64")
	case n.Title == "" || len(n.Title) > 4*outline.MaxTitle || len(n.Stream) > 4*outline.MaxTitle:
		return fmt.Errorf("it has no title, or its title or stream has more than %d bytes", 4*outline.MaxTitle)
	case len(n.Notes) > outline.MaxNotes:
		return fmt.Errorf("its notes have more than %d bytes", outline.MaxNotes)
	case !text(n.Title) || !text(n.Notes) || !text(n.Stream):
		return errors.New("its title, notes or stream are not valid text")
	case parent == nil && n.Level != outline.Goal, parent != nil && !n.Level.Below(parent.Level):
		return fmt.Errorf("a %s can't stand there", n.Level)
	case n.Status != Open && n.Status != Done && n.Status != Dropped:
		return fmt.Errorf("%.20q is not a state of a task", n.Status)
	}
	for _, m := range []int{n.Estimate, n.MinChunk} {
		if m < 0 || m > outline.MaxEstimate || m > 0 && !n.item() {
			return fmt.Errorf("its estimate or its shortest block is %d minutes; a task has 0 to %d, what has parts none", m, outline.MaxEstimate)
		}
	}
	return n.checkRest()
}

func (n *Node) checkRest() error {
	switch {
	case !n.item() && (n.Status != Open || n.Milestone):
		return errors.New("what has parts is no milestone, and has no state of its own")
	case n.Level == outline.Goal && (n.NotBefore != 0 || n.Due != 0):
		return errors.New("a goal has a deadline and no other dates")
	}
	for _, day := range []civil.Date{n.NotBefore, n.Due, n.Deadline, n.On} {
		if day < 0 || day.Year() > civil.MaxYear {
			return fmt.Errorf("its days are not within year 1 and %d", civil.MaxYear)
		}
	}
	for _, on := range n.Depends {
		if !idForm.MatchString(on.On) || on.Kind != "" && !slices.Contains(kinds, on.Kind) || !text(on.Calendar) {
			return fmt.Errorf("the dependency on %.70q can't be written", on.On)
		}
	}
	return nil
}

var kinds = []network.Kind{network.FinishStart, network.StartStart, network.FinishFinish, network.StartFinish}

func checkRest(d *Document, nodes map[string]*Node) error {
	blocks := map[string]bool{}
	for _, b := range d.Blocks {
		n := nodes[b.Node]
		switch {
		case !idForm.MatchString(b.ID) || blocks[b.ID]:
			return fmt.Errorf("the block id %.70q is used twice, or is not valid", b.ID)
		case n == nil || !n.item():
			return fmt.Errorf("block %q belongs to %q, which is not a task", b.ID, b.Node)
		case !b.From.Before(b.To) || b.From.Year() < 1900 || b.To.Year() >= civil.MaxYear:
			return fmt.Errorf("block %q ends before it begins, or is not within 1900 and %d", b.ID, civil.MaxYear)
		}
		blocks[b.ID] = true
	}
	for _, a := range d.Assumptions {
		if !text(a) {
			return errors.New("an assumption is not valid text")
		}
	}
	for _, e := range d.Log {
		if !text(e.What+e.Who+e.Why) || e.What == "" || !whoForm.MatchString(e.Who) || !wordForm.MatchString(e.Code) || e.Time.Year() < 1 || e.Time.Year() > civil.MaxYear {
			return fmt.Errorf("the adaptation %.60q by %.40q (%.40q) can't be written", e.What, e.Who, e.Code)
		}
	}
	return nil
}

// text says that a text can be written: UTF-8 without NUL.
func text(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
