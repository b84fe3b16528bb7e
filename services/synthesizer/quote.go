package synthesizer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// linedQuote is how many bytes of a note stand on the line of their day at most.
const linedQuote = 160

// within returns the words of a range of a text, without the space around them;
// "" if there is no such range.
func within(text string, r *commonv1.TextRange) string {
	start, end := int(r.GetStart()), int(r.GetEnd())
	if start < 0 || end <= start || end > len(text) || !utf8.ValidString(text[start:end]) {
		return ""
	}
	return strings.TrimSpace(text[start:end])
}

// wordsOf returns the words that a quote names, those that answer best if it names
// none, and else all of the note.
func wordsOf(n *commonv1.EvidenceNote, r *commonv1.TextRange) string {
	text := n.GetEntry().GetText()
	for _, part := range []*commonv1.TextRange{r, n.GetBest()} {
		if s := within(text, part); s != "" {
			return s
		}
	}
	return strings.TrimSpace(text)
}

// cut returns the first words of a text: whole sentences where one ends, else
// whole words.
func cut(s string, most int) (_ string, more bool) {
	if len(s) <= most {
		return s, false
	}
	first, end := head(s, most), 0
	for _, part := range sentencesplit.SplitText(s, sentencesplit.Composed) {
		if part.End > len(first) {
			break
		}
		end = part.End
	}
	if end > most/4 {
		first = first[:end]
	} else if blank := strings.LastIndexFunc(first, unicode.IsSpace); blank > 0 {
		first = first[:blank]
	}
	return strings.TrimSpace(first), true
}

// head returns the first bytes of a text, at the border of a character.
func head(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// lined reports whether words can stand between quotation marks in a sentence
// without touching what stands around them.
func lined(words string) bool {
	return len(words) <= linedQuote && !strings.ContainsFunc(words, func(r rune) bool {
		return strings.ContainsRune("“”`<", r) || unicode.Is(unicode.Cf, r) || r < ' '
	})
}

var breaks = strings.NewReplacer("\r\n", "\n  > ", "\r", "\n  > ", "\n", "\n  > ")

// block shows words in a block of an item, whose marks keep the Markdown of a note
// within it. What follows a cut stands behind a space, and is no part of the words.
func block(words string, more bool) string { return "> " + breaks.Replace(words) + ellipsis(more) }

func ellipsis(more bool) string {
	if more {
		return " …"
	}
	return ""
}

// quotation shows words of a note behind what names the note: on its line, or in a
// block of their own.
func quotation(name, words string, before, more bool, cite string) string {
	words = assertion.WithoutStruckOut(words) // a citation has them as they stand in the note
	if lined(words) {
		return name + ": “" + words + "”" + ellipsis(more) + cite
	}
	if before {
		words = "…\n" + words
	}
	return name + cite + "\n  " + block(words, more)
}

// roomFor is how many bytes of a quotation are shown: a table is shown whole if it can be.
func roomFor(words string, usual int) int {
	if excerpt.IsTable(words) {
		return max(usual, excerpt.WholeTable)
	}
	return usual
}

// goesOn reports whether the passage that has several quoted lines has others before or after
// them: half of a list or table must not look whole.
func goesOn(text, words string) (before, after bool) {
	start := strings.Index(text, words)
	if start < 0 || !strings.Contains(words, "\n") {
		return false, false
	}
	end := start + len(words)
	first, last := excerpt.PassageAround(text, start, end)
	says := func(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }
	return says(text[first:start]), says(text[end:last])
}

// longestHeading is how much of what stands above a note is shown.
const longestHeading = 100

// name is what a note is called: its day, and what stands above it.
func (c calendar) name(e *commonv1.Entry) string {
	day := c.day(e.GetDate())
	title, more := cut(clean(notes.Heading(e.GetHeadings())), longestHeading)
	if more {
		title += " …"
	}
	switch {
	case day == "" && title == "":
		return "Undated"
	case day == "" || title == "":
		return day + title
	}
	return day + ", " + title
}

// valueLine returns what a citation of a value quotes: the line of the note that has
// it as digits, or else the first of the words that answer best.
func valueLine(n *commonv1.EvidenceNote, value string) string {
	text := wordsOf(n, nil)
	for line := range strings.Lines(n.GetEntry().GetText()) {
		i := strings.Index(line, value)
		if i >= 0 && value != "" && !digitAt(line, i-1) && !digitAt(line, i+len(value)) {
			text = strings.TrimSpace(line)
			break
		}
	}
	line, _, _ := strings.Cut(text, "\n")
	words, _ := cut(strings.TrimSpace(line), conciseQuote)
	return words
}

func digitAt(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
