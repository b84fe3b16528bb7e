package scripted

import (
	"encoding/json"
	"regexp"
	"strings"
)

// A form is a JSON schema, as far as filling it in with what is known needs it.
type form struct {
	Type       any             `json:"type"` // a name, or several
	Properties map[string]form `json:"properties"`
	Items      *form           `json:"items"`
	AnyOf      []form          `json:"anyOf"`
}

// note keeps the draft that patterns have read.
func note(p prompt, f form) any {
	var draft any
	_ = json.Unmarshal([]byte(p.text("draft")), &draft) // without one all is null
	return f.with(draft)
}

// with fills in a value: what it lacks is null.
func (f form) with(value any) any {
	for _, one := range f.AnyOf {
		if len(one.Properties) > 0 || one.Items != nil {
			f = one
		}
	}
	switch value := value.(type) {
	case map[string]any:
		out := reply{}
		for name, of := range f.Properties {
			out[name] = of.with(value[name])
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			if f.Items != nil {
				out[i] = f.Items.with(v)
			}
		}
		return out
	}
	return value
}

// rightNot is a correction that names what is right and what is wrong.
var rightNot = regexp.MustCompile(`(\d[\d.,]*)[^\d]*(?:,? not|instead of) (\d[\d.,]*)`)

// correct changes the value that the correction calls wrong.
func correct(p prompt, _ form) any {
	changes := []reply{}
	if m := rightNot.FindStringSubmatch(p.text("correction")); m != nil {
		for _, v := range p.all("value") {
			if fields := strings.Fields(v.text[strings.LastIndex(v.text, ":")+1:]); len(fields) > 0 && fields[0] == m[2] {
				changes = append(changes, reply{"field": v.label, "right": m[1]})
			}
		}
	}
	if len(changes) == 0 {
		return reply{"changes": nil}
	}
	return reply{"changes": changes}
}
