package synthesizer

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

var (
	// noted is a note's words within a claim; they are shown as evidence.
	noted = regexp.MustCompile(`\s*\bOn (\d{4}-\d{2}-\d{2}): “([^”]*)”\.?`)
	// statistics are for those who want every detail.
	statistics = regexp.MustCompile(`[,;]? ?\b(?:Fisher )?p [=<] \d(?:[\d.]*\d)?|,? ?\bn = \d+(?: days?)?|,? ?from \d+ values?\b`)
	hollow     = regexp.MustCompile(`\s*\(\s*[,;]?\s*\)`)
	preface    = regexp.MustCompile(`^(?:What differed then, and could be otherwise|Found before|The notes say so themselves)[:.]?\s*`)
	parenDates = regexp.MustCompile(` \((\d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2})\)`)
	coincides  = regexp.MustCompile(`(?i)^(?:this|it) coincides with `)
	percentGap = regexp.MustCompile(`(\d) %`)
)

// split takes the words of notes out of a claim; they are evidence, and said
// once.
func split(claim string) (words string, quotes []string) {
	for _, m := range noted.FindAllStringSubmatch(claim, -1) {
		quotes = append(quotes, m[2])
	}
	words = strings.TrimSpace(noted.ReplaceAllString(claim, ""))
	return strings.TrimSpace(preface.ReplaceAllString(words, "")), quotes
}

// recast says a statement as a person would: a computed fact that nobody has
// phrased yet in a sentence of its own, and anything else without the
// statistics, unless every detail is wanted.
func (m *material) recast(s statement, detailed bool) string {
	words := s.words
	if len(s.facts) == 1 && strings.TrimRight(words, ".") == strings.TrimRight(s.facts[0].GetText(), ".") {
		if own := m.phraseOf(s.facts[0]); own != "" {
			words = own
		}
	}
	if !detailed {
		words = hollow.ReplaceAllString(statistics.ReplaceAllString(words, ""), "")
		seen := map[string]bool{}
		words = parenDates.ReplaceAllStringFunc(words, func(dates string) string {
			if seen[dates] || m.shown[dates] {
				return ""
			}
			seen[dates] = true
			return dates
		})
		for d := range seen {
			m.shown[d] = true
		}
	}
	words = strings.TrimSpace(percentGap.ReplaceAllString(words, "$1%"))
	for _, l := range labels {
		if l.words.MatchString(words) {
			words = l.words.ReplaceAllString(words, l.said)
			break
		}
	}
	return coincides.ReplaceAllString(words, "It coincides with ")
}

// labels make sentences of claims that are labels with numbers.
var labels = []struct {
	words *regexp.Regexp
	said  string
}{
	{regexp.MustCompile(`^Total ([^:]+): (.+?) against `), "Your total $1 was $2, against "},
	{regexp.MustCompile(`^Average ([^:]+): (.+?) against `), "Your average $1 was $2, against "},
	{regexp.MustCompile(`^Total ([^:]+): `), "Your total $1 was "},
	{regexp.MustCompile(`^Average ([^:]+): `), "Your average $1 was "},
	{regexp.MustCompile(`^Highest ([^:]+): `), "Your highest $1 is "},
	{regexp.MustCompile(`^Lowest ([^:]+): `), "Your lowest $1 is "},
	{regexp.MustCompile(`^Notes: on (\d+ days?) `), "You noted something on $1 "},
	{regexp.MustCompile(`^([^:]+): on (\d+ days?) `), "$1 is noted on $2 "},
}

// phraseOf is a sentence made of a fact's fields; "" where its text says more.
func (m *material) phraseOf(f *commonv1.Fact) string {
	about := aboutOf(f)
	value := amount(f.GetValue(), f.GetUnit())
	when := m.during(f.GetRange())
	switch f.GetKind() {
	case "count":
		if f.GetMeasure() != "days" || f.GetUnit() != "days" || f.GetValue() < 1 || f.GetSubject() == "" {
			return ""
		}
		days := "one day"
		if f.GetValue() != 1 {
			days = amount(f.GetValue(), "day")
		}
		return fmt.Sprintf("You noted %s on %s%s", f.GetSubject(), days, when)
	case "sum":
		if n := f.GetSampleSize(); n > 1 {
			return fmt.Sprintf("Your %s came to %s in total%s, over %d notes", about, value, when, n)
		}
		return fmt.Sprintf("Your %s came to %s in total%s", about, value, when)
	case "average":
		return fmt.Sprintf("Your %s was %s on average%s", about, value, when)
	case "record":
		return fmt.Sprintf("Your best %s is %s, on %s", about, value, f.GetRange().GetStart())
	case "extreme":
		word := "highest"
		if strings.HasPrefix(f.GetText(), "Lowest") {
			word = "lowest"
		}
		return fmt.Sprintf("Your %s %s is %s, on %s", word, about, value, f.GetRange().GetStart())
	case "trend":
		return m.trendOf(f, about)
	case "change":
		r := f.GetRange()
		if f.Baseline == nil || !strings.Contains(f.GetText(), r.GetStart()+", first") || quantity.Dimension(f.GetUnit()) == "" {
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

// aboutOf names what a fact measures: "sleep duration", and "body weight" once.
func aboutOf(f *commonv1.Fact) string {
	if f.GetSubject() == f.GetMeasure() || strings.HasSuffix(f.GetSubject(), " "+f.GetMeasure()) {
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

// during names the days of a fact, with a space before it: by the label of the
// question's span if it is that.
func (m *material) during(r *commonv1.DateRange) string {
	if r.GetStart() == "" || r.GetEnd() == "" {
		return ""
	}
	if m.label != "" && r.GetStart() == m.focus.Start.String() && r.GetEnd() == m.focus.End.String() {
		if m.focus.Start == m.focus.End && !bareLabel.MatchString(m.label) {
			return " on " + m.label
		}
		return " " + atTime(m.label)
	}
	if r.GetStart() == r.GetEnd() {
		return " on " + r.GetStart()
	}
	return " from " + r.GetStart() + " to " + r.GetEnd()
}

var bareLabel = regexp.MustCompile(`(?i)^(?:last|this|next|yesterday|today|in|on|since|until|before|after|over|during)\b`)

// atTime makes an adverb of a span's name: "last week", "in January".
func atTime(label string) string {
	if bareLabel.MatchString(label) {
		return label
	}
	switch first, _, _ := strings.Cut(label, " "); first {
	case "morning", "afternoon", "evening":
		return "in the " + label
	}
	return "in " + label
}
