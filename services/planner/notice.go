package planner

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

// notices are what the user should know of how the question was read.
func (q *question) notices() []string {
	out := q.left
	for _, u := range q.unresolved {
		out = append(out, fmt.Sprintf("I can't tell which days “%s” means: %s.%s", u.Text, u.Reason, q.lookedOnly()))
	}
	for _, e := range q.dated {
		out = append(out, fmt.Sprintf("For “%s” I took %s as the day, as the notes tell.", e.Event, e.day))
	}
	for i := 1; i < len(q.spans); i++ {
		if a, b := q.spans[i-1], q.spans[i]; q.conflict(a, b) {
			out = append(out, fmt.Sprintf("“%s” is not in “%s”, so I looked at both.", a.Text, b.Text))
		}
	}
	for _, s := range q.focus() {
		if q.ahead(s) {
			out = append(out, fmt.Sprintf("Notes can't know what is to come: of %s they tell at most what was planned.", s.label))
		}
	}
	switch letters := letters(q.req.GetQuery()); {
	case letters == 0 && len(q.subjects) > 0:
		out = append(out, "The question has no words, so I looked for notes with its signs.")
	case foreign(q.req.GetQuery()):
		out = append(out, "The question does not seem to be in English. I read times in English only, so I looked for its words in all notes.")
	}
	if len(out) > mostNotices {
		more := fmt.Sprintf("There are %d more things to know of how the question was read.", len(out)-mostNotices+1)
		out = append(out[:mostNotices-1:mostNotices-1], more)
	}
	return out
}

// lookedOnly says, with a space before it, where a question is looked up that
// names a time beside the one that nobody can tell.
func (q *question) lookedOnly() string {
	if focus := q.focus(); len(focus) > 0 && !focus[0].assumed {
		return " I looked at " + focus[0].label + " only."
	}
	return ""
}

// conflict reports whether two spans stand side by side, as if one were part of
// the other, and share no day. Two of one kind are a list: "Monday Tuesday".
func (q *question) conflict(a, b timespan.Span) bool {
	end := a.Offset + len(a.Text)
	if a.Grain == b.Grain || a.Range.IsZero() || b.Range.IsZero() || end > b.Offset {
		return false
	}
	if strings.TrimSpace(q.req.GetQuery()[end:b.Offset]) != "" {
		return false
	}
	apart := func(x, y timespan.Span) bool {
		return !x.Range.End.IsZero() && !y.Range.Start.IsZero() && x.Range.End.Before(y.Range.Start)
	}
	return apart(a, b) || apart(b, a)
}

// ahead reports whether a span has not begun.
func (q *question) ahead(s span) bool { return s.r.Start.After(q.today) }

func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// others are frequent words of other languages that English does not have.
var others = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`wie wann warum wieviel welche welcher habe hat ich mein meine meinen und nicht letzte letzten gestern heute woche
		comment pourquoi quand combien est-ce je mes mon ma les des une dernier derniere semaine hier
		la el en del de que con su y como cuando cuanto cuanta por que mis los las una ultima semana ayer
		perche quando quanto della settimana scorsa ieri ho il
		quantas meu minha ontem hoe wanneer waarom hoeveel mijn vorige ik heb jag hur mycket
		jak kiedy dlaczego ile moje jeg hvordan hvor`) {
		set[search.Fold(w)] = true
	}
	return set
}()

// foreign reports whether a question is not in English: it has more words of
// grammar of another language than of English, or letters that English does not
// write with.
func foreign(text string) bool {
	tokens := search.Tokens(text)
	words, known, english, exotic := 0, 0, 0, 0
	for _, t := range tokens {
		r := []rune(t.Folded)[0]
		if !unicode.IsLetter(r) {
			continue
		}
		words++
		switch {
		case !unicode.Is(unicode.Latin, r):
			exotic++
		case others[t.Folded]:
			known++
		case search.Stopword(t.Stem):
			english++
		}
	}
	return exotic*2 > words || words > 2 && known > 1 && known > english
}

// foreignSubjects are the words of a question in another language that may stand
// in notes.
func (q *question) foreignSubjects() []string {
	return slices.DeleteFunc(q.contentWords(), func(w string) bool { return others[search.Fold(w)] })
}
