package query

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

//go:embed grammar.txt
var grammarText string

// A rule is what the phrases of one section of the grammar do.
type rule struct {
	order     int // where the section stands
	does      effect
	wanted    commonv1.Wanted
	aggregate commonv1.Aggregate
	group     commonv1.GroupBy
	operator  commonv1.Operator
	tasks     commonv1.TaskState
	measures  []string // names in order of preference; "*length" is a dimension
	dimension string
}

// An effect is what a phrase does besides, as grammar.txt explains it.
type effect uint32

const (
	filler effect = 1 << iota
	frame
	point
	dummy
	owner
	self
	present
	bygone
	leads
	total
	count
	amount
	latest
	comparative
	versus
	than
	both
	with
	without
	start
	change
	which
	foreignWord
	permission
	agenda
)

var effects = map[string]effect{
	"filler": filler, "frame": frame, "point": point, "dummy": dummy, "owner": owner, "self": self, "present": present, "bygone": bygone,
	"leads": leads, "total": total, "count": count, "amount": amount, "latest": latest, "comparative": comparative, "versus": versus,
	"than": than, "both": both, "with": with, "without": without, "start": start, "change": change, "which": which, "foreign": foreignWord, "permission": permission, "agenda": agenda,
}

// has reports whether a rule has one of some effects.
func (r *rule) has(what effect) bool { return r.does&what != 0 }

// A phrase is words that a rule is about.
type phrase struct {
	words []string
	rule  *rule
}

// A grammar has the phrases by their first words, the longest first.
type grammar struct {
	phrases map[string][]phrase
	generic map[string][]string // dimension to the names of the number that its unit means
	foreign map[string]bool
}

var grammarOnce = sync.OnceValue(func() *grammar {
	g, err := parseGrammar(grammarText)
	if err != nil {
		panic("query: grammar.txt: " + err.Error()) // it is embedded, and a test reads it
	}
	return g
})

func parseGrammar(text string) (*grammar, error) {
	g := &grammar{phrases: map[string][]phrase{}, generic: map[string][]string{}, foreign: map[string]bool{}}
	var r *rule
	sections := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			sections++
			r = &rule{order: sections}
			for effect := range strings.SplitSeq(strings.Trim(line, "[]"), ";") {
				if err := r.apply(strings.TrimSpace(effect)); err != nil {
					return nil, err
				}
			}
			if r.dimension != "" {
				g.generic[r.dimension] = r.measures
			}
		case r == nil:
			return nil, fmt.Errorf("%q stands before the first section", line)
		default:
			for p := range strings.SplitSeq(line, ",") {
				g.add(strings.Fields(p), r)
			}
		}
	}
	for _, ps := range g.phrases {
		slices.SortStableFunc(ps, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	return g, nil
}

// add adds a phrase with all its alternatives.
func (g *grammar) add(parts []string, r *rule) {
	ways := [][]string{nil}
	for _, part := range parts {
		word, optional := strings.CutSuffix(part, "?")
		var next [][]string
		for _, way := range ways {
			for w := range strings.SplitSeq(word, "|") {
				next = append(next, append(slices.Clone(way), w))
			}
			if optional {
				next = append(next, way)
			}
		}
		ways = next
	}
	for _, way := range ways {
		switch {
		case len(way) == 0:
		case r.has(foreignWord):
			g.foreign[way[0]] = true
		default:
			g.phrases[way[0]] = append(g.phrases[way[0]], phrase{way, r})
		}
	}
}

// apply adds an effect to a rule.
func (r *rule) apply(effect string) error {
	name, value, _ := strings.Cut(effect, " ")
	if flag := effects[name]; flag != 0 {
		r.does |= flag
		return nil
	}
	known := true
	switch name {
	case "measure":
		r.measures = strings.Split(value, "/")
	case "dimension":
		r.dimension = value
	case "wanted":
		known = enum(&r.wanted, commonv1.Wanted_value, "WANTED_"+value)
	case "aggregate":
		known = enum(&r.aggregate, commonv1.Aggregate_value, "AGGREGATE_"+value)
	case "group":
		known = enum(&r.group, commonv1.GroupBy_value, "GROUP_BY_"+value)
	case "tasks":
		known = enum(&r.tasks, commonv1.TaskState_value, "TASK_STATE_"+value)
	case "operator":
		known = enum(&r.operator, commonv1.Operator_value, "OPERATOR_"+value)
	default:
		known = false
	}
	if !known {
		return fmt.Errorf("no effect is called %q", effect)
	}
	return nil
}

func enum[E ~int32](into *E, values map[string]int32, name string) bool {
	v, ok := values[name]
	*into = E(v)
	return ok
}
