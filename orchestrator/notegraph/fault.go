package notegraph

import (
	"errors"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/store"
)

// Fault says what went wrong with the notes in terms of the API.
func Fault(err error) error {
	var corrupt *store.CorruptError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &corrupt):
		return fault.Wrap(err, codes.DataLoss, fault.VaultFileCorrupt,
			"%v; the file was not changed: repair it or move it away", corrupt)
	case errors.Is(err, store.ErrConflict):
		return fault.Wrap(err, codes.Aborted, fault.StoreConflict, "it has changed in the meantime; read it again, then repeat your change")
	case errors.Is(err, store.ErrNoSpace):
		return fault.Wrap(err, codes.ResourceExhausted, fault.DiskFull, "the disk of the vault is full; free some space, then try again")
	case errors.Is(err, store.ErrUnavailable):
		return fault.Wrap(err, codes.Unavailable, fault.StoreUnavailable, "the notes database can't be reached; try again in a moment")
	case errors.Is(err, store.ErrReadOnly):
		return fault.Wrap(err, codes.FailedPrecondition, fault.VaultReadOnly, "Weft has no permission to write to the vault, so it can answer questions but not keep notes")
	}
	return err
}
