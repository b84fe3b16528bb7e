package synthesizer

import (
	"embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/DataDog/datadog-agent/pkg/template/text"
)

//go:embed answers/*.tmpl
var answerFiles embed.FS

// answers are the sentences of which answers consist, by kind: "gap no_notes",
// "how sum". They know no question and no domain.
var answers = template.Must(template.New("answers").Option("missingkey=error").Funcs(template.FuncMap{
	"from":     from,
	"days":     func(n int32) string { return count(int(n), "day") },
	"number":   number,
	"whole":    func(n int32) string { return number(float64(n)) },
	"both":     func(words []string) string { return quotedList(words, "and") },
	"either":   func(words []string) string { return quotedList(words, "or") },
	"capital":  capital,
	"sentence": sentence,
}).ParseFS(answerFiles, "answers/*.tmpl"))

// render fills in a template. Templates and what they are given are both part of
// the program, so it panics if they don't fit.
func render(name string, v any) string {
	var b strings.Builder
	if err := answers.ExecuteTemplate(&b, name, v); err != nil {
		panic("synthesizer: " + err.Error())
	}
	return strings.TrimSpace(b.String())
}

// kindOf returns the template for a value of an enum: "gap" and GAP_REASON_CUT
// become "gap cut". For a value without one it is the first word alone.
func kindOf(first, value, prefix string) string {
	name := first + " " + strings.ToLower(strings.TrimPrefix(value, prefix))
	if answers.Lookup(name) == nil {
		return first
	}
	return name
}

// from puts "from" before a span of days, but where it begins with a word of that kind:
// "from January", "since 5 January".
func from(days string) string {
	switch first, _, _ := strings.Cut(days, " "); strings.ToLower(first) {
	case "since", "until", "between", "before", "after", "from":
		return days
	}
	return "from " + days
}

// mostWords is how many words are named at most.
const mostWords = 10

// quotedList writes words between quotation marks, each once, with "and" or "or"
// before the last.
func quotedList(words []string, last string) string {
	var marked []string
	for _, w := range words {
		w, _ = cut(clean(w), linedQuote)
		if w = "“" + w + "”"; w != "“”" && len(marked) < mostWords && !slices.Contains(marked, w) {
			marked = append(marked, w)
		}
	}
	return joined(marked, last)
}

func joined(items []string, last string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + " " + last + " " + items[len(items)-1]
}

// capital makes the first letter a capital.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// sentence puts a text that somebody else wrote on one line, with a stop.
func sentence(s string) string {
	s = capital(clean(s))
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

// clean puts a text on one line.
func clean(s string) string { return strings.Join(strings.Fields(s), " ") }
