package peer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Form is a JSON schema as Weft writes them, its properties in their order.
type Form struct {
	Type       string     `json:"type"`
	Properties properties `json:"properties"`
	Items      *Form      `json:"items"`
	Enum       []string   `json:"enum"`
	AnyOf      []*Form    `json:"anyOf"`
	MinItems   int        `json:"minItems"`
	MaxItems   int        `json:"maxItems"`
	MinLength  int        `json:"minLength"`
	MaxLength  int        `json:"maxLength"`
	Minimum    *float64   `json:"minimum"`
	Maximum    *float64   `json:"maximum"`
}

// properties are the fields of an object.
type properties []property

type property struct {
	name string
	form *Form
}

// UnmarshalJSON reads an object and keeps its order.
func (p *properties) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		name, ok := key.(string)
		if !ok {
			return fmt.Errorf("%v is no name", key)
		}
		var f Form
		if err := dec.Decode(&f); err != nil {
			return err
		}
		*p = append(*p, property{name, &f})
	}
	return nil
}

func readForm(schema []byte) (*Form, error) {
	var f Form
	if err := json.Unmarshal(schema, &f); err != nil {
		return nil, err
	}
	if f.Type != "object" {
		return nil, errors.New("the schema is no object's")
	}
	return &f, nil
}

// signs are fields that only one agent's form has.
var signs = map[string]string{
	"log_portion": "router", "ask": "synthesizer", "faults": "evaluator", "remember": "observer", "edits": "parser", "changes": "parser",
}

// agent tells whose form it is.
func (f *Form) agent() string {
	for _, p := range f.Properties {
		if who := signs[p.name]; who != "" {
			return who
		}
	}
	return ""
}

// Fill fills a form in with whatever it allows. text gives the texts, by the name
// of their field.
func (f *Form) Fill(r *rand.Rand, text func(field string) string) string {
	var b strings.Builder
	f.fill(&b, r, "", text)
	return b.String()
}

func (f *Form) fill(b *strings.Builder, r *rand.Rand, field string, text func(string) string) {
	switch {
	case len(f.AnyOf) > 0:
		f.AnyOf[r.IntN(len(f.AnyOf))].fill(b, r, field, text)
	case len(f.Enum) > 0:
		literal(b, f.Enum[r.IntN(len(f.Enum))])
	case f.Type == "object":
		b.WriteByte('{')
		for i, p := range f.Properties {
			if i > 0 {
				b.WriteByte(',')
			}
			literal(b, p.name)
			b.WriteByte(':')
			p.form.fill(b, r, p.name, text)
		}
		b.WriteByte('}')
	case f.Type == "array":
		n := f.MinItems + r.IntN(3)
		if f.MaxItems > 0 {
			n = min(n, f.MaxItems)
		}
		b.WriteByte('[')
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			f.Items.fill(b, r, field, text)
		}
		b.WriteByte(']')
	case f.Type == "string":
		literal(b, f.fit(text(field)))
	case f.Type == "integer":
		literal(b, int(f.between(r)))
	case f.Type == "number":
		literal(b, f.between(r))
	case f.Type == "boolean":
		literal(b, r.IntN(2) == 0)
	default:
		b.WriteString("null")
	}
}

// fit makes a text as long as it may be.
func (f *Form) fit(s string) string {
	for len([]rune(s)) < f.MinLength {
		s += "x"
	}
	if runes := []rune(s); f.MaxLength > 0 && len(runes) > f.MaxLength {
		s = string(runes[:f.MaxLength])
	}
	return s
}

func (f *Form) between(r *rand.Rand) float64 {
	from, to := 0.0, 20.0
	if f.Minimum != nil {
		from, to = *f.Minimum, *f.Minimum+20
	}
	if f.Maximum != nil {
		to = *f.Maximum
	}
	return float64(int(from + r.Float64()*(to-from)))
}

func literal(b *strings.Builder, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and finite numbers only
	}
	b.Write(data)
}

// Takes reports whether a text is an object with this form's fields.
func (f *Form) Takes(text string) bool {
	var got map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &got) != nil {
		return false
	}
	for _, p := range f.Properties {
		if _, ok := got[p.name]; !ok {
			return false
		}
	}
	return true
}
