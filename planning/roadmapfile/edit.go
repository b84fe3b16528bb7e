package roadmapfile

import (
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
)

// setField gives a sign a day, or takes it away.
func (l *line) setField(sign string, day civil.Date) {
	for _, part := range []*string{&l.mid, &l.tail} {
		for _, m := range fieldForm.FindAllStringSubmatchIndex(*part, -1) {
			s := *part
			if signs[s[m[2]:m[3]]] != sign {
				continue
			}
			if day != 0 {
				*part = s[:m[4]] + day.String() + s[m[5]:]
				return
			}
			before := s[:m[0]]
			if m[1] == len(s) || s[m[1]] == ' ' {
				before = strings.TrimSuffix(before, " ")
			}
			*part = before + s[m[1]:]
			return
		}
	}
	if day != 0 {
		l.append(sign + " " + day.String())
	}
}

// setComment changes the comment, which it puts behind the title if there is
// none.
func (l *line) setComment(text string) {
	if l.comment == "" {
		if !strings.HasSuffix(l.title, " ") {
			l.title += " "
		}
		if l.tail != "" && l.tail[0] != ' ' {
			l.tail = " " + l.tail
		}
	}
	l.comment = text
}

// setTitle changes the title with its estimate.
func (l *line) setTitle(text string) {
	s := strings.TrimRight(l.title, " \t")
	l.title = text + l.title[len(s):]
}
