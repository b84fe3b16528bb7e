package extract_test

import (
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestWhetherAValueKeepsItsSchema(t *testing.T) {
	t.Parallel()
	schema, err := structpb.NewStruct(map[string]any{
		"type": "object", "additionalProperties": false,
		"properties": map[string]any{
			"runs":  map[string]any{"type": "array", "items": map[string]any{"$ref": "#/$defs/run"}},
			"steps": map[string]any{"type": "number", "minimum": 0},
		},
		"$defs": map[string]any{"run": map[string]any{"type": "object", "required": []any{"km"}, "properties": map[string]any{"km": map[string]any{"type": "number"}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	ex, err := extract.Compile([]*commonv1.DomainSchema{{Domain: "running", JsonSchema: schema}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		domain string
		v      any
		path   []string
		want   bool
	}{
		{"an item", "running", map[string]any{"km": 5.0}, []string{"runs", "[]"}, true},
		{"an item that lacks what it needs", "running", map[string]any{}, []string{"runs", "[]"}, false},
		{"a property", "running", 7.0, []string{"steps"}, true},
		{"a property out of its bounds", "running", -7.0, []string{"steps"}, false},
		{"the whole", "running", map[string]any{"steps": 7.0}, nil, true},
		{"a property that there is not", "running", 7.0, []string{"jumps"}, false},
		{"a whole with what there is not", "running", map[string]any{"jumps": 7.0}, nil, false},
		{"a domain that there is not", "diving", map[string]any{}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := ex.Keeps(c.domain, c.v, c.path...); got != c.want {
				t.Errorf("keeps is %v", got)
			}
		})
	}
}
