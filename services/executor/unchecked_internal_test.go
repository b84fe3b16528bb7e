package executor

import (
	"slices"
	"strings"
	"testing"
)

// What can't be checked here is left to the server, and nothing else is.
func TestOddSchemasAreCheckedAsFarAsTheyCanBe(t *testing.T) {
	t.Parallel()
	property := func(schema string) string {
		return `{"type":"object","properties":{"a":` + schema + `,"b":{"type":"integer"}},"required":["b"]}`
	}
	for name, c := range map[string]struct {
		schema, unchecked string
		good, bad         []string
	}{
		"an e-mail's pattern, as zod has it": {property(`{"type":"string","pattern":"^(?!\\.)(?!.*\\.\\.)([a-z0-9_'+\\-\\.]*)@([a-z0-9]*\\.)+[a-z]{2,}$"}`),
			"/properties/a/pattern", []string{`{"a":"x@y.org","b":1}`}, []string{`{"a":7,"b":1}`, `{"a":"x@y.org"}`}},
		"looking behind":            {property(`{"pattern":"(?<=a)b"}`), "/properties/a/pattern", []string{`{"a":"ab","b":1}`}, []string{`{"b":"1"}`}},
		"a script":                  {property(`{"pattern":"\\p{Script=Greek}"}`), "/properties/a/pattern", []string{`{"a":"α","b":1}`}, []string{`{}`}},
		"many times":                {property(`{"pattern":"^a{1,2000}$"}`), "/properties/a/pattern", []string{`{"a":"aa","b":1}`}, []string{`{}`}},
		"patterns of names":         {`{"patternProperties":{"(?=x)":{"type":"string"},"^y":{"type":"integer"}},"additionalProperties":false}`, "/additionalProperties /patternProperties/(?=x)", []string{`{"x":1,"z":2}`}, []string{`{"y":"1"}`}},
		"what must not be":          {property(`{"not":{"pattern":"(?=x)"}}`), "/properties/a/not /properties/a/not/pattern", []string{`{"a":"y","b":1}`}, []string{`{}`}},
		"one of several":            {property(`{"oneOf":[{"pattern":"(?=x)"},{"type":"string"}]}`), "/properties/a/oneOf /properties/a/oneOf/0/pattern", []string{`{"a":"y","b":1}`}, []string{`{}`}},
		"a property named pattern":  {`{"properties":{"pattern":{"type":"string"},"not":{"type":"integer"},"oneOf":{"pattern":"(?=x)"}}}`, "/properties/oneOf/pattern", []string{`{"pattern":"(","not":1}`}, []string{`{"pattern":1}`, `{"not":"x"}`}},
		"draft 4":                   {`{"$schema":"http://json-schema.org/draft-04/schema#","id":"x","properties":{"a":{"minimum":0,"exclusiveMinimum":true},"b":{"maximum":5,"exclusiveMaximum":false}}}`, "", []string{`{"a":1,"b":5}`}, []string{`{"a":0}`, `{"b":6}`}},
		"draft 6":                   {`{"$schema":"http://json-schema.org/draft-06/schema#","properties":{"a":{"items":[{"type":"string"}],"additionalItems":false}}}`, "", []string{`{"a":["x"]}`}, []string{`{"a":[1]}`, `{"a":["x",1]}`}},
		"2019-09":                   {`{"$schema":"https://json-schema.org/draft/2019-09/schema","properties":{"a":{"items":[{"type":"string"}],"additionalItems":false}}}`, "", []string{`{"a":["x"]}`}, []string{`{"a":[1]}`, `{"a":["x",1]}`}},
		"a draft that nobody knows": {`{"$schema":"https://example.org/mine","type":"object","required":["a"]}`, "/$schema", []string{`{"a":1}`}, []string{`{}`}},
		"null, as OpenAPI has it":   {property(`{"type":"string","nullable":true,"enum":["x"]}`), "", []string{`{"a":null,"b":1}`, `{"a":"x","b":1}`}, []string{`{"a":"y","b":1}`, `{"a":1,"b":1}`}},
		"a reference to elsewhere":  {property(`{"$ref":"https://example.org/schema"}`), "/properties/a/$ref", []string{`{"a":1,"b":1}`}, []string{`{}`}},
		"a reference to an anchor":  {`{"properties":{"a":{"$ref":"#x"},"b":{"$anchor":"x","type":"integer"}}}`, "/properties/a/$ref", []string{`{"a":"1","b":1}`}, []string{`{"b":"1"}`}},
		"a type that is none":       {property(`{"type":"any"}`), "/properties/a/type", []string{`{"a":1,"b":1}`}, []string{`{}`}},
		"a keyword of another form": {property(`{"type":"string","required":true,"minLength":"3"}`), "/properties/a/minLength /properties/a/required", []string{`{"a":"x","b":1}`}, []string{`{"a":1,"b":1}`}},
		"a circle":                  {`{"$ref":"#"}`, "", nil, nil},
	} {
		schema, unchecked := readSchema([]byte(c.schema))
		if name == "a circle" {
			if schema != nil || !slices.Equal(unchecked, []string{""}) {
				t.Errorf("%s: %v", name, unchecked)
			}
			continue
		}
		if got := strings.Join(unchecked, " "); got != c.unchecked || schema == nil {
			t.Errorf("%s: unchecked is %q, want %q", name, got, c.unchecked)
			continue
		}
		for _, good := range c.good {
			if err := fits(schema, []byte(good)); err != nil {
				t.Errorf("%s: %s is refused: %v", name, good, err)
			}
		}
		for _, bad := range c.bad {
			if fits(schema, []byte(bad)) == nil {
				t.Errorf("%s: %s is taken", name, bad)
			}
		}
	}
}
