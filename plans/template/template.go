// Package template fills in plans that are written once and used again: where their texts
// have {{name}}, a value is put. A template is read as a plan first and filled in then, so
// that no value adds a step, a tool or an argument: it stays a text in the place it is put.
package template

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/canonical"
)

// A File is a template as it lies in a folder.
type File struct {
	Name    string
	Source  string          // its path, for people
	Content *planv1.Content // nil if it can't be used
	Problem string          // why
}

// place is where a value is put: {{name}}, or {{name|number}} for one that is written as a
// number in arguments, where it is a string of its own.
var place = regexp.MustCompile(`\{\{ *([A-Za-z][A-Za-z0-9_-]*)( *\| *number)? *\}\}`)

// Names returns what a plan has places for, sorted, each once.
func Names(c *planv1.Content) []string {
	names := map[string]bool{}
	f := filler{value: func(name string) string { names[name] = true; return "0" }}
	_, _ = f.content(c)
	return slices.Sorted(maps.Keys(names))
}

// Fill returns a plan with values put in their places. Each place needs a value of one line,
// and each value a place.
func Fill(c *planv1.Content, values map[string]string) (*planv1.Content, error) {
	names := Names(c)
	for _, name := range names {
		if _, given := values[name]; !given {
			return nil, fmt.Errorf("the plan has a place for %q, and there is no value for it; it needs %s", name, strings.Join(names, ", "))
		}
	}
	for name, value := range values {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("the plan has no place for %q%s", name, listed(names))
		}
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return nil, fmt.Errorf("the value of %q has more than one line, or controls", name)
		}
	}
	f := filler{value: func(name string) string { return values[name] }}
	return f.content(c)
}

func listed(names []string) string {
	if len(names) == 0 {
		return "; it has none"
	}
	return "; it has places for " + strings.Join(names, ", ")
}

type filler struct{ value func(name string) string }

func (f filler) content(c *planv1.Content) (*planv1.Content, error) {
	out := proto.CloneOf(c)
	out.Objective, out.Context = f.text(c.GetObjective()), f.text(c.GetContext())
	for i, r := range out.GetRisks() {
		out.Risks[i] = f.text(r)
	}
	var wrong []error
	for _, s := range out.GetSteps() {
		s.Description, s.Target = f.text(s.GetDescription()), f.text(s.GetTarget())
		args, err := f.arguments(s.GetArguments())
		if err != nil {
			wrong = append(wrong, fmt.Errorf("step %s: %w", s.GetId(), err))
			continue
		}
		s.Arguments = args
	}
	return out, errors.Join(wrong...)
}

func (f filler) text(s string) string {
	return place.ReplaceAllStringFunc(s, func(at string) string { return f.value(place.FindStringSubmatch(at)[1]) })
}

// arguments fills in the strings of a JSON object. Names and what is taken from other steps
// stay as they are.
func (f filler) arguments(args string) (string, error) {
	if !place.MatchString(args) {
		return args, nil
	}
	d := json.NewDecoder(strings.NewReader(args))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return "", fmt.Errorf("the arguments: %w", err)
	}
	v, err := f.fill(v)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	form, err := canonical.JSON(out.Bytes())
	return string(form), err
}

func (f filler) fill(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case map[string]any:
		if _, taken := v["$from"]; taken {
			return v, nil
		}
		for name, of := range v {
			if v[name], err = f.fill(of); err != nil {
				return nil, err
			}
		}
	case []any:
		for i, of := range v {
			if v[i], err = f.fill(of); err != nil {
				return nil, err
			}
		}
	case string:
		m := place.FindStringSubmatch(v)
		if m == nil || m[0] != v || m[2] == "" {
			return f.text(v), nil
		}
		n := f.value(m[1])
		if !number.MatchString(n) {
			return nil, fmt.Errorf("the value of %q is no number: %q", m[1], n)
		}
		return json.Number(n), nil
	}
	return v, nil
}

// number is a number of JSON.
var number = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)
