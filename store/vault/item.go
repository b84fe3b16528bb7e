package vault

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"time"
	"unique"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/rank"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store/annotation"
)

// An item is what is held of an entry. There may be hundreds of thousands, so
// it is small: what can be told from the text or is rarely asked for is made
// anew for each entry that is returned.
type item struct {
	file       *noteFile
	headings   []string // above it
	text       string   // a part of the file's content
	parsed     string   // annotations as JSON; "" if there are none
	key        string   // under which the entry was kept; "" if that is not certain
	page       notes.Page
	local      int64 // its time on the clock of its day, as seconds since 1970 in UTC; if undated, its headings as in an id
	nth        int32 // of the entries of that second, from 1
	first      int32 // the lines in the file, from 1
	last       int32
	read       unique.Handle[string] // by which version of the domains the text was parsed; zero if nothing is noted of it
	timed      bool
	correction bool
	front      bool // lines of the file's front matter
}

// annotations are what a parser made of an entry's text.
type annotations struct {
	Data      map[string]any `json:"data,omitempty"`
	Tags      []string       `json:"tags,omitempty"`
	Corrected bool           `json:"corrected,omitempty"`
	By        string         `json:"by,omitempty"`
	Corrects  string         `json:"corrects,omitempty"`
}

func newItem(f *noteFile, at place, n dayfile.Note) item {
	it := item{
		file: f, headings: n.Headings, text: n.Text, page: at.page,
		first: int32(n.FirstLine), last: int32(n.LastLine),
		timed: n.Timed, correction: n.Correction, front: n.Front,
	}
	if at.page != 0 {
		it.local = int64(n.UndatedID(at.page).Part)
		return it
	}
	day, clock := at.day, n.Clock
	it.local = time.Date(day.Year, day.Month, day.Date, clock.Hour, clock.Minute, clock.Second, 0, time.UTC).Unix()
	return it
}

func (it *item) id() notes.ID { return idOf(it.page, it.local, it.nth) }

func idOf(page notes.Page, local int64, nth int32) notes.ID {
	if page != 0 {
		return notes.ID{Page: page, Part: uint32(local), N: int(nth)}
	}
	return notes.ID{Local: time.Unix(local, 0).UTC(), N: int(nth)}
}

func (it *item) hash() string { return notes.Hash(it.text) }

// sum is the hash in bytes.
func (it *item) sum() textHash { return sha256.Sum256([]byte(it.text)) }

// annotate finds what is noted of the entry in the parsed data of its day.
func (it *item) annotate(records map[string]*record) {
	if len(records) == 0 {
		return
	}
	hash := it.hash()
	r, _ := matching(records, it.id(), hash)
	if r == nil {
		return
	}
	if r.certain(hash) {
		it.key = r.key
	}
	if r.Hash != hash {
		it.read = unique.Make("")
		return
	}
	it.read = unique.Make(r.Domains)
	if len(r.Data)+len(r.Tags)+len(r.Corrections) > 0 {
		it.parsed = r.annotations()
	}
}

// annotations returns what a parser made of the text, with all tags: those of the
// parser, of the file and of the text.
func (it *item) annotations() annotations {
	var a annotations
	if it.parsed != "" {
		_ = json.Unmarshal([]byte(it.parsed), &a) // the record wrote it
	}
	a.Tags = annotation.Distinct(a.Tags, it.file.tags, annotation.InlineTags(it.text))
	return a
}

// entry makes the entry as it is returned.
func (it *item) entry(zone *time.Location) *commonv1.Entry {
	id := it.id()
	a := it.annotations()
	var data *structpb.Struct
	if a.Data != nil {
		data, _ = structpb.NewStruct(a.Data) // JSON has no values that a Struct can't hold
	}
	var at *timestamppb.Timestamp
	if !id.Undated() {
		at = timestamppb.New(id.In(zone))
	}
	return &commonv1.Entry{
		Id:          id.String(),
		Date:        id.Day().String(),
		Time:        at,
		Headings:    it.headings,
		Text:        it.text,
		DomainData:  data,
		Tags:        a.Tags,
		Source:      &commonv1.SourceRef{Path: printable(it.file.path), FirstLine: it.first, LastLine: it.last},
		ContentHash: it.hash(),
		Correction:  it.correction,
		Corrected:   a.Corrected,
		CorrectedBy: a.By,
		Corrects:    a.Corrects,
		FrontMatter: it.front,
	}
}

// note is the entry as the index sees it.
func (it *item) note() rank.Note {
	id, a := it.id(), it.annotations()
	n := annotation.IndexNote(id, it.text, a.Tags, a.Data, it.headings)
	n.Front = it.front
	return n
}

// indexedAs reports whether the index sees no difference to another item of the
// same id.
func (it *item) indexedAs(other *item) bool {
	return it.text == other.text && it.parsed == other.parsed && slices.Equal(it.file.tags, other.file.tags) && slices.Equal(it.headings, other.headings)
}

// compareItems orders by time, then by number.
func compareItems(a, b item) int {
	return a.compare(b.local, b.nth)
}

func (it *item) compare(local int64, nth int32) int {
	if it.local != local {
		if it.local < local {
			return -1
		}
		return 1
	}
	return int(it.nth - nth)
}
