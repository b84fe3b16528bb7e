package api_test

import (
	"slices"
	"testing"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func TestEveryMethodNeedsAScope(t *testing.T) {
	t.Parallel()
	for _, m := range weftapi.Methods() {
		for _, scope := range api.ScopesOf(m.FullMethod()) {
			if !slices.Contains(auth.Scopes(), scope) {
				t.Errorf("%s needs %q, which is no scope", m.Name(), scope)
			}
		}
	}
	if scopes := api.ScopesOf("/weft.orchestrator.v1.RunsService/Nothing"); scopes != nil {
		t.Errorf("a method that is none needs %v", scopes)
	}
}
