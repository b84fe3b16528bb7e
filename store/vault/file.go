package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store"
)

const (
	// maxText is the longest text of an entry, in bytes, as the contract has it.
	maxText = 1 << 20
	// maxFile is the largest file that is read, in bytes.
	maxFile = 16 << 20
)

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
	path     string // relative to the vault, with forward slashes
	day      notes.Day
	raw      bool // one of Weft's own day files
	stamp    stamp
	hash     string // of the content
	sections []dayfile.Section
	tags     []string
	warnings []string
}

// A dataFile is the parsed data of a day.
type dataFile struct {
	path    string
	stamp   stamp
	hash    string
	records map[string]*record
	err     error // why the data can't be used
}

// readNotes reads a file with the notes of a day. What can't be read becomes a
// warning. old is what was known of the file, nil if nothing.
func (v *Vault) readNotes(f noteFile, info fs.FileInfo, old *noteFile) *noteFile {
	content, err := v.readFile(f.path, info)
	f.stamp = stampOf(info, time.Now())
	if err != nil {
		f.warnings = []string{err.Error()}
		f.stamp.settled = false
		return &f
	}
	f.hash = notes.Hash(content)
	if old != nil && old.hash == f.hash && old.day == f.day {
		same := *old
		same.stamp = f.stamp
		return &same
	}
	if !utf8.ValidString(content) {
		f.warnings = append(f.warnings, f.path+": some characters are not UTF-8 and were replaced")
		content = strings.ToValidUTF8(content, "\uFFFD")
	}
	parsed := dayfile.ParseDaily(content)
	if f.raw {
		parsed = dayfile.Parse(content)
	}
	if parsed.Front.Err != nil {
		f.warnings = append(f.warnings, fmt.Sprintf("%s: %v", f.path, parsed.Front.Err))
	}
	f.tags = parsed.Front.Tags
	for _, s := range parsed.Sections {
		if len(s.Text) > maxText {
			f.warnings = append(f.warnings, fmt.Sprintf("%s:%d: a note of %d bytes is too long and was left out", f.path, s.FirstLine, len(s.Text)))
			s.Text = "" // keeps its number, so that the others keep theirs
		}
		f.sections = append(f.sections, s)
	}
	return &f
}

func (v *Vault) readData(rel string, info fs.FileInfo, old *dataFile) *dataFile {
	d := &dataFile{path: rel, stamp: stampOf(info, time.Now())}
	content, err := v.readFile(rel, info)
	if err != nil {
		d.err = err
		d.stamp.settled = false
		return d
	}
	d.hash = notes.Hash(content)
	if old != nil && old.hash == d.hash {
		same := *old
		same.stamp = d.stamp
		return &same
	}
	d.records, d.err = recordsOf(rel, []byte(content))
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

func (v *Vault) readFile(rel string, info fs.FileInfo) (string, error) {
	if info.Size() > maxFile {
		return "", fmt.Errorf("%s: %d bytes are more than a file of notes may have (%d)", rel, info.Size(), maxFile)
	}
	content, err := os.ReadFile(v.path(rel))
	if err != nil {
		return "", fmt.Errorf("%s can't be read: %w", rel, reason(err))
	}
	return string(content), nil
}

// reason is an error without its path, which the message tells already.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// conflictCopy reports whether a file is the other version that a program for
// syncing leaves behind.
func conflictCopy(rel string) bool {
	base := path.Base(rel)
	return strings.Contains(base, ".sync-conflict-") || strings.Contains(base, "conflicted copy")
}

// dailyFormat reads the settings of Obsidian's daily notes. Without settings it
// returns nil: then names alone tell.
func (v *Vault) dailyFormat() (*dayfile.NameFormat, string, error) {
	const settings = ".obsidian/daily-notes.json"
	content, err := os.ReadFile(v.path(settings))
	if err != nil {
		return nil, "", nil //nolint:nilerr // no settings are nothing wrong
	}
	var s struct{ Folder, Format string }
	if err := json.Unmarshal(content, &s); err != nil {
		return nil, string(content), fmt.Errorf("%s: %w", settings, err)
	}
	f, err := dayfile.NewNameFormat(s.Folder, s.Format)
	if err != nil {
		return nil, string(content), fmt.Errorf("%s: %w", settings, err)
	}
	return f, string(content), nil
}
