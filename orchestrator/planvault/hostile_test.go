package planvault

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/weft-mesh/weft/plans/folder"
	"github.com/weft-mesh/weft/plans/planfile"
)

const secret = "the secret of another folder\n"

// outside makes a folder beside the vault, with a file, and a keeper whose folders are there.
func outside(t *testing.T) (k *keeper, dir string) {
	t.Helper()
	k, _ = newKeeper(t, nil)
	if err := k.claim(); err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	put(t, dir, "secret.md", secret)
	return k, dir
}

func (k *keeper) path(rel string) string {
	return filepath.Join(k.Vault, filepath.FromSlash(k.at(rel)))
}

func TestAFileThatIsNoneOfItsFolderIsNotRead(t *testing.T) {
	t.Parallel()
	k, dir := outside(t)
	for name, make := range map[string]func(name string) error{
		"link.md":    func(name string) error { return os.Symlink(filepath.Join(dir, "secret.md"), name) },
		"inside.md":  func(name string) error { return os.Symlink("../Plans/PLAN-1.md", name) },
		"loop.md":    func(name string) error { return os.Symlink("loop.md", name) },
		"folder.md":  func(name string) error { return os.Mkdir(name, 0o755) },
		"pipe.md":    func(name string) error { return syscall.Mkfifo(name, 0o600) },
		".hidden.md": func(name string) error { return os.WriteFile(name, []byte(mine), 0o600) },
		"a.txt":      func(name string) error { return os.WriteFile(name, []byte(mine), 0o600) },
	} {
		if err := make(k.path("Approved/" + name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := k.look(time.Now()); err != nil || len(k.seen) > 0 {
		t.Errorf("%v, read are %v", err, k.seen)
	}
}

func TestAFileThatIsTooLargeIsNotReadWhole(t *testing.T) {
	t.Parallel()
	k, _ := outside(t)
	for name, size := range map[string]int64{"Plans/PLAN-1.md": 100 << 20, "Approved/x.md": 1 << 40} { // sparse
		put(t, k.Vault, k.at(name), "---\nid: PLAN-1\n---\n")
		if err := os.Truncate(k.path(name), size); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := k.look(time.Now()); err != nil {
		t.Fatal(err)
	}
	for name, f := range k.seen {
		if f.Err == nil || len(f.Data) > planfile.Most {
			t.Errorf("of %s %d bytes are read, %v", name, len(f.Data), f.Err)
		}
	}
	if len(k.seen) != 2 {
		t.Errorf("seen are %v", k.seen)
	}
}

func TestNothingIsReadOrWrittenBeyondALink(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]func(k *keeper, dir string) (from, to string){
		"a folder of plans":   func(k *keeper, dir string) (string, string) { return k.path("Approved"), dir },
		"the folder of plans": func(k *keeper, dir string) (string, string) { return filepath.Join(k.Vault, "Weft"), dir },
		"what is done":        func(k *keeper, dir string) (string, string) { return k.path("Done/Plans"), dir },
		"a file to be written": func(k *keeper, dir string) (string, string) {
			return k.path("Plans/PLAN-1.md"), filepath.Join(dir, "secret.md")
		},
		"the dashboard": func(k *keeper, dir string) (string, string) {
			return k.path("Dashboard.md"), filepath.Join(dir, "secret.md")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k, dir := outside(t)
			put(t, k.Vault, k.at("Plans/a.md"), mine)
			from, to := link(k, dir)
			if err := os.RemoveAll(from); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(to, from); err != nil {
				t.Fatal(err)
			}
			k.known.whole = true
			k.round(t.Context(), true)
			for _, f := range k.seen {
				if strings.Contains(string(f.Data), secret) {
					t.Error("it is read")
				}
			}
			k.write(t.Context(), folder.Write{Path: "Plans/PLAN-1.md", New: []byte("new")})
			k.write(t.Context(), folder.Write{Path: "Plans/PLAN-1.md", Old: []byte(secret), New: []byte("new")})
			k.write(t.Context(), folder.Write{Path: "Approved/secret.md", Old: []byte(secret), New: []byte("new")})
			k.write(t.Context(), folder.Write{Path: "Done/Plans/secret.md", Old: []byte(secret), New: []byte("new")})
			k.move(t.Context(), folder.Move{From: "Plans/a.md", To: "Done/Plans/a.md", Data: []byte(mine)})
			k.move(t.Context(), folder.Move{From: "Approved/secret.md", To: "Done/Plans/b.md", Data: []byte(secret)})
			k.show(t.Context())
			if data, err := os.ReadFile(filepath.Join(dir, "secret.md")); err != nil || string(data) != secret {
				t.Errorf("the file beyond is %q, %v", data, err)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
				t.Errorf("beyond the link are %v, %v", entries, err)
			}
		})
	}
}

func TestWritesAndMovesStayInTheVault(t *testing.T) {
	t.Parallel()
	k, dir := outside(t)
	rel, err := filepath.Rel(k.path(""), dir)
	if err != nil {
		t.Fatal(err)
	}
	put(t, k.Vault, k.at("Plans/a.md"), mine)
	for _, name := range []string{
		filepath.ToSlash(rel) + "/x.md", "../../../x.md", "/x.md", "Plans/\x00.md", "Plans/" + strings.Repeat("x", 300) + ".md", "Plans/../../" + filepath.ToSlash(rel) + "/x.md",
	} {
		k.write(t.Context(), folder.Write{Path: name, New: []byte("new")})
		k.move(t.Context(), folder.Move{From: "Plans/a.md", To: name, Data: []byte(mine)})
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("outside are %v, %v", entries, err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(k.Vault), "x.md")); err == nil {
		t.Error("a file was written beside the vault")
	}
}
