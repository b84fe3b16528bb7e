package note

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/search"
)

// Capital reports whether a word has a capital, and is not "I".
func (n *Note) Capital(t search.Token) bool {
	r, _ := utf8.DecodeRuneInString(n.Entry.GetText()[t.Start:])
	return unicode.IsUpper(r) && t.Folded != "i" && !Calendar.MatchString(t.Folded)
}

// Opens reports whether a word begins a sentence or a line.
func (n *Note) Opens(t search.Token) bool {
	before := strings.TrimRight(n.Entry.GetText()[:t.Start], " ")
	return before == "" || strings.IndexByte(".!?\n:-*", before[len(before)-1]) >= 0
}

// Calendar are the names of days and months.
var Calendar = regexp.MustCompile(`^(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?$|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?$`)
