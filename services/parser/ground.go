package parser

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	llmform "github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// A ground holds data against the text that it was read from. A value stands if
// the text says it, or if the rules have read it there.
type ground struct {
	ex    *extract.Extractor
	in    *input
	rules map[string]any // by domain

	stems   []string // of the text, in its order
	numbers []quantity.Quantity
	clocks  map[string]bool
	units   map[string]bool // that the text names
	names   []extract.Named
	kept    map[string]string // unit by path, of the answer that is held

	data     map[string]any
	problems []llmform.Problem
	lost     []string // paths
}

var digits = regexp.MustCompile(`\d+(?:[.,]\d+)?`)

func newGround(in *input, ex *extract.Extractor, r *reading) *ground {
	text := real(in.req.GetText())
	g := &ground{in: in, ex: ex, rules: r.data.AsMap(), stems: stemsOf(text), clocks: map[string]bool{}, units: map[string]bool{}}
	g.numbers = quantity.Scan(text)
	for _, n := range digits.FindAllString(text, -1) {
		if v, err := strconv.ParseFloat(strings.ReplaceAll(n, ",", "."), 64); err == nil {
			g.numbers = append(g.numbers, quantity.Quantity{Value: v})
		}
	}
	for _, t := range terms(text, ex) {
		if t.clock != "" {
			g.clocks[t.clock] = true
		}
		if t.form == isNumber {
			g.numbers = append(g.numbers, quantity.Quantity{Value: t.number, Unit: t.unit})
		}
	}
	for _, t := range search.Tokens(text) {
		if u, ok := quantity.Canonical(text[t.Start:t.End]); ok {
			g.units[u] = true
		}
	}
	g.names = ex.Names(text)
	return g
}

// real returns a text without what is no event of its writer's, every other byte
// in its place.
func real(text string) string {
	b := []byte(text)
	for _, s := range assertion.Scan(text) {
		for i := s.Start; i < s.End; i++ {
			b[i] = ' '
		}
	}
	return string(b)
}

func stemsOf(text string) []string {
	var out []string
	for _, t := range search.Tokens(text) {
		out = append(out, t.Stem)
	}
	return out
}

// hold takes what stands of an answer and tells what does not.
func (g *ground) hold(got map[string]any) []llmform.Problem {
	g.data, g.problems, g.lost, g.kept = map[string]any{}, nil, nil, map[string]string{}
	whole, err := structpb.NewStruct(got) // makes all numbers alike
	if err != nil {
		return []llmform.Problem{{Text: "holds what is no data"}}
	}
	for _, f := range extract.Fields(whole, g.in.req.GetDomainContext().GetSchemas()) {
		g.kept[f.Path] = f.Kept
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if domain, ok := whole.AsMap()[name].(map[string]any); ok {
			if d := g.domain(name, domain); len(d) > 0 {
				g.data[name] = d
			}
		}
	}
	return g.problems
}

// domain takes what stands of a domain's data.
func (g *ground) domain(name string, data map[string]any) map[string]any {
	out := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(data)) {
		path := name + "." + key
		list, many := data[key].([]any)
		if !many {
			if v, ok := g.value(name, path, data[key]); ok && g.keeps(name, path, v, key) {
				out[key] = v
			}
			continue
		}
		have, _ := g.rules[name].(map[string]any)
		byRules, _ := have[key].([]any)
		var items []any
		for i, x := range list {
			v, ok := g.value(name, fmt.Sprintf("%s[%d]", path, i), x)
			if !ok || !g.keeps(name, fmt.Sprintf("%s[%d]", path, i), v, key, "[]") {
				continue
			}
			if count(items, v) >= max(1, count(byRules, v)) {
				g.say(fmt.Sprintf("%s[%d]", path, i), "is told once in the note")
				continue
			}
			items = append(items, v)
		}
		if len(items) > 0 {
			out[key] = items
		}
	}
	if len(out) > 0 && !g.keeps(name, name, out) {
		return nil
	}
	return out
}

func count(items []any, v any) int {
	n := 0
	for _, x := range items {
		if reflect.DeepEqual(x, v) {
			n++
		}
	}
	return n
}

func (g *ground) keeps(domain, path string, v any, at ...string) bool {
	if g.ex.Keeps(domain, v, at...) {
		return true
	}
	g.say(path, "does not keep the schema")
	return false
}

func (g *ground) say(path, text string) {
	g.problems = append(g.problems, llmform.Problem{Path: path, Text: text})
	g.lost = append(g.lost, path)
}

// settle puts what stands into a reading. What the rules have read and the model
// has not stays: a domain, a field of it, a list that is longer.
func (g *ground) settle(r *reading) {
	out := g.rules
	changed := false
	for name, v := range g.data {
		got, _ := v.(map[string]any)
		had, _ := out[name].(map[string]any)
		merged := maps.Clone(got)
		for key, x := range had {
			long, _ := x.([]any)
			mine, many := merged[key].([]any)
			if _, ok := merged[key]; !ok || many && len(mine) < len(long) {
				merged[key] = x
			}
		}
		if !reflect.DeepEqual(merged, had) && g.ex.Keeps(name, merged) {
			out[name], changed = merged, true
		}
	}
	if data, err := structpb.NewStruct(out); err == nil && changed {
		r.data, r.confidence = data, 0.8
	}
	for _, p := range g.problems {
		r.notes = append(r.notes, fmt.Sprintf("Left out of what a model read: %s.", p))
	}
	for _, path := range g.lost {
		if !slices.Contains(r.uncertain, path) {
			r.uncertain = append(r.uncertain, path)
		}
	}
	if len(g.lost) > 0 {
		r.confidence = min(r.confidence, 0.6)
	}
}
