package command

import (
	"context"
	"io/fs"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/examples"
	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
)

// wired is the real mesh, with what this binary adds.
type wired struct{ added app.Additions }

func (w wired) connect(ctx context.Context, t target) (session, error) {
	s, err := app.Connect(ctx, app.Target{
		Server:    t.server,
		Config:    t.config,
		Additions: w.added,
		Log:       t.log,
		Version:   t.version,
		TraceFile: t.traceFile,
		Wait:      t.wait,
		OnWait:    t.onWait,
		Clock:     t.clock,
		Shares:    t.shares,
	})
	if err != nil {
		return nil, err // a nil *app.Session must not become a session
	}
	return s, nil
}

func (w wired) up(ctx context.Context, o upOptions) error {
	return app.Up(ctx, app.UpOptions{
		Options:  app.Options{Config: o.config, Additions: w.added, Log: o.log, Version: o.version, TraceFile: o.traceFile, Tape: o.tape, PlanningNow: o.clock},
		Roles:    o.roles,
		Insecure: o.insecure,
		Ready:    o.ready,
	})
}

func (w wired) graphs(c *config.Config) ([]app.Graph, error) { return w.added.AllGraphs(c) }

func (w wired) builtinDomains() (*domains.Set, error) { return w.added.BuiltinDomains() }

func (w wired) checkRuns(ctx context.Context, c *config.Config, store string) (*app.RunsCheck, error) {
	return w.added.CheckRuns(ctx, c, store)
}

func (wired) exampleVault() fs.FS { return examples.Vault() }
