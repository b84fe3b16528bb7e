package planninggraph

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
)

// acceptAnswers refuses what a person says of a goal if the goal can't be planned with it, and names
// each answer that is wrong. Nothing of it is taken then, and the goal goes on waiting as it was.
func (d Deps) acceptAnswers(s *State, m *planningv1.Amendment) error {
	field, wrong := "payload.terms.answers", s.wrongAnswers(m)
	s.styled(m)
	after := *s
	after.goal = Amended(s.goal, m)
	for name := range wrong {
		delete(after.goal.GetTerms().GetAnswers(), name)
	}
	var told []string
	for _, name := range slices.Sorted(maps.Keys(wrong)) {
		told = append(told, wrong[name])
	}
	before, err := d.mistakes(s)
	if err != nil {
		return err
	}
	now, err := d.mistakes(&after)
	if err != nil {
		return err
	}
	told = append(told, slices.DeleteFunc(now, func(text string) bool { return slices.Contains(before, text) })...)
	told = append(told, d.unknownParts(s, m.GetTerms().GetOut())...)
	if len(told) == 0 {
		return nil
	}
	if len(m.GetTerms().GetAnswers()) == 0 {
		if field = "payload.terms"; m.GetWords() != "" {
			field = "payload.words"
		}
	}
	return &graph.AnswerError{Field: field, Err: fmt.Errorf("nothing was changed, and the goal still waits: %s", strings.Join(told, "; "))}
}

// unknownParts tells which of the parts that are to be left out the goal doesn't have. Before it has an
// outline, and where rules make none, that is not known.
func (d Deps) unknownParts(s *State, out []string) (told []string) {
	if len(out) == 0 {
		return nil
	}
	known := map[string]bool{}
	for _, n := range s.outline.GetOutline().GetNodes() {
		known[n.GetId()] = true
	}
	if r, err := d.request(s, nil); s.outline == nil && err == nil {
		if made, err := draft.Outline(r); err == nil {
			for _, n := range made.Outline.Nodes {
				known[n.ID] = true
			}
		}
	}
	for _, id := range out {
		if cycle, _, _ := strings.Cut(id, "@"); len(known) > 0 && !known[cycle] {
			told = append(told, fmt.Sprintf("this goal has no part with the id %.70q; -o json shows the ids of its parts", id))
		}
	}
	return told
}

// reshapes says that hours change more than where the work lies: a template may count the days in them.
func (d Deps) reshapes(s *State, m *planningv1.Amendment) bool {
	after := *s
	after.goal = Amended(s.goal, m)
	var values [2]pattern.Values
	for i, at := range []*State{s, &after} {
		r, err := d.request(at, nil)
		if err != nil {
			return true
		}
		read, err := draft.Read(r)
		if err != nil {
			return true
		}
		values[i] = read.Values()
	}
	return !maps.Equal(values[0], values[1])
}

// mistakes are what a goal as it is said can't be planned with.
func (d Deps) mistakes(s *State) ([]string, error) {
	r, err := d.request(s, nil)
	if err != nil {
		return []string{err.Error()}, nil //nolint:nilerr // terms that can't be read, which checkTerms names
	}
	read, err := draft.Read(r)
	if several, ok := errors.AsType[draft.AnswersError](err); ok {
		var out []string
		for _, e := range several {
			out = append(out, e.Error())
		}
		return out, nil
	}
	if wrong, ok := errors.AsType[*draft.InputError](err); ok {
		return []string{wrong.Error()}, nil
	}
	if errors.Is(err, draft.ErrContradiction) {
		return read.Wish.Problems, nil
	}
	return nil, err
}

// wrongAnswers are answers that no template has to look at: of a question that is asked with choices
// or bounds, and empty ones. An empty answer takes back what was answered before. Each text names its
// question.
func (s *State) wrongAnswers(m *planningv1.Amendment) map[string]string {
	out := map[string]string{}
	for name, text := range m.GetTerms().GetAnswers() {
		i := slices.IndexFunc(s.read.GetQuestions(), func(q *planningv1.Question) bool { return q.GetId() == name })
		_, answered := s.goal.GetTerms().GetAnswers()[name]
		switch empty := strings.TrimSpace(text) == ""; {
		case empty && answered:
			m.Terms.Answers[name] = ""
		case i >= 0 && (empty || name == styleID):
			if err := fits(s.read.GetQuestions()[i], strings.TrimSpace(text)); err != nil {
				out[name] = fmt.Sprintf("%s is %v", name, err)
			}
		case empty:
			out[name] = fmt.Sprintf("%.70s is empty, but there is no answer to take back", name)
		}
	}
	return out
}

// fits says why an answer is none to a question; nil if it is one.
func fits(q *planningv1.Question, text string) error {
	var values []string
	for _, c := range q.GetChoices() {
		values = append(values, c.GetValue())
	}
	n, err := strconv.Atoi(text)
	switch {
	case len(values) > 0 && !slices.Contains(values, text):
		return fmt.Errorf("%.40q; it has to be one of %s", text, strings.Join(values, ", "))
	case len(values) == 0 && q.GetMax() != 0 && (err != nil || n < int(q.GetMin()) || n > int(q.GetMax())):
		return fmt.Errorf("%.40q; it has to be a number from %d to %d", text, q.GetMin(), q.GetMax())
	case text == "":
		return errors.New("empty; say it in words")
	}
	return nil
}
