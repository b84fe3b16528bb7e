package synthesizer

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

var (
	// noted is a note's words within a claim; they are shown as evidence.
	noted = regexp.MustCompile(`\s*\b(?:On (\d{4}-\d{2}-\d{2})|Undated): “([^”]*)”\.?`)
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

// recast says a statement as a person would: each sentence that is a computed
// fact from the fact's fields, those that are labels with numbers as sentences,
// and all of it without the statistics, unless every detail is wanted.
func (m *material) recast(s statement, detailed bool) string {
	var said []string
	var before *commonv1.Fact // that the sentence before tells
	for _, sentence := range grounding.Sentences(s.words) {
		f := s.factOf(sentence)
		if f != nil && before != nil && continues(f, before) {
			said[len(said)-1] = strings.TrimRight(said[len(said)-1], ".") + continued(f) + "."
			continue
		}
		said, before = append(said, m.recastSentence(sentence, s)), f
	}
	words := strings.Join(slices.DeleteFunc(said, func(w string) bool { return w == "" }), " ")
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
	words = priced.ReplaceAllStringFunc(words, inSigns)
	words = coincides.ReplaceAllString(words, "It coincides with ")
	words = strings.ReplaceAll(allNotes.ReplaceAllString(words, "$1 all your notes"), ") (", "; ")
	words = withoutAll.ReplaceAllString(entryCount.ReplaceAllString(words, "$1 notes"), "Your notes tell of $1.")
	words = yours(words)
	words = m.called(oneGives.ReplaceAllString(words, ", one gives no "), s)
	return m.noun(words)
}

// mine are words of the question that an answer says of its reader.
var mine = regexp.MustCompile(`(?i)\bmy\b`)

// yours says "my" as who answers does: it is not the answer's bench press.
func yours(words string) string {
	return mine.ReplaceAllStringFunc(words, func(w string) string {
		if w == "My" {
			return "Your"
		}
		return "your"
	})
}

// priced is an amount, or what lies between two, behind which its currency stands.
var priced = regexp.MustCompile(`\b(\d+(?:\.\d+)?)(?: to (\d+(?:\.\d+)?))? (USD|EUR|GBP)\b`)

// inSigns writes amounts of money as people do: "$4.50 to $6".
func inSigns(words string) string {
	m := priced.FindStringSubmatch(words)
	var out []string
	for _, v := range m[1:3] {
		if f, err := strconv.ParseFloat(v, 64); err == nil {
			out = append(out, amount(f, m[3]))
		}
	}
	return strings.Join(out, " to ")
}

// noun names what one does by its domain where a noun has to stand.
func (m *material) noun(words string) string {
	for doing, domain := range m.domains {
		words = doing.ReplaceAllString(words, "${1}"+domain)
	}
	return words
}

// nouns are, by what finds a subject where a noun has to stand, the names of the
// domains for what one does: "running" for "run".
func nouns(subjects []string, dc *commonv1.DomainContext) map[*regexp.Regexp]string {
	out := map[*regexp.Regexp]string{}
	for _, s := range subjects {
		if d := domainOf(s, dc); d != "" && d != s {
			out[regexp.MustCompile(`\b((?:noted|notes? on|streak of|time without|level of|days without|on|up|with|about) )`+regexp.QuoteMeta(s)+`\b`)] = d
		}
	}
	return out
}

// domainOf returns the domain that is named by the same word, "" if none is.
func domainOf(subject string, dc *commonv1.DomainContext) string {
	domains := slices.Clone(dc.GetLoaded())
	for _, d := range dc.GetAvailable() {
		domains = append(domains, d.GetName())
	}
	for _, d := range domains {
		if search.Stem(search.Fold(d)) == search.Stem(search.Fold(subject)) {
			return d
		}
	}
	return ""
}

// called names subjects as the question does where the name of the field has
// nothing of it: who asks for biscuits is not told of cookies.
func (m *material) called(words string, s statement) string {
	for canonical, own := range m.names {
		if slices.ContainsFunc(s.facts, func(f *commonv1.Fact) bool { return f.GetSubject() == canonical }) {
			words = own.canonical.ReplaceAllString(words, own.said)
		}
	}
	return words
}

// A calling is what a question calls a thing.
type calling struct {
	canonical *regexp.Regexp
	said      string
}

// callings returns, by canonical name, what the question calls its subjects, and
// a note as well.
func callings(query string, subjects []string, vocabulary map[string]string, entries []*commonv1.Entry) map[string]calling {
	out := map[string]calling{}
	tokens := search.Tokens(query)
	for _, term := range slices.Sorted(maps.Keys(vocabulary)) {
		canonical := vocabulary[term]
		if !slices.Contains(subjects, canonical) || out[canonical].said != "" || search.Contains(tokens, search.Tokens(canonical)) {
			continue
		}
		at := search.IndexOf(tokens, search.Tokens(term))
		if at < 0 {
			continue
		}
		n := len(search.Tokens(term))
		said := query[tokens[at].Start:tokens[at+n-1].End]
		if shares(said, canonical) || verbOf(query, said) {
			continue // "bench" is the bench press, and who trains has workouts
		}
		if !slices.ContainsFunc(entries, func(e *commonv1.Entry) bool { return search.Contains(search.Tokens(e.GetText()), search.Tokens(term)) }) {
			continue // notes on coffee are none on espressos
		}
		out[canonical] = calling{regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(canonical) + `\b`), said}
	}
	return out
}

