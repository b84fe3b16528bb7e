package vault

import (
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
)

// A place is where notes are held together: a day, or a page of undated notes.
type place struct {
	day  notes.Day
	page notes.Page // 0 for a day
}

func onDay(d notes.Day) place { return place{day: d} }

func placeOf(id notes.ID) place { return place{id.Day(), id.Page} }

// dataPath returns where the parsed data of a place lies.
func (p place) dataPath() string {
	if p.page != 0 {
		return dayfile.UndatedPath(p.page)
	}
	return dayfile.ParsedPath(p.day)
}

// dataPlace returns the place whose parsed data lies at a path.
func dataPlace(rel string) (place, bool) {
	if day, ok := dayfile.IsParsedPath(rel); ok {
		return onDay(day), true
	}
	page, ok := dayfile.IsUndatedPath(rel)
	return place{page: page}, ok
}
