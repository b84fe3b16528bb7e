package roadmapvault

import (
	"context"
	"errors"
	"time"

	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	// moment is how long a process that ends soon leaves a file alone after its last change.
	// A person has saved it before they typed a command, so that only what writes a file in
	// parts has to be waited for.
	moment = 300 * time.Millisecond
	// mostRounds is how often it looks at files that are being written.
	mostRounds = 4
)

// Briefly returns what brings roadmaps and their files together once, for a process that
// ends in a moment: at its beginning, and at its end. It waits until a file that has just
// been saved has stayed as it is for Quiet, which is 300 ms if it is 0. Of one that
// somebody goes on writing nothing is taken up, and nothing is written over it. Without
// roadmaps it reads the timeline, and nothing else.
func Briefly(o Options) (bring func(context.Context) error) {
	o = o.defaults(moment)
	k := o.keeper(nil)
	k.once = true
	return func(ctx context.Context) (err error) {
		timeline, err := o.Store.Timeline(ctx, o.Person)
		if err != nil || len(timeline.GetRoadmaps()) == 0 {
			return err
		}
		if k.files, err = safefile.OpenFolder(o.Vault); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, k.files.Close()) }()
		for range mostRounds {
			k.again = false
			if err := k.round(ctx); err != nil || !k.again {
				return err
			}
			if !lifecycle.Sleep(ctx, o.Quiet) {
				return context.Cause(ctx)
			}
		}
		return errors.New("somebody is writing in a roadmap's file; what they have changed is taken up by a later command")
	}
}
