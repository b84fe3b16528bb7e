package clarifier

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

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
type model struct {
	client *llm.Client
	rules  rules
}

func (m model) ask(ctx context.Context, req *pb.ClarifyRequest) (*pb.ClarifyResponse, *commonv1.Provenance, error) {
	plain, err := m.rules.ask(ctx, req)
	if err != nil || len(plain.GetQuestions()) == 0 {
		return plain, plain.GetProvenance(), err // nothing to word
	}
	var got mindv1.Clarifying
	p, _ := m.client.Pack(clarifying, background(req), func(n int) llm.Prompt { return promptFor(req, plain, n) })
	p.Allowance = llm.AllowanceOf(req.GetContext())
	from, err := llm.Fill(ctx, m.client, p, clarifying, &got, func() []llmform.Problem { return faults(&got, req, plain) })
	if err != nil {
		return nil, from, err
	}
	return response(&got, req, plain, from), from, nil
}

// background is how much there is beside what has to be worded: what was asked
// and what was looked up.
func background(req *pb.ClarifyRequest) int {
	return len(req.GetPrevious()) + len(req.GetRetrievalHistory())
}

// promptFor is what the model is told of a request, with the latest n of what
// was asked and looked up; what was asked comes first.
func promptFor(req *pb.ClarifyRequest, plain *pb.ClarifyResponse, n int) llm.Prompt {
	type gap struct {
		Label, About string
		Options      []string
	}
	v := struct {
		Query         string
		Gaps          []gap
		Terms         []string
		Asked, Looked []string
		LeftOut       int
		Today         string
	}{Query: req.GetQuery(), Terms: terms(req), LeftOut: background(req) - n, Today: llm.Today(req.GetContext())}
	for i, q := range plain.GetQuestions() {
		g := gapOf(req, q.GetGapId())
		v.Gaps = append(v.Gaps, gap{label(i), g.GetDescription(), req.GetOptions()[g.GetId()].GetValues()})
	}
	asked := latest(req.GetPrevious(), n)
	for _, c := range asked {
		answer := c.GetAnswer()
		if c.GetDeclined() || answer == "" {
			answer = "(no answer)"
		}
		v.Asked = append(v.Asked, c.GetQuestion()+"\n"+answer)
	}
	for _, a := range latest(req.GetRetrievalHistory(), n-len(asked)) {
		i := a.GetInstruction()
		what := strings.TrimSpace(strings.Join(append([]string{i.GetTopic()}, i.GetKeywords()...), " "))
		v.Looked = append(v.Looked, fmt.Sprintf("%s: %d notes", what, a.GetEntriesFound()))
	}
	p := prompt.Prompt(v)
	p.MaxTokens = 1024
	return p
}

// latest returns the last n of a list that is in the order of time.
func latest[T any](of []T, n int) []T { return of[len(of)-min(len(of), max(n, 0)):] }

func label(i int) string { return fmt.Sprintf("g%d", i+1) }

func gapOf(req *pb.ClarifyRequest, id string) *commonv1.Gap {
	if i := slices.IndexFunc(req.GetGaps(), func(g *commonv1.Gap) bool { return g.GetId() == id }); i >= 0 {
		return req.GetGaps()[i]
	}
	return nil
}

// terms are the entries of the vocabulary that the query and the gaps use.
func terms(req *pb.ClarifyRequest) []string {
	used := map[string]bool{}
	texts := []string{req.GetQuery()}
	for _, g := range req.GetGaps() {
		texts = append(texts, g.GetDescription())
	}
	for _, w := range anyWord.FindAllString(strings.ToLower(strings.Join(texts, " ")), -1) {
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
func faults(got *mindv1.Clarifying, req *pb.ClarifyRequest, plain *pb.ClarifyResponse) []llmform.Problem {
	var out []llmform.Problem
	say := func(path, text string) {
		if text != "" {
			out = append(out, llmform.Problem{Path: path, Text: text})
		}
	}
	known := spoken(req, plain)
	say("explanation", unfit(got.GetExplanation(), known))
	say("fallback", unfitPromise(got.GetFallback(), req, known))
	asked := map[string]bool{}
	for i, a := range got.GetQuestions() {
		path := fmt.Sprintf("questions[%d]", i)
		switch {
		case !slices.ContainsFunc(plain.GetQuestions(), func(q *commonv1.Question) bool { return labelOf(plain, q) == a.GetGap() }):
			say(path+".gap", a.GetGap()+" is not on the list")
		case asked[a.GetGap()]:
			say(path+".gap", a.GetGap()+" has its question already")
		default:
			say(path+".text", unfitQuestion(a.GetText(), req, known))
		}
		asked[a.GetGap()] = true
		for j, o := range a.GetOptions() {
			say(fmt.Sprintf("%s.options[%d]", path, j), unfitOption(o))
		}
	}
	for _, q := range plain.GetQuestions() {
		if l := labelOf(plain, q); !asked[l] {
			say("questions", "has none for "+l)
		}
	}
	return out
}

func labelOf(plain *pb.ClarifyResponse, q *commonv1.Question) string {
	return label(slices.Index(plain.GetQuestions(), q))
}

// response is what the rules ask, in the model's words where they can be used.
func response(got *mindv1.Clarifying, req *pb.ClarifyRequest, plain *pb.ClarifyResponse, from *commonv1.Provenance) *pb.ClarifyResponse {
	known := spoken(req, plain)
	res := proto.CloneOf(plain)
	res.Provenance = from
	if words := got.GetExplanation(); words != "" && unfit(words, known) == "" {
		res.Explanation = words
	}
	// What becomes of a correction without an answer is for the code to promise.
	if words := got.GetFallback(); words != "" && unfitPromise(words, req, known) == "" && !corrects(req) {
		res.Fallback = words
	}
	texts := map[string]bool{}
	for i, q := range res.GetQuestions() {
		at := slices.IndexFunc(got.GetQuestions(), func(a *mindv1.Ask) bool { return a.GetGap() == label(i) })
		if at >= 0 {
			a := got.GetQuestions()[at]
			if unfitQuestion(a.GetText(), req, known) == "" && !texts[fold(a.GetText())] {
				q.Text, q.Options = strings.TrimSpace(a.GetText()), choices(a.GetOptions())
			}
		}
		if o := req.GetOptions()[q.GetGapId()].GetValues(); len(o) > 0 {
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
