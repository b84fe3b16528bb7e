package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/document"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store"
)

const (
	// maxText is the longest text of an entry, in bytes, as the contract has it.
	maxText = 1 << 20
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

// A noteFile is a Markdown file with the notes of a day.
type noteFile struct {
	path  string // relative to the vault, with forward slashes
	day   notes.Day
	raw   bool  // one of Weft's own day files
	stamp stamp // guarded by the vault's scanMu
	hash  string
	tags  []string // of its front matter
	// content is what was read. It is dropped when the entries of the day are
	// made: a day whose other files change is read again as a whole.
	content *noteContent
}

type noteContent struct {
	sections []dayfile.Section
	warnings []string
}

// A dataFile is the parsed data of a day.
type dataFile struct {
	path    string
	stamp   stamp // guarded by the vault's scanMu
	hash    string
	content *dataContent // as that of a noteFile
}

type dataContent struct {
	records map[string]*record
	err     error // why the data can't be used
}

// readNotes reads a file with the notes of a day. What can't be read becomes a
// warning, and the file has no hash then.
func (v *Vault) readNotes(rel string, day notes.Day, raw bool) *noteFile {
	f := &noteFile{path: rel, day: day, raw: raw, content: &noteContent{}}
	content, err := v.readFile(rel, &f.stamp)
	if err != nil {
		f.content.warnings = []string{err.Error()}
		return f
	}
	f.hash = notes.Hash(content)
	if !utf8.ValidString(content) {
		f.warn("%s: some characters are not UTF-8 and were replaced", rel)
		content = strings.ToValidUTF8(content, "\uFFFD")
	}
	parsed := dayfile.ParseDaily(content)
	if raw {
		parsed = dayfile.Parse(content)
	}
	if parsed.Front.Err != nil {
		f.warn("%s: %v", rel, parsed.Front.Err)
	}
	f.tags = parsed.Front.Tags
	for i, s := range parsed.Sections {
		if len(s.Text) > maxText {
			f.warn("%s:%d: a note of %d bytes is too long and was left out", rel, s.FirstLine, len(s.Text))
			parsed.Sections[i].Text = "" // keeps its number, so that the others keep theirs
		}
	}
	f.content.sections = parsed.Sections
	return f
}

func (f *noteFile) warn(format string, args ...any) {
	f.content.warnings = append(f.content.warnings, fmt.Sprintf(format, args...))
}

func (v *Vault) readData(rel string) *dataFile {
	d := &dataFile{path: rel, content: &dataContent{}}
	content, err := v.readFile(rel, &d.stamp)
	if err != nil {
		d.content.err = err
		return d
	}
	d.hash = notes.Hash(content)
	d.content.records, d.content.err = recordsOf(rel, []byte(content))
	return d
}

// recordsOf parses a parsed file; its error names the file.
func recordsOf(rel string, content []byte) (map[string]*record, error) {
	records, err := parseRecords(content)
	if corrupt, ok := errors.AsType[*store.CorruptError](err); ok {
		corrupt.Path = rel
	}
	return records, err
}

// readFile reads a file and stamps it with the state before the reading.
func (v *Vault) readFile(rel string, s *stamp) (string, error) {
	content, info, err := v.files.Read(rel, mostOf(rel))
	if err != nil {
		return "", fmt.Errorf("%s can't be read: %w", rel, reason(err))
	}
	*s = stampOf(info, time.Now())
	return string(content), nil
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

// conflictCopy reports whether a file is the other version that a program for
// syncing leaves behind.
func conflictCopy(rel string) bool {
	base := path.Base(rel)
	return strings.Contains(base, ".sync-conflict-") || strings.Contains(base, "conflicted copy")
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
