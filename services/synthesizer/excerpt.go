package synthesizer

import (
	"strings"

	"github.com/weft-mesh/weft/notes"
)

// line is one day of a list: its weekday, its date, and what was noted.
func (c *composer) line(d day, most int) string {
	var words []string
	for _, e := range d.entries {
		quote, shown := excerpt(e.GetText(), most)
		if quote == "" {
			continue
		}
		c.cite(e, quote)
		c.cited[e.GetId()] = true
		words = append(words, shown+c.correction(e, quote))
	}
	weekday := ""
	if day, err := notes.ParseDay(d.date); err == nil {
		weekday = day.Weekday().String()[:3] + " "
	}
	return "- " + weekday + "[" + d.date + "] " + strings.Join(words, " · ")
}

// excerpt returns the first words of a note as they stand in it, and as they
// are shown: on one line, without markup, with a sign where more follows.
func excerpt(text string, most int) (quote, shown string) {
	var b strings.Builder
	start, end, at := -1, 0, 0
	sep, more := "", ""
	for line := range strings.SplitAfterSeq(text, "\n") {
		words := bareSentence(strings.TrimSpace(line))
		from := at + strings.Index(line, words)
		at += len(line)
		if words == "" {
			continue
		}
		if start >= 0 && b.Len()+len(words) > most {
			more = " …"
			break
		}
		if start < 0 {
			start = from
			if len(words) > most {
				words, more = cut(words, most), " …"
			}
		}
		b.WriteString(sep + words)
		end, sep = from+len(words), between(line, words)
		if more != "" {
			break
		}
	}
	if start < 0 {
		return "", ""
	}
	return text[start:end], b.String() + more
}

// between is what joins a line to the next: a heading or a label opens what
// follows it.
func between(line, words string) string {
	switch {
	case strings.HasPrefix(strings.TrimSpace(line), "#") && !strings.HasSuffix(words, ":"):
		return ": "
	case strings.HasSuffix(words, ":"), strings.HasSuffix(words, "."), strings.HasSuffix(words, "!"), strings.HasSuffix(words, "?"):
		return " "
	}
	return "; "
}
