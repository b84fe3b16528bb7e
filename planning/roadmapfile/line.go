package roadmapfile

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
)

// A line is a heading or an item of a list, cut into what people and Weft change
// apart from each other. Its parts together are its bytes.
type line struct {
	prefix  string // up to the text: "## ", "  - [ ] "
	box     int    // where in the prefix the mark of the box is; 0: there is none
	title   string // with estimate, escapes and blanks behind it
	mid     string // what stands between title and comment: fields
	comment string
	tail    string // fields, and whatever else is there
	end     string // the line end

	kind, id, words string // of the comment
}

func (l *line) String() string {
	return l.prefix + l.title + l.mid + l.comment + l.tail + l.end
}

var (
	headingForm = regexp.MustCompile(`^( {0,3}#{1,6}[ \t]+)(.*)$`)
	anchorForm  = regexp.MustCompile(`[ \t]+\^[A-Za-z0-9-]+$`)
	itemForm    = regexp.MustCompile(`^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)(\[(?:[^\x00-\x1f\]])\](?:[ \t]+|$))?(.*)$`)
)

// cutLine cuts a line. ok is false if it is neither heading nor item.
func cutLine(s string) (l line, ok bool) {
	bare := strings.TrimRight(s, "\r\n")
	l.end = s[len(bare):]
	body := ""
	if m := headingForm.FindStringSubmatch(bare); m != nil {
		l.prefix, body = m[1], m[2]
	} else if m := itemForm.FindStringSubmatch(bare); m != nil {
		l.prefix, body = m[1]+m[2], m[3]
		if m[2] != "" {
			l.box = len(m[1]) + 1
		}
	} else {
		return l, false
	}
	l.cutBody(body)
	return l, true
}

func (l *line) cutBody(body string) {
	head := body
	var comments [][]int
	if strings.Contains(body, "<!--") {
		comments = commentForm.FindAllStringSubmatchIndex(body, -1)
	}
	for _, m := range comments {
		if escaped(body, m[0]) {
			continue
		}
		head, l.comment, l.tail = body[:m[0]], body[m[0]:m[1]], body[m[1]:]
		l.kind, l.id, l.words = body[m[2]:m[3]], body[m[4]:m[5]], body[m[6]:m[7]]
	}
	if l.title = head; !hasSign(head) {
		return
	}
	for _, m := range fieldForm.FindAllStringIndex(head, -1) {
		if !escaped(head, m[0]) {
			l.title, l.mid = head[:m[0]], head[m[0]:]
			break
		}
	}
	if l.comment == "" {
		l.mid, l.tail = "", l.mid
	}
}

// hasSign says that there may be a field in a text, which expressions are slow to
// find out.
func hasSign(s string) bool { return strings.ContainsAny(s, "🛫⏳⌛📅📆🗓✅❌") }

// indent is the column at which an item begins.
func (l *line) indent() (n int) {
	for _, c := range l.prefix {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// depth is how many # a heading has; 0 for an item.
func (l *line) depth() int { return strings.Count(l.prefix, "#") }

// mark is the letter in the box, "" without one.
func (l *line) mark() string {
	if l.box == 0 {
		return ""
	}
	mark, _, _ := strings.Cut(l.prefix[l.box:], "]")
	return mark
}

func (l *line) status() Status {
	switch l.mark() {
	case "x", "X":
		return Done
	case "-":
		return Dropped
	}
	return Open
}

// setStatus changes the box, which it makes if there is none.
func (l *line) setStatus(s Status) {
	mark := map[Status]string{Open: " ", Done: "x", Dropped: "-"}[s]
	if l.box == 0 {
		l.prefix += "[" + mark + "] "
		return
	}
	l.prefix = l.prefix[:l.box] + mark + l.prefix[l.box+len(l.mark()):]
}

// A field is a day behind its sign.
type field struct {
	sign, text string
	day        civil.Date
	err        error
}

// fields returns those of a line, and what stands beside them.
func (l *line) fields() (out []field, rest string) {
	s := l.mid + " " + l.tail
	if !hasSign(s) {
		return nil, oneLine(s)
	}
	for _, m := range fieldForm.FindAllStringSubmatch(s, -1) {
		f := field{sign: signs[m[1]], text: m[2]}
		f.day, f.err = civil.ParseDate(m[2])
		out = append(out, f)
	}
	rest = fieldForm.ReplaceAllString(s, " ")
	for _, m := range signForm.FindAllStringSubmatch(rest, -1) {
		out = append(out, field{sign: signs[m[1]], err: errNoDay})
	}
	return out, oneLine(rest)
}

// append puts a text at the end of the line, before blanks and an id of Obsidian's
// that are there.
func (l *line) append(text string) {
	last := &l.tail
	if l.comment == "" && l.tail == "" {
		last = &l.title
	}
	s := strings.TrimRight(*last, " \t")
	if m := anchorForm.FindStringIndex(s); m != nil {
		s = s[:m[0]]
	}
	*last = s + " " + text + (*last)[len(s):]
}
