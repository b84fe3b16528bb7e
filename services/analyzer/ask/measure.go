package ask

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// dimensions are the words that say which quantity is meant.
var dimensions = []struct {
	dimension string
	words     []Phrase
}{
	{quantity.Length, Phrases("how far", "distance", "mileage", "how many k", "how many ks")},
	{quantity.Pace, Phrases("pace", "how fast", "faster", "slower", "quicker")},
	{quantity.Speed, Phrases("speed", "how fast")},
	{quantity.Duration, Phrases("how long", "duration", "time spent", "spend time", "how much time", "much time", "time did i spend", "time in total", "total time")},
	{quantity.Money, Phrases("spend", "spent", "cost", "money", "pay", "paid", "expenses", "price", "spending", "dearest", "cheapest", "priciest", "expensive", "how much is a", "how much is an", "how much are")},
	{quantity.Energy, Phrases("calorie", "calories", "energy intake")},
	{quantity.Duration, Phrases("my time", "finish time", "finishing time", "time for", "time in", "length of time")},
	{quantity.Mass, Phrases("how heavy", "load", "weight", "dose", "dosage")},
}

// NamesDimension reports whether a term is a word for the dimension that the
// question asks for.
func (q *Query) NamesDimension(term string) bool {
	for _, d := range dimensions {
		if d.dimension != q.Dimension || q.Dimension == "" {
			continue
		}
		for _, w := range d.words {
			if KeyOf(w) == Key(term) {
				return true
			}
		}
	}
	return false
}

// billed are things that are nothing but an amount of money.
var billed = Phrases("bill", "bills", "fee", "fees", "fare", "fares", "rent", "salary", "wage", "wages", "owe", "owes", "owed", "owing", "lend", "lent", "loan", "debt", "deposit",
	"refund", "rebate", "repaid", "payment", "premium", "tax", "taxes", "fine", "invoice", "earn", "earned", "income")

var (
	rated = Phrases("how fast", "pace", "speed", "time")
	// apartK is a distance written as "12 k".
	apartK = regexp.MustCompile(`(?i)\b(\d+(?:\.\d+)?) k\b`)
)

// readMeasure finds which quantity the question asks for, and reports whether it
// asks for so many of a unit: "km in May", and not "10 km" or "my weight in kg".
func (q *Query) readMeasure() (summed bool) {
	for i, t := range q.Tokens {
		// "In" is the inch only to those who measure in it; here it is "in February".
		u, ok := quantity.Canonical(t.Folded)
		if !ok || len(t.Folded) < 2 || search.Stopword(t.Stem) || t.Folded == "second" || u == "day" || u == "week" || u == "%" {
			continue
		}
		before := ""
		if i > 0 {
			before = q.Tokens[i-1].Folded
		}
		if t.Folded == "min" && (before == "" || before == "my" || before == "the") {
			continue // "min bench" is the least
		}
		if before != "" && (before[0] >= '0' && before[0] <= '9' || before == "a" || before == "per") {
			if !q.Has(rated...) {
				q.Dimension = quantity.Dimension(u)
			}
			continue
		}
		q.Dimension, q.Unit = quantity.Dimension(u), u
		q.heed[i] = true
		summed = summed || before != "in" && before != "to" && before != "as"
	}
	for _, d := range dimensions {
		if (q.Dimension == "" || q.Dimension == d.dimension) && q.takes(d.words...) {
			q.Dimension = d.dimension
		}
	}
	if q.Dimension == "" && !q.Is(HowMany) && !q.Is(Person) && q.Aggregate != Last && q.Aggregate != First && q.Has(billed...) {
		q.Dimension = quantity.Money // of the things themselves: not their words
	}
	if q.Noun = q.noun(); q.Noun != "" {
		m := counting.FindStringSubmatchIndex(q.Text)
		q.span(m[0], m[2]) // not the noun: whether it was counted, the notes tell
	}
	return summed
}

// counting stands before what a question counts or adds up, if that is a plural.
var counting = regexp.MustCompile(`(?i)\b(?:how many|(?:total|average|mean)(?: number)?(?: of)?|number of|most|fewest)\s+(.+)$`)

// uncounted are plurals that are no things: those of time, and what the words of
// other questions stand for.
var uncounted = Phrases("times", "records", "averages", "sets", "reps", "points", "always", "days", "days a week")

// noun is the last word between "how many" and the verb, or the plural behind
// "most" or "total".
func (q *Query) noun() string {
	m := counting.FindStringSubmatchIndex(q.Text)
	if m == nil {
		return ""
	}
	noun := ""
	for _, t := range search.Tokens(q.Text[m[2]:]) {
		if search.Stopword(t.Folded) || t.Folded[0] <= '9' || t.Folded == "left" {
			break
		}
		if _, unit := quantity.Canonical(t.Folded); unit || t.Folded == "times" || t.Folded == "k" || t.Folded == "ks" {
			return ""
		}
		noun = t.Folded
	}
	if strings.HasPrefix(strings.ToLower(q.Text[m[0]:]), "how many") {
		return noun
	}
	if first := search.Tokens(q.Text[m[2]:])[0].Folded; first != noun || !plural(noun) || q.Which {
		return "" // "most often", "total time spent"
	}
	return noun
}

// plural reports whether a word is one of something that can be counted.
func plural(word string) bool {
	return strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && search.Stem(word) != word &&
		!slices.ContainsFunc(uncounted, func(p Phrase) bool { return len(p) == 1 && p[0].Folded == word })
}

// Counted reports whether a question counts what a name stands for: the drops of
// a driver are no fall.
func Counted(question, name string) bool {
	q := &Query{Text: question, Tokens: search.Tokens(question)}
	return plural(strings.ToLower(name)) && q.noun() == strings.ToLower(name)
}

// sizes are the lengths to which the question holds its notes.
func (q *Query) sizes() []quantity.Quantity {
	if q.Limit != nil {
		return nil
	}
	var out []quantity.Quantity
	for _, a := range quantity.Scan(apartK.ReplaceAllString(q.Text, "${1}k ")) {
		if quantity.Dimension(a.Unit) == quantity.Length && a.Value > 0 {
			out = append(out, a)
			q.span(a.Start, a.End)
		}
	}
	return out
}
