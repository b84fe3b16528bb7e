package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestWarningsOfTheBusAreInformation(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		level slog.Level // of what is logged
		want  string
	}{
		"a command hears of errors alone": {slog.LevelWarn, "level=ERROR msg=broken from=nats-server\n"},
		"a server hears of both":          {slog.LevelInfo, "level=INFO msg=mended from=nats-server\nlevel=ERROR msg=broken from=nats-server\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			log := busLog(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: test.level}))).With("from", "nats-server")
			log.Warn("mended")
			log.Error("broken")
			var got strings.Builder
			for line := range strings.Lines(out.String()) {
				_, rest, _ := strings.Cut(line, " ") // without the time
				got.WriteString(rest)
			}
			if got.String() != test.want {
				t.Errorf("got\n%s\nwant\n%s", got.String(), test.want)
			}
		})
	}
	if busLog(nil) != nil {
		t.Error("no log becomes one")
	}
}
