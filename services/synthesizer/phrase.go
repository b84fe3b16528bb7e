package synthesizer

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// sentence gives words a capital and an end.
func sentence(words string) string {
	words = capital(strings.TrimSpace(words))
	if strings.HasSuffix(words, ".") || strings.HasSuffix(words, "!") || strings.HasSuffix(words, "?") || strings.HasSuffix(words, ".”") {
		return words
	}
	return words + "."
}

// capital gives words a capital.
func capital(words string) string {
	r, n := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(r)) + words[n:]
}

func (s statement) sentence() string {
	if s.confidence == commonv1.Confidence_CONFIDENCE_LOW && !s.single() {
		return "A hint, no more: " + s.continued()
	}
	return sentence(s.words)
}

// single reports whether a statement is one value that one note gives: that is no
// hint, it is what the note says.
func (s statement) single() bool {
	return len(s.facts) == 1 && s.facts[0].GetSampleSize() == 1 && s.facts[0].Baseline == nil &&
		slices.Contains([]string{"average", "sum", "extreme", "count", "mention"}, s.facts[0].GetKind())
}

// continued is the sentence as it stands behind a colon: without its capital,
// if its first word is an ordinary one.
func (s statement) continued() string {
	word, _, _ := strings.Cut(s.words, " ")
	r, n := utf8.DecodeRuneInString(s.words)
	ordinary := unicode.IsLower(r) || slices.ContainsFunc(s.facts, func(f *commonv1.Fact) bool {
		return strings.HasPrefix(f.GetSubject(), strings.ToLower(word))
	})
	switch strings.TrimRight(word, ",") {
	case "Total", "Average", "Highest", "Lowest", "Longest", "Trend", "None", "Of", "You", "Your", "The", "There", "In", "On", "It", "No", "At", "After", "Before", "Over", "Between", "Since", "From", "A", "An", "All", "Most":
		ordinary = true
	}
	words := sentence(s.words)
	if ordinary {
		words = string(unicode.ToLower(r)) + words[n:]
	}
	return words
}

var (
	yesNo    = regexp.MustCompile(`(?i)^\W*(?:did|have|has|was|were|do|does|am|is|are)\b`)
	upwards  = regexp.MustCompile(`(?i)\b(?:more|increas\w+|heavier|longer|higher|gain\w*|grow\w*|rais\w+|going up|gone up|add(?:ed)? (?:weight|distance|reps))\b`)
	downward = regexp.MustCompile(`(?i)\b(?:less|fewer|decreas\w+|lighter|shorter|lower|drop\w*|fall\w*|going down|gone down|cut down)\b`)
	better   = regexp.MustCompile(`(?i)\b(?:improv\w+|better|stronger|progress\w*)\b`)
	worse    = regexp.MustCompile(`(?i)\b(?:worse|declin\w+|weaker)\b`)
	negated  = regexp.MustCompile(`(?i)\b(?:not|never|no longer|n['’]t)\b|\bwithout\b`)
)

// lead is the first sentence of an answer: a yes or no where the question asks
// for one and a fact gives it.
func lead(p part, s statement) string {
	words := coincides.ReplaceAllString(s.sentence(), "What stands out is ")
	if s.confidence == commonv1.Confidence_CONFIDENCE_LOW || !yesNo.MatchString(p.question) || negated.MatchString(p.question) || strings.Contains(p.question, " or ") {
		return words
	}
	if none.MatchString(s.words) {
		return "No: " + s.continued()
	}
	if p.unclear() || causal.MatchString(p.question) {
		return words
	}
	switch verdict(p.question, s.facts) {
	case 1:
		return "Yes: " + s.continued()
	case -1:
		return "No: " + s.continued()
	}
	return words
}

// unclear reports whether a part has a trend that is none: its first value and
// its last are then no yes and no no.
func (p part) unclear() bool {
	return slices.ContainsFunc(p.statements, func(s statement) bool {
		return slices.ContainsFunc(s.facts, func(f *commonv1.Fact) bool { return f.GetKind() == "trend" && f.GetValue() == 0 })
	})
}

// degree are the words that ask how something was, which no count answers.
var degree = regexp.MustCompile(`(?i)\b(?:enough|too (?:much|many|little|few|often|late)|well|bad|badly|good|poorly|okay|ok|a lot|often|every|always|usually)\b`)

// none begins a statement that something was not so on a day.
var none = regexp.MustCompile(`^No .+ on \d{4}-\d{2}-\d{2}\b`)

// verdict says whether facts affirm a question: 1 yes, -1 no, 0 can't tell.
func verdict(question string, facts []*commonv1.Fact) int {
	if len(facts) == 0 {
		return 0
	}
	f := facts[0]
	if f.GetSubject() == "" {
		return 0 // that something was noted says nothing of what was asked
	}
	switch f.GetKind() {
	case "change", "trend":
		return direction(question, f)
	case "count", "mention":
		if upwards.MatchString(question) || downward.MatchString(question) || better.MatchString(question) || worse.MatchString(question) || degree.MatchString(question) {
			return 0
		}
		if f.GetKind() == "count" && f.GetValue() == 0 {
			return -1
		}
		if f.GetValue() > 0 || len(f.GetEntryIds()) > 0 {
			return 1
		}
	}
	return 0
}

func direction(question string, f *commonv1.Fact) int {
	if f.Baseline == nil || f.GetValue() == f.GetBaseline() {
		return 0
	}
	rose := -1
	if f.GetValue() > f.GetBaseline() {
		rose = 1
	}
	switch {
	case upwards.MatchString(question):
		return rose
	case downward.MatchString(question):
		return -rose
	}
	// More is better only for what is plainly so.
	if !moreIsBetter(f.GetMeasure()) {
		return 0
	}
	switch {
	case better.MatchString(question):
		return rose
	case worse.MatchString(question):
		return -rose
	}
	return 0
}

