package app

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// reachTime is how long a command waits for a server to say that it is there.
const reachTime = 5 * time.Second

// A Target says which mesh a command wants to talk to.
type Target struct {
	Server    string // address of a running server; "" lets the vault decide
	Config    *config.Config
	Additions // of the mesh in this process
	Log       *slog.Logger
	Version   string
	TraceFile string
	Wait      time.Duration    // how long to wait for a vault that another command holds
	OnWait    func(pid int)    // is told who holds it, 0 if that is not known; may be nil
	Clock     func() time.Time // of planning; nil is the real one
	Shares    bool             // whether Share will be called, if the mesh is one in this process
}

// A Session is an open way to the public API.
type Session struct {
	conn      *grpc.ClientConn
	inProcess bool
	share     func(context.Context) error // nil for a session that has nothing to share
	close     func(context.Context) error
}

// API returns the stub of the public API.
func (s *Session) API() weftapi.Client {
	return weftapi.NewClient(s.conn)
}

// InProcess reports whether the mesh runs in this process.
func (s *Session) InProcess() bool { return s.inProcess }

// Share lets other commands on the vault use the mesh of this session until it ends:
// a person who types takes longer than others wait for a vault.
func (s *Session) Share(ctx context.Context) error {
	if s.share == nil {
		return nil
	}
	err := s.share(ctx)
	s.share = nil
	return err
}

// Gone reports whether the server of the session does not answer any more.
func (s *Session) Gone(ctx context.Context) bool {
	return !s.inProcess && reach(ctx, s.conn) != nil
}

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
	session := &Session{conn: m.conns[Orchestrator], inProcess: true, close: func(context.Context) error {
		return errors.Join(m.stack.Stop(drainTime), h.release())
	}}
	if t.Shares {
		session.share = func(ctx context.Context) error { return m.share(ctx, h) }
	}
	return session, nil
}

// shareAddress is where a session is shared: for this machine alone, and out of the way
// of a server on another vault.
const shareAddress = "127.0.0.1:0"

// share serves the API of a mesh that holds a vault, and announces it there. It may go on for
// long, and so keeps files as a server does.
func (m *mesh) share(ctx context.Context, h *hold) error {
	if err := m.listen(ctx, "api", m.servers[Orchestrator], shareAddress, "api.listen"); err != nil {
		return err
	}
	m.showRoadmaps()
	return h.announce(m.announcement())
}

// alone builds a mesh in this process for one command that holds the vault. It asks nobody for a
// token, unless it will be shared or the configuration has others on its bus.
func alone(ctx context.Context, t Target, state string) (*mesh, error) {
	o := Options{Config: t.Config, Additions: t.Additions, Log: t.Log, Version: t.Version, TraceFile: t.TraceFile, PlanningNow: t.Clock, state: state}
	if t.Shares || t.Config.NATS.Listen != "" || t.Config.NATS.URL != "" {
		var err error
		if o.secret, err = openSecret(ctx, t.Config, Roles(), state); err != nil {
			return nil, err
		}
	}
	here, err := rolesHere(t.Config)
	if err != nil {
		return nil, err
	}
	return build(ctx, o, here, false)
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
			"the vault %s is a file; choose a folder with --vault", c.Vault).With("vault", c.Vault)
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
	if err := reach(ctx, conn); err != nil {
		return nil, errors.Join(fault.Wrap(err, codes.Unavailable, fault.AgentUnavailable,
			"no Weft server answers at %s; start one with \"weft up\", or leave out --server to work without one", address),
			closeAll(ctx))
	}
	return &Session{conn: conn, close: closeAll}, nil
}

// reach asks a server whether it is there.
func reach(ctx context.Context, conn *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	_, err := healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{})
	return err
}
