package command

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/weft-mesh/weft/kit/config"
)

// source says where this command line's configuration comes from.
func (p *program) source() (config.Source, error) {
	s := config.Source{Path: p.flags.config, Env: p.environ}
	add := func(path, value, flag string) {
		if value != "" {
			s.Overrides = append(s.Overrides, config.Override{Path: path, Value: value, Flag: flag})
		}
	}
	add("vault", p.flags.vault, "--vault")
	add("token_file", p.flags.token, "--token-file")
	add("time_zone", p.flags.zone, "--tz")
	add("log.level", p.flags.logLevel, "--log-level")
	for _, pair := range p.flags.set {
		path, value, ok := strings.Cut(pair, "=")
		if !ok || path == "" {
			return s, usage("--set %q: use path=value, such as api.listen=127.0.0.1:0", pair)
		}
		s.Overrides = append(s.Overrides, config.Override{Path: path, Value: value})
	}
	return s, nil
}

// settings returns the configuration, read once.
func (p *program) settings() (*config.Config, error) {
	l := p.config
	l.once.Do(func() {
		var source config.Source
		if source, l.err = p.source(); l.err != nil {
			return
		}
		l.config, l.err = config.Load(source)
	})
	return l.config, l.err
}

// logger returns the log of a mesh in this process. A command has its result to
// tell what happened, so it logs warnings only, unless told otherwise.
func (p *program) logger(c *config.Config, server bool) *slog.Logger {
	var level slog.Level
	// The configuration has checked the word.
	_ = level.UnmarshalText([]byte(c.Log.Level))
	if !server && c.Origin("log.level").Kind != config.FromFlag {
		level = max(level, slog.LevelWarn)
	}
	options := &slog.HandlerOptions{Level: level}
	if c.Log.Format == "json" {
		options.ReplaceAttr = withUnits
		return slog.New(slog.NewJSONHandler(p.err, options))
	}
	return slog.New(slog.NewTextHandler(p.err, options))
}

// withUnits has durations written as in text, "1.5s"; JSON alone would count nanoseconds.
func withUnits(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}

// connect opens a way to the mesh that the flags and the configuration name.
func (p *program) connect(ctx context.Context) (*connection, error) {
	if p.shared != nil {
		return p.shared, nil
	}
	c, err := p.settings()
	if err != nil {
		return nil, err
	}
	return p.connectTo(ctx, c)
}

func (p *program) connectTo(ctx context.Context, c *config.Config) (*connection, error) {
	clock, err := p.clock()
	if err != nil {
		return nil, err
	}
	s, err := p.mesh.connect(ctx, target{
		clock:     clock,
		server:    p.flags.server,
		config:    c,
		traceFile: p.flags.trace,
		log:       p.logger(c, false),
		version:   p.thisBuild().Version,
		wait:      vaultWait,
		onWait: func(pid int) {
			other := "another weft"
			if pid != 0 {
				other = fmt.Sprintf("another weft (PID %d)", pid)
			}
			p.notice("waiting for %s, which has %s open", other, c.Vault)
		},
		shares: p.converses || p.interactive(),
	})
	if err != nil {
		return nil, err
	}
	return &connection{session: s}, nil
}

// share lets other commands use the vault while this one waits for what a person
// types. That it can't be is their loss, and no reason to end.
func (p *program) share(ctx context.Context, s *connection) {
	if err := s.Share(ctx); err != nil {
		p.notice("note: other commands can't use this vault until this one ends, because it can't be shared: %v", err)
	}
}
