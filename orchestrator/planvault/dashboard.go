package planvault

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/weft-mesh/weft/plans/folder"
)

// mostDashboard is how large a file with a dashboard may be, in bytes.
const mostDashboard = 1 << 20

// A dashboard is when it was written, and when it is next.
type dashboard struct {
	written time.Time
	due     <-chan time.Time
	own     bool // somebody has one of their own, which was told
}

// show writes the dashboard if it tells something else than it did: at once, or as soon as
// the last has stood for long enough.
func (k *keeper) show(ctx context.Context) {
	k.board.due = nil
	plans, _, whole := k.known.get()
	if _, err := k.files.Root().Lstat(k.at(folder.Plans)); !whole || err != nil || k.trouble != "" {
		return
	}
	now := k.Now()
	view := folder.View{Now: now, Plans: slices.Collect(maps.Values(plans)), Alerts: k.alerts}
	for _, rel := range slices.Sorted(maps.Keys(k.seen)) {
		view.Lines = append(view.Lines, k.seen[rel].lines...)
	}
	old, _, err := k.files.Read(k.at(folder.Dashboard), mostDashboard)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		k.ownDashboard(ctx, err)
		return
	}
	if err != nil {
		old = nil
	}
	next, ok := folder.Place(old, view.String())
	switch {
	case !ok:
		k.ownDashboard(ctx, errors.New("it has no place for one: the lines <!-- weft:dashboard --> and <!-- weft:end -->"))
		return
	case old != nil && string(next) == string(old):
		return
	}
	k.board.own = false
	if wait := k.board.written.Add(k.Dashboard).Sub(now); wait > 0 && !k.board.written.IsZero() {
		k.board.due = time.After(wait)
		return
	}
	if _, err := k.Swap(k.at(folder.Dashboard), old, next); err != nil {
		k.Log.WarnContext(ctx, "the dashboard of plans can't be written", "error", err)
		return
	}
	k.board.written = now
}

// ownDashboard says once why there is no dashboard.
func (k *keeper) ownDashboard(ctx context.Context, err error) {
	if !k.board.own {
		k.Log.WarnContext(ctx, "the dashboard of plans is not written", "file", k.at(folder.Dashboard), "why", err)
	}
	k.board.own = true
}
