package money

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

var (
	// apart is what stands between two items of a list.
	apart = regexp.MustCompile(`(?i)[,;()&+/]|\s-\s|\b(?:and|n|plus|then|but|minus)\b`)
	// leading stand behind an amount before what it was for.
	leading = regexp.MustCompile(`(?i)^\s*(?:for|on|at|in|from|off|to|of|towards|w|with|each)\b`)
	bullet  = regexp.MustCompile(`^\s*(?:[-*•]|\d+[.)])\s`)
	mute    = regexp.MustCompile(`(?i)\b(?:paid|pay|cost|costs|was|were|is|came|come|to|it|for|me|us|about|only|just|around|nearly|another|total|approx|gave|spent|put|price|half|ouch|now|again|today|yesterday|usd|all|in|the|a|an|of|that|thats|this|they|he|she|we|i|each|back|with|up|out|at|on)\b`)
)

// Read returns the amounts of money of a text in lists. Numbers come in its order.
func Read(text string, numbers []Number) []List {
	var out []List
	open := -1  // the list that lines with bullets go on with
	around := 0 // from where on nothing was paid yet
	before := Words{}
	for _, s := range sentences(text) {
		items := itemsOf(text, s, numbers)
		line := strings.TrimSpace(text[s.From:s.To])
		if !bullet.MatchString(text[s.From:s.To]) {
			open = -1
		}
		if len(items) == 0 {
			if strings.HasSuffix(line, ":") {
				out = append(out, List{Head: s})
				open = len(out) - 1
			}
			before = s
			continue
		}
		l := listOf(text, s, items)
		if first := &l.Items[0]; len(first.Of) == 0 || first.Role == Total {
			first.Of = nil // "antibiotics for a week, 1,850 in total" is of all that was said
			first.Around = Words{around, first.Start}
		} else if before.From >= around && heads(text, before) {
			for i := range l.Items {
				l.Items[i].Around = before
			}
		}
		around = s.To
		switch last := len(out) - 1; {
		case open >= 0:
			out[open].Items = append(out[open].Items, l.Items...)
		case last >= 0 && len(l.Items) == 1 && l.Items[0].Role == Total && len(l.Items[0].Of) == 0:
			out[last].Items = append(out[last].Items, l.Items...) // "a 42, b 38. = 80"
		default:
			out = append(out, l)
		}
	}
	return out
}

// sentences cuts a text where a sentence or a line ends.
func sentences(text string) []Words {
	var out []Words
	from := 0
	for i := range len(text) {
		ends := text[i] == '\n' || strings.IndexByte(".!?;", text[i]) >= 0 && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n')
		if ends || i+1 == len(text) {
			out = append(out, Words{from, i + 1})
			from = i + 1
		}
	}
	return out
}

// itemsOf are the amounts of a sentence, without what they are of.
func itemsOf(text string, s Words, numbers []Number) []Item {
	var out []Item
	for _, n := range numbers {
		if !s.Has(n.Start) {
			continue
		}
		if may, sure := candidate(text, n, s); may && !equals.MatchString(text[n.End:]) {
			out = append(out, Item{Number: n, Sure: sure})
		}
	}
	return out
}

// listOf gives each amount of a sentence the words that it is of.
func listOf(text string, s Words, items []Item) List {
	l := List{Head: headOf(text, s, items)}
	start := max(s.From, l.Head.To)
	for i := range items {
		it := &items[i]
		end := s.To
		if i+1 < len(items) {
			end = items[i+1].Start
		}
		label := Words{start, it.Start}
		tail := Words{it.End, end}
		if cut := apart.FindStringIndex(text[it.End:end]); cut != nil {
			tail.To, start = it.End+cut[0], it.End+cut[1]
		} else {
			start = end
			if i+1 < len(items) && says(text, label) && !leading.MatchString(text[it.End:end]) {
				tail.To, start = it.End, it.End // "pads 180 labour 120"
			}
		}
		before, behind := text[label.From:it.Start], text[it.End:tail.To]
		it.Value *= manifold(before, behind)
		it.Role = roleOf(before, text[it.End:s.To])
		if it.Role == Left && paidOff.MatchString(text[it.End:s.To]) {
			it.Role = Price // "owed 640, paid it"
		}
		switch {
		case it.Role != Price:
		case lending.MatchString(text[s.From:s.To]) && !paidOff.MatchString(text[s.From:s.To]):
			it.Role = Lent
		case i > 0 && partly.MatchString(before+" "+behind):
			it.Role = Part
		case i > 0 && bracketed(text[s.From:it.Start]):
			it.Role = Part
		}
		if says(text, label) {
			it.Of = append(it.Of, label)
		}
		if says(text, tail) && (len(it.Of) == 0 || leading.MatchString(behind)) {
			it.Of = append(it.Of, tail)
		}
		if i > 0 && len(it.Of) == 0 && it.Role == Price {
			continue // one more number of what stands before it
		}
		l.Items = append(l.Items, *it)
	}
	return l
}

// bracketed reports whether a bracket that a text opens is not closed.
func bracketed(text string) bool {
	return strings.LastIndexByte(text, '(') > strings.LastIndexByte(text, ')')
}

// headOf is what all items of a sentence are of: what stands before a colon, or of
// several items what stands before the first comma.
func headOf(text string, s Words, items []Item) Words {
	before := text[s.From:items[0].Start]
	at := strings.LastIndex(before, ": ")
	if at < 0 && len(items) > 1 {
		at = strings.IndexByte(before, ',')
		if at >= 0 && (!says(text, Words{s.From + at + 1, items[0].Start}) || !labelled(text, items)) {
			at = -1
		}
	}
	if at < 0 || !says(text, Words{s.From, s.From + at}) {
		return Words{s.From, s.From}
	}
	return Words{s.From, s.From + at + 1}
}

// labelled reports whether words stand before each amount behind the first.
func labelled(text string, items []Item) bool {
	for i := 1; i < len(items); i++ {
		if !says(text, Words{items[i-1].End, items[i].Start}) {
			return false
		}
	}
	return true
}

// heading is up to how many words a sentence may have that says what the next one is
// on.
const heading = 8

// heads reports whether a sentence may head the next one: it is short and opens its
// text or line: "Boiler man no 2. New valve, £210".
func heads(text string, s Words) bool {
	opens := strings.TrimSpace(text[strings.LastIndexByte(text[:s.From], '\n')+1:s.From]) == ""
	return opens && len(search.Tokens(text[s.From:s.To])) <= heading
}

// says reports whether a stretch has a word that says what something is of.
func says(text string, w Words) bool {
	if w.From >= w.To {
		return false
	}
	return slices.ContainsFunc(search.Tokens(mute.ReplaceAllString(text[w.From:w.To], " ")), func(t search.Token) bool {
		_, unit := quantity.Canonical(t.Folded)
		return t.Folded[0] > '9' && len(t.Folded) > 1 && !unit && !search.Stopword(t.Folded)
	})
}
