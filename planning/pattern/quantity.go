package pattern

import (
	"fmt"
	"strconv"
)

// Value is that of a parameter: a number, or the text of a choice.
type Value struct {
	Number int
	Text   string
}

// Number returns the value of a number.
func Number(n int) Value { return Value{Number: n} }

// Text returns the value of a choice.
func Text(s string) Value { return Value{Text: s} }

func (v Value) String() string {
	if v.Text != "" {
		return v.Text
	}
	return strconv.Itoa(v.Number)
}

// UnmarshalYAML reads a number or a text.
func (v *Value) UnmarshalYAML(unmarshal func(any) error) error {
	if unmarshal(&v.Number) == nil {
		return nil
	}
	return unmarshal(&v.Text)
}

// Values are those of parameters, by name.
type Values map[string]Value

// Quantity is a sum of terms.
type Quantity []Term

// Term is a number, so many for each of a parameter, or what a parameter's value
// stands for.
type Term struct {
	Base   int            `yaml:"base"`
	Per    string         `yaml:"per"`
	Each   int            `yaml:"each"`
	By     string         `yaml:"by"`
	Values map[string]int `yaml:"values"`
}

// UnmarshalYAML reads a number or a list of terms.
func (q *Quantity) UnmarshalYAML(unmarshal func(any) error) error {
	var n int
	if unmarshal(&n) == nil {
		*q = Quantity{{Base: n}}
		return nil
	}
	var terms []Term
	if err := unmarshal(&terms); err != nil {
		return err
	}
	*q = terms
	return nil
}

// of works a quantity out.
func (q Quantity) of(v Values) int {
	sum := 0
	for _, t := range q {
		sum += t.Base + t.Each*v[t.Per].Number + t.Values[v[t.By].String()]
	}
	return sum
}

// check says what of a quantity no parameter gives.
func (q Quantity) check(t *Template) error {
	for _, term := range q {
		if term.Per != "" {
			if p := t.param(term.Per); p == nil || p.Choices != nil {
				return fmt.Errorf("per %q is no parameter that is a number", term.Per)
			}
		}
		if term.By == "" {
			if term.Values != nil {
				return fmt.Errorf("values need by, the parameter that they are for")
			}
			continue
		}
		p := t.param(term.By)
		if p == nil {
			return fmt.Errorf("by %q is no parameter", term.By)
		}
		for _, value := range p.all() {
			if _, ok := term.Values[value]; !ok {
				return fmt.Errorf("by %s has no value for %q", term.By, value)
			}
		}
		if len(term.Values) != len(p.all()) {
			return fmt.Errorf("by %s has a value that the parameter can't have", term.By)
		}
	}
	return nil
}

// all are the values that a parameter may have.
func (p *Param) all() []string {
	var out []string
	for _, c := range p.Choices {
		out = append(out, c.Value)
	}
	for n := p.Min; n <= p.Max && p.Choices == nil; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

func (t *Template) param(name string) *Param {
	for i := range t.Params {
		if t.Params[i].Name == name {
			return &t.Params[i]
		}
	}
	return nil
}
