package planner

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/kit/reason/reasonwire"
	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/plans/planfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

//go:embed draft.tmpl
var draftText string

var (
	draftPrompt = llm.ParseTemplate(draftText)
	drafting    = form.Of(&mindv1.Drafting{}, mindv1.Comments).Holding("arguments", "look_args")
)

const (
	draftTokens        = 4096 // that a draft may have
	longestDescription = 600  // bytes that a model is shown of a tool's
)

// Draft drafts a plan. It takes a model: what is wanted is read from free text, and which
// tools reach it.
func (s *Service) Draft(ctx context.Context, req *pb.DraftRequest) (*pb.DraftResponse, error) {
	if s.mind == mind.Rules || s.mind == "" {
		return nil, fault.New(codes.FailedPrecondition, fault.ModelUnavailable,
			"drafting a plan from words takes a model, and none is configured for the planner; write its steps, or use a template")
	}
	readers, err := reasonwire.Catalogue(req.GetReaders())
	if err != nil {
		return nil, fault.Invalid("readers", "%v", err)
	}
	res, spent, err := s.model.draft(ctx, &draft{req: req, readers: readers, done: reasonwire.Pad(req.GetLooked()), last: req.GetLast()})
	if err == nil || ctx.Err() != nil {
		return res, cmp.Or(ctx.Err(), err)
	}
	return nil, mind.Unanswered(err, spent, "no model could draft the plan: %v; write its steps, or use a template", err)
}

// model is the mind that has a language model draft plans, and holds them against the tools
// that there are.
type model struct{ client *llm.Client }

func (m model) draft(ctx context.Context, d *draft) (*pb.DraftResponse, *commonv1.Provenance, error) {
	p := m.draftPrompt(d)
	p.MaxTokens, p.Allowance = draftTokens, llm.AllowanceOf(d.req.GetContext())
	from, err := llm.Fill(ctx, m.client, p, drafting, &d.got, d.faults)
	if err != nil {
		return nil, from, err
	}
	res := &pb.DraftResponse{Provenance: from}
	if look := d.look(); look.Tool != "" && !d.last {
		res.Look = reasonwire.FromStep(look)
		return res, from, nil
	}
	if res.Missing = strings.TrimSpace(d.got.GetMissing()); res.Missing == "" {
		res.Content = d.content()
	}
	return res, from, nil
}

// draftPrompt is what a model is told of a wish. Of tools that its window or its allowance
// can't hold, those that have fewest words of the wish are left out, and of notes the last.
// Where readers would take what the tools need, no call of them is left.
func (m model) draftPrompt(d *draft) llm.Prompt {
	req := d.req
	v := struct {
		Wish, Today, Zone, Previous string
		Notes, Tools, Feedback      []string
		Readers, Looked, Hints      []string
		Background                  []string
		Left, Before                int
		Last                        bool
	}{Wish: req.GetWish(), Today: llm.Today(req.GetContext()), Zone: req.GetContext().GetTimeZone(), Feedback: req.GetFeedback()}
	if req.GetPrevious() != nil && len(v.Feedback) > 0 {
		// What can't be written as a file was never shown to a person either.
		data, _ := planfile.Write(req.GetPrevious())
		v.Previous = string(data)
	}
	base := draftPrompt.Prompt(v)
	base.MaxTokens = draftTokens
	room := m.client.Room(base, drafting)
	if b := req.GetContext().GetModelBudget(); b != nil && b.Tokens != nil {
		tokens := int(b.GetTokens())
		if d.done.Len() == 0 {
			tokens /= 2 // one answer that has to be mended reads all of it twice
		}
		room = min(room, tokens-draftTokens-m.client.Count(base.System+base.User))
	}
	v.Background = m.client.FitBackground(room, req.GetBackground())
	room -= m.count(v.Background)
	v.Readers = callable("reader", d.readers, d.done)
	if n := len(v.Readers); n == 0 || m.client.Fit(room/3, v.Readers) < n {
		d.last = true
	}
	if d.last {
		v.Readers = nil
	}
	room -= m.count(v.Readers)
	v.Looked, v.Before = m.returned(d.done, room/2)
	v.Hints, v.Last = d.done.Hints(), d.last && d.done.Len() > 0
	room -= m.count(v.Looked)
	var found []string
	for _, n := range req.GetNotes() {
		found = append(found, llm.Note(req.GetContext(), excerpt.Passage(n)))
	}
	// Names and addresses stand in notes: a third of the room is theirs, however many tools
	// there are.
	first := m.client.Fit(room/3, found)
	room -= m.count(found[:first])
	all := byWish(req)
	tools := toolBlocks(all, func(returns []byte) []byte { return returns })
	if m.client.Fit(room, tools) < len(tools) {
		tools = toolBlocks(all, shortSchema)
	}
	shown := m.client.Fit(room, tools)
	room -= m.count(tools[:shown])
	v.Tools, v.Left = tools[:shown], len(tools)-shown
	v.Notes = found[:first+m.client.Fit(room, found[first:])]
	return draftPrompt.Prompt(v)
}

