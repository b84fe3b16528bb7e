package notegraph

import (
	"errors"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// ask is what a wait asks: the questions as the clarifier worded them, numbered for people
// who type which one they answer.
func ask(s State) graph.Ask {
	out := graph.Ask{Explanation: s.Questions.GetExplanation()}
	for i, q := range s.Questions.GetQuestions() {
		q = cloned(q)
		q.Id = strconv.Itoa(i + 1)
		out.Questions = append(out.Questions, q)
	}
	return out
}

// read returns an answer by gap, with the words of the question beside it.
func read(_ State, pause *runv1.Interrupted, said graph.Said) (graph.Outcome, proto.Message, error) {
	asked := map[string]*commonv1.Question{}
	for _, q := range pause.GetQuestions() {
		asked[q.GetId()] = q
	}
	out := &notegraphv1.Reply{}
	for _, a := range said.GetAnswers() {
		q := asked[a.GetQuestionId()]
		out.Answers = append(out.Answers, &commonv1.Clarification{GapId: q.GetGapId(), Question: q.GetText(), Answer: a.GetText()})
	}
	return Answered, out, nil
}

// said returns the words of an answer.
func said(answer proto.Message) string {
	reply, _ := answer.(*notegraphv1.Reply)
	var words []string
	for _, c := range reply.GetAnswers() {
		words = append(words, c.GetAnswer())
	}
	return strings.Join(words, "\n")
}

// errNoChoice is returned for an answer that names none of the notes that were to choose
// from.
var errNoChoice = errors.New("is none of the notes to choose from; answer with the number or id of one, or decline")

// acceptTarget refuses an answer by which the run could not tell which note is meant,
// so that it goes on waiting for one that it can use.
func acceptTarget(s State, r graph.Reply) error {
	reply, _ := r.Answer.(*notegraphv1.Reply)
	for _, a := range reply.GetAnswers() {
		if chosen(a.GetAnswer(), s.Parsed.GetParse().GetCorrection().GetCandidateEntryIds()) == "" {
			return &graph.AnswerError{Field: "answers.text", Err: errNoChoice}
		}
	}
	return nil
}
