package reasongraph

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/kit/reason/reasonwire"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/plans/planfile"
)

// steps are what the graph does.
type steps struct {
	Deps
	catalogue *reason.Catalogue
	held      *memory
}

// offered are the tools that may be called, by what was asked for.
func (d steps) offered(s *State) (*reason.Catalogue, error) {
	named := s.in.GetTools()
	var tools []reason.Tool
	for _, t := range d.Tools {
		if slices.Contains(named, t.Name) || len(named) == 0 && !t.OnRequest {
			tools = append(tools, t.Tool)
		}
	}
	for _, name := range named {
		if _, ok := d.catalogue.Find(name); !ok {
			return nil, fmt.Errorf("there is no tool %q", name)
		}
	}
	return reason.NewCatalogue(tools, d.Given...)
}

// depth is how many steps there are. Whose depth is off has asked for tools all the same: that
// is quick, unless the question itself says off.
func (d steps) depth(s *State) commonv1.Depth {
	if is := s.in.GetDepth(); is != commonv1.Depth_DEPTH_UNSPECIFIED {
		return is
	}
	if d.Depth == nil {
		return commonv1.Depth_DEPTH_FOCUSED
	}
	return max(d.Depth(s.user), commonv1.Depth_DEPTH_QUICK)
}

// last says that no call is left: the next step has to answer.
func (d steps) last(s *State) bool {
	steps := reason.Steps(d.depth(s))
	if is := int(s.in.GetSteps()); is > 0 {
		steps = is
	}
	return len(s.entries)+1 >= steps
}

func (d steps) context(s *State, at graph.Step) *commonv1.CallContext {
	now := s.in.GetNow()
	if now == nil {
		now = timestamppb.New(d.Now())
	}
	return &commonv1.CallContext{
		Now: now, TimeZone: cmp.Or(s.in.GetTimeZone(), d.TimeZone, "UTC"), Tenant: s.tenant, User: s.user, RunId: at.RunID, Depth: d.depth(s),
	}
}

// mostStep is how long a step may be, in bytes, to be kept: more than any that may be done.
const mostStep = 48 << 10

// think has a model say what comes next. What it thinks is told live, and kept if that was
// asked for.
func (d steps) think(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	tools, err := d.offered(s)
	if err != nil {
		return graph.Result{}, err
	}
	call := d.context(s, at)
	call.ModelBudget = budget.Left(ctx)
	res, err := d.Planner.Think(ctx, &plannerv1.ThinkRequest{
		Context: call, Question: s.in.GetQuestion(), Tools: reasonwire.FromCatalogue(tools), Entries: d.entries(ctx, s, at), Problems: s.problems,
		Last: d.last(s), Style: s.in.GetStyle(), Given: tools.Given(), Session: s.in.GetSession(),
	})
	if err != nil {
		return graph.Result{}, err
	}
	if n := proto.Size(res.GetStep()); res.GetStep() == nil || n > mostStep {
		return graph.Result{}, fmt.Errorf("the planner said no step, or one of more than %d bytes: it has %d", mostStep, n)
	}
	step := proto.CloneOf(res.GetStep())
	if step.GetThought() != "" && at.Draft != nil && !s.in.GetQuietThoughts() {
		at.Draft(step.GetThought() + "\n")
	}
	if !s.in.GetKeepThoughts() {
		step.Thought = ""
	}
	return graph.Result{Outcome: Thought, Output: step, Degraded: res.GetProvenance().GetDegraded()}, nil
}

// check holds the step against what may be done now, whatever the model's agent has checked.
func (d steps) check(_ context.Context, s *State, _ graph.Step) (graph.Result, error) {
	tools, err := d.offered(s)
	if err != nil {
		return graph.Result{}, err
	}
	step := reasonwire.Step(s.step)
	step.Style = cmp.Or(step.Style, reasonwire.Style(s.in.GetStyle()))
	problems := tools.Check(step, s.pad(), d.last(s))
	out := graph.Result{Outcome: Calls, Output: &reasonv1.Checked{Problems: reasonwire.FromProblems(problems)}}
	switch {
	case len(problems) > 0 && s.mended():
		out.Outcome = Stuck
	case len(problems) > 0:
		out.Outcome = Wrong
	case s.step.GetRespond():
		out.Outcome = Answers
	}
	return out, nil
}

