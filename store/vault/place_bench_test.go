package vault

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
)

// BenchmarkInPlace reads a folder of 10,000 files as people keep them: daily notes,
// dated pages and undated ones.
func BenchmarkInPlace(b *testing.B) {
	dir := b.TempDir()
	day := notes.NewDay(2026, 12, 31)
	for i := range 10_000 {
		text := strings.Repeat(fmt.Sprintf("Note %d of many words, as people write them.\n", i), 10)
		switch {
		case i%2 == 0:
			write(b, dir, fmt.Sprintf("daily/%s.md", day.AddDays(-i/2)), "# Today\n"+text+"## 18:00\n"+text)
		case i%4 == 1:
			write(b, dir, fmt.Sprintf("pages/%d/%s A page.md", i%50, day.AddDays(-i/4)), "---\ntags: [a]\n---\n"+text)
		default:
			write(b, dir, fmt.Sprintf("pages/%d/Page %d.md", i%50, i), "# One\n"+text+"# Two\n"+text)
		}
	}
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			if list, err := open(b, dir).List(b.Context(), scope, notes.Range{}, "", 1, false); err != nil || len(list) != 1 {
				b.Fatal(list, err)
			}
		}
	})
	b.Run("look at all files", func(b *testing.B) {
		v := openVault(b, dir, Options{ReadOnly: true})
		for b.Loop() {
			if err := v.refresh(true); err != nil {
				b.Fatal(err)
			}
		}
	})
}
