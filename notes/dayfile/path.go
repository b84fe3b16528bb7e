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
	// UndatedFolder has the parsed data of notes without a day.
	UndatedFolder = ParsedFolder + "/undated"
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

// rawDay returns the day of a day file of Weft, in this vault or in one that lies in
// it. It may be of any year.
func rawDay(p string) (notes.Day, bool) {
	day, err := notes.ParseDay(strings.TrimSuffix(path.Base(p), ".md"))
	return day, err == nil && !day.IsZero() && strings.HasSuffix("/"+p, "/"+RawPath(day))
}

// IsParsedPath reports whether a path is that of a day's parsed data, and of which
// day.
func IsParsedPath(p string) (notes.Day, bool) {
	day, err := notes.ParseDay(strings.TrimSuffix(path.Base(p), ".json"))
	if err != nil || day.IsZero() || ParsedPath(day) != p {
		return notes.Day{}, false
	}
	return day, true
}

// UndatedPath returns where the parsed data of a page of undated notes lies:
// logs/parsed/undated/PAGE.json.
func UndatedPath(p notes.Page) string { return path.Join(UndatedFolder, p.String()+".json") }

// IsUndatedPath reports whether a path is that of the parsed data of undated notes,
// and of which page.
func IsUndatedPath(p string) (notes.Page, bool) {
	page, err := notes.ParsePage(strings.TrimSuffix(path.Base(p), ".json"))
	return page, err == nil && UndatedPath(page) == p
}
