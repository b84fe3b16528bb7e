package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/lifecycle"
)

// lookEvery is how often a mesh looks whether its hold on the vault still stands.
const lookEvery = 500 * time.Millisecond

// stands reports whether the file that the hold has locked is still where others
// look for it. If it is not, others can take the vault as well, and what the state
// folder held is out of reach.
func (h *hold) stands() bool {
	there, err := os.Stat(filepath.Join(h.dir, lockFile))
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist) // what can't be seen need not be gone
	}
	locked, err := h.lock.Stat()
	return err == nil && os.SameFile(there, locked)
}

// watch ends the mesh when its hold on the vault is lost: nothing more is accepted
// that could not be kept.
func (m *mesh) watch(h *hold) {
	m.stack.Go("vault", func(ctx context.Context) error {
		for h.stands() {
			if !lifecycle.Sleep(ctx, lookEvery) {
				return context.Cause(ctx)
			}
		}
		err := fault.New(codes.Unavailable, fault.VaultUnreadable,
			"%s was removed or replaced while Weft was using it, so runs can't be stored any more; restart Weft", h.dir)
		m.Log.ErrorContext(ctx, "the vault's state is gone; refusing new input", "error", err)
		for _, s := range m.servers {
			s.SetReady(false)
			s.Stop()
		}
		return err
	})
}
