// Package notestest has texts for the tests of what reads notes and questions:
// shapes that a person hardly writes and a paste or a script does.
package notestest

import "strings"

// A Shape is a kind of text that can be had in any size.
type Shape struct {
	Name string
	unit string // what is repeated
	// once is what stands before the repetition.
	once string
}

// Text returns a text of the shape, not longer than n bytes.
func (s Shape) Text(n int) string {
	return s.once + strings.Repeat(s.unit, max(1, (n-len(s.once))/len(s.unit)))
}

// Shapes returns the shapes. What is quadratic in one of these things, with the
// words around it, shows in its text.
func Shapes() []Shape {
	return []Shape{
		{"today", "today ", ""},
		{"last week and", "last week and ", ""},
		{"ISO dates", "2026-03-04 ", ""},
		{"dates in words", "March 4 2025, ", ""},
		{"slashed dates", "3/4/2025 and ", "when "},
		{"years", "1999 to 2004, ", ""},
		{"centuries", "from year 1 to 9999 ", ""},
		{"weekdays", "Monday Tuesday Wednesday Thursday ", ""},
		{"weekdays in sentences", "I ran on Monday. ", ""},
		{"months", "January February March ", ""},
		{"between", "between a and b ", ""},
		{"between dates", "between Monday and Friday ", ""},
		{"before and after", "before the release after the race since my surgery ", ""},
		{"the weekend before", "the weekend before ", ""},
		{"the day before yesterday", "the day before yesterday ", ""},
		{"clock times", "at 7:30 am until 19:45, ", ""},
		{"ordinals", "the 5th and the twenty-second of ", ""},
		{"numbers in words", "twenty one hundred and ", ""},
		{"weekends ago", "three weeks ago ", ""},
		{"holidays", "Easter Christmas Eve ", ""},
		{"possessives", "Lena's ", ""},
		{"occasions", "my mom's birthday ", ""},
		{"digits", "1234567890", ""},
		{"separated digits", "1 2 3 4 5 ", ""},
		{"fractions", "1 1/2 cups ", ""},
		{"units", "5 km 30 min 80 kg 7 h ", ""},
		{"sets", "3x5 @ 100kg, ", "Squat "},
		{"currency", "$12.50 €3 20 EUR, ", "Paid "},
		{"decimals", "3.14.15,92", ""},
		{"key values", "weight: 80 kg, sleep: 7 h\n", ""},
		{"URLs", "https://example.com/a/b?c=d&e=f ", ""},
		{"tags", "#run #sleep @home ", ""},
		{"one word", "a", ""},
		{"a compound", "well-", ""},
		{"a slashed word", "and/or/", ""},
		{"quotes", "\"", ""},
		{"quoted words", "\"bench press\" ", ""},
		{"curly quotes", "“so” ‘it’ is, ", ""},
		{"apostrophes", "don't I'd ", ""},
		{"brackets", "([{", ""},
		{"closed brackets", "(a) [b] {c} ", ""},
		{"newlines", "\n", "a"},
		{"short lines", "a\n", ""},
		{"blanks", " ", "a"},
		{"tabs", "\t", "a"},
		{"question marks", "?", "why"},
		{"short questions", "why? ", ""},
		{"questions", "How did I sleep last week? ", ""},
		{"questions without marks", "what did I eat when did I run ", ""},
		{"commas", ",", "a"},
		{"and", "and ", "what "},
		{"or", "or ", "what "},
		{"clauses", "I ran, and I slept, but ", ""},
		{"sentences", "I ran 5 km with Paul and felt good. ", ""},
		{"sentences without ends", "I ran 5 km with Paul and felt good ", ""},
		{"corrections", "correction: ", ""},
		{"not but", "no, it was not 5 but 6 km, ", ""},
		{"actually", "actually it was wrong I meant ", ""},
		{"names", "Paul Lena Anna Ben ", ""},
		{"periods", ".", "a"},
		{"ellipses", "... ", "a"},
		{"dashes", "- ", ""},
		{"long dashes", "— ", "a "},
		{"a list", "- milk 2 l\n", "Bought:\n"},
		{"tasks", "- [ ] call Ann\n", ""},
		{"headings", "## 07:30\nran\n", ""},
		{"a table", "| a | 5 km |\n", ""},
		{"emoji", "🏃🏽‍♀️", ""},
		{"combining marks", "\u0301", "e"},
		{"zero width", "\u200b", "a"},
		{"CJK", "昨日走了五公里", ""},
		{"CJK sentences", "昨日。", ""},
		{"Cyrillic", "вчера пробежал ", ""},
		{"Arabic", "ركضت أمس ", ""},
		{"ligatures", "ﬁ", ""},
		{"code", "`x` ", ""},
		{"compare", "compare June to May and ", ""},
		{"versus", "vs ", "mornings "},
		{"every", "every Monday at 7 ", ""},
		{"feelings", "felt tired and stressed, ", ""},
		{"more than", "more than 5 km less than ", ""},
		{"colons", "a: b: ", ""},
		{"semicolons", "ran; slept; ", ""},
		{"meals", "breakfast: 2 eggs, lunch 600 kcal, ", ""},
		{"misspelled", "tommorow wendsday febuary ", ""},
	}
}
