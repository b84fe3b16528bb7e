package render

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
)

// quoteWidth is how much of a citation's words a footnote shows.
const quoteWidth = 160

// cited matches a day or the id of an entry.
const cited = `(?:\d{4}-\d{2}-\d{2}(?:_\d{2}-\d{2}-\d{2}(?:-\d+)?)?|note_[0-9a-f]{12}_[0-9a-f]{8}(?:-\d+)?)`

// reference matches how an answer cites: [2026-02-17] or [2026-02-17_18-20-00],
// also several in one pair of brackets.
var reference = regexp.MustCompile(`\[` + cited + `(?:[,;]\s*` + cited + `)*\]`)

var bold = regexp.MustCompile(`\*\*([^*\n]+)\*\*`)

// Answer returns an answer with its citations as numbered footnotes.
func Answer(style screen.Style, answer string, citations []*commonv1.Citation) string {
	footnotes := number(citations)
	text := footnotes.resolve(answer)
	if style.Color {
		text = bold.ReplaceAllStringFunc(text, func(m string) string {
			return style.Bold(bold.FindStringSubmatch(m)[1])
		})
	}
	var out strings.Builder
	out.WriteString(style.Wrap(strings.TrimSpace(text), "", ""))
	out.WriteByte('\n')
	if len(footnotes.list) > 0 {
		out.WriteByte('\n')
	}
	for i, c := range footnotes.list {
		mark := fmt.Sprintf("[%d] ", i+1)
		if len(footnotes.list) > 9 {
			mark = fmt.Sprintf("%-5s", mark)
		}
		if shown := assertion.WithoutStruckOut(c.GetQuote()); strings.Contains(answer, shown) || strings.Contains(answer, blockQuote.Replace(shown)) {
			c = &commonv1.Citation{Id: c.GetId(), Date: c.GetDate(), Headings: c.GetHeadings(), Source: c.GetSource()} // its words stand above
		}
		out.WriteString(style.Accent(mark) + footnote(style, c, len(mark)) + "\n")
	}
	return out.String()
}

// blockQuote puts the lines of a quote as they stand in the items of an answer.
var blockQuote = strings.NewReplacer("\r\n", "\n  > ", "\r", "\n  > ", "\n", "\n  > ")

func footnote(style screen.Style, c *commonv1.Citation, indent int) string {
	head := c.GetId() // which begins with its day
	if c.GetDate() == "" {
		head = notes.When("", c.GetHeadings()) + "  " + head
	}
	if s := c.GetSource(); s != nil {
		head += fmt.Sprintf("  %s:%d", s.GetPath(), s.GetFirstLine())
	}
	quote := "“" + shorten(oneLine(c.GetQuote()), quoteWidth) + "”"
	if c.GetQuote() == "" {
		return head
	}
	if !style.Terminal {
		return head + "  " + quote
	}
	pad := strings.Repeat(" ", indent)
	return style.Dim(head) + "\n" + style.Wrap(quote, pad, pad)
}

// footnotes are citations in the order of their numbers, each once.
type footnotes struct {
	list  []*commonv1.Citation
	byRef map[string][]int // numbers by entry id and by day
}

func number(citations []*commonv1.Citation) footnotes {
	n := footnotes{byRef: map[string][]int{}}
	seen := map[string]bool{}
	for _, c := range citations {
		key := c.GetId() + "\x00" + c.GetQuote()
		if seen[key] {
			continue
		}
		seen[key] = true
		n.list = append(n.list, c)
		i := len(n.list)
		n.byRef[c.GetId()] = append(n.byRef[c.GetId()], i)
		if c.GetDate() != "" {
			n.byRef[c.GetDate()] = append(n.byRef[c.GetDate()], i)
		}
	}
	return n
}

// lineOf is the day at the head of a line of evidence, "- Mon [2026-02-16] …",
// which stays beside its number.
var lineOf = regexp.MustCompile(`^(- (?:[A-Z][a-z]{2} )?)(\[(\d{4}-\d{2}-\d{2})\])`)

// resolve replaces the references of an answer by the numbers of footnotes.
func (n footnotes) resolve(answer string) string {
	lines := strings.Split(answer, "\n")
	for i, line := range lines {
		if m := lineOf.FindStringSubmatch(line); m != nil && len(n.byRef[m[3]]) > 0 {
			line = m[1] + m[3] + " " + line[len(m[1]):]
		}
		lines[i] = reference.ReplaceAllStringFunc(line, func(bracket string) string {
			return n.replace(bracket, line)
		})
	}
	return strings.Join(lines, "\n")
}

// replace turns one bracket into the numbers it stands for. A bracket that no
// citation belongs to stays as it is.
func (n footnotes) replace(bracket, line string) string {
	var out strings.Builder
	done := map[int]bool{}
	for ref := range strings.FieldsFuncSeq(bracket[1:len(bracket)-1], separator) {
		numbers := n.byRef[ref]
		if len(numbers) == 0 {
			return bracket
		}
		for _, i := range n.quotedIn(line, numbers) {
			if !done[i] {
				done[i] = true
				out.WriteString("[" + strconv.Itoa(i) + "]")
			}
		}
	}
	return out.String()
}

// quotedIn leaves those of a day's citations whose words stand in the line that
// refers to the day, and all of them if none does.
func (n footnotes) quotedIn(line string, numbers []int) []int {
	var quoted []int
	for _, i := range numbers {
		if q, _, _ := strings.Cut(assertion.WithoutStruckOut(n.list[i-1].GetQuote()), "\n"); q != "" && strings.Contains(line, q) {
			quoted = append(quoted, i)
		}
	}
	if len(quoted) == 0 {
		return numbers
	}
	return quoted
}

func separator(r rune) bool { return r == ',' || r == ';' || r == ' ' }

// oneLine joins a text's lines by single blanks.
func oneLine(text string) string {
	return strings.Join(strings.Fields(text), " ")
}

// shorten cuts a text at a blank where it can, so that it takes at most n
// columns or so, and marks the cut.
func shorten(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	cut := string(r[:n])
	if i := strings.LastIndexByte(cut, ' '); i > n/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;.") + "…"
}
