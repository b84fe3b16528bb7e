//go:build !linux

package chaos

import (
	"errors"
	"testing"
)

// A PowerDisk is a file system of which the power can be cut.
type PowerDisk struct{ Dir string }

// NewPowerDisk skips the test: only on Linux can a file system be shut down under a
// process.
func NewPowerDisk(t *testing.T) *PowerDisk {
	t.Helper()
	t.Skip("only on Linux can a file system be shut down under a process")
	return nil
}

// Cut is for Linux alone.
func (*PowerDisk) Cut() error { return errors.ErrUnsupported }

// Back is for Linux alone.
func (*PowerDisk) Back() error { return errors.ErrUnsupported }
