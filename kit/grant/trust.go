package grant

import (
	"errors"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"

	"github.com/weft-mesh/weft/kit/canonical"
)

// A Purpose is what a grant allows other than a call: no arguments have its hash.
type Purpose string

// The purposes.
const (
	Trust   Purpose = "trust"   // agree to the definition of a tool
	Untrust Purpose = "untrust" // withdraw that
)

// ErrUser is of a grant for what somebody else does.
var ErrUser = errors.New("it is for another user")

// For returns what is to be signed to allow something else than a call. Of Untrust the
// definition is "".
func For(p Purpose, tenant, user, server, operation, definition string) *executorv1.Grant {
	return &executorv1.Grant{
		Tenant: tenant, User: user, Server: server, Operation: operation, DefinitionHash: definition,
		ArgumentsHash: canonical.Hash([]byte(p)), Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL,
	}
}

// CheckFor returns nil if a grant allows what want, of For, is to be signed for.
func (k Keys) CheckFor(g, want *executorv1.Grant, now time.Time) error {
	if err := k.Check(g, Call{
		Tenant: want.GetTenant(), RunID: want.GetRunId(), Server: want.GetServer(), Operation: want.GetOperation(),
		DefinitionHash: want.GetDefinitionHash(), ArgumentsHash: want.GetArgumentsHash(), Effect: want.GetEffect(),
	}, now); err != nil {
		return err
	}
	if g.GetUser() != want.GetUser() {
		return ErrUser
	}
	return nil
}
