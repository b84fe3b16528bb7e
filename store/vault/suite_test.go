package vault

import (
	"testing"

	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/storetest"
)

func TestVaultPassesTheSuite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Writer { return openVault(t, t.TempDir(), Options{}) })
}

func openVault(t testing.TB, dir string, o Options) *Vault {
	t.Helper()
	v, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return v
}
