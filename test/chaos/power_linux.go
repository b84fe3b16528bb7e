package chaos

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A Plugged is a file system on a device of its own, of which the power can be cut.
type Plugged struct {
	Dir   string
	image string
}

// NewPlugged makes a file system and mounts it. It skips the test where that is not
// allowed.
func NewPlugged(t *testing.T) *Plugged {
	t.Helper()
	p := &Plugged{Dir: t.TempDir(), image: filepath.Join(t.TempDir(), "disk")}
	if err := p.make(); err != nil {
		t.Skipf("this user may not mount a disk of which the power can be cut: %v", err)
	}
	t.Cleanup(func() {
		if err := run("umount", p.Dir); err != nil {
			t.Error(err)
		}
	})
	return p
}

const pluggedBytes = 256 << 20

func (p *Plugged) make() error {
	if err := os.WriteFile(p.image, nil, 0o600); err != nil {
		return err
	}
	if err := os.Truncate(p.image, pluggedBytes); err != nil {
		return err
	}
	if err := run("mkfs.ext4", "-q", p.image); err != nil {
		return err
	}
	return p.mount()
}

func (p *Plugged) mount() error { return run("mount", "-o", "loop", p.image, p.Dir) }

// shutdown is EXT4_IOC_SHUTDOWN, and noFlush its EXT4_GOING_FLAGS_NOLOGFLUSH: nothing
// that is not on the device gets there any more.
const shutdown, noFlush = 0x8004587d, 2

// Cut ends every write at once. What was not synced is gone.
func (p *Plugged) Cut() error {
	f, err := os.Open(p.Dir)
	if err != nil {
		return err
	}
	err = unix.IoctlSetPointerInt(int(f.Fd()), shutdown, noFlush)
	return errors.Join(err, f.Close())
}

// Back mounts again what is on the device. Nobody may use the old files any more.
func (p *Plugged) Back() error {
	if err := run("umount", p.Dir); err != nil {
		return err
	}
	return p.mount()
}

func run(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}
