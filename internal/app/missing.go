package app

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/store"
)

// missing tells, by the error of a step, whom it waits for, and since when that is known not
// to be there. Both go into the log of the run.
func missing(err error) (who string, since time.Time) {
	switch {
	case errors.Is(err, store.ErrNoSpace):
		return "room on the disk", since
	case errors.Is(err, store.ErrUnavailable), reason(err) == string(fault.StoreUnavailable):
		return "the store of the notes", since
	}
	f, ok := errors.AsType[*fault.Error](fault.FromError(err))
	if !ok {
		return "", since
	}
	since, _ = time.Parse(time.RFC3339, f.Metadata["since"])
	switch {
	case f.Reason == fault.ToolUnavailable && f.Metadata["server"] != "":
		return "tool server " + f.Metadata["server"], since
	case f.Reason == fault.AgentUnavailable:
		if i := slices.IndexFunc(roles.Agents(), func(r roles.Role) bool {
			return f.Metadata["service"] == r.Name || strings.HasPrefix(f.Metadata["service"], "weft."+r.Name+".")
		}); i >= 0 {
			return "the " + roles.Agents()[i].Name, since
		}
	case bus.Gone(err), f.Reason == fault.BusUnavailable:
		return "NATS", since
	}
	return "", since
}
