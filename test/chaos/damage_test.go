package chaos

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// A damage is what happens to some of the bus's files while the server is down.
type damage struct {
	kind    string
	pattern string // of the file's name
	stream  string // "" for any
}

// The messages are hit most: the other files are small.
func damages() []damage {
	return []damage{
		{Flipped, "*.blk", "WEFT_RUNS"},
		{Cut, "*.blk", "WEFT_RUNS"},
		{Flipped, "*", ""},
		{Flipped, "*.blk", "WEFT_QUEUE"},
		{Cut, "*.blk", "WEFT_QUEUE"},
		{Flipped, "*.blk", "KV_weft_requests"},
		{Cut, "*.blk", "KV_weft_requests"},
		{Flipped, "o.dat", ""},
		{Cut, "o.dat", ""},
		{Flipped, "index.db", "WEFT_RUNS"},
		{Cut, "index.db", "WEFT_RUNS"},
		{Flipped, "meta.inf", "WEFT_RUNS"},
		{Flipped, "meta.*", ""},
		{Cut, "*", ""},
	}
}

// damaged flips and cuts bytes in the bus's files while the server is down, each
// time at a new site.
func damaged(c *trial) {
	for _, d := range damages()[:c.some(3, len(damages()))] {
		c.damage(d, c.some(8, 10))
	}
}

func (c *trial) damage(d damage, n int) {
	c.Helper()
	s := c.start(Layout{})
	p := s.Process(Orchestrator)
	load := &Load{APIs: s.Clients(c.T), Inputs: Inputs(n)}
	ctx, cancel := context.WithTimeout(c.Context(), healing)
	defer cancel()
	load.Send(ctx, load.Inputs...)
	load.Wait(ctx)
	if c.rand.IntN(2) == 0 && d.pattern != "index.db" { // which an orderly end writes
		p.Kill() // with runs under way
	} else if err := p.Stop(); err != nil {
		c.Fatal(err)
	}
	c.hurt(s, d)
	p.said.clear()
	if err := p.Start(c.Context()); err != nil {
		c.result.Findings.add(Other, "after damage, %v", err)
		return
	}
	defer p.Kill()
	c.check(s, load, Evidence{Damaged: true})
}

// hurt damages one file.
func (c *trial) hurt(s *Site, d damage) {
	c.Helper()
	all, err := files(s.Streams, d.pattern)
	if err != nil {
		c.Fatal(err)
	}
	var fit []string
	for _, path := range all {
		if strings.Contains(path, string(filepath.Separator)+d.stream) {
			fit = append(fit, path)
		}
	}
	if len(fit) == 0 {
		// A queue may be empty; a stream of another name is a mistake here.
		if _, err := os.Stat(filepath.Join(s.Streams, "jetstream", "$G", "streams", d.stream)); err != nil {
			c.Fatal(err)
		}
		c.Logf("%s of %s: nothing to damage", d.pattern, d.stream)
		return
	}
	path := fit[c.rand.IntN(len(fit))]
	if d.kind == Flipped {
		err = Flip(path, 1+c.rand.IntN(8), c.rand)
	} else {
		err = Truncate(path, c.rand)
	}
	if err != nil {
		c.Fatal(err)
	}
	c.result.Faults[d.kind]++
	c.Logf("%s: %s", strings.TrimPrefix(path, s.Streams), d.kind)
}
