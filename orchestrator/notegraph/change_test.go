package notegraph

import (
	"errors"
	"testing"

	"github.com/weft-mesh/weft/domains"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

func data(t *testing.T) *structpb.Struct {
	t.Helper()
	s, err := structpb.NewStruct(map[string]any{
		"strength": map[string]any{
			"sets": []any{
				map[string]any{"exercise": "squat", "load": map[string]any{"value": 100.0, "unit": "kg"}},
				map[string]any{"exercise": "bench press", "load": map[string]any{"value": 85.0, "unit": "lb"}},
			},
			"tags": []any{"heavy", "late"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestACorrectionChangesExactlyItsPath(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		path  string
		after any
		read  func(*structpb.Struct) any
	}{
		"a number deep inside a list": {"strength.sets[1].load.value", 185.0, func(s *structpb.Struct) any {
			sets := s.GetFields()["strength"].GetStructValue().GetFields()["sets"].GetListValue().GetValues()
			return sets[1].GetStructValue().GetFields()["load"].GetStructValue().GetFields()["value"].AsInterface()
		}},
		"an item of a list": {"strength.tags[0]", "light", func(s *structpb.Struct) any {
			return s.GetFields()["strength"].GetStructValue().GetFields()["tags"].GetListValue().GetValues()[0].AsInterface()
		}},
		"a field that is new": {"strength.rpe", 8.0, func(s *structpb.Struct) any {
			return s.GetFields()["strength"].GetStructValue().GetFields()["rpe"].AsInterface()
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := data(t)
			after, err := structpb.NewValue(tt.after)
			if err != nil {
				t.Fatal(err)
			}
			out, err := changed(before, []*parserv1.FieldChange{{Path: tt.path, After: after}})
			if err != nil {
				t.Fatal(err)
			}
			if got := tt.read(out); got != tt.after {
				t.Errorf("%s = %v, want %v", tt.path, got, tt.after)
			}
			if !proto.Equal(before, data(t)) {
				t.Error("the data that came in was changed")
			}
			back := proto.Clone(out).(*structpb.Struct)
			if proto.Equal(back, before) {
				t.Error("nothing was changed")
			}
		})
	}
}

func TestACorrectionOfWhatIsNotThereChangesNothing(t *testing.T) {
	t.Parallel()
	for _, path := range []string{
		"", ".", "strength", "nope.deeper.value", "strength.sets[2].load", "strength.sets[-1].load",
		"strength.sets[99999999999999999999].x", "strength.sets[0", "strength.tags.first", "strength..load",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			before := data(t)
			v := structpb.NewNumberValue(1)
			_, err := changed(before, []*parserv1.FieldChange{{Path: path, After: v}})
			if path == "strength" { // a whole domain can be replaced
				if err != nil {
					t.Errorf("changed: %v", err)
				}
				return
			}
			if !errors.Is(err, errPath) {
				t.Errorf("changed: %v, want errPath", err)
			}
		})
	}
}

func TestDataThatNoParserMadeIsMadeForACorrection(t *testing.T) {
	t.Parallel()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for name, kept := range map[string]*structpb.Struct{"never parsed": nil, "parsed for its tags": {}} {
		e := &commonv1.Entry{Text: "Bench press 5x5 at 80 kg #gym", DomainData: kept}
		out, err := changed(dataOf(e, set.Context([]string{"strength"})), []*parserv1.FieldChange{
			{Path: "strength.sets[0].load.value", After: structpb.NewNumberValue(85)},
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		sets := out.GetFields()["strength"].GetStructValue().GetFields()["sets"].GetListValue().GetValues()
		if len(sets) != 1 || sets[0].GetStructValue().GetFields()["load"].GetStructValue().GetFields()["value"].GetNumberValue() != 85 {
			t.Errorf("%s: the data is %v", name, out)
		}
	}
}
