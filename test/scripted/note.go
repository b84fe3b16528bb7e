package scripted

import (
	"regexp"
	"strings"
)

// edited finds nothing wrong with what patterns have read.
func edited(prompt) any { return reply{"edits": []reply{}} }

// rightNot is a correction that names what is right and what is wrong.
var rightNot = regexp.MustCompile(`(\d[\d.,]*)[^\d]*(?:,? not|instead of) (\d[\d.,]*)`)

// correct changes the value that the correction calls wrong.
func correct(p prompt) any {
	changes := []reply{}
	if m := rightNot.FindStringSubmatch(p.text("correction")); m != nil {
		for _, v := range p.all("value") {
			if fields := strings.Fields(v.text[strings.LastIndex(v.text, ":")+1:]); len(fields) > 0 && fields[0] == m[2] {
				changes = append(changes, reply{"field": v.label, "right": m[1]})
			}
		}
	}
	return reply{"changes": changes}
}
