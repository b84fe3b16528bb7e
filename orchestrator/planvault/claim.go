package planvault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/plans/folder"
	"github.com/weft-mesh/weft/plans/planfile"
)

const markText = "Plans are kept in this folder. Nothing in it is read as a note; see docs/vault.md of Weft.\n"

// claim makes the folders that are not there, unless one is somebody else's.
func (k *keeper) claim() error {
	root := k.files.Root()
	var missing, unmarked []string
	for _, name := range []string{folder.Plans, folder.Pending, folder.Approved, folder.Rejected, path.Dir(folder.DonePlans)} {
		at := k.at(name)
		info, err := root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, at)
			continue
		case err != nil:
			return err
		case !info.IsDir():
			return fmt.Errorf("%s is no folder; remove it, or name another in plans.folder", at)
		}
		switch _, err := root.Lstat(path.Join(at, dayfile.PlansMark)); {
		case err == nil:
			continue
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		ours, err := k.onlyPlans(at)
		if err != nil {
			return err
		}
		if !ours {
			return fmt.Errorf("%s is somebody's own: rename it, or name another folder in plans.folder; if it is of plans, make an empty file %s in it", at, dayfile.PlansMark)
		}
		unmarked = append(unmarked, at)
	}
	for _, at := range unmarked {
		if err := k.files.Mark(at, dayfile.PlansMark, markText); err != nil {
			return err
		}
	}
	for _, at := range missing {
		if err := k.files.MakeMarked(at, dayfile.PlansMark, markText); err != nil {
			return fmt.Errorf("make %s: %w", at, err)
		}
	}
	for _, name := range []string{folder.DonePlans, folder.DoneActions} {
		if err := root.MkdirAll(k.at(name), 0o777); err != nil {
			return err
		}
	}
	return nil
}

// onlyPlans reports whether a folder that has lost its mark holds files of plans and
// nothing else, as after a restore without hidden files.
func (k *keeper) onlyPlans(at string) (bool, error) {
	ours, found := true, false
	err := fs.WalkDir(k.files.Root().FS(), at, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || strings.HasPrefix(e.Name(), "."):
			return err
		case e.IsDir() && name == k.at(folder.Templates):
			found = true
			return fs.SkipDir
		case e.IsDir():
			return nil
		}
		data, _, err := k.files.Read(name, planfile.Most)
		if err != nil {
			return err
		}
		f, err := planfile.Parse(data)
		if err != nil || !strings.HasPrefix(f.Field("id"), "PLAN-") && f.Field("request") == "" {
			ours = false
			return fs.SkipAll
		}
		found = true
		return nil
	})
	return ours && found, err
}
