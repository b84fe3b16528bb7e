package money

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// few is below what a bare whole number is taken for a price only behind a word for
// paying: it numbers or counts things.
const few = 10

var (
	// paying are words of a sentence in which a bare number is a price.
	paying = regexp.MustCompile(`(?i)\b(?:paid|pays?|paying|co-?pays?|costs?|spent|spend|prices?|bills?|fees?|fares?|dues|subs|bought|buy|sold|sell|invoice|owed?|owes|charged?|deposit|salary|wages?|check|cheque|savings?|money|extra|venmo\w*|paypal\w*|sent|gave|lent|loan|donated|refund\w*|to (?:fix|repair|replace)|transfer\w*|borrowed|returned|from me|emi|tips?|cash|bucks)\b`)
	// payingFor stands right before a price, however low.
	payingFor = regexp.MustCompile(`(?i)\b(?:paid|pays?|costs?|spent|price|cost me|was|were)\s*$`)
	decimals  = regexp.MustCompile(`^\d[\d,]*[.,]\d\d$`)
	// dated stand before or behind the number of a day.
	month     = `(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*`
	dated     = regexp.MustCompile(`(?i)\b` + month + `\.?\s?$`)
	datedHere = regexp.MustCompile(`(?i)^(?:st|nd|rd|th)?(?: of)? ` + month + `\b`)
	// numbering stands before a number that is a name, a mark or a reading.
	numbering = regexp.MustCompile(`(?i)(?:#|[\pL\d]-|\b(?:no|nr|number|odo|odometer|clock|mileage|page|pg|p|ch|chapter|bed|room|gate|platform|bus|route|night|day|week|wk|w|level|lvl|episode|ep|season|version|v|lap|aged?|since|until|till|by|at|around|in|score|scored|mood|pain|bp|bgl|hr|pulse|rpm|temp|highway|hwy|apt|flat|unit|turned|is)(?:\s(?:says?|was|is|at))?[.:]?\s*)$`)
	// counting stands behind a number of things.
	counting = regexp.MustCompile(`(?i)^(?:\s?(?:x\b|×|%|/\s?\d|am\b|pm\b|pcs\b|pieces\b|people\b|of (?:us|them)\b|dozen\b|hundred\b|others\b|seater|degrees|reps\b|times\b|more\b(?:\s\pL+s\b))|:\d|['’]s\b|[°])`)
)

// Speaks reports whether a sentence has a word for paying.
func Speaks(sentence string) bool { return paying.MatchString(sentence) }

// candidate reports whether a number may be an amount of money, and whether it surely
// is one: it has a currency, the form of a price, or a word for paying in its sentence.
func candidate(text string, n Number, sentence Words) (may, sure bool) {
	if n.Unit != "" {
		return quantity.Dimension(n.Unit) == quantity.Money, true
	}
	before, behind := text[sentence.From:n.Start], text[n.End:sentence.To]
	written := text[n.Start:n.End]
	switch {
	case equals.MatchString(behind), times.MatchString(text[sentence.From:n.End] + " " + firstOf(behind)), counting.MatchString(behind), dated.MatchString(before), datedHere.MatchString(behind):
		return false, false
	case decimals.MatchString(written):
		return true, true
	case numbering.MatchString(before) && !apieceOf.MatchString(before) && !paying.MatchString(before[max(0, len(before)-24):]), strings.ContainsAny(written, ".,") && n.Value < 1000, n.Value < few && !payingFor.MatchString(before):
		return false, false
	}
	if things(behind) && !payingFor.MatchString(before) {
		return false, false
	}
	return true, paying.MatchString(text[sentence.From:sentence.To])
}

// firstOf is the sign of a product behind a number, if there is one.
func firstOf(behind string) string {
	b := strings.TrimLeft(behind, " ")
	if len(b) > 1 && (b[0] == 'x' || b[0] == 'X' || b[0] == '*' || b[0] == '@') && (b[1] == ' ' || b[1] >= '0' && b[1] <= '9' || b[1] == '$') {
		return b[:1]
	}
	return ""
}

// things reports whether a plural stands right behind a number, or behind one word
// more: that many of these there were.
func things(behind string) bool {
	if !strings.HasPrefix(behind, " ") && !strings.HasPrefix(behind, "-") {
		return false
	}
	end := strings.IndexAny(behind, ".,;:!?()/&+=$£€\n")
	if end < 0 {
		end = len(behind)
	}
	words := search.Tokens(behind[:end])
	for _, w := range words[:min(len(words), 2)] {
		switch {
		case search.Stopword(w.Folded), w.Folded[0] <= '9':
			return false
		case len(w.Folded) > 3 && strings.HasSuffix(w.Folded, "s") && !strings.HasSuffix(w.Folded, "ss") && w.Stem != w.Folded:
			return true
		}
	}
	return false
}
