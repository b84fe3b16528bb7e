package notegraph

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/store"
)

// errPage is returned for a global context that can't be sent to an agent.
var errPage = errors.New("the global context is not UTF-8 text")

// pageShare is which part of a message the global context may take: the notes
// that a question is about need the rest.
const pageShare = 4

// context reads the user's global context, to write it again. One that agents do
// not see whole must not be written: what they don't see would be lost.
func (h handlers) context(ctx context.Context, s State) (store.Context, error) {
	page, err := h.readPage(ctx, s.Scope())
	if err == nil && page.Beyond > 0 {
		err = fmt.Errorf("the global context is too long to be changed: %w", store.ErrReadOnly)
	}
	return page, err
}

// readPage reads as much of the global context as a message has room for.
func (h handlers) readPage(ctx context.Context, scope store.Scope) (store.Context, error) {
	page, err := h.Store.Context(ctx, scope)
	if err != nil {
		return page, fmt.Errorf("read the global context: %w", err)
	}
	if !utf8.ValidString(page.Text) {
		return page, errPage
	}
	if most := h.c.MaxBytes / pageShare; h.c.MaxBytes > 0 && len(page.Text) > most {
		whole := len(page.Text)
		page.Text = strings.ToValidUTF8(page.Text[:most], "") // the last letter may be cut
		page.Beyond += int64(whole - len(page.Text))
	}
	return page, nil
}

// page returns the text of the global context for agents that know more with
// it. It is an aid: where it can't be read they do without, and where it is long
// they get what fits, its beginning; the user is told.
func (h handlers) page(ctx context.Context, s State) (text string, warnings []string) {
	page, err := h.readPage(ctx, s.Scope())
	if err != nil {
		return "", []string{fmt.Sprintf("The global context was not used: %v.", err)}
	}
	if page.Beyond > 0 {
		warnings = []string{fmt.Sprintf("The global context is too long: its last %d bytes were not used, and nothing more is added to it. Shorten it.", page.Beyond)}
	}
	return page.Text, warnings
}
