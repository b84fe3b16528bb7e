// Package ownbinary builds examples/own-graph as another module would, against Weft as it would
// be released, and uses its binary.
package ownbinary

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const (
	weftModule  = "github.com/weft-mesh/weft"
	protoModule = weftModule + "/proto"
)

// A release is Weft's modules in a folder that is a proxy of modules, and nothing else of its
// repository: no file outside of them, no replace, no workspace.
type release struct {
	proxy   string
	modules string // cache of modules of its own, since the release changes and its version does not
}

// releaseVersion is the same each time, so that what has not changed is not compiled anew.
const releaseVersion = "v0.0.1-test"

// newRelease packs the files that the repository has, those that are not committed too.
func newRelease(t *testing.T) *release {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	tree := copyTracked(t, root)
	r := &release{proxy: t.TempDir(), modules: t.TempDir()}
	r.pack(t, filepath.Join(tree, "proto"), protoModule)
	r.pack(t, tree, weftModule)
	return r
}

// copyTracked copies the files that git knows or would take.
func copyTracked(t *testing.T, root string) string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	list, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	dir := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		info, err := os.Lstat(filepath.Join(root, name))
		if err != nil || !info.Mode().IsRegular() {
			continue // removed and not yet committed, or a link, which no module has
		}
		content, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, name), content)
	}
	return dir
}

// pack puts a module into the proxy, with the version of the release in its go.mod, as the
// person who tags it would write it.
func (r *release) pack(t *testing.T, dir, path string) {
	t.Helper()
	mod := r.requireRelease(t, filepath.Join(dir, "go.mod"), path == weftModule)
	var packed bytes.Buffer
	if err := zip.CreateFromDir(&packed, module.Version{Path: path, Version: releaseVersion}, dir); err != nil {
		t.Fatalf("%s can't be released: %v", path, err)
	}
	t.Logf("%s has %.1f MB packed", path, float64(packed.Len())/1e6)
	at := filepath.Join(r.proxy, filepath.FromSlash(path), "@v")
	writeFile(t, filepath.Join(at, "list"), []byte(releaseVersion+"\n"))
	writeFile(t, filepath.Join(at, releaseVersion+".info"), fmt.Appendf(nil, `{"Version":%q}`, releaseVersion))
	writeFile(t, filepath.Join(at, releaseVersion+".mod"), mod)
	writeFile(t, filepath.Join(at, releaseVersion+".zip"), packed.Bytes())
}

// requireRelease has a go.mod require the release where it requires Weft, and replace nothing.
func (r *release) requireRelease(t *testing.T, path string, requires bool) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := modfile.Parse(path, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, req := range f.Require {
		if req.Mod.Path == weftModule || req.Mod.Path == protoModule {
			if err := f.AddRequire(req.Mod.Path, releaseVersion); err != nil {
				t.Fatal(err)
			}
			requires = false
		}
	}
	if requires {
		t.Fatalf("%s requires nothing of Weft", path)
	}
	for _, rep := range f.Replace {
		if err := f.DropReplace(rep.Old.Path, rep.Old.Version); err != nil {
			t.Fatal(err)
		}
	}
	f.Cleanup()
	text, err = f.Format()
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, text)
	return text
}

// goCommand runs the go command in a module that knows Weft by the release alone.
func (r *release) goCommand(t *testing.T, dir string, args ...string) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOPROXY", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	usual, cache, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	downloaded := "file://" + filepath.ToSlash(filepath.Join(cache, "cache", "download"))
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -modcacherw -trimpath", "GONOSUMDB="+weftModule+","+weftModule+"/*",
		"GOMODCACHE="+r.modules, "GOPROXY=file://"+filepath.ToSlash(r.proxy)+","+downloaded+","+usual)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
