package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPlansLieInAFolderOfTheVault(t *testing.T) {
	t.Parallel()
	for folder, want := range map[string]string{
		"Weft": "", "Projects/Weft": "", ".": "", "": "", "Weft/": "",
		"/etc": "not a folder in the vault", "../Weft": "not a folder in the vault", "a/../b": "not a folder in the vault", `a\b`: "not a folder in the vault",
		".weft": "hidden", "a/.b": "hidden", "logs": "has your notes", "logs/raw": "has your notes",
	} {
		c := defaults(environment{"HOME=/home/ann", "USER=ann"})
		c.Plans.Folder = folder
		switch err := c.Validate(); {
		case want == "" && err != nil:
			t.Errorf("%q: %v", folder, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", folder, err, want)
		}
	}
}

func TestPlansAreNoFilesWithoutAVault(t *testing.T) {
	t.Parallel()
	c := defaults(environment{"HOME=/home/ann", "USER=ann"})
	if got, want := c.PlanFolder(), filepath.Join(c.Vault, "Weft"); got != want {
		t.Errorf("they are in %q, want %q", got, want)
	}
	c.Store = InPostgres
	if got := c.PlanFolder(); got != "" {
		t.Errorf("they are in %q", got)
	}
}

func TestAServerThatCouldApproveItsOwnCallsIsRefused(t *testing.T) {
	home := t.TempDir()
	vault := filepath.Join(home, "notes", "vault")
	if err := os.MkdirAll(filepath.Join(vault, "Weft"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(home, "link")
	if err := os.Symlink(vault, link); err != nil {
		t.Skip(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("ROOT_OF_TOOL", vault)
	t.Chdir(home)
	for name, tt := range map[string]struct {
		server  ToolServer
		refused bool
	}{
		"the vault":              {ToolServer{Command: []string{"files", vault}}, true},
		"a folder above":         {ToolServer{Command: []string{"files", "--read", home}}, true},
		"everything":             {ToolServer{Command: []string{"files", "/"}}, true},
		"the plans' folder":      {ToolServer{Command: []string{"files", "--root=" + vault + "/Weft"}}, true},
		"a folder of it":         {ToolServer{Command: []string{"files", vault + "/Weft/Approved"}}, true},
		"a link":                 {ToolServer{Command: []string{"files", link}}, true},
		"home by a tilde":        {ToolServer{Command: []string{"files", "~/notes"}}, true},
		"a relative folder":      {ToolServer{Command: []string{"files", "./notes"}}, true},
		"a URL":                  {ToolServer{Command: []string{"files", "file://" + vault}}, true},
		"a list":                 {ToolServer{Command: []string{"files"}, Env: []string{"ROOTS=/srv:" + vault}}, true},
		"a variable":             {ToolServer{Command: []string{"files"}, Env: []string{"ROOT=${ROOT_OF_TOOL}"}}, true},
		"another folder":         {ToolServer{Command: []string{"files", "/srv/files", vault + "/Invoices", "serve"}}, false},
		"a folder of like name":  {ToolServer{Command: []string{"files", vault + "/Weft2"}}, false},
		"no folder":              {ToolServer{Command: []string{"mail", "--port", "25"}, Env: []string{"LOG_LEVEL=debug"}}, false},
		"a program in the vault": {ToolServer{Command: []string{vault + "/bin/files"}}, false},
	} {
		c := defaults(environment{"HOME=" + home, "USER=ann"})
		c.Vault = vault
		server := newToolServer()
		server.Command, server.Env = tt.server.Command, tt.server.Env
		c.Tools.Servers = ToolServers{"files": server}
		err := c.Validate()
		if refused := err != nil && strings.Contains(err.Error(), "plans.approve_by_file"); refused != tt.refused {
			t.Errorf("%s: %v", name, err)
		}
		c.Plans.ApproveByFile = false
		if err := c.Validate(); err != nil {
			t.Errorf("%s, without approval by file: %v", name, err)
		}
	}
}

func TestAToolWritesWhereNoPlanIsApproved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ plans, folder, want string }{
		{"Weft", "", ""}, {"Weft", "Drafts", ""}, {"Weft", "Projects/Drafts", ""}, {"Weft", "Weft/Drafts", ""}, {".", "Drafts", ""}, {"", "Plans", ""},
		{"Weft", "Weft", "plans' files"}, {"Weft", "Weft/Approved", "plans' files"}, {"Weft", "Weft/Done/x", "plans' files"}, {"a/Weft", "a", "plans' files"},
		{".", "Approved", "plans' files"}, {"Weft", ".", "not a folder"}, {"Weft", "../x", "not a folder"}, {"Weft", "/x", "not a folder"},
		{"Weft", ".weft", "hidden"}, {"Weft", "logs/raw", "has your notes"},
	} {
		c := defaults(environment{"HOME=/home/ann", "USER=ann"})
		c.Plans.Folder, c.Tools.VaultFolder = tt.plans, tt.folder
		if err := c.Validate(); tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%q beside plans in %q: %v, want %q", tt.folder, tt.plans, err, tt.want)
		}
	}
	c := defaults(environment{"HOME=/home/ann", "USER=ann"})
	c.Tools.Servers = ToolServers{"vault": {Command: []string{"x"}, Timeout: newToolServer().Timeout, OutputBytes: newToolServer().OutputBytes}}
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "Weft's own tools") {
		t.Errorf("a server with the name of Weft's own tools: %v", err)
	}
}
