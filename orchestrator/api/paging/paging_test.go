package paging

import (
	"errors"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
)

func TestAPageTokenGoesOnWithItsOwnRequestAndNoOther(t *testing.T) {
	t.Parallel()
	any := func(string) error { return nil }
	token := Token(&orchestratorv1.ListRunsRequest{Graph: "notes", PageSize: 10}, "cursor")
	for name, req := range map[string]Request{
		"the next page":               &orchestratorv1.ListRunsRequest{Graph: "notes", PageSize: 10, PageToken: token},
		"without the total":           &orchestratorv1.ListRunsRequest{Graph: "notes", PageToken: token, WithTotal: true},
		"the next page, another size": &orchestratorv1.ListRunsRequest{Graph: "notes", PageSize: 500, PageToken: token},
	} {
		if at, err := Cursor(req, any); err != nil || at != "cursor" {
			t.Errorf("%s: %q, %v", name, at, err)
		}
	}
	for name, req := range map[string]Request{
		"without the filter":  &orchestratorv1.ListRunsRequest{PageToken: token},
		"with another filter": &orchestratorv1.ListRunsRequest{Graph: "plans", PageToken: token},
		"with one more":       &orchestratorv1.ListRunsRequest{Graph: "notes", ThreadId: "x", PageToken: token},
		"another list":        &orchestratorv1.ListEntriesRequest{PageToken: token},
		"a token cut off":     &orchestratorv1.ListRunsRequest{Graph: "notes", PageToken: token[:10]},
		"no token":            &orchestratorv1.ListRunsRequest{Graph: "notes", PageToken: "cursor"},
	} {
		if at, err := Cursor(req, any); !errors.Is(err, fault.PageTokenInvalid) {
			t.Errorf("%s: %q, %v", name, at, err)
		}
	}
	if _, err := Cursor(&orchestratorv1.ListRunsRequest{Graph: "notes", PageToken: token}, func(string) error { return errors.New("no such place") }); !errors.Is(err, fault.PageTokenInvalid) {
		t.Errorf("a cursor that is none: %v", err)
	}
}
