package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Writable reports whether this process may make files in a folder, or make the folder
// where it doesn't exist yet, and returns the folder that decides it.
func Writable(dir string) (deciding string, ok bool) {
	for {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			return dir, mayWrite(dir)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return dir, false
		}
		dir = up
	}
}
