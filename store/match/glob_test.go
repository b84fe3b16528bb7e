package match

import "testing"

func TestGlob(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"", "a/b.md", true},
		{"*.md", "a.md", true},
		{"*.md", "a/b.md", false},
		{"**/*.md", "a.md", true},
		{"**/*.md", "a/b/c.md", true},
		{"**", "a/b/c.md", true},
		{"logs/raw/2026/0?/*", "logs/raw/2026/01/2026-01-05.md", true},
		{"logs/raw/2026/0?/*", "logs/raw/2026/11/2026-11-05.md", false},
		{"a/**/b/**/c", "a/x/b/c", true},
		{"a/**/b/**/c", "a/x/c", false},
		{"/daily/[0-9]*.md", "daily/2026.md", true},
		{"a/**", "ab/c", false},
		{"**/**/**/**/**/**/x", "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", false},
	} {
		if got, err := matchGlob(tt.pattern, tt.path); got != tt.want || err != nil {
			t.Errorf("matchGlob(%q, %q) = %v, %v", tt.pattern, tt.path, got, err)
		}
	}
	if _, err := matchGlob("a[", "a"); err == nil {
		t.Error("a broken pattern is accepted")
	}
}
