package extract

import (
	"strings"
	"unicode"
)

// mostItems bounds a list.
const mostItems = 30

// listItems reads the rest of the clause as a list, its parts between commas
// and at the last "and"; or, where the clause is over, the list of lines below.
func listItems(s *scanned, i int) (value, bool) {
	if i == 0 || s.tokens[i].clause != s.tokens[i-1].clause {
		return value{}, false
	}
	v := value{to: i}
	from := i
	add := func(to int) {
		for from < to && (s.tokens[from].kind == punct || s.tokens[from].roles&joins != 0 || s.tokens[from].text == "for") {
			from++
		}
		if text := strings.TrimSpace(s.span(from, to)); strings.IndexFunc(text, unicode.IsLetter) >= 0 && len(v.items) < mostItems {
			v.items = append(v.items, text)
		}
		from = to
	}
	k := i
	for ; k < len(s.tokens) && s.tokens[k].clause == s.tokens[i].clause; k++ {
		if s.tokens[k].kind == opaque || s.fullStop(k) {
			break
		}
		if s.parts(k, len(v.items)) {
			add(k)
		}
	}
	add(k)
	v.to = k
	v.text = strings.Join(v.items, ", ")
	return v, len(v.items) > 0
}

// parts reports whether the item behind so many others ends before token k.
func (s *scanned) parts(k, items int) bool {
	switch s.word(k) {
	case ",", "+", "&":
		return true
	case "and":
		return items > 0 || s.word(k+1) == "for" || s.determiner(k+1)
	}
	return false
}

// word returns the text of token k, "" behind the last one.
func (s *scanned) word(k int) string {
	if k >= len(s.tokens) {
		return ""
	}
	return s.tokens[k].text
}

// listBelow reads the list of lines that begins at token i.
func listBelow(s *scanned, i int) (value, bool) {
	v := value{to: i}
	for k := i; k < len(s.tokens) && len(v.items) < mostItems; {
		first, line := k, s.tokens[k].clause
		switch t := &s.tokens[k]; {
		case t.text == "-" || t.text == "*" || t.text == "•" || t.text == "+":
			first++
		case t.kind == number && k+1 < len(s.tokens) && (s.tokens[k+1].text == "." || s.tokens[k+1].text == ")"):
			first += 2
			if first < len(s.tokens) && s.tokens[k+1].text == "." {
				line = s.tokens[first].clause // "1." ends a sentence of its own
			}
		default:
			first = -1
		}
		if first < 0 {
			break
		}
		for k = first; k < len(s.tokens) && s.tokens[k].clause == line; k++ {
		}
		end := k
		for end > first && s.tokens[end-1].kind == punct {
			end--
		}
		if text := strings.TrimSpace(s.span(first, end)); text != "" {
			v.items = append(v.items, text)
			v.to = k
		}
	}
	v.text = strings.Join(v.items, ", ")
	return v, len(v.items) > 0
}

// goesOn reports whether the clause goes on behind token k.
func (s *scanned) goesOn(k int) bool {
	return k+1 < len(s.tokens) && s.tokens[k+1].clause == s.tokens[k].clause
}
