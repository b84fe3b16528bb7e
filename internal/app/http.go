package app

import (
	"context"
	"errors"
	"net/http"
	"time"

	"google.golang.org/grpc/metadata"

	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/orchestrator/gateway"
)

// How long a caller may take to send what says which request it makes, and how long a
// connection is kept on which nothing happens. What a request itself may take the API
// decides.
const (
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute
)

// What a connection may have: bytes of a request before its body, and requests at once.
const (
	headerBytes   = 64 << 10
	streamsAtOnce = 100
)

// serveHTTP serves the API as HTTP and JSON, if it is configured.
func (m *mesh) serveHTTP(ctx context.Context) error {
	addr := m.Config.HTTP.Listen
	if addr == "" {
		return nil
	}
	conn, err := rpc.InsideMany(m.servers[Orchestrator], m.rpcOptions().WithoutCredential())
	if err != nil {
		return err
	}
	m.stack.Push("connection of the gateway", func(context.Context) error { return conn.Close() })
	handler, err := gateway.New(conn, gateway.Options{
		MaxBytes: int(m.Config.Limits.MaxMessageBytes), Hosts: m.Config.HTTP.Hosts, Propagator: m.tel.Propagator,
		MaxCalls: m.Config.Limits.CallsPerConnection, ReceiveTime: m.Config.Limits.ReceiveTimeout,
		Admit: func(ctx context.Context, method string, shown metadata.MD) error {
			_, err := m.callers.known(ctx, method, shown)
			return err
		},
	})
	if err != nil {
		return err
	}
	lis, err := m.open(ctx, addr, "http.listen")
	if err != nil {
		return err
	}
	srv := &http.Server{
		ErrorLog: m.httpLog(ctx), Handler: handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: streamsAtOnce},
	}
	if m.certs.api != nil {
		srv.TLSConfig = m.certs.api.ServeCallers()
	}
	m.listens(ctx, "http", lis.Addr().String())
	m.stack.Go("http on "+m.addrs["http"], func(ctx context.Context) error {
		context.AfterFunc(ctx, func() {
			closing, cancel := context.WithTimeout(context.Background(), drainTime)
			defer cancel()
			if srv.Shutdown(closing) != nil { // streams that go on
				_ = srv.Close()
			}
		})
		var err error
		if srv.TLSConfig != nil {
			err = srv.ServeTLS(lis, "", "")
		} else {
			err = srv.Serve(lis)
		}
		if errors.Is(err, http.ErrServerClosed) {
			return nil
		}
		return err
	})
	return nil
}
