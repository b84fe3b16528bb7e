package router_test

import (
	"testing"

	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/router"
)

const (
	anything   = commonv1.InputType_INPUT_TYPE_UNSPECIFIED
	note       = commonv1.InputType_INPUT_TYPE_LOG
	correcting = commonv1.InputType_INPUT_TYPE_CORRECTION
)

func TestAModelIsAskedOfAnInputOnlyWhereRulesAreNotCertain(t *testing.T) {
	t.Parallel()
	before := []string{"user: How far did I run last month?", "weft: 42 km."}
	for _, c := range []struct {
		name, text string
		intent     commonv1.InputType
		session    []string
		certain    bool
	}{
		{"a question", "How far did I run last month?", anything, nil, true},
		{"a request", "show me last week's runs", anything, nil, true},
		{"a phrase that is looked up", "hrv trend", anything, nil, true},
		{"a phrase with a mark", "my fastest 10k?", anything, nil, true},
		{"a note", "bench press 3x5 at 80 kg, felt heavy", anything, nil, true},
		{"a note without words", "🏊‍♀️✅", anything, nil, true},
		{"a note and a question", "Slept 5 h again. How much did I sleep last week?", anything, nil, true},
		{"a correction", "sorry, that was 85 kg, not 80", anything, nil, true},
		{"small talk", "thanks!", anything, nil, true},
		{"a reminder", "remind me to call Ann tomorrow", anything, nil, true},

		{"what may be a note or a question", "longest hike ever", anything, nil, false},
		{"a thing to do that looks like a request", "look up whether the sunday market still takes cards", anything, nil, false},
		{"marks that may ask", "Lunch with... Karin? Karen? the one from HR", anything, nil, false},
		{"a note with a mark", "slept maybe 6h?", anything, nil, false},
		{"what may be a correction", "not Marek, it was Marcin on the call", anything, nil, false},
		{"a question in German", "Wann war ich das letzte Mal beim Zahnarzt?", anything, nil, false},
		{"a question in Japanese", "昨日何を食べましたか？", anything, nil, false},
		{"a note in German", "Heute nicht gelaufen, Knie zickt wieder rum", anything, nil, false},
		{"a question of the note beside it", "bench 5x5 80kg. why was it so heavy?", anything, nil, false},

		{"a follow-up that rules complete", "and in September?", anything, before, true},
		{"a question of its own in a conversation", "How did I sleep in May?", anything, before, true},
		{"a phrase of its own in a conversation", "hrv trend", anything, before, true},
		{"a note in a conversation", "ran 8 km in the rain", anything, before, true},
		{"a follow-up that rules can't complete", "what about the other one, the blue?", anything, before, false},
		{"a pronoun in a conversation", "how long did it take?", anything, before, false},
		{"a pointing word in a conversation", "was that enough?", anything, before, false},
		{"a follow-up in German", "und davor?", anything, []string{"Wann war ich beim Zahnarzt?"}, false},
		{"a pronoun of which nobody could tell", "is it better?", anything, nil, true},

		{"a note, says its caller", "longest hike ever", note, nil, true},
		{"a note in German, says its caller", "Heute nicht gelaufen, Knie zickt wieder rum", note, nil, true},
		{"a note that may be a correction", "not Marek, it was Marcin on the call", note, nil, false},
		{"a question, says its caller", "longest hike ever", query, nil, true},
		{"a question in German, says its caller", "Wann war ich das letzte Mal beim Zahnarzt?", query, nil, false},
		{"a correction, says its caller", "nein, es waren 85", correcting, nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := spoken(c.text)
			req.Recent, req.Domains, req.Intent, req.Session = nil, shipped(t), c.intent, c.session
			if got := router.Certain(req); got != c.certain {
				t.Errorf("certain: %v", got)
			}
		})
	}
}

func TestWhatRulesAreCertainOfCostsNoCall(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", "never asked")
	s, err := router.New(router.Deps{Mind: mind.Model, Model: llmtest.Client(t, "router", nil, p)})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"how did I sleep last week?", "slept 7 h", "slept 7 h. how did I sleep last week?"} {
		res, err := s.Route(t.Context(), request(text))
		if err != nil || p.Calls() > 0 || res.GetProvenance().GetMind() != commonv1.Mind_MIND_RULES || res.GetProvenance().GetDegraded() {
			t.Errorf("%s: %d calls, %v, %v", text, p.Calls(), res, err)
		}
	}
}
