package app

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/disk/disktest"
)

// It sets the environment, so it runs alone.
func TestTheDisksAreToldBeforeAMeshMakesItsFolders(t *testing.T) {
	readOnly := disktest.Small(t, "1")
	if err := unix.Mount("", readOnly, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Skipf("this user may not make a disk read-only: %v", err)
	}
	for name, c := range map[string]struct {
		vault  string
		inside bool // the run log lies in the vault
	}{
		"a vault of this user's":            {t.TempDir(), true},
		"a vault that this user only reads": {readOnly, false},
	} {
		t.Run(name, func(t *testing.T) {
			own := t.TempDir()
			t.Setenv("XDG_STATE_HOME", own)
			told := map[string]string{}
			for _, d := range Disks(&config.Config{Vault: c.vault}) {
				told[d.Holds] = d.Dir
			}
			for _, dir := range []string{c.vault, own} {
				if made, err := os.ReadDir(dir); err != nil || len(made) != 0 {
					t.Errorf("in %s stands %v, %v", dir, made, err)
				}
			}
			if told["vault"] != "" != c.inside {
				t.Errorf("the disk of the vault is told: %q", told["vault"])
			}
			h, _, err := take(c.vault)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = h.release() }()
			if want := filepath.Join(h.dir, natsFolder); told["run log"] != want {
				t.Errorf("the run log is told to be in %q, and is in %s", told["run log"], want)
			}
			if c.inside != (h.dir == insideDir(c.vault)) {
				t.Errorf("the vault is held in %s", h.dir)
			}
		})
	}
}