// proper adds how the notes write a name that the question has in small
// letters.
func proper(names map[string]calling, subjects []string, entries []*commonv1.Entry) {
	for _, s := range subjects {
		if strings.ToLower(s) != s || names[s].said != "" {
			continue
		}
		phrase, said := search.Tokens(s), ""
		for _, e := range entries {
			tokens := search.Tokens(e.GetText())
			at := search.IndexOf(tokens, phrase)
			if at < 0 {
				continue
			}
			written := e.GetText()[tokens[at].Start:tokens[at+len(phrase)-1].End]
			if !strings.EqualFold(written, s) || written == s {
				said = "" // a common word
				break
			}
			if within := strings.TrimRight(e.GetText()[:tokens[at].Start], " "); within != "" && !ends(within) {
				said = written
			}
		}
		if said != "" {
			names[s] = calling{regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(s) + `\b`), said}
		}
	}
}

// shares reports whether two names have a word in common.
func shares(a, b string) bool {
	words := search.Meaning(a)
	for w := range search.Meaning(b) {
		if words[w] {
			return true
		}
	}
	return false
}

var (
	entryCount = regexp.MustCompile(`\b(\d+) entries\b`)
	withoutAll = regexp.MustCompile(`^The notes tell of (.+?) in all your notes\.$`)
)

var oneGives = regexp.MustCompile(`, 1 give no `)

var allNotes = regexp.MustCompile(`\b(in|of) all notes\b`)

// factOf returns the fact that a sentence of a statement is, nil if it is none.
func (s statement) factOf(sentence string) *commonv1.Fact {
	plain := strings.TrimRight(sentence, ".")
	for _, f := range s.facts {
		if plain == strings.TrimRight(f.GetText(), ".") {
			return f
		}
	}
	return nil
}

func (m *material) recastSentence(words string, s statement) string {
	if f := s.factOf(words); f != nil {
		if own := m.phraseOf(f); own != "" {
			if f == s.facts[0] {
				own += often(s)
			}
			return own + "."
		}
	}
	if daysAWeek.MatchString(words) && len(s.facts) > 1 && s.facts[0].GetKind() == "count" && s.facts[1].GetKind() == "rate" {
		return "" // said with the count
	}
	for _, l := range labels {
		if at := l.words.FindStringSubmatchIndex(words); at != nil {
			said := string(l.words.ExpandString(nil, l.said, words, at)) + words[at[1]:]
			if l.lower {
				said = subjectInside(said, s)
			}
			return said
		}
	}
	return words
}

var daysAWeek = regexp.MustCompile(`^That is [\d.]+ days a week\.?$`)

// often is how often a counted thing is noted, behind its count.
func often(s statement) string {
	if len(s.facts) < 2 || s.facts[0].GetKind() != "count" || s.facts[1].GetKind() != "rate" || s.facts[1].GetUnit() != "days per week" {
		return ""
	}
	switch rate := s.facts[1].GetValue(); {
	case s.facts[0].GetValue() < 4:
		return ""
	case rate >= 6.95:
		return ", every day"
	case rate >= 0.95:
		return fmt.Sprintf(", about %.1f days a week", rate)
	}
	return ", less than once a week"
}

