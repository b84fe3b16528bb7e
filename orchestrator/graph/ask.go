package graph

import (
	"cmp"
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
)

// An Ask is what a Wait state asks. It stands in the log, so that it can be told and
// answered as it was asked.
type Ask struct {
	Text        string // what is asked, in a sentence; "" if the questions say it
	Explanation string // why
	// Options are answers to choose from.
	Options []Option
	// Questions are asked for words. Their ids differ.
	Questions []*commonv1.Question
	// Payload is what there is to decide on; nil if the words say it all.
	Payload proto.Message
	// Answer is an empty message of the type that an answer may have, nil if it has none.
	Answer proto.Message
	// Users are those who may answer; empty is everybody who has the state's scope.
	Users []string
}

// An Option is one of the answers to choose from.
type Option struct {
	ID          string // names it within the pause
	Label       string // in a few words
	Description string // what choosing it means; may be empty
	Outcome     Outcome
}

// scope is what whoever answers a Wait state needs.
func (n *Node[S]) scope() auth.Scope {
	return cmp.Or(n.Scope, auth.Write)
}

// ask puts what a Wait state asks of a run into its pause.
func (g *Graph[S]) ask(n *Node[S], s S, i *runv1.Interrupted) (err error) {
	defer g.recovered("Ask", n.State, &err)
	var a Ask
	if n.Ask != nil {
		a = n.Ask(s)
	}
	payload, err := pack(a.Payload)
	if err != nil {
		return err
	}
	if payload != nil {
		i.Payload = payload
	}
	i.Text, i.Explanation, i.Questions, i.Users = a.Text, a.Explanation, a.Questions, a.Users
	i.Scope, i.AnswerType = string(n.scope()), typeOf(a.Answer)
	i.AnsweredOutcome, i.DeclinedOutcome = string(n.Answered), string(n.Declined)
	seen := map[string]bool{}
	for _, o := range a.Options {
		if n.Outcomes[o.Outcome] == nil || o.ID == "" || seen[o.ID] {
			return fmt.Errorf("%w: %s, %q of option %q", errOutcome, n.State, o.Outcome, o.ID)
		}
		seen[o.ID] = true
		i.Options = append(i.Options, &commonv1.PauseOption{Id: o.ID, Label: o.Label, Description: o.Description, Outcome: string(o.Outcome)})
	}
	i.Kind = kind(i)
	return nil
}

// kind tells what kind of answer a pause wants by what it asks.
func kind(i *runv1.Interrupted) commonv1.PauseKind {
	switch {
	case i.GetScope() == string(auth.Approve):
		return commonv1.PauseKind_PAUSE_KIND_APPROVAL
	case i.GetAnswerType() != "":
		return commonv1.PauseKind_PAUSE_KIND_FORM
	case len(i.GetOptions()) > 0:
		return commonv1.PauseKind_PAUSE_KIND_CHOICE
	}
	return commonv1.PauseKind_PAUSE_KIND_QUESTION
}

// asked returns a pause with what it asks. Earlier builds have kept it without, so it is
// asked again of the run as it stands when it pauses.
func (g *Graph[S]) asked(s S, i *runv1.Interrupted) (*runv1.Interrupted, error) {
	n := g.nodes[State(i.GetState())]
	if i.GetKind() != commonv1.PauseKind_PAUSE_KIND_UNSPECIFIED || n == nil {
		return i, nil
	}
	full := proto.CloneOf(i)
	return full, g.ask(n, s, full)
}
