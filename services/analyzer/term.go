package analyzer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A term is something that a question names: a subject, whose it is, or words that
// nothing took up.
type term struct {
	words string           // as the question has them
	forms [][]search.Token // what notes may call it, without words such as "the"
}

// termsOf returns what a form and its sides name, each once.
func termsOf(form *commonv1.QueryForm) []term {
	var out []term
	add := func(words string, forms ...string) {
		t := termOf(words, forms...)
		if len(t.forms) > 0 && !slices.ContainsFunc(out, func(o term) bool { return strings.EqualFold(o.words, t.words) }) {
			out = append(out, t)
		}
	}
	for _, f := range append([]*commonv1.QueryForm{form}, form.GetSides()...) {
		subjects := slices.Clone(f.GetSubjects())
		for _, c := range f.GetConditions() {
			if !c.GetWithout() {
				subjects = append(subjects, c.GetSubject())
			}
		}
		for _, s := range subjects {
			add(cmp.Or(s.GetWords(), s.GetName()), append([]string{s.GetName()}, s.GetForms()...)...)
			add(s.GetOwner())
		}
		for _, words := range f.GetUncovered() {
			if len(meaning(words)) > 0 {
				add(words)
			}
		}
	}
	return out
}

// termOf returns the term of these words, which is also called by these forms. Where
// no word carries meaning, as in "The Who", all count.
func termOf(words string, forms ...string) term {
	t := term{words: words}
	for _, form := range append([]string{words}, forms...) {
		tokens := meaning(form)
		if len(tokens) == 0 {
			tokens = search.Tokens(form)
		}
		if len(tokens) > 0 {
			t.forms = append(t.forms, tokens)
		}
	}
	return t
}

// meaning returns the tokens of a phrase that carry meaning.
func meaning(phrase string) []search.Token {
	return slices.DeleteFunc(search.Tokens(phrase), func(t search.Token) bool { return search.Stopword(t.Stem) })
}

// in reports whether a text with these words has the term by one of its names.
func (t term) in(words wordSet) bool {
	return slices.ContainsFunc(t.forms, func(form []search.Token) bool {
		return !slices.ContainsFunc(form, func(w search.Token) bool { return !words[w.Stem] })
	})
}

// is reports whether a phrase is one of the names of the term.
func (t term) is(phrase string) bool {
	tokens := termOf(phrase).forms
	return len(tokens) > 0 && slices.ContainsFunc(t.forms, func(form []search.Token) bool {
		return len(form) == len(tokens[0]) && search.Contains(tokens[0], form)
	})
}

// lacking returns the words of the term that a text with these words does not have.
func (t term) lacking(words wordSet) []string {
	if t.in(words) {
		return nil
	}
	var out []string
	for _, w := range meaning(t.words) {
		if !words[w.Stem] {
			out = append(out, w.Text)
		}
	}
	return out
}

func anyIn(terms []term, words wordSet) bool {
	return slices.ContainsFunc(terms, func(t term) bool { return t.in(words) })
}

func allIn(terms []term, words wordSet) bool {
	return !slices.ContainsFunc(terms, func(t term) bool { return !t.in(words) })
}
