package api

import (
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// ScopesOf returns the scopes of which a caller of a method of the API needs one, none if
// it is no method of this API.
func ScopesOf(method string) []auth.Scope {
	m, ok := weftapi.FindMethod(method)
	if !ok {
		return nil
	}
	scopes := []auth.Scope{ScopeNamed(m.Rules.GetScope())}
	if m.Rules.GetMayNeedApprove() {
		scopes = append(scopes, auth.Approve)
	}
	return scopes
}

// ScopeNamed returns a scope of the contracts as keys have it.
func ScopeNamed(s orchestratorv1.Scope) auth.Scope {
	return auth.Scope(strings.ToLower(strings.TrimPrefix(s.String(), "SCOPE_")))
}
