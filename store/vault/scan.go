package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
)

// A scan is one look at the files.
type scan struct {
	vault    *Vault
	old      *state
	format   *dayfile.NameFormat
	settings string // the content that format was made from
	notes    map[string]*noteFile
	data     map[notes.Day]*dataFile
	changed  map[notes.Day]bool
	files    map[notes.Day][]*noteFile // all files of the days that changed
	warnings []string
}

// look finds every file of the vault and reads those that may have changed. The
// caller holds scanMu.
func (v *Vault) look() (*scan, error) {
	s := &scan{
		vault: v, old: v.state,
		notes:   make(map[string]*noteFile, len(v.state.notes)),
		data:    make(map[notes.Day]*dataFile, len(v.state.data)),
		changed: make(map[notes.Day]bool),
		files:   make(map[notes.Day][]*noteFile),
	}
	var err error
	if s.format, s.settings, err = v.dailyFormat(); err != nil {
		s.warnings = append(s.warnings, err.Error())
	}
	err = filepath.WalkDir(v.dir, s.visit)
	if err != nil {
		return nil, fmt.Errorf("reading the vault: %w", err)
	}
	for path, f := range s.old.notes {
		if s.notes[path] == nil {
			s.changed[f.day] = true
		}
	}
	for day := range s.old.data {
		if s.data[day] == nil {
			s.changed[day] = true
		}
	}
	if len(s.changed) > 0 {
		for _, f := range s.notes {
			if s.changed[f.day] {
				s.files[f.day] = append(s.files[f.day], f)
			}
		}
	}
	return s, nil
}

func (s *scan) visit(path string, d fs.DirEntry, err error) error {
	rel, relErr := filepath.Rel(s.vault.dir, path)
	if relErr != nil {
		return relErr
	}
	rel = filepath.ToSlash(rel)
	if err != nil {
		if rel == "." {
			return err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			s.warnings = append(s.warnings, fmt.Sprintf("%s can't be read: %v", rel, reason(err)))
			s.keepBelow(rel)
		}
		return nil
	}
	switch {
	case d.IsDir():
		if rel != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
	case !d.Type().IsRegular():
	case strings.HasPrefix(rel, dayfile.ParsedFolder+"/"):
		s.visitData(rel, d)
	case strings.HasSuffix(rel, ".md") && !strings.HasPrefix(d.Name(), "."):
		s.visitNotes(rel, d)
	}
	return nil
}

// keepBelow keeps what was known of the files in a folder that can't be read
// for the moment.
func (s *scan) keepBelow(folder string) {
	for path, f := range s.old.notes {
		if strings.HasPrefix(path, folder+"/") {
			s.notes[path] = f
		}
	}
	for day, d := range s.old.data {
		if strings.HasPrefix(d.path, folder+"/") {
			s.data[day] = d
		}
	}
}

func (s *scan) visitNotes(rel string, d fs.DirEntry) {
	day, raw, ok := s.dayOf(rel)
	if !ok {
		return
	}
	if conflictCopy(rel) {
		s.warnings = append(s.warnings, rel+" is a sync conflict and was left out; merge it into the note by hand")
		return
	}
	info, err := d.Info()
	if err != nil {
		return // gone since the folder was listed
	}
	old := s.old.notes[rel]
	if old != nil && old.day == day && old.stamp.current(info) {
		s.notes[rel] = old
		return
	}
	f := s.vault.readNotes(noteFile{path: rel, day: day, raw: raw}, info, old)
	s.notes[rel] = f
	if old == nil || old.day != day || old.hash != f.hash || f.hash == "" {
		s.changed[day] = true
		if old != nil {
			s.changed[old.day] = true
		}
	}
}

func (s *scan) visitData(rel string, d fs.DirEntry) {
	day, ok := dayOfData(rel)
	if !ok {
		return
	}
	info, err := d.Info()
	if err != nil {
		return
	}
	old := s.old.data[day]
	if old != nil && old.stamp.current(info) {
		s.data[day] = old
		return
	}
	f := s.vault.readData(rel, info, old)
	s.data[day] = f
	if old == nil || old.hash != f.hash || f.hash == "" {
		s.changed[day] = true
	}
}

// dayOf returns the day of a file with notes, and whether it is Weft's own.
func (s *scan) dayOf(rel string) (day notes.Day, raw, ok bool) {
	if day, ok := dayfile.IsRawPath(rel); ok {
		return day, true, true
	}
	if s.format != nil {
		if day, ok := s.format.Day(rel); ok {
			return day, false, true
		}
	}
	day, ok = dayfile.DayOfName(rel)
	return day, false, ok
}

func dayOfData(rel string) (notes.Day, bool) {
	base := strings.TrimSuffix(rel[strings.LastIndexByte(rel, '/')+1:], ".json")
	day, err := notes.ParseDay(base)
	if err != nil || day.IsZero() || dayfile.ParsedPath(day) != rel {
		return notes.Day{}, false
	}
	return day, true
}

// lookAt reads the files of one day again, and of no other, right into the
// state. The caller holds both mutexes.
func (v *Vault) lookAt(day notes.Day) *scan {
	st := v.state
	s := &scan{
		vault: v, old: st, format: st.format, settings: st.settings,
		notes: st.notes, data: st.data,
		changed: map[notes.Day]bool{}, files: map[notes.Day][]*noteFile{}, warnings: st.warnings,
	}
	paths := []string{dayfile.RawPath(day)}
	for _, f := range st.files[day] {
		if !f.raw {
			paths = append(paths, f.path)
		}
	}
	for _, rel := range paths {
		if info, err := os.Lstat(v.path(rel)); err == nil && info.Mode().IsRegular() {
			s.visitNotes(rel, fs.FileInfoToDirEntry(info))
		} else if s.notes[rel] != nil {
			delete(s.notes, rel)
			s.changed[day] = true
		}
	}
	rel := dayfile.ParsedPath(day)
	if info, err := os.Lstat(v.path(rel)); err == nil && info.Mode().IsRegular() {
		s.visitData(rel, fs.FileInfoToDirEntry(info))
	} else if s.data[day] != nil {
		delete(s.data, day)
		s.changed[day] = true
	}
	for _, rel := range paths {
		if f := s.notes[rel]; f != nil {
			s.files[f.day] = append(s.files[f.day], f)
		}
	}
	return s
}
