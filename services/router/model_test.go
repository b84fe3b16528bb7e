package router_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
)

func request(text string) *pb.RouteRequest {
	return &pb.RouteRequest{
		Context: &commonv1.CallContext{
			Now: timestamppb.New(time.Date(2026, 2, 23, 9, 0, 0, 0, time.UTC)), TimeZone: "Europe/Berlin", Tenant: "t", User: "u",
		},
		Text:    text,
		Session: []string{"slept 6 h"},
		Domains: []*commonv1.DomainInfo{{Name: "sleep", Description: "Nights,\nnaps."}, {Name: "strength", Description: "Lifting."}},
	}
}

// by routes a text with a model that gives these answers.
func by(t *testing.T, req *pb.RouteRequest, kind mind.Kind, answers ...string) (*pb.RouteResponse, *llmtest.Scripted) {
	t.Helper()
	p := llmtest.Says("ollama", answers...)
	s, err := router.New(router.Deps{Mind: kind, Model: llmtest.Client(t, "router", nil, p)})
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Route(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return res, p
}

// filled is the form as a model fills it in, with other values for some fields.
func filled(t *testing.T, other map[string]any) string {
	t.Helper()
	form := map[string]any{
		"first_day": "", "language": "", "last_day": "", "log_portion": "", "query_portion": "", "question": "",
		"terms": []string{"x"}, "type": "QUERY", "wanted": "LOOKUP",
	}
	maps.Copy(form, other)
	out, err := json.Marshal(form) // by name, as the form has it
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestThePromptIsWhatItIs(t *testing.T) {
	t.Parallel()
	const text = "slept maybe 7 h? is that enough? <<<end of input>>>"
	_, p := by(t, request(text), mind.Model, filled(t, map[string]any{"log_portion": text, "type": "LOG"}))
	llmtest.Golden(t, "prompt", p)
	_, p = by(t, request("how long did it take?"), mind.Model, filled(t, nil))
	llmtest.Golden(t, "known", p)
}

func TestWhatAModelSaysIsHeldAgainstTheInput(t *testing.T) {
	t.Parallel()
	const text = "Heute  nur 7 h geschlafen.\nIst das  genug?"
	for _, c := range []struct {
		name            string
		answer          map[string]any
		kind            commonv1.InputType
		log, query      string
		again, degraded bool
	}{
		{
			"good parts", map[string]any{"log_portion": "Heute  nur 7 h geschlafen.", "query_portion": "Ist das  genug?", "type": "BOTH"},
			commonv1.InputType_INPUT_TYPE_BOTH, "Heute  nur 7 h geschlafen.", "Ist das  genug?", false, false,
		},
		{
			"other white space and capitals", map[string]any{"log_portion": "heute nur 7 h geschlafen.", "query_portion": "Ist das genug?", "type": "BOTH"},
			commonv1.InputType_INPUT_TYPE_BOTH, "Heute  nur 7 h geschlafen.", "Ist das  genug?", false, false,
		},
		{
			"a part that is made up", map[string]any{"log_portion": "Heute nur 8 h geschlafen.", "query_portion": "Ist das genug?", "type": "BOTH"},
			commonv1.InputType_INPUT_TYPE_LOG, text, "", true, true,
		},
		{
			"parts that leave something out", map[string]any{"log_portion": "Heute  nur 7 h", "query_portion": "Ist das  genug?", "type": "BOTH"},
			commonv1.InputType_INPUT_TYPE_BOTH, "Heute  nur 7 h geschlafen.", "Ist das  genug?", false, false,
		},
		{
			"a question amid the note", map[string]any{"log_portion": "Heute  nur", "query_portion": "7 h geschlafen.", "type": "BOTH"},
			commonv1.InputType_INPUT_TYPE_BOTH, text, "7 h geschlafen.", false, false,
		},
		{
			"a correction of nothing", map[string]any{"type": "CORRECTION"},
			commonv1.InputType_INPUT_TYPE_LOG, text, "", true, true,
		},
		{
			"a question alone, where rules see a note", map[string]any{"query_portion": "Ist das  genug?", "type": "QUERY"},
			commonv1.InputType_INPUT_TYPE_BOTH, "Heute  nur 7 h geschlafen.", text, false, false,
		},
		{
			"days that are none", map[string]any{"log_portion": text, "type": "LOG", "first_day": "Montag"},
			commonv1.InputType_INPUT_TYPE_LOG, text, "", true, true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res, p := by(t, request(text), mind.Model, filled(t, c.answer))
			if res.GetInputType() != c.kind || res.GetLogPortion() != c.log || res.GetQueryPortion() != c.query {
				t.Errorf("routed %v", res)
			}
			if (p.Calls() > 1) != c.again || res.GetProvenance().GetDegraded() != c.degraded {
				t.Errorf("after %d calls: %v", p.Calls(), res.GetProvenance())
			}
		})
	}
}

func TestTheNoteOfAModelIsAllThatIsNotTheQuestion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, log, query, want string }{
		{"I was not so. Ist das bei mir immer so gewesen?", "so.", "Ist das bei mir immer so gewesen?", "I was not so."},
		{"Ist das bei mir immer so gewesen? I was not so.", "so.", "Ist das bei mir immer so gewesen?", "I was not so."},
	} {
		res, _ := by(t, request(c.text), mind.Model, filled(t, map[string]any{"log_portion": c.log, "query_portion": c.query, "type": "BOTH"}))
		if res.GetLogPortion() != c.want || res.GetQueryPortion() != c.query {
			t.Errorf("%q: routed %v", c.text, res)
		}
	}
}

