package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAnEmptyVaultSaysHowToBringNotes(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	const how = "This vault has no notes yet."
	mustContain(t, h.weft("", "ask", "how did I sleep?").errOut, how, "weft import FOLDER", "weft --vault FOLDER")
	mustContain(t, h.weft("hello\n").errOut, how)
	h.weft("", "log", "slept 7 h").mustExit(t, exitDone)
	for _, got := range []result{h.weft("", "ask", "did I dive?"), h.weft("hello\n")} {
		if strings.Contains(got.errOut, how) {
			t.Errorf("said of a vault with a note: %s", got.errOut)
		}
	}
}

func TestAFolderOfMarkdownIsOfferedToWhoHasNoVault(t *testing.T) {
	t.Parallel()
	const line = "weft --vault ."
	for name, test := range map[string]struct {
		file    string // in the folder
		own     string // in the default vault
		env     string
		offered bool
	}{
		"notes":                          {"2026-02-20.md", "", "", true},
		"a program's own page":           {"README.md", "", "", false},
		"other files":                    {"notes.txt", "", "", false},
		"notes and a vault of one's own": {"2026-02-20.md", "2026-02-19.md", "", false},
		"notes and a vault that is set":  {"2026-02-20.md", "", "WEFT_VAULT=", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home, dir := t.TempDir(), writeFiles(t, map[string]string{test.file: "5 km run\n"})
			env := []string{"HOME=" + home, "USER=ann", "PWD=" + dir, "WEFT_TIME_ZONE=Europe/Berlin"}
			if test.env != "" {
				env = append(env, test.env+home)
			}
			if test.own != "" {
				vault := filepath.Join(home, ".local", "share", "weft", "vault")
				if err := os.MkdirAll(vault, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(vault, test.own), []byte("swam\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var out, errOut bytes.Buffer
			p := newProgram(&played{script: &script{process: ends(answered())}}, strings.NewReader("why?\n"), &out, &errOut, env)
			if code := p.run(t.Context(), nil); code != exitDone {
				t.Fatalf("exit code %d: %s", code, errOut.String())
			}
			if strings.Contains(errOut.String(), line) != test.offered {
				t.Errorf("said %q", errOut.String())
			}
		})
	}
}
