package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// errDry ends a transaction that was to try only.
var errDry = fmt.Errorf("%w: only tried", store.ErrInvalid)

// KeepPage stores the notes of a text that no day is known of, as a vault reads them
// of the file notes/NAME.md.
func (s *Store) KeepPage(ctx context.Context, scope store.Scope, name, text string, dry bool) (e *commonv1.Entry, created bool, err error) {
	if err := store.CheckPage(name, text); err != nil {
		return nil, false, fmt.Errorf("keeping the page %q: %w", name, err)
	}
	err = s.write(ctx, scope, func(c change) error {
		path, have, err := c.freePage(ctx, name, notes.Hash(text))
		if err != nil {
			return err
		}
		if created = !have; created && dry {
			return errDry
		}
		if created {
			if err := c.insertPage(ctx, path, text); err != nil {
				return err
			}
		}
		first, err := scan(c.QueryRow(ctx, `SELECT `+columns+` FROM weft.note
			WHERE tenant = $1 AND NOT dated AND path = $2 ORDER BY place LIMIT 1`, c.tenant, path))
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // all of it tells its days
		}
		e = s.entry(first)
		return err
	})
	if err != nil && !errors.Is(err, errDry) {
		return nil, false, fmt.Errorf("keeping the page %q: %w", name, err)
	}
	return e, created, nil
}

// freePage returns under which path a text is to be kept, or is already.
func (c change) freePage(ctx context.Context, name, hash string) (path string, have bool, err error) {
	for n := 1; n <= store.MostAlike; n++ {
		path = store.PagePath(name, n)
		var old string
		err := c.QueryRow(ctx, `SELECT hash FROM weft.page WHERE tenant = $1 AND path = $2`, c.tenant, path).Scan(&old)
		if errors.Is(err, pgx.ErrNoRows) {
			return path, false, nil
		}
		if err != nil || old == hash {
			return path, err == nil, err
		}
	}
	return "", false, fmt.Errorf("%w: there are %d others of its name", store.ErrInvalid, store.MostAlike)
}

// insertPage adds the notes of a page.
func (c change) insertPage(ctx context.Context, path, text string) error {
	if _, err := c.Exec(ctx, `INSERT INTO weft.page (tenant, path, hash) VALUES ($1, $2, $3)`, c.tenant, path, notes.Hash(text)); err != nil {
		return err
	}
	page, _ := dayfile.ReadBytes(path, text, dayfile.DateSettings{})
	nth := map[notes.ID]int{}
	for _, n := range page.Notes {
		id := n.UndatedID(notes.PageOf(path))
		if !n.Day.IsZero() {
			id = notes.NewID(n.Time(time.UTC), 1)
		}
		first := id
		nth[first]++
		id.N = nth[first]
		if strings.TrimSpace(n.Text) == "" {
			continue
		}
		r := row{
			id: id, text: n.Text, correction: n.Correction, headings: n.Headings, front: n.Front,
			path: path, first: int32(n.FirstLine), last: int32(n.LastLine), place: placeOnPage(path, n.FirstLine),
		}
		if !id.Undated() {
			var err error
			if r.id, err = c.free(ctx, first); err != nil {
				return err
			}
			r.place = placeOf(r.id)
		}
		r.Tags = page.Front.Tags
		if err := c.insert(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// placeOnPage returns where the note at a line of a page stands in the order of all:
// pages by their paths, the notes of a page as they stand on it.
func placeOnPage(path string, line int) string { return fmt.Sprintf("%s\t%010d", path, line) }
