package api_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/api"
)

func TestEveryMethodNeedsAScope(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	service := orchestratorv1.File_weft_orchestrator_v1_orchestrator_proto.Services().ByName("OrchestratorService")
	for i := range service.Methods().Len() {
		name := string(service.Methods().Get(i).Name())
		needs := api.ScopesOf("/" + string(service.FullName()) + "/" + name)
		if len(needs) == 0 {
			t.Errorf("%s needs no scope; say in scopes.go which it is", name)
		}
		for _, scope := range needs {
			if !slices.Contains(auth.Scopes(), scope) {
				t.Errorf("%s needs %q, which is no scope", name, scope)
			}
			if !regexp.MustCompile(`(?m)^\| ` + "`" + string(scope) + "`" + ` \|.*\b` + name + `\b`).Match(page) {
				t.Errorf("docs/security.md does not say that %s needs %s", name, scope)
			}
		}
	}
}
