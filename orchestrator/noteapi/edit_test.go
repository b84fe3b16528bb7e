package noteapi

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/reading"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

// routerAway is a router that can't be reached.
type routerAway struct{}

func (routerAway) Route(context.Context, *routerv1.RouteRequest, ...grpc.CallOption) (*routerv1.RouteResponse, error) {
	return nil, fault.New(codes.Unavailable, fault.AgentUnavailable, "no router is ready")
}

var builtin = sync.OnceValues(domains.Builtin)

// serverOn is an API on a folder of notes, without agents.
func serverOn(t *testing.T, files map[string]string) *Server {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v, err := vault.Open(dir, vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	agents := notegraph.Deps{Store: v, Domains: set, Router: routerAway{}}
	return New(Deps{
		API:      api.New(api.Deps{InputBytes: 64 << 10}),
		Agents:   agents,
		Reading:  reading.New(agents, notegraph.Config{}, reading.When{TimeZone: "UTC"}),
		Scope:    func(context.Context) (store.Scope, error) { return store.Scope{Tenant: "local", User: "me"}, nil },
		Room:     func(context.Context, int) error { return nil },
		Defaults: Defaults{TimeZone: "UTC", WeekStart: time.Monday, SearchTimeout: time.Minute},
		Log:      slog.New(slog.DiscardHandler),
	})
}

func TestPagesOfTasksAreTheTasks(t *testing.T) {
	t.Parallel()
	s := serverOn(t, map[string]string{
		"2026-01-05.md":                  "- [ ] a\n- [x] b\n- [ ] c by Friday\n",
		"2026-01-06.md":                  "nothing\n",
		"logs/raw/2026/01/2026-01-07.md": "## 09:00\n- [ ] d 📅 2026-01-08\n\n## 09:00\n- [-] e\n- [ ] f\n",
		"To do.md":                       "- [ ] g by Friday\n- [ ] h by 2026-01-09\n# Later\n- [x] i\n- [ ] j\n",
	})
	list := func(req *orchestratorv1.ListTasksRequest) string {
		t.Helper()
		var texts []string
		for {
			page, err := s.ListTasks(t.Context(), req)
			if err != nil || req.GetPageSize() > 0 && len(page.GetTasks()) > int(req.GetPageSize()) {
				t.Fatalf("%v, %v", page, err)
			}
			for _, task := range page.GetTasks() {
				texts = append(texts, task.GetText()[:1])
			}
			if req.PageToken = page.GetNextPageToken(); req.PageToken == "" {
				return strings.Join(texts, "")
			}
		}
	}
	for size := range int32(12) {
		if got := list(&orchestratorv1.ListTasksRequest{PageSize: size}); got != "acdfghj" {
			t.Errorf("open, by %d: %s", size, got)
		}
		if got := list(&orchestratorv1.ListTasksRequest{PageSize: size, IncludeClosed: true}); got != "abcdefghij" {
			t.Errorf("all, by %d: %s", size, got)
		}
	}
	if got := list(&orchestratorv1.ListTasksRequest{DueBy: "2026-01-08"}); got != "d" {
		t.Errorf("due by January 8: %s", got)
	}
	// Of a note without a day nobody knows which Friday it means.
	if got := list(&orchestratorv1.ListTasksRequest{DueBy: "2199-01-01"}); got != "cdh" {
		t.Errorf("due at all: %s", got)
	}
	for _, req := range []*orchestratorv1.ListTasksRequest{{DueBy: "soon"}, {PageToken: paging.Token(&orchestratorv1.ListTasksRequest{}, "x 1")}, {PageToken: paging.Token(&orchestratorv1.ListEntriesRequest{}, "2026-01-05_12-00-00")}} {
		if _, err := s.ListTasks(t.Context(), req); errors.Is(err, fault.Internal) || err == nil {
			t.Errorf("%v: %v", req, err)
		}
	}
	page, err := s.ListTasks(t.Context(), &orchestratorv1.ListTasksRequest{DueBy: "2026-01-08"})
	if err != nil {
		t.Fatal(err)
	}
	if task := page.GetTasks()[0]; task.GetSource().GetFirstLine() != 2 || task.GetBegin() != 0 || task.GetEnd() != int32(len("- [ ] d 📅 2026-01-08")) {
		t.Errorf("it stands at %v", task)
	}
}

func TestPagesOfTheTrashAreTheTrash(t *testing.T) {
	t.Parallel()
	s := serverOn(t, map[string]string{"logs/raw/2026/01/2026-01-07.md": "## 09:00\na\n\n## 09:00\nb\n\n## 10:00\nc\n"})
	for _, id := range []string{"2026-01-07_09-00-00", "2026-01-07_09-00-00-2", "2026-01-07_10-00-00"} {
		got, err := s.GetEntry(t.Context(), &orchestratorv1.GetEntryRequest{Id: id})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.RemoveEntry(t.Context(), &orchestratorv1.RemoveEntryRequest{Id: id, ContentHash: got.GetEntry().GetContentHash()}); err != nil {
			t.Fatal(err)
		}
	}
	for size := range int32(5) {
		req := &orchestratorv1.ListTrashRequest{PageSize: size}
		var texts []string
		for {
			page, err := s.ListTrash(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			for _, gone := range page.GetTrashed() {
				texts = append(texts, gone.GetBeginning())
			}
			if req.PageToken = page.GetNextPageToken(); req.PageToken == "" {
				break
			}
		}
		if slices.Sort(texts); !slices.Equal(texts, []string{"a", "b", "c"}) {
			t.Errorf("by %d: %q", size, texts)
		}
	}
	page, err := s.ListTrash(t.Context(), &orchestratorv1.ListTrashRequest{EntryId: "2026-01-07_10-00-00"})
	if err != nil || len(page.GetTrashed()) != 1 || page.GetTrashed()[0].GetBeginning() != "c" {
		t.Errorf("of one entry: %v, %v", page, err)
	}
}

func TestAnEditIsKeptAlthoughItCantBeParsedNow(t *testing.T) {
	t.Parallel()
	s := serverOn(t, map[string]string{"logs/raw/2026/01/2026-01-07.md": "## 09:00\na\n", "2026-01-08.md": "mine\n"})
	const id = "2026-01-07_09-00-00"
	got, err := s.GetEntry(t.Context(), &orchestratorv1.GetEntryRequest{Id: id})
	if err != nil {
		t.Fatal(err)
	}
	hash := got.GetEntry().GetContentHash()
	edited, err := s.EditEntry(t.Context(), &orchestratorv1.EditEntryRequest{Id: id, ContentHash: hash, Text: "b"})
	if err != nil || edited.GetEntry().GetText() != "b" || len(edited.GetWarnings()) != 1 || !strings.Contains(edited.GetWarnings()[0], "no router is ready") {
		t.Errorf("edited %v, %v", edited, err)
	}
	for reason, req := range map[fault.Reason]*orchestratorv1.EditEntryRequest{
		fault.StoreConflict:   {Id: id, ContentHash: hash, Text: "c"},
		fault.EntryNotFound:   {Id: "2026-01-07_09-00-00-2", ContentHash: hash, Text: "c"},
		fault.EntryReadOnly:   {Id: "2026-01-08_12-00-00", ContentHash: hash, Text: "c"},
		fault.InputBlank:      {Id: id, ContentHash: edited.GetEntry().GetContentHash(), Text: " "},
		fault.TimeZoneUnknown: {Id: id, ContentHash: edited.GetEntry().GetContentHash(), Text: "c", TimeZone: "Mars"},
		fault.FieldInvalid:    {Id: "yesterday", ContentHash: hash, Text: "c"},
	} {
		if _, err := s.EditEntry(t.Context(), req); !errors.Is(err, reason) {
			t.Errorf("%v instead of %s", err, reason)
		}
	}
	if got, err = s.GetEntry(t.Context(), &orchestratorv1.GetEntryRequest{Id: id}); err != nil || got.GetEntry().GetText() != "b" {
		t.Errorf("it is %v, %v", got, err)
	}
}
