package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nats.go"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// A RunsCheck tells whether this build can go on with the runs of a store that wait
// or are under way.
type RunsCheck struct {
	Runs  int        `json:"runs"` // that have not ended, of all tenants
	Stuck []StuckRun `json:"stuck"`
}

// A StuckRun is one that this build can't go on with.
type StuckRun struct {
	Tenant  string `json:"tenant"`
	Run     string `json:"run"`
	Graph   string `json:"graph"`
	Version int32  `json:"version"`
	Status  string `json:"status"`
	Text    string `json:"text"` // what was asked; "" if that can't be told
	Problem string `json:"problem"`
}

// CheckRuns replays the runs of a store that have not ended by the graphs of this
// build. The store is a folder of notes, a NATS server, or, if none is named, what is
// configured. Nothing in it is changed, and a server may be at work on it.
func (a Additions) CheckRuns(ctx context.Context, c *config.Config, store string) (*RunsCheck, error) {
	graphs, err := a.newGraphs(graphDeps{}, c, a.connectNone)
	if err != nil {
		return nil, err
	}
	nc, closeStore, err := openToRead(c, store)
	if err != nil {
		return nil, err
	}
	defer closeStore()
	log, err := runlog.OpenReadOnly(ctx, nc)
	if errors.Is(err, runlog.ErrNoRuns) {
		return &RunsCheck{Stuck: []StuckRun{}}, nil
	}
	if err != nil {
		return nil, bus.Fault(ctx, err)
	}
	out, err := checkRuns(ctx, log, graphs)
	if err != nil {
		return nil, bus.Fault(ctx, err)
	}
	return out, nil
}

func checkRuns(ctx context.Context, log *runlog.Log, graphs *graph.Registry) (*RunsCheck, error) {
	out := &RunsCheck{Stuck: []StuckRun{}}
	err := log.NotEnded(ctx, func(k runlog.Key, status string) error {
		events, _, err := log.Load(ctx, k)
		if errors.Is(err, runlog.ErrNotFound) {
			return nil // removed meanwhile
		}
		if err != nil && !errors.Is(err, graph.ErrLog) {
			return err
		}
		out.Runs++
		var started *runv1.Started
		if err == nil {
			started = events[0].GetStarted()
			err = fits(events, graphs)
		}
		if err != nil {
			out.Stuck = append(out.Stuck, StuckRun{
				Tenant: k.Tenant, Run: k.Run, Status: status, Problem: err.Error(),
				Graph: started.GetGraph(), Version: started.GetGraphVersion(), Text: graphs.Describe(started),
			})
		}
		return nil
	})
	stable.Sort(out.Stuck, func(a, b StuckRun) int { return strings.Compare(a.Run, b.Run) })
	return out, err
}

// fits returns why a run can't go on by one of some graphs.
func fits(events []*runv1.Event, graphs *graph.Registry) error {
	started := events[0].GetStarted()
	if g := graphs.Of(started); g != nil {
		return g.Fits(events)
	}
	var others []string
	for _, g := range graphs.All() {
		if g.Name() == started.GetGraph() {
			others = append(others, fmt.Sprint(g.Version()))
		}
	}
	switch {
	case started == nil:
		return errors.New("the start of its log is missing")
	case others == nil:
		return fmt.Errorf("this build has no graph %q", started.GetGraph())
	}
	return fmt.Errorf("this build has no version %d of graph %s, only %s", started.GetGraphVersion(), started.GetGraph(), strings.Join(others, ", "))
}

// openToRead returns a connection to what keeps the runs of a store: to its NATS
// server, or to one in this process on a copy of what a vault has.
func openToRead(c *config.Config, store string) (nc *nats.Conn, closeStore func(), err error) {
	url, dir := c.NATS.URL, natsDir(c, findState(c.Vault))
	switch {
	case strings.Contains(store, "://"):
		url = store
	case store != "":
		url, dir = "", filepath.Join(findState(store), natsFolder)
	default:
		store = c.Vault
	}
	if url != "" {
		token, err := holder{dir: findState(c.Vault)}.token(c)
		if err != nil {
			return nil, nil, err
		}
		certs, err := openCertificates(c, nil)
		if err != nil {
			return nil, nil, err
		}
		nc, err := bus.Connect(url, "weft-check", certs.onBus(c.NATS, token, Orchestrator)...)
		if err != nil {
			return nil, nil, err
		}
		return nc, nc.Close, nil
	}
	if _, err := os.Stat(store); err != nil {
		return nil, nil, unreadable(store, err)
	}
	return openCopy(dir)
}

func openCopy(dir string) (nc *nats.Conn, closeStore func(), err error) {
	scratch, err := os.MkdirTemp("", "weft-check-")
	if err != nil {
		return nil, nil, fmt.Errorf("can't make a temporary folder for a copy of the runs: %w", err)
	}
	remove := func() { _ = os.RemoveAll(scratch) } // it lies where the system removes what is left
	if err := bus.Copy(dir, scratch, runlog.IsLog); err != nil && !errors.Is(err, fs.ErrNotExist) {
		remove()
		return nil, nil, fmt.Errorf("can't copy the runs in %s: %w", dir, err)
	}
	srv, err := bus.Start(bus.Options{Dir: scratch, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		remove()
		return nil, nil, err
	}
	closeServer := func() { srv.Shutdown(); remove() }
	if nc, err = srv.Connect("weft-check"); err != nil {
		closeServer()
		return nil, nil, err
	}
	return nc, func() { nc.Close(); closeServer() }, nil
}
