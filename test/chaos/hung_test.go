package chaos

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/weft-mesh/weft/test/mesh"
)

// hungTools has plans call a tool server that hangs at its first mail, and another that is
// away when its plan's turn comes.
func hungTools(c *trial) {
	hanging, leaving := c.mailbox(), c.mailbox()
	weft := mesh.Binary(c.T)
	// A server that is away has no command any more.
	command := filepath.Join(c.TempDir(), "post")
	present := fmt.Sprintf("#!/bin/sh\nexec '%s' demo serve mailbox --dir '%s'\n", weft, leaving)
	comeBack := func() { c.expect(os.WriteFile(command, []byte(present), 0o700)) }
	comeBack()
	server := func(name, command string) []string {
		of := "tools.servers." + name + "."
		return []string{of + "command=" + command, of + "timeout=5s", of + "operations.list_messages.effect=read"}
	}
	s := c.start(Layout{Production: true, Roles: map[string][]string{Executor: append(
		server(mailServer, weft+",demo,serve,mailbox,--dir,"+hanging+",--fault,"+sendMail+":1:hang"), server("post", command)...,
	)}})
	apis := s.Clients(c.T)
	c.expect(trust(c.Context(), apis[0]))

	hung := &Plans{API: apis[0], Mailbox: hanging, N: 3, AtOnce: 3}
	c.carryOut(hung)
	if len(hung.doubted) != 1 {
		c.Errorf("plans don't know of %v; one mail hung", hung.doubted)
	}

	const post = "tool server post"
	away := &Plans{API: apis[1], Mailbox: leaving, Server: "post", N: 1, AtOnce: 1}
	var back sync.WaitGroup
	defer back.Wait()
	away.BeforeFirst = sync.OnceFunc(func() {
		c.expect(os.Remove(command))
		c.do(KillServing(leaving))
		back.Go(func() {
			for late := time.Now().Add(healing); !away.waitedFor(post) && time.Now().Before(late); {
				if wait(c.Context(), lookEvery) != nil {
					return
				}
			}
			comeBack()
		})
	})
	c.carryOut(away)
	if !away.waitedFor(post) {
		c.Errorf("the plan did not say that it waits for the %s, but for %v", post, away.awaited)
	}
	if len(away.doubted) > 0 {
		c.Errorf("plans don't know of %v, which were never sent", away.doubted)
	}
	c.Logf("plans waited for %v and %v", hung.awaited, away.awaited)
	for _, fell := range s.Fell() {
		c.Error(fell)
	}
}

// carryOut has plans carried out, and checks that what they say was done was, once.
func (c *trial) carryOut(p *Plans) {
	c.Helper()
	ctx, giveUp := context.WithTimeout(c.Context(), 2*healing)
	defer giveUp()
	p.Start(ctx)
	p.Wait()
	c.result.Runs[Planned] += p.N
	c.result.and(Result{Findings: p.Check()})
}