// call calls the tool of the step.
func (d steps) call(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	r := d.made(ctx, s, at, s.step)
	if err := ctx.Err(); err != nil {
		return graph.Result{}, err
	}
	return graph.Result{Outcome: Called, Output: d.kept(s, at, r)}, nil
}

// made is what a call returns, as the run goes on with it.
func (d steps) made(ctx context.Context, s *State, at graph.Step, step *reasonv1.Step) *reasonv1.Result {
	return Made(ctx, d.Tools, d.context(s, at), step)
}

// Made is what the call of a step returns, without the paths of files and with as much of its
// data as a run keeps.
func Made(ctx context.Context, tools []Tool, c *commonv1.CallContext, step *reasonv1.Step) *reasonv1.Result {
	i := slices.IndexFunc(tools, func(t Tool) bool { return t.Name == step.GetTool() })
	r := reason.Failed("unknown_tool", "there is no such tool any more")
	if i >= 0 {
		within, cancel := context.WithTimeout(ctx, CallWithin)
		defer cancel()
		r = called(within, tools[i], c, reasonwire.Step(step).Args)
		if within.Err() != nil {
			r = reason.Failed("too_slow", fmt.Sprintf("it took longer than %s", CallWithin))
		}
	}
	r = bounded(r.Redacted().Sound())
	r.Explanations = slices.Concat(step.GetMended(), r.Explanations)
	return reasonwire.FromResult(r.Sound())
}

// called is what a tool returns. One that panics has failed.
func called(ctx context.Context, t Tool, c *commonv1.CallContext, args json.RawMessage) (r reason.Result) {
	defer func() {
		if p := recover(); p != nil {
			r = reason.Failed("broken", fmt.Sprint("the tool broke: ", p))
		}
	}()
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	return t.Call(ctx, c, args)
}

// mostData is how much of a result is kept, in bytes.
const mostData = 32 << 10

// bounded is a result with as much of its data as is kept. Of more there is the beginning, as
// text, with the size and the hash of all.
func bounded(r reason.Result) reason.Result {
	if len(r.Data) <= mostData {
		return r
	}
	begin := string(r.Data[:mostData/2])
	for !utf8.ValidString(begin) {
		begin = begin[:len(begin)-1]
	}
	short, err := json.Marshal(map[string]any{"begins": begin, "bytes": len(r.Data), "sha256": canonical.Hash(r.Data)})
	if err != nil {
		return reason.Failed("bad_result", err.Error())
	}
	r.Data = short
	return r
}

// respond gives the model's answer. Where there is none, or in the style strict, it is what the
// tools have returned, written by code.
func (d steps) respond(_ context.Context, s *State, at graph.Step) (graph.Result, error) {
	d.held.drop(at.RunID)
	out := &reasonv1.Answer{Text: s.step.GetAnswer(), Style: s.in.GetStyle(), Calls: int32(len(s.entries)), Reason: s.ends, Detail: s.failure}
	if s.ends != "" || s.in.GetStyle() == reasonv1.Style_STYLE_STRICT {
		out.Text, out.Style = strict(s.entries), reasonv1.Style_STYLE_STRICT
	}
	return graph.Result{Outcome: Answered, Output: out}, nil
}

// plain makes Markdown of words of others that is no more than those words: no code, HTML,
// links or pictures.
var plain = strings.NewReplacer(`\`, `\\`, "`", "'", "<", "&lt;", "[", `\[`, "]", `\]`)

// inLine is a text of others on one line, with what can't be seen in it.
func inLine(text string) string { return strings.Join(strings.Fields(planfile.Visible(text)), " ") }

// strict is what tools have returned, as Markdown. Nothing that they say can end its block.
func strict(entries []*reasonv1.Entry) string {
	var out strings.Builder
	for _, e := range entries {
		r := reasonwire.Result(e.GetResult())
		if !r.OK {
			continue
		}
		fmt.Fprintf(&out, "**%s** `%s`\n\n", e.GetStep().GetTool(), strings.ReplaceAll(inLine(cmp.Or(e.GetStep().GetArgs(), "{}")), "`", "'"))
		for _, text := range r.Explanations {
			out.WriteString("- " + plain.Replace(inLine(text)) + "\n")
		}
		if len(r.Data) > 0 {
			fmt.Fprintf(&out, "\n```json\n%s\n```\n", strings.ReplaceAll(planfile.Visible(string(r.Data)), "```", "'''"))
		}
		out.WriteString("\n")
	}
	if out.Len() == 0 {
		return "No tool has returned anything."
	}
	return strings.TrimSpace(out.String())
}
