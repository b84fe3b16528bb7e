package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/weft-mesh/weft/store"
)

func TestOpeningForReadingWritesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, Options{ReadOnly: true})
	_, err1 := v.Keep(t.Context(), scope, store.NewEntry{Key: "k", Time: monday, Text: "x"})
	_, err2 := v.PutContext(t.Context(), scope, "", "x", nil)
	if !errors.Is(err1, store.ErrReadOnly) || !errors.Is(err2, store.ErrReadOnly) {
		t.Errorf("%v, %v", err1, err2)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestAFolderThatMayNotBeWrittenIsRead(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("nothing is forbidden to root")
	}
	for name, forbid := range map[string]string{"never used by Weft": "", "used by Weft before": ".weft/tmp"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "2026-01-05.md", "Ran")
			if forbid != "" {
				keep(t, openVault(t, dir, looking()), "k", monday, "Benched")
			}
			closed := filepath.Join(dir, forbid)
			if err := os.Chmod(closed, 0o500); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(closed, 0o700) })
			v := openVault(t, dir, looking())
			if e, err := v.Get(t.Context(), scope, "2026-01-05_12-00-00"); err != nil || e.GetText() != "Ran" || !v.ReadOnly() {
				t.Errorf("%v, %v, read-only %v", e, err, v.ReadOnly())
			}
			if _, err := v.Keep(t.Context(), scope, store.NewEntry{Key: "l", Time: monday, Text: "x"}); !errors.Is(err, store.ErrReadOnly) {
				t.Errorf("keeping a note: %v", err)
			}
		})
	}
}

func TestWhichErrorsMakeAVaultReadOnly(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]bool{
		nil: false, syscall.EROFS: true, syscall.EACCES: true, syscall.EPERM: true, syscall.ENOSPC: false, syscall.ENOTDIR: false,
		&fs.PathError{Op: "mkdir", Path: "/backup/.weft", Err: syscall.EROFS}: true,
	} {
		if got := unwritable(err); got != want {
			t.Errorf("unwritable(%v) = %v", err, got)
		}
	}
	dir := t.TempDir()
	write(t, dir, ".weft", "a file where Weft has its folder")
	if _, err := Open(dir, Options{}); err == nil {
		t.Error("a vault whose folder for Weft is a file is opened")
	}
}

func TestAFolderThatIsNotThereCanNotBeOpened(t *testing.T) {
	t.Parallel()
	_, err := Open(filepath.Join(t.TempDir(), "none"), Options{})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want fs.ErrNotExist", err)
	}
}

// TestTwoProcesses has this test binary run itself, so that the lock between
// processes is a real one.
func TestTwoProcesses(t *testing.T) {
	if dir := os.Getenv("WEFT_TEST_VAULT"); dir != "" {
		v := openVault(t, dir, Options{})
		for i := range 20 {
			keep(t, v, fmt.Sprintf("%s-%d", os.Getenv("WEFT_TEST_NAME"), i), monday, fmt.Sprintf("%s %d", os.Getenv("WEFT_TEST_NAME"), i))
			keep(t, v, fmt.Sprintf("shared-%d", i), monday, fmt.Sprintf("shared %d", i))
		}
		return
	}
	t.Parallel()
	dir := t.TempDir()
	done := make(chan error)
	for _, name := range []string{"a", "b", "c"} {
		go func() {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTwoProcesses$")
			cmd.Env = append(os.Environ(), "WEFT_TEST_VAULT="+dir, "WEFT_TEST_NAME="+name)
			out, err := cmd.CombinedOutput()
			if err != nil {
				err = fmt.Errorf("%w: %s", err, out)
			}
			done <- err
		}()
	}
	for range 3 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	texts := map[string]bool{}
	got := all(t, openVault(t, dir, Options{}))
	for _, line := range got {
		_, text, _ := strings.Cut(line, ": ")
		texts[text] = true
	}
	if len(got) != 80 || len(texts) != 80 {
		t.Errorf("%d entries with %d texts, want 80", len(got), len(texts))
	}
}

func TestAWriterThatWaitsForTheLockCanBeCancelled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := openVault(t, dir, Options{}), openVault(t, dir, Options{})
	unlock, err := a.lock.acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, err := b.Keep(ctx, scope, store.NewEntry{Key: "k", Time: monday, Text: "x"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	unlock()
	keep(t, b, "k", monday, "x")
}
