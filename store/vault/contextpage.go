package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store"
)

const (
	contextPage = dayfile.ContextPage
	archivePage = dayfile.ArchivePage
)

// Context returns the global context.
func (v *Vault) Context(ctx context.Context, s store.Scope) (store.Context, error) {
	if err := ctx.Err(); err != nil {
		return store.Context{}, context.Cause(ctx)
	}
	if v.foreign(s) {
		return store.Context{}, nil
	}
	content, size, err := v.files.ReadStart(contextPage, store.MaxContext)
	if errors.Is(err, fs.ErrNotExist) {
		return store.Context{}, nil
	}
	if err != nil {
		return store.Context{}, fmt.Errorf("reading the global context: %s %w", contextPage, reason(err))
	}
	text := string(content)
	if size > store.MaxContext {
		text = wholeLines(text)
	}
	if !utf8.ValidString(text) {
		return store.Context{}, fmt.Errorf("reading the global context: %w", &store.CorruptError{Path: contextPage, Err: errors.New("it is not UTF-8")})
	}
	page := store.ContextOf(text)
	if size > store.MaxContext {
		page.Beyond, page.Token = size-int64(len(text)), "" // no page can be put in the place of what was not read
	}
	return page, nil
}

// PutContext writes the global context if it is still the one that the token
// names. Writing what is there already succeeds, so that an attempt can be
// repeated.
func (v *Vault) PutContext(ctx context.Context, s store.Scope, token, text string, archived []string) (store.Context, error) {
	err := v.write(ctx, s, func() error {
		expected := func(old []byte) error {
			if tokenOf(old) != token && !same(old, []byte(text)) {
				return store.ErrConflict
			}
			return nil
		}
		old, _, err := v.files.Read(contextPage, store.MaxContext)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := expected(old); err != nil {
			return err
		}
		// The archive comes first: a crash between the two repeats lines rather
		// than lose them, and a repeated attempt finds them there.
		if err := v.archive(archived); err != nil {
			return err
		}
		return v.replace(contextPage, func(old []byte) ([]byte, error) {
			return []byte(text), expected(old)
		})
	})
	if err != nil {
		return store.Context{}, fmt.Errorf("writing the global context: %w", err)
	}
	return store.ContextOf(text), nil
}

// archive appends lines to the archive page unless they are its last ones.
func (v *Vault) archive(lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	block := strings.Join(lines, "\n") + "\n"
	return v.replace(archivePage, func(old []byte) ([]byte, error) {
		page := string(old)
		if strings.HasSuffix(page, "\n"+block) {
			return old, nil
		}
		switch {
		case page == "":
			page = "# Archive of the global context\n"
		case !strings.HasSuffix(page, "\n"):
			page += "\n"
		}
		day := v.opts.Now().In(v.opts.TimeZone).Format(time.DateOnly)
		return []byte(page + "\n## " + day + "\n" + block), nil
	})
}

// wholeLines cuts off what stands in a line that is not whole, if there is another.
func wholeLines(text string) string {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		return text[:i+1]
	}
	return strings.ToValidUTF8(text, "") // the last letter may be cut
}

func tokenOf(content []byte) string {
	if content == nil {
		return ""
	}
	return notes.Hash(content)
}
