package router

import (
	"context"
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/llm"
	llmform "github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/background"
	"github.com/weft-mesh/weft/notes/excerpt"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt  = llm.ParseTemplate(promptText)
	routing = llmform.Of(&mindv1.Routing{}, mindv1.Comments)
)

// model is the mind that asks a language model, where rules are not certain. Its answer
// is held against the input: parts must stand in it word for word, and what the caller
// or the rules know already can't be overruled.
type model struct {
	client *llm.Client
	rules  rules
}

func (m model) route(ctx context.Context, req *pb.RouteRequest) (*pb.RouteResponse, *commonv1.Provenance, error) {
	plain, err := m.rules.route(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	s := m.rules.standing(req, plain)
	if certain(s) {
		return plain, plain.GetProvenance(), nil
	}
	may := allowed(req.GetIntent())
	if s.typed() {
		may = []commonv1.InputType{plain.GetInputType()}
	}
	var got mindv1.Routing
	p := promptFor(req, s.typed(), may, nil)
	p = promptFor(req, s.typed(), may, m.client.FitBackground(m.client.Room(p, routing), backgroundOf(req, plain.GetDomains())))
	p.Allowance = llm.AllowanceOf(req.GetContext())
	from, err := llm.Fill(ctx, m.client, p, routing, &got, func() []llmform.Problem { return faults(&got, req, may) })
	if err != nil {
		return nil, from, err
	}
	res := proto.CloneOf(plain)
	if !s.typed() {
		res = response(&got, req, may, plain.GetLogPortion())
		if ref := m.rules.refer(req, res.GetQueryPortion(), res.GetLogPortion()); ref.completed != "" {
			res.CompletedFrom, res.QueryPortion = res.GetQueryPortion(), ref.completed
		} else {
			res.UnclearReference = ref.unclear
		}
	}
	res.Provenance = from
	understand(res, &got, req)
	m.rules.choose(req, res, got.GetTerms())
	return res, from, nil
}

// How many turns of the conversation a model is shown, and how many bytes of each.
const turnsShown, longestTurn = 4, 600

// backgroundOf returns what a model is told beside an input: of the domains that rules find
// to bear on it, and the person's context page.
func backgroundOf(req *pb.RouteRequest, domains []string) []*commonv1.BackgroundText {
	return background.Bound(slices.DeleteFunc(slices.Clone(req.GetBackground()), func(t *commonv1.BackgroundText) bool {
		return t.GetDomain() != "" && !slices.Contains(domains, t.GetDomain())
	}))
}

// promptFor is what the model is told of a request.
func promptFor(req *pb.RouteRequest, typed bool, may []commonv1.InputType, told []string) llm.Prompt {
	v := struct {
		Background    []string
		Known, Leaves string
		Session       []string
		Text          string
		Today         string
	}{Background: told, Text: req.GetText(), Today: llm.Today(req.GetContext())}
	turns := req.GetSession()
	for _, turn := range turns[max(0, len(turns)-turnsShown):] {
		v.Session = append(v.Session, excerpt.Of(turn, longestTurn))
	}
	switch {
	case typed:
		v.Known = typeNames(may)[0]
	case len(may) < len(every):
		v.Leaves = strings.Join(typeNames(may), " or ")
	}
	p := prompt.Prompt(v)
	p.MaxTokens = 640 + len(req.GetText()) // it copies the input, and the question again
	return p
}

var every = []commonv1.InputType{
	commonv1.InputType_INPUT_TYPE_LOG, commonv1.InputType_INPUT_TYPE_QUERY,
	commonv1.InputType_INPUT_TYPE_BOTH, commonv1.InputType_INPUT_TYPE_CORRECTION,
}

// allowed are the types that the caller leaves to choose from.
func allowed(intent commonv1.InputType) []commonv1.InputType {
	switch intent {
	case commonv1.InputType_INPUT_TYPE_LOG:
		return []commonv1.InputType{commonv1.InputType_INPUT_TYPE_LOG, commonv1.InputType_INPUT_TYPE_CORRECTION}
	case commonv1.InputType_INPUT_TYPE_QUERY, commonv1.InputType_INPUT_TYPE_CORRECTION:
		return []commonv1.InputType{intent}
	}
	return every
}

func typeNames(types []commonv1.InputType) []string {
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = strings.TrimPrefix(t.String(), "INPUT_TYPE_")
	}
	return out
}

