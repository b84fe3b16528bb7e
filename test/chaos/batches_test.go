package chaos

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/test/payments"
)

// withPayments is a server that walks the graphs of package payments.
const withPayments = "github.com/weft-mesh/weft/test/payments/weft"

func batchesTogether(c *trial) {
	s := c.start(Layout{Command: withPayments})
	c.underBatches(s, c.some(12, 150), Kill(s.Process(Orchestrator)))
}

func batchesApart(c *trial) {
	s := c.start(Layout{Apart: true, Command: withPayments})
	c.underBatches(s, c.some(12, 150), Kill(s.Process(Orchestrator)), Kill(s.Process("router")), Kill(s.Process(Orchestrator)))
}

func batchesLate(c *trial) {
	s := c.start(Layout{Apart: true, Bus: true, Late: true, Command: withPayments})
	c.underBatches(s, c.some(12, 150), s.Late(), s.LateAnd(Kill(s.Process(Orchestrator))), s.LateAnd(Kill(s.Process("router"))), s.LateAnd(Kill(s.Process(NATS))))
	c.Logf("%d messages were late", s.delays.n)
}

// batchesInProduction has two orchestrators, three servers of NATS, messages that come
// twice and connections that are cut.
func batchesInProduction(c *trial) {
	s := c.start(Layout{Production: true, Command: withPayments})
	faults := []Fault{
		Kill(s.Process(Orchestrator + "-1")), s.Repeat(), Kill(s.Process(Orchestrator + "-2")), s.Leader(Kill), Kill(s.Process("router")),
		s.Leader(Freeze),
	}
	for i := range natsServers {
		faults = append(faults, Drop(s.Process(fmt.Sprintf("%s-%d", NATS, i+1))))
	}
	c.underBatches(s, c.some(16, 100), faults...)
}

// underBatches sends batches to a site and breaks it until most of them have ended. Then it
// checks that every effect was done once. Processes are killed and not stopped for a while:
// one that goes on may do what another has done meanwhile, and only a receiver that knows
// keys can tell.
func (c *trial) underBatches(s *Site, n int, faults ...Fault) {
	c.Helper()
	c.underWork(s, Batch, n, &Batches{APIs: s.Clients(c.T), Receiver: payments.NewReceiver(c.T), N: n, AtOnce: callers}, faults...)
}

// work is what callers do at a site.
type work interface {
	Start(ctx context.Context)
	Left() int
	Wait()
	Check() Findings
}

// underWork has callers do n things at a site, and breaks it until most of them are over.
func (c *trial) underWork(s *Site, kind Kind, n int, w work, faults ...Fault) {
	c.Helper()
	ctx, giveUp := context.WithCancel(c.Context())
	defer giveUp()
	w.Start(ctx)
	for more := true; more; more = w.Left() > n/4 {
		for _, i := range c.rand.Perm(len(faults)) {
			if wait(ctx, upTo(c.rand, 3*time.Second)) != nil {
				return
			}
			c.do(faults[i])
		}
	}
	c.expect(s.Start(ctx))
	stop := time.AfterFunc(healing+time.Duration(n)*time.Second/4, giveUp)
	defer stop.Stop()
	w.Wait()
	c.result.Runs[kind] += n
	for _, fell := range s.Fell() {
		c.result.Findings.add(Other, "%s", fell)
	}
	c.result.and(Result{Findings: w.Check()})
}

// A batch of which nothing is broken is what the others are compared with.
func TestBatchesOfPaymentsEndAsTheirInputsSay(t *testing.T) {
	t.Parallel()
	s := NewSite(t, Layout{Command: withPayments})
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := &Batches{APIs: s.Clients(t), Receiver: payments.NewReceiver(t), N: 8, AtOnce: 4}
	b.Start(t.Context())
	b.Wait()
	found := b.Check()
	for _, what := range AllFindings() {
		for _, f := range slices.Compact(found[what]) {
			t.Errorf("%s: %s", what, f)
		}
	}
}
