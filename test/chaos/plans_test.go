package chaos

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/proto/weftapi"
)

func plansTogether(c *trial) {
	mailbox := c.mailbox()
	s := c.start(Layout{Mailbox: mailbox})
	c.underPlans(s, mailbox, c.some(10, 150), Kill(s.Process(Orchestrator)), KillServing(mailbox), Kill(s.Process(Orchestrator)))
}

func plansApart(c *trial) {
	mailbox := c.mailbox()
	s := c.start(Layout{Apart: true, Bus: true, Mailbox: mailbox})
	c.underPlans(s, mailbox, c.some(10, 150),
		Kill(s.Process(Executor)), KillServing(mailbox), Kill(s.Process(Orchestrator)), Kill(s.Process(NATS)), Kill(s.Process(Executor)))
}

func plansLate(c *trial) {
	mailbox := c.mailbox()
	s := c.start(Layout{Apart: true, Bus: true, Late: true, Mailbox: mailbox})
	c.underPlans(s, mailbox, c.some(10, 150),
		s.Late(), s.LateAnd(Kill(s.Process(Executor))), s.LateAnd(KillServing(mailbox)), s.LateAnd(Kill(s.Process(Orchestrator))), s.LateAnd(Kill(s.Process(NATS))))
	c.Logf("%d messages were late", s.delays.n)
}

// underPlans has plans carried out at a site and breaks it until most of them have ended.
// Then it checks that nothing was called that was not approved, and nothing said to be done
// that was not.
func (c *trial) underPlans(s *Site, mailbox string, n int, faults ...Fault) {
	c.Helper()
	p := &Plans{API: s.Clients(c.T)[0], Mailbox: mailbox, N: n, AtOnce: callers}
	c.expect(trust(c.Context(), p.API))
	c.underWork(s, Planned, n, p, faults...)
	c.Logf("people were asked of steps: %v", p.asked)
}

func isNew(t *commonv1.Tool) bool { return t.GetTrust() == commonv1.ToolTrust_TOOL_TRUST_NEW }

// trust agrees to all tools.
func trust(ctx context.Context, api weftapi.Client) error {
	var tools *orchestratorv1.ListToolsResponse
	err := insist(ctx, func() (err error) {
		if tools, err = api.ListTools(ctx, &orchestratorv1.ListToolsRequest{}); err == nil && !slices.ContainsFunc(tools.GetTools(), isNew) {
			err = fmt.Errorf("there are no tools of servers: %v", tools)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, t := range tools.GetTools() {
		_, err := api.TrustTool(ctx, &orchestratorv1.TrustToolRequest{
			Server: t.GetServer(), Operation: t.GetOperation(), DefinitionHash: t.GetDefinitionHash(),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// mailbox returns a folder for a tool server. A server that was just being started when its
// executor was killed makes the folder once more, so it is waited for before that is removed.
func (c *trial) mailbox() string {
	dir := c.TempDir()
	c.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
		defer cancel()
		for left, err := toolServersIn(dir); err == nil && len(left) > 0 && wait(ctx, lookEvery) == nil; left, err = toolServersIn(dir) {
			for _, pid := range left {
				_ = syscall.Kill(pid, syscall.SIGKILL) // else it ends by itself
			}
		}
	})
	return dir
}

// KillServing kills the tool servers that serve a folder. Whoever uses them starts others.
func KillServing(dir string) Fault {
	return Fault{Killed, "tool server", func(context.Context, *rand.Rand) error {
		pids, err := toolServersIn(dir)
		for _, pid := range pids {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && err != syscall.ESRCH {
				return err
			}
		}
		return err
	}}
}

// toolServersIn returns the processes of the tool servers that serve a folder.
func toolServersIn(dir string) (pids []int, err error) {
	commands, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return nil, err
	}
	for _, path := range commands {
		line, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(line, []byte("serve\x00mailbox\x00--dir\x00"+dir+"\x00")) || bytes.Contains(line, []byte("tools.servers")) {
			continue // it is gone, or another
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil {
			return nil, err
		}
		pids = append(pids, pid)
	}
	return pids, nil
}
