package chaos

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestWhatWasAcknowledgedIsKept breaks meshes of real processes in every way that
// is known, while inputs of all types are sent to them. It runs with WEFT_CHAOS
// set: "long" is more than 500 runs, anything else a sample of each scenario.
func TestWhatWasAcknowledgedIsKept(t *testing.T) {
	form := os.Getenv("WEFT_CHAOS")
	if form == "" {
		t.Skip("left out: set WEFT_CHAOS, or run `make test-chaos`")
	}
	seed, summary := seed(t), &Summary{}
	t.Logf("WEFT_CHAOS_SEED=%d", seed)
	t.Cleanup(func() { fmt.Printf("\nseed %d\n\n%s\n", seed, summary.Table()) })
	scenarios := []scenario{
		{"nothing breaks", calm},
		{"a server is killed", server},
		{"each role is killed", killRoles},
		{"NATS is killed", external},
		{"each server of a cluster of NATS is killed", cluster},
		{"NATS is killed while records are written together", batches},
		{"processes are stopped beyond the lease", frozen},
		{"each role is restarted in turn", rolling},
		{"the disk of the bus is full", busFull},
		{"the disk of the vault is full", vaultFull},
		{"the disk of both is full", bothFull},
		{"the power is cut", power},
		{"the power is cut and nothing was synced", unsynced},
		{"short commands are interrupted", commands},
		{"files of the bus are damaged", damaged},
		{"another graph and a server is killed", batchesTogether},
		{"another graph and each role is killed", batchesApart},
		{"plans and a server is killed", plansTogether},
		{"plans and each of their roles is killed", plansApart},
		{"messages come late", late},
		{"another graph and messages come late", batchesLate},
		{"plans and messages come late", plansLate},
		{"plans and the orchestrator is killed at each point of a call", killedAt(Orchestrator)},
		{"plans and the executor is killed at each point of a call", killedAt(Executor)},
		{"plans and both are killed at each point of a call", killedAt(Orchestrator, Executor)},
	}
	if os.Getenv("WEFT_CHAOS_CLUSTER") != "" {
		scenarios = []scenario{{"the shape of production", inProduction}, {"another graph in the shape of production", batchesInProduction}, {"questions beyond capacity", beyondCapacity}, {"roles beyond capacity", rolesBeyondCapacity}, {"tools hang and are away", hungTools}, {"many watch", manyWatchers}}
	}
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			if os.Getenv("WEFT_CHAOS_CLUSTER") == "" { // of which one is all that a small machine carries
				t.Parallel()
			}
			c := newTrial(t, s.name, form == "long", seed)
			defer func() {
				c.tell()
				summary.Add(c.result)
			}()
			s.do(c)
		})
	}
}

type scenario struct {
	name string
	do   func(*trial)
}

// inProduction breaks the shape of production while eight callers with little patience
// send each input to both orchestrators.
func inProduction(c *trial) {
	s := c.start(Layout{Production: true})
	load := &Load{APIs: s.Clients(c.T), Inputs: Inputs(c.some(100, 300)), Hasty: true}
	ctx, giveUp := context.WithCancel(c.Context())
	defer giveUp()
	load.SendBy(ctx, callers)
	faults := []Fault{
		s.Leader(Kill), Kill(s.Process(Orchestrator + "-1")), Away(s.production.database), s.Leader(Freeze), Kill(s.Process(Orchestrator + "-2")),
		Kill(s.Process(retriever)), Kill(s.Process("parser")), s.Repeat(),
	}
	for i := range natsServers {
		p := s.Process(fmt.Sprintf("%s-%d", NATS, i+1))
		faults = append(faults, Drop(p))
		if c.long {
			faults = append(faults, Kill(p), s.Repeat())
		}
	}
	for _, i := range c.rand.Perm(len(faults)) {
		if wait(ctx, upTo(c.rand, 2*time.Second)) != nil {
			return
		}
		c.do(faults[i])
	}
	c.check(s, load, Evidence{})
}

// callers is how many send inputs in the shape of production.
const callers = 8

// calm shows that what the others find is not there without a fault.
func calm(c *trial) {
	c.under(c.start(Layout{}), c.some(10, 40))
}

func server(c *trial) {
	s := c.start(Layout{})
	c.under(s, c.some(20, 80), Kill(s.Process(Orchestrator)))
}

func killRoles(c *trial) {
	s := c.start(Layout{Apart: true})
	c.under(s, c.some(20, 80), each(s, Kill)...)
}

func external(c *trial) {
	s := c.start(Layout{Bus: true})
	c.under(s, c.some(20, 60), Kill(s.Process(NATS)), Kill(s.Process(NATS)), Kill(s.Process(Orchestrator)))
}

// cluster kills one of three servers at a time: the other two go on, and nothing
// that was acknowledged is on one alone.
func cluster(c *trial) {
	s := c.start(Layout{Bus: true, Servers: 3})
	var faults []Fault
	for _, p := range s.Processes() {
		if isNATS(p) {
			faults = append(faults, Kill(p))
		}
	}
	if i := c.rand.IntN(len(faults)); !c.long {
		faults = faults[i : i+1]
	}
	c.under(s, c.some(4, 60), faults...)
}

func frozen(c *trial) {
	s := c.start(Layout{})
	c.under(s, c.some(4, 20), Freeze(s.Process(Orchestrator)))
	s = c.start(Layout{Apart: true, Bus: true})
	faults := each(s, Freeze)
	if !c.long {
		faults = []Fault{Freeze(s.Process(NATS)), Freeze(s.Process(Orchestrator)), Freeze(s.Process("parser"))}
	}
	c.under(s, c.some(16, 60), faults...)
}

// late has messages overtake others, also those of processes that are killed meanwhile.
func late(c *trial) {
	s := c.start(Layout{Apart: true, Bus: true, Late: true})
	c.under(s, c.some(16, 80), s.Late(), s.LateAnd(Kill(s.Process(Orchestrator))), s.LateAnd(Kill(s.Process("parser"))), s.LateAnd(Kill(s.Process(NATS))))
	c.Logf("%d messages were late", s.delays.n)
}

func rolling(c *trial) {
	s := c.start(Layout{Apart: true, Bus: true})
	c.under(s, c.some(20, 60), each(s, Roll)...)
}

func busFull(c *trial) {
	d := NewDisk(c.T)
	c.under(c.start(Layout{Streams: filepath.Join(d.Dir, "nats")}), c.some(12, 40), Fill("bus", d))
}

func vaultFull(c *trial) {
	d := NewDisk(c.T)
	c.under(c.start(Layout{Vault: d.Dir, Streams: c.TempDir()}), c.some(12, 40), Fill("vault", d))
}

func bothFull(c *trial) {
	d := NewDisk(c.T)
	c.under(c.start(Layout{Vault: d.Dir}), c.some(12, 40), Fill("bus and vault", d))
}

// each is a fault for each process of a site.
func each(s *Site, fault func(*Process) Fault) []Fault {
	var out []Fault
	for _, p := range s.Processes() {
		out = append(out, fault(p))
	}
	return out
}
