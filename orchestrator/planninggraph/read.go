package planninggraph

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wire"
)

// readApproval reads what is said to an approval: the option, and what should be
// different. What changes more than where the work lies has the goal read anew.
func (d Deps) readApproval(s *State, pause *runv1.Interrupted, said graph.Said) (graph.Outcome, proto.Message, error) {
	m, err := d.amendment(s, said)
	if err != nil {
		return "", nil, err
	}
	if wants, err := s.wantsIdeas(true, said.GetOptionId(), m); wants || err != nil {
		return IdeasWanted, m, err
	}
	outcome := chosen(pause, said.GetOptionId())
	rejected := outcome == approvals[s.stage].rejected || said.GetOptionId() == ""
	switch {
	case !rejected && !empty(m):
		return "", nil, &graph.AnswerError{Field: "payload", Err: fmt.Errorf("saying what should be different goes with the option reject; %s accepts the draft unchanged", said.GetOptionId())}
	case !rejected:
		return outcome, m, nil
	case empty(m) && said.GetOptionId() == "":
		return "", nil, &graph.AnswerError{Field: "option_id", Err: fmt.Errorf("choose an option, or say what should be different")}
	case reads(m), changesHours(m) && !modelled(s.outline) && d.reshapes(s, m):
		return Reconsidered, m, nil
	case changesHours(m) && s.stage == planningv1.Stage_STAGE_SCHEDULE:
		return RoadmapRejected, m, nil
	}
	return approvals[s.stage].rejected, m, nil
}

// accept refuses an approval of something else than was shown.
func accept(s *State, r graph.Reply) error {
	var shown planningv1.Asked
	if r.Outcome != approvals[s.stage].approved || r.Pause.GetPayload().UnmarshalTo(&shown) == nil && shown.GetHash() == s.hash() {
		return nil
	}
	return fmt.Errorf("the draft has changed since you looked; look at it again")
}

// readClarification reads an answer: to questions, or what else is said.
func (d Deps) readClarification(s *State, pause *runv1.Interrupted, said graph.Said) (graph.Outcome, proto.Message, error) {
	m, err := d.amendment(s, said)
	if err != nil {
		return "", nil, err
	}
	if wants, err := s.wantsIdeas(s.doubtful(), said.GetOptionId(), m); wants || err != nil {
		return IdeasWanted, m, err
	}
	outcome := chosen(pause, said.GetOptionId())
	switch {
	case outcome == GivenUp:
		return GivenUp, m, nil
	case !empty(m):
		return Answered, m, nil
	case m.GetIdea() != 0:
		return IdeaChosen, m, nil
	case outcome == "":
		return "", nil, &graph.AnswerError{Field: "option_id", Err: fmt.Errorf("choose an option, or answer what is asked")}
	}
	return outcome, m, nil
}

// readEscalation reads which way out is taken.
func (d Deps) readEscalation(s *State, pause *runv1.Interrupted, said graph.Said) (graph.Outcome, proto.Message, error) {
	m, err := d.amendment(s, said)
	if err != nil {
		return "", nil, err
	}
	outcome := chosen(pause, said.GetOptionId())
	if outcome == GivenUp {
		return GivenUp, m, nil
	}
	for _, w := range s.schedule.GetWays() {
		if w.GetId() == said.GetOptionId() {
			m.Terms = Amended(&planningv1.Goal{Terms: w.GetTerms()}, &planningv1.Amendment{Terms: m.GetTerms()}).GetTerms()
			if reads(m) && w.GetTerms().GetBy() == "" {
				outcome = Reconsidered
			}
			return outcome, m, nil
		}
	}
	switch t := m.GetTerms(); {
	case empty(m):
		return "", nil, &graph.AnswerError{Field: "option_id", Err: fmt.Errorf("choose a way, or say what else can change")}
	case reads(m):
		return Reconsidered, m, nil
	case len(t.GetOut()) > 0:
		return Reduced, m, nil
	}
	return Relaxed, m, nil
}

