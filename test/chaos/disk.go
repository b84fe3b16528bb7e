package chaos

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// A Disk is a small file system of its own.
type Disk struct{ Dir string }

// ballast is the file that takes the room.
const ballast = "ballast"

// Fill takes all room but some bytes.
func (d *Disk) Fill(but int) error {
	f, err := os.OpenFile(filepath.Join(d.Dir, ballast), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	block := make([]byte, 64<<10)
	for err == nil {
		_, err = f.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("fill %s: %w", d.Dir, err)
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return f.Truncate(max(0, info.Size()-int64(but)))
}

// Free gives the room back.
func (d *Disk) Free() { _ = os.Remove(filepath.Join(d.Dir, ballast)) }
