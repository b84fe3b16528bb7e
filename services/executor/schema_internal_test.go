package executor

import (
	"fmt"
	"strings"
	"testing"
)

func TestASchemaThatNoValueIsHeldAgainstInGoodTimeIsRefused(t *testing.T) {
	t.Parallel()
	var laughs strings.Builder
	for i := range 40 {
		fmt.Fprintf(&laughs, `"l%d":{"allOf":[{"$ref":"#/$defs/l%d"},{"$ref":"#/$defs/l%d"}]},`, i, i+1, i+1)
	}
	for name, schema := range map[string]string{
		"to itself":        `{"$ref":"#"}`,
		"in a circle":      `{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}}`,
		"twice as many":    `{"$ref":"#/$defs/l0","$defs":{` + laughs.String() + `"l40":{}}}`,
		"elsewhere":        `{"$ref":"https://example.org/schema"}`,
		"to a file":        `{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`,
		"to nothing":       `{"$ref":"#/$defs/nothing"}`,
		"dynamically":      `{"$dynamicRef":"#a","$dynamicAnchor":"a"}`,
		"another base":     `{"properties":{"a":{"$id":"b","$ref":"#/c"}}}`,
		"no object":        `true`,
		"of another draft": `{"$schema":"http://json-schema.org/draft-03/schema#"}`,
		"a broken pattern": `{"pattern":"("}`,
		"type":             `{"type":7}`,
	} {
		if _, err := compile([]byte(schema)); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}

func TestArgumentsAreHeldAgainstTheSchema(t *testing.T) {
	t.Parallel()
	const tree = `{"$schema":"http://json-schema.org/draft-07/schema","type":"object","properties":{
		"name":{"type":"string"},"of":{"type":"array","items":{"$ref":"#"}},"not":{"$ref":"#/definitions/n"},"$ref":{"type":"string"}},
		"definitions":{"n":{"type":"integer","minimum":1}},"required":["name"]}`
	schema, err := compile([]byte(tree))
	if err != nil {
		t.Fatal(err)
	}
	for arguments, want := range map[string]string{
		`{"name":"a","of":[{"name":"b","of":[]}],"not":1}`: "",
		`{"name":"a","of":[{"of":[]}]}`:                    `missing properties: ["name"]`,
		`{"name":"a","not":0}`:                             "minimum: 0",
		`{"name":7}`:                                       `/name: type: 7 has type "integer", want "string"`,
	} {
		err := fits(schema, []byte(arguments))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", arguments, err, want)
		}
	}
}

func TestADifferenceIsToldWhereItIs(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 1000)
	was := definition{Server: `["mail"]`, Description: long + " and nothing else", InputSchema: []byte(`{"a/b":{"type":"string"},"c":[]}`)}
	is := was
	is.Server, is.Description = `["mail","-x"]`, long+" and\x1b[2J\u202everything"
	is.InputSchema = []byte(`{"a/b":{"type":"integer"},"d":{}}`)
	got := difference(was, is)
	for _, want := range []string{
		`server was "[\"mail\"]", is "[\"mail\",\"-x\"]"`, `and\x1b[2J\u202everything"`, `…"aaa`,
		`input schema "/a~1b/type" was "string", is "integer"`, `"/c" is gone: "[]"`, `"/d" is new: "{}"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
	for i := range 100 {
		is.InputSchema = fmt.Appendf(is.InputSchema[:len(is.InputSchema)-1], `,"n%d":1}`, i)
	}
	if got := difference(was, is); len(got) > 5000 || !strings.HasSuffix(got, "more") {
		t.Errorf("many differences take %d bytes: …%s", len(got), got[len(got)-40:])
	}
	if got := difference(was, was); got != "" {
		t.Errorf("no difference is told as %q", got)
	}
}
