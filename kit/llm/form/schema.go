package form

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// A Dialect says which keywords of JSON Schema a provider takes.
type Dialect struct {
	// Bounds is the largest length or count that may stand in a schema; ranges may
	// too. 0: no bounds at all. Reading checks every one anyway.
	Bounds int
}

// schema writes the JSON schema of s, its properties in order.
func (s *shape) schema(d Dialect) json.RawMessage {
	var b bytes.Buffer
	s.write(&b, d)
	return b.Bytes()
}

func (s *shape) write(b *bytes.Buffer, d Dialect) {
	if s.nullable {
		b.WriteString(`{"anyOf":[`)
		inner := *s
		inner.nullable = false
		inner.write(b, d)
		b.WriteString(`,{"type":"null"}]}`)
		return
	}
	b.WriteString(`{"type":`)
	literal(b, kinds[s.kind])
	if s.about != "" {
		b.WriteString(`,"description":`)
		literal(b, s.about)
	}
	switch s.kind {
	case object:
		s.writeFields(b, d)
	case array:
		b.WriteString(`,"items":`)
		s.item.write(b, d)
		s.writeSize(b, d, "minItems", "maxItems")
	case text:
		s.writeSize(b, d, "minLength", "maxLength")
	case choice:
		b.WriteString(`,"enum":`)
		literal(b, s.words)
	case integer, number:
		if d.Bounds > 0 && s.from != nil {
			b.WriteString(`,"minimum":`)
			literal(b, *s.from)
		}
		if d.Bounds > 0 && s.to != nil {
			b.WriteString(`,"maximum":`)
			literal(b, *s.to)
		}
	case boolean:
	}
	b.WriteByte('}')
}

func (s *shape) writeFields(b *bytes.Buffer, d Dialect) {
	b.WriteString(`,"properties":{`)
	for i, f := range s.fields {
		if i > 0 {
			b.WriteByte(',')
		}
		literal(b, f.name)
		b.WriteByte(':')
		f.write(b, d)
	}
	b.WriteString(`},"required":[`)
	for i, f := range s.fields {
		if i > 0 {
			b.WriteByte(',')
		}
		literal(b, f.name)
	}
	b.WriteString(`],"additionalProperties":false`)
}

func (s *shape) writeSize(b *bytes.Buffer, d Dialect, least, most string) {
	for _, bound := range []struct {
		name string
		n    int
	}{{least, s.least}, {most, s.most}} {
		if bound.n > 0 && bound.n <= d.Bounds {
			b.WriteString(`,"` + bound.name + `":` + strconv.Itoa(bound.n))
		}
	}
}

// literal writes a value that can't fail to be written.
func literal(b *bytes.Buffer, v any) {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // strings, lists of them and finite numbers only
	}
	b.Truncate(b.Len() - 1) // the encoder's line end
}
