package postgres

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/postgres/postgrestest"
)

// printedScripts are the scripts of a section of the page on backups.
func printedScripts(t *testing.T, section string) (blocks []string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/backup.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "\n## "+section+"\n")
	if !found {
		t.Fatalf("the page has no section %q", section)
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	for {
		var block string
		if _, rest, found = strings.Cut(rest, "\n```sh\n"); !found {
			return blocks
		}
		block, rest, _ = strings.Cut(rest, "\n```")
		blocks = append(blocks, block)
	}
}

// The page's own steps, with the names that it uses and nobody to answer a prompt. A
// backup is restored beside what it was taken of, and on a new server, which has no roles.
func TestABackupByThePageHasEachNoteAndRoadmapOfEveryTenant(t *testing.T) {
	t.Parallel()
	at, err := url.Parse(cluster.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"psql", "pg_dump", "pg_restore", "createdb", "createuser"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	// The names are those of the page, and another run of the tests may have left them.
	for _, left := range []string{"DATABASE IF EXISTS weft", "DATABASE IF EXISTS weft_restored", "ROLE IF EXISTS weft_backup"} {
		cluster.Admin(t, "postgres", "DROP "+left)
	}
	cluster.Admin(t, "postgres", "CREATE DATABASE weft OWNER weft")
	named := func(server *url.URL, database string) string {
		to := *server
		to.Path = "/" + database
		return to.String()
	}
	dir := t.TempDir()
	shell := func(server *url.URL, script string) (string, error) {
		cmd := exec.Command("sh", "-euc", script)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PGHOST="+server.Query().Get("host"))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	scopes := map[store.Scope]int{{Tenant: "acme", User: "ann"}: 3, {Tenant: "bolt", User: "bob"}: 2}
	s := open(t, named(at, "weft"), Options{})
	for scope, n := range scopes {
		for i := range n {
			keep(t, s, scope, fmt.Sprint("k", i), fmt.Sprintf("Ran %d km for %s", i+1, scope.Tenant))
		}
		putTimeline(t, s, scope, 0, "half marathon of "+scope.Tenant)
	}

	var fresh postgrestest.Cluster
	t.Cleanup(fresh.Stop)
	other, err := url.Parse(fresh.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	fresh.Admin(t, "postgres", "DROP DATABASE "+strings.TrimPrefix(other.Path, "/"))
	fresh.Admin(t, "postgres", "DROP ROLE weft")
	scripts := printedScripts(t, "Notes in PostgreSQL")
	if len(scripts) != 3 {
		t.Fatalf("the page has %d scripts", len(scripts))
	}
	for _, step := range []struct {
		server *url.URL
		script string
	}{{at, scripts[0]}, {at, scripts[1]}, {at, scripts[2]}, {other, scripts[2]}} {
		if out, err := shell(step.server, step.script); err != nil {
			t.Fatalf("%s: %v\n%s", step.script, err, out)
		}
	}
	for _, server := range []*url.URL{at, other} {
		restored := open(t, named(server, "weft_restored"), Options{})
		for scope, n := range scopes {
			list, err := restored.List(t.Context(), scope, notes.Range{}, "", 0, false)
			if err != nil || len(list) != n {
				t.Errorf("%s has %d notes, want %d: %v", scope.Tenant, len(list), n, err)
			}
			keep(t, restored, scope, "another", "Slept 8 h")
			roadmap, at, err := restored.Roadmap(t.Context(), scope, "RM-1")
			if err != nil || string(roadmap) != "half marathon of "+scope.Tenant {
				t.Errorf("%s has the roadmap %q, %v", scope.Tenant, roadmap, err)
			}
			putTimeline(t, restored, scope, at, "marathon")
		}
	}

	// What the page warns of.
	if out, err := shell(at, "pg_dump -U weft -d weft -n weft"); err == nil || !strings.Contains(out, "row-level security") {
		t.Errorf("a dump by Weft's own role: %v\n%s", err, out)
	}
	if out, err := shell(at, "pg_dump -U weft -d weft -n weft --enable-row-security --inserts"); err != nil || strings.Contains(out, "INSERT INTO weft.note") {
		t.Errorf("a dump under row-level security: %v\n%s", err, out)
	}
	backup := strings.Replace(named(at, "weft"), "postgres://weft@", "postgres://weft_backup@", 1)
	if db, err := Open(t.Context(), backup, Options{}); err == nil {
		_ = db.Close()
		t.Error("Weft starts as the role of backups")
	}
}
