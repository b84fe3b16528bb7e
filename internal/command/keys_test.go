package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAKeyIsPrintedOnceListedWithoutItsTextAndRevoked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "keys.json")
	weft := func(code int, args ...string) (stdout, stderr string) {
		t.Helper()
		var out, err bytes.Buffer
		if got := Main(t.Context(), append(args, "--file", file), strings.NewReader(""), &out, &err, []string{"HOME=" + dir, "USER=ann"}); got != code {
			t.Fatalf("weft %v: exit code %d, %s", args, got, &err)
		}
		return out.String(), err.String()
	}
	text, _ := weft(0, "keys", "add", "reports", "--user", "reports", "--scopes", "read", "--expires", "90d")
	text = strings.TrimSpace(text)
	id, _, _ := strings.Cut(strings.TrimPrefix(text, "weft_"), "_")
	if len(text) < 50 || id == "" {
		t.Fatalf("the key is %q", text)
	}
	kept, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(kept), text) {
		t.Errorf("the file holds the key itself, %v", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if out, _ := weft(0, "keys", "ls"); !strings.Contains(out, id+"  active    local/reports  service  read  reports") {
		t.Errorf("listed as %q", out)
	}
	next, said := weft(0, "keys", "rotate", id, "--grace", "1h")
	if !strings.HasPrefix(next, "weft_") || strings.HasPrefix(next, "weft_"+id) || !strings.Contains(said, "replaces "+id) {
		t.Errorf("rotated into %q, said %q", next, said)
	}
	weft(0, "keys", "revoke", id)
	if out, _ := weft(0, "keys", "ls", "-o", "json"); !strings.Contains(out, `"revoked"`) || strings.Contains(out, text) {
		t.Errorf("listed as %q", out)
	}
	for what, args := range map[string][]string{
		"no scope given":              {"keys", "add", "x", "--user", "x"},
		`"reed" is not a scope`:       {"keys", "add", "x", "--user", "x", "--scopes", "reed"},
		"the user":                    {"keys", "add", "x", "--scopes", "read"},
		"the tenant":                  {"keys", "add", "x", "--user", "x", "--tenant", "A*", "--scopes", "read"},
		"not a kind of caller":        {"keys", "add", "x", "--user", "x", "--kind", "robot", "--scopes", "read"},
		"use a time in the future":    {"keys", "add", "x", "--user", "x", "--scopes", "read", "--expires", "-1d"},
		"has no key \"000000000000\"": {"keys", "revoke", "000000000000"},
		"has no key \"000000000001\"": {"keys", "rotate", "000000000001"},
		"30 days":                     {"keys", "rotate", id, "--grace", "721h"},
	} {
		if _, said := weft(2, args...); !strings.Contains(said, what) {
			t.Errorf("%v: said %q, not %q", args, said, what)
		}
	}
}
