package scripted

import (
	"fmt"
	"regexp"
	"strings"
)

// analyze repeats what was computed as findings, and is content if nothing is
// missing.
func analyze(p prompt, _ form) any {
	findings := []reply{}
	for _, f := range p.all("fact") {
		if len(findings) < 24 {
			findings = append(findings, reply{"claim": f.text, "confidence": "HIGH", "entries": []string{}, "facts": []string{f.label}})
		}
	}
	verdict := "SUFFICIENT"
	if len(p.all("missing")) > 0 {
		verdict = "INSUFFICIENT"
	}
	return reply{
		"asked": p.text("question"), "findings": findings, "patterns": []string{}, "unknowns": []reply{},
		"upshot": "What was computed can be told.", "verdict": verdict,
	}
}

// label is one of a note, e1, as findings and notes have it.
var label = regexp.MustCompile(`^e\d+`)

// write tells the findings with their notes, and what is missing.
func write(p prompt, _ form) any {
	notes := map[string]string{}
	for _, n := range p.all("note") {
		notes[label.FindString(n.label)] = n.text
	}
	var answer strings.Builder
	quotes, points := []reply{}, []string{}
	quoted := map[string]bool{}
	cite := func(entry string) {
		line, _, _ := strings.Cut(strings.TrimSpace(notes[entry]), "\n")
		if line == "" || quoted[entry] || len(quotes) == 40 {
			return
		}
		quoted[entry] = true
		quotes = append(quotes, reply{"entry": entry, "words": line})
	}
	told := append(p.all("finding"), p.all("fact")...)
	for _, f := range told {
		answer.WriteString("- " + strings.TrimSuffix(f.text, "."))
		for _, entry := range strings.FieldsFunc(f.label, func(r rune) bool { return r == ' ' || r == ',' }) {
			if label.MatchString(entry) && notes[entry] != "" {
				answer.WriteString(" [" + entry + "]")
				cite(entry)
			}
		}
		answer.WriteString(".\n")
		if len(points) < 12 {
			points = append(points, f.text)
		}
	}
	if len(quotes) == 0 && len(p.all("missing")) == 0 {
		for _, n := range p.all("note") {
			entry := label.FindString(n.label)
			line, _, _ := strings.Cut(strings.TrimSpace(n.text), "\n")
			fmt.Fprintf(&answer, "- “%s” [%s]\n", line, entry)
			cite(entry)
		}
	}
	for _, part := range p.all("part")[min(len(p.all("part")), 1):] {
		answer.WriteString("**" + part.text + "**\nA careful next step: stay close to what is usual for you.\n")
	}
	for _, m := range p.all("missing") {
		answer.WriteString("Not in your notes: " + m.text + "\n")
	}
	if answer.Len() == 0 {
		answer.WriteString("Your notes say nothing of it.")
	}
	return reply{"answer": answer.String(), "confidence": "MEDIUM", "key_points": points, "quotes": quotes}
}

// judge finds nothing wrong.
func judge(prompt, form) any {
	good := reply{"issues": []string{}, "reasoning": "Nothing is wrong.", "verdict": "PASS"}
	return reply{"accuracy": good, "completeness": good, "relevance": good, "safety": good, "suggestions": []reply{}, "verdict": "PASS"}
}

// ask words a question for each gap.
func ask(p prompt, _ form) any {
	questions := []reply{}
	for i, g := range p.all("gap") {
		questions = append(questions, reply{"gap": g.label, "options": []string{}, "text": fmt.Sprintf("What is right for number %d?", i+1)})
	}
	return reply{"explanation": "Your notes do not tell.", "fallback": "The rest is answered without it.", "questions": questions}
}

// observe sees nothing that is worth remembering.
func observe(prompt, form) any {
	return reply{"because": "Nothing is new.", "remember": []reply{}}
}
