package command

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

const nobody = 65534

// asNobody runs a command line as a process without root's power to write everywhere.
func asNobody(t *testing.T, dir string, args ...string) result {
	t.Helper()
	c := exec.CommandContext(t.Context(), "/proc/self/exe", args...)
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr, c.Dir = &out, &errOut, dir
	c.Env = []string{"HOME=" + dir, "USER=ann", "WEFT_VAULT=" + filepath.Join(dir, "vault"), "WEFT_TIME_ZONE=Europe/Berlin", asWeft + "=yes"}
	if os.Geteuid() == 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	err := c.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}
	return result{c.ProcessState.ExitCode(), out.String(), errOut.String()}
}

func TestAVaultThatCanNotBeWrittenIsAnErrorAtOnceThatNamesTheFolder(t *testing.T) {
	t.Parallel()
	for name, own := range map[string]bool{"all of it": false, "all but Weft's own folder": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, err := os.MkdirTemp("", "weft-unwritable-") // one that nobody can reach
			if err != nil {
				t.Fatal(err)
			}
			vault := filepath.Join(dir, "vault")
			t.Cleanup(func() {
				_ = os.Chmod(vault, 0o700)
				_ = os.RemoveAll(dir)
			})
			inner := vault
			if own {
				inner = filepath.Join(vault, ".weft")
			}
			err = os.MkdirAll(inner, 0o755)
			if os.Geteuid() == 0 {
				err = errors.Join(err, os.Chown(dir, nobody, nobody), os.Chown(vault, nobody, nobody), os.Chown(inner, nobody, nobody))
			}
			if err = errors.Join(err, os.Chmod(vault, 0o555)); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"log", "slept 6 h"}, {"slept 6 h, woke up twice"}} {
				got := asNobody(t, dir, args...)
				if got.code != exitFailed && got.code != exitUsage {
					t.Errorf("exit code %d", got.code)
				}
				mustContain(t, got.errOut, "no permission to write to "+vault, "chmod u+w", "--vault")
			}
			asNobody(t, dir, "ask", "how did I sleep?").mustExit(t, exitDone)
		})
	}
}
