package noteapi

import (
	"errors"
	"fmt"
	"slices"
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
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/gather"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
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
		text    string
		spans   int
		must    int
		warning string
	}{
		"a time that is repeated is one": {strings.Repeat("today ", 9000) + "bench", 1, 1, ""},
		"times":                          {"bench " + strings.Join(dates, " and "), 16, 1, "The search names 100 time spans; only the first 16 were used."},
		"words":                          {strings.Join(words, " "), 0, 64, "The search has 100 different words; only the first 64 were used."},
		"phrases":                        {`"bench press" squats ` + strings.Repeat("squats ", 9000), 0, 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := planSearch(tt.text, ref, &orchestratorv1.SearchEntriesRequest{MatchAll: true})
			in := plan.tries[0].instruction
			if len(in.GetPrefer()) != tt.spans || len(in.GetKeywords()) != tt.must || len(in.GetQuestion()) > 4096 {
				t.Errorf("%d spans and %d words, a question of %d bytes; want %d and %d", len(in.GetPrefer()), len(in.GetKeywords()), len(in.GetQuestion()), tt.spans, tt.must)
			}
			if got := strings.Join(plan.warnings, "\n"); got != tt.warning {
				t.Errorf("warnings %q, want %q", got, tt.warning)
			}
		})
	}
}

func TestWhatHasToHoldIsLetGoOfStepByStepAndTold(t *testing.T) {
	t.Parallel()
	days := &commonv1.DateRange{Start: "2026-01-01", End: "2026-01-31"}
	for name, tt := range map[string]struct {
		req  *orchestratorv1.SearchEntriesRequest
		want []string // of each try: what must be there, the days, what is told
	}{
		"words only favour": {&orchestratorv1.SearchEntriesRequest{Text: "bench last week"}, []string{"[]  "}},
		"a phrase has to be there": {&orchestratorv1.SearchEntriesRequest{Text: `"slept badly" bench`}, []string{
			"[slept badly]  ", `[]  No entry has "slept badly"; these come closest.`}},
		"all words have to be there": {&orchestratorv1.SearchEntriesRequest{Text: "the sleep and the stress", MatchAll: true}, []string{
			"[sleep stress]  ", `[]  No entry has "sleep" and "stress"; these come closest.`}},
		"the days have to be these": {&orchestratorv1.SearchEntriesRequest{Text: "bench", DateRange: days}, []string{
			"[] 2026-01-01 ", "[]  No entry from 2026-01-01 to 2026-01-31 matches; these are from other days."}},
		"both": {&orchestratorv1.SearchEntriesRequest{Text: `"bench press"`, DateRange: days}, []string{
			"[bench press] 2026-01-01 ", "[bench press]  No entry from 2026-01-01 to 2026-01-31 matches; these are from other days.",
			`[] 2026-01-01 No entry has "bench press"; these come closest.`, `[]  No entry has "bench press"; these come closest.`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, try := range planSearch(tt.req.GetText(), ref, tt.req).tries {
				got = append(got, fmt.Sprintf("%v %s %s", try.instruction.GetKeywords(), try.instruction.GetDateRange().GetStart(), try.instead))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("tries\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// It does not run beside others: it counts processor time.
func TestTheWorkOnASearchGrowsWithItsLength(t *testing.T) {
	notestest.Linear(t, 64<<10, func(text string) { planSearch(text, ref, &orchestratorv1.SearchEntriesRequest{}) })
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
		API:      api.New(api.Deps{InputBytes: 64 << 10}),
		Agents:   notegraph.Deps{Retriever: gather.New(nc, gather.Options{Deadline: time.Hour}), Domains: set},
		Scope:    func(context.Context) (store.Scope, error) { return store.Scope{Tenant: "local", User: "me"}, nil },
		Defaults: Defaults{TimeZone: "UTC", SearchTimeout: 200 * time.Millisecond},
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