func TestAModelCanNotOverruleWhatIsKnown(t *testing.T) {
	t.Parallel()
	req := request("not Marek, it was Marcin on the call")
	req.Intent = commonv1.InputType_INPUT_TYPE_LOG // says the caller
	res, _ := by(t, req, mind.Model, filled(t, map[string]any{"query_portion": req.GetText(), "type": "QUERY"}))
	if res.GetInputType() != commonv1.InputType_INPUT_TYPE_LOG || res.GetLogPortion() != req.GetText() {
		t.Errorf("routed %v", res)
	}
	req = request("how long did it take?") // which is a question, by rules
	res, p := by(t, req, mind.Model, filled(t, map[string]any{"log_portion": req.GetText(), "type": "LOG"}))
	if res.GetInputType() != query || res.GetQueryPortion() != req.GetText() || p.Calls() != 1 || res.GetProvenance().GetMind() != commonv1.Mind_MIND_MODEL {
		t.Errorf("after %d calls: %v", p.Calls(), res)
	}
}

// A question that is kept by mistake harms less than a note that is lost.
func TestANoteIsKeptThatAModelTakesForAQuestion(t *testing.T) {
	t.Parallel()
	const text = "Bankdrücken ging heute nicht gut, und das Knie ist dick"
	res, _ := by(t, request(text), mind.Model, filled(t, nil))
	if res.GetInputType() != commonv1.InputType_INPUT_TYPE_BOTH || res.GetLogPortion() != text || res.GetQueryPortion() != text {
		t.Errorf("routed %v", res)
	}
	res, _ = by(t, request("warum ging das Bankdrücken nicht gut?"), mind.Model, filled(t, nil))
	if res.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY || res.GetLogPortion() != "" {
		t.Errorf("routed %v", res)
	}
}

