package notegraph

import (
	"context"
	"errors"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"

	"github.com/weft-mesh/weft/store"
)

// paged is a store that has a page.
type paged struct {
	store.Writer
	page store.Context
}

func (p paged) Context(context.Context, store.Scope) (store.Context, error) { return p.page, nil }

func TestAPageThatIsNotSeenWholeIsUsedInPartAndNotWritten(t *testing.T) {
	t.Parallel()
	s := State{Input: &notegraphv1.Input{Context: &commonv1.CallContext{}}}
	for name, c := range map[string]struct {
		page      store.Context
		text      string
		left      string
		mayChange bool
	}{
		"a short page":                     {page: store.Context{Text: "- a\n"}, text: "- a\n", mayChange: true},
		"a page that was cut by the store": {page: store.Context{Text: "- a\n", Beyond: 100}, text: "- a\n", left: "last 100 bytes"},
		"a page too long for a message":    {page: store.Context{Text: strings.Repeat("é", 1000)}, text: strings.Repeat("é", 512), left: "last 976 bytes"},
	} {
		h := handlers{Deps: Deps{Store: paged{page: c.page}}, c: Config{MaxBytes: 4 * 1025}}
		text, warnings := h.page(t.Context(), s)
		if text != c.text || (c.left == "") != (len(warnings) == 0) || !strings.Contains(strings.Join(warnings, ""), c.left) {
			t.Errorf("%s: %d bytes, warnings %q", name, len(text), warnings)
		}
		if _, err := h.context(t.Context(), s); errors.Is(err, store.ErrReadOnly) == c.mayChange {
			t.Errorf("%s: to change it: %v", name, err)
		}
	}
}
