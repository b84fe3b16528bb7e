package notegraph

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"

	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

// watcher is an observer that keeps what it was asked.
type watcher struct {
	asked []*observerv1.ObserveRequest
	err   error
}

func (w *watcher) Observe(_ context.Context, req *observerv1.ObserveRequest, _ ...grpc.CallOption) (*observerv1.ObserveResponse, error) {
	w.asked = append(w.asked, req)
	return &observerv1.ObserveResponse{ShouldUpdate: true, GlobalContext: "looked at"}, w.err
}

type noDomains struct{}

func (noDomains) Names() []string                                       { return nil }
func (noDomains) Schemas(...string) []*commonv1.DomainSchema            { return nil }
func (noDomains) Version() string                                       { return "" }
func (noDomains) Infos() []*commonv1.DomainInfo                         { return nil }
func (noDomains) Knowledge([]string, string) []*commonv1.BackgroundText { return nil }
func (noDomains) NamedIn(string) []string                               { return nil }
func (noDomains) Context([]string) *commonv1.DomainContext              { return &commonv1.DomainContext{} }
func (noDomains) Reading([]string, string) *commonv1.DomainContext      { return &commonv1.DomainContext{} }

func TestTheFirstRunOfAWeekBringsALookAtThePage(t *testing.T) {
	t.Parallel()
	evening := time.Date(2026, 2, 10, 23, 30, 0, 0, time.UTC) // the 11th in Berlin
	page := func(day string) string { return "---\nlast_review: " + day + "\n---\n\n# Global Context\n" }
	v, err := vault.Open(t.TempDir(), vault.Options{Tenant: caller().GetTenant()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	var kept []*commonv1.Entry
	for i := range 2 {
		at := evening.Add(time.Duration(i-2) * time.Hour)
		e, err := v.Keep(t.Context(), store.Scope{Tenant: caller().GetTenant()}, store.NewEntry{Key: at.String(), Time: at, Text: "Slept well"})
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, e)
	}
	for name, c := range map[string]struct {
		page    string
		trigger observerv1.Trigger
		entry   *commonv1.Entry
		fails   bool
		looks   bool
	}{
		"a page that was never looked at":              {page: "# Global Context\n", looks: true},
		"a week has passed where the user is":          {page: page("2026-02-04"), looks: true},
		"six days have passed":                         {page: page("2026-02-05")},
		"the first note of a day on an empty page":     {trigger: observerv1.Trigger_TRIGGER_SIGNIFICANT_LOG, entry: kept[0], looks: true},
		"the second note of a day on an empty page":    {trigger: observerv1.Trigger_TRIGGER_SIGNIFICANT_LOG, entry: kept[1]},
		"the second note of a day begins the page":     {page: "# Global Context\n", trigger: observerv1.Trigger_TRIGGER_SIGNIFICANT_LOG, entry: kept[1], looks: true},
		"a question on a page that doesn't exist":      {},
		"a look that fails leaves what was seen alone": {page: page("2026-01-01"), fails: true, looks: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &watcher{}
			if c.fails {
				w.err = errors.New("away")
			}
			h := handlers{Deps: Deps{Observer: w, Domains: noDomains{}, Store: v}}
			s := State{Input: &notegraphv1.Input{Context: &commonv1.CallContext{Tenant: caller().GetTenant(), Now: timestamppb.New(evening), TimeZone: "Europe/Berlin"}}}
			trigger := c.trigger
			if trigger == 0 {
				trigger = observerv1.Trigger_TRIGGER_POST_QUERY
			}
			seen := &observerv1.ObserveRequest{Trigger: trigger, Entry: c.entry}
			got := h.review(t.Context(), s, seen, &observerv1.ObserveResponse{GlobalContext: c.page})
			if looked := len(w.asked) == 1; looked != c.looks {
				t.Fatalf("looked: %v", w.asked)
			}
			if c.looks && (w.asked[0].GetTrigger() != observerv1.Trigger_TRIGGER_PERIODIC || w.asked[0].GetGlobalContext() != c.page || len(w.asked[0].GetRecent()) != len(kept)) {
				t.Errorf("asked %v", w.asked[0])
			}
			if got.GetShouldUpdate() != (c.looks && !c.fails) {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestTheObserverIsSentOnlyWhatAnEntryCanBeComparedWith(t *testing.T) {
	t.Parallel()
	entry := func(id string, domains ...string) *commonv1.Entry {
		e := &commonv1.Entry{Id: id}
		for _, d := range domains {
			if e.DomainData == nil {
				e.DomainData = &structpb.Struct{Fields: map[string]*structpb.Value{}}
			}
			e.DomainData.Fields[d] = structpb.NewStructValue(&structpb.Struct{})
		}
		return e
	}
	all := []*commonv1.Entry{
		entry("of the same domain", "strength"),
		entry("of another domain", "sleep"),
		entry("of the base alone", "general"),
		entry("of several domains", "general", "sleep", "strength"),
		entry("that no parser found anything in"),
	}
	var got []string
	for _, e := range alike(entry("new", "general", "strength"), all, []string{"general"}) {
		got = append(got, e.GetId())
	}
	if want := []string{"of the same domain", "of several domains", "that no parser found anything in"}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
}
