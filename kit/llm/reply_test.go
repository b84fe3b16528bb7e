package llm_test

import (
	"context"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
)

func TestWhyAReplyIsNoAnswerIsToldInWords(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reply llm.Reply
		want  string
	}{
		"nothing":              {llm.Reply{Stop: llm.StopEnd}, "it answered with nothing (stop)"},
		"blanks":               {llm.Reply{Text: " \n", Stop: llm.StopEnd}, "it answered with nothing (stop)"},
		"nothing but thoughts": {llm.Reply{Stop: llm.StopEnd, Thought: true}, "it thought, and answered with nothing (stop)"},
		"thoughts in its text": {llm.Reply{Text: "<think>hm</think>", Stop: llm.StopEnd}, "there is no answer behind its thoughts"},
		"cut off in thoughts":  {llm.Reply{Text: "<think>hm", Stop: llm.StopLength}, "cut off at its limit of tokens, thoughts included: raise llm."},
		"cut off":              {llm.Reply{Text: good[:40], Stop: llm.StopLength}, "it ends too early; type is missing; it was cut off"},
		"held back":            {llm.Reply{Stop: llm.StopFilter}, "refused: its provider held the answer back (content_filter)"},
		"refused":              {llm.Reply{Stop: llm.StopRefuse, Declined: "I will not."}, `refused: it refuses to answer (refusal): "I will not."`},
		"a call of a tool":     {llm.Reply{Text: `{"q":1}`, Called: "look", Stop: llm.StopEnd}, `it called a tool ("look") in the place of an answer, and its arguments are no answer: `},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &llmtest.Scripted{Called: "ollama", Play: func(int, context.Context, llm.Request, func(string)) (llm.Reply, error) { return c.reply, nil }}
			_, _, err := fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{User: "How?"})
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "JSON is broken") != (name == "cut off") {
				t.Errorf("error is %v, want %s", err, c.want)
			}
		})
	}
}

func TestTheArgumentsOfACallAreTakenIfTheyAreAnAnswer(t *testing.T) {
	t.Parallel()
	p := &llmtest.Scripted{Called: "ollama", Play: func(int, context.Context, llm.Request, func(string)) (llm.Reply, error) {
		r := llm.Reply{Stop: llm.StopEnd}
		r.TakeCalls([]llm.Call{{Name: "look", Arguments: `{"q":1}`}, {Name: "Routing", Arguments: good}}, nil)
		return r, nil
	}}
	if got, _, err := fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{User: "How?"}); err != nil || got.GetQueryPortion() != "How?" || p.Calls() != 1 {
		t.Errorf("%v after %d calls, error %v", got, p.Calls(), err)
	}
}
