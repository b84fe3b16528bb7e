package mesh

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fromRoot returns the path of a file of this repository.
func fromRoot(path string) string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(here), "..", "..", path)
}

// PageScripts returns the scripts of a section of a page in docs, in order.
func PageScripts(t *testing.T, page, section string) (scripts []string) {
	t.Helper()
	text, err := os.ReadFile(fromRoot(filepath.Join("docs", page)))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "\n## "+section+"\n")
	if !found {
		t.Fatalf("%s has no section %q", page, section)
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	for {
		var script string
		if _, rest, found = strings.Cut(rest, "\n```sh\n"); !found {
			return scripts
		}
		script, rest, _ = strings.Cut(rest, "\n```")
		scripts = append(scripts, script)
	}
}

// NATSCommand builds the nats command that tools/natscli pins and returns its folder.
func NATSCommand(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	c := exec.Command("go", "build", "-o", filepath.Join(dir, "nats"), "github.com/nats-io/natscli/nats")
	c.Dir, c.Env = fromRoot("tools/natscli"), append(os.Environ(), "GOWORK=off")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("build nats: %v\n%s", err, out)
	}
	return dir
}

// RunScript runs a script in a folder, without a terminal and with the programs of a
// folder before all others.
func RunScript(t *testing.T, script, dir, programs string, env ...string) {
	t.Helper()
	c := exec.Command("sh", "-euc", script)
	c.Dir = dir
	c.Env = append(append(os.Environ(), "PATH="+programs+string(filepath.ListSeparator)+os.Getenv("PATH")), env...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
}
