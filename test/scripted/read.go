package scripted

import (
	"fmt"
	"regexp"
	"strings"
)

// mostQuoted is how many notes an answer quotes.
const mostQuoted = 8

// present is what only the person knows.
var present = regexp.MustCompile(`(?i)\bright now\b|^am i\b`)

// write tells what was computed, what the best notes say and what the person said. Of
// what only the person knows it asks.
func write(p prompt) any {
	if present.MatchString(p.text("question")) && len(p.all("said")) == 0 {
		return reply{"answer": "Your notes don't tell.", "ask": "How is it now?", "missing": "how it is now", "values": []reply{}}
	}
	var lines []string
	for _, f := range p.all("fact") {
		lines = append(lines, fmt.Sprintf("- %s [%s]", f.text, f.label))
	}
	var quotes []string
	for i, n := range p.all("note") {
		line := closest(n.text, p.text("question"))
		if line == "" && i == 0 { // the best match may be in another language
			line, _, _ = strings.Cut(strings.TrimSpace(n.text), "\n")
		}
		if line != "" && len(quotes) < mostQuoted {
			quotes = append(quotes, quotation(n, line))
		}
	}
	lines = append(lines, quotes...)
	for _, s := range p.all("said") {
		_, words, _ := strings.Cut(s.text, "\nSaid: ")
		lines = append(lines, "You said: “"+words+"”")
	}
	missing := ""
	if len(lines) == 0 {
		missing = "anything on it"
		lines = append(lines, "Your notes say nothing of it: “"+strings.Join(strings.Fields(p.text("question")), " ")+"”")
	}
	return reply{"answer": strings.Join(lines, "\n"), "ask": "", "missing": missing, "values": []reply{}}
}

func quotation(n block, words string) string {
	label, _, _ := strings.Cut(n.label, " ")
	return fmt.Sprintf("- “%s” [%s]", strings.ReplaceAll(strings.Trim(words, "…"), "”", "…"), label)
}

// asking are words of a question that say nothing of what it is about.
var asking = regexp.MustCompile(`(?i)^(?:what|when|which|where|how|why|did|does|was|were|the|and|for|have|has|are|with|show)$`)

// closest is the line of a note with the most words of a question, "" if it has none.
func closest(note, question string) string {
	best, most := "", 0
	for line := range strings.Lines(note) {
		shared := 0
		for _, word := range strings.Fields(strings.ToLower(question)) {
			word = strings.Trim(word, "?!.,")
			if len(word) > 2 && !asking.MatchString(word) && strings.Contains(strings.ToLower(line), word[:min(4, len(word))]) {
				shared++
			}
		}
		if shared > most {
			best, most = strings.TrimSpace(line), shared
		}
	}
	return best
}

// judge finds nothing wrong.
func judge(prompt) any { return reply{"faults": []reply{}} }

// observe sees nothing that is worth remembering.
func observe(prompt) any {
	return reply{"because": "Nothing is new.", "remember": []reply{}}
}
