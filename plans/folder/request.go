package folder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/source"
)

// A request is something that waits for an approval: a version of a plan, or one call.
type request struct {
	plan  *orchestratorv1.Plan
	pause *orchestratorv1.Pause
	call  *planv1.StepApproval // nil if it is about the plan
	again bool                 // the call was made, and failed
}

// requestsOf returns what waits for an approval of a plan. What else it waits for can't be
// said by moving a file.
func requestsOf(p *orchestratorv1.Plan) []*request {
	var out []*request
	for _, pause := range p.GetPauses() {
		var whole planv1.PlanApproval
		var call planv1.StepApproval
		switch payload := pause.GetPayload(); {
		case payload.MessageIs(&whole):
			if p.GetState() == orchestratorv1.Plan_STATE_PROPOSED && payload.UnmarshalTo(&whole) == nil &&
				whole.GetVersion() == p.GetVersion() && whole.GetHash() == p.GetHash() {
				out = append(out, &request{plan: p, pause: pause})
			}
		case payload.MessageIs(&call):
			if payload.UnmarshalTo(&call) != nil || call.GetVersion() != p.GetVersion() || canonical.Hash([]byte(call.GetStep().GetArguments())) != call.GetArgumentsHash() {
				continue
			}
			switch stepOf(p, call.GetStep().GetId()).GetState() {
			case orchestratorv1.PlanStep_STATE_APPROVAL:
				out = append(out, &request{plan: p, pause: pause, call: &call})
			case orchestratorv1.PlanStep_STATE_FAILED:
				out = append(out, &request{plan: p, pause: pause, call: &call, again: true})
			}
		}
	}
	return out
}

func stepOf(p *orchestratorv1.Plan, id string) *orchestratorv1.PlanStep {
	for _, s := range p.GetSteps() {
		if s.GetId() == id {
			return s
		}
	}
	return nil
}

func (q *request) id() string { return q.pause.GetRunId() + "/" + q.pause.GetId() }

func (q *request) action() string {
	switch {
	case q.call == nil:
		return "plan"
	case q.again:
		return "retry"
	}
	return q.call.GetStep().GetOperation()
}

func (q *request) hash() string {
	if q.call != nil {
		return q.call.GetArgumentsHash()
	}
	return q.plan.GetHash()
}

func (q *request) step() string { return q.call.GetStep().GetId() }

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

func slug(s string) string {
	s = strings.Trim(notSlug.ReplaceAllString(strings.ToLower(s), "-"), "-")
	return strings.Trim(s[:min(len(s), 40)], "-")
}

// name returns the name of the request's file.
func (q *request) name() string {
	about := q.plan.GetContent().GetObjective()
	if q.call != nil {
		if about = q.call.GetStep().GetTarget(); slug(about) == "" {
			about = q.call.GetStep().GetDescription()
		}
	}
	parts := []string{q.pause.GetCreateTime().AsTime().UTC().Format("2006-01-02T150405Z"), slug(q.action()), slug(about)}
	for i, p := range parts {
		if p == "" {
			parts[i] = "x"
		}
	}
	return strings.Join(parts, "_") + ".md"
}

const (
	statusOpen      = "open"
	feedbackHeading = "## Feedback"
	logHeading      = "## Log"
)

// fields are those of the front matter.
func (q *request) fields() []planfile.Field {
	out := []planfile.Field{
		{Name: "request", Value: q.id()}, {Name: "plan", Value: q.plan.GetId()}, {Name: "version", Value: itoa(int(q.plan.GetVersion()))},
	}
	if q.call != nil {
		out = append(out, planfile.Field{Name: "step", Value: q.step()})
	}
	out = append(out, planfile.Field{Name: "action", Value: q.action()})
	if to := q.call.GetStep().GetTarget(); to != "" {
		out = append(out, planfile.Field{Name: "recipient", Value: to})
	}
	return append(out,
		planfile.Field{Name: "hash", Value: q.hash()},
		planfile.Field{Name: "created", Value: q.pause.GetCreateTime().AsTime().UTC().Format(time.RFC3339)},
		planfile.Field{Name: "status", Value: statusOpen})
}

// belongs reports whether a file's front matter is that of the request.
func (q *request) belongs(f *file) bool {
	for _, field := range q.fields() {
		if field.Name != "created" && field.Name != "status" && f.Field(field.Name) != field.Value {
			return false
		}
	}
	return true
}

// write returns the request's file.
func (q *request) write() ([]byte, error) {
	body, err := q.body()
	if err != nil {
		return nil, err
	}
	f, err := planfile.Parse([]byte(body))
	if err != nil {
		return nil, err
	}
	if err := f.SetFields(q.fields()...); err != nil {
		return nil, err
	}
	if read, _, err := f.ReadContent(); q.call == nil && (err != nil || !proto.Equal(read, q.plan.GetContent())) {
		return nil, fmt.Errorf("it would be read as another plan")
	}
	return f.Bytes(), nil
}

