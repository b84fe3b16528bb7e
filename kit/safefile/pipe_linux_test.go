package safefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestAPipeIsRefusedAndNotWaitedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(filepath.Join(dir, "pipe"), 10); !errors.Is(err, ErrNotRegular) {
		t.Error(err)
	}
	f := folder(t, dir)
	if _, _, err := f.Read("pipe", 10); !errors.Is(err, ErrNotRegular) {
		t.Error(err)
	}
	// A pipe that takes the file's place after the look at it.
	pipe, err := os.OpenFile(filepath.Join(dir, "pipe"), os.O_RDONLY|unix.O_NONBLOCK, 0)
	if _, _, err := regular(pipe, err); !errors.Is(err, ErrNotRegular) {
		t.Error(err)
	}
	if _, err := OpenFolder(filepath.Join(dir, "pipe")); err == nil {
		t.Error("a pipe is opened as a folder")
	}
}

func TestAFileThatTellsNoSizeIsReadUpToTheLimit(t *testing.T) {
	t.Parallel()
	if got, err := Read("/proc/self/status", 1<<20); err != nil || len(got) < 100 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := Read("/proc/self/status", 10); err == nil {
		t.Error("it is read above the limit")
	}
	if _, err := Read("/dev/zero", 10); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a device: %v", err)
	}
}

func TestAFileThatGrowsWhileItIsReadIsReadUpToTheLimit(t *testing.T) {
	t.Parallel()
	path := put(t, t.TempDir(), "a", "12345")
	f, info, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	more, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(more, "6789"); err != nil {
		t.Fatal(err)
	}
	if got, err := content(f, info, 8); err == nil {
		t.Errorf("%q", got)
	}
}
