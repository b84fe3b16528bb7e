package store

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxText is the longest text of an entry, in bytes.
const MaxText = 1 << 20

// Check returns why no driver keeps a note, as an ErrInvalid.
func (n NewEntry) Check() error {
	switch {
	case n.Key == "":
		return fmt.Errorf("%w: it has no key", ErrInvalid)
	case n.Time.Year() < 1 || n.Time.Year() > 9999 || n.Time.IsZero():
		return fmt.Errorf("%w: its time %v can't be written as a day", ErrInvalid, n.Time)
	}
	return CheckText(n.Text)
}

// CheckText returns why a text is no note, as an ErrInvalid.
func CheckText(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return fmt.Errorf("%w: its text is empty", ErrInvalid)
	case len(text) > MaxText:
		return fmt.Errorf("%w: its text has %d bytes, more than %d", ErrInvalid, len(text), MaxText)
	case !utf8.ValidString(text):
		return fmt.Errorf("%w: its text is not UTF-8", ErrInvalid)
	}
	return nil
}
