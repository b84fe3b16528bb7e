package planvault

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/plans/folder"
	"github.com/weft-mesh/weft/plans/planfile"
)

// A seen is a file as it was last read.
type seen struct {
	folder.File
	size   int64
	mtime  time.Time
	agreed bool             // two reads, some time apart, have found the same
	lines  []planfile.Entry // of its log
}

// look reads the files that people move and edit. It reports whether anything is other
// than it was.
func (k *keeper) look(now time.Time) (changed bool, err error) {
	if err := k.files.Renew(); err != nil {
		return false, err
	}
	there := map[string]bool{}
	for _, dir := range folder.Read() {
		var names []string
		err := k.files.List(k.at(dir), func(e fs.DirEntry) {
			if e.Type().IsRegular() && strings.HasSuffix(strings.ToLower(e.Name()), ".md") && !strings.HasPrefix(e.Name(), ".") {
				names = append(names, e.Name())
			}
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
		slices.Sort(names)
		for _, name := range names {
			rel := path.Join(dir, name)
			was := k.seen[rel]
			now := k.read(rel, was, now)
			if now == nil {
				continue
			}
			there[rel] = true
			if k.seen[rel] = now; was == nil || was.agreed != now.agreed || !was.Since.Equal(now.Since) {
				changed = true
			}
		}
	}
	maps.DeleteFunc(k.seen, func(rel string, _ *seen) bool {
		changed = changed || !there[rel]
		return !there[rel]
	})
	return changed, nil
}

// read reads a file, unless it was read twice as it is; nil if it is gone.
func (k *keeper) read(rel string, was *seen, now time.Time) *seen {
	info, err := k.files.Stat(k.at(rel))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && was != nil && was.agreed && was.size == info.Size() && was.mtime.Equal(info.ModTime()) && was.Since.Sub(was.mtime) > settling {
		return was
	}
	next := &seen{File: folder.File{Since: now}}
	if err == nil {
		next.Data, info, err = k.files.Read(k.at(rel), planfile.Most)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	if next.Err = err; err == nil {
		next.size, next.mtime = info.Size(), info.ModTime()
	}
	if was != nil && bytes.Equal(was.Data, next.Data) && (was.Err == nil) == (err == nil) {
		next.Since, next.lines = was.Since, was.lines
		next.agreed = was.agreed || now.Sub(was.Since) >= k.Every/2
		return next
	}
	if f, err := planfile.Parse(next.Data); err == nil && path.Dir(rel) == folder.Plans {
		next.lines = f.Entries()
	}
	return next
}

// settling is longer than the coarsest clock of a file system: what was written since may
// have the same time.
const settling = 2100 * time.Millisecond

// done returns the names of what was put away.
func (k *keeper) done() (map[string]bool, error) {
	out := map[string]bool{}
	for _, dir := range []string{folder.DonePlans, folder.DoneActions} {
		err := k.files.List(k.at(dir), func(e fs.DirEntry) { out[path.Join(dir, e.Name())] = true })
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return out, nil
}
