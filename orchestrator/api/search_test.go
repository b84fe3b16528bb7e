package api

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"context"
	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes/notestest"
	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/orchestrator/gather"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"github.com/weft-mesh/weft/store"
)

var ref = timespan.Ref{Now: time.Date(2026, 2, 10, 9, 0, 0, 0, time.UTC), WeekStart: time.Monday}

func TestWhatASearchHasTooMuchOfIsSaid(t *testing.T) {
	t.Parallel()
	var dates, words []string
	for i := range 100 {
		dates = append(dates, ref.Now.AddDate(0, 0, -2*i).Format("2006-01-02"))
		words = append(words, fmt.Sprintf("gizmo%c%c", 'a'+i/26, 'a'+i%26))
	}
	for name, tt := range map[string]struct {
		text           string
		searches, keys int
		warning        string
	}{
		"a time that is repeated is one": {strings.Repeat("today ", 9000) + "bench", 1, 1, ""},
		"times":                          {"bench " + strings.Join(dates, " and "), 16, 1, "The search names 100 spans of time; only the first 16 were looked at."},
		"words":                          {strings.Join(words, " "), 1, 64, "The search has 100 different words; only the first 64 were looked for."},
		"phrases":                        {`"bench press" squats ` + strings.Repeat("squats ", 9000), 1, 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in, warnings := searches(tt.text, ref, &orchestratorv1.SearchEntriesRequest{})
			if len(in) != tt.searches || len(in[0].GetKeywords()) != tt.keys {
				t.Errorf("%d searches for %d words, want %d for %d", len(in), len(in[0].GetKeywords()), tt.searches, tt.keys)
			}
			if got := strings.Join(warnings, "\n"); got != tt.warning {
				t.Errorf("warnings %q, want %q", got, tt.warning)
			}
		})
	}
}

// It does not run beside others: it counts processor time.
func TestTheWorkOnASearchGrowsWithItsLength(t *testing.T) {
	notestest.Linear(t, 64<<10, func(text string) { searches(text, ref, &orchestratorv1.SearchEntriesRequest{}) })
}

func TestASearchThatTakesTooLongEndsInTime(t *testing.T) {
	t.Parallel()
	bus, err := server.NewServer(&server.Options{DontListen: true, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	bus.Start()
	t.Cleanup(func() { bus.Shutdown(); bus.WaitForShutdown() })
	nc, err := nats.Connect("", nats.InProcessServer(bus))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	// A retriever that takes every request and never answers one.
	if _, err := nc.Subscribe(fanout.RetrieveSubject("local"), func(*nats.Msg) {}); err != nil {
		t.Fatal(err)
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	s := New(Deps{
		Agents:   notegraph.Deps{Retriever: gather.New(nc, gather.Options{Deadline: time.Hour}), Domains: set},
		Scope:    func(context.Context) (store.Scope, error) { return store.Scope{Tenant: "local", User: "me"}, nil },
		Defaults: Defaults{TimeZone: "UTC", InputBytes: 64 << 10, SearchTimeout: 200 * time.Millisecond},
		Now:      time.Now,
	})
	_, err = s.SearchEntries(t.Context(), &orchestratorv1.SearchEntriesRequest{Text: "bench"})
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Code != codes.DeadlineExceeded || f.Reason != fault.DeadlineExceeded {
		t.Fatalf("error = %v (%v), want DEADLINE_EXCEEDED", err, status.Code(err))
	}
	if !strings.Contains(f.Message, "limits.search_timeout") {
		t.Errorf("it does not say what to do: %s", f.Message)
	}
}
