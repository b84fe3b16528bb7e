package synthesizer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// enough is the share of a question's words, by their weight, that a note has
// to have if it alone is to answer it.
const enough = 0.6

// inWords answers with what a note says, where no number does: the note that
// has most of the question's words, and enough of them; else how often the
// notes tell of it; else nothing but that they do.
func (c *composer) inWords(p part, chosen []statement) string {
	if e, quote := c.teller(p, chosen); e != nil {
		return c.wrote(e, quote)
	}
	if e := only(chosen); e != nil {
		if quote, _ := passage(e.GetText(), func(s string) float64 { return covered(s, c.material.asked) }); quotable(quote) {
			return c.wrote(e, strings.TrimRight(quote, " .,;"))
		}
	}
	if e := only(chosen); e != nil {
		c.points = append(c.points, "Your note "+ofNote(e)+" tells of it.")
		return "One note tells of it:"
	}
	if counted := c.counted(p); counted != "" && !names.MatchString(p.question) {
		c.points = append(c.points, counted)
		return counted
	}
	c.points = append(c.points, "Your notes say it in their own words"+c.where()+".")
	return "This is what your notes say" + c.where() + ":"
}

// wrote quotes a note as the answer.
func (c *composer) wrote(e *commonv1.Entry, quote string) string {
	c.cite(e, quote)
	c.cited[e.GetId()] = true
	if e.GetDate() == "" {
		c.points = append(c.points, "Your note "+ofNote(e)+" says “"+quote+"”.")
		return "Your note " + ofNote(e) + " says: “" + quote + "” [" + e.GetId() + "]."
	}
	c.points = append(c.points, "You wrote “"+quote+"” on "+e.GetDate()+".")
	return "You wrote on " + weekday(e.GetDate()) + e.GetDate() + ": “" + quote + "” [" + e.GetDate() + "]."
}

// ofNote names a note within a sentence: by its day, or an undated one by its title.
func ofNote(e *commonv1.Entry) string {
	if e.GetDate() == "" {
		return "“" + notes.Heading(e.GetHeadings()) + "”"
	}
	return "of " + e.GetDate()
}

// only returns the one note that statements stand on, nil if there are several.
func only(statements []statement) *commonv1.Entry {
	var found *commonv1.Entry
	for _, s := range statements {
		for _, e := range s.entries {
			if found != nil && found != e {
				return nil
			}
			found = e
		}
	}
	return found
}

// quotable reports whether words can stand in quotation marks as they are.
func quotable(words string) bool {
	return words != "" && !strings.ContainsAny(words, "\n\"“”„«»")
}

// whichOne asks for one of several, and no list.
var whichOne = regexp.MustCompile(`(?i)^\W*which \w*[^s\W]\b`)

// kinds are what questions ask for that can be seen in a text: a number, or a
// day.
var kinds = []struct{ question, answer *regexp.Regexp }{
	{whenIs, regexp.MustCompile(`(?i)\d{1,2}[./]\d{1,2}|\b(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b\.? \d|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:tomorrow|tmrw|tonight|next week|next month)\b`)},
	{regexp.MustCompile(`(?i)\bhow (?:much|many|long|far|heavy|fast|high|old|late|early|big)\b|\b(?:cost|price|dose|score|pace|weight|what time|my time)\b`), regexp.MustCompile(`\d`)},
}

// whenIs are the questions for the day of something to come.
var whenIs = regexp.MustCompile(`(?i)\bwhen(?:['’]s| is| are| will| does| do)\b`)

// sought returns what tells that a text has the kind of thing a question asks
// for, nil if it asks for none.
func sought(question string) *regexp.Regexp {
	for _, k := range kinds {
		if k.question.MatchString(question) {
			return k.answer
		}
	}
	return nil
}

