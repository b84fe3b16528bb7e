package api

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/store"
)

// Notes returns what callers are told of the runs of the note graph. The text of
// the entries that a report names is read from s.
func Notes(g *graph.Graph[notegraph.State], s store.Writer) Graph { return noteRuns{g, s} }

type noteRuns struct {
	*graph.Graph[notegraph.State]
	store store.Writer
}

func (noteRuns) Describe(started *runv1.Started) string { return notegraph.Describe(started) }

func (n noteRuns) Open() View { return &noteRun{of: n} }

// A noteRun is a run of the note graph.
type noteRun struct {
	of  noteRuns
	run graph.Run[notegraph.State]
}

func (n *noteRun) Apply(e *runv1.Event) error { return n.of.Apply(&n.run, e) }

func (n *noteRun) Progress() *graph.Progress { return &n.run.Progress }

func (n *noteRun) Summary(c *runv1.StepCompleted) string { return notegraph.Summary(c) }

// Report tells what the run has come to, with the text of the entries that it kept
// or changed.
func (n *noteRun) Report(ctx context.Context) (*orchestratorv1.RunReport, error) {
	out := notegraph.Report(&n.run)
	scope := n.run.Data.Scope()
	var err error
	if out.Entry, err = n.text(ctx, scope, out.GetEntry()); err != nil {
		return nil, err
	}
	if out.Corrected, err = n.text(ctx, scope, out.GetCorrected()); err != nil {
		return nil, err
	}
	if st := n.run.Status(); out.GetEntry() == nil && (st == graph.Cancelled || st == graph.Failed) {
		// It may have ended between the writing of a note and the word of it.
		kept, err := n.of.store.Kept(ctx, scope, n.run.Started.GetRunId())
		if err == nil {
			out.Entry = kept
		} else if !errors.Is(err, store.ErrNotFound) {
			return nil, storeFault(err)
		}
	}
	return out, nil
}

// text completes a reference to an entry, as far as that is there; nil is nil.
func (n *noteRun) text(ctx context.Context, scope store.Scope, e *commonv1.Entry) (*commonv1.Entry, error) {
	if e == nil {
		return nil, nil
	}
	full, err := n.of.store.Get(ctx, scope, e.GetId())
	if errors.Is(err, store.ErrNotFound) {
		return e, nil
	}
	return full, storeFault(err)
}

// Asked numbers the questions, for people who type which one they answer.
func (n *noteRun) Asked(i *runv1.Interrupted) (questions []*commonv1.Question, explanation string) {
	var ask notegraphv1.Ask
	if i.GetPayload().UnmarshalTo(&ask) != nil {
		return nil, ""
	}
	for i, q := range ask.GetQuestions().GetQuestions() {
		q.Id = strconv.Itoa(i + 1)
	}
	return ask.GetQuestions().GetQuestions(), ask.GetQuestions().GetExplanation()
}

// Answer turns what the caller said into the graph's terms: by gap, with the words
// of the question beside it. An answer without a question id is for the first
// question.
func (n *noteRun) Answer(i *runv1.Interrupted, req *orchestratorv1.AnswerRunRequest) (graph.Outcome, proto.Message, error) {
	if req.GetDecline() {
		return notegraph.Declined, nil, nil
	}
	asked, _ := n.Asked(i)
	out := &notegraphv1.Reply{}
	given := map[string]bool{}
	for i, a := range req.GetAnswers() {
		field := fmt.Sprintf("answers[%d].question_id", i)
		q := question(asked, a.GetQuestionId())
		if q == nil {
			return "", nil, fault.Invalid(field, "the run asks no question %q", a.GetQuestionId())
		}
		if given[q.GetId()] {
			return "", nil, fault.Invalid(field, "question %q is answered twice; give one answer", q.GetId())
		}
		given[q.GetId()] = true
		out.Answers = append(out.Answers, &commonv1.Clarification{
			GapId:    q.GetGapId(),
			Question: q.GetText(),
			Answer:   option(a.GetText(), q.GetOptions()),
		})
	}
	return notegraph.Answered, out, nil
}

// Said returns what a pause was answered with.
func (n *noteRun) Said(a *runv1.Answered) string {
	var reply notegraphv1.Reply
	if a.GetPayload().UnmarshalTo(&reply) != nil {
		return ""
	}
	var said []string
	for _, c := range reply.GetAnswers() {
		said = append(said, c.GetAnswer())
	}
	return strings.Join(said, "\n")
}

// question returns the question with an id, or of the gap with that id, the first if no id is given, nil if
// there is none.
func question(asked []*commonv1.Question, id string) *commonv1.Question {
	for _, q := range asked {
		if id == "" || q.GetId() == id || q.GetGapId() == id {
			return q
		}
	}
	return nil
}
