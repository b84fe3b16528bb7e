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
func (id ID) String() string {
	s := id.Local.Format(idLayout)
	if id.N > 1 {
		s += "-" + strconv.Itoa(id.N)
	}
	return s
}

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
