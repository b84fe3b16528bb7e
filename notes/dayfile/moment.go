package dayfile

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
)

// A NameFormat tells the day of a daily note by where it lies. It stands for the
// settings of a vault's daily notes: a folder, and a date format in the notation
// of moment.js, such as "YYYY/MMMM/DD". Names of months and weekdays are English.
type NameFormat struct {
	folder string
	format string
	re     *regexp.Regexp
	parts  []string // the token of each group of re
}

// momentTokens are the tokens of a format, longer ones before their prefixes,
// and what they look like in a name.
var momentTokens = []struct{ token, pattern string }{
	{"YYYY", `(\d{4})`}, {"YY", `(\d{2})`}, {"GGGG", `(\d{4})`}, {"gggg", `(\d{4})`},
	{"MMMM", `([A-Za-z]+)`}, {"MMM", `([A-Za-z]{3})`}, {"MM", `(\d{2})`}, {"Mo", `(\d{1,2}(?:st|nd|rd|th))`}, {"M", `(\d{1,2})`},
	{"DDDD", `(\d{3})`}, {"DDD", `(\d{1,3})`}, {"DD", `(\d{2})`}, {"Do", `(\d{1,2}(?:st|nd|rd|th))`}, {"D", `(\d{1,2})`},
	{"dddd", `([A-Za-z]+)`}, {"ddd", `([A-Za-z]{3})`}, {"dd", `([A-Za-z]{2})`}, {"do", `(\d(?:st|nd|rd|th))`}, {"d", `(\d)`}, {"E", `(\d)`}, {"e", `(\d)`},
	{"WW", `(\d{2})`}, {"W", `(\d{1,2})`}, {"ww", `(\d{2})`}, {"w", `(\d{1,2})`}, {"Q", `(\d)`},
	{"HH", `(\d{2})`}, {"mm", `(\d{2})`}, {"ss", `(\d{2})`},
}

// formatMax is the longest format, in bytes.
const formatMax = 255

// NewNameFormat prepares a folder and a format. An empty format is YYYY-MM-DD.
// It fails if the format does not tell a day.
func NewNameFormat(folder, format string) (*NameFormat, error) {
	if format == "" {
		format = "YYYY-MM-DD"
	}
	if len(format) > formatMax {
		return nil, fmt.Errorf("the daily note format has %d bytes, more than %d", len(format), formatMax)
	}
	f := &NameFormat{format: format, folder: strings.Trim(path.Clean("/"+folder), "/")}
	var re strings.Builder
	re.WriteString("^")
	for rest := format; rest != ""; {
		if literal, after, ok := cutLiteral(rest); ok {
			re.WriteString(regexp.QuoteMeta(literal))
			rest = after
			continue
		}
		token, pattern := momentToken(rest)
		if token == "" {
			_, size := utf8.DecodeRuneInString(rest)
			re.WriteString(regexp.QuoteMeta(rest[:size]))
			rest = rest[size:]
			continue
		}
		re.WriteString(pattern)
		f.parts = append(f.parts, token)
		rest = rest[len(token):]
	}
	re.WriteString("$")
	var err error
	if f.re, err = regexp.Compile(re.String()); err != nil {
		return nil, fmt.Errorf("the daily note format %q: %w", format, err)
	}
	if !f.tellsDay() {
		return nil, fmt.Errorf("the daily note format %q does not tell a year, a month and a day", format)
	}
	return f, nil
}

// Equal reports whether two formats read names alike. Nil is a format that reads
// none.
func (f *NameFormat) Equal(other *NameFormat) bool {
	if f == nil || other == nil {
		return f == other
	}
	return f.folder == other.folder && f.format == other.format
}

// cutLiteral reads text in square brackets.
func cutLiteral(s string) (literal, rest string, ok bool) {
	if !strings.HasPrefix(s, "[") {
		return "", "", false
	}
	return strings.Cut(s[1:], "]")
}

func momentToken(s string) (token, pattern string) {
	for _, t := range momentTokens {
		if strings.HasPrefix(s, t.token) {
			return t.token, t.pattern
		}
	}
	return "", ""
}

func (f *NameFormat) tellsDay() bool {
	has := map[byte]bool{}
	for _, p := range f.parts {
		if p == "DDD" || p == "DDDD" {
			has['M'] = true
		}
		has[p[0]] = true
	}
	return has['Y'] && has['M'] && has['D']
}

// Day returns the day of the daily note at a path relative to the vault.
func (f *NameFormat) Day(p string) (notes.Day, bool) {
	name, isMarkdown := strings.CutSuffix(p, ".md")
	if !isMarkdown {
		return notes.Day{}, false
	}
	if f.folder != "" {
		var inside bool
		if name, inside = strings.CutPrefix(name, f.folder+"/"); !inside {
			return notes.Day{}, false
		}
	}
	groups := f.re.FindStringSubmatch(name)
	if groups == nil {
		return notes.Day{}, false
	}
	return f.read(groups[1:])
}

func (f *NameFormat) read(values []string) (notes.Day, bool) {
	year, month, date, dayOfYear := 0, 0, 0, 0
	for i, token := range f.parts {
		v := values[i]
		n, _ := strconv.Atoi(cutOrdinal(v))
		switch token {
		case "YYYY":
			year = n
		case "YY":
			year = 2000 + n
		case "MMMM", "MMM":
			month = int(monthNamed(v))
		case "MM", "Mo", "M":
			month = n
		case "DDDD", "DDD":
			dayOfYear = n
		case "DD", "Do", "D":
			date = n
		}
	}
	if dayOfYear > 0 {
		d := notes.NewDay(year, time.January, dayOfYear)
		return d, d.Year == year
	}
	d := notes.Day{Year: year, Month: time.Month(month), Date: date}
	return d, year > 0 && month >= 1 && date >= 1 && notes.NewDay(year, d.Month, date) == d
}
