package router

import (
	"context"
	_ "embed"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	llmform "github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

//go:embed act.tmpl
var actText string

var (
	actPrompt = llm.ParseTemplate(actText)
	actForm   = llmform.Of(&mindv1.Acting{}, mindv1.Comments)
)

// longestAct is how many bytes something to do has at most; what is longer tells something.
const longestAct = 600

// acts returns that an input is something that a tool is to do, nil if it is not. Whoever
// writes down a thing to do for themselves uses the same words ("Send Acme the invoice"), and
// so does whoever asks somebody else, of which people keep copies ("Please send the invoice by
// Friday"). So a model is asked what it is, and rules alone are sure only where the program is
// called by its name. The second result is not nil if it might have been something to do. The
// error is that of models that have too much to do.
func (s *Service) acts(ctx context.Context, req *pb.RouteRequest, kind mind.Kind) (acts, asked *pb.RouteResponse, err error) {
	perhaps, sure := actionable(req)
	if !perhaps {
		return nil, nil, nil
	}
	if kind == mind.Rules || kind == "" {
		if !sure {
			return nil, &pb.RouteResponse{}, nil
		}
		return action("The program is asked to do something, and there is a tool for it.", 0.9, mind.ByRules()), nil, nil
	}
	verdict, reason, from, err := s.model.acting(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	if verdict != "DO" {
		return nil, &pb.RouteResponse{Provenance: from}, nil
	}
	return action("A model has read it as something to do: "+reason, 0.8, from), nil, nil
}

func action(reason string, confidence float64, from *commonv1.Provenance) *pb.RouteResponse {
	return &pb.RouteResponse{InputType: commonv1.InputType_INPUT_TYPE_ACTION, Reasoning: reason, Confidence: confidence, Provenance: from}
}

// acting asks a model whether an input wants something done. Without an answer it does not,
// unless the model had too much to do to give one.
func (m model) acting(ctx context.Context, req *pb.RouteRequest) (verdict, reason string, from *commonv1.Provenance, err error) {
	v := struct {
		Text, Today string
		Tools       []string
	}{Text: req.GetText(), Today: llm.Today(req.GetContext())}
	for _, t := range changing(req) {
		v.Tools = append(v.Tools, t.GetServer()+"/"+t.GetOperation())
	}
	p := actPrompt.Prompt(v)
	p.MaxTokens, p.Mends = 200, 1
	p.Allowance = llm.AllowanceOf(req.GetContext())
	var got mindv1.Acting
	from, err = llm.Fill(ctx, m.client, p, actForm, &got, nil)
	switch {
	case errors.Is(err, fault.AgentBusy):
		return "", "", from, mind.Unanswered(err, from, "")
	case err != nil:
		return "", "", from, nil //nolint:nilerr // without an answer it is nothing to do
	}
	return got.GetVerdict(), got.GetReason(), from, nil
}

// changing are the tools that do more than read.
func changing(req *pb.RouteRequest) []*commonv1.Tool {
	var out []*commonv1.Tool
	for _, t := range req.GetTools() {
		if t.GetEffect() != commonv1.ToolEffect_TOOL_EFFECT_READ {
			out = append(out, t)
		}
	}
	return out
}

var (
	// called is the program called by its name, before all else.
	called = regexp.MustCompile(`(?i)^(?:(?:hey|ok|okay) )?weft\b[,:!]?\s+`)
	// asked is how something is asked of anybody, at the beginning of a sentence.
	asked = regexp.MustCompile(`(?i)^(?:(?:please|pls|kindly)[,]?\s+|(?:can|could|would|will) you (?:please |kindly )?|(?:i want|i need|i'd like|i would like) you to |go ahead and )+`)
)

// actionable reports whether each sentence of an input has the form of a request, its verb
// is in the name of a tool that does more than read, and what it is about is in what such
// tools say of themselves. It is sure if the program is called by its name.
func actionable(req *pb.RouteRequest) (perhaps, sure bool) {
	tools := changing(req)
	text := strings.ReplaceAll(strings.TrimSpace(req.GetText()), "’", "'")
	if len(tools) == 0 || req.GetIntent() != commonv1.InputType_INPUT_TYPE_UNSPECIFIED || len(text) > longestAct || strings.Contains(text, "\n") {
		return false, false
	}
	name := called.FindString(text)
	text = text[len(name):]
	if _, ok := labelled(text); ok {
		return false, false
	}
	verbs, about := words(tools)
	list := sentencesOf(text)
	for _, s := range list {
		polite := asked.FindString(s.text)
		rest := newSentence(s.text[len(polite):], s.text[len(polite):], 0, len(s.text)-len(polite))
		if s.item || s.closing == '?' && polite == "" || s.closing == ':' || len(rest.lows) < 2 || !verbs[rest.lows[0]] || strings.Contains(rest.between(1), ":") {
			return false, false
		}
		if !slices.ContainsFunc(rest.lows[1:], func(w string) bool { return about[stem(w)] }) {
			return false, false
		}
	}
	return len(list) > 0, name != ""
}

// words are the verbs of tools, by the first word of each name, and the stems of all else
// that tools say of themselves.
func words(tools []*commonv1.Tool) (verbs, about map[string]bool) {
	verbs, about = map[string]bool{}, map[string]bool{}
	for _, t := range tools {
		name := parts(t.GetOperation())
		if len(name) == 0 {
			continue
		}
		verbs[name[0]] = true
		for w := range search.Meaning(strings.Join(append(name[1:], parts(t.GetServer())...), " ") + "\n" + t.GetTitle() + "\n" + t.GetDescription()) {
			about[w] = true
		}
	}
	return verbs, about
}

// stem is a word as search.Meaning has it, "" if it says nothing.
func stem(word string) string {
	for w := range search.Meaning(word) {
		return w
	}
	return ""
}

// parts are the words of a name, in lower case: "send_message", "sendMessage" and
// "send-message" have two.
func parts(name string) []string {
	var spaced strings.Builder
	before := rune(0)
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			spaced.WriteByte(' ')
		case unicode.IsUpper(r) && unicode.IsLower(before):
			spaced.WriteByte(' ')
			fallthrough
		default:
			spaced.WriteRune(unicode.ToLower(r))
		}
		before = r
	}
	return strings.Fields(spaced.String())
}
