package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/lifecycle"
	meshroles "github.com/weft-mesh/weft/kit/roles"
)

// drainTime bounds how long a stopping mesh finishes what is in flight.
const drainTime = 20 * time.Second

// UpOptions say what Up runs.
type UpOptions struct {
	Options
	Roles []string     // nil is all of them in one process
	Ready func(Served) // is told where the mesh can be reached; may be nil
	// Insecure lets everybody call an API that other machines can reach.
	Insecure bool
}

// Served says where a mesh can be reached.
type Served struct {
	Addresses map[string]string // by name: "api", the agents that are exposed, "nats"
	TokenFile string            // holds the token that callers show; "" if none is asked for
}

// Up runs roles until ctx ends, then finishes what is in flight and returns.
func Up(ctx context.Context, o UpOptions) (err error) {
	apart := o.Roles != nil
	if !apart {
		if o.Roles, err = rolesHere(o.Config); err != nil {
			return err
		}
	}
	if err := checkRoles(o.Roles, o.Config); err != nil {
		return err
	}
	if err := checkOpen(o.Config, o.Roles, apart, o.Insecure); err != nil {
		return err
	}
	release := func() error { return nil }
	var h *hold
	if slices.Contains(o.Roles, Orchestrator) {
		if err := prepare(o.Config); err != nil {
			return err
		}
		var who holder
		h, who, err = take(o.Config.Vault)
		if errors.Is(err, errHeld) {
			return locked(o.Config.Vault, who)
		}
		if err != nil {
			return err
		}
		release, o.state = h.release, h.dir
	}
	defer func() { err = errors.Join(err, release()) }()

	o.Serves = true
	if o.secret, err = openSecret(ctx, o.Config, o.Roles, o.state); err != nil {
		return err
	}
	m, err := build(ctx, o.Options, o.Roles, apart)
	if errors.Is(err, errStopped) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.stack.Stop(drainTime)) }()
	m.stack.Go("memory", lifecycle.GiveBack)
	if h != nil {
		m.watch(h)
		if err := m.listen(ctx, "api", m.servers[Orchestrator], o.Config.API.Listen, "api.listen"); err != nil {
			return err
		}
		if err := m.serveHTTP(ctx); err != nil {
			return err
		}
		m.showPlans()
		m.showRoadmaps()
		if err := h.announce(m.announcement()); err != nil {
			return err
		}
	}
	if o.Ready != nil {
		o.Ready(Served{m.addresses(), m.secret.file})
	}
	if err := m.stack.Wait(ctx); err != nil {
		return err
	}
	m.drain()
	return nil
}

// drain says that nothing here is ready any more, and gives those that only look now
// and then the time to learn it, while calls are still taken.
func (m *mesh) drain() {
	for _, srv := range m.servers {
		srv.Drain()
	}
	if d := m.Config.Serve.DrainDelay; d > 0 {
		m.Log.Info("shutting down: no longer ready, but still taking calls", "for", d)
		time.Sleep(d)
	}
}

// rolesHere are the roles of a process that was not told which: all but those that the
// configuration has elsewhere.
func rolesHere(c *config.Config) (here []string, err error) {
	for _, r := range meshroles.All() {
		switch peer, _ := c.Peers.Of(r.Name); {
		case peer == "":
			here = append(here, r.Name)
		case !r.Called():
			return nil, fmt.Errorf("peers.%[1]s is set, but nobody calls the %[1]s at an address: it listens on NATS. Leave it out; to run it elsewhere, start the others with weft serve --roles", r.Name)
		}
	}
	return here, nil
}

// checkRoles refuses roles that can't work as they are configured.
func checkRoles(roles []string, c *config.Config) error {
	for _, r := range roles {
		if !slices.Contains(Roles(), r) {
			return fmt.Errorf("there is no role %q; the roles are %v", r, Roles())
		}
	}
	if slices.Contains(roles, retrieverRole) && !slices.Contains(roles, Orchestrator) && c.NATS.URL == "" {
		return errors.New("a retriever in its own process needs the mesh's NATS server; set nats.url")
	}
	if slices.Contains(roles, meshroles.Executor) && !slices.Contains(roles, Orchestrator) && c.NATS.URL == "" && len(c.Tools.Servers) > 0 {
		return errors.New("an executor in its own process needs the mesh's NATS server; set nats.url")
	}
	return nil
}
