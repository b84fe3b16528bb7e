package scenario

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/test/mesh"
)

// A backend is an example of a caller in some language.
type backend struct {
	server *mesh.Process
	folder string
	argv   []string
}

// run asks a question, with more of the environment, and returns what is printed.
func (b backend) run(t *testing.T, text string, env ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(b.argv[0], append(b.argv[1:], text)...)
	cmd.Dir = b.folder
	cmd.Env = append(append(os.Environ(), "WEFT_SERVER="+b.server.Addresses["api"], "WEFT_URL=http://"+b.server.Addresses["http"],
		"WEFT_TOKEN_FILE="+b.server.TokenFile, "WEFT_PROTO="+folderOf(t, "proto")), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// folderOf returns a folder of the repository.
func folderOf(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBackendsInOtherLanguagesAskAndAnswer(t *testing.T) {
	t.Parallel()
	server := mesh.Spawn(t, mesh.ExampleVault(t), "up", "--set", "http.listen=127.0.0.1:0")
	other := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(other, []byte(strings.Repeat("x", 43)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(*testing.T, *mesh.Process) backend{
		"Go": goBackend, "Node": nodeBackend, "curl": curlBackend, "openapi-fetch": openAPIBackend("ask-fetch"), "hey-api": openAPIBackend("ask-sdk"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := make(t, server)
			b.server = server
			out, err := b.run(t, "How did I sleep in January 2026?")
			if err != nil || !strings.Contains(out, "2026-01") {
				t.Errorf("%v:\n%s", err, out)
			}
			if out, err = b.run(t, " "); err == nil || !strings.Contains(out, "INPUT_BLANK") {
				t.Errorf("a blank question: %v:\n%s", err, out)
			}
			if out, err = b.run(t, "How did I sleep?", "WEFT_TOKEN_FILE="+other); err == nil || !strings.Contains(out, "CREDENTIAL_INVALID") {
				t.Errorf("another token: %v:\n%s", err, out)
			}
		})
	}
}

// The module of the example needs of Weft the contracts alone.
func goBackend(t *testing.T, _ *mesh.Process) backend {
	folder := folderOf(t, "examples/backend-go")
	path := filepath.Join(t.TempDir(), "backend")
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list := exec.Command("go", "list", "-deps", ".")
	list.Dir, list.Env = folder, cmd.Env
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.Lines(string(out)) {
		if strings.HasPrefix(pkg, "github.com/weft-mesh/weft/") && !strings.HasPrefix(pkg, "github.com/weft-mesh/weft/proto/") && !strings.Contains(pkg, "backend-go") {
			t.Errorf("it needs %s", pkg)
		}
	}
	return backend{folder: folder, argv: []string{path}}
}

// Node's stock packages read the contracts as they are, those of others too.
func nodeBackend(t *testing.T, _ *mesh.Process) backend {
	return backend{folder: installed(t, "examples/backend-node"), argv: []string{"node", "main.js"}}
}

// Generators make clients of the OpenAPI document that a server shows, and compile with it.
func openAPIBackend(program string) func(*testing.T, *mesh.Process) backend {
	return func(t *testing.T, server *mesh.Process) backend {
		folder := installed(t, "examples/backend-openapi")
		cmd := exec.Command("npm", "run", "generate")
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "WEFT_URL=http://"+server.Addresses["http"])
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return backend{folder: folder, argv: []string{"node", "built/" + program + ".js"}}
	}
}

// installed returns a copy of a folder of the repository with what its lock file names.
func installed(t *testing.T, name string) string {
	t.Helper()
	needNode(t)
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(folderOf(t, name))); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err != nil {
		npmCI(t, folder)
	}
	return folder
}

func needNode(t *testing.T) {
	t.Helper()
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			withoutNode(t, "there is no %s", program)
		}
	}
}

// npmCI installs what the lock file of a folder names, from the registry that npm knows.
func npmCI(t *testing.T, folder string) {
	t.Helper()
	cmd := exec.Command("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		withoutNode(t, "npm ci: %v\n%s", err, out)
	}
}

// withoutNode leaves a test out, unless WEFT_TEST_NODE says that it has to run.
func withoutNode(t *testing.T, why string, args ...any) {
	t.Helper()
	if os.Getenv("WEFT_TEST_NODE") != "" {
		t.Fatalf(why, args...)
	}
	t.Skipf(why, args...)
}

func curlBackend(t *testing.T, _ *mesh.Process) backend {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	return backend{folder: folderOf(t, "examples/backend-curl"), argv: []string{"./ask.sh"}}
}