func chosen(pause *runv1.Interrupted, id string) graph.Outcome {
	for _, o := range pause.GetOptions() {
		if o.GetId() == id {
			return graph.Outcome(o.GetOutcome())
		}
	}
	return ""
}

func empty(m *planningv1.Amendment) bool {
	return strings.TrimSpace(m.GetWords()) == "" && proto.Size(m.GetTerms()) == 0 && len(m.GetReplies()) == 0 && m.GetPolicy() == nil
}

// amendment is what somebody says: a payload, and words, which answer a question where
// one is named.
func (d Deps) amendment(s *State, said graph.Said) (*planningv1.Amendment, error) {
	m := &planningv1.Amendment{}
	if p, ok := said.Payload.(*planningv1.Amendment); ok {
		m = proto.CloneOf(p)
	}
	var err error
	if m.Idea, err = s.idea(said.GetOptionId(), m); err != nil {
		return nil, err
	}
	var words []string
	if m.GetWords() != "" {
		words = append(words, m.GetWords())
	}
	for _, a := range said.GetAnswers() {
		text := strings.TrimSpace(a.GetText())
		if text == "" {
			continue
		}
		at := slices.IndexFunc(s.read.GetQuestions(), func(q *planningv1.Question) bool { return q.GetId() == a.GetQuestionId() })
		if at < 0 || a.GetQuestionId() == "" {
			words = append(words, text)
			continue
		}
		answer(m, s.read.GetQuestions()[at], text)
	}
	words = s.takeSteps(m, words)
	m.Words = strings.Join(words, ". ")
	if s.goal.GetExtraction() != nil {
		s.reply(m)
	}
	if err := s.checkTerms("payload.terms", m.GetTerms()); err != nil {
		return nil, err
	}
	return m, d.acceptAnswers(s, m)
}

// checkTerms returns a *graph.AnswerError for terms that can't be read.
func (s *State) checkTerms(field string, terms *planningv1.Terms) error {
	set, err := pattern.Shipped()
	if err != nil {
		return err
	}
	err = wire.CheckTerms(field, terms, s.read.GetTime().AsTime(), set)
	if wrong, ok := errors.AsType[*wire.FieldError](err); ok {
		return &graph.AnswerError{Field: wrong.Field, Err: errors.New(wrong.Reason)}
	}
	return err
}

// reply takes answers in words out of those that are parameters of a template: whoever extracts
// anew may ask other questions by the same ids.
func (s *State) reply(m *planningv1.Amendment) {
	for _, q := range s.read.GetQuestions() {
		if text := m.GetTerms().GetAnswers()[q.GetId()]; text != "" && draft.IsWords(q.GetId()) {
			m.Replies = append(m.Replies, &planningv1.Reply{Question: q.GetText(), Answer: text})
			delete(m.Terms.Answers, q.GetId())
		}
	}
}

// takeSteps takes words that are steps with how long each takes, where these are asked for: nothing else
// of the goal is read from them. It returns the other words.
func (s *State) takeSteps(m *planningv1.Amendment, words []string) (others []string) {
	at := slices.IndexFunc(s.read.GetQuestions(), func(q *planningv1.Question) bool { return q.GetId() == draft.StepsParam })
	for _, text := range words {
		if steps, err := draft.ParseSteps(text); at >= 0 && err == nil && len(steps) > 0 && m.GetTerms().GetAnswers()[draft.StepsParam] == "" {
			answer(m, s.read.GetQuestions()[at], text)
		} else {
			others = append(others, text)
		}
	}
	return others
}

// answer puts the answer to a question where it belongs.
func answer(m *planningv1.Amendment, q *planningv1.Question, text string) {
	if m.Terms == nil {
		m.Terms = &planningv1.Terms{}
	}
	if m.Terms.Answers == nil {
		m.Terms.Answers = map[string]string{}
	}
	m.Terms.Answers[q.GetId()] = text
}
