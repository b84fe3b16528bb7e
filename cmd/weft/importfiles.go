package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// markdown are the endings of files that an import of a folder reads.
var markdown = []string{".md", ".markdown"}

// collect returns the files that the paths of an import stand for, each once:
// files as they are named, and the Markdown files of folders, in order. Hidden
// files and folders, such as .obsidian and .git, are passed over.
func collect(paths []string) ([]string, error) {
	var files []string
	seen := map[string]bool{}
	take := func(path string) {
		if clean := filepath.Clean(path); !seen[clean] {
			seen[clean] = true
			files = append(files, clean)
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, usage("there is no file or folder %s", path)
		}
		if err != nil {
			return nil, usage("%s can't be read: %v", path, fileError(err))
		}
		if !info.IsDir() {
			take(path)
			continue
		}
		if err := walkFolder(path, take); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// deepest is how many folders may lie in each other. Longer paths can't be opened.
const deepest = 64

func walkFolder(root string, take func(string)) error {
	const separator = string(filepath.Separator)
	above := strings.Count(filepath.Clean(root), separator)
	root += separator // follows a link to a folder
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return usage("%s can't be read: %v; nothing was imported", filepath.Clean(path), fileError(err))
		case path != root && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir() && strings.Count(path, separator)-above > deepest:
			take(path) // what is no file is told as skipped
			return fs.SkipDir
		case d.Type().IsRegular() && slices.Contains(markdown, strings.ToLower(filepath.Ext(path))):
			take(path)
		}
		return nil
	})
}