// subjectInside takes the capital off a subject that no longer begins its
// sentence, if the subject is written small.
func subjectInside(words string, s statement) string {
	for _, f := range s.facts {
		if name := f.GetSubject(); name != "" {
			r, n := utf8.DecodeRuneInString(name)
			words = strings.Replace(words, " "+string(unicode.ToUpper(r))+name[n:]+" ", " "+name+" ", 1)
		}
	}
	return words
}

// labels make sentences of claims that are labels with numbers.
var labels = []struct {
	words *regexp.Regexp
	said  string
	lower bool // a capital may stand within the sentence now
}{
	{regexp.MustCompile(`^Total ([^:]+): (.+?) against `), "Your total $1 was $2, against ", false},
	{regexp.MustCompile(`^Average ([^:]+): (.+?) against `), "Your average $1 was $2, against ", false},
	{regexp.MustCompile(`^Total ([^:]+): `), "Your total $1 was ", false},
	{regexp.MustCompile(`^Average ([^:]+): `), "Your average $1 was ", false},
	{regexp.MustCompile(`^Highest ([^:]+): `), "Your highest $1 is ", false},
	{regexp.MustCompile(`^Lowest ([^:]+): `), "Your lowest $1 is ", false},
	{regexp.MustCompile(`^Notes: on (\d+ days?) `), "You noted something on $1 ", false},
	{regexp.MustCompile(`^([^:]+): on 0 days `), "You noted $1 on no day ", true},
	{regexp.MustCompile(`^([^:]+): on (\d+ days?) `), "You noted $1 on $2 ", true},
	{regexp.MustCompile(`^The (last|first) note on (.+) is of (\d{4}-\d\d-\d\d) \(1 day ago\)\.?$`), "You $1 noted $2 on $3, yesterday.", false},
	{regexp.MustCompile(`^The (last|first) note on (.+) is of (\d{4}-\d\d-\d\d) \((\d+ days ago)\)\.?$`), "You $1 noted $2 on $3, $4.", false},
	{regexp.MustCompile(`^The (last|first) note on (.+) is of (\d{4}-\d\d-\d\d) \(today\)\.?$`), "You $1 noted $2 today, $3.", false},
	{regexp.MustCompile(`^The (last|first) note on (.+) is of (\d{4}-\d\d-\d\d)\.?$`), "You $1 noted $2 on $3.", false},
}

// during names the days of a fact, with a space before it: by the label of the
// question's span if it is that.
func (m *material) during(r *commonv1.DateRange) string {
	if r.GetStart() == "" || r.GetEnd() == "" {
		return ""
	}
	if m.label != "" && r.GetStart() == m.focus.Start.String() && r.GetEnd() == m.focus.End.String() {
		return " " + m.adverb() + m.days()
	}
	if r.GetStart() == r.GetEnd() {
		return " on " + r.GetStart()
	}
	return " from " + r.GetStart() + " to " + r.GetEnd()
}

// adverb says when: the name of the question's span with what stands before it.
func (m *material) adverb() string {
	label := m.label
	switch first, _, _ := strings.Cut(strings.ToLower(label), " "); {
	case bareLabel.MatchString(label):
		return label
	case first == "morning" || first == "afternoon" || first == "evening":
		return "in the " + label
	case first == "night" || first == "noon" || first == "midday":
		return "at " + label
	case strings.Contains(label, " to ") && !strings.HasPrefix(first, "the"):
		return "from " + label
	case m.focus.Start == m.focus.End || strings.HasSuffix(first, "day") || strings.HasSuffix(first, "days"):
		return "on " + label
	}
	return "in " + label
}

// days are the days of the question's span in parentheses, where they have not
// been told.
func (m *material) days() string {
	if m.focus.Start.IsZero() || m.focus.End.IsZero() {
		return ""
	}
	words := " (" + m.focus.Start.String() + " to " + m.focus.End.String() + ")"
	if m.focus.Start == m.focus.End {
		words = " (" + m.focus.Start.String() + ")"
	}
	if strings.Contains(m.label, m.focus.Start.String()) {
		return ""
	}
	return words
}

var bareLabel = regexp.MustCompile(`(?i)^(?:last|this|next|yesterday|today|tonight|in|on|at|since|until|up to|before|after|over|during|between|from|around)\b`)
