package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNotesAreParsedAgainAfterAChangeOfDomains(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.weft("", "log", "watered the monstera with 0.5 l", "--now", "2026-02-18T18:20").mustExit(t, exitDone)
	if got := h.weft("", "reindex"); got.out != "every note is up to date; nothing to parse\n" {
		t.Errorf("before: %s%s", got.out, got.errOut)
	}
	dir := filepath.Join(h.dir, "domains")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	plants := "name: plants\ndescription: House plants.\nnames:\n  plant:\n    monstera: []\n" +
		"schema: {type: object, properties: {water: {$ref: '#/$defs/quantity'}, plant: {type: string}}}\n" +
		"patterns:\n  - {name: watering, match: 'watered the {plant} with {water:volume}'}\n"
	if err := os.WriteFile(filepath.Join(dir, "plants.yaml"), []byte(plants), 0o600); err != nil {
		t.Fatal(err)
	}
	set := "domains.dirs=" + dir
	if got := h.weft("", "reindex", "--dry-run", "--set", set); got.out != "1 note to parse\n" {
		t.Errorf("to do: %s%s", got.out, got.errOut)
	}
	if got := h.weft("", "reindex", "--set", set); got.out != "1 note parsed\n" {
		t.Errorf("done: %s%s", got.out, got.errOut)
	}
	mustContain(t, h.weft("", "entries", "2026-02-18_18-20-00", "--set", set).out, "plants", "0.5 l")
	got := h.weft("", "reindex", "--set", set, "-o", "json")
	got.mustExit(t, exitDone)
	if want := `{"dryRun":false,"total":0,"parsed":0,"problems":[]}`; strings.Join(strings.Fields(got.out), "") != want {
		t.Errorf("once more: %s", got.out)
	}
}
