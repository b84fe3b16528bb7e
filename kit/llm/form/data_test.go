package form_test

import (
	"encoding/json"
	"testing"

	"github.com/weft-mesh/weft/kit/llm/form"
)

func schemaOf(t *testing.T, text string) map[string]any {
	t.Helper()
	var s map[string]any
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

const lifting = `{"type":"object","required":["exercise"],"properties":{
	"exercise":{"type":"string"},
	"load":{"$ref":"#/$defs/quantity"},
	"kind":{"type":"string","enum":["warm-up","work"]},
	"odd":{"oneOf":[{"type":"string"},{"type":"number"}]},
	"self":{"$ref":"#/$defs/loop"}},
	"$defs":{
		"quantity":{"type":"object","required":["value"],"properties":{"value":{"type":"number","minimum":0},"unit":{"type":"string"}}},
		"loop":{"type":"object","required":["again"],"properties":{"again":{"$ref":"#/$defs/loop"}}}}}`

func TestDataIsAskedForPartByPart(t *testing.T) {
	t.Parallel()
	f := form.OfData("note", form.Part{Name: "strength", About: "Lifting.", Schema: schemaOf(t, lifting)})
	want := `{"type":"object","properties":{"strength":{"anyOf":[{"type":"object","description":"Lifting.","properties":{` +
		`"exercise":{"type":"string"},` +
		`"kind":{"anyOf":[{"type":"string","enum":["warm-up","work"]},{"type":"null"}]},` +
		`"load":{"anyOf":[{"type":"object","properties":{"unit":{"anyOf":[{"type":"string"},{"type":"null"}]},"value":{"type":"number"}},"required":["unit","value"],"additionalProperties":false},{"type":"null"}]}},` +
		`"required":["exercise","kind","load"],"additionalProperties":false},{"type":"null"}]}},"required":["strength"],"additionalProperties":false}`
	if got := string(f.Schema(form.Dialect{})); got != want {
		t.Errorf("schema is\n%s\nwant\n%s", got, want)
	}
}

func TestDataIsReadWithoutItsNulls(t *testing.T) {
	t.Parallel()
	f := form.OfData("note", form.Part{Name: "strength", Schema: schemaOf(t, lifting)}, form.Part{Name: "sleep", Schema: schemaOf(t, lifting)})
	data, problems, ok := f.Read(`{"strength":{"exercise":"squat","kind":null,"load":{"unit":"kg","value":-3}},"sleep":null}`)
	if !ok || len(problems) != 1 || problems[0].String() != "strength.load.value is -3, out of range" {
		t.Fatalf("ok %v, problems %v", ok, problems)
	}
	got, _ := json.Marshal(data)
	if string(got) != `{"strength":{"exercise":"squat"}}` {
		t.Errorf("read %s", got)
	}
}
