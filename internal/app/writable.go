package app

import (
	"context"
	"errors"
	"path/filepath"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/disk"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/store"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A guardedVault refuses a note at once where its folder can't be written. The run would
// else wait for it as for a full disk, which ends by itself.
type guardedVault struct {
	store.Writer
	dir string
}

// noteFolders are the folders of a vault that a note is written to.
var noteFolders = []string{"logs/raw", "logs/parsed"}

// Writable is that of the vault, and names its folder.
func (g guardedVault) Writable(s store.Scope) error {
	err := g.Writer.Writable(s)
	if errors.Is(err, store.ErrReadOnly) {
		return unwritableFault(g.dir)
	}
	if err != nil {
		return err
	}
	for _, name := range noteFolders {
		if dir, ok := disk.Writable(filepath.Join(g.dir, filepath.FromSlash(name))); !ok {
			return unwritableFault(dir)
		}
	}
	return nil
}

func (g guardedVault) Keep(ctx context.Context, s store.Scope, n store.NewEntry) (*commonv1.Entry, error) {
	if err := g.Writable(s); err != nil {
		return nil, readOnlyError{err}
	}
	return g.Writer.Keep(ctx, s, n)
}

// A readOnlyError is for a step of a run what store.ErrReadOnly is, in words that name
// the folder.
type readOnlyError struct{ error }

func (readOnlyError) Is(target error) bool { return target == store.ErrReadOnly }
func (e readOnlyError) Unwrap() error      { return e.error }

func unwritableFault(dir string) error {
	return fault.New(codes.FailedPrecondition, fault.VaultReadOnly,
		"Weft has no permission to write to %s, so it can answer questions but not keep notes; make the folder writable (chmod u+w), or choose another vault with --vault", dir)
}
