// Package roadmapvault keeps the files of a person's roadmaps in their vault (package
// planning/roadmapfile): it writes what has changed on their timeline, and takes up what
// they have changed in a file. What both have changed is brought together against the text
// that was written last, which is kept beside the vault.
//
// A file is written only as what it was read as, in one step. One of which nothing can be
// taken up is left alone, and the log says why. Nothing is made before there is a roadmap.
package roadmapvault

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/adapt"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wire"
)

// Name is the folder of roadmaps below that of all plans.
const Name = "Roadmaps"

// Options say where the files are, and whose they are.
type Options struct {
	Vault  string // the folder of the vault
	Folder string // of roadmaps, below it, with forward slashes
	Person roadmaps.Person
	Store  roadmaps.Store
	Bases  Bases
	// Swap puts content in the place of old in a file of the vault, nil for none, and
	// returns false if the file is something else.
	Swap func(name string, old, content []byte) (bool, error)
	Now  func() time.Time
	// Clock is that of planning, by which changes are told in a roadmap's log; nil is Now.
	Clock func() time.Time
	Log   *slog.Logger

	Every time.Duration // how often files are looked at; 0 is a second
	// Quiet is how long a file is left alone before what was changed in it counts, since
	// editors save while somebody writes; 0 is five seconds.
	Quiet time.Duration
}

// defaults fills in what is not said.
func (o Options) defaults(quiet time.Duration) Options {
	if o.Every == 0 {
		o.Every = time.Second
	}
	if o.Quiet == 0 {
		o.Quiet = quiet
	}
	if o.Clock == nil {
		o.Clock = o.Now
	}
	return o
}

// Bases keep the texts that were written last, by the ids of their roadmaps.
type Bases interface {
	Load(id string) ([]byte, error) // nil: none was kept
	Save(id string, text []byte) error
}

// A keeper keeps the files. It is used by one goroutine.
type keeper struct {
	Options
	files   *safefile.Folder
	seen    map[string]seen   // by name
	written map[string]int32  // the version that a file has, by id
	trouble map[string]string // that was logged last, by what it is about
	once    bool              // whether nobody looks again in a moment
	again   bool              // whether the last round has left something for the next one
}

func (o Options) keeper(files *safefile.Folder) *keeper {
	return &keeper{Options: o, files: files, seen: map[string]seen{}, written: map[string]int32{}, trouble: map[string]string{}}
}

// seen is a file as it was read.
type seen struct {
	data  []byte
	id    string
	at    int // the version that it has, as it says
	size  int64
	mod   time.Time
	since time.Time // when it was first read as it is
	// settled says that it had not just been written when it was read: what is written
	// next to that has the same time.
	settled bool
}

// clockStep is more than the step in which file systems count time.
const clockStep = 2 * time.Second

// Keep keeps the files of roadmaps until ctx ends.
func Keep(ctx context.Context, o Options) error {
	o = o.defaults(5 * time.Second)
	files, err := safefile.OpenFolder(o.Vault)
	if err != nil {
		return err
	}
	defer func() { _ = files.Close() }()
	k := o.keeper(files)
	changed := make(chan struct{}, 1)
	ended := make(chan error, 1)
	go func() {
		ended <- o.Store.Watch(ctx, o.Person.Tenant, func(p roadmaps.Person) {
			if p == o.Person {
				select {
				case changed <- struct{}{}:
				default:
				}
			}
		})
	}()
	tick := time.NewTicker(o.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case err := <-ended:
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			k.troubled("", err) // the ticks go on
			ended = nil
		case <-changed:
		case <-tick.C:
		}
		k.troubled("", k.round(ctx))
	}
}

// troubled logs once why something can't be done.
func (k *keeper) troubled(about string, err error) {
	k.warn("a roadmap can't be kept as a file", about, err)
}

func (k *keeper) warn(message, about string, err error) {
	is := ""
	if err != nil {
		is = err.Error()
	}
	if is != k.trouble[about] && is != "" {
		k.Log.Warn(message, "file", about, "error", err)
	}
	k.trouble[about] = is
}

