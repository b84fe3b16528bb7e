package folder

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/plans/planfile"
)

// Reconcile returns what is to be done so that files tell how plans stand, and plans are
// told what people did with files. It is to be called again once that is done.
func Reconcile(in Input) []Action {
	r := &round{
		Input: in, byPlan: map[string][]*file{}, byRequest: map[string][]*file{},
		there: map[string]bool{}, taken: map[string]bool{}, asked: map[string]bool{},
	}
	r.read()
	r.requests()
	r.plans()
	return r.actions
}

// Key names what a file asks for: its path and its content.
func Key(name string, data []byte) string { return name + " " + canonical.Hash(data) }

// A round is one comparison.
type round struct {
	Input
	byPlan    map[string][]*file // of the folder Plans
	byRequest map[string][]*file // of the other folders
	there     map[string]bool    // names of files that can't be told, or are being moved
	taken     map[string]bool
	asked     map[string]bool // plans that are looked up
	actions   []Action
}

// A file is one that could be read as a plan or a request.
type file struct {
	*planfile.File
	path, folder string
	data         []byte
	settled      bool
}

func (r *round) do(a Action) { r.actions = append(r.actions, a) }

func (r *round) alert(name, format string, args ...any) {
	r.do(Alert{Path: name, Text: fmt.Sprintf(format, args...)})
}

// read sorts the files by what they are of.
func (r *round) read() {
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		f := r.Files[name]
		settled := f.Since.Before(r.Now)
		if isCopy(name) {
			if settled {
				r.alert(name, "This is a copy, or another version that a program for syncing has left. It does not count: merge it by hand, and remove it.")
			}
			continue
		}
		parsed, err := planfile.Parse(f.Data)
		if f.Err != nil {
			err = f.Err
		}
		if err != nil {
			r.there[path.Base(name)] = true
			if settled {
				r.alert(name, "It can't be read, and nothing of it is done: %v. Mend it, or remove it.", err)
			}
			continue
		}
		r.sort(&file{File: parsed, path: name, folder: path.Dir(name), data: f.Data, settled: settled})
	}
}

func (r *round) sort(f *file) {
	id, request := f.Field("id"), f.Field("request")
	switch {
	case f.folder == Plans && id != "":
		r.byPlan[id] = append(r.byPlan[id], f)
	case f.folder != Plans && request != "":
		r.byRequest[request] = append(r.byRequest[request], f)
	default:
		r.there[path.Base(f.path)] = true
		if !f.settled {
			return
		}
		switch {
		case f.folder == Plans && !strings.HasPrefix(path.Base(f.path), "PLAN-"): // somebody's own
		case f.folder == Plans:
			r.alert(f.path, "Its front matter names no plan, and nothing of it is done. Write id: and the plan there, or remove the file.")
		case id != "":
			r.there[id+".md"] = true
			r.alert(f.path, "This is a plan's own file. Move it back to %s; to decide on the plan, move its file in %s.", Plans, Pending)
		case f.folder != Pending:
			r.alert(f.path, "Its front matter names no request, and nothing is done.")
		}
	}
}

// known reports whether it is known what a plan is. If not, it is looked up.
func (r *round) known(id string) bool {
	if r.Plans[id] != nil || r.Gone[id] {
		return true
	}
	if !r.asked[id] {
		r.asked[id] = true
		r.do(Lookup{Plan: id})
	}
	return false
}

// changed returns what a file becomes.
func (f *file) changed(do func(*planfile.File) error) ([]byte, error) {
	next, err := planfile.Parse(f.data)
	if err != nil {
		return nil, err
	}
	if err := do(next); err != nil {
		return nil, err
	}
	return next.Bytes(), nil
}

// answer answers, unless the same was refused before.
func (r *round) answer(a Answer) {
	if why, refused := r.Refused[a.Key]; refused {
		r.alert(a.Path, "It was refused: %s", why)
		return
	}
	r.do(a)
}

func itoa(n int) string { return strconv.Itoa(n) }
