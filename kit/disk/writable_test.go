package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/weft-mesh/weft/kit/disk"
)

func TestTheNearestFolderThatExistsDecidesWhetherOneCanBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if at, ok := disk.Writable(filepath.Join(dir, "logs", "raw")); at != dir || !ok {
		t.Errorf("%s, %v", at, ok)
	}
	if err := os.WriteFile(filepath.Join(dir, "logs"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok := disk.Writable(filepath.Join(dir, "logs", "raw")); !ok {
		t.Error("a file in place of a folder is no matter of permission")
	}
}
