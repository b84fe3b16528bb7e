package dayfile

import (
	"path"
	"strings"

	"github.com/weft-mesh/weft/notes"
)

// Folders of a vault, relative to it, with forward slashes.
const (
	RawFolder    = "logs/raw"
	ParsedFolder = "logs/parsed"
)

// RawPath returns where the notes of a day lie: logs/raw/YYYY/MM/YYYY-MM-DD.md.
func RawPath(d notes.Day) string { return dayPath(RawFolder, d, ".md") }

// ParsedPath returns where the parsed data of a day lies:
// logs/parsed/YYYY/MM/YYYY-MM-DD.json.
func ParsedPath(d notes.Day) string { return dayPath(ParsedFolder, d, ".json") }

func dayPath(folder string, d notes.Day, ext string) string {
	s := d.String()
	return path.Join(folder, s[:4], s[5:7], s+ext)
}

// IsRawPath reports whether a path is that of a day file, and of which day.
func IsRawPath(p string) (notes.Day, bool) {
	day, err := notes.ParseDay(strings.TrimSuffix(path.Base(p), ".md"))
	if err != nil || day.IsZero() || RawPath(day) != p {
		return notes.Day{}, false
	}
	return day, true
}

// DayOfName returns the day that a file's name tells: YYYY-MM-DD anywhere in it
// ("2026-01-05.md", "2026-01-05 Legs.md"), with points or underscores in place
// of the dashes, or YYYYMMDD as the whole name. A name with two days tells none.
func DayOfName(p string) (notes.Day, bool) {
	base := strings.TrimSuffix(path.Base(p), path.Ext(p))
	if len(base) == 8 && strings.Trim(base, "0123456789") == "" {
		base = base[:4] + "-" + base[4:6] + "-" + base[6:]
	}
	var found notes.Day
	for i := range len(base) {
		if i > 0 && isDigit(base[i-1]) {
			continue
		}
		if d, ok := dayAt(base[i:]); ok {
			if !found.IsZero() && found != d {
				return notes.Day{}, false
			}
			found = d
		}
	}
	return found, !found.IsZero()
}

// dayAt reads YYYY-MM-DD at the beginning of s, with any one separator.
func dayAt(s string) (notes.Day, bool) {
	const n = len("2006-01-02")
	if len(s) < n || len(s) > n && isDigit(s[n]) || s[4] != s[7] || !strings.ContainsRune("-._", rune(s[4])) {
		return notes.Day{}, false
	}
	d, err := notes.ParseDay(s[:4] + "-" + s[5:7] + "-" + s[8:n])
	return d, err == nil && !d.IsZero()
}
