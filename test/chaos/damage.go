package chaos

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Flip changes n bytes at random places of a file.
func Flip(path string, n int, r *rand.Rand) error {
	data, err := os.ReadFile(path)
	if err != nil || len(data) == 0 {
		return err
	}
	for range n {
		data[r.IntN(len(data))] ^= byte(1 + r.IntN(255))
	}
	return os.WriteFile(path, data, 0o600)
}

// Truncate cuts a file at a random place.
func Truncate(path string, r *rand.Rand) error {
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		return err
	}
	return os.Truncate(path, r.Int64N(info.Size()))
}

// files returns the files below a folder whose name matches a pattern and that
// hold something.
func files(dir, pattern string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fits, err := filepath.Match(pattern, d.Name())
		if fits && info.Size() > 0 {
			out = append(out, path)
		}
		return err
	})
	return out, err
}
