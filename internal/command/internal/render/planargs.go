package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/plans/bind"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/source"
)

// textMost is how many lines of a text in arguments are shown as lines. Above them it stands
// whole.
const textMost = 40

// arguments are those that are sent, where they are known, or else those of the plan.
func (s planStep) arguments() string {
	if a := s.stands.GetArguments(); a != "" {
		return a
	}
	return s.GetArguments()
}

// whom says to whom or what a step is done: the addresses in its arguments, or else the words
// of who wrote the plan. Those need not be true: only the arguments count.
func (s planStep) whom() string {
	to := shown(s.GetTarget())
	if all := source.Addresses(s.arguments()); len(all) > 0 && s.GetServer() != "" {
		out := shown(strings.Join(all, ", "))
		if to != "" && !strings.Contains(s.arguments(), s.GetTarget()) {
			out += " (the plan calls that “" + to + "”)"
		}
		return out
	}
	if to == "" || s.GetServer() == "" || strings.Contains(s.arguments(), s.GetTarget()) {
		return to
	}
	if refs, err := bind.References([]byte(s.arguments())); err == nil && len(refs) > 0 {
		return to + " (the plan's words; the arguments are not all known yet)"
	}
	return to + " (the plan's words; the arguments don't name it)"
}

// sends returns the arguments, exactly, and where values come from that are not known yet.
func (s planStep) sends(style screen.Style) string {
	name := stepIndent + style.Dim("arguments")
	args := s.arguments()
	if args == "" || args == "{}" {
		return name + strings.Repeat(" ", rowWidth-len("arguments")) + "none\n"
	}
	out := name + "\n" + indentJSON(args, stepIndent+"  ")
	for _, t := range source.Texts(args) {
		out += stepIndent + "  " + shown(t.At) + " reads\n" + quoted(style, t.Text, stepIndent+"  ", textMost)
	}
	refs, err := bind.References([]byte(args))
	if err != nil {
		return out // the plan's check says so
	}
	for _, r := range refs {
		what := "all that step " + r.Step + " returns"
		if r.Pointer != "" {
			what = "what step " + r.Step + " returns at " + shown(r.Pointer)
		}
		out += style.Wrap(fmt.Sprintf("%s is not known yet: it is %s", shown(r.At), what), stepIndent+"  ", stepIndent+"    ") + "\n"
	}
	return out
}

// PlanNeeds says what later steps take from what a step returns.
func PlanNeeds(p *orchestratorv1.Plan, id string) []string {
	var out []string
	for _, s := range stepsOf(p) {
		refs, err := bind.References([]byte(s.GetArguments()))
		if err != nil {
			continue
		}
		for _, r := range refs {
			switch {
			case r.Step != id:
			case r.Pointer == "":
				out = append(out, "step "+s.GetId()+" takes all of it")
			default:
				out = append(out, "step "+s.GetId()+" takes what is at "+shown(r.Pointer))
			}
		}
	}
	return out
}

// indentJSON returns JSON over several lines, with what can't be seen in it.
func indentJSON(data, indent string) string {
	var out bytes.Buffer
	text := planfile.Visible(data)
	if json.Indent(&out, []byte(text), indent, "  ") != nil {
		return indent + oneLine(text) + "\n"
	}
	return indent + out.String() + "\n"
}