// comparison adds to a statement about a change the numbers that it leaves out.
func comparison(s statement) string {
	if strings.Contains(s.words, "nchanged") {
		return ""
	}
	for _, f := range s.facts {
		if f.GetKind() != "change" || f.Baseline == nil || quantity.Dimension(f.GetUnit()) == "" {
			continue
		}
		now, then := amount(f.GetValue(), f.GetUnit()), amount(f.GetBaseline(), f.GetUnit())
		diff := f.GetValue() - f.GetBaseline()
		if diff == 0 || !shows(s.words, f.GetValue()) && !shows(s.words, f.GetBaseline()) {
			if diff == 0 {
				continue
			}
			return fmt.Sprintf("That is %s after %s, %s.", now, then, difference(f))
		}
		if shows(s.words, diff) || strings.Contains(s.words, "%") {
			continue
		}
		return fmt.Sprintf("That is %s.", difference(f))
	}
	return ""
}

func difference(f *commonv1.Fact) string {
	diff := f.GetValue() - f.GetBaseline()
	word := "more"
	if diff < 0 {
		word = "less"
	}
	s := amount(math.Abs(diff), f.GetUnit())
	if f.GetBaseline() > 0 {
		if p := math.Abs(100 * diff / f.GetBaseline()); p >= 1 && p < 1000 {
			s += fmt.Sprintf(" (%.0f%%)", math.Round(p)) // as the analyzer rounds it, and not to even
		}
	}
	return s + " " + word
}

// shows reports whether words contain a value, as written by amount.
func shows(words string, v float64) bool {
	return slices.ContainsFunc(quantity.Scan(words), func(q quantity.Quantity) bool {
		return math.Abs(math.Abs(q.Value)-math.Abs(v)) <= 0.051
	})
}

// amount writes a value with its unit.
func amount(v float64, unit string) string {
	if v < 0 {
		return "-" + amount(-v, unit)
	}
	if quantity.Dimension(unit) == quantity.Pace {
		seconds := int(math.Round(v * 60))
		return fmt.Sprintf("%d:%02d %s", seconds/60, seconds%60, unit)
	}
	n := number(v)
	if sign := currencies[unit]; sign != "" {
		return sign + money(v)
	}
	switch {
	case unit == "":
		return n
	case unit == "%":
		return n + "%"
	}
	if minutes := int(math.Round(v)); unit == "min" && minutes >= 90 && v < 6000 {
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
	if v != 1 && slices.Contains([]string{"day", "week", "pint", "cup"}, unit) {
		unit += "s"
	}
	return n + " " + unit
}

// measured is a value that was measured once: a time has its seconds, as on a
// watch.
func measured(f *commonv1.Fact) string {
	seconds := int(math.Round(f.GetValue() * 60))
	if v := f.GetValue(); f.GetUnit() != "min" || v <= 0 || v >= 6000 || v == math.Trunc(v) || math.Abs(float64(seconds)/60-v) > 0.0051 {
		return amount(v, f.GetUnit())
	}
	if seconds < 3600 {
		return fmt.Sprintf("%d:%02d min", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d:%02d h", seconds/3600, seconds/60%60, seconds%60)
}

// currencies are written before their amount.
var currencies = map[string]string{"USD": "$", "EUR": "€", "GBP": "£"}

// money has both of its decimals or none, and its thousands apart.
func money(v float64) string {
	s := fmt.Sprintf("%.2f", v)
	if v == math.Trunc(v) {
		s = fmt.Sprintf("%.0f", v)
	}
	whole, _, _ := strings.Cut(s, ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// number keeps two decimals: a fact has no more than its notes give or a reader
// can use.
func number(v float64) string {
	s := fmt.Sprintf("%.2f", v)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// phrase returns a fact as a sentence: its own text, or one made of its fields.
func phrase(f *commonv1.Fact) string {
	if f.GetText() != "" {
		return f.GetText()
	}
	about := aboutOf(f)
	value := amount(f.GetValue(), f.GetUnit())
	switch f.GetKind() {
	case "mention":
		return "Your notes mention " + f.GetSubject()
	case "change", "trend":
		if f.Baseline != nil {
			return fmt.Sprintf("%s went from %s to %s", about, amount(f.GetBaseline(), f.GetUnit()), value)
		}
	case "average":
		return fmt.Sprintf("The average of %s is %s", about, value)
	case "sum":
		return fmt.Sprintf("The total of %s is %s", about, value)
	case "record", "extreme":
		return fmt.Sprintf("The extreme of %s is %s", about, value)
	}
	return fmt.Sprintf("%s, %s: %s", about, strings.ReplaceAll(f.GetKind(), "_", " "), value)
}

var saysCorrelation = regexp.MustCompile(`(?i)correlat|\bnot (?:a )?proof|\bnot (?:that )?[\w ]*cause`)

// correlation says what a statement on co-occurrence is, unless one of the
// statements says it already.
func correlation(statements []statement) string {
	for _, s := range statements {
		if saysCorrelation.MatchString(s.words) {
			return ""
		}
	}
	return "That is a correlation in your notes, not proof of a cause."
}

// coincidence reports whether a statement is on things that fall together.
func (s statement) coincidence() bool {
	return s.has("co_occurrence") || strings.Contains(s.words, "coincide")
}

func (s statement) has(kind string) bool {
	return slices.ContainsFunc(s.facts, func(f *commonv1.Fact) bool { return f.GetKind() == kind })
}

// join lists words as people do.
func join(words []string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
