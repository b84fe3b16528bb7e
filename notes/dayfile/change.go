package dayfile

import "strings"

// Headings counts the sections of a time in a day file, those without text
// included.
func Headings(content string, c Clock) int {
	n := 0
	for _, o := range layoutOf(content) {
		if o.heading && o.clock == c {
			n++
		}
	}
	return n
}

// Text returns the text of the nth section of a time, counted from 1, and false
// if there is none.
func Text(content string, c Clock, n int) (string, bool) {
	l := layoutOf(content)
	i := l.find(c, n)
	if i < 0 {
		return "", false
	}
	return body(content[l[i].body:l.end(i, content)], i == len(l)-1, l[i].converted), true
}

// Rewrite gives the nth section of a time another text; an empty one leaves its
// heading, which keeps the sections behind it in their numbers. Every other
// section is read as before. It reports false if there is no such section.
func Rewrite(content string, c Clock, n int, text string) (string, bool) {
	l := layoutOf(content)
	i := l.find(c, n)
	if i < 0 {
		return content, false
	}
	o, last := l[i], i == len(l)-1
	heading, raw := content[o.begin:o.body], formatText(text, last)
	switch {
	case !strings.HasSuffix(heading, "\n"): // it ends the file
		heading = strings.TrimRight(heading, "\r") + "\n"
	case o.converted && strings.Contains(text, "\r"): // would be taken for converted, too
		heading = strings.TrimSuffix(heading, "\r\n") + "\n"
	case o.converted:
		raw = strings.ReplaceAll(raw, "\n", "\r\n")
	}
	return content[:o.begin] + heading + raw + content[l.end(i, content):], true
}

// Remove takes the nth section of a time away with its heading. Every other
// section is read as before, but those of that time behind it move up by one. It
// reports false if there is no such section.
func Remove(content string, c Clock, n int) (string, bool) {
	l := layoutOf(content)
	i := l.find(c, n)
	if i < 0 {
		return content, false
	}
	before, after := content[:l[i].begin], content[l.end(i, content):]
	if i == len(l)-1 { // the line end before the heading was not of the text above
		before = l[i-1].trimLast(before)
	}
	return before + after, true
}

// mostMissing is how many sections of one second are put in without text at most.
const mostMissing = 1000

// Insert puts a section in as the nth of its time, counted from 1: before the
// first later one, or at the end. If there are fewer of that time it puts headings
// without text before it, and one that is there without text gets this one. Every
// other section is read as before. It reports false if another note has the place,
// and if more than a thousand are missing before it.
func Insert(content string, c Clock, n int, correction bool, text string) (string, bool) {
	have := Headings(content, c)
	if have >= n {
		if there, _ := Text(content, c, n); strings.TrimSpace(there) != "" {
			return content, false
		}
		return Rewrite(content, c, n, text)
	}
	if n-1-have > mostMissing {
		return content, false
	}
	for ; have < n-1; have++ {
		content = insert(content, c, false, "")
	}
	return insert(content, c, correction, text), true
}

// insert puts a section behind those of its time and before the first later one.
func insert(content string, c Clock, correction bool, text string) string {
	l := layoutOf(content)
	at := -1
	for i := len(l) - 1; i > 0 && l[i].clock != c; i-- {
		if c.before(l[i].clock) {
			at = l[i].begin
		}
	}
	if at < 0 {
		return Append(content, c, correction, text)
	}
	return content[:at] + formatHeading(c, correction) + formatText(text, false) + content[at:]
}

// A layout is where the sections of a day file begin. The first opening is that
// of what stands before all headings.
type layout []opening

func layoutOf(content string) layout {
	_, rest, line := cutFront(strings.TrimPrefix(content, byteOrderMark), nil)
	opens := openings(rest, line)
	for i := range opens {
		opens[i].begin += len(content) - len(rest)
		opens[i].body += len(content) - len(rest)
	}
	return opens
}

// find returns the index of the nth section of a time, -1 if there is none.
func (l layout) find(c Clock, n int) int {
	for i, o := range l {
		if o.heading && o.clock == c {
			if n--; n == 0 {
				return i
			}
		}
	}
	return -1
}

// end returns where a section ends.
func (l layout) end(i int, content string) int {
	if i == len(l)-1 {
		return len(content)
	}
	return l[i+1].begin
}

// trimLast takes away the blank line between a section and the one that followed
// it, so that its text is read as before now that it is the last.
func (o opening) trimLast(content string) string {
	raw := content[o.body:]
	text := body(raw, false, o.converted)
	for _, end := range []string{"\r\n", "\n"} {
		rest, ok := strings.CutSuffix(raw, end)
		if ok && strings.HasSuffix(rest, "\n") && body(rest, true, o.converted) == text {
			return content[:len(content)-len(end)]
		}
	}
	return content
}
