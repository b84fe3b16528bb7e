package planfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/canonical"
)

// Write returns a new file of a plan. What would not be read from it again as it is, such
// as a context with a roadmap of its own, is refused.
func Write(c *planv1.Content, fields ...Field) ([]byte, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "# Objective\n%s\n\n", oneLine(c.GetObjective()))
	if c.GetContext() != "" {
		fmt.Fprintf(&out, "## Context\n%s\n\n", strings.TrimSpace(c.GetContext()))
	}
	out.WriteString("## Roadmap\n")
	for _, s := range c.GetSteps() {
		if err := writeStep(&out, s); err != nil {
			return nil, fmt.Errorf("step %s: %w", s.GetId(), err)
		}
	}
	if len(c.GetRisks()) > 0 {
		out.WriteString("\n## Risks\n")
		for _, r := range c.GetRisks() {
			fmt.Fprintf(&out, "- %s\n", oneLine(r))
		}
	}
	out.WriteString("\n## Log\n")
	f, err := Parse([]byte(out.String()))
	if err != nil {
		return nil, err
	}
	if err := f.SetFields(fields...); err != nil {
		return nil, err
	}
	switch read, _, err := f.ReadContent(); {
	case err != nil:
		return nil, err
	case !proto.Equal(read, c):
		return nil, fmt.Errorf("the plan's file would be read as a different plan: %s", difference(c, read))
	}
	return f.Bytes(), nil
}

// Form returns a plan as it is read from its file: with blanks as they are there, and
// arguments in their canonical form. Arguments that have none stay as they are.
func Form(c *planv1.Content) *planv1.Content {
	out := proto.CloneOf(c)
	out.Objective = oneLine(c.GetObjective())
	out.Context = strings.TrimSpace(strings.ReplaceAll(c.GetContext(), "\r\n", "\n"))
	for i, r := range c.GetRisks() {
		out.Risks[i] = oneLine(r)
	}
	for _, s := range out.GetSteps() {
		s.Description, s.Target = oneLine(s.GetDescription()), oneLine(s.GetTarget())
		if form, err := canonical.JSON([]byte(s.GetArguments())); err == nil {
			s.Arguments = string(form)
		}
	}
	return out
}

// difference says where two plans differ.
func difference(a, b *planv1.Content) string {
	for i, s := range a.GetSteps() {
		if i >= len(b.GetSteps()) || !proto.Equal(s, b.GetSteps()[i]) {
			where := fmt.Sprintf("step %s (%s)", s.GetId(), s.GetDescription())
			if strings.ContainsAny(s.GetTarget(), "()") {
				where += fmt.Sprintf("; the cause may be the parentheses in its target %q: nested or unpaired ones can't be read", s.GetTarget())
			}
			return where
		}
	}
	switch {
	case len(a.GetSteps()) != len(b.GetSteps()):
		return "it has more steps"
	case a.GetContext() != b.GetContext():
		return "its context"
	}
	return "its objective or its risks"
}

func writeStep(out *strings.Builder, s *planv1.Step) error {
	out.WriteString("- [ ] ")
	if s.GetApprove() {
		out.WriteString(Hand + " ")
	}
	if s.GetOptional() {
		out.WriteString("(optional) ")
	}
	out.WriteString(oneLine(s.GetDescription()))
	if s.GetServer() != "" {
		out.WriteString(" (" + s.GetServer() + "/" + s.GetOperation())
		if s.GetTarget() != "" {
			out.WriteString(" → " + oneLine(s.GetTarget()))
		}
		out.WriteString(")")
	}
	out.WriteString(" ^" + s.GetId() + "\n")
	if len(s.GetArguments()) == 0 {
		return nil
	}
	var text bytes.Buffer
	if err := json.Indent(&text, []byte(Visible(s.GetArguments())), "  ", "  "); err != nil {
		return err
	}
	fence := "```"
	for strings.Contains(text.String(), fence) {
		fence += "`"
	}
	fmt.Fprintf(out, "  %sjson\n  %s\n  %s\n", fence, text.String(), fence)
	return nil
}
