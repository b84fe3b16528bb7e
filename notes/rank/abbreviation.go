package rank

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/textfold"
	"github.com/weft-mesh/weft/notes/search"
)

// How long an abbreviation is, in letters, and in how many notes with it one is looked
// for that says what it stands for.
const (
	leastInitials, mostInitials = 2, 5
	mostSpelled                 = 1000
)

// abbreviated returns forms that also know what the notes themselves equate: an
// abbreviation and what a note says that it stands for, a thing and the name that a note
// gives it. What a vocabulary equates with words that stand together is a form of each.
func (x *Index) abbreviated(question string, forms func(string) []string) func(string) []string {
	more := make(map[string][]string) // by stem
	add := func(words []search.Token, form string) {
		for _, w := range words {
			more[w.Stem] = append(more[w.Stem], form)
		}
	}
	tokens := search.Tokens(question)
	for i, t := range tokens {
		if long := x.spelledOut(t); long != "" {
			add(tokens[i:i+1], long)
		}
		if other := x.calledAlso(t); other != "" {
			add(tokens[i:i+1], other)
		}
		for j := i + 1; j < min(len(tokens), i+mostInitials) && adjacent(question, tokens[j-1], tokens[j]); j++ {
			run := tokens[i : j+1]
			text := question[t.Start:tokens[j].End]
			if short := search.Tokens(initials(run)); len(short) == 1 && textfold.Fold(x.spelledOut(short[0])) == textfold.Fold(text) {
				add(run, short[0].Text)
			}
			if forms != nil {
				for _, f := range forms(text) {
					if f != text {
						add(run, f)
					}
				}
			}
		}
	}
	if len(more) == 0 {
		return forms
	}
	return func(word string) []string {
		var out []string
		if forms != nil {
			out = forms(word)
		}
		return slices.Concat(out, more[search.Stem(word)])
	}
}

// adjacent reports whether two tokens of a question stand side by side and both tell
// something.
func adjacent(question string, a, b search.Token) bool {
	return question[a.End:b.Start] == " " && !search.Stopword(a.Stem) && !search.Stopword(b.Stem)
}

// initials are the first letters of words.
func initials(words []search.Token) string {
	var out strings.Builder
	for _, w := range words {
		for _, r := range w.Folded {
			out.WriteRune(r)
			break
		}
	}
	return out.String()
}

// spelledOut returns what the notes say that an abbreviation stands for, "" if they
// don't: the words before it in brackets or behind it, which have its initials.
func (x *Index) spelledOut(t search.Token) string {
	if len(t.Folded) < leastInitials || len(t.Folded) > mostInitials || common()[t.Stem] != 0 || search.Stopword(t.Stem) {
		return ""
	}
	list := x.terms[t.Stem]
	if list == nil {
		return ""
	}
	left := mostSpelled
	for c := list.cursor(); c.next() && left > 0; left-- {
		text := x.from[c.doc].text
		if !strings.ContainsAny(text, "(=") {
			continue
		}
		if long := spelledIn(text, search.Tokens(text), t.Folded); long != "" {
			return long
		}
	}
	return ""
}

// spelledIn returns what a text says that an abbreviation stands for: "blood pressure
// (BP)", "BP (blood pressure)", "BP = blood pressure".
func spelledIn(text string, tokens []search.Token, short string) string {
	for i, t := range tokens {
		if t.Folded != short {
			continue
		}
		n := len(short)
		if i >= n && between(text, tokens, i-1) == "(" && initials(tokens[i-n:i]) == short {
			return text[tokens[i-n].Start:tokens[i-1].End]
		}
		if i+n < len(tokens) && strings.ContainsAny(between(text, tokens, i), "(=") && initials(tokens[i+1:i+1+n]) == short {
			return text[tokens[i+1].Start:tokens[i+n].End]
		}
	}
	return ""
}

// between returns what stands between a token and the next one, but for spaces.
func between(text string, tokens []search.Token, i int) string {
	return strings.TrimSpace(text[tokens[i].End:tokens[i+1].Start])
}
