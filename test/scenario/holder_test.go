package scenario

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/test/mesh"
)

// command returns the product's command line, of a user with an empty home.
func command(ctx context.Context, t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(ctx, mesh.Binary(t), append(args, "-o", "json", "--set", "api.listen=127.0.0.1:0")...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "USER=tester"}
	return cmd
}

// weft runs a command to its end, which must come within a minute.
func weft(t *testing.T, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := command(ctx, t, args...).CombinedOutput()
	return string(out), err
}

// An up is a server whose end a test waits for.
type up struct {
	cmd    *exec.Cmd
	errOut *bytes.Buffer
	done   chan error
}

// startUp runs a command until it says that it is up.
func startUp(t *testing.T, cmd *exec.Cmd) *up {
	t.Helper()
	u := &up{cmd, &bytes.Buffer{}, make(chan error, 1)}
	cmd.Stderr = u.errOut
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, "addresses") {
		_ = cmd.Wait()
		t.Fatalf("it is not up: %q, %v\n%s", line, err, u.errOut)
	}
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		u.done <- cmd.Wait()
	}()
	return u
}

// end waits for the server to end, and returns what it said and how it ended.
func (u *up) end(t *testing.T) (string, error) {
	t.Helper()
	select {
	case err := <-u.done:
		return u.errOut.String(), err
	case <-time.After(time.Minute):
		t.Fatal("the server goes on")
		return "", nil
	}
}

func TestNoSecondServerStartsWhereTheFirstLostItsFolder(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	first := startUp(t, command(t.Context(), t, "up", "--vault", vault))
	if out, err := weft(t, "log", "slept 7 h", "--vault", vault); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// It can't notice before the second one starts.
	if err := first.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(vault, ".weft")); err != nil {
		t.Fatal(err)
	}
	if out, err := weft(t, "up", "--vault", vault); err == nil || !strings.Contains(out, string(fault.VaultLocked)) {
		t.Errorf("a second server: %v: %s", err, out)
	}
	if err := first.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	resumed := time.Now()
	said, err := first.end(t)
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 5 || !strings.Contains(said, ".weft") || !strings.Contains(said, "was removed or replaced") {
		t.Errorf("the first server ended with %v: %s", err, said)
	}
	t.Logf("it ended %v after it could notice", time.Since(resumed))

	third := startUp(t, command(t.Context(), t, "up", "--vault", vault))
	if out, err := weft(t, "entries", "--vault", vault); err != nil || !strings.Contains(out, "slept 7 h") {
		t.Errorf("%v: %s", err, out)
	}
	if err := third.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if said, err := third.end(t); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

func TestWhatAServerKeepsIsForItsUserAlone(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	state := filepath.Join(vault, ".weft")
	// As an older version has left it, or somebody opened it.
	known := strings.Repeat("known", 10)
	for _, dir := range []string{state, filepath.Join(state, "nats")} {
		if err := errors.Join(os.Mkdir(dir, 0o755), os.Chmod(dir, 0o777)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"server.json", "server.lock", "write.lock", "token"} {
		path := filepath.Join(state, name)
		if err := errors.Join(os.WriteFile(path, []byte(known), 0o644), os.Chmod(path, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := command(t.Context(), t, "up", "--vault", vault, "--set", "nats.listen=127.0.0.1:0")
	cmd.Args = append([]string{"sh", "-c", `umask 000; exec "$0" "$@"`}, cmd.Args...)
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd.Path = shell
	server := startUp(t, cmd)
	if out, err := weft(t, "log", "slept 7 h", "--vault", vault); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	seen := 0
	err = filepath.WalkDir(state, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // the server is at work
			return nil
		}
		if err != nil {
			return err
		}
		if info, err := d.Info(); err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, info.Mode())
		}
		seen++
		return nil
	})
	if err != nil || seen < 10 {
		t.Errorf("saw %d files, %v", seen, err)
	}
	token, err := os.ReadFile(filepath.Join(state, "token"))
	if err != nil || strings.TrimSpace(string(token)) == known {
		t.Errorf("a token that others could read still counts, %v", err)
	}
	_ = server.cmd.Process.Signal(syscall.SIGTERM)
	said, err := server.end(t)
	if err != nil || strings.Contains(said, strings.TrimSpace(string(token))) {
		t.Errorf("%v: %s", err, said)
	}
}

func TestATokenThatWasTamperedWithIsRefused(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	token := filepath.Join(vault, ".weft", "token")
	if err := os.MkdirAll(filepath.Dir(token), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(token, []byte("letmein"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := weft(t, "up", "--vault", vault)
	if err == nil || !strings.Contains(out, string(fault.CredentialInvalid)) || !strings.Contains(out, token) || strings.Contains(out, "letmein") {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := weft(t, "log", "slept 7 h", "--vault", vault); err != nil {
		t.Errorf("a command that asks nobody for a token does not work: %v: %s", err, out)
	}
}
