package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	lockFile   = "server.lock" // held for as long as a mesh works on the vault
	holderFile = "server.json" // who holds it, and where it can be reached
	holderMax  = 4 << 10       // bytes
	lockEvery  = 100 * time.Millisecond
)

// A holder is who works on a vault.
type holder struct {
	PID     int    `json:"pid"`
	Address string `json:"address,omitempty"` // of its API; "" for a command that shares it with nobody
	TLS     bool   `json:"tls,omitempty"`     // whether that is encrypted
	Name    string `json:"name,omitempty"`    // of the host that its certificate is for

	dir string // the state folder where this is told; "" for a server that told nothing
}

// A hold is the right to be the one mesh on a vault.
type hold struct {
	lock   *flock.Flock // of a file in the state folder
	folder *flock.Flock // of the vault's folder, which outlives the state folder; nil where folders can't be locked
	dir    string
}

// errHeld is returned while another process holds the vault.
var errHeld = errors.New("the vault is held")

// take makes this process the vault's holder, or returns errHeld and who is.
func take(vault string) (*hold, holder, error) {
	dir, err := stateDir(vault)
	if err != nil {
		return nil, holder{}, err
	}
	h := &hold{lock: flock.New(filepath.Join(dir, lockFile)), dir: dir}
	ok, err := h.lock.TryLock()
	if err != nil {
		return nil, holder{}, unreadable(vault, err)
	}
	if !ok {
		return nil, whoHolds(dir), errHeld
	}
	if !h.lockFolder(vault) {
		return nil, holder{}, errors.Join(errHeld, h.lock.Unlock())
	}
	if err := h.announce(holder{}); err != nil {
		return nil, holder{}, errors.Join(unreadable(vault, err), h.unlock())
	}
	return h, holder{}, nil
}

// lockFolder locks the vault's own folder, and returns false if another process
// has it: a server whose state folder was taken away, and which has not ended yet.
// Who may only read a vault changes nothing in it, and is in nobody's way.
func (h *hold) lockFolder(vault string) bool {
	if h.dir != insideDir(vault) {
		return true
	}
	folder := flock.New(vault, flock.SetFlag(os.O_RDONLY))
	ok, err := folder.TryLock()
	if err != nil { // not every system locks folders
		return true
	}
	if ok {
		h.folder = folder
	}
	return ok
}

// announce tells other processes who holds the vault and where to reach it.
func (h *hold) announce(who holder) error {
	who.PID = os.Getpid()
	data, err := json.Marshal(who)
	if err != nil {
		return err
	}
	tmp := filepath.Join(h.dir, holderFile+".tmp")
	if err := os.WriteFile(tmp, data, 0o600); err != nil {
		return fmt.Errorf("announce the server: %w", err)
	}
	return os.Rename(tmp, filepath.Join(h.dir, holderFile))
}

// release lets go of the vault.
func (h *hold) release() error {
	var err error
	if h.stands() { // else the note is another's, if there is one
		err = os.Remove(filepath.Join(h.dir, holderFile))
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, h.unlock())
}

func (h *hold) unlock() error {
	err := h.lock.Unlock()
	if h.folder != nil {
		err = errors.Join(err, h.folder.Unlock())
	}
	return err
}

// whoHolds reads what the holder announced; the zero holder if it has not yet.
func whoHolds(dir string) holder {
	var h holder
	data, err := safefile.Read(filepath.Join(dir, holderFile), holderMax)
	if err == nil {
		_ = json.Unmarshal(data, &h)
	}
	h.dir = dir
	return h
}

// takeOrFind returns a hold on the vault, or the server that has it. While a mere
// command has it, it waits, at most for wait.
func takeOrFind(ctx context.Context, vault string, wait time.Duration, onWait func(pid int)) (*hold, holder, error) {
	deadline := time.Now().Add(wait)
	for {
		h, who, err := take(vault)
		if !errors.Is(err, errHeld) {
			return h, holder{}, err
		}
		if who.Address != "" {
			return nil, who, nil
		}
		if !time.Now().Before(deadline) {
			return nil, holder{}, locked(vault, who)
		}
		onWait(who.PID)
		if !lifecycle.Sleep(ctx, lockEvery) {
			return nil, holder{}, context.Cause(ctx)
		}
	}
}

// locked says who is in the way.
func locked(vault string, who holder) error {
	if who.PID == 0 {
		return fault.New(codes.FailedPrecondition, fault.VaultLocked,
			"this vault is open in another weft; close that one, or use \"weft up\" to share the vault").With("vault", vault)
	}
	if who.Address == "" {
		return fault.New(codes.FailedPrecondition, fault.VaultLocked,
			"this vault is open in another weft (PID %d); close that one, or use \"weft up\" to share the vault", who.PID).
			With("vault", vault)
	}
	return fault.New(codes.FailedPrecondition, fault.VaultLocked,
		"this vault is already served by another weft (PID %d) at %s, and other commands use it there; stop that one first", who.PID, who.Address).
		With("vault", vault)
}

// unreadable says in one sentence why a vault can't be used, and what to do.
// The cause is told in its words and not appended: it would name the folder and
// the reason a second time.
func unreadable(vault string, err error) error {
	path, cause := vault, err
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		path, cause = at.Path, at.Err
	}
	var why string
	link, linked := errors.AsType[*safefile.LinkError](cause)
	switch {
	case errors.Is(cause, syscall.ENOSPC), errors.Is(cause, syscall.EDQUOT):
		return fault.New(codes.ResourceExhausted, fault.DiskFull,
			"can't use the vault %s: its disk is full; free some space and start again", vault).With("path", vault)
	case linked:
		why = fmt.Sprintf("can't be used: %v; remove the link, or choose another folder with --vault", link)
	case errors.Is(cause, errLinked), errors.Is(cause, safefile.ErrNotRegular):
		why = fmt.Sprintf("can't be used: %s: %v", path, cause)
	case errors.Is(cause, fs.ErrPermission):
		why = fmt.Sprintf("can't be used: you have no permission to write to %s; change its permissions, or choose another folder with --vault", path)
	case errors.Is(cause, fs.ErrNotExist):
		why = "does not exist; create the folder, or choose another with --vault"
	case errors.Is(cause, syscall.ENOTDIR):
		why = fmt.Sprintf("can't be used: part of the path %s is a file; move it away, or choose another folder with --vault", path)
	default:
		why = fmt.Sprintf("can't be used (%v); choose another folder with --vault", cause)
	}
	return fault.New(codes.FailedPrecondition, fault.VaultUnreadable, "the vault %s %s", vault, why).With("vault", vault)
}
