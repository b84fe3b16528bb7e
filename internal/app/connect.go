package app

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// reachTime is how long a command waits for a server to say that it is there.
const reachTime = 5 * time.Second

// A Target says which mesh a command wants to talk to.
type Target struct {
	Server    string // address of a running server; "" lets the vault decide
	Config    *config.Config
	Log       *slog.Logger
	Version   string
	TraceFile string
	Wait      time.Duration // how long to wait for a vault that another command holds
	OnWait    func(pid int) // is told who holds it, 0 if that is not known; may be nil
}

// A Session is an open way to the public API.
type Session struct {
	conn      *grpc.ClientConn
	inProcess bool
	close     func(context.Context) error
}

// API returns the stub of the public API.
func (s *Session) API() orchestratorv1.OrchestratorServiceClient {
	return orchestratorv1.NewOrchestratorServiceClient(s.conn)
}

// InProcess reports whether the mesh runs in this process.
func (s *Session) InProcess() bool { return s.inProcess }

// Close ends the session, and with it a mesh in this process. Runs that are
// under way go on the next time a mesh works on the vault.
func (s *Session) Close(ctx context.Context) error { return s.close(ctx) }

// Connect opens a session: with the server that was named, with the one that
// holds the vault, or with a mesh in this process.
func Connect(ctx context.Context, t Target) (*Session, error) {
	if t.Server != "" {
		return remote(ctx, t, t.named())
	}
	if err := prepare(t.Config); err != nil {
		return nil, err
	}
	h, s, err := holdOrJoin(ctx, t)
	if err != nil || s != nil {
		return s, err
	}
	m, err := alone(ctx, t, h.dir)
	if err != nil {
		return nil, errors.Join(err, h.release())
	}
	m.watch(h)
	return &Session{conn: m.conns[Orchestrator], inProcess: true, close: func(context.Context) error {
		return errors.Join(m.stack.Stop(drainTime), h.release())
	}}, nil
}

// alone builds a mesh in this process for one command that holds the vault. It asks nobody for a
// token, unless the configuration has others on its bus.
func alone(ctx context.Context, t Target, state string) (*mesh, error) {
	o := Options{Config: t.Config, Log: t.Log, Version: t.Version, TraceFile: t.TraceFile, state: state}
	if t.Config.NATS.Listen != "" || t.Config.NATS.URL != "" {
		var err error
		if o.secret, err = openSecret(ctx, t.Config, Roles(), state); err != nil {
			return nil, err
		}
	}
	return build(ctx, o, Roles(), false)
}

// holdOrJoin returns a hold on the vault, or a session with the server that has
// it. A server that does not answer may be stopping: then the vault is free in a
// moment.
func holdOrJoin(ctx context.Context, t Target) (*hold, *Session, error) {
	deadline := time.Now().Add(t.Wait)
	told := false
	onWait := func(pid int) {
		if !told && t.OnWait != nil {
			t.OnWait(pid)
		}
		told = true
	}
	for {
		h, who, err := takeOrFind(ctx, t.Config.Vault, time.Until(deadline), onWait)
		if err != nil || h != nil {
			return h, nil, err
		}
		s, err := remote(ctx, t, who)
		if err == nil || !errors.Is(err, fault.AgentUnavailable) {
			return nil, s, err
		}
		if !time.Now().Before(deadline) {
			return nil, nil, fault.Wrap(err, codes.Unavailable, fault.AgentUnavailable,
				"the Weft server on this vault (process %d at %s) does not answer; try again, or stop it", who.PID, who.Address)
		}
		onWait(who.PID)
		if !lifecycle.Sleep(ctx, lockEvery) {
			return nil, nil, context.Cause(ctx)
		}
	}
}

// prepare makes sure that the vault is a folder. Only the default vault is
// made; a folder that the user named and that is not there is a mistake.
func prepare(c *config.Config) error {
	info, err := os.Stat(c.Vault)
	switch {
	case err == nil && !info.IsDir():
		return fault.New(codes.FailedPrecondition, fault.VaultUnreadable,
			"the vault %s is a file; name a folder with --vault", c.Vault).With("vault", c.Vault)
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist) && c.Origin("vault").Kind == config.FromDefault:
		if err := os.MkdirAll(c.Vault, 0o700); err != nil {
			return unreadable(c.Vault, err)
		}
		return nil
	}
	return unreadable(c.Vault, err)
}

// remote opens a session with a running server.
func remote(ctx context.Context, t Target, server holder) (*Session, error) {
	address := server.Address
	token, err := server.token(t.Config)
	if err != nil {
		return nil, err
	}
	tel, err := telemetry.Setup(ctx, telemetry.Options{ServiceName: "weft-cli", Version: t.Version, TraceFile: t.TraceFile})
	if err != nil {
		return nil, err
	}
	encrypt, err := server.encryption(t.Config)
	if err != nil {
		return nil, errors.Join(err, tel.Shutdown(ctx))
	}
	conn, err := rpc.Dial(address, rpc.Options{
		TLS:             encrypt,
		TracerProvider:  tel.Tracer,
		MeterProvider:   tel.Meter,
		Propagator:      tel.Propagator,
		MaxMessageBytes: int(t.Config.Limits.MaxMessageBytes),
		Credential:      token,
	})
	if err != nil {
		return nil, errors.Join(err, tel.Shutdown(ctx))
	}
	closeAll := func(ctx context.Context) error { return errors.Join(conn.Close(), tel.Shutdown(ctx)) }
	reach, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	if _, err := healthpb.NewHealthClient(conn).Check(reach, &healthpb.HealthCheckRequest{}); err != nil {
		return nil, errors.Join(fault.Wrap(err, codes.Unavailable, fault.AgentUnavailable,
			"no Weft server answers at %s; start one with `weft up`, or leave --server out to work on the vault itself", address),
			closeAll(ctx))
	}
	return &Session{conn: conn, close: closeAll}, nil
}