// faults are what the schema can't say of an answer: what does not go with the
// input. Where the type is known, the rules know its parts too.
func faults(got *mindv1.Routing, req *pb.RouteRequest, may []commonv1.InputType) []llmform.Problem {
	var out []llmform.Problem
	say := func(path, text string) { out = append(out, llmform.Problem{Path: path, Text: text}) }
	if _, ok := daysOf(got); !ok {
		say("first_day", "and last_day must be days, YYYY-MM-DD, in their order, or empty")
	}
	if len(may) == 1 {
		return out
	}
	if !slices.Contains(may, got.GetType()) {
		say("type", "must be "+strings.Join(typeNames(may), " or "))
	}
	for path, part := range map[string]string{"log_portion": got.GetLogPortion(), "query_portion": got.GetQueryPortion()} {
		if verbatim(part, req.GetText()) == "" && strings.TrimSpace(part) != "" {
			say(path, "does not stand in the input word for word")
		}
	}
	if got.GetType() == commonv1.InputType_INPUT_TYPE_CORRECTION && !mayCorrect(req) {
		say("type", "can't be CORRECTION: no word of the input takes anything back")
	}
	if got.GetType() == commonv1.InputType_INPUT_TYPE_BOTH && (got.GetLogPortion() == "" || got.GetQueryPortion() == "") {
		say("type", "is BOTH, but one of the two parts is empty")
	}
	stable.Sort(out, func(a, b llmform.Problem) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// mayCorrect reports whether an input may be a correction. A correction changes
// data, so a model that was talked into one is not believed.
func mayCorrect(req *pb.RouteRequest) bool {
	return req.GetIntent() == commonv1.InputType_INPUT_TYPE_CORRECTION || hintsAtCorrection(req.GetText())
}

// verbatim returns the part of the text that a model copied, as it stands there:
// models change white space and capitals. Empty if it does not stand there.
func verbatim(part, text string) string {
	words := strings.Fields(part)
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	if part = strings.TrimSpace(part); strings.Contains(text, part) {
		return part
	}
	return regexp.MustCompile(`(?i)` + strings.Join(words, `\s+`)).FindString(text)
}

// response makes of an answer what the contract asks for. What the answer got
// wrong is put right on the safe side: a note is kept whole, and so is what the
// rules would keep where the model sees only a question.
func response(got *mindv1.Routing, req *pb.RouteRequest, may []commonv1.InputType, note string) *pb.RouteResponse {
	whole := strings.TrimSpace(req.GetText())
	res := &pb.RouteResponse{
		Reasoning:    "A model has read it, as the rules are not certain of it.",
		InputType:    got.GetType(),
		Confidence:   0.8,
		LogPortion:   verbatim(got.GetLogPortion(), req.GetText()),
		QueryPortion: verbatim(got.GetQueryPortion(), req.GetText()),
	}
	if !slices.Contains(may, res.GetInputType()) {
		res.InputType = may[0]
	}
	if res.GetInputType() == commonv1.InputType_INPUT_TYPE_CORRECTION && !mayCorrect(req) {
		res.InputType = commonv1.InputType_INPUT_TYPE_LOG
	}
	switch res.GetInputType() {
	case commonv1.InputType_INPUT_TYPE_BOTH:
		if res.GetLogPortion() == "" || res.GetQueryPortion() == "" {
			res.InputType, res.LogPortion, res.QueryPortion = commonv1.InputType_INPUT_TYPE_LOG, whole, ""
		}
		res.LogPortion = all(whole, res)
	case commonv1.InputType_INPUT_TYPE_QUERY:
		res.LogPortion, res.QueryPortion = "", whole
		if note != "" {
			res.InputType, res.LogPortion = commonv1.InputType_INPUT_TYPE_BOTH, note
		}
	case commonv1.InputType_INPUT_TYPE_CORRECTION:
		res.LogPortion = all(whole, res)
		res.CorrectionTarget = target(res.GetLogPortion())
	default:
		res.LogPortion, res.QueryPortion = whole, ""
	}
	return res
}

// all returns the part to keep: all that is not the question. Where that stands amid what
// tells something, it is the whole input, or else something would be lost.
func all(whole string, res *pb.RouteResponse) string {
	at := strings.Index(whole, res.GetQueryPortion())
	if res.GetLogPortion() == "" || at < 0 {
		return whole
	}
	before, after := withoutJoiner(whole[:at]), withoutJoiner(whole[at+len(res.GetQueryPortion()):])
	switch {
	case len(spans(before)) == 0 && len(spans(after)) > 0:
		return after
	case len(spans(after)) == 0 && len(spans(before)) > 0:
		return before
	}
	return whole
}

// withoutJoiner returns a part of an input without what joins it to the other: the marks
// and an "and" at the seam.
func withoutJoiner(part string) string {
	part = strings.Trim(part, " \t\r\n,;–—-")
	words := spans(part)
	joins := func(p piece) bool { return english().class["joiner"][strings.ToLower(part[p.start:p.end])] }
	if n := len(words); n > 1 && joins(words[n-1]) && words[n-1].end == len(part) {
		part = part[:words[n-2].end] + strings.TrimRight(part[words[n-2].end:words[n-1].start], " \t\r\n,;–—-")
		words = words[:n-1]
	}
	if len(words) > 1 && joins(words[0]) && words[0].start == 0 {
		part = part[words[1].start:]
	}
	return part
}
