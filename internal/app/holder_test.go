package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/weft-mesh/weft/kit/fault"
)

func TestAVaultThatCanNotBeUsedIsToldInOneSentence(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err  error
		want string
	}{
		"a folder that is not there": {
			&fs.PathError{Op: "stat", Path: "/v", Err: syscall.ENOENT},
			"the vault /v does not exist; create the folder, or choose another with --vault",
		},
		"a folder of somebody else": {
			fmt.Errorf("opening: %w", &fs.PathError{Op: "mkdir", Path: "/v/.weft", Err: syscall.EACCES}),
			"the vault /v can't be used: you have no permission to write to /v/.weft; change its permissions, or choose another folder with --vault",
		},
		"a file on the way": {
			&fs.PathError{Op: "stat", Path: "/v", Err: syscall.ENOTDIR},
			"the vault /v can't be used: part of the path /v is a file; move it away, or choose another folder with --vault",
		},
		"a disk that can't be written": {
			&fs.PathError{Op: "mkdir", Path: "/v/.weft", Err: syscall.EROFS},
			"the vault /v can't be used (read-only file system); choose another folder with --vault",
		},
		"anything else": {
			errors.New("the disk is on fire"),
			"the vault /v can't be used (the disk is on fire); choose another folder with --vault",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := unreadable("/v", test.err)
			if !errors.Is(err, fault.VaultUnreadable) || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestWhoHoldsAVaultIsNamedWithWhatToDo(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	h, _, err := take(vault)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = h.release() }()
	if err := h.announce(holder{Address: "127.0.0.1:7433"}); err != nil {
		t.Fatal(err)
	}
	_, who, err := take(vault)
	if !errors.Is(err, errHeld) {
		t.Fatalf("a second process takes the vault: %v", err)
	}
	err = locked(vault, who)
	if !errors.Is(err, fault.VaultLocked) || !strings.Contains(err.Error(), "127.0.0.1:7433") || !strings.Contains(err.Error(), "stop that one") {
		t.Errorf("told %v", err)
	}
	if err := locked(vault, holder{PID: 7}); err.Error() != "this vault is open in another weft (PID 7); close that one, or use \"weft up\" to share the vault" {
		t.Errorf("told %v", err)
	}
}

func TestAVaultThatCanNotBeAnnouncedIsLetGo(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	inTheWay := filepath.Join(vault, ".weft", holderFile+".tmp")
	if err := os.MkdirAll(inTheWay, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, _, err := take(vault); !errors.Is(err, fault.VaultUnreadable) {
		t.Fatalf("got %v", err)
	}
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	h, _, err := take(vault)
	if err != nil {
		t.Fatalf("the vault is still held: %v", err)
	}
	if err := h.release(); err != nil {
		t.Error(err)
	}
}
