package vault

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
)

// A scan is one look at the files: at all of them, or at those of one day.
type scan struct {
	vault    *Vault
	old      *state
	format   *dayfile.NameFormat
	found    map[notes.Day]*dayFiles
	warnings []string
	taken    map[string]bool // files that are read where a link to them lies, and not at their own place
	// changed has the days that are other than they were, nil for those that
	// have no files any more.
	changed map[notes.Day]*dayView
}

// dayFiles are the files that a scan found of one day.
type dayFiles struct {
	files   []*noteFile
	data    *dataFile // nil if there is none
	changed bool
}

func (v *Vault) newScan() *scan {
	return &scan{
		vault: v, old: v.state, format: v.state.format,
		found: make(map[notes.Day]*dayFiles), changed: make(map[notes.Day]*dayView),
		taken: make(map[string]bool),
	}
}

// look finds every file of the vault and reads those that may have changed. The
// caller holds scanMu.
func (v *Vault) look() (*scan, error) {
	if err := v.files.Renew(); err != nil {
		return nil, fmt.Errorf("reading the vault: %w", err)
	}
	s := v.newScan()
	var err error
	if s.format, err = v.dailyFormat(); err != nil {
		s.warnings = append(s.warnings, err.Error())
	}
	if err := s.walk(); err != nil {
		return nil, fmt.Errorf("reading the vault: %w", err)
	}
	slices.Sort(s.warnings) // folders are listed in no order
	for day, f := range s.found {
		s.settle(day, f)
	}
	for day := range s.old.views {
		if s.found[day] == nil {
			s.changed[day] = nil
		}
	}
	return s, nil
}

// lookAt looks at the files of one day, and at no other. The caller holds
// scanMu.
func (v *Vault) lookAt(day notes.Day) *scan {
	s := v.newScan()
	s.warnings = s.old.warnings
	paths := []string{dayfile.RawPath(day)}
	if view := s.old.views[day]; view != nil {
		for _, f := range view.files {
			if !f.raw {
				paths = append(paths, f.path)
			}
		}
	}
	for _, rel := range paths {
		if info, err := v.files.Stat(rel); err == nil && info.Mode().IsRegular() {
			s.visitNotes(rel, info)
		}
	}
	rel := dayfile.ParsedPath(day)
	if info, err := v.files.Stat(rel); err == nil && info.Mode().IsRegular() {
		s.visitData(rel, info)
	}
	if f := s.found[day]; f != nil {
		s.settle(day, f)
	} else if s.old.views[day] != nil {
		s.changed[day] = nil
	}
	return s
}

// settle makes the entries of a day again if anything of it has changed.
func (s *scan) settle(day notes.Day, f *dayFiles) {
	old := s.old.views[day]
	if !f.changed && len(f.files) == len(old.files) && (f.data == nil) == (old.data == nil) {
		return
	}
	for i, file := range f.files {
		if file.content == nil {
			f.files[i] = s.vault.readNotes(file.path, day, file.raw)
		}
	}
	if f.data != nil && f.data.content == nil {
		f.data = s.vault.readData(f.data.path)
	}
	s.changed[day] = buildDay(f.files, f.data)
}

// visit takes a file that may have notes or data.
func (s *scan) visit(rel string, info fs.FileInfo) {
	switch {
	case strings.HasPrefix(rel, dayfile.ParsedFolder+"/"):
		s.visitData(rel, info)
	case strings.HasSuffix(rel, ".md") && !strings.HasPrefix(path.Base(rel), "."):
		s.visitNotes(rel, info)
	}
}

func (s *scan) warn(format string, args ...any) {
	s.warnings = append(s.warnings, fmt.Sprintf(format, args...))
}

// keepBelow keeps what was known of the files in a folder that can't be read
// for the moment.
func (s *scan) keepBelow(folder string) {
	for day, view := range s.old.views {
		for _, f := range view.files {
			if strings.HasPrefix(f.path, folder+"/") {
				s.at(day).files = append(s.at(day).files, f)
			}
		}
		if d := view.data; d != nil && strings.HasPrefix(d.path, folder+"/") {
			s.at(day).data = d
		}
	}
}

// at returns what was found of a day so far.
func (s *scan) at(day notes.Day) *dayFiles {
	f := s.found[day]
	if f == nil {
		f = &dayFiles{changed: s.old.views[day] == nil}
		s.found[day] = f
	}
	return f
}

func (s *scan) visitNotes(rel string, info fs.FileInfo) {
	day, raw, ok := s.dayOf(rel)
	if !ok {
		return
	}
	if conflictCopy(rel) {
		s.warn("%s is a sync conflict and was left out; merge it into the note by hand", rel)
		return
	}
	f, old := s.at(day), s.old.views[day].file(rel, raw)
	if old == nil || !old.stamp.current(info) {
		now := s.vault.readNotes(rel, day, raw)
		if old == nil || now.hash == "" || now.hash != old.hash {
			f.files = append(f.files, now)
			f.changed = true
			return
		}
		old.stamp = now.stamp
	}
	f.files = append(f.files, old)
}

func (s *scan) visitData(rel string, info fs.FileInfo) {
	day, ok := dayOfData(rel)
	if !ok {
		return
	}
	f := s.at(day)
	if view := s.old.views[day]; view != nil {
		f.data = view.data
	}
	if f.data == nil || !f.data.stamp.current(info) {
		now := s.vault.readData(rel)
		if f.data == nil || now.hash == "" || now.hash != f.data.hash {
			f.data, f.changed = now, true
			return
		}
		f.data.stamp = now.stamp
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
