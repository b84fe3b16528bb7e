package pattern

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/stable"
)

// Accept says why a parameter can't have a value.
func (t *Template) Accept(name string, v Value) error {
	p := t.param(name)
	if p == nil {
		return fmt.Errorf("%s has no parameter %q", t.Name, name)
	}
	if p.Choices == nil {
		if v.Text != "" || v.Number < p.Min || v.Number > p.Max {
			return fmt.Errorf("%s is %.40q; it has to be a number from %d to %d", name, v, p.Min, p.Max)
		}
		return nil
	}
	if !slices.Contains(p.all(), v.Text) {
		return fmt.Errorf("%s is %.40q; it has to be one of %s", name, v, strings.Join(p.all(), ", "))
	}
	return nil
}

// Question asks for a parameter.
type Question struct {
	Param   string
	Text    string
	Choices []Choice
	Default Value // what is taken without an answer
	Min     int
	Max     int
}

// Questions returns what is still to be asked, what the plan depends on most
// first.
func (t *Template) Questions(known Values) []Question {
	missing := slices.DeleteFunc(slices.Clone(t.Params), func(p Param) bool {
		_, ok := known[p.Name]
		return ok
	})
	stable.Sort(missing, func(a, b Param) int { return cmp.Compare(b.Worth, a.Worth) })
	var out []Question
	for _, p := range missing {
		out = append(out, Question{p.Name, p.Question, p.Choices, p.Default, p.Min, p.Max})
	}
	return out
}

// fill puts a title's parameters in.
func (t *Template) fill(title string, v Values, n int) string {
	return placeholder.ReplaceAllStringFunc(title, func(m string) string {
		key := strings.Trim(m, "{}")
		if key == "n" {
			return fmt.Sprint(n)
		}
		p := t.param(key)
		for _, c := range p.Choices {
			if c.Value == v[key].Text && c.Label != "" {
				return c.Label
			}
		}
		return v[key].String()
	})
}
