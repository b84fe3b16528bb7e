package synthesizer

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// phraseOf is a sentence made of a fact's fields, without its end; "" where its
// text says more.
func (m *material) phraseOf(f *commonv1.Fact) string {
	about := aboutOf(f)
	value := amount(f.GetValue(), f.GetUnit())
	when := m.during(f.GetRange())
	switch f.GetKind() {
	case "count":
		if f.GetMeasure() != "days" || f.GetUnit() != "days" || f.GetValue() < 1 || f.GetSubject() == "" ||
			!strings.HasPrefix(strings.ToLower(f.GetText()), strings.ToLower(f.GetSubject())+": on ") {
			return ""
		}
		days := "one day"
		if f.GetValue() != 1 {
			days = amount(f.GetValue(), "day")
		}
		notes := ""
		if n := int(f.GetSampleSize()); float64(n) > f.GetValue() && m.detailed {
			notes = fmt.Sprintf(" (%d notes)", n)
		}
		if r := f.GetRange(); r.GetStart() != "" && r.GetStart() == r.GetEnd() {
			return fmt.Sprintf("You noted %s%s%s", f.GetSubject(), notes, when)
		}
		return fmt.Sprintf("You noted %s on %s%s%s", f.GetSubject(), days, notes, when)
	case "sum":
		if said := m.paidFor(f, value, when); said != "" {
			return said
		}
		if n := f.GetSampleSize(); n > 1 {
			return m.gives(f, "came to", value+" in total"+when+fmt.Sprintf(", over %d notes", n))
		}
		return m.gives(f, "was", value+m.noted(f))
	case "streak", "log_gap":
		if f.GetUnit() != "days" || f.GetSubject() == "" || f.GetRange().GetStart() == "" || f.GetRange().GetEnd() == "" {
			return ""
		}
		if f.GetKind() == "log_gap" {
			return fmt.Sprintf("Your longest time without %s was %s, %s", f.GetSubject(), amount(f.GetValue(), "day"), fromTo(f.GetRange()))
		}
		return fmt.Sprintf("Your longest streak of %s was %s in a row, %s", f.GetSubject(), amount(f.GetValue(), "day"), fromTo(f.GetRange()))
	case "average":
		if f.GetSampleSize() == 1 {
			return m.gives(f, "was", value+m.noted(f))
		}
		return m.gives(f, "was", value+" on average"+when)
	case "record":
		if moreIsBetter(f.GetMeasure()) {
			return fmt.Sprintf("Your best %s is %s, on %s", about, value, f.GetRange().GetStart())
		}
		return fmt.Sprintf("The highest %s is %s, on %s", about, value, f.GetRange().GetStart())
	case "extreme":
		if loose(f) {
			return fmt.Sprintf("%s: %s, on %s", capital(superlative(f)), measured(f), f.GetRange().GetStart())
		}
		return fmt.Sprintf("Your %s was %s, on %s", superlative(f), measured(f), f.GetRange().GetStart())
	case "trend":
		return m.trendOf(f, about)
	case "change":
		r := f.GetRange()
		if f.Baseline == nil || !strings.Contains(f.GetText(), r.GetStart()+", first") {
			return ""
		}
		s := fmt.Sprintf("Your %s went from %s on %s to %s on %s", about, amount(f.GetBaseline(), f.GetUnit()), r.GetStart(), value, r.GetEnd())
		if f.GetValue() != f.GetBaseline() {
			s += ": " + difference(f)
		}
		return s
	}
	return ""
}

// gives says what the notes give for what a fact is about. What a domain measures
// is the user's own: "your body weight was". A number beside a word may be the
// word's in any sense, so the word is its label: "vet: $212".
func (m *material) gives(f *commonv1.Fact, verb, value string) string {
	if loose(f) {
		return capital(f.GetSubject()) + ": " + value
	}
	return "Your " + aboutOf(f) + " " + verb + " " + value
}

// loose reports whether a fact is of numbers that stand beside its subject, which
// nothing but the subject names.
func loose(f *commonv1.Fact) bool {
	return f.GetSubject() != "" && (f.GetMeasure() == "" || quantity.Dimension(f.GetUnit()) == quantity.Money)
}

// noted says when the one value that a fact stands on was noted, with a space or a
// comma before it.
func (m *material) noted(f *commonv1.Fact) string {
	if es := m.pick(f.GetEntryIds()); len(es) == 1 && f.GetRange().GetStart() != f.GetRange().GetEnd() {
		return ", on " + es[0].GetDate()
	}
	return m.during(f.GetRange())
}

// moreIsBetter reports whether the highest value of a measure is its best one; of
// weights, pressures and prices it is not.
func moreIsBetter(measure string) bool {
	return slices.Contains([]string{"load", "distance", "reps"}, measure)
}

