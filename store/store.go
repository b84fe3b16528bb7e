// Package store says what Weft asks of the place where notes live. Drivers are
// in packages below it; storetest is the suite that every driver passes.
//
// Every call is made in a Scope, so that one tenant can't reach another's notes
// by any argument. Entries that a store returns may be shared: nobody changes them.
package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/notes/search"
)

var (
	// ErrNotFound is returned for an entry that does not exist.
	ErrNotFound = errors.New("not found")
	// ErrConflict is returned when what was to be written has changed since it
	// was read. Read again, decide again, write again.
	ErrConflict = errors.New("changed by someone else")
	// ErrInvalid is returned for a note that no driver keeps: without text, too
	// long, not UTF-8, of a day that can't be written.
	ErrInvalid = errors.New("not a note")
	// ErrReadOnly is returned by a driver that may only read.
	ErrReadOnly = errors.New("the notes may only be read, not written")
	// ErrNoSpace is returned when there is no room to write. No note and no page
	// has changed, and the same call succeeds once there is room.
	ErrNoSpace = errors.New("there is no room for more on the disk of the notes")
	// ErrUnavailable is returned while the notes database can't be reached. The
	// same call may succeed later; if it was to write, it may have.
	ErrUnavailable = errors.New("the notes database can't be reached")
)

// A CorruptError reports a file that can't be understood. Nothing is written
// over it.
type CorruptError struct {
	Path string
	Line int // 0 if unknown
	Err  error
}

func (e *CorruptError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.Path, e.Err)
}

func (e *CorruptError) Unwrap() error { return e.Err }

// A Scope says whose notes a call is about.
type Scope struct {
	Tenant string
	User   string
}

// A Query selects entries. Conditions that are not set do not restrict; those
// that are set must all hold. What matches and how well it does is no driver's to
// decide: package match answers every query, from an index that the driver fills.
type Query struct {
	Range notes.Range // days, both ends included
	// Terms are words or phrases with what else may stand for each: an entry
	// matches a term if it contains any of its forms. Matching is on whole
	// tokens by stem, accents folded, in the text, the tags and the names in
	// the parsed data.
	Terms []Term
	All   bool // every term must match, instead of any
	// Shapes are of numbers: an entry matches if its text has one of them. They
	// are looked for in place of terms.
	Shapes []search.Shape
	// Question asks for the entries that bear on a text, best first. Then terms
	// must all match, and Near is the day that words such as "now" favour.
	Question string
	// Matters is what of the question an entry has to have to cover it; empty is all.
	Matters string
	// Seeks is what an answer to the question has to have.
	Seeks rank.Content
	// Order says which entries that bear on the question come first.
	Order rank.Order
	// Prefer are the days that the question names. They favour entries and leave
	// none out.
	Prefer []notes.Range
	// Forms returns a word of the question and what a vocabulary equates with it.
	// Nil is no vocabulary.
	Forms func(word string) []string
	// Glob is a pattern over the path of an entry's source, which every entry has:
	// "*" within a folder, "**" across.
	Glob  string
	Limit int // the most entries to return, the best; 0 is no limit
	// Unordered says that hits may come in any order: the caller orders them.
	Unordered bool
	// Near is the day that ranking favours; the zero Day favours none.
	Near notes.Day
	// Remarks says that the warnings are to tell of lines, too, that were not read as they
	// stand and cost no note.
	Remarks bool
}

// A Term is something to look for, in any of several forms.
type Term struct {
	Forms []string // words or phrases; the first is what was asked for
}

// Asks reports whether a query asks for entries that bear on a question.
func (q Query) Asks() bool { return q.Question != "" || len(q.Prefer) > 0 }

// A Hit is an entry that matched and how well; higher is better. Without terms
// every score is 0 and hits come in the order of time, newest first.
type Hit struct {
	ID    string
	Score float64
	// For a question: what of the entry's text to quote, and which words of the
	// question it has, by its text, its tags or its data. It covers the question if
	// Best, with its neighbours in the entry and what it is labelled with, has all of
	// them that matter.
	Best   rank.Range
	Terms  []string
	Covers bool
}

// A Result is what a query found.
type Result struct {
	Hits     []Hit    // best first, at most Limit
	Total    int      // how many matched, returned or not
	Warnings []string // files that could not be read, for a person
	// Missing are the words of a question that no entry has.
	Missing []Missing
}

// A Missing is a word that no entry has, and words that it may be a slip of. These
// were not looked for.
type Missing struct {
	Word string
	Like []string
}

