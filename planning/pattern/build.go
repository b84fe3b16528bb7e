package pattern

import (
	"fmt"
	"strconv"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
)

// Kind is that of an assumption.
type Kind string

// The kinds.
const (
	Default Kind = "default" // nobody said it: the default of a parameter
	Derived Kind = "derived" // it follows from what was said
	Warning Kind = "warning" // the plan is not what an expert would accept, and why
)

// Assumption is what a plan rests on and nobody said.
type Assumption struct {
	Kind  Kind
	Param string // for Default
	Text  string
}

const (
	maxDays = 3660 // of the longest plan: ten years
	minArc  = 21   // of the shortest training
	// maxTimes is of how many a part is there at most.
	maxTimes = 100
)

type builder struct {
	t               *Template
	v               Values
	start, deadline civil.Date
	weeks           int
	// Days are drawn together as have to want.
	have, want int
	out        outline.Outline
	log        []Assumption
	copies     map[string][]string // the nodes of a part
	several    map[string]string   // the part that is there several times, of each below it
	dropped    map[string]*Part
	parts      []placed
}

// placed is a part and the node that it became.
type placed struct {
	part *Part
	node int
	n    int // which of several, from 1; 0: there is one
}

// Build makes the outline of a template for the days from start to the deadline,
// both included. Without a deadline (0) it takes as long as usual. The title of
// its first node, the goal, is that of the template. Its error is a value that a parameter can't have, or days of which no plan can be made.
func Build(t *Template, given Values, start, deadline civil.Date) (outline.Outline, []Assumption, error) {
	b := &builder{t: t, v: Values{}, start: start, deadline: deadline,
		copies: map[string][]string{}, several: map[string]string{}, dropped: map[string]*Part{}}
	for key, v := range given {
		if err := t.Accept(key, v); err != nil {
			return outline.Outline{}, nil, err
		}
		b.v[key] = v
	}
	for _, q := range t.Questions(given) {
		b.v[q.Param] = q.Default
		b.note(Default, q.Param, "%s %s", q.Text, q.Default)
	}
	if err := b.days(); err != nil {
		return outline.Outline{}, nil, err
	}
	b.out.Pattern = t.spec(1)
	b.out.Nodes = append(b.out.Nodes, outline.Node{ID: "goal", Level: outline.Goal, Title: t.fill(t.Title, b.v, 0),
		Origin: outline.Template, Deadline: b.deadline, NotBefore: b.start})
	b.add(t.Parts, "goal", 0, "")
	if t.Arc != nil {
		b.arc(t.Arc)
	}
	b.depend()
	b.capacity()
	b.length()
	return b.out, b.log, nil
}

func (b *builder) note(k Kind, param, format string, args ...any) {
	b.log = append(b.log, Assumption{k, param, fmt.Sprintf(format, args...)})
}

// days settles from when to when the plan goes.
func (b *builder) days() error {
	least, usual, longest := b.t.Weeks.Least.of(b.v), max(1, b.t.Weeks.Usual.of(b.v)), b.t.Weeks.Most.of(b.v)
	if b.deadline == 0 {
		b.deadline = b.start + civil.Date(7*usual-1)
		b.note(Derived, "", "you gave no last day: this plan takes %d weeks, until %s", usual, b.deadline)
	}
	days := int(b.deadline-b.start) + 1
	if days < 1 || days > maxDays || b.t.Arc != nil && days < minArc {
		return fmt.Errorf("from %s to %s is %d days; a plan takes 1 to %d days, and training needs at least %d", b.start, b.deadline, days, maxDays, minArc)
	}
	b.weeks = days / 7
	if b.weeks < least {
		b.note(Warning, "", "you have %d weeks, and this plan takes at least %d: choose a later last day, or a smaller goal", b.weeks, least)
	}
	if longest > 0 && b.weeks > longest {
		b.weeks = longest
		b.start = b.deadline - civil.Date(7*longest) + 1
		b.note(Derived, "", "this plan needs at most %d weeks, so it begins on %s", longest, b.start)
	}
	b.have, b.want = int(b.deadline-b.start)+1, 7*usual
	if b.have < b.want && b.t.Arc == nil && b.t.Name != Generic {
		b.note(Derived, "", "you have %d days; this plan usually takes %d, so its dates are closer together", b.have, b.want)
	}
	b.have = min(b.have, b.want)
	return nil
}

// drawn is a number of days in the time that there is.
func (b *builder) drawn(days int) civil.Date { return civil.Date(max(0, days) * b.have / b.want) }

func (b *builder) add(parts []Part, parent string, n int, several string) {
	for i := range parts {
		p := &parts[i]
		if w := p.When; w != nil && !w.holds(b.v) {
			b.drop(p)
			continue
		}
		if p.Times == nil {
			b.several[p.ID] = several
			b.one(p, parent, n, several)
			continue
		}
		b.several[p.ID] = p.ID
		for k := 1; k <= min(p.Times.of(b.v), maxTimes); k++ {
			b.one(p, parent, k, p.ID)
		}
	}
}

func (w *When) holds(v Values) bool {
	for _, is := range w.Is {
		if v[w.Param].String() == is {
			return true
		}
	}
	return false
}

func (b *builder) drop(p *Part) {
	b.dropped[p.ID] = p
	for i := range p.Parts {
		b.drop(&p.Parts[i])
	}
}

