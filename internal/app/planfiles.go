package app

import (
	"context"

	"github.com/weft-mesh/weft/orchestrator/planvault"
	"github.com/weft-mesh/weft/plans/template"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// planTemplates returns the templates of a tenant's plans: those in the vault, if it is the
// tenant's.
func (m *mesh) planTemplates(tenant string) ([]template.File, error) {
	if m.vault == nil || m.Config.PlanFolder() == "" || tenant != m.Config.Tenant {
		return nil, nil
	}
	return planvault.Templates(m.vault.Dir(), m.Config.Plans.Folder)
}

// showPlans keeps plans as files in the vault, where there is one that may be written. It
// watches plans by the API, which waits for it when it is shut down: it is started later,
// and so ends before.
func (m *mesh) showPlans() {
	if m.vault == nil || m.vault.ReadOnly() || m.Config.PlanFolder() == "" {
		return
	}
	m.stack.Go("plans as files", func(ctx context.Context) error {
		return planvault.Keep(ctx, planvault.Options{
			Vault: m.vault.Dir(), Folder: m.Config.Plans.Folder, Owner: m.Config.User, ByFile: m.Config.Plans.ApproveByFile,
			API:  weftapi.NewClient(m.conns[Orchestrator]),
			Swap: m.vault.Swap, Now: m.Now, Log: m.Log,
		})
	})
}
