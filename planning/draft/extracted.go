package draft

import (
	"fmt"
	"maps"
	"strings"

	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wish"
)

// Extracted is what a model has extracted from the words of a wish.
type Extracted struct {
	Title       string
	Constraints []wish.Constraint
	// Template is the one that fits; [pattern.Generic]: none does.
	Template string
	// Asks are questions that the plan depends on, in the person's language.
	Asks []string
}

// askParam names a question of a model, with a number from 1.
const askParam = "ask-"

// IsWords tells whether the answer to a question is words, which are read with the wish, and no
// parameter of a template. That is so of what a model asks, and of clauses that it left out.
func IsWords(question string) bool {
	return strings.HasPrefix(question, askParam) || strings.HasPrefix(question, clauseParam)
}

// readExtracted takes what a model has extracted, as far as code can hold a plan to it. It
// returns the answers that are parameters.
func (d *Draft) readExtracted(r Request) map[string]string {
	x := r.Extracted
	d.Wish, _ = wish.FromConstraints(x.Title, r.Wish, x.Constraints, r.Now)
	d.Unread = d.Wish.Unread
	for i, text := range x.Asks {
		d.Questions = append(d.Questions, pattern.Question{Param: fmt.Sprintf("%s%d", askParam, i+1), Text: text})
	}
	for i, clause := range d.Unread {
		d.Questions = append(d.Questions, pattern.Question{Param: fmt.Sprintf("%s%d", clauseParam, i+1), Text: fmt.Sprintf("What does “%s” mean for the schedule?", clause)})
	}
	answers := maps.Clone(r.Answers)
	maps.DeleteFunc(answers, func(name, _ string) bool { return IsWords(name) })
	return answers
}
