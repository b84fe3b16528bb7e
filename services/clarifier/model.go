package clarifier

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	llmform "github.com/weft-mesh/weft/kit/llm/form"
	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt     = llm.ParseTemplate(promptText)
	clarifying = llmform.Of(&mindv1.Clarifying{}, mindv1.Comments)
)

// model is the mind that asks a language model. It only words: what is asked, in
// which order, and which choices are known, the rules have decided before; and
// where a wording can't be used, theirs stands.
type model struct{ client *llm.Client }

func (m model) ask(ctx context.Context, req *pb.ClarifyRequest) (*pb.ClarifyResponse, *commonv1.Provenance, error) {
	d := &draft{req: req, gaps: choose(req, func(*commonv1.Gap) bool { return true })}
	if d.plain = asking(req, d.gaps); len(d.gaps) == 0 {
		return d.plain, d.plain.GetProvenance(), nil // nothing to word
	}
	d.known = spoken(req, d.plain)
	var got mindv1.Clarifying
	p, _ := m.client.Pack(clarifying, len(req.GetPrevious()), d.prompt)
	p.Allowance = llm.AllowanceOf(req.GetContext())
	from, err := llm.Fill(ctx, m.client, p, clarifying, &got, func() []llmform.Problem { return d.faults(&got) })
	if err != nil {
		return nil, from, err
	}
	return d.response(&got, from), from, nil
}

// A draft is what there is to word.
type draft struct {
	req   *pb.ClarifyRequest
	gaps  []*commonv1.Gap // under the labels g1, g2
	plain *pb.ClarifyResponse
	known string // all that was said
}

func label(i int) string { return fmt.Sprintf("g%d", i+1) }

// prompt is what the model is told, with the latest n of what was asked before.
func (d *draft) prompt(n int) llm.Prompt {
	type gap struct {
		Label, About string
		Options      []string
	}
	before := d.req.GetPrevious()
	v := struct {
		Query, Today string
		Gaps         []gap
		Terms, Asked []string
		LeftOut      int
	}{Query: d.req.GetQuery(), Terms: terms(d.req, d.known), LeftOut: len(before) - n, Today: llm.Today(d.req.GetContext())}
	for i, g := range d.gaps {
		v.Gaps = append(v.Gaps, gap{label(i), llm.Gap(g), fixed(d.req, g)})
	}
	for _, c := range before[v.LeftOut:] {
		answer := c.GetAnswer()
		if c.GetDeclined() || answer == "" {
			answer = "(no answer)"
		}
		v.Asked = append(v.Asked, c.GetQuestion()+"\n"+answer)
	}
	p := prompt.Prompt(v)
	p.MaxTokens = 1024
	return p
}

// terms are the entries of the vocabulary that what was said uses.
func terms(req *pb.ClarifyRequest, said string) []string {
	used := map[string]bool{}
	for _, w := range anyWord.FindAllString(strings.ToLower(said), -1) {
		used[w] = true
	}
	var out []string
	for _, t := range slices.Sorted(maps.Keys(req.GetVocabulary())) {
		if used[t] {
			out = append(out, t+": "+req.GetVocabulary()[t])
		}
	}
	return out[:min(len(out), mostTerms)]
}

// mostTerms is how many terms a model is told.
const mostTerms = 40

// faults are what the schema can't say of an answer: what can't be put before a
// person, and gaps that nobody asked about.
func (d *draft) faults(got *mindv1.Clarifying) []llmform.Problem {
	var out []llmform.Problem
	say := func(path, text string) {
		if text != "" {
			out = append(out, llmform.Problem{Path: path, Text: text})
		}
	}
	say("explanation", unfit(got.GetExplanation(), d.known, mostSentence))
	say("fallback", unfitPromise(got.GetFallback(), d.req, d.known))
	missing := map[string]bool{}
	for i := range d.gaps {
		missing[label(i)] = true
	}
	for i, a := range got.GetQuestions() {
		path := fmt.Sprintf("questions[%d]", i)
		if missing[a.GetGap()] {
			say(path+".text", unfitQuestion(a.GetText(), d.req, d.known))
		} else {
			say(path+".gap", a.GetGap()+" is not on the list, or has its question already")
		}
		delete(missing, a.GetGap())
		for j, o := range a.GetOptions() {
			say(fmt.Sprintf("%s.options[%d]", path, j), unfitOption(o))
		}
	}
	for _, l := range slices.Sorted(maps.Keys(missing)) {
		say("questions", "has none for "+l)
	}
	return out
}

// response is what the rules ask, in the model's words where they can be used.
func (d *draft) response(got *mindv1.Clarifying, from *commonv1.Provenance) *pb.ClarifyResponse {
	res := d.plain
	res.Provenance = from
	if words := got.GetExplanation(); words != "" && unfit(words, d.known, mostSentence) == "" {
		res.Explanation = words
	}
	if words := got.GetFallback(); words != "" && unfitPromise(words, d.req, d.known) == "" && !correction(d.req) {
		res.Fallback = words
	}
	texts := map[string]bool{}
	for i, q := range res.GetQuestions() {
		at := slices.IndexFunc(got.GetQuestions(), func(a *mindv1.Ask) bool { return a.GetGap() == label(i) })
		if at >= 0 {
			a := got.GetQuestions()[at]
			if unfitQuestion(a.GetText(), d.req, d.known) == "" && !texts[fold(a.GetText())] {
				q.Text, q.Options = strings.TrimSpace(a.GetText()), choices(a.GetOptions())
			}
		}
		if o := fixed(d.req, d.gaps[i]); len(o) > 0 {
			q.Options = o
		}
		texts[fold(q.GetText())] = true
	}
	return res
}

// choices are the options that can be shown, each once; one is no choice.
func choices(options []string) []string {
	var out []string
	for _, o := range options {
		if o = strings.TrimSpace(o); unfitOption(o) == "" && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