// round looks at the files and the timeline, and brings them together.
func (k *keeper) round(ctx context.Context) error {
	timeline, err := k.Store.Timeline(ctx, k.Person)
	if err != nil || len(timeline.GetRoadmaps()) == 0 {
		return err
	}
	if err := k.claim(); err != nil {
		return err
	}
	names, err := k.look()
	if err != nil {
		return err
	}
	for _, r := range timeline.GetRoadmaps() {
		err := k.bring(ctx, r, names[r.GetId()])
		if errors.Is(err, roadmaps.ErrChanged) {
			err, k.again = nil, true
		}
		k.troubled(r.GetId(), err)
	}
	return nil
}

// claim makes the folder of roadmaps, with the mark by which everybody knows that what lies
// there is no note.
func (k *keeper) claim() error {
	root := k.files.Root()
	mark := path.Join(k.Folder, dayfile.PlansMark)
	switch _, err := root.Lstat(mark); {
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if _, err := root.Lstat(k.Folder); err == nil {
		return fmt.Errorf("%s is somebody's own: rename it, or name another folder in plans.folder; if it is of roadmaps, make an empty file %s in it", k.Folder, dayfile.PlansMark)
	}
	return k.files.MakeMarked(k.Folder, dayfile.PlansMark, "Roadmaps are kept in this folder. Nothing in it is read as a note; see docs/vault.md of Weft.\n")
}

// look reads the files that have changed, and returns their names by the ids of their
// roadmaps. Of two with the same id neither counts.
func (k *keeper) look() (map[string]string, error) {
	names, twice := map[string]string{}, map[string]bool{}
	found := map[string]bool{}
	var list []string
	err := k.files.List(k.Folder, func(e fs.DirEntry) {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".md") && !strings.HasPrefix(e.Name(), ".") {
			list = append(list, path.Join(k.Folder, e.Name()))
		}
	})
	if err != nil {
		return nil, err
	}
	for _, name := range list {
		found[name] = true
		s, err := k.read(name)
		if err != nil {
			k.troubled(name, err)
			continue
		}
		if names[s.id] != "" && s.id != "" {
			twice[s.id] = true
			k.troubled(name, fmt.Errorf("%s and %s are of the same roadmap; remove one", names[s.id], name))
		}
		names[s.id] = name
	}
	for name := range k.seen {
		if !found[name] {
			delete(k.seen, name)
		}
	}
	for id := range twice {
		names[id] = doubled
	}
	return names, nil
}

// doubled stands for the name of a roadmap of which there are two files.
const doubled = "\x00"

func (k *keeper) read(name string) (seen, error) {
	was, known := k.seen[name]
	if info, err := k.files.Stat(name); err == nil && known && info.Size() == was.size && info.ModTime().Equal(was.mod) && was.settled {
		return was, nil
	}
	data, info, err := k.files.Read(name, roadmapfile.Most)
	if err != nil {
		return seen{}, err
	}
	s := seen{data: data, size: info.Size(), mod: info.ModTime(), since: k.Now()}
	s.settled = s.since.Sub(s.mod) > clockStep
	if known && bytes.Equal(data, was.data) {
		s.since = was.since
	}
	if k.once && s.mod.Before(s.since) { // nobody has looked at it before
		s.since = s.mod
	}
	doc, _ := roadmapfile.Parse(data)
	s.at = doc.Version
	if s.id = doc.ID; s.id == "" {
		s.id = was.id // it is being written, or is broken: no reason for another file
	}
	k.seen[name] = s
	return s, nil
}

// bring brings a roadmap and its file together.
func (k *keeper) bring(ctx context.Context, r *planningv1.RoadmapSummary, name string) error {
	id := r.GetId()
	file := k.seen[name]
	if name == doubled {
		return nil
	}
	base, err := k.Bases.Load(id)
	if err != nil {
		return err
	}
	if name != "" && k.passes(r, file, base) {
		return nil
	}
	m, revision, err := k.Store.Roadmap(ctx, k.Person, id)
	if err != nil {
		return err
	}
	ours, err := wire.Document(m)
	if err != nil {
		return err
	}
	if name == "" {
		return k.begin(r, ours, base != nil)
	}
	merged, err := roadmapfile.Merge(base, ours, file.data)
	if err != nil {
		return fmt.Errorf("%s was left alone: %w", name, err)
	}
	for _, p := range merged.Problems {
		k.warn("a line of a roadmap's file is not taken up", fmt.Sprintf("%s:%d", name, p.Line), errors.New(p.Text))
	}
	if len(merged.Changes) > 0 {
		if !k.quiet(file) {
			return nil // somebody may still be writing
		}
		before := (draft.Kept{Document: ours}).Contradictions()
		ours = taken(merged, k.name(), k.Clock(), k.moveLastDay(m))
		next := wire.Changed(m, ours)
		// Whoever writes to the vault has what is in it.
		if err := publishgraph.Approve(next, m, publishgraph.Version(next.GetVersion()), k.name()); err != nil {
			return err
		}
		if _, err := k.Store.Keep(ctx, k.Person, revision, next); err != nil {
			return err
		}
		k.Log.InfoContext(ctx, "changes in a roadmap's file were taken up", "file", name, "roadmap_id", id, "changes", roadmapfile.Preview(merged.Changes))
		for _, text := range (draft.Kept{Document: ours}).Contradictions() {
			if !slices.Contains(before, text) {
				k.Log.WarnContext(ctx, "what a roadmap's file says can't all be, and the roadmap is not laid anew until that is changed", "file", name, "error", text)
			}
		}
		if merged, err = roadmapfile.Merge(base, ours, file.data); err != nil {
			return fmt.Errorf("%s was left alone: %w", name, err)
		}
	}
	return k.write(id, int32(ours.Version), name, file.data, merged.Text)
}

