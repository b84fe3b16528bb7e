package reason

import (
	"encoding/json"
	"testing"
)

func TestAKeyStandsForAllThatAResultDependsOn(t *testing.T) {
	t.Parallel()
	key := func(tool, args string, parts ...string) string { return Key(tool, json.RawMessage(args), parts...) }
	is := key("agenda", `{"from":"2027-04-25","days":7}`, "catalogue", "12")
	if again := key("agenda", ` {"days": 7, "from": "2027-04-25"}`, "catalogue", "12"); again != is {
		t.Error("the same call, written differently, has another key")
	}
	if key("agenda", "") != key("agenda", "{}") || key("agenda", "") != (Step{Thought: "x", Tool: "agenda"}).Key() {
		t.Error("no arguments and empty ones have different keys")
	}
	for what, other := range map[string]string{
		"tool":      key("search", `{"from":"2027-04-25","days":7}`, "catalogue", "12"),
		"arguments": key("agenda", `{"from":"2027-04-25","days":8}`, "catalogue", "12"),
		"revision":  key("agenda", `{"from":"2027-04-25","days":7}`, "catalogue", "13"),
		"catalogue": key("agenda", `{"from":"2027-04-25","days":7}`, "others", "12"),
		"parts":     key("agenda", `{"from":"2027-04-25","days":7}`, "catalogue1", "2"),
		"order":     key("agenda", `{"from":"2027-04-25","days":7}`, "12", "catalogue"),
		"no JSON":   key("agenda", `{"from"`, "catalogue", "12"),
	} {
		if other == is {
			t.Errorf("another %s has the same key", what)
		}
	}
}
