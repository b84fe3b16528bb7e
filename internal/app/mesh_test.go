package app

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAMeshKeepsItsRunsInTheFolderOfItsHold(t *testing.T) {
	t.Parallel()
	c, state := settings(t), t.TempDir()
	m, err := build(t.Context(), Options{Config: c, state: state}, Roles(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.stack.Stop(drainTime); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(state, natsFolder, "jetstream")); err != nil {
		t.Errorf("no streams: %v", err)
	}
	if _, err := os.Stat(filepath.Join(insideDir(c.Vault), natsFolder)); !os.IsNotExist(err) {
		t.Errorf("they are elsewhere too: %v", err)
	}
}
