package scripted

import "strings"

// gather collects the line of each note that has most of the question's words.
func gather(p prompt) any {
	items := []reply{}
	for _, n := range p.all("note") {
		if line := closest(n.text, p.text("question")); line != "" {
			label, _, _ := strings.Cut(n.label, " ")
			items = append(items, reply{"entry": label, "exact_words": strings.Trim(line, "… "), "number": 0, "unit": ""})
		}
	}
	return reply{"items": items}
}
