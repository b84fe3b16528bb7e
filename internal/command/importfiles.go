package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/weft-mesh/weft/notes/dayfile"
)

// collected are the files that the paths of an import stand for.
type collected struct {
	files  []string          // each once
	names  map[string]string // of files, below the folder that they were found in
	census dayfile.Census
}

// collect returns files as they are named, and the Markdown files of folders, in
// order. Hidden files and folders, such as .obsidian and .git, and plans are passed
// over, as they are in the vault.
func collect(paths []string) (collected, error) {
	out := collected{names: map[string]string{}}
	root := "."
	seen := map[string]bool{}
	take := func(path string) {
		if clean := filepath.Clean(path); !seen[clean] {
			seen[clean] = true
			out.files = append(out.files, clean)
			out.names[clean] = filepath.ToSlash(clean)
			if rel, err := filepath.Rel(root, clean); err == nil {
				out.names[clean] = filepath.ToSlash(rel)
			}
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return collected{}, usage("there is no file or folder called %s", path)
		}
		if err != nil {
			return collected{}, usage("can't read %s: %v", path, fileError(err))
		}
		if belowPlans(path) {
			return collected{}, usage("%s is in a folder of plans, which are no notes", path)
		}
		if !info.IsDir() {
			root = filepath.Dir(path)
			take(path)
			continue
		}
		root = path
		if err := walkFolder(path, take, &out.census); err != nil {
			return collected{}, err
		}
	}
	return out, nil
}

// hasPlans reports whether a folder is one in which Weft shows plans as files.
func hasPlans(folder string) bool {
	_, err := os.Lstat(filepath.Join(folder, dayfile.PlansMark))
	return err == nil
}

// belowPlans reports whether a file or folder lies in such a folder, or is one.
func belowPlans(path string) bool {
	full, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	for ; ; full = filepath.Dir(full) {
		if hasPlans(full) {
			return true
		}
		if full == filepath.Dir(full) {
			return false
		}
	}
}

// deepest is how many folders may lie in each other. Longer paths can't be opened.
const deepest = 64

func walkFolder(root string, take func(string), census *dayfile.Census) error {
	const separator = string(filepath.Separator)
	above := strings.Count(filepath.Clean(root), separator)
	root += separator // follows a link to a folder
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		slashed := filepath.ToSlash(path)
		switch {
		case err != nil:
			return usage("can't read %s: %v; nothing was imported", filepath.Clean(path), fileError(err))
		case d.IsDir() && (path != root && dayfile.HiddenFolder(slashed) || hasPlans(path)):
			return fs.SkipDir
		case d.IsDir() && strings.Count(path, separator)-above > deepest:
			take(path) // what is no file is told as skipped
			return fs.SkipDir
		case d.Type().IsRegular():
			switch dayfile.KindOf(slashed) {
			case dayfile.Markdown:
				take(path)
			case dayfile.Conflict:
				census.Conflicts++
			case dayfile.Other:
				census.NotMarkdown++
			}
		}
		return nil
	})
}
