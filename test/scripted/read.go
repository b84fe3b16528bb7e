package scripted

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// labels are those of notes and facts behind what was found: [f1, n2].
var labels = regexp.MustCompile(`\[[fn]\d+(?:, [fn]\d+)*\]`)

// elsewhere tells that the notes shown are not of the days that were asked about.
var elsewhere = regexp.MustCompile(`None of the notes of (.+) has words of the question`)

// behind is one of a note among labels.
var behind = regexp.MustCompile(`\bn\d+`)

// write tells what was found, what was computed beside that, what the person said,
// and what is missing.
func write(p prompt, _ form) any {
	var lines []string
	told := ""
	tell := func(part string) {
		for _, f := range p.all("finding") {
			_, of, _ := strings.Cut(f.label, ", part ")
			if of == part && strings.TrimSpace(labels.ReplaceAllString(f.text, "")) != "" { // else the facts say it
				lines = append(lines, "- "+f.text)
				told += strings.Join(labels.FindAllString(f.text, -1), " ")
			}
		}
	}
	if m := elsewhere.FindStringSubmatch(p.user); m != nil {
		lines = append(lines, "There is nothing on this in your notes of "+m[1]+".")
	}
	tell("")
	for _, part := range p.all("part") {
		lines = append(lines, "**"+part.text+"**")
		tell(part.label)
	}
	for _, f := range p.all("fact") {
		if !strings.Contains(told, f.label) {
			lines = append(lines, fmt.Sprintf("- %s [%s]", f.text, f.label))
		}
	}
	for _, s := range p.all("said") {
		_, words, _ := strings.Cut(s.text, "\nSaid: ")
		lines = append(lines, "You said: “"+words+"”")
	}
	for _, m := range p.all("missing") {
		lines = append(lines, m.text)
	}
	if len(lines) == 0 {
		lines = append(lines, "Your notes say nothing of it.")
	}
	return reply{"answer": strings.Join(lines, "\n"), "quotes": copied(p, told)}
}

// copied are the first lines of the notes that an answer names.
func copied(p prompt, told string) []reply {
	quotes := []reply{}
	for _, n := range p.all("note") {
		label, _, _ := strings.Cut(n.label, " ")
		line, _, _ := strings.Cut(strings.TrimSpace(n.text), "\n")
		if slices.Contains(behind.FindAllString(told, -1), label) && line != "" && len(quotes) < 40 {
			quotes = append(quotes, reply{"entry": label, "words": line})
		}
	}
	return quotes
}

// judge finds nothing wrong.
func judge(prompt, form) any {
	good := reply{"issues": []string{}, "reasoning": "Nothing is wrong.", "verdict": "PASS"}
	return reply{"accuracy": good, "completeness": good, "relevance": good, "safety": good, "suggestions": []reply{}, "verdict": "PASS"}
}

// observe sees nothing that is worth remembering.
func observe(prompt, form) any {
	return reply{"because": "Nothing is new.", "remember": []reply{}}
}
