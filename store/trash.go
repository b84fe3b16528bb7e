package store

import (
	"context"
	"errors"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// ErrElsewhere is returned for a note that can't be changed because it lies where
// people write and Weft only reads.
var ErrElsewhere = errors.New("the note lies in a file that Weft only reads")

// A Trashed is a text that was taken out of the notes.
type Trashed struct {
	// Entry is the note as it was: id, day, time, text, hash and whether it was a
	// correction. Its source is the file in the trash.
	Entry *commonv1.Entry
	At    time.Time // when it went to the trash
	// Replaced says that the note got another text. Otherwise it was removed.
	Replaced bool
}

// An Editor changes the texts of notes on their user's behalf. No text is lost:
// what a note said goes to the trash, with its parsed data, before anything else
// is done. Repeating a call changes nothing.
type Editor interface {
	// Remove takes the note out that has the given hash. Other notes keep their
	// ids. It fails with ErrConflict if the note has another text, and with
	// ErrElsewhere if Weft only reads its file.
	Remove(ctx context.Context, s Scope, id, hash string) (Trashed, error)
	// Rewrite gives the note that has the given hash another text, under the same
	// id. It fails as Remove does, and with ErrInvalid for a text that is no note.
	// What a parser made of the old text is the new one's no more.
	Rewrite(ctx context.Context, s Scope, id, hash, text string) (*commonv1.Entry, error)
	// Restore puts a text from the trash back under its id, with its parsed data:
	// the one that has the given hash, or for "" the last that went there. A text
	// that the note has got since goes to the trash in its place. It fails with
	// ErrNotFound if the trash has no such text, and with ErrConflict if another
	// note has taken the id of one that was removed.
	Restore(ctx context.Context, s Scope, id, hash string) (*commonv1.Entry, error)
	// Trash lists what is in the trash, of one entry or for "" of all, the last
	// that went there first.
	Trash(ctx context.Context, s Scope, id string) ([]Trashed, error)
}
