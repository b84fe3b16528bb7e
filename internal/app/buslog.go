package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"net"

	"github.com/nats-io/nats.go"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// busLog returns the log for the NATS server inside this process. Its warnings
// are of things that it mends itself, such as an index that a killed process
// left behind, and ask nothing of anyone: they count as information.
func busLog(log *slog.Logger) *slog.Logger {
	if log == nil {
		return nil
	}
	return slog.New(calm{log.Handler()})
}

// connectionLog has a connection to NATS tell the log of what no call is told. That
// the way to the server broke is told by the health of the process, once.
func connectionLog(log *slog.Logger) nats.Option {
	return nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
		level, subject := slog.LevelWarn, ""
		if _, broken := errors.AsType[net.Error](err); broken || bus.Gone(err) || errors.Is(err, io.EOF) {
			level = slog.LevelDebug
		}
		if sub != nil {
			subject = sub.Subject
		}
		log.Log(context.Background(), level, "the connection to NATS has trouble", "cause", telemetry.SameCause(err.Error()), "subject", subject, "error", err)
	})
}

// calm is a handler to which warnings are information.
type calm struct{ slog.Handler }

func (c calm) Enabled(ctx context.Context, level slog.Level) bool {
	return c.Handler.Enabled(ctx, calmed(level))
}

func (c calm) Handle(ctx context.Context, r slog.Record) error {
	r.Level = calmed(r.Level)
	return c.Handler.Handle(ctx, r)
}

func (c calm) WithAttrs(attrs []slog.Attr) slog.Handler { return calm{c.Handler.WithAttrs(attrs)} }

func (c calm) WithGroup(name string) slog.Handler { return calm{c.Handler.WithGroup(name)} }

func calmed(level slog.Level) slog.Level {
	if level == slog.LevelWarn {
		return slog.LevelInfo
	}
	return level
}

// httpLog returns the log of a server of HTTP, which would print lines of its own otherwise.
func (m *mesh) httpLog(ctx context.Context) *log.Logger {
	return log.New(httpLines{context.WithoutCancel(ctx), m.Log}, "", 0)
}

// httpLines are what a server of HTTP says of connections and handlers.
type httpLines struct {
	ctx context.Context //nolint:containedctx // of the server, for its log alone
	log *slog.Logger
}

func (l httpLines) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) {
		level = slog.LevelDebug // of anybody who connects, a probe or a scanner
	}
	l.log.Log(l.ctx, level, "the HTTP server has trouble", "error", string(bytes.TrimSpace(line)))
	return len(line), nil
}
