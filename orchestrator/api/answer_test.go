package api

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

func pack(t *testing.T, m proto.Message) *anypb.Any {
	t.Helper()
	a, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestTheNumberOfAnOptionStandsForIt(t *testing.T) {
	t.Parallel()
	scale := []string{"0", "1", "2"}
	for name, c := range map[string]struct {
		text    string
		options []string
		want    string
	}{
		"the first":                      {"1", []string{"a little", "very"}, "a little"},
		"the last, with space around it": {" 2\n", []string{"a little", "very"}, "very"},
		"a number beyond is an answer":   {"3", []string{"a little", "very"}, "3"},
		"as is zero":                     {"0", []string{"a little", "very"}, "0"},
		"a number with zeros":            {"01", []string{"a little", "very"}, "01"},
		"no options":                     {"1", nil, "1"},
		"words keep their space":         {" very sore ", []string{"a little", "very"}, " very sore "},
		"an option that is a number":     {"1", scale, "1"},
	} {
		if got := option(c.text, c.options); got != c.want {
			t.Errorf("%s: %q is %q, want %q", name, c.text, got, c.want)
		}
	}
}

func TestAnAnswerIsKeptUnderItsGapAndToldAsItWasKept(t *testing.T) {
	t.Parallel()
	ask := &runv1.Interrupted{Payload: pack(t, &notegraphv1.Ask{Questions: &clarifierv1.ClarifyResponse{Questions: []*commonv1.Question{
		{Id: "x", GapId: "gap-1", Text: "How sore?", Options: []string{"a little", "very"}},
		{Id: "y", GapId: "gap-2", Text: "Since when?"},
	}}})}
	var n noteRun
	outcome, reply, err := n.Answer(ask, &orchestratorv1.AnswerRunRequest{Answers: []*orchestratorv1.QuestionAnswer{
		{QuestionId: "2", Text: "Monday"}, {Text: "2"},
	}})
	if err != nil || outcome != notegraph.Answered {
		t.Fatalf("%v, %v", outcome, err)
	}
	want := &notegraphv1.Reply{Answers: []*commonv1.Clarification{
		{GapId: "gap-2", Question: "Since when?", Answer: "Monday"}, {GapId: "gap-1", Question: "How sore?", Answer: "very"},
	}}
	if !proto.Equal(reply, want) {
		t.Errorf("kept as %v", reply)
	}
	if said := n.Said(&runv1.Answered{Payload: pack(t, reply)}); said != "Monday\nvery" {
		t.Errorf("told as %q", said)
	}
	if said := n.Said(&runv1.Answered{Outcome: "declined"}); said != "" {
		t.Errorf("a decline is told as %q", said)
	}
}

func TestWhatAnErrorRepeatsOfAnAnswerIsBoundedAndWholeText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", strings.Repeat("a", toldBytes), strings.Repeat("a", toldBytes+1), "a" + strings.Repeat("€", toldBytes)} {
		got := head(text, toldBytes)
		if !utf8.ValidString(got) || !strings.HasPrefix(text, got) || len(got) > toldBytes || len(got) < min(len(text), toldBytes-3) {
			t.Errorf("of %d bytes it repeats %d", len(text), len(got))
		}
	}
}

func TestAnAnswerThatComesTooLateIsToldWhenTheWaitWasOver(t *testing.T) {
	t.Parallel()
	over := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	late := &graph.ExpiredError{Pause: &runv1.Interrupted{InterruptId: "i4", ExpireTime: timestamppb.New(over)}}
	f, ok := errors.AsType[*fault.Error](runFault(fmt.Errorf("%w: %w", runner.ErrNotWaiting, late), "R"))
	if !ok || f.Code != codes.FailedPrecondition || f.Reason != fault.RunNotWaiting ||
		f.Metadata["interrupt_id"] != "i4" || f.Metadata["expire_time"] != "2026-11-25T12:00:00Z" || !strings.Contains(f.Message, "2026-11-25T12:00:00Z") {
		t.Errorf("told as %+v", f)
	}
}
