package notes

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// idLayout is the form of an entry's id: its local time to the second.
const idLayout = "2006-01-02_15-04-05"

// undatedPrefix begins the id of a note that no day is known of.
const undatedPrefix = "note_"

// An ID names an entry: the local time it is about, to the second, and which of
// that second's entries it is, counted from 1. The id of an undated entry is made
// of where it stands: its file, and the headings above it.
type ID struct {
	Local time.Time // in UTC, standing for wall-clock time in the user's zone; zero if undated
	N     int       // 1 for the first entry of the second, or under the same headings
	Page  Page      // the file of an undated entry; 0 if it is dated
	Part  uint32    // the headings of an undated entry
}

// A Page stands for the path of a file with undated notes.
type Page uint64

const pageDigits = 12

// PageOf returns the page of a path relative to the vault.
func PageOf(path string) Page {
	sum := sha256.Sum256([]byte(path))
	return max(1, Page(binary.BigEndian.Uint64(sum[:])>>(64-4*pageDigits)))
}

// String returns the page as it stands in ids.
func (p Page) String() string { return fmt.Sprintf("%0*x", pageDigits, uint64(p)) }

// ParsePage reads what String wrote.
func ParsePage(s string) (Page, error) {
	n, err := strconv.ParseUint(s, 16, 64)
	if p := Page(n); err != nil || p == 0 || p.String() != s {
		return 0, fmt.Errorf("%q is not a page of undated notes", s)
	}
	return Page(n), nil
}

// UndatedID returns the id of the nth note of a page under the same headings, the
// outermost first.
func UndatedID(page Page, headings []string, n int) ID {
	sum := sha256.Sum256([]byte(strings.Join(headings, "\n")))
	return ID{Page: page, Part: binary.BigEndian.Uint32(sum[:]), N: n}
}

// FrontID returns the id of the front matter of a page without a day. No headings have it,
// as those are not empty.
func FrontID(page Page) ID { return UndatedID(page, []string{"", "---"}, 1) }

// Undated reports whether no day is known of the entry.
func (id ID) Undated() bool { return id.Page != 0 }

// NewID returns the id of the nth entry of t's second, in t's location.
func NewID(t time.Time, n int) ID {
	y, mo, d := t.Date()
	h, mi, s := t.Clock()
	return ID{Local: time.Date(y, mo, d, h, mi, s, 0, time.UTC), N: n}
}

// String returns YYYY-MM-DD_HH-MM-SS, or note_ and two numbers in hexadecimal for
// an undated entry, with -2, -3 … after the first.
func (id ID) String() string { return string(id.Append(make([]byte, 0, len(idLayout)+4))) }

// Append appends what String returns. A search writes the ids of all that it
// finds, so this does without the layouts of package time.
func (id ID) Append(b []byte) []byte {
	if id.Undated() {
		b = fmt.Appendf(b, "%s%s_%08x", undatedPrefix, id.Page, id.Part)
	} else {
		b = id.appendLocal(b)
	}
	if id.N > 1 {
		b = strconv.AppendInt(append(b, '-'), int64(id.N), 10)
	}
	return b
}

func (id ID) appendLocal(b []byte) []byte {
	year, month, day := id.Local.Date()
	hour, minute, second := id.Local.Clock()
	if year < 0 || year > 9999 {
		return id.Local.AppendFormat(b, idLayout)
	}
	b = twoDigits(b, year/100)
	b = twoDigits(b, year%100)
	b = twoDigits(append(b, '-'), int(month))
	b = twoDigits(append(b, '-'), day)
	b = twoDigits(append(b, '_'), hour)
	b = twoDigits(append(b, '-'), minute)
	return twoDigits(append(b, '-'), second)
}

func twoDigits(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// Day returns the day of the entry, the zero Day if it is undated.
func (id ID) Day() Day {
	if id.Undated() {
		return Day{}
	}
	return DayOf(id.Local)
}

// In returns the moment that the id stands for in loc, the zero Time if the entry
// is undated.
func (id ID) In(loc *time.Location) time.Time {
	if id.Undated() {
		return time.Time{}
	}
	l := id.Local
	return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), 0, loc)
}

// ParseID reads what String wrote.
func ParseID(s string) (ID, error) {
	bad := fmt.Errorf("%q is not an entry id (YYYY-MM-DD_HH-MM-SS, or note_… of an undated note)", s)
	id, rest, err := cutID(s)
	if err != nil {
		return ID{}, bad
	}
	id.N = 1
	if rest != "" {
		digits, ok := strings.CutPrefix(rest, "-")
		id.N, err = strconv.Atoi(digits)
		if !ok || err != nil || id.N < 2 || strconv.Itoa(id.N) != digits {
			return ID{}, bad
		}
	}
	if id.Undated() && id.String() != s {
		return ID{}, bad
	}
	return id, nil
}

// cutID reads an id up to its number.
func cutID(s string) (id ID, rest string, err error) {
	if place, ok := strings.CutPrefix(s, undatedPrefix); ok {
		const end = pageDigits + len("_01234567")
		if len(place) < end || place[pageDigits] != '_' {
			return ID{}, "", errShort
		}
		part, err := hex.DecodeString(place[pageDigits+1 : end])
		if err != nil {
			return ID{}, "", err
		}
		page, err := ParsePage(place[:pageDigits])
		return ID{Page: page, Part: binary.BigEndian.Uint32(part)}, place[end:], err
	}
	if len(s) < len(idLayout) {
		return ID{}, "", errShort
	}
	t, err := time.Parse(idLayout, s[:len(idLayout)])
	return ID{Local: t}, s[len(idLayout):], err
}

var errShort = errors.New("it is too short")

// Hash returns the SHA-256 of a note's text in hexadecimal.
func Hash[T string | []byte](text T) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
