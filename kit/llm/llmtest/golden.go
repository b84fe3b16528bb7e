package llmtest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

// Update is set by the flag -update: golden files are written and not compared.
var Update = flag.Bool("update", false, "write the golden files anew")

// Golden fails if the first prompt that a provider was given is not the one in
// testdata/NAME.golden.
func Golden(t *testing.T, name string, p *Scripted) {
	t.Helper()
	r := p.Seen()[0]
	got := r.System + "\n\n--- user ---\n\n" + r.Turns[0].Text + "\n"
	path := filepath.Join("testdata", name+".golden")
	if *Update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the prompt is\n%s\nwant\n%s\n(go test -update writes it anew)", got, want)
	}
}
