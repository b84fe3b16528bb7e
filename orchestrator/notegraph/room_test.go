package notegraph

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/domains"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	"github.com/weft-mesh/weft/store"
	"google.golang.org/protobuf/proto"
)

// shelf is a store of notes that are all equally long.
type shelf struct {
	store.Writer
	text string
}

func (s shelf) Entries(_ context.Context, _ store.Scope, ids []string) ([]*commonv1.Entry, error) {
	var out []*commonv1.Entry
	for _, id := range ids {
		out = append(out, &commonv1.Entry{Id: id, Text: s.text})
	}
	return out, nil
}

// However much the domains take, the notes get what is left of a
// message, and never more.
func TestNotesGetTheRoomThatTheRestOfARequestLeaves(t *testing.T) {
	t.Parallel()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, d := range set.Infos() {
		all = append(all, d.GetName())
	}
	var refs []*commonv1.EntryRef
	for i := range 1000 {
		refs = append(refs, &commonv1.EntryRef{Id: fmt.Sprintf("note-%d", i)})
	}
	const limit = 1 << 20
	h := handlers{Deps: Deps{Domains: set, Store: shelf{text: strings.Repeat("rain. ", 300)}}, c: Config{MaxBytes: limit}}
	fits := func(domains []string) int {
		t.Helper()
		s := State{Input: &notegraphv1.Input{Context: &commonv1.CallContext{TimeZone: "UTC"}}, Domains: domains, Retrieved: refs}
		notes, warnings, err := h.evidence(t.Context(), s, named(&s))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(warnings, "\n"), fmt.Sprintf("the best %d of 1000 were used", len(notes))) {
			t.Errorf("%d of 1000 notes were used, warnings: %q", len(notes), warnings)
		}
		if size := proto.Size(h.analyzeRequest(t.Context(), s, nil, notes)); size > limit {
			t.Errorf("the request has %d bytes, more than the limit of %d", size, limit)
		}
		return len(notes)
	}
	few, many := fits([]string{"sleep"}), fits(all)
	if few <= many || many < 2 {
		t.Errorf("%d notes fit beside one domain, %d beside all", few, many)
	}
	if half := limit / 2 / len(strings.Repeat("rain. ", 300)); few <= half {
		t.Errorf("%d notes fit beside one domain, which leaves room for more than %d", few, half)
	}
}
