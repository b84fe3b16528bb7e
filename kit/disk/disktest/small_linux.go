package disktest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Small returns a folder on a file system of its own, of so many MiB. A test
// that may not mount one is skipped.
func Small(t testing.TB, mib string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+mib+"m"); err != nil {
		t.Skipf("this user may not mount a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Errorf("unmount the small disk: %v", err)
		}
	})
	return dir
}

// Fill takes all the room that is left on the file system of a folder, and
// returns how to give it back.
func Fill(t testing.TB, dir string) (free func()) {
	t.Helper()
	ballast := filepath.Join(dir, "ballast")
	f, err := os.OpenFile(ballast, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for block := make([]byte, 1<<20); len(block) > 0; {
		if _, err := f.Write(block); errors.Is(err, unix.ENOSPC) {
			block = block[:len(block)/2]
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		if err := os.Remove(ballast); err != nil {
			t.Error(err)
		}
	}
}
