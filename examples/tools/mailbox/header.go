package mailbox

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	mostHeader = 300 // bytes of a subject, an address, a name
	mostTo     = 50
)

// addresses returns addresses as they stand in a header.
func addresses(texts []string) ([]string, error) {
	if len(texts) == 0 || len(texts) > mostTo {
		return nil, fmt.Errorf("there are %d addresses in to; 1 to %d are allowed", len(texts), mostTo)
	}
	out := make([]string, len(texts))
	for i, text := range texts {
		a, err := address(text)
		if err != nil {
			return nil, err
		}
		out[i] = folded(a.String())
	}
	return out, nil
}

func address(text string) (*mail.Address, error) {
	if err := headerText("the address", text); err != nil {
		return nil, err
	}
	a, err := mail.ParseAddress(text)
	if err != nil || strings.ContainsFunc(a.Address, func(r rune) bool { return r > unicode.MaxASCII }) {
		return nil, fmt.Errorf("%q is no address, such as ann@example.com or Ann Lee <ann@example.com>", text)
	}
	return a, nil
}

// headerText refuses what does not belong into a header: line breaks, by which it could go
// on with a header of its own, and what a reader would decode to another text than the one
// that was written.
func headerText(what, text string) error {
	switch {
	case !utf8.ValidString(text):
		return errors.New(what + " is not UTF-8")
	case len(text) > mostHeader:
		return fmt.Errorf("%s has %d bytes; up to %d are allowed", what, len(text), mostHeader)
	case strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("%s %q has a line break or another control character", what, text)
	case strings.Contains(text, "=?"):
		return fmt.Errorf("%s %q has =?, which mail programs take for the start of an encoding", what, text)
	}
	return nil
}
