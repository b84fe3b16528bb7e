package app

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/weft-mesh/weft/kit/rpc"
)

// slowest bounds how long a client may take to say which page it wants.
const slowest = 5 * time.Second

// scraped reports whether this process shows Prometheus its metrics. A command that
// ends in a moment doesn't.
func (m *mesh) scraped() bool { return m.Serves && m.Config.Metrics.Listen != "" }

// showMetrics serves GET /metrics until the mesh is closed, last of all, so that a
// process that stops can be watched.
func (m *mesh) showMetrics(ctx context.Context) error {
	if m.tel.Metrics == nil {
		return nil
	}
	lis, err := rpc.Listen(ctx, m.Config.Metrics.Listen, "metrics.listen")
	if err != nil {
		return err
	}
	m.addrs["metrics"] = lis.Addr().String()
	pages := http.NewServeMux()
	pages.Handle("GET /metrics", m.tel.Metrics)
	srv := &http.Server{Handler: pages, ReadHeaderTimeout: slowest}
	m.stack.Go("metrics", func(ctx context.Context) error {
		context.AfterFunc(ctx, func() { _ = srv.Close() })
		if err := srv.Serve(lis); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	return nil
}
