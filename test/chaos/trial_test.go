package chaos

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/weft-mesh/weft/test/mesh"
)

// healing is how long everything may take to end once what was broken is mended.
const healing = time.Minute

// burst is how many inputs are sent at once, before a fault.
const burst = 4

// A trial is one scenario under way.
type trial struct {
	*testing.T
	long   bool
	rand   *rand.Rand
	result Result
}

func newTrial(t *testing.T, name string, long bool, seed uint64) *trial {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	return &trial{T: t, long: long, rand: rand.New(rand.NewPCG(seed, h.Sum64())), result: NewResult(name)}
}

// some is the smaller number in the short form.
func (c *trial) some(short, long int) int {
	if c.long {
		return long
	}
	return short
}

// start starts a site.
func (c *trial) start(l Layout) *Site {
	c.Helper()
	s := NewSite(c.T, l)
	if err := s.Start(c.Context()); err != nil {
		c.Fatal(err)
	}
	return s
}

// under sends inputs to a site in bursts, with a fault upon each, and checks what
// is there when all is mended. Each of the faults is done at least once.
func (c *trial) under(s *Site, n int, faults ...Fault) {
	c.Helper()
	load, giveUp := c.send(s, n, faults...)
	defer giveUp()
	c.check(s, load, Evidence{})
}

// send sends inputs to a site in bursts, with a fault upon each. What is not
// acknowledged yet is repeated until the caller gives up.
func (c *trial) send(s *Site, n int, faults ...Fault) (_ *Load, giveUp func()) {
	c.Helper()
	load := &Load{APIs: s.Clients(c.T), Inputs: Inputs(n)}
	ctx, giveUp := context.WithCancel(c.Context())
	rest := load.Inputs
	send := func(n int) {
		n = min(n, len(rest))
		load.Send(ctx, rest[:n]...)
		rest = rest[n:]
	}
	for len(faults) > 0 && len(rest) > 0 {
		for _, i := range c.rand.Perm(len(faults)) {
			send(max(1, min(burst, n/len(faults))))
			if wait(ctx, upTo(c.rand, 400*time.Millisecond)) != nil {
				return load, giveUp
			}
			c.do(faults[i])
		}
	}
	send(len(rest))
	return load, giveUp
}

func (c *trial) do(f Fault) {
	c.Logf("%s: %s", f.On, f.Kind)
	c.result.Faults[f.Kind]++
	if err := f.Do(c.Context(), c.rand); err != nil {
		c.result.Findings.add(Other, "%s: %s: %v", f.On, f.Kind, err)
	}
}

// check starts what is down, gives everything a minute, gathers the evidence and
// tells what it says of the load.
func (c *trial) check(s *Site, load *Load, e Evidence) {
	c.Helper()
	c.expect(s.Start(c.Context()))
	healed := time.Now()
	ctx, cancel := context.WithTimeout(c.Context(), healing)
	defer cancel()
	load.Wait(ctx)
	e.Inputs, e.Acks = load.Inputs, load.Acks()
	var err error
	e.Runs, e.Verified, err = s.Settle(ctx, load.APIs[0], slices.Collect(maps.Values(e.Acks)))
	c.expect(err)
	c.Logf("%d of %d inputs acknowledged, settled %v after everything had healed; refused attempts: %v",
		len(e.Acks), len(e.Inputs), time.Since(healed).Round(time.Millisecond), load.Refusals())
	e.Started, e.Open, err = Started(c.Context(), load.APIs[0])
	c.expect(err)
	e.Files, err = s.kept(c.Context(), load.APIs[0])
	c.expect(err)
	e.Said = s.Said()
	for _, fell := range s.Fell() {
		c.result.Findings.add(Other, "%s", fell)
	}
	for _, in := range e.Inputs {
		if _, ok := e.Acks[in.RequestID]; ok {
			c.result.Runs[in.Kind]++
		}
	}
	c.result.and(Result{Findings: Check(e)})
}

// expect notes an error among the findings.
func (c *trial) expect(err error) {
	if err != nil {
		c.result.Findings.add(Other, "%v", err)
	}
}

// tell fails for every broken promise.
func (c *trial) tell() {
	for _, what := range AllFindings() {
		for _, found := range c.result.Findings[what] {
			if what == Reported || what == Allowed {
				c.Logf("%s: %s", what, found)
				continue
			}
			c.Errorf("%s: %s", what, found)
		}
	}
}

// seed returns the given seed, or one of its own.
func seed(t *testing.T) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(cmp.Or(os.Getenv("WEFT_CHAOS_SEED"), strconv.FormatUint(rand.Uint64(), 10)), 10, 64)
	if err != nil {
		t.Fatalf("WEFT_CHAOS_SEED: %v", err)
	}
	return n
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(deskFolder); dir != "" {
		if err := (desk{dir}).serve(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := database.Run(m)
	if os.Getenv("WEFT_CHAOS") != "" { // else nothing was built
		mesh.RemoveBinary()
	}
	os.Exit(code)
}
