//go:build linux || darwin

package disk

import (
	"errors"

	"golang.org/x/sys/unix"
)

// mayWrite is false only where this user or the file system forbids it: whatever else is
// wrong with a folder may mend itself.
func mayWrite(dir string) bool {
	err := unix.Access(dir, unix.W_OK|unix.X_OK)
	return !errors.Is(err, unix.EACCES) && !errors.Is(err, unix.EROFS)
}
