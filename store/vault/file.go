package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/document"
	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store"
)

const (
	maxText = store.MaxText
	// maxFile is the largest file of notes that is read, in bytes.
	maxFile = 16 << 20
	// maxData is the largest parsed file, in bytes.
	maxData = 4 << 20
	// maxSettings is the largest file of settings, in bytes.
	maxSettings = 64 << 10
)

// mostOf returns how large a file may be.
func mostOf(rel string) int64 {
	switch {
	case strings.HasPrefix(rel, dayfile.ParsedFolder+"/"):
		return maxData
	case rel == contextPage:
		return store.MaxContext
	}
	return maxFile
}

// A stamp tells whether a file may have changed since it was read.
type stamp struct {
	size  int64
	mtime time.Time
	// settled says that the file had been left alone for so long when it was
	// read that a later write must have changed its time.
	settled bool
}

// settling is longer than the coarsest clock of a file system, that of FAT.
const settling = 2100 * time.Millisecond

func stampOf(info fs.FileInfo, readAt time.Time) stamp {
	return stamp{info.Size(), info.ModTime(), readAt.Sub(info.ModTime()) > settling}
}

func (s stamp) current(info fs.FileInfo) bool {
	return s.settled && s.size == info.Size() && s.mtime.Equal(info.ModTime())
}

// A noteFile is a Markdown file with notes.
type noteFile struct {
	path   string // relative to the vault, with forward slashes
	raw    bool   // one of Weft's own day files
	named  bool   // its name tells the day of its notes
	stamp  stamp  // guarded by the vault's scanMu
	seen   int    // the last look that has seen it; guarded likewise
	hash   string
	tags   []string // of its front matter
	tally  dayfile.Tally
	places []place // where its notes are, and if it has none, where its warnings are
	// warnings tell what of it could not be read.
	warnings []string
	// remarks tell what was not read as it stands, and costs no note.
	remarks []string
	// content is what was read. Where all of it is of one place it is dropped when
	// the entries of that place are made, and read again when another file of the
	// place has changed.
	content *noteContent
}

type noteContent struct {
	notes []dayfile.Note
	at    map[place][]dayfile.Note // nil if all notes are of one place
}

// A dataFile is the parsed data of a place.
type dataFile struct {
	path    string
	stamp   stamp // guarded by the vault's scanMu
	seen    int   // as that of a noteFile
	hash    string
	content *parsedFile // nil when the entries of the place are made
}

// readNotes reads a file of notes. What can't be read becomes a warning, and the
// file has no hash then.
func (v *Vault) readNotes(rel string, format *dayfile.NameFormat) *noteFile {
	f := &noteFile{path: rel, content: &noteContent{}, named: namesDay(rel, format)}
	_, f.raw = dayfile.IsRawPath(rel)
	read, err := v.readFile(rel, &f.stamp)
	if err != nil {
		f.warn("%v", err)
		f.tally = dayfile.TallyOf(dayfile.Page{}, troubleOf(err))
		f.putAside(format)
		return f
	}
	content := string(read)
	f.hash = notes.Hash(content)
	page, trouble := dayfile.ReadBytes(rel, content, dayfile.DateSettings{Names: format, Zone: v.opts.TimeZone})
	f.tags, f.tally = page.Front.Tags, dayfile.TallyOf(page, trouble)
	if page.Front.Err != nil {
		f.warn("%s: %v", rel, page.Front.Err)
	}
	for _, odd := range page.Front.Odd {
		f.remarks = append(f.remarks, fmt.Sprintf("%s:%d: %s", rel, odd.Line, odd.Reason))
	}
	for i, n := range page.Notes {
		if len(n.Text) > maxText {
			f.warn("%s:%d: a note of %d bytes is too long and was left out", rel, n.FirstLine, len(n.Text))
			page.Notes[i].Text = "" // keeps its number, so that the others keep theirs
		}
	}
	f.content.notes = page.Notes
	f.putAside(format)
	return f
}

func troubleOf(err error) dayfile.Trouble {
	if _, ok := errors.AsType[*safefile.TooLargeError](err); ok {
		return dayfile.TooLarge
	}
	return dayfile.Unreadable
}

// putAside sorts the notes of a file by their places.
func (f *noteFile) putAside(format *dayfile.NameFormat) {
	page := place{page: notes.PageOf(f.path)}
	placeOf := func(n dayfile.Note) place {
		if n.Day.IsZero() {
			return page
		}
		return onDay(n.Day)
	}
	all, found := f.content.notes, map[place]bool{}
	for _, n := range all {
		if p := placeOf(n); !found[p] {
			found[p] = true
			f.places = append(f.places, p)
		}
	}
	switch {
	case len(f.places) > 1:
		f.content.at = map[place][]dayfile.Note{}
		for _, n := range all {
			f.content.at[placeOf(n)] = append(f.content.at[placeOf(n)], n)
		}
	case len(f.places) == 0 && len(f.warnings)+len(f.remarks) > 0:
		f.places = []place{placeByName(f.path, format)}
	}
}

// placeByName returns the place of a file of which nothing but the name is known.
func placeByName(rel string, format *dayfile.NameFormat) place {
	if day, ok := dayOfName(rel, format); ok {
		return onDay(day)
	}
	return place{page: notes.PageOf(rel)}
}

// notesAt returns the notes of a place.
func (f *noteFile) notesAt(p place) []dayfile.Note {
	if f.content.at != nil {
		return f.content.at[p]
	}
	return f.content.notes
}

// drop lets go of the content, unless other places need it.
func (f *noteFile) drop() {
	if len(f.places) == 1 {
		f.content = nil
	}
}

func (f *noteFile) warn(format string, args ...any) {
	f.warnings = append(f.warnings, fmt.Sprintf(format, args...))
}

func (v *Vault) readData(rel string) *dataFile {
	d := &dataFile{path: rel}
	content, err := v.readFile(rel, &d.stamp)
	if err != nil {
		d.content = &parsedFile{err: err}
		return d
	}
	d.content = v.parsedFile(rel, content)
	d.hash = d.content.hash
	return d
}

// readFile reads a file and stamps it with the state before the reading.
func (v *Vault) readFile(rel string, s *stamp) ([]byte, error) {
	content, info, err := v.files.Read(rel, mostOf(rel))
	if err != nil {
		return nil, fmt.Errorf("%s can't be read: %w", rel, reason(err))
	}
	*s = stampOf(info, time.Now())
	return content, nil
}

// reason is an error without its path, which the message tells already.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// printable is a text with names of files in it as it can be sent and shown: names
// may hold any bytes, and be longer than anyone wants to read.
func printable(s string) string {
	const most = 1000
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// dailyFormat reads the settings of Obsidian's daily notes. Without settings it
// returns nil: then names alone tell.
func (v *Vault) dailyFormat() (*dayfile.NameFormat, error) {
	const settings = ".obsidian/daily-notes.json"
	content, _, err := v.files.Read(settings, maxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s can't be read: %w", settings, reason(err))
	}
	var s struct{ Folder, Format string }
	if err := document.CheckJSON(content, maxSettings); err != nil {
		return nil, fmt.Errorf("%s: %w", settings, err)
	}
	if err := json.Unmarshal(content, &s); err != nil {
		return nil, fmt.Errorf("%s: %w", settings, err)
	}
	f, err := dayfile.NewNameFormat(s.Folder, s.Format)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", settings, err)
	}
	return f, nil
}