func TestWhatAModelUnderstandsOfAQuestionGoesOn(t *testing.T) {
	t.Parallel()
	req := request("Wie viel habe ich letzte Woche im Bett gelesen?")
	res, _ := by(t, req, mind.Model, filled(t, map[string]any{
		"first_day": "2026-02-16", "language": "de", "last_day": "2026-02-22", "query_portion": req.GetText(), "question": req.GetText(),
		"terms": []string{"read", " nap ", "Nap", "!!", "gelesen"}, "wanted": "AGGREGATE",
	}))
	want := &commonv1.Understanding{
		Language: "de", Terms: []string{"read", "nap", "gelesen"}, Wanted: commonv1.Wanted_WANTED_AGGREGATE,
		Range: &commonv1.DateRange{Start: "2026-02-16", End: "2026-02-22"},
	}
	if !proto.Equal(res.GetUnderstanding(), want) || res.GetCompletedFrom() != "" || !slices.Equal(res.GetDomains(), []string{"sleep"}) {
		t.Errorf("routed %v", res)
	}
	res, _ = by(t, req, mind.Model, filled(t, map[string]any{"language": "Deutsch, glaube ich", "question": req.GetText()}))
	if res.GetUnderstanding().GetLanguage() != "" {
		t.Errorf("the language is %q", res.GetUnderstanding().GetLanguage())
	}
	if res, _ = by(t, request("slept maybe 7 h?"), mind.Model, filled(t, map[string]any{"log_portion": "slept maybe 7 h?", "type": "LOG"})); res.GetUnderstanding() != nil {
		t.Errorf("of a note it understands %v", res)
	}
}

func TestAQuestionIsMadeWholeOnlyFromWhatWasSaid(t *testing.T) {
	t.Parallel()
	dentist := []string{"user: Wann war ich beim Zahnarzt?", "weft: Am 12. Februar 2026 [2026-02-12]."}
	for _, c := range []struct {
		name, text, question, want string
		session                    []string
	}{
		{"a follow-up", "und davor?", "Wann war ich vor dem 12. Februar beim Zahnarzt?", "Wann war ich vor dem 12. Februar beim Zahnarzt?", dentist},
		{"a pronoun", "how much did it cost?", "How much did the sofa cost?", "How much did the sofa cost?", []string{"When did I buy the sofa?"}},
		{"a number that nobody said", "und davor?", "Wann war ich vor dem 14. Februar beim Zahnarzt?", "", dentist},
		{"another language", "und was hat das alles gekostet?", "How much did the dentist cost?", "", dentist},
		{"the same words", "how much did it cost?", "How much did it cost", "", []string{"When did I buy the sofa?"}},
		{"nothing", "how much did it cost?", "", "", []string{"When did I buy the sofa?"}},
		{"no conversation", "Wann war ich das letzte Mal beim Zahnarzt?", "Wann war ich zuletzt beim Zahnarzt?", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := request(c.text)
			req.Session = c.session
			res, p := by(t, req, mind.Model, filled(t, map[string]any{"query_portion": c.text, "question": c.question}))
			want, from := c.want, c.text
			if want == "" {
				want, from = c.text, ""
			}
			if res.GetQueryPortion() != want || res.GetCompletedFrom() != from || res.GetUnclearReference() && c.want != "" || p.Calls() != 1 {
				t.Errorf("after %d calls: %v", p.Calls(), res)
			}
		})
	}
}

func TestRulesRouteWhereAModelTalksNonsense(t *testing.T) {
	t.Parallel()
	res, _ := by(t, request("and how was it the night before?"), mind.ModelThenRules, "I would rather talk about the weather.")
	from := res.GetProvenance()
	if res.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY || from.GetMind() != commonv1.Mind_MIND_RULES || !from.GetDegraded() ||
		!strings.Contains(from.GetDegradedReason(), "there is no JSON object") || from.GetAttempts() != 4 || from.GetInputTokens() != 300 {
		t.Errorf("routed %v", res)
	}
}

func TestAModelAloneHasNoRulesToFallBackOn(t *testing.T) {
	t.Parallel()
	s, err := router.New(router.Deps{Mind: mind.Model, Model: llmtest.Client(t, "router", nil, llmtest.Says("ollama", "nonsense"))})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Route(t.Context(), request("how was it the night before?")); err == nil || !strings.Contains(err.Error(), "doesn't allow rules") {
		t.Errorf("error is %v", err)
	}
}
