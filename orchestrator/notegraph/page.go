package notegraph

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/weft-mesh/weft/store"
)

// errPage is returned for a global context that can't be sent to an agent.
var errPage = errors.New("the global context is not UTF-8 text")

// context reads the user's global context.
func (h handlers) context(ctx context.Context, s State) (store.Context, error) {
	page, err := h.Store.Context(ctx, s.Scope())
	if err != nil {
		return page, fmt.Errorf("read the global context: %w", err)
	}
	if !utf8.ValidString(page.Text) {
		return page, errPage
	}
	return page, nil
}

// page returns the text of the global context for agents that know more with
// it. It is an aid: where it can't be read they do without, and the user is
// told.
func (h handlers) page(ctx context.Context, s State) (text string, warnings []string) {
	page, err := h.context(ctx, s)
	if err != nil {
		return "", []string{fmt.Sprintf("Done without the global context: %v.", err)}
	}
	return page.Text, nil
}
