package form

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Problem is one thing that is wrong with what a model wrote.
type Problem struct {
	Path string // "findings[2].claim", empty for the whole
	Text string // "is missing"
}

func (p Problem) String() string { return strings.TrimSpace(p.Path + " " + p.Text) }

// mostProblems is how many problems one reading reports.
const mostProblems = 20

// A reading collects the problems of one text.
type reading struct{ problems []Problem }

func (r *reading) say(path, format string, args ...any) {
	if len(r.problems) < mostProblems {
		r.problems = append(r.problems, Problem{path, fmt.Sprintf(format, args...)})
	}
}

// read takes from a text what keeps to the shape. It returns false if that can't
// stand as an answer. What can be put right without asking is no problem: text around
// the object, a field that is not asked for, one that may be empty and is missing or
// null, one item in the place of a list, a number in quotation marks, comments, a comma behind
// the last item, a line end within a text.
//
// Of several objects it is one that can stand as an answer; of those the one with the fewest
// problems, then with the most fields that are asked for, then the last.
func (s *shape) read(written string) (any, []Problem, bool) {
	type answer struct {
		value    any
		problems []Problem
		usable   bool
		known    int
	}
	best := answer{problems: []Problem{{"", noObject(written)}}, known: -1}
	for _, o := range s.objects(written) {
		var r reading
		if o.broken != nil {
			r.say("", "the JSON is broken: %v", o.broken)
		}
		a := answer{known: s.known(o.value)}
		a.value, a.usable = s.take(&r, "", o.value)
		a.problems = r.problems
		better := a.known - best.known
		switch {
		case a.usable != best.usable:
			better = -1
			if a.usable {
				better = 1
			}
		case a.usable:
			better = cmp.Or(len(best.problems)-len(a.problems), better)
		}
		if better >= 0 {
			best = a
		}
	}
	return best.value, best.problems, best.usable
}

// take returns the good part of v, false if there is none.
func (s *shape) take(r *reading, path string, v value) (any, bool) {
	if v.is == "null" && (s.nullable || !s.must) {
		return nil, true
	}
	switch s.kind {
	case object:
		return s.takeObject(r, path, v)
	case array:
		return s.takeArray(r, path, v)
	case integer, number:
		return s.takeNumber(r, path, v)
	case boolean:
		if b, ok := v.scalar.(bool); ok {
			return b, true
		}
	case text, choice:
		if t, ok := v.scalar.(string); ok {
			return s.takeString(r, path, t)
		}
		if s.holds && (v.is == "object" || v.is == "array") {
			return s.takeString(r, path, string(v.json(nil)))
		}
	}
	r.say(path, "is %s, not %s", article(v.is), article(kinds[s.kind]))
	return nil, false
}

func (s *shape) takeObject(r *reading, path string, v value) (any, bool) {
	if v.is != "object" {
		r.say(path, "is %s, not an object", article(v.is))
		return nil, false
	}
	out, good, seen := map[string]any{}, true, make([]bool, len(s.fields))
	for _, m := range v.members {
		i, known := s.field(m.name)
		switch {
		case !known:
			continue
		case seen[i]:
			r.say(join(path, m.name), "is there twice")
			continue
		}
		seen[i] = true
		f := &s.fields[i]
		if inner, ok := f.take(r, join(path, m.name), m.value); ok {
			if inner != nil {
				out[m.name] = inner
			}
		} else if f.must {
			good = false
		}
	}
	for i, f := range s.fields {
		if !seen[i] && f.must {
			r.say(join(path, f.name), "is missing")
			good = false
		}
	}
	return out, good
}

func (s *shape) takeArray(r *reading, path string, v value) (any, bool) {
	if v.is != "array" {
		v = value{is: "array", items: []value{v}}
	}
	out := []any{}
	for i, item := range v.items {
		if s.most > 0 && len(out) == s.most {
			r.say(path, "has more than %d items", s.most)
			break
		}
		if inner, ok := s.item.take(r, path+"["+strconv.Itoa(i)+"]", item); ok && inner != nil {
			out = append(out, inner)
		}
	}
	if len(out) < s.least {
		r.say(path, "has fewer than %d good items", s.least)
		return nil, false
	}
	return out, true
}

func (s *shape) takeNumber(r *reading, path string, v value) (any, bool) {
	n, ok := v.scalar.(json.Number)
	if quoted, is := v.scalar.(string); is {
		n, ok = json.Number(strings.TrimSpace(quoted)), true // "47.2"
	}
	if !ok {
		r.say(path, "is %s, not %s", article(v.is), article(kinds[s.kind]))
		return nil, false
	}
	f, err := n.Float64()
	switch {
	case v.is == "string" && err != nil:
		r.say(path, "is a string, not %s", article(kinds[s.kind]))
		return nil, false
	case err != nil || math.IsInf(f, 0):
		r.say(path, "is too large a number")
		return nil, false
	case s.kind == integer && (f != math.Trunc(f) || math.Abs(f) > math.MaxInt32):
		r.say(path, "is %s, not a whole number", n)
		return nil, false
	case s.from != nil && f < *s.from || s.to != nil && f > *s.to:
		r.say(path, "is %s, out of range", n)
		return nil, false
	}
	if s.kind == integer {
		return int64(f), true
	}
	return f, true
}

func (s *shape) takeString(r *reading, path, t string) (any, bool) {
	if s.kind == choice {
		v, ok := s.choose(t)
		if !ok {
			r.say(path, "is %.40q, which is none of %s", t, strings.Join(s.words, ", "))
		}
		return v, ok
	}
	n := utf8.RuneCountInString(t)
	if n < s.least {
		r.say(path, "is shorter than %d characters", s.least)
		return nil, false
	}
	if s.most > 0 && n > s.most {
		r.say(path, "is longer than %d characters", s.most)
		t = string([]rune(t)[:s.most])
	}
	return t, true
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func article(noun string) string {
	if noun == "null" {
		return noun
	}
	if slices.Contains([]byte("aeiou"), noun[0]) {
		return "an " + noun
	}
	return "a " + noun
}