func (b *builder) one(p *Part, parent string, n int, several string) {
	id := p.ID
	if n > 0 {
		id += "-" + strconv.Itoa(n)
	}
	node := outline.Node{ID: id, Level: p.Level, Title: b.t.fill(p.Title, b.v, n), Parent: parent, Stream: p.Stream,
		Origin: outline.Template, Estimate: p.Estimate.of(b.v), MinChunk: p.Chunk, Milestone: p.Milestone, WholeDay: p.WholeDay, Notes: p.Notes}
	b.dates(p, &node)
	if p.Repeat != nil {
		b.repeat(p, &node)
	}
	b.copies[p.ID] = append(b.copies[p.ID], id)
	b.parts = append(b.parts, placed{p, len(b.out.Nodes), n})
	b.out.Nodes = append(b.out.Nodes, node)
	b.add(p.Parts, id, n, several)
}

func (b *builder) dates(p *Part, n *outline.Node) {
	if p.After != nil {
		n.NotBefore = min(b.deadline, b.start+civil.Date(max(0, p.After.of(b.v))))
	}
	if p.Open != nil {
		n.NotBefore = max(b.start, b.deadline-civil.Date(max(0, p.Open.of(b.v))))
	}
	if p.Due != nil {
		n.Due = b.deadline - b.drawn(p.Due.of(b.v))
		if n.Due < b.start {
			b.note(Warning, "", "%q should be done by %s, which is before the plan begins: do it first", n.Title, n.Due)
			n.Due = b.start
		}
		n.Due = max(n.Due, n.NotBefore)
	}
	if p.Deadline != nil {
		days := max(0, p.Deadline.of(b.v))
		n.Deadline = b.deadline - civil.Date(days)
		if n.Deadline < max(b.start, n.NotBefore) {
			b.note(Warning, "", "%q has to be done %d days before the end, by %s: it is too late for that", n.Title, days, n.Deadline)
			n.Deadline = 0
		} else if n.Due > n.Deadline {
			n.Due = n.Deadline
		}
	}
}

// repeat lets a cycle go on to its due day, or to the end of the plan.
func (b *builder) repeat(p *Part, n *outline.Node) {
	if n.NotBefore == 0 {
		n.NotBefore = b.start
	}
	last := b.deadline
	if n.Due != 0 {
		last, n.Due = n.Due, 0
	}
	period := p.Repeat.Every * map[outline.Unit]int{outline.Day: 1, outline.Week: 7, outline.Month: 31}[p.Repeat.Unit]
	times := max(1, (int(last-n.NotBefore)+1)/period)
	if p.Repeat.Times != nil {
		times = min(times, p.Repeat.Times.of(b.v))
	}
	n.Repeat = outline.Repeat{Every: p.Repeat.Every, Unit: p.Repeat.Unit, Times: min(times, outline.MaxTimes)}
}

// depend resolves dependencies once all nodes are there.
func (b *builder) depend() {
	for _, at := range b.parts {
		node := &b.out.Nodes[at.node]
		for _, d := range at.part.Depends {
			b.on(node, at, d)
		}
		if at.part.Chain && at.n > 1 {
			node.Depends = append(node.Depends, outline.Dependency{On: at.part.ID + "-" + strconv.Itoa(at.n-1)})
		}
	}
}

// on lets a node depend on a part: on the same of several where both are below
// what is there several times, else on all. Instead of a part that was left out
// it depends on what that depends on.
func (b *builder) on(node *outline.Node, at placed, d Depends) {
	if gone := b.dropped[d.On]; gone != nil {
		for _, e := range gone.Depends {
			b.on(node, at, e)
		}
		return
	}
	ids := b.copies[d.On]
	if s := b.several[d.On]; s != "" && s == b.several[at.part.ID] && at.n > 0 {
		ids = ids[at.n-1 : at.n]
	}
	for _, id := range ids {
		add := outline.Dependency{On: id, Kind: d.Kind, Lag: d.lag()}
		if !has(node.Depends, add) {
			node.Depends = append(node.Depends, add)
		}
	}
}

func has(all []outline.Dependency, d outline.Dependency) bool {
	for _, e := range all {
		if e == d {
			return true
		}
	}
	return false
}

// capacity holds the work against the hours that there are.
func (b *builder) capacity() {
	if b.t.Capacity == "" {
		return
	}
	hours := b.v[b.t.Capacity].Number
	room, work := hours*(int(b.deadline-b.start)+1)/7, (outline.Work(b.out)["goal"]+59)/60
	if needs := b.t.Needs.of(b.v); needs > min(work, room) {
		b.note(Warning, "", "it usually takes %d hours to get there, and by %s this plan has %d: enough for part of the way", needs, b.deadline, min(work, room))
	}
}

// length holds what has to follow each other, with its waiting, against the
// days that there are.
func (b *builder) length() {
	activities, links := outline.Network(b.out)
	timing, err := network.Analyse(activities, links, nil)
	if err != nil {
		return // Check tells it
	}
	const day = 24 * 60
	if need, have := (timing.End+day-1)/day, int(b.deadline-b.start)+1; need > have {
		b.note(Warning, "", "tasks that have to follow each other take %d days, waiting included, but you have %d: choose a later last day", need, have)
	}
}
