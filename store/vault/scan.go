package vault

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
)

// A scan is one look at the files: at all of them, or at those of one place.
type scan struct {
	vault    *Vault
	old      *state
	number   int // of this look; files that it has seen bear it
	format   *dayfile.NameFormat
	again    bool // every file is read again, as names tell other days
	warnings []string
	unread   unread
	taken    map[string]bool // files that are read where a link to them lies, and not at their own place

	files   map[string]*noteFile // that are other than they were, nil for those that are gone
	data    map[place]*dataFile  // likewise
	touched map[place]bool       // places whose files are other than they were
	changed map[place]*view      // what they are now, nil for those without files
}

func (v *Vault) newScan() *scan {
	v.looks++
	return &scan{
		vault: v, old: v.state, number: v.looks, format: v.state.format,
		taken: map[string]bool{}, files: map[string]*noteFile{}, data: map[place]*dataFile{},
		touched: map[place]bool{}, changed: map[place]*view{},
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
	s.again = !s.format.Equal(s.old.format)
	if err := s.walk(); err != nil {
		return nil, fmt.Errorf("reading the vault: %w", err)
	}
	slices.Sort(s.warnings) // folders are listed in no order
	for rel, f := range s.old.files {
		if f.seen != s.number {
			s.replace(rel, nil)
		}
	}
	for at, d := range s.old.data {
		if d.seen != s.number {
			s.replaceData(at, nil)
		}
	}
	s.settle()
	return s, nil
}

// lookAt looks at the files of one place, and at no other. The caller holds
// scanMu.
func (v *Vault) lookAt(at place) *scan {
	s := v.newScan()
	s.warnings, s.unread = s.old.warnings, s.old.unread
	var paths []string
	if at.page == 0 {
		paths = append(paths, dayfile.RawPath(at.day))
	}
	if old := s.old.views[at]; old != nil {
		for _, f := range old.files {
			if !slices.Contains(paths, f.path) {
				paths = append(paths, f.path)
			}
		}
	}
	taken := map[string]bool{}
	for _, rel := range paths {
		real, info := v.regular(rel)
		if info != nil && !taken[real] { // links may give it several names
			taken[real] = true
			s.visitNotes(rel, info)
		} else if s.old.files[rel] != nil {
			s.replace(rel, nil)
		}
	}
	rel := at.dataPath()
	if _, info := v.regular(rel); info != nil {
		s.visitData(rel, info)
	} else if s.old.data[at] != nil {
		s.replaceData(at, nil)
	}
	s.settle()
	return s
}

// regular returns the name without links of a regular file that is not hidden, and
// what it is now; nil if there is no such file.
func (v *Vault) regular(rel string) (string, fs.FileInfo) {
	real, err := v.files.Resolve(rel)
	if err != nil || hidden(real) {
		return "", nil
	}
	info, err := v.files.Root().Lstat(real)
	if err != nil || !info.Mode().IsRegular() {
		return "", nil
	}
	return real, info
}

// replace notes that a file is another than it was, or nil if it is gone.
func (s *scan) replace(rel string, now *noteFile) {
	for _, f := range []*noteFile{s.file(rel), now} {
		if f != nil {
			for _, at := range f.places {
				s.touched[at] = true
			}
		}
	}
	s.files[rel] = now
}

func (s *scan) replaceData(at place, now *dataFile) {
	s.data[at], s.touched[at] = now, true
}

// file returns a file as it is known, nil if it is not.
func (s *scan) file(rel string) *noteFile {
	if f, changed := s.files[rel]; changed {
		return f
	}
	return s.old.files[rel]
}

// settle makes the entries again of every place of which anything has changed.
func (s *scan) settle() {
	added := map[place][]*noteFile{}
	for _, f := range s.files {
		if f != nil {
			for _, at := range f.places {
				added[at] = append(added[at], f)
			}
		}
	}
	changed := func(f *noteFile) bool { _, is := s.files[f.path]; return is }
	for at := range s.touched {
		old, files := s.old.views[at], added[at]
		if old != nil && len(old.files) > 0 && len(files) == 0 && !slices.ContainsFunc(old.files, changed) {
			s.changed[at] = old.annotated(at, s.data[at])
			continue
		}
		if old != nil {
			for _, f := range old.files {
				if !changed(f) {
					files = append(files, s.withContent(f))
				}
			}
		}
		data, changed := s.data[at]
		if !changed {
			if data = s.old.data[at]; data != nil {
				data = s.vault.readData(data.path)
				data.seen = s.number
				s.data[at] = data
			}
		}
		if len(files) == 0 && data == nil {
			s.changed[at] = nil
			continue
		}
		s.changed[at] = buildView(at, files, data)
	}
}

// withContent returns a file that has not changed with its content, which is read
// again if it was dropped. If someone has written meanwhile, the next look sees that
// every place of the file is another.
func (s *scan) withContent(f *noteFile) *noteFile {
	if f.content != nil {
		return f
	}
	now := s.vault.readNotes(f.path, s.format)
	if now.hash != f.hash {
		f.hash, f.stamp = "", stamp{}
	}
	return now
}

// visit takes a file that may have notes or data.
func (s *scan) visit(rel string, info fs.FileInfo) {
	if strings.HasPrefix(rel, dayfile.ParsedFolder+"/") {
		s.visitData(rel, info)
		return
	}
	switch dayfile.KindOf(rel) {
	case dayfile.Other:
		s.unread.notMarkdown++
	case dayfile.Conflict:
		s.unread.conflicts++
		s.warn("%s is a sync conflict and was left out; merge it into the note by hand", rel)
	case dayfile.Markdown:
		s.visitNotes(rel, info)
	}
}

// hasNotes reports whether a file is one of notes by its name.
func hasNotes(rel string) bool { return dayfile.KindOf(rel) == dayfile.Markdown }

func (s *scan) warn(format string, args ...any) {
	s.warnings = append(s.warnings, fmt.Sprintf(format, args...))
}

// keepBelow keeps what was known of the files in a folder that can't be read
// for the moment.
func (s *scan) keepBelow(folder string) {
	for rel, f := range s.old.files {
		if strings.HasPrefix(rel, folder+"/") {
			f.seen = s.number
		}
	}
	for _, d := range s.old.data {
		if strings.HasPrefix(d.path, folder+"/") {
			d.seen = s.number
		}
	}
}

func (s *scan) visitNotes(rel string, info fs.FileInfo) {
	old := s.old.files[rel]
	if old != nil {
		old.seen = s.number
		if !s.again && old.stamp.current(info) {
			return
		}
	}
	now := s.vault.readNotes(rel, s.format)
	if old != nil && !s.again && now.hash != "" && now.hash == old.hash {
		old.stamp = now.stamp
		return
	}
	now.seen = s.number
	s.replace(rel, now)
}

func (s *scan) visitData(rel string, info fs.FileInfo) {
	at, ok := dataPlace(rel)
	if !ok {
		return
	}
	old := s.old.data[at]
	if old != nil {
		old.seen = s.number
		if old.stamp.current(info) {
			return
		}
	}
	now := s.vault.readData(rel)
	if old != nil && now.hash != "" && now.hash == old.hash {
		old.stamp = now.stamp
		return
	}
	now.seen = s.number
	s.replaceData(at, now)
}

// tellsDay reports whether the name of a file tells the day of its notes.
func (s *scan) tellsDay(rel string) bool {
	if old := s.old.files[rel]; old != nil && !s.again {
		return old.named
	}
	return namesDay(rel, s.format)
}

func namesDay(rel string, format *dayfile.NameFormat) bool {
	_, ok := dayOfName(rel, format)
	return ok
}

// dayOfName returns the day that the name of a file tells.
func dayOfName(rel string, format *dayfile.NameFormat) (notes.Day, bool) {
	if format != nil {
		if day, ok := format.Day(rel); ok {
			return day, true
		}
	}
	return dayfile.DayOfName(rel)
}
