package vault

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/dayfile"
)

// deepest is how many folders may lie in each other.
const deepest = 64

// A walk goes through the folders of a vault.
//
// Links are followed as long as they stay in the vault, and a file is read once:
// where Weft has its own files, through whatever links lead there; then at its
// own place; and at the place of a link only if its own name tells no day.
type walk struct {
	scan    *scan
	later   []later         // files whose names tell no day: a link to them may
	links   []string        // that were met and not followed yet
	entered map[string]bool // folders that a link led to: links may lead in circles
}

// A later is a file that is taken after the links were followed.
type later struct {
	rel  string
	info fs.FileInfo
}

// ownFolder holds all day files and parsed files of Weft.
const ownFolder = "logs"

func (s *scan) walk() error {
	w := &walk{scan: s, entered: map[string]bool{}}
	if info, err := s.vault.files.Root().Lstat(ownFolder); err == nil {
		w.take(ownFolder, ownFolder, info, 1)
		w.followAll()
	}
	if err := w.folder(".", ".", 0); err != nil {
		return err
	}
	w.followAll()
	for _, f := range w.later {
		if !s.taken[f.rel] {
			s.visit(f.rel, f.info)
		}
	}
	return nil
}

// followAll follows the links that were met, in order: of two that lead to one file
// it is always the same that counts.
func (w *walk) followAll() {
	for len(w.links) > 0 {
		links := slices.Sorted(slices.Values(w.links))
		w.links = nil
		for _, link := range links {
			w.follow(link, 1+strings.Count(link, "/"))
		}
	}
}

// folder takes everything in a folder. rel is how it was come to, and real is
// where it is without links; they are one where there was no link.
func (w *walk) folder(rel, real string, deep int) error {
	var inside []string
	err := w.scan.vault.files.List(real, func(e fs.DirEntry) {
		at, is := path.Join(rel, e.Name()), path.Join(real, e.Name())
		switch {
		case at == ownFolder: // taken first
		case e.IsDir():
			inside = append(inside, e.Name())
		default:
			if info, err := e.Info(); err == nil { // else it is gone since the folder was listed
				w.take(at, is, info, deep+1)
			}
		}
	})
	for _, name := range inside {
		w.enter(path.Join(rel, name), path.Join(real, name), deep+1)
	}
	return err
}

// enter takes a folder, unless it is hidden or too deep.
func (w *walk) enter(rel, real string, deep int) {
	if dayfile.HiddenFolder(rel) || w.ofPlans(real) {
		return
	}
	if deep > deepest {
		w.scan.warn("%s is left out: more than %d folders lie in each other", rel, deepest)
		return
	}
	if err := w.folder(rel, real, deep); err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.scan.warn("can't read %s: %v", rel, reason(err))
		w.scan.keepBelow(rel)
	}
}

// ofPlans reports whether a folder is one of plans, which are no notes.
func (w *walk) ofPlans(real string) bool {
	_, err := w.scan.vault.files.Root().Lstat(path.Join(real, dayfile.PlansMark))
	return err == nil
}

// belowPlans reports whether a link leads into a folder of plans.
func (w *walk) belowPlans(real string) bool {
	for dir := path.Dir(real); dir != "."; dir = path.Dir(dir) {
		if w.ofPlans(dir) {
			return true
		}
	}
	return false
}

// take takes what lies at a place.
func (w *walk) take(rel, real string, info fs.FileInfo, deep int) {
	own := rel == ownFolder || strings.HasPrefix(rel, ownFolder+"/")
	switch mode := info.Mode(); {
	case mode.IsDir():
		w.enter(rel, real, deep)
	case mode.IsRegular() && rel == real && w.scan.taken[real]:
	case mode.IsRegular() && rel == real && !own && hasNotes(rel) && !w.scan.tellsDay(rel):
		w.later = append(w.later, later{rel, info})
	case mode.IsRegular() && (rel == real || weftsOwn(rel) || !w.scan.known(rel, real)):
		if rel != real {
			w.scan.taken[real] = true
		}
		w.scan.visit(rel, info)
	case mode&fs.ModeSymlink != 0 && (rel == real || own): // others are met at their own place
		w.links = append(w.links, rel)
	}
}

// weftsOwn reports whether a name is one that Weft gives to its files.
func weftsOwn(rel string) bool {
	_, raw := dayfile.IsRawPath(rel)
	_, data := dataPlace(rel)
	return raw || data
}

// known reports whether a file that a link leads to is read elsewhere: at the place
// of another link, or at its own place unless only the link's name tells a day.
func (s *scan) known(link, real string) bool {
	return s.taken[real] || s.tellsDay(real) || hasNotes(real) && !s.tellsDay(link)
}

// follow takes what a link leads to.
func (w *walk) follow(link string, deep int) {
	if strings.HasPrefix(path.Base(link), ".") {
		return
	}
	files := w.scan.vault.files
	real, err := files.Resolve(link)
	if err != nil {
		if w.mayHaveNotes(link) {
			w.scan.warn("%s is left out: %v", link, reason(err))
			w.scan.keepBelow(link)
		}
		return
	}
	info, err := files.Root().Stat(real)
	if err != nil || hidden(real) || w.belowPlans(real) {
		return // it leads nowhere for now, or to where no notes are
	}
	if info.IsDir() {
		around, err := files.Resolve(path.Dir(link))
		if err != nil || w.entered[real] || real == "." || strings.HasPrefix(around+"/", real+"/") {
			return // a circle
		}
		w.entered[real] = true
	}
	w.take(link, real, info, deep)
}

// mayHaveNotes reports whether somebody would miss what is behind a link: notes, or
// a folder as far as its name can tell.
func (w *walk) mayHaveNotes(link string) bool {
	return path.Ext(link) == "" || hasNotes(link) || path.Ext(link) == ".json" && strings.HasPrefix(link, ownFolder+"/")
}

// hidden reports whether a file lies in a hidden folder or is hidden itself.
func hidden(name string) bool {
	return strings.HasPrefix(name, ".") && name != "." || strings.Contains(name, "/.")
}
