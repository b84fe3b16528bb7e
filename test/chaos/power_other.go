//go:build !linux

package chaos

import (
	"errors"
	"testing"
)

// A Plugged is a file system of which the power can be cut.
type Plugged struct{ Dir string }

// NewPlugged skips the test: only on Linux can a file system be shut down under a
// process.
func NewPlugged(t *testing.T) *Plugged {
	t.Helper()
	t.Skip("only on Linux can a file system be shut down under a process")
	return nil
}

// Cut is for Linux alone.
func (*Plugged) Cut() error { return errors.ErrUnsupported }

// Back is for Linux alone.
func (*Plugged) Back() error { return errors.ErrUnsupported }
