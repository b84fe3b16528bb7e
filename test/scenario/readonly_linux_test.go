package scenario_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/weft-mesh/weft/test/mesh"
)

// nobody is a user who owns nothing. Root may write everywhere, so tests that
// run as root hand over to it.
const nobody = 65534

func TestNotesThatMayOnlyBeReadAnswerQuestions(t *testing.T) {
	t.Parallel()
	vault, home := mesh.ExampleVault(t), t.TempDir()
	for _, dir := range []string{vault, home, mesh.Binary(t)} { // let another user come by
		if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getuid() == 0 {
		if err := os.Chown(home, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	mode := func(dirs, files fs.FileMode) {
		err := filepath.WalkDir(vault, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				return os.Chmod(path, dirs)
			}
			return os.Chmod(path, files)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	mode(0o555, 0o444)
	t.Cleanup(func() { mode(0o755, 0o644) })
	weft := func(args ...string) (string, error) {
		cmd := exec.Command(mesh.Binary(t), append(args, "--vault", vault, "--tz", mesh.Zone, "--now", "2026-02-23T09:00")...)
		cmd.Dir = "/"
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		if os.Getuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		return out.String(), err
	}
	out, err := weft("ask", "How far did I run last week?")
	if err != nil || !strings.Contains(out, "5 km") {
		t.Errorf("a question: %v\n%s", err, out)
	}
	out, err = weft("log", "Bench press 5x5 @ 80kg")
	if err == nil || !strings.Contains(out, "no permission to write to "+vault+", so it can answer questions") {
		t.Errorf("a note: %v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(vault, ".weft")); !os.IsNotExist(err) {
		t.Errorf("the vault was written to: %v", err)
	}
}
