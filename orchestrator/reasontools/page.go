package reasontools

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/excerpt"
)

const (
	// pageBytes is how much of a list or a text is told at a time: a little less than a model
	// is shown of a result, so that what it is shown is never cut.
	pageBytes = 3300
	// maxListed is how many items of a list are looked at to tell where the next page begins.
	maxListed = 500
)

// The arguments that several tools have.
const (
	dayPattern = `{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"}`
	fromTo     = `"from":` + dayPattern + `,"to":` + dayPattern
	cursorArg  = `"cursor":{"type":"integer","minimum":0}`
)

// days are the days that arguments name, both included. Without them, all days.
type days struct{ From, To string }

func (d days) read() (notes.Range, error) {
	r, err := notes.ParseRange(d.From, d.To)
	if err != nil {
		return r, fmt.Errorf("from and to are days such as 2027-04-25: %w", err)
	}
	return r, nil
}

// dateRange are the days as a retriever is told of them, nil for all.
func (d days) dateRange() *commonv1.DateRange {
	if d == (days{}) {
		return nil
	}
	return &commonv1.DateRange{Start: d.From, End: d.To}
}

// A list is what there is of a thing, of which a page is told.
type list[T any] struct {
	name  string // of the items in the data: "tasks"
	thing string // what a person calls one: "open task"
	items []T    // those that are known, from the first on
	total int    // how many there are; 0: as many as are known, if not more
	more  bool   // there are more than are known, and nobody has counted them
}

// page tells the items from a cursor on, as many as there is room for, what else is to be told,
// and how to page on.
func (l list[T]) page(cursor int, sure float64, also map[string]any) reason.Result {
	data := map[string]any{}
	maps.Copy(data, also)
	room := pageBytes
	if head, err := json.Marshal(also); err == nil {
		room -= len(head)
	}
	told := []T{}
	for _, item := range l.items[min(cursor, len(l.items)):] {
		text, err := json.Marshal(item)
		if err != nil {
			return reason.Failed("bad_result", err.Error())
		}
		if room -= len(text) + 1; room < 0 && len(told) > 0 {
			break
		}
		told = append(told, item)
	}
	data[l.name] = told
	end, total := cursor+len(told), max(l.total, len(l.items))
	if end < total || l.more && len(told) > 0 {
		data["next_cursor"] = end
	}
	return found(sure, data, "%s", l.tellPlace(cursor, end, total))
}

func (l list[T]) tellPlace(cursor, end, total int) string {
	all := count(total, l.thing)
	if l.more {
		all = fmt.Sprintf("more than %s", all)
	}
	switch {
	case cursor == 0 && end == total && !l.more:
		return all + "."
	case end == cursor:
		return fmt.Sprintf("There are %s, and none from cursor %d on.", all, cursor)
	case end == total && !l.more:
		return fmt.Sprintf("%d to %d of %s, the last ones.", cursor+1, end, all)
	}
	return fmt.Sprintf("%d to %d of %s; cursor %d tells the next.", cursor+1, end, all, end)
}

// beginning is the beginning of a text; of a longer one it says so.
func beginning(text string, most int) string {
	short := excerpt.Head(text, most)
	if len(short) == len(text) {
		return text
	}
	return fmt.Sprintf("%s … (%d bytes in all)", short, len(text))
}

// partFrom is the part of a text from an offset on, and where the next one begins; 0 if there is
// none. No character is cut in two.
func partFrom(text string, offset int) (words string, begin, next int) {
	begin = min(offset, len(text))
	for begin > 0 && begin < len(text) && !utf8.RuneStart(text[begin]) {
		begin--
	}
	words = excerpt.Head(text[begin:], pageBytes*4/5) // JSON writes some characters with more bytes
	if end := begin + len(words); end < len(text) {
		rest := text[end:]
		next = len(text) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
	}
	return words, begin, next
}
