package lineedit

import "strings"

// A search goes back through the history for what is typed.
type search struct {
	query  string
	at     int    // the entry that is shown; -1 before any
	failed bool   // nothing older has the query
	before string // the input that was left for it
}

func (s *search) prompt() string {
	what := "search"
	if s.failed {
		what = "not found"
	}
	return "(" + what + " “" + s.query + "”) "
}

func (e *Editor) beginSearch() {
	if e.History == nil || e.History.Len() == 0 {
		return
	}
	e.search = &search{at: -1, before: e.text}
}

// searchKey does what a key says within a search, and reports whether that was all. Any
// other key ends the search and does what it does to the input.
func (e *Editor) searchKey(k key) bool {
	s := e.search
	switch k.name {
	case keyText:
		s.query += typeable(k.text)
		e.findOlder(max(s.at, 0))
	case keySearch:
		e.findOlder(s.at + 1)
	case keyBackspace:
		if s.query != "" {
			typed := Editor{text: s.query, cursor: len(s.query)}
			s.query = s.query[:typed.left()]
		}
		e.findOlder(0)
	case keyCancel, keyInterrupt:
		e.text, e.cursor, e.search = s.before, len(s.before), nil
	case keyEscape, keyTab:
		e.search = nil
	default:
		e.search = nil
		return false
	}
	return true
}

// findOlder shows the latest entry of the history, from one on, that has the query.
func (e *Editor) findOlder(from int) {
	s := e.search
	if s.query == "" {
		e.text, e.cursor, s.at, s.failed = s.before, len(s.before), -1, false
		return
	}
	for i := from; i < e.History.Len(); i++ {
		if line := typeable(e.History.At(i)); strings.Contains(strings.ToLower(line), strings.ToLower(s.query)) {
			e.text, e.cursor, s.at, s.failed = line, len(line), i, false
			return
		}
	}
	s.failed = true
}
