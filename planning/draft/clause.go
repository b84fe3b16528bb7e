package draft

import (
	"fmt"
	"maps"
	"strings"

	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wish"
)

const (
	// Aside answers what of a clause has to hold: nothing, it is no constraint.
	Aside = "aside"
	// ClauseAnswers tells what else a clause can be answered with.
	ClauseAnswers = `a day ("by 25 April"), when it may be ("weekday evenings", "Mon-Thu 18:00-21:00") or may not ("not on Fridays"), ` +
		`how much ("5 hours a week", "3 times a week"), or "` + Aside + `" if nothing has to`
	clauseParam = "unread-" // and a number from 1, in the order of the words
)

// IsClause tells whether a question, by its parameter, is about a clause that was not read.
func IsClause(param string) bool { return strings.HasPrefix(param, clauseParam) }

// read reads the words, and asks what of each clause that can't be read has to hold.
// An answer is read like a further sentence. It returns the other answers.
func (d *Draft) read(r Request) (answers map[string]string, err error) {
	if r.Extracted != nil {
		return d.readExtracted(r), nil
	}
	known := func(words string) bool { return r.Templates.Select(words).Question == "" }
	if d.Wish, err = wish.ReadLater(r.Wish, r.SaidFrom, r.Now, known); err != nil {
		return nil, err
	}
	answers = maps.Clone(r.Answers)
	text, unread := r.Wish, d.Wish.Unread
	var wrong AnswersError
	for i, clause := range unread {
		name := fmt.Sprintf("%s%d", clauseParam, i+1)
		answer := strings.TrimSpace(answers[name])
		delete(answers, name)
		switch {
		case answer == "":
			d.Unread = append(d.Unread, clause)
			d.Questions = append(d.Questions, pattern.Question{Param: name, Text: fmt.Sprintf("What does “%s” mean for the schedule? Say %s.", clause, ClauseAnswers)})
		case strings.EqualFold(answer, Aside):
		default:
			more := strings.TrimRight(text, " .") + ". " + answer
			w, err := wish.ReadLater(more, r.SaidFrom, r.Now, known)
			switch {
			case err != nil:
				wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
			case len(w.Unread) > len(unread):
				wrong = append(wrong, fmt.Errorf("%s: %.80q can't be read, or contradicts what was read before: say %s", name, w.Unread[len(unread)], ClauseAnswers))
			default:
				text, d.Wish = more, w
			}
		}
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return answers, nil
}