// continues reports whether a fact says of the same thing at the same time what the
// fact before it says: the time of the longest run.
func continues(f, before *commonv1.Fact) bool {
	same := f.GetKind() == before.GetKind() && f.GetSubject() == before.GetSubject() && f.GetMeasure() != before.GetMeasure() &&
		f.GetRange().GetStart() == before.GetRange().GetStart() && f.GetRange().GetEnd() == before.GetRange().GetEnd() &&
		slices.Equal(f.GetEntryIds(), before.GetEntryIds())
	return same && !loose(f) && !loose(before) && f.GetMeasure() != "" && slices.Contains([]string{"sum", "average", "extreme"}, f.GetKind())
}

// continued is what such a fact adds to the sentence before it.
func continued(f *commonv1.Fact) string {
	switch f.GetKind() {
	case "sum":
		return ", the " + f.GetMeasure() + " to " + amount(f.GetValue(), f.GetUnit())
	case "extreme":
		return ", the " + f.GetMeasure() + " " + measured(f)
	}
	return ", the " + f.GetMeasure() + " " + amount(f.GetValue(), f.GetUnit())
}

var (
	// paying asks for what the user paid.
	paying = regexp.MustCompile(`(?i)\b(?:spen[dt]|spending|pay|paid)\b`)
	// payment are subjects that are nothing but what was paid.
	payment = regexp.MustCompile(`^(?:spent|spend|spending|expenses?|money|pay|paid)$`)
)

// paidFor says a sum of money as somebody who was asked what was spent does; "" for
// any other sum.
func (m *material) paidFor(f *commonv1.Fact, value, when string) string {
	if quantity.Dimension(f.GetUnit()) != quantity.Money || !paying.MatchString(m.query) {
		return ""
	}
	of, over := " on "+f.GetSubject(), ""
	if payment.MatchString(f.GetSubject()) {
		of = ""
	} else if !spending.MatchString(m.query) {
		return "" // who was paid for a gig has not spent it
	}
	if n := f.GetSampleSize(); n > 1 {
		over = fmt.Sprintf(", over %d notes", n)
	}
	return "You spent " + value + of + when + over
}

// spending asks for what went out.
var spending = regexp.MustCompile(`(?i)\b(?:spen[dt]|spending)\b`)

// fromTo names the days of a range.
func fromTo(r *commonv1.DateRange) string {
	if r.GetStart() == r.GetEnd() {
		return "on " + r.GetStart()
	}
	return "from " + r.GetStart() + " to " + r.GetEnd()
}

// superlative names an extreme value as people do: the longest run rather than
// the highest run distance. What is measured is left out where the word tells.
func superlative(f *commonv1.Fact) string {
	lowest := strings.HasPrefix(f.GetText(), "Lowest")
	words := [2]string{"highest", "lowest"}
	about := f.GetSubject()
	switch d := quantity.Dimension(f.GetUnit()); {
	case d == quantity.Pace:
		words, about = [2]string{"slowest", "fastest"}, aboutOf(f)
	case d == quantity.Duration && f.GetMeasure() == "duration", d == quantity.Length && f.GetMeasure() == "distance":
		words = [2]string{"longest", "shortest"}
	case d == quantity.Mass && f.GetMeasure() == "load":
		words = [2]string{"heaviest", "lightest"}
	default:
		about = aboutOf(f)
	}
	if about == "" {
		about = measureNames[quantity.Dimension(f.GetUnit())]
	}
	if lowest {
		return words[1] + " " + about
	}
	return words[0] + " " + about
}

// measureNames name a value that is of nothing that has a name.
var measureNames = map[string]string{quantity.Duration: "time", quantity.Length: "distance", quantity.Mass: "weight"}

// aboutOf names what a fact measures: "run distance", and "body weight" once.
// How long something took and what it cost need no name: the unit tells.
func aboutOf(f *commonv1.Fact) string {
	if f.GetSubject() == f.GetMeasure() || strings.HasSuffix(f.GetSubject(), " "+f.GetMeasure()) {
		return f.GetSubject()
	}
	if a, b := search.Tokens(f.GetSubject()), search.Tokens(f.GetMeasure()); len(a) == 1 && len(b) == 1 && a[0].Stem == b[0].Stem {
		return f.GetMeasure() // "beers" of beer
	}
	if f.GetMeasure() == "duration" && f.GetUnit() == "h" || quantity.Dimension(f.GetUnit()) == quantity.Money && f.GetSubject() != "" {
		return f.GetSubject()
	}
	return strings.TrimSpace(f.GetSubject() + " " + f.GetMeasure())
}

func (m *material) trendOf(f *commonv1.Fact, about string) string {
	unit := strings.TrimSuffix(strings.TrimSuffix(f.GetUnit(), "per week"), " ")
	span := f.GetRange().GetStart() + " to " + f.GetRange().GetEnd()
	switch {
	case f.GetValue() > 0:
		return fmt.Sprintf("The trend of %s is upward, by %s a week (%s)", about, amount(f.GetValue(), unit), span)
	case f.GetValue() < 0:
		return fmt.Sprintf("The trend of %s is downward, by %s a week (%s)", about, amount(math.Abs(f.GetValue()), unit), span)
	}
	return fmt.Sprintf("%s shows no clear trend (%s)", about, span)
}
