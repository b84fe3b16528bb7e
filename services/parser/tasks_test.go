package parser_test

import (
	"reflect"
	"testing"

	"github.com/weft-mesh/weft/kit/mind"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// tasks are what the data of the base domain says of them.
func tasks(res *pb.ParseResponse) any {
	general, _ := res.GetDomainData().AsMap()["general"].(map[string]any)
	return general["tasks"]
}

func TestTasksAreDataOfTheBaseDomain(t *testing.T) {
	t.Parallel()
	text := "Squat 5x5 at 100 kg\n- [ ] call the dentist by Friday\n- [x] squat 5x5 at 120 kg ✅ 2026-01-13\n"
	want := []any{
		map[string]any{"text": "call the dentist by Friday", "done": false, "due": "2026-01-16"},
		map[string]any{"text": "squat 5x5 at 120 kg ✅ 2026-01-13", "done": true, "completed": "2026-01-13"},
	}
	res := parse(t, request(t, text))
	if got := tasks(res); !reflect.DeepEqual(got, want) {
		t.Errorf("tasks %v, want %v", got, want)
	}
	if res.GetDomainData().GetFields()["strength"] == nil {
		t.Error("the rest of the note is not read any more")
	}
	if got := tasks(parse(t, request(t, "Squat 5x5 at 100 kg"))); got != nil {
		t.Errorf("a note without a task has %v", got)
	}
}

func TestAModelTicksNoBox(t *testing.T) {
	t.Parallel()
	req := of(t, "- [ ] call the dentist")
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	req.DomainContext = set.Context(nil)
	res, _ := by(t, req, mind.ModelThenRules, `{"general":{"tasks":[{"text":"call the dentist","done":true}]}}`)
	want := []any{map[string]any{"text": "call the dentist", "done": false}}
	if got := tasks(res); !reflect.DeepEqual(got, want) {
		t.Errorf("tasks %v, want %v", got, want)
	}
}
