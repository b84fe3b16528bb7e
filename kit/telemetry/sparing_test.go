package telemetry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// sparingLog returns a sparing logger, and what reads the lines that it has written.
func sparingLog(t *testing.T, level slog.Level) (log *slog.Logger, lines func() []map[string]any) {
	t.Helper()
	var out bytes.Buffer
	log = Sparing(slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: level})))
	return log, func() (all []map[string]any) {
		t.Helper()
		for from := json.NewDecoder(&out); ; {
			var line map[string]any
			if err := from.Decode(&line); errors.Is(err, io.EOF) {
				return all
			} else if err != nil {
				t.Fatal(err)
			}
			all = append(all, line)
		}
	}
}

func TestOneWarningAMinuteIsLoggedOfEachCauseAndTheNextSaysHowManyWereNot(t *testing.T) {
	t.Parallel()
	away := func(port int) error {
		return fmt.Errorf("ask the planner: %w", &net.OpError{Op: "read", Err: fmt.Errorf("127.0.0.1:%d was reset", port)})
	}
	for name, warn := range map[string]func(log *slog.Logger, n int){
		"a message": func(log *slog.Logger, _ int) { log.Warn("the planner is away") },
		"an error with other ports and other lengths of time": func(log *slog.Logger, n int) {
			log.Error("a call failed", "error", away(40000+n), "took", time.Duration(n), "attempts", n)
		},
		"attributes of the logger": func(log *slog.Logger, _ int) { log.With("webhook", "W1").Warn("it could not be told") },
		"a cause that is said": func(log *slog.Logger, n int) {
			log.Warn("a shard was not answered", "cause", SameCause("shard"), "shard", fmt.Sprintf("of tenant %c", 'a'+n))
		},
		"a cause that is said of a logger": func(log *slog.Logger, n int) {
			log.With("cause", SameCause("W1"), "run", fmt.Sprint("R", n)).Warn("the event is given up")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				log, lines := sparingLog(t, slog.LevelInfo)
				var held []any
				for range 3 {
					for n := range 10 {
						warn(log, n)
						time.Sleep(time.Second)
					}
					for _, line := range lines() {
						held = append(held, line[LogHeldBack])
						if line["cause"] != nil {
							t.Errorf("it is logged as %v", line)
						}
					}
					time.Sleep(sparingTime)
				}
				if want := []any{nil, 9.0, 9.0}; !slices.Equal(held, want) {
					t.Errorf("held back, by line: %v, want %v", held, want)
				}
			})
		})
	}
}

func TestWarningsOfDifferentCausesAndWhatIsNoWarningAreAllLogged(t *testing.T) {
	t.Parallel()
	log, lines := sparingLog(t, slog.LevelInfo)
	for _, run := range []string{"R1", "R2"} {
		log.Error("a run is damaged", "run", run)
		log.With("run", run).Error("a run is damaged; it waits")
		log.Warn("can't be read", "in", slog.GroupValue(slog.String("run", run)))
		log.Warn("refused", "cause", SameCause(run))
		log.Info("run ended")
	}
	log.Warn("failed", "error", errors.New("no space"))
	log.Warn("failed", "error", errors.New("no permission"))
	if got := lines(); len(got) != 12 {
		t.Errorf("%d lines: %v", len(got), got)
	}
}

func TestThoseWhoDebugSeeWhatIsHeldBack(t *testing.T) {
	t.Parallel()
	log, lines := sparingLog(t, slog.LevelDebug)
	log.Warn("away")
	log.Warn("away")
	if got := lines(); len(got) != 2 || got[0]["level"] != "WARN" || got[1]["level"] != "DEBUG" {
		t.Errorf("%v", got)
	}
}

func TestManyCausesTakeNoMoreThanSomeMemory(t *testing.T) {
	t.Parallel()
	log, lines := sparingLog(t, slog.LevelInfo)
	for n := range 3 * mostCauses {
		log.Warn("refused", "cause", SameCause(fmt.Sprint(n)))
	}
	if n := len(log.Handler().(sparing).said.by); n > mostCauses {
		t.Errorf("%d causes are remembered", n)
	}
	if got := lines(); len(got) != 3*mostCauses {
		t.Errorf("%d lines", len(got))
	}
}
