package notes

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// idLayout is the form of an entry's id: its local time to the second.
const idLayout = "2006-01-02_15-04-05"

// An ID names an entry: the local time it is about, to the second, and which of
// that second's entries it is, counted from 1.
type ID struct {
	Local time.Time // in UTC, standing for wall-clock time in the user's zone
	N     int       // 1 for the first entry of the second
}

// NewID returns the id of the nth entry of t's second, in t's location.
func NewID(t time.Time, n int) ID {
	y, mo, d := t.Date()
	h, mi, s := t.Clock()
	return ID{time.Date(y, mo, d, h, mi, s, 0, time.UTC), n}
}

// String returns YYYY-MM-DD_HH-MM-SS, with -2, -3 … after the first.
func (id ID) String() string { return string(id.Append(make([]byte, 0, len(idLayout)+4))) }

// Append appends what String returns. A search writes the ids of all that it
// finds, so this does without the layouts of package time.
func (id ID) Append(b []byte) []byte {
	year, month, day := id.Local.Date()
	hour, minute, second := id.Local.Clock()
	if year < 0 || year > 9999 {
		b = id.Local.AppendFormat(b, idLayout)
	} else {
		b = twoDigits(b, year/100)
		b = twoDigits(b, year%100)
		b = twoDigits(append(b, '-'), int(month))
		b = twoDigits(append(b, '-'), day)
		b = twoDigits(append(b, '_'), hour)
		b = twoDigits(append(b, '-'), minute)
		b = twoDigits(append(b, '-'), second)
	}
	if id.N > 1 {
		b = strconv.AppendInt(append(b, '-'), int64(id.N), 10)
	}
	return b
}

func twoDigits(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// Day returns the day of the entry.
func (id ID) Day() Day { return DayOf(id.Local) }

// In returns the moment that the id stands for in loc.
func (id ID) In(loc *time.Location) time.Time {
	l := id.Local
	return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), 0, loc)
}

// ParseID reads what String wrote.
func ParseID(s string) (ID, error) {
	bad := fmt.Errorf("%q is not an entry id (YYYY-MM-DD_HH-MM-SS)", s)
	if len(s) < len(idLayout) {
		return ID{}, bad
	}
	t, err := time.Parse(idLayout, s[:len(idLayout)])
	if err != nil {
		return ID{}, bad
	}
	rest, n := s[len(idLayout):], 1
	if rest != "" {
		digits, ok := strings.CutPrefix(rest, "-")
		n, err = strconv.Atoi(digits)
		if !ok || err != nil || n < 2 || strconv.Itoa(n) != digits {
			return ID{}, bad
		}
	}
	return ID{t, n}, nil
}

// Hash returns the SHA-256 of a note's text in hexadecimal.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
