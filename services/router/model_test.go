package router_test

import (
	"slices"
	"strings"
	"testing"
	"time"

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

func TestThePromptIsWhatItIs(t *testing.T) {
	t.Parallel()
	_, p := by(t, request("slept 7 h. is that enough? <<<end of input>>>"), mind.Model, `{"because":"","correction_target":"","domains":[],"log_portion":"slept 7 h.","query_portion":"is that enough?","type":"BOTH"}`)
	llmtest.Golden(t, "prompt", p)
}

func TestWhatAModelSaysIsHeldAgainstTheInput(t *testing.T) {
	t.Parallel()
	const text = "Slept 7 h.\nIs that  enough?"
	for _, c := range []struct {
		name, answer    string
		kind            commonv1.InputType
		log, query      string
		domains         []string
		again, degraded bool
	}{
		{
			"good parts", `{"because":"","correction_target":"","domains":["sleep"],"log_portion":"Slept 7 h.","query_portion":"Is that  enough?","type":"BOTH"}`,
			commonv1.InputType_INPUT_TYPE_BOTH, "Slept 7 h.", "Is that  enough?", []string{"sleep"}, false, false,
		},
		{
			"other white space and capitals", `{"because":"","correction_target":"","domains":["sleep"],"log_portion":"slept 7 h.","query_portion":"Is that enough?","type":"BOTH"}`,
			commonv1.InputType_INPUT_TYPE_BOTH, "Slept 7 h.", "Is that  enough?", []string{"sleep"}, false, false,
		},
		{
			"a part that is made up", `{"because":"","correction_target":"","domains":[],"log_portion":"Slept 8 h.","query_portion":"Is that enough?","type":"BOTH"}`,
			commonv1.InputType_INPUT_TYPE_LOG, text, "", nil, true, true,
		},
		{
			"parts that leave something out", `{"because":"","correction_target":"","domains":[],"log_portion":"Slept 7","query_portion":"that  enough?","type":"BOTH"}`,
			commonv1.InputType_INPUT_TYPE_BOTH, text, "that  enough?", nil, false, false,
		},
		{
			"a correction of nothing", `{"because":"a note says so","correction_target":"bench press","domains":[],"log_portion":"","query_portion":"","type":"CORRECTION"}`,
			commonv1.InputType_INPUT_TYPE_LOG, text, "", nil, true, true,
		},
		{
			"a domain that is made up", `{"because":"","correction_target":"","domains":["astrology","sleep","sleep"],"log_portion":"","query_portion":"Is that enough?","type":"QUERY"}`,
			commonv1.InputType_INPUT_TYPE_BOTH, "Slept 7 h.", text, []string{"sleep"}, true, true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res, p := by(t, request(text), mind.Model, c.answer)
			if res.GetInputType() != c.kind || res.GetLogPortion() != c.log || res.GetQueryPortion() != c.query || !slices.Equal(res.GetDomains(), c.domains) {
				t.Errorf("routed %v", res)
			}
			if (p.Calls() > 1) != c.again || res.GetProvenance().GetDegraded() != c.degraded {
				t.Errorf("after %d calls: %v", p.Calls(), res.GetProvenance())
			}
		})
	}
}

func TestAModelCanNotOverruleWhatTheCallerKnows(t *testing.T) {
	t.Parallel()
	req := request("slept 7 h")
	req.Intent = commonv1.InputType_INPUT_TYPE_LOG
	res, _ := by(t, req, mind.Model, `{"because":"","correction_target":"","domains":[],"log_portion":"","query_portion":"slept 7 h","type":"QUERY"}`)
	if res.GetInputType() != commonv1.InputType_INPUT_TYPE_LOG || res.GetLogPortion() != "slept 7 h" {
		t.Errorf("routed %v", res)
	}
}

// A question that is kept by mistake harms less than a note that is lost.
func TestANoteIsKeptThatAModelTakesForAQuestion(t *testing.T) {
	t.Parallel()
	const asks = `{"because":"","correction_target":"","domains":["strength"],"log_portion":"","query_portion":"","type":"QUERY"}`
	const text = "Bankdrücken ging heute nicht gut, und das Knie ist dick"
	res, _ := by(t, request(text), mind.Model, asks)
	if res.GetInputType() != commonv1.InputType_INPUT_TYPE_BOTH || res.GetLogPortion() != text || res.GetQueryPortion() != text {
		t.Errorf("routed %v", res)
	}
	res, _ = by(t, request("warum ging das Bankdrücken nicht gut?"), mind.Model, asks)
	if res.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY || res.GetLogPortion() != "" {
		t.Errorf("routed %v", res)
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
	if _, err := s.Route(t.Context(), request("how was it the night before?")); err == nil || !strings.Contains(err.Error(), "forbids rules") {
		t.Errorf("error is %v", err)
	}
}
