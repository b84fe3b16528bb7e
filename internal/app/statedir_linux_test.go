package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Who opens a pipe waits for whoever opens its other end, and nobody may.
func TestAPipeInThePlaceOfOneOfWeftsOwnFilesIsRefused(t *testing.T) {
	t.Parallel()
	for _, at := range []string{".weft/server.lock", ".weft/server.json", ".weft/server.json.tmp", ".weft/token", ".weft/token.lock", ".weft/nats"} {
		vault := t.TempDir()
		path := filepath.Join(vault, filepath.FromSlash(at))
		if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o700), unix.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := take(vault); err == nil || !strings.Contains(err.Error(), "can't be used") {
			t.Errorf("%s: %v", at, err)
		}
	}
}
