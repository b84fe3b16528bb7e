package keyapi

import (
	"errors"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/store"
)

// errNowhere is the error for the callers of a server that keeps no keys.
var errNowhere = fault.New(codes.FailedPrecondition, fault.KeysUnavailable,
	"this server has nowhere to keep API keys; set auth.keys_file to the path of a file that it may write")

// wholeSeconds reads a duration of a request: times of keys are kept to the second.
func wholeSeconds(field string, d *durationpb.Duration) (time.Duration, error) {
	if d.GetNanos() != 0 {
		return 0, fault.Invalid(field, "must be whole seconds")
	}
	return d.AsDuration(), nil
}

// keyFault says what went wrong with a key in terms of the API.
func keyFault(err error, id string) error {
	if missing, ok := errors.AsType[*auth.MissingScopeError](err); ok {
		return fault.Wrap(err, codes.PermissionDenied, fault.ScopeMissing,
			"nobody can give a key a scope that their own credential doesn't have, and yours doesn't have %s", missing.Scope).
			With("scope", string(missing.Scope))
	}
	if state, ok := errors.AsType[*auth.KeyStateError](err); ok {
		return fault.Wrap(err, codes.FailedPrecondition, fault.KeyState, "%v, so it can't be rotated; make a key with CreateKey", state).
			With("key_id", id)
	}
	switch {
	case errors.Is(err, auth.ErrNoKey):
		return fault.Wrap(err, codes.NotFound, fault.KeyNotFound, "your tenant has no key %q; \"weft keys ls\" and ListKeys list them", id).
			With("key_id", id)
	case errors.Is(err, auth.ErrMaxKeys):
		return fault.Wrap(err, codes.ResourceExhausted, fault.LimitExceeded,
			"your tenant has %d active keys already, which is the most that it may have; revoke one", auth.MaxKeys)
	case errors.Is(err, auth.ErrKeyRequestReused):
		return fault.Wrap(err, codes.AlreadyExists, fault.RequestIDReused,
			"this request_id was already used for another key, or more than ten minutes ago, and a key's text is told once; use a new one")
	case errors.Is(err, store.ErrUnavailable):
		return fault.Wrap(err, codes.Unavailable, fault.StoreUnavailable, "the database of the keys can't be reached; try again in a moment")
	case errors.Is(err, auth.ErrKeyFile):
		return fault.Wrap(err, codes.FailedPrecondition, fault.KeysUnavailable,
			"the server can't read or write its key file (auth.keys_file): %v", err)
	}
	return api.RunFault(err, "")
}
