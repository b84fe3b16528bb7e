package scenario

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
)

// nodeModules returns the folder with the packages that testdata/node locks. They are
// installed once, into the user's cache folder.
func nodeModules(t *testing.T) string {
	t.Helper()
	needNode(t)
	lock := read(t, filepath.Join("testdata", "node", "package-lock.json"))
	cache, err := os.UserCacheDir()
	if err != nil {
		withoutNode(t, "there is nowhere to install packages: %v", err)
	}
	dir := filepath.Join(cache, "weft", "test", fmt.Sprintf("node-%.12x", sha256.Sum256([]byte(lock))))
	modules := filepath.Join(dir, "node_modules")
	if _, err := os.Stat(modules); err == nil {
		return modules
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	made, err := os.MkdirTemp(filepath.Dir(dir), "node-")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(made) }()
	if err := os.CopyFS(made, os.DirFS(filepath.Join("testdata", "node"))); err != nil {
		t.Fatal(err)
	}
	npmCI(t, made)
	if err := os.Rename(made, dir); err != nil { // unless another test was faster
		if _, lost := os.Stat(modules); lost != nil {
			t.Fatal(err)
		}
	}
	return modules
}

// The server is the protocol's own for files, as docs/tools.md connects it.
func TestAPlanIsCarriedOutByAServerFromNpm(t *testing.T) {
	t.Parallel()
	server := filepath.Join(nodeModules(t), "@modelcontextprotocol", "server-filesystem", "dist", "index.js")
	documents, elsewhere := t.TempDir(), t.TempDir()
	const text = "Rent is due on the 3rd: 850 €.\n“Pay it.”\n"
	write(t, filepath.Join(documents, "rent.txt"), text)
	set := []config.Override{{Path: "tools.servers.files.command", Value: strings.Join([]string{"node", server, documents}, ",")}}
	for _, o := range []string{"list_directory.effect=read", "read_text_file.effect=read", "write_file.effect=write", "write_file.idempotent=true", "move_file.hidden=true"} {
		path, value, _ := strings.Cut(o, "=")
		set = append(set, config.Override{Path: "tools.servers.files.operations." + path, Value: value})
	}
	o := openOutfit(t, func(t *testing.T, vault string, set ...config.Override) *mesh.Mesh {
		m, _ := mesh.Shared(t, vault, set...)
		return m
	}, nil, set...)
	in := func(name string) string { return filepath.Join(documents, name) }
	outside := calling("outside", "files/write_file", `{"path":"`+filepath.Join(elsewhere, "x.txt")+`","content":"x"}`)
	outside.Optional = true
	p := o.propose(t,
		calling("list", "files/list_directory", `{"path":"`+documents+`"}`),
		calling("read", "files/read_text_file", `{"path":"`+in("rent.txt")+`"}`),
		calling("copy", "files/write_file", `{"path":"`+in("copy.txt")+`","content":{"$from":"read","pointer":"/content"}}`),
		outside,
		calling("make", "files/create_directory", `{"path":"`+in("2026")+`"}`))
	p = o.approve(t, p, waiting)
	if s := turn(t, p, "outside", hasFailed); !strings.Contains(s.GetResult().GetText(), "Access denied") {
		t.Errorf("outside of its folder the server says %v", s.GetResult())
	}
	if listed := p.GetSteps()[0].GetResult().GetText(); !strings.Contains(listed, "[FILE] rent.txt") {
		t.Errorf("listed is %q", listed)
	}
	if got := read(t, in("copy.txt")); got != text {
		t.Errorf("copied is %q", got)
	}
	p = o.skip(t, p, waiting)
	turn(t, p, "make", asked) // nothing is configured of it
	if _, err := os.Stat(in("2026")); err == nil {
		t.Error("it was made before it was approved")
	}
	o.approveCall(t, p, completed)
	if all, err := os.ReadDir(documents); err != nil || len(all) != 3 {
		t.Errorf("there are %v, %v", all, err)
	}
	if all, err := os.ReadDir(elsewhere); err != nil || len(all) > 0 {
		t.Errorf("elsewhere are %v, %v", all, err)
	}
}
