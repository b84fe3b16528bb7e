package notegraph

import (
	"context"
	"errors"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
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

func (noDomains) Version() string                                  { return "" }
func (noDomains) Infos() []*commonv1.DomainInfo                    { return nil }
func (noDomains) Context([]string) *commonv1.DomainContext         { return &commonv1.DomainContext{} }
func (noDomains) Reading([]string, string) *commonv1.DomainContext { return &commonv1.DomainContext{} }

func TestTheFirstRunOfAWeekBringsALookAtThePage(t *testing.T) {
	t.Parallel()
	evening := time.Date(2026, 2, 10, 23, 30, 0, 0, time.UTC) // the 11th in Berlin
	page := func(day string) string { return "---\nlast_review: " + day + "\n---\n\n# Global Context\n" }
	for name, c := range map[string]struct {
		page    string
		trigger observerv1.Trigger
		fails   bool
		looks   bool
	}{
		"a page that was never looked at":              {page: "# Global Context\n", looks: true},
		"a week has passed where the user is":          {page: page("2026-02-04"), looks: true},
		"six days have passed":                         {page: page("2026-02-05")},
		"a note begins the page":                       {trigger: observerv1.Trigger_TRIGGER_SIGNIFICANT_LOG, looks: true},
		"a question on a page that doesn't exist":      {},
		"a look that fails leaves what was seen alone": {page: page("2026-01-01"), fails: true, looks: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &watcher{}
			if c.fails {
				w.err = errors.New("away")
			}
			h := handlers{Deps: Deps{Observer: w, Domains: noDomains{}}}
			s := State{Input: &notegraphv1.Input{Context: &commonv1.CallContext{Now: timestamppb.New(evening), TimeZone: "Europe/Berlin"}}}
			trigger := c.trigger
			if trigger == 0 {
				trigger = observerv1.Trigger_TRIGGER_POST_QUERY
			}
			seen := &observerv1.ObserveRequest{Trigger: trigger, Recent: []*commonv1.Entry{{Id: "2026-02-01_18-00-00"}}}
			got := h.review(t.Context(), s, seen, &observerv1.ObserveResponse{GlobalContext: c.page})
			if looked := len(w.asked) == 1; looked != c.looks {
				t.Fatalf("looked: %v", w.asked)
			}
			if c.looks && (w.asked[0].GetTrigger() != observerv1.Trigger_TRIGGER_PERIODIC || w.asked[0].GetGlobalContext() != c.page || len(w.asked[0].GetRecent()) != 1) {
				t.Errorf("asked %v", w.asked[0])
			}
			if got.GetShouldUpdate() != (c.looks && !c.fails) {
				t.Errorf("got %v", got)
			}
		})
	}
}
