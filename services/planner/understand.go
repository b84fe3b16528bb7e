package planner

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// understand adds to the form what a model has understood of a question in another
// language, which rules can't read. Nothing is computed of such a form. Of a question in
// English the form is the rules' own: what a model adds there favours notes, and no
// more.
func (q *question) understand() {
	u := q.req.GetUnderstanding()
	if u == nil {
		return
	}
	q.form.Foreign = q.form.GetForeign() || !english(u.GetLanguage())
	if !q.form.GetForeign() {
		return
	}
	q.form.Language = u.GetLanguage()
	if u.GetWanted() != commonv1.Wanted_WANTED_UNSPECIFIED {
		q.form.Wanted = u.GetWanted()
	}
	if r := u.GetRange(); len(q.understoodDays()) > 0 {
		q.form.Ranges = []*commonv1.ScopeRange{{Start: r.GetStart(), End: r.GetEnd(), Label: named(r)}}
	}
}

// english reports whether a language is English, or not told.
func english(language string) bool {
	main, _, _ := strings.Cut(strings.ToLower(language), "-")
	return main == "" || main == "en"
}

// understoodDays are the days that a model says the question means, where the rules
// have found no time in it.
func (q *question) understoodDays() []notes.Range {
	r := rangeOf(q.req.GetUnderstanding().GetRange().GetStart(), q.req.GetUnderstanding().GetRange().GetEnd())
	if r.IsZero() || len(q.reading.Spans)+len(q.reading.Unresolved)+len(q.undated) > 0 {
		return nil
	}
	return []notes.Range{r}
}

// named is how an answer calls days for which the question has no English words.
func named(r *commonv1.DateRange) string {
	switch {
	case r.GetStart() == r.GetEnd():
		return r.GetStart()
	case r.GetStart() == "":
		return "until " + r.GetEnd()
	case r.GetEnd() == "":
		return "since " + r.GetStart()
	}
	return r.GetStart() + " to " + r.GetEnd()
}

// prefer are the days whose notes are favoured.
func (q *question) prefer() []notes.Range {
	if days := daysIn(q.form); len(days) > 0 {
		return days
	}
	return q.understoodDays()
}

// sought is what notes are searched by: the question, and the terms that a model has
// for it.
func (q *question) sought() string {
	terms := strings.Join(q.req.GetUnderstanding().GetTerms(), ", ")
	switch {
	case terms == "":
		return q.form.GetText()
	case q.form.GetForeign():
		return longWords(q.form.GetText()) + terms
	}
	return q.form.GetText() + " " + terms
}

// shortWord is how many letters a word has at most that in most languages is grammar.
const shortWord = 4

// longWords returns the words of a question in another language that are likely to
// name something. Its short ones are grammar there, and in English often rare words
// that would find anything: "war", "die".
func longWords(text string) string {
	var out strings.Builder
	for _, t := range search.Tokens(text) {
		first, _ := utf8.DecodeRuneInString(t.Text)
		if utf8.RuneCountInString(t.Text) > shortWord || !unicode.Is(unicode.Latin, first) {
			out.WriteString(t.Text + " ")
		}
	}
	return out.String()
}