// Reader is what the retriever may do.
type Reader interface {
	// Get returns one entry, or ErrNotFound.
	Get(ctx context.Context, s Scope, id string) (*commonv1.Entry, error)
	// Entries returns the entries of the given ids in the same order. Those that
	// are not there any more are left out.
	Entries(ctx context.Context, s Scope, ids []string) ([]*commonv1.Entry, error)
	// Find tells which entries match a query, so that a scope of any size can be
	// told and only those that are wanted need to be read.
	Find(ctx context.Context, s Scope, q Query) (Result, error)
	// List returns entries in the order of their ids, those after the id
	// `after` if it is given, at most limit of them (0 is no limit). With desc
	// it goes backwards.
	List(ctx context.Context, s Scope, r notes.Range, after string, limit int, desc bool) ([]*commonv1.Entry, error)
	// Outdated returns the ids of the entries whose parsed data was not made from
	// their text as it stands now by this version of the domains, newest first. Those
	// that were never parsed are not among them, nor are corrections, which have no
	// data of their own.
	Outdated(ctx context.Context, s Scope, version string) ([]string, error)
	// Nearest returns the entries that are nearest to a question by their vectors. Those
	// whose text has none, or only such as were made of another text or in another space,
	// are not among them.
	Nearest(ctx context.Context, s Scope, q NearQuery) (NearResult, error)
	// WithoutVectors returns the ids of entries whose text has no vectors of a space, newest
	// first, at most limit of them (0 is no limit), and how many there are.
	WithoutVectors(ctx context.Context, s Scope, space string, limit int) (ids []string, total int, err error)
	// Fresh makes sure that the entries are seen as they were last written, by
	// whichever process wrote them.
	Fresh(ctx context.Context, s Scope, refs []*commonv1.EntryRef) error
}

// A NewEntry is a note to keep.
type NewEntry struct {
	// Key makes keeping idempotent: the second call with the same key returns
	// the entry of the first. A run's id, or "import:" and a hash.
	Key        string
	Time       time.Time // what the note is about, in the user's zone; decides its id and day
	Text       string    // kept byte for byte
	Correction bool      // the note is the record of a correction
}

// A Parsed is what a parser made of an entry.
type Parsed struct {
	Data    *structpb.Struct // one object per domain
	Tags    []string
	Domains string // the version of the domains that it was read by
}

// A Context is the user's global context.
type Context struct {
	Text      string    // Markdown with front matter; empty if there is none yet
	Version   int64     // 0 if there is none yet
	UpdatedAt time.Time // zero if Weft never wrote it
	// Token names exactly this content for the compare-and-set of PutContext,
	// also if a person edited the page without touching its version.
	Token string
	// Beyond is how many bytes of a page above MaxContext were left out of Text,
	// at its end. Such a page is not written.
	Beyond int64
}

// MaxContext is how much of the global context is read, in bytes.
const MaxContext = 256 << 10

// Writer is what the orchestrator may do besides reading.
type Writer interface {
	Reader
	Editor
	// Writable returns nil if notes can be kept, ErrReadOnly if they can't be.
	Writable(s Scope) error
	// Keep stores a note's text and returns its entry. When it returns, the
	// text is on disk. It never changes other text.
	Keep(ctx context.Context, s Scope, n NewEntry) (*commonv1.Entry, error)
	// KeepPage stores a text that no day is known of under a name such as
	// "home/House", which becomes the source notes/home/House.md of its entries, and
	// returns its first entry and whether it is new. A text that
	// is there already under that name is left alone, and one of another text is
	// never written over: then the name gets a number. With dry nothing is written,
	// and the entry is nil if it would be new.
	KeepPage(ctx context.Context, s Scope, name, text string, dry bool) (e *commonv1.Entry, created bool, err error)
	// Kept returns the entry that was kept under a key, or ErrNotFound.
	Kept(ctx context.Context, s Scope, key string) (*commonv1.Entry, error)
	// SetParsed stores what a parser made of the entry's text. It fails with
	// ErrConflict if the text no longer has the given hash. Data that the user has
	// corrected stays as it is, and so do the tags that the same text had before.
	// Repeating it changes nothing.
	SetParsed(ctx context.Context, s Scope, id, hash string, p Parsed) (*commonv1.Entry, error)
	// Correct changes the parsed data of the entry that a correction is about,
	// whatever day that is. key makes it idempotent: a correction is applied
	// once. The entry's text stays as it is. A note that was kept under that key
	// corrects the entry from then on, as long as its text stays.
	Correct(ctx context.Context, s Scope, id, key string, p Parsed) (*commonv1.Entry, error)
	// PutVectors stores the vectors of entries in a space, in the place of all that they
	// had before. One whose text no longer has the given hash is passed over. When an
	// entry goes or gets another text, its vectors go.
	PutVectors(ctx context.Context, s Scope, space string, list []Vectors) error
	// SweepVectors drops vectors of other spaces, and of texts that went in a way that the
	// driver did not see. "" drops all.
	SweepVectors(ctx context.Context, s Scope, space string) error
	// Context returns the global context.
	Context(ctx context.Context, s Scope) (Context, error)
	// PutContext writes the global context if it is still the one that token
	// names, else it fails with ErrConflict. archived lines are appended to
	// the archive page.
	PutContext(ctx context.Context, s Scope, token, text string, archived []string) (Context, error)
	// Close releases what the store holds.
	Close() error
}
