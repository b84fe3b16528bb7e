package vault

import (
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestAPipeThatNobodyWritesIntoDoesNotHoldUpTheReader(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, rawPath, "## 07:30\nBenched\n")
	if err := unix.Mkfifo(filepath.Join(dir, "2026-01-06.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, openVault(t, dir, looking()), "2026-01-05_07-30-00: Benched")
}
