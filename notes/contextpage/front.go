package contextpage

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes"
)

const bom = "\ufeff"

var (
	versionLine = regexp.MustCompile(`^(version[ \t]*:)([ \t]*)(["']?)([^"'\s#]*)(["']?)(.*)$`)
	reflectLine = regexp.MustCompile(`^(last_reflection[ \t]*:)([ \t]*)(["']?)([^"'\s#]*)(["']?)(.*)$`)
	reviewLine  = regexp.MustCompile(`^(last_review[ \t]*:)([ \t]*)(["']?)([^"'\s#]*)(["']?)(.*)$`)
	updatedLine = regexp.MustCompile(`^(last_updated[ \t]*:)([ \t]*)(["']?)([^"'\s#]*)(["']?)(.*)$`)
)

// frontMatter returns how many lines the front matter takes, its fences
// included; 0 if there is none, or if it is never closed.
func frontMatter(lines []line) int {
	if len(lines) == 0 || strings.TrimRight(strings.TrimPrefix(lines[0].text, bom), " \t") != "---" {
		return 0
	}
	for i := 1; i < len(lines); i++ {
		if strings.TrimRight(lines[i].text, " \t") == "---" {
			return i + 1
		}
	}
	return 0
}

// Body returns the page without its front matter and the empty lines around the rest.
func (p *Page) Body() string {
	var out strings.Builder
	for _, l := range p.lines[p.front:] {
		out.WriteString(l.text + l.end)
	}
	return strings.TrimSpace(out.String())
}

// Version returns the page's version, 0 if it has none.
func (p *Page) Version() int64 {
	for i := 1; i < p.front-1; i++ {
		if m := versionLine.FindStringSubmatch(p.lines[i].text); m != nil {
			n, err := strconv.ParseInt(m[4], 10, 64)
			if err != nil || n < 0 {
				return 0
			}
			return n
		}
	}
	return 0
}

// Reviewed returns the day of the last periodic look at the page, the zero day if
// there was none.
func (p *Page) Reviewed() notes.Day { return p.day(reviewLine) }

// Review sets the day of the last periodic look at the page.
func (p *Page) Review(day notes.Day) { p.setDay(reviewLine, "last_review", day) }

// Reflected returns the day of the last look over the notes for the page, the zero day
// if there was none.
func (p *Page) Reflected() notes.Day { return p.day(reflectLine) }

// Reflect sets the day of the last look over the notes for the page.
func (p *Page) Reflect(day notes.Day) { p.setDay(reflectLine, "last_reflection", day) }

func (p *Page) day(key *regexp.Regexp) notes.Day {
	for i := 1; i < p.front-1; i++ {
		if m := key.FindStringSubmatch(p.lines[i].text); m != nil {
			day, err := notes.ParseDay(m[4])
			if err != nil {
				return notes.Day{}
			}
			return day
		}
	}
	return notes.Day{}
}

func (p *Page) setDay(key *regexp.Regexp, name string, day notes.Day) {
	if p.front == 0 {
		p.addFront()
	}
	p.setFront(key, name, day.String())
}

// Stamp sets the page's version and the day of its last change. What else the
// front matter holds stays as it is.
func (p *Page) Stamp(version int64, day notes.Day) {
	if p.front == 0 {
		p.addFront()
	}
	p.setFront(updatedLine, "last_updated", day.String())
	p.setFront(versionLine, "version", strconv.FormatInt(version, 10))
}

func (p *Page) addFront() {
	fence := line{text: "---", end: p.eol}
	front := []line{fence, fence, {end: p.eol}}
	if len(p.lines) == 0 || p.lines[0].text == "" {
		front = front[:2]
	} else if rest, ok := strings.CutPrefix(p.lines[0].text, bom); ok {
		front[0].text = bom + front[0].text
		p.lines[0].text = rest
	}
	p.lines = slices.Concat(front, p.lines)
	p.front = 2
	p.tail += len(front)
}

func (p *Page) setFront(key *regexp.Regexp, name, value string) {
	for i := 1; i < p.front-1; i++ {
		if m := key.FindStringSubmatch(p.lines[i].text); m != nil {
			space := m[2]
			if space == "" {
				space = " "
			}
			p.lines[i].text = m[1] + space + m[3] + value + m[5] + m[6]
			return
		}
	}
	p.lines = slices.Insert(p.lines, p.front-1, line{text: name + ": " + value, end: p.eol})
	p.front++
	p.tail++
}
