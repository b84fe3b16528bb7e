package app

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store/vault"
)

// Census counts the files of the vault by what is read of them. Nothing is written.
func Census(ctx context.Context, c *config.Config) (dayfile.Census, error) {
	v, err := vault.Open(c.Vault, vault.Options{ReadOnly: true, TimeZone: time.UTC, Tenant: c.Tenant})
	if err != nil {
		return dayfile.Census{}, unreadable(c.Vault, err)
	}
	defer func() { _ = v.Close() }()
	return v.Census(ctx)
}
