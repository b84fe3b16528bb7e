package safefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/weft-mesh/weft/kit/safefile"
)

func TestAFileIsReplacedWholeAndAFolderIsMarkedFromTheFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	for _, text := range []string{"one", "two"} {
		if err := safefile.Replace(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); string(got) != text || err != nil {
			t.Errorf("it is %q, %v", got, err)
		}
	}
	if err := safefile.Replace(filepath.Join(dir, "none", "a"), nil, 0o600); err == nil {
		t.Error("a file in no folder is written")
	}
	f, err := safefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if err := f.MakeMarked("b/c", ".mark", "mine"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "b", "c", ".mark")); string(got) != "mine" || err != nil {
		t.Errorf("the mark is %q, %v", got, err)
	}
	if err := f.MakeMarked("b/c", ".mark", "other"); err == nil {
		t.Error("a folder that is there is made again")
	}
	if left, err := os.ReadDir(filepath.Join(dir, "b")); err != nil || len(left) != 1 {
		t.Errorf("there is left %v, %v", left, err)
	}
}
