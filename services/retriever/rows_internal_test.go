package retriever

import (
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// ofHours is a schema of one number, and data by it.
func ofHours(t *testing.T, hours float64) (*commonv1.DomainSchema, *structpb.Struct) {
	t.Helper()
	schema, err := structpb.NewStruct(map[string]any{"type": "object", "properties": map[string]any{"hours": map[string]any{"type": "number"}}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := structpb.NewStruct(map[string]any{"sleep": map[string]any{"hours": hours}})
	if err != nil {
		t.Fatal(err)
	}
	return &commonv1.DomainSchema{Domain: "sleep", JsonSchema: schema}, data
}

func TestRowsAreThoseOfTheDataAsItIsNow(t *testing.T) {
	t.Parallel()
	schema, seven := ofHours(t, 7)
	_, eight := ofHours(t, 8)
	reader := observation.NewReader([]*commonv1.DomainSchema{schema})
	var rows rowReader
	entry := func(data *structpb.Struct) *commonv1.Entry {
		return &commonv1.Entry{Id: "2026-01-05_09-00-00", Date: "2026-01-05", DomainData: data}
	}
	first := rows.of(reader, "a")(entry(seven), true)
	if len(first) != 1 || first[0].GetValue() != 7 {
		t.Fatalf("rows are %v, want one of seven hours", first)
	}
	if again := rows.of(reader, "a")(entry(seven), true); len(again) != 1 || again[0] != first[0] {
		t.Error("what was read is read again")
	}
	if now := rows.of(reader, "a")(entry(eight), true); len(now) != 1 || now[0].GetValue() != 8 {
		t.Errorf("after a correction rows are %v, want one of eight hours", now)
	}
	if other := rows.of(observation.NewReader(nil), "b")(entry(seven), true); len(other) != 0 {
		t.Errorf("by domains that declare nothing rows are %v", other)
	}
}
