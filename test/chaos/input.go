package chaos

import (
	"fmt"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// A Kind is how an input is sent.
type Kind string

// The kinds of inputs. An undecided one is a note or a question and leaves it to
// the router to find out.
const (
	Log        Kind = "LOG"
	Query      Kind = "QUERY"
	Both       Kind = "BOTH"
	Correction Kind = "CORRECTION"
	Undecided  Kind = "undecided"
)

// Batch is a run of another graph.
const (
	Batch   Kind = "batch of payments"
	Planned Kind = "plan"
)

// Kinds returns the kinds in the order in which they are told.
func Kinds() []Kind { return []Kind{Log, Query, Both, Correction, Undecided} }

// An Input is what the load sends. Its marks are words that no other input has.
type Input struct {
	Kind      Kind
	Text      string
	RequestID string
	Note      string // the mark of what has to be kept; "" if nothing has
	Question  string // the mark of what must not be kept; "" if there is no question
	intent    commonv1.InputType
	minute    int
}

// Request is the input as the API takes it.
func (in Input) Request() *orchestratorv1.SubmitInputRequest {
	at := mesh.InputAt(in.Text, mesh.Now().Add(time.Duration(in.minute)*time.Minute))
	at.Intent = in.intent
	return &orchestratorv1.SubmitInputRequest{Input: at, RequestId: in.RequestID}
}

// Inputs returns n inputs of all kinds: of ten, four notes, three questions, two
// notes with a question, and a correction.
func Inputs(n int) []Input {
	out := make([]Input, n)
	for i := range out {
		out[i] = input(i)
	}
	return out
}

func input(i int) Input {
	note, question := fmt.Sprintf("n%04dx", i), fmt.Sprintf("q%04dx", i)
	in := Input{RequestID: fmt.Sprintf("chaos-%d", i), minute: i}
	keep := func(k Kind, format string, args ...any) {
		in.Kind, in.Note, in.Text = k, note, fmt.Sprintf(format, args...)
	}
	ask := func(k Kind, format string, args ...any) {
		in.Kind, in.Question, in.Text = k, question, fmt.Sprintf(format, args...)
	}
	both := func() {
		in.Kind, in.Note, in.Question = Both, note, question
		in.Text = fmt.Sprintf("Ran %d km in the rain, lap %s. How far did I run in January, apart from %s?", 3+i%9, note, question)
	}
	switch i % 10 {
	case 0:
		keep(Log, "Deadlift 5x3 @ %d kg, set %s", 100+i, note)
		in.intent = commonv1.InputType_INPUT_TYPE_LOG
	case 1:
		ask(Query, "How many km did I run last week, apart from %s?", question)
		in.intent = commonv1.InputType_INPUT_TYPE_QUERY
	case 2, 7:
		both()
	case 3:
		keep(Correction, "Actually the deadlift was %d kg, not %d (%s)", 102+i, 97+i, note)
	case 4:
		keep(Undecided, "Bench press 3x5 @ %d kg, felt fine, set %s", 60+i%40, note)
	case 5:
		ask(Undecided, "What did I write about %s?", question)
	case 6:
		keep(Log, "Slept 7 hours, woke up once, night %s", note)
		in.intent = commonv1.InputType_INPUT_TYPE_LOG
	case 8:
		ask(Query, "Why was I so tired after %s?", question)
		in.intent = commonv1.InputType_INPUT_TYPE_QUERY
	case 9:
		keep(Undecided, "Ran %d km by the river, lap %s", 4+i%7, note)
	}
	return in
}