// teller returns the note that answers a question by its words, and the words.
func (c *composer) teller(p part, chosen []statement) (*commonv1.Entry, string) {
	weights := asked(p.question, c.material.entries)
	total := 0.0
	for _, w := range weights {
		total += w
	}
	kind := sought(p.question)
	if len(weights) == 0 || lists.MatchString(p.question) && !whichOne.MatchString(p.question) || len(weights) < 2 && kind == nil {
		return nil, "" // one word is a subject, and no question about it
	}
	if quote := c.same(p, kind); quote != nil {
		c.alone = true
		return quote.entry, quote.words
	}
	score := func(s string) float64 { return covered(s, weights) }
	var best *commonv1.Entry
	most, quote := 0.0, ""
	for _, s := range chosen {
		for _, e := range s.entries {
			words, of := passage(e.GetText(), func(words string) float64 {
				if s.picks(e.GetText(), words) {
					return score(words) + total
				}
				return score(words)
			})
			words = strings.TrimRight(words, " .,;")
			in := covered(e.GetText()+" "+strings.Join(append(search.Names(e.GetDomainData()), e.GetTags()...), " "), weights)
			if in < enough*total || !quotable(words) || kind != nil && !kind.MatchString(words) {
				continue
			}
			if v := in + of/2; v >= most {
				most, best, quote = v, e, words
			}
		}
	}
	return best, quote
}

// picks reports whether words are of those that the statement took out of a
// longer note.
func (s statement) picks(text, words string) bool {
	return slices.ContainsFunc(s.quotes, func(q string) bool { return len(q) < len(strings.TrimSpace(text)) && strings.Contains(q, words) })
}

// A telling is words of a note.
type telling struct {
	entry *commonv1.Entry
	words string
}

var (
	pronoun = regexp.MustCompile(`(?i)\b(?:it|that|they|them)\b`)
	costs   = regexp.MustCompile(`(?i)\b(?:cost|pay|paid|price|expensive|cheap)\b`)
	sums    = regexp.MustCompile(`(?i)[$€£]\s?\d|\d\s?(?:usd|eur|gbp|dollars?|euros?|pounds?|bucks|€|£)`)
)

// same returns what a note that was quoted before says of the thing a further
// part asks for: "and what did it cost".
func (c *composer) same(p part, kind *regexp.Regexp) *telling {
	if kind == nil || !c.several() || !pronoun.MatchString(p.question) || len(c.citations) == 0 {
		return nil
	}
	if costs.MatchString(p.question) {
		kind = sums
	}
	for _, cited := range c.citations {
		e := c.material.byID[cited.GetId()]
		words, found := passage(e.GetText(), func(s string) float64 {
			if kind.MatchString(s) {
				return 1
			}
			return 0
		})
		if words = strings.TrimRight(words, " .,;"); found > 0 && quotable(words) {
			return &telling{e, words}
		}
	}
	return nil
}

// covered is how much of the weights the words of a text have.
func covered(text string, weights map[string]float64) float64 {
	sum := 0.0
	for w := range search.Meaning(text) {
		sum += weights[w]
	}
	return sum
}

// counted says on how many days the notes tell of what a part asks about.
func (c *composer) counted(p part) string {
	for _, s := range p.statements {
		for _, f := range s.facts {
			at := slices.IndexFunc(c.req.GetAnalysis().GetFacts(), func(o *commonv1.Fact) bool {
				return o.GetKind() == "count" && o.GetMeasure() == "days" && o.GetSubject() == f.GetSubject() && o.GetValue() > 1 &&
					!slices.ContainsFunc(f.GetEntryIds(), func(id string) bool { return !slices.Contains(o.GetEntryIds(), id) })
			})
			if at < 0 {
				continue
			}
			if words := c.material.phraseOf(c.req.GetAnalysis().GetFacts()[at]); words != "" {
				return words + "."
			}
		}
	}
	return ""
}

// weekday is the short name of a day's weekday, with what stands before the
// date.
func weekday(date string) string {
	d, err := notes.ParseDay(date)
	if err != nil {
		return ""
	}
	return d.Weekday().String()[:3] + ", "
}
