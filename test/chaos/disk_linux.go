package chaos

import (
	"fmt"
	"syscall"
	"testing"
)

// diskSize is small enough to be filled at once, and has room for the reserve of
// limits.disk_reserve several times over.
const diskSize = "256m"

// NewDisk mounts a file system in memory. It skips the test where that is not
// allowed.
func NewDisk(t *testing.T) *Disk {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("weft-chaos", dir, "tmpfs", 0, "size="+diskSize); err != nil {
		t.Skipf("left out: mounting a small disk is not allowed here (%v); run as root on Linux", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(fmt.Errorf("unmount %s: %w", dir, err))
		}
	})
	return &Disk{dir}
}
