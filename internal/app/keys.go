package app

import (
	"time"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/keyapi"
)

// apiOfKeys makes the API of keys over where they are kept.
func (m *mesh) apiOfKeys(runs *runsAPI) *keysAPI {
	d := keyapi.Deps{
		Caller: runs.Caller, Changed: func() { m.callers.lookAgain() },
		Uses: func() (map[string]auth.KeyUse, error) {
			if m.callers.uses == nil {
				return auth.ReadKeyUses(m.Config.Auth.KeysFile)
			}
			return m.callers.uses.ListUses()
		},
		MessageBytes: int(m.Config.Limits.MaxMessageBytes), Now: time.Now,
	}
	if file := m.Config.Auth.KeysFile; file != "" {
		d.Keys = auth.KeyFile(file)
	}
	return keyapi.New(d)
}
