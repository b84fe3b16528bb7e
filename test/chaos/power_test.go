package chaos

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// powered are the modes of runs.durability in which a power cut takes nothing that
// was acknowledged.
var powered = []string{"strict", "pipelined"}

// power cuts the power of the machine that has everything.
func power(c *trial) {
	for _, mode := range powered {
		d := NewPowerDisk(c.T)
		s := c.start(Layout{Vault: d.Dir, Durability: mode})
		c.under(s, c.some(12, 40), PowerCut(s, d))
	}
}

// unsynced cuts the power where nothing is synced, and counts what is lost.
func unsynced(c *trial) {
	d := NewPowerDisk(c.T)
	s := c.start(Layout{Vault: d.Dir, Durability: "relaxed"})
	load, giveUp := c.send(s, c.some(12, 40), PowerCut(s, d))
	defer giveUp()
	ctx, cancel := context.WithTimeout(c.Context(), healing)
	defer cancel()
	load.Wait(ctx)
	runs := settle(ctx, load.APIs[0], slices.Collect(maps.Values(load.Acks())))
	for id, r := range runs {
		if status.Code(r.Err) == codes.NotFound {
			c.result.Findings.add(Allowed, "run %s", id)
		}
	}
	for _, in := range load.Inputs {
		c.result.Runs[in.Kind]++
	}
}

// PowerCut cuts the power of a machine on which a site has all its processes and
// files, and starts it again.
func PowerCut(s *Site, d *PowerDisk) Fault {
	return Fault{Power, "the machine", func(ctx context.Context, r *rand.Rand) error {
		err := d.Cut()
		for _, p := range s.Processes() {
			p.Kill()
		}
		if err = errors.Join(err, d.Back(), wait(ctx, away(r))); err != nil {
			return err
		}
		return s.Start(ctx)
	}}
}