// moveLastDay has a roadmap end on another day, by what was said of it.
func (k *keeper) moveLastDay(m *planningv1.Roadmap) adapt.MoveLastDay {
	return func(d roadmapfile.Document, day civil.Date) (roadmapfile.Document, string, error) {
		kept, zone, err := wire.KeptInZone(m, nil, m.GetZone())
		if err != nil {
			return d, "", err
		}
		kept.Document = d
		return kept.MoveLastDay(day, k.Clock().In(zone))
	}
}

// passes reports whether there is nothing to do about a file, or not yet.
func (k *keeper) passes(r *planningv1.RoadmapSummary, file seen, base []byte) bool {
	if bytes.Equal(file.data, base) {
		// A process that ends in a moment has not written it, and believes what it says.
		return k.written[r.GetId()] == r.GetVersion() || k.once && file.at == int(r.GetVersion())
	}
	if k.once && !k.quiet(file) {
		k.again = true
		return true
	}
	return false
}

// quiet reports whether a file has been as it is for long enough.
func (k *keeper) quiet(s seen) bool { return k.Now().Sub(s.since) >= k.Quiet }

func (k *keeper) name() string {
	if k.Person.User == "" {
		return "you"
	}
	return k.Person.User
}

// begin writes the file of a roadmap that has none. One that has ended gets none, and one
// that had a file gets no other while something without an id has its name: that is being
// written, or broken.
func (k *keeper) begin(r *planningv1.RoadmapSummary, d roadmapfile.Document, had bool) error {
	if d.State == roadmapfile.Completed || d.State == roadmapfile.Abandoned {
		return nil
	}
	text, err := roadmapfile.Render(d)
	if err != nil {
		return err
	}
	name := path.Join(k.Folder, fileName(d.Goal().Title, r.GetId())+".md")
	if s, taken := k.seen[name]; taken {
		if k.once && !k.quiet(s) {
			k.again = true
			return nil
		}
		if s.id == "" && had {
			return fmt.Errorf("%s was left alone: its first lines don't say which roadmap it is; write \"id: %s\" there, or remove the file to have it written anew", name, r.GetId())
		}
		name = path.Join(k.Folder, r.GetId()+".md")
	}
	return k.write(r.GetId(), r.GetVersion(), name, nil, text)
}

// write writes a file, unless somebody else has meanwhile, and keeps what was written.
func (k *keeper) write(id string, version int32, name string, old, text []byte) error {
	if !bytes.Equal(old, text) {
		swapped, err := k.Swap(name, old, text)
		if err != nil || !swapped {
			k.again = err == nil // it is read again
			return err
		}
	}
	if err := k.Bases.Save(id, text); err != nil {
		return err
	}
	k.written[id] = version
	return nil
}

// longestName is how many characters the name of a file has.
const longestName = 60

// fileName is a title as the name of a file.
func fileName(title, id string) string {
	var out []rune
	for _, r := range title {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || slices.Contains([]rune("-_,()'"), r):
			out = append(out, r)
		case len(out) > 0 && out[len(out)-1] != ' ':
			out = append(out, ' ')
		}
	}
	name := strings.TrimSpace(string(out[:min(len(out), longestName)]))
	if name == "" {
		return id
	}
	return name
}