// count is how many tokens texts have.
func (m model) count(texts []string) (n int) {
	for _, t := range texts {
		n += m.client.Count(t)
	}
	return n
}

// byWish returns the tools of a request, those first that have most words of what is wanted.
func byWish(req *pb.DraftRequest) []*commonv1.Tool {
	wanted := search.Meaning(strings.Join(append([]string{req.GetWish()}, req.GetFeedback()...), "\n"))
	shared := map[*commonv1.Tool]int{}
	for _, t := range req.GetTools() {
		for w := range search.Meaning(strings.NewReplacer("_", " ", "-", " ", "/", " ").Replace(t.GetServer() + " " + t.GetOperation() + " " + t.GetDescription())) {
			if wanted[w] {
				shared[t]++
			}
		}
	}
	out := slices.Clone(req.GetTools())
	stable.Sort(out, func(a, b *commonv1.Tool) int { return cmp.Compare(shared[b], shared[a]) })
	return out
}

// effects are what calling a tool may do, as a model is told.
var effects = map[commonv1.ToolEffect]string{
	commonv1.ToolEffect_TOOL_EFFECT_READ:  "only reads",
	commonv1.ToolEffect_TOOL_EFFECT_WRITE: "changes something",
}

// toolBlocks are tools as a model is told of them, what they return in the form that shown
// makes of it.
func toolBlocks(tools []*commonv1.Tool, shown func(returns []byte) []byte) (out []string) {
	for _, t := range tools {
		text := fmt.Sprintf("%s\narguments: %s", excerpt.Of(t.GetDescription(), longestDescription), t.GetInputSchema())
		if len(t.GetOutputSchema()) > 0 {
			text += fmt.Sprintf("\nreturns: %s", shown(t.GetOutputSchema()))
		}
		out = append(out, llm.Data("tool", t.GetServer()+"/"+t.GetOperation()+", "+cmp.Or(effects[t.GetEffect()], "leaves the house"), text))
	}
	return out
}

// shortSchema is a schema with the names and the types of what has it alone: of most tools, what
// they return is described at greater length than all else.
func shortSchema(schema []byte) []byte {
	var v any
	if json.Unmarshal(schema, &v) != nil {
		return schema
	}
	bare(v, false)
	out, err := json.Marshal(v)
	if err != nil {
		return schema
	}
	return out
}

// bare takes out of a schema what explains it. named says that v has schemas by names,
// which may be any.
func bare(v any, named bool) {
	switch v := v.(type) {
	case []any:
		for _, of := range v {
			bare(of, false)
		}
	case map[string]any:
		if !named {
			for _, key := range []string{"$schema", "additionalProperties", "description", "examples", "required", "title"} {
				delete(v, key)
			}
		}
		for key, of := range v {
			bare(of, !named && (key == "properties" || key == "$defs" || key == "definitions"))
		}
	}
}
