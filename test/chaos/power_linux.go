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

// A PowerDisk is a file system on a device of its own, of which the power can be cut.
type PowerDisk struct {
	Dir   string
	image string
}

// NewPowerDisk makes a file system and mounts it. It skips the test where that is not
// allowed.
func NewPowerDisk(t *testing.T) *PowerDisk {
	t.Helper()
	p := &PowerDisk{Dir: t.TempDir(), image: filepath.Join(t.TempDir(), "disk")}
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

const powerDiskBytes = 256 << 20

func (p *PowerDisk) make() error {
	if err := os.WriteFile(p.image, nil, 0o600); err != nil {
		return err
	}
	if err := os.Truncate(p.image, powerDiskBytes); err != nil {
		return err
	}
	if err := run("mkfs.ext4", "-q", p.image); err != nil {
		return err
	}
	return p.mount()
}

func (p *PowerDisk) mount() error { return run("mount", "-o", "loop", p.image, p.Dir) }

// shutdown is EXT4_IOC_SHUTDOWN, and noFlush its EXT4_GOING_FLAGS_NOLOGFLUSH: nothing
// that is not on the device gets there any more.
const shutdown, noFlush = 0x8004587d, 2

// Cut ends every write at once. What was not synced is gone.
func (p *PowerDisk) Cut() error {
	f, err := os.Open(p.Dir)
	if err != nil {
		return err
	}
	err = unix.IoctlSetPointerInt(int(f.Fd()), shutdown, noFlush)
	return errors.Join(err, f.Close())
}

// Back mounts again what is on the device. Nobody may use the old files any more.
func (p *PowerDisk) Back() error {
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
