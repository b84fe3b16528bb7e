package outline

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type checker struct {
	o   *Outline
	t   *tree
	out []Violation
	// refers are the ids that a parent or a dependency names.
	refers map[string]bool
}

func (c *checker) add(code string, i int, fix *Change, format string, args ...any) {
	v := Violation{Code: code, Text: fmt.Sprintf(format, args...), Fix: fix}
	if i >= 0 {
		v.Path = c.t.path(i)
	}
	if fix != nil && fix.At >= 0 {
		fix.Node = c.o.Nodes[fix.At].ID
	}
	c.out = append(c.out, v)
}

// Check returns what an outline breaks, in the order of its nodes, first what
// concerns the whole. None: it is valid.
func Check(o Outline) []Violation { return check(o, (*checker).pattern) }

// CheckExpanded is Check for an outline that Expand has returned and a person may have changed
// since. Its pattern was held against the outline before: what that asks for in cycles and
// phases is not in it any more.
func CheckExpanded(o Outline) []Violation { return check(o, func(*checker) {}) }

func check(o Outline, pattern func(*checker)) []Violation {
	dependencies := 0
	for _, n := range o.Nodes {
		dependencies += len(n.Depends)
	}
	if len(o.Nodes) > MaxNodes || dependencies > MaxDependencies {
		return []Violation{{Code: "too_many_nodes", Text: fmt.Sprintf("there are %d parts and %d dependencies; at most %d and %d can be planned: split the goal",
			len(o.Nodes), dependencies, MaxNodes, MaxDependencies)}}
	}
	c := &checker{o: &o, t: newTree(&o), refers: map[string]bool{}}
	for _, n := range o.Nodes {
		if n.Parent != "" {
			c.refers[n.Parent] = true
		}
		for _, d := range n.Depends {
			c.refers[d.On] = true
		}
	}
	c.root()
	pattern(c)
	for i := range o.Nodes {
		c.id(i)
		c.texts(i)
		c.place(i)
		c.below(i)
		c.estimate(i)
		c.dates(i)
		c.repeat(i)
		c.depends(i)
	}
	c.parentCycles()
	c.dependencyCycle()
	return c.out
}

func (c *checker) root() {
	switch len(c.t.roots) {
	case 0:
		c.add("no_root", -1, nil, "there is no goal without a parent")
	case 1:
	default:
		for _, i := range c.t.roots[1:] {
			c.add("many_roots", i, &Change{Action: SetParent, At: i, Value: c.o.Nodes[c.t.roots[0]].ID},
				"%q is a second goal; make it a phase or a sub-goal of the first, or a plan of its own", c.o.Nodes[i].Title)
		}
	}
	total, times := 0, make([]int, len(c.o.Nodes))
	for _, i := range c.t.order {
		times[i] = 1
		if p := c.t.parent[i]; p >= 0 {
			times[i] = times[p]
		}
		total += times[i]
		if n := &c.o.Nodes[i]; n.Level == Cycle {
			times[i] = max(1, min(n.Repeat.Times, MaxTimes))
		}
	}
	if total > MaxNodes {
		c.add("too_many_occurrences", -1, nil, "with all repetitions there are %d parts; at most %d can be planned: repeat less often", total, MaxNodes)
	}
}

var idForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$`)

func (c *checker) id(i int) {
	id := c.o.Nodes[i].ID
	fix := &Change{Action: SetID, At: i, Sure: !c.refers[id]}
	switch {
	case !idForm.MatchString(id):
		fix.Value = c.free("n" + strconv.Itoa(i+1))
		c.add("bad_id", i, fix, "the id %.70q is not 1 to %d letters, digits, \".\", \"_\", \"@\" and \"-\"", id, MaxID)
	case c.t.at[id] != i:
		fix.Value = c.free(id[:min(len(id), MaxID-8)] + "-2")
		c.add("duplicate_id", i, fix, "the id %q is used twice", id)
	}
}

// free returns an id that no node has and nothing names, and keeps it.
func (c *checker) free(like string) string {
	id := like
	for k := 3; ; k++ {
		if _, taken := c.t.at[id]; !taken && !c.refers[id] {
			c.refers[id] = true
			return id
		}
		id = like + "." + strconv.Itoa(k)
	}
}

func (c *checker) texts(i int) {
	n := &c.o.Nodes[i]
	tidy := tidied(n.Title)
	switch {
	case tidy == "":
		c.add("empty_title", i, &Change{Action: SetTitle, At: i}, "it has no title")
	case tidy != n.Title:
		c.add("title_form", i, &Change{SetTitle, "", i, tidy, true}, "the title %.60q has spaces at its ends, double spaces or a line break", n.Title)
	case utf8.RuneCountInString(tidy) > MaxTitle:
		c.add("long_title", i, &Change{SetTitle, "", i, shortened(tidy), len(n.Notes)+len(tidy) < MaxNotes},
			"the title has %d characters; up to %d are shown", utf8.RuneCountInString(tidy), MaxTitle)
	}
	if len(n.Stream) > MaxTitle || len(n.Notes) > MaxNotes {
		c.add("long_text", i, &Change{Action: SetText, At: i}, "stream and notes have %d and %d bytes; up to %d and %d are kept", len(n.Stream), len(n.Notes), MaxTitle, MaxNotes)
	}
	switch n.Origin {
	case System, Template, User, Model, Adaptation:
	default:
		c.add("unknown_origin", i, &Change{Action: SetOrigin, At: i}, "%.40q is no origin", n.Origin)
	}
}

// tidied is a text on one line, without control characters and needless blanks.
func tidied(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// shortened cuts a title at a word where it can.
func shortened(s string) string {
	r := []rune(s)
	cut := string(r[:MaxTitle-1])
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)/2 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ") + "…"
}
