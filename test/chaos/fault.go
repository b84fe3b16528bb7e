package chaos

import (
	"context"
	"math/rand/v2"
	"time"
)

// A Fault breaks something at a site, and has mended it when Do returns.
type Fault struct {
	Kind string // what is counted
	On   string // which process or folder
	Do   func(ctx context.Context, r *rand.Rand) error
}

// The kinds of faults.
const (
	Killed   = "kill -9"
	Frozen   = "stopped beyond the lease"
	Restart  = "restart"
	DiskFull = "disk full"
	Ctrl     = "Ctrl-C"
	Power    = "power cut"
	Flipped  = "bytes flipped"
	Cut      = "file truncated"

	NoDatabase = "database away"
	Dropped    = "connections cut"
	Repeated   = "messages sent twice"
	Late       = "messages late"
)

// away is how long a process that was killed is away: mostly a moment, as under
// a supervisor, and sometimes seconds.
func away(r *rand.Rand) time.Duration {
	if r.IntN(4) == 0 {
		return time.Second + upTo(r, 2*time.Second)
	}
	return upTo(r, 400*time.Millisecond)
}

func upTo(r *rand.Rand, d time.Duration) time.Duration { return time.Duration(r.Int64N(int64(d))) }

// Kill ends a process at once and starts it again after a while.
func Kill(p *Process) Fault {
	return Fault{Killed, p.Name, func(ctx context.Context, r *rand.Rand) error {
		p.Kill()
		if err := wait(ctx, away(r)); err != nil {
			return err
		}
		return p.Start(ctx)
	}}
}

// Freeze stops a process for longer than a lease, and lets it go on.
func Freeze(p *Process) Fault {
	return Fault{Frozen, p.Name, func(ctx context.Context, r *rand.Rand) error {
		p.Freeze()
		defer p.Thaw()
		return wait(ctx, 3*time.Second+upTo(r, 2*time.Second))
	}}
}

// Roll restarts a process as an operator does.
func Roll(p *Process) Fault {
	return Fault{Restart, p.Name, func(ctx context.Context, _ *rand.Rand) error {
		if err := p.Stop(); err != nil {
			return err
		}
		return p.Start(ctx)
	}}
}

// Fill leaves no room, or nearly none, in a folder for seconds.
func Fill(name string, disks ...*Disk) Fault {
	return Fault{DiskFull, name, func(ctx context.Context, r *rand.Rand) error {
		for _, d := range disks {
			defer d.Free()
			if err := d.Fill(r.IntN(3) * 4096); err != nil {
				return err
			}
		}
		return wait(ctx, 2*time.Second+upTo(r, 3*time.Second))
	}}
}
