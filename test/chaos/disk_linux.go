package chaos

import (
	"testing"

	"github.com/weft-mesh/weft/kit/disk/disktest"
)

// diskMiB is small enough to be filled at once, and has room for the reserve of
// limits.disk_reserve several times over.
const diskMiB = "256"

// NewDisk mounts a file system in memory. It skips the test where that is not
// allowed.
func NewDisk(t *testing.T) *Disk {
	t.Helper()
	return &Disk{disktest.Small(t, diskMiB)}
}
