package planvault

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"path"
	"slices"
	"sync"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/plans/folder"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// Options say where the files of plans are, and whose they are.
type Options struct {
	Vault  string // the folder of the vault
	Folder string // below it, with forward slashes
	Owner  string // whose moves and edits they are
	ByFile bool   // moves and ticks count
	API    weftapi.Client
	// Swap puts content in the place of old in a file of the vault, nil for none, and
	// returns false if the file is something else.
	Swap func(name string, old, content []byte) (bool, error)
	Now  func() time.Time
	Log  *slog.Logger

	Every     time.Duration // how often files are looked at, unless there are so many that it is less often; 0 is 300 ms
	Dashboard time.Duration // how long a dashboard stands, at least, and how late it is, at most; 0 is five seconds
}

// A keeper keeps the files. But for what is known and the answers, it is used by one
// goroutine.
type keeper struct {
	Options
	files   *safefile.Folder
	known   *known
	seen    map[string]*seen
	refused map[string]string
	asking  map[string]bool // files that are being answered
	answers chan answered
	calls   sync.WaitGroup
	alerts  []folder.Alert
	trouble string            // that was logged last
	failed  map[string]string // what was logged of single files
	settles time.Time
	board   dashboard
}

// Keep keeps the files of plans until ctx ends.
func Keep(ctx context.Context, o Options) error {
	if o.Every == 0 {
		o.Every = 300 * time.Millisecond
	}
	if o.Dashboard == 0 {
		o.Dashboard = 5 * time.Second
	}
	files, err := safefile.OpenFolder(o.Vault)
	if err != nil {
		return err
	}
	defer func() { _ = files.Close() }()
	k := &keeper{
		Options: o, files: files, known: newKnown(), seen: map[string]*seen{}, refused: map[string]string{}, asking: map[string]bool{},
		answers: make(chan answered), failed: map[string]string{},
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return k.watch(ctx) })
	group.Go(func() error { return k.keep(ctx) })
	err = group.Wait()
	k.calls.Wait()
	return err
}

func (k *keeper) keep(ctx context.Context) error {
	tick := time.NewTimer(k.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case a := <-k.answers:
			k.over(ctx, a)
		case <-k.known.changed:
			k.round(ctx, true)
		case <-tick.C:
			began := time.Now()
			k.round(ctx, false)
			tick.Reset(max(k.Every, leisure*time.Since(began)))
		case <-k.board.due:
			k.show(ctx)
		}
	}
}

// leisure is how many times as long as a look at the files took there is none.
const leisure = 20

// at returns the name in the vault of a name below the folder of plans.
func (k *keeper) at(rel string) string { return path.Join(k.Folder, rel) }

// round looks at the files, and does what is to be done if anything has changed, or if a
// file has to be left alone for a while before it counts.
func (k *keeper) round(ctx context.Context, changed bool) {
	plans, gone, whole := k.known.get()
	if !whole {
		return
	}
	now := k.Now()
	if err := k.prepare(plans); err != nil {
		k.troubled(ctx, err)
		return
	}
	moved, err := k.look(now)
	if err != nil {
		k.troubled(ctx, err)
		return
	}
	k.troubled(ctx, nil)
	if changed || moved {
		k.settles = now.Add(folder.EditQuiet + 2*k.Every)
	}
	if !now.After(k.settles) {
		k.reconcile(ctx, now, plans, gone)
	}
	k.show(ctx)
}

// prepare makes the folders, if there is anything to show in them.
func (k *keeper) prepare(plans map[string]*orchestratorv1.Plan) error {
	if len(plans) == 0 {
		if _, err := k.files.Root().Lstat(k.at(folder.Plans)); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return k.claim()
}

// troubled logs once why nothing can be done.
func (k *keeper) troubled(ctx context.Context, err error) {
	is := ""
	if err != nil {
		is = err.Error()
	}
	if is != k.trouble && is != "" {
		k.Log.ErrorContext(ctx, "plans can't be shown as files", "error", err)
	}
	k.trouble = is
}

func (k *keeper) reconcile(ctx context.Context, now time.Time, plans map[string]*orchestratorv1.Plan, gone map[string]bool) {
	in := folder.Input{Now: now, Files: map[string]folder.File{}, Plans: plans, Gone: gone, Refused: k.refused, Owner: k.Owner, ByFile: k.ByFile}
	needed := map[string]bool{}
	for rel, f := range k.seen {
		file := f.File
		if !f.agreed || k.asking[rel] {
			file.Since = now // it does not count yet
		}
		in.Files[rel] = file
		if parsed, err := planfile.Parse(f.Data); err == nil {
			needed[parsed.Field("id")], needed[parsed.Field("plan")] = true, true
		}
	}
	var err error
	if in.Done, err = k.done(); err != nil {
		k.troubled(ctx, err)
		return
	}
	var alerts []folder.Alert
	for _, a := range folder.Reconcile(in) {
		switch a := a.(type) {
		case folder.Write:
			k.write(ctx, a)
		case folder.Move:
			k.move(ctx, a)
		case folder.Answer:
			k.ask(ctx, a)
		case folder.Alert:
			alerts = append(alerts, a)
		case folder.Lookup:
			if err := k.lookUp(ctx, a.Plan); err != nil {
				k.settles = now.Add(folder.EditQuiet) // asked again
			}
		}
	}
	for _, a := range alerts {
		if !slices.Contains(k.alerts, a) {
			k.Log.WarnContext(ctx, "a plan's file needs somebody", "file", k.at(a.Path), "why", a.Text)
		}
	}
	k.alerts = alerts
	k.known.forget(needed)
	maps.DeleteFunc(k.refused, func(key, _ string) bool {
		return !slices.ContainsFunc(slices.Collect(maps.Keys(k.seen)), func(rel string) bool { return folder.Key(rel, k.seen[rel].Data) == key })
	})
}

// write writes a file, unless somebody else has meanwhile.
func (k *keeper) write(ctx context.Context, w folder.Write) {
	_, err := k.Swap(k.at(w.Path), w.Old, w.New)
	k.fails(ctx, w.Path, err)
}

// move moves a file, unless somebody else has changed it, or one is there.
func (k *keeper) move(ctx context.Context, m folder.Move) {
	root := k.files.Root()
	data, _, err := k.files.Read(k.at(m.From), planfile.Most)
	if err != nil || !bytes.Equal(data, m.Data) {
		return
	}
	if _, err := root.Lstat(k.at(m.To)); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	k.fails(ctx, m.From, root.Rename(k.at(m.From), k.at(m.To)))
}

// fails logs once why a file can't be written or moved. It is tried again for a while.
func (k *keeper) fails(ctx context.Context, rel string, err error) {
	k.settles = k.Now().Add(folder.EditQuiet)
	if err == nil {
		delete(k.failed, rel)
		return
	}
	if k.failed[rel] != err.Error() {
		k.Log.WarnContext(ctx, "a plan's file can't be written or moved", "file", k.at(rel), "error", err)
	}
	k.failed[rel] = err.Error()
}
