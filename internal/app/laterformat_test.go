package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
)

// upUntilReady runs a server until it is ready, and returns how it ends.
func upUntilReady(t *testing.T, c *config.Config) error {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	return Up(ctx, UpOptions{Options: Options{Config: c, Log: slog.New(slog.DiscardHandler), Version: "test"}, Ready: func(Served) { stop() }})
}

func TestAServerRefusesRunsThatALaterBuildHasWritten(t *testing.T) {
	t.Parallel()
	srv := external(t, t.TempDir(), "127.0.0.1:0")
	c := settings(t, config.Override{Path: "nats.url", Value: srv.URL()}, config.Override{Path: "api.listen", Value: "127.0.0.1:0"})
	if err := upUntilReady(t, c); err != nil {
		t.Fatal(err)
	}
	nc, err := srv.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	streams := func() string {
		var out strings.Builder
		list := js.ListStreams(t.Context())
		for info := range list.Info() {
			for _, part := range []any{info.Config, info.State} {
				text, err := json.Marshal(part)
				if err != nil {
					t.Fatal(err)
				}
				out.Write(append(text, '\n'))
			}
		}
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	// What a later build does first.
	n := 0
	list := js.ListStreams(t.Context())
	for info := range list.Info() {
		info.Config.Metadata["weft.format"] = strconv.Itoa(bus.Format + 1)
		info.Config.Metadata["weft.configuration"] = "later"
		if _, err := js.UpdateStream(t.Context(), info.Config); err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n < 5 {
		t.Fatalf("%d streams", n)
	}
	before := streams()
	err = upUntilReady(t, c)
	if !errors.Is(err, fault.LaterFormat) || !strings.Contains(err.Error(), "docs/upgrade.md") {
		t.Errorf("it ends with %v", err)
	}
	if _, err := (Additions{}).CheckRuns(t.Context(), c, ""); !errors.Is(err, fault.LaterFormat) {
		t.Errorf("a check of its runs says %v", err)
	}
	if after := streams(); after != before {
		t.Errorf("it has changed\n%s\nto\n%s", before, after)
	}
}

func TestAServerRefusesADatabaseThatALaterBuildHasChanged(t *testing.T) {
	t.Parallel()
	url := database.Database(t)
	c := settings(t, config.Override{Path: "store", Value: "postgres"}, config.Override{Path: "postgres.url", Value: url},
		config.Override{Path: "api.listen", Value: "127.0.0.1:0"})
	if err := upUntilReady(t, c); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), "INSERT INTO weft.version (version) SELECT max(version) + 1 FROM weft.version")
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	if err := upUntilReady(t, c); err == nil || !strings.Contains(err.Error(), "newer Weft") {
		t.Errorf("it ends with %v", err)
	}
}