// body returns the words that are approved, as a person sees them.
func (q *request) body() (string, error) {
	if q.call != nil {
		return q.callBody()
	}
	content, err := planfile.Write(q.plan.GetContent())
	if err != nil {
		return "", err
	}
	var out strings.Builder
	p := q.plan
	fmt.Fprintf(&out, "**Carry out this plan?** Version %d of %s, proposed by %s.\n", p.GetVersion(), p.GetId(), inline(p.GetUser()))
	if p.GetReason() != "" {
		fmt.Fprintf(&out, "\nWhy this version: %s\n", inline(p.GetReason()))
	}
	fmt.Fprintf(&out, "\nTo have it carried out, move this file to `%s`. To reject it, write below, under Feedback, what should be different, and move the file to `%s`. If you change the plan here and move the file to `%s`, your text is proposed as the next version, and nothing is done yet.\n", Approved, Rejected, Approved)
	if n := p.GetApprovalsNeeded(); n > 1 {
		fmt.Fprintf(&out, "\nIt needs the approvals of %d persons; there are %d.\n", n, len(p.GetApprovals()))
	}
	out.WriteString("\n")
	for i, s := range p.GetContent().GetSteps() {
		if s.GetServer() == "" || i >= len(p.GetBindings()) {
			fmt.Fprintf(&out, "- Step %s is done by a person\n", s.GetId())
			continue
		}
		b := p.GetBindings()[i]
		fmt.Fprintf(&out, "- Step %s calls %s", s.GetId(), inline(s.GetServer()+"/"+s.GetOperation()))
		if to := source.Addresses(s.GetArguments()); len(to) > 0 {
			out.WriteString(", to " + inline(strings.Join(to, ", ")))
		}
		out.WriteString(": it " + effect(b))
		if s.GetApprove() || b.GetEffect() != commonv1.ToolEffect_TOOL_EFFECT_READ && b.GetEffect() != commonv1.ToolEffect_TOOL_EFFECT_WRITE {
			out.WriteString(". You are asked for this call once more, before it is made")
		}
		out.WriteString("\n")
	}
	if hidden := planfile.Hidden(string(content)); len(hidden) > 0 {
		fmt.Fprintf(&out, "\nThere are letters in it that can't be seen: %s.\n", strings.Join(hidden[:min(len(hidden), 20)], ", "))
	}
	out.WriteString("\n" + strings.TrimSuffix(string(content), logHeading+"\n") + feedbackHeading + "\n")
	return out.String(), nil
}

func (q *request) callBody() (string, error) {
	var args bytes.Buffer
	step := q.call.GetStep()
	if err := json.Indent(&args, []byte(planfile.Visible(step.GetArguments())), "", "  "); err != nil {
		return "", err
	}
	fence := "```"
	for strings.Contains(args.String(), fence) {
		fence += "`"
	}
	var out strings.Builder
	ask := "Make this call?"
	if q.again {
		ask = "Make this call once more?"
	}
	fmt.Fprintf(&out, "**%s** Step %s of %s, version %d: %s\n", ask, step.GetId(), q.plan.GetId(), q.plan.GetVersion(), inline(step.GetDescription()))
	if q.call.GetReason() != "" {
		fmt.Fprintf(&out, "\nWhy it is asked: %s\n", inline(q.call.GetReason()))
	}
	fmt.Fprintf(&out, "\n- Tool: %s\n- Effect: it %s\n", inline(step.GetServer()+"/"+step.GetOperation()), effect(q.call.GetBinding()))
	to := source.Addresses(step.GetArguments())
	if len(to) > 0 {
		fmt.Fprintf(&out, "- To: %s\n", inline(strings.Join(to, ", ")))
	}
	if step.GetTarget() != "" && !slices.Contains(to, step.GetTarget()) {
		fmt.Fprintf(&out, "- To, in the plan's words: %s\n", inline(step.GetTarget()))
	}
	fmt.Fprintf(&out, "- Plan: %s\n\n%sjson\n%s\n%s\n\n", inline(q.plan.GetContent().GetObjective()), fence, args.String(), fence)
	for _, t := range source.Texts(step.GetArguments()) {
		fmt.Fprintf(&out, "%s reads:\n\n", inline(t.At))
		for line := range strings.Lines(t.Text) {
			out.WriteString(strings.TrimRight("> "+inline(line), " ") + "\n")
		}
		out.WriteString("\n")
	}
	no := "the plan is given up: what is done stays done, and nothing more is done"
	if step.GetOptional() {
		no = "this step is left out"
	}
	fmt.Fprintf(&out, "To have the tool called once, with exactly these arguments, move this file to `%s`. If you move it to `%s`, %s. If you change anything here, nothing is called: remove the file, and it is asked for anew. For other arguments, move it to `%s` and propose another plan.\n", Approved, Rejected, no, Rejected)
	return out.String(), nil
}

func effect(b *planv1.Binding) string {
	switch b.GetEffect() {
	case commonv1.ToolEffect_TOOL_EFFECT_READ:
		return "reads"
	case commonv1.ToolEffect_TOOL_EFFECT_WRITE:
		return "changes something that can be changed back"
	}
	return "is sent outside and can't be undone"
}

// marks are letters that would make something else of a line of Markdown.
var marks = strings.NewReplacer(`\`, `\\`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, "|", `\|`, "*", `\*`, "$", `\$`, "%%", `\%%`)

// inline writes a text on one line, as it is and as nothing else.
func inline(s string) string {
	return marks.Replace(planfile.Visible(strings.Join(strings.Fields(s), " ")))
}
