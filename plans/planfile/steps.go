package planfile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/canonical"
)

// mostSteps is how many steps a plan may have: more can't be judged by whoever approves it.
const mostSteps = 20

// Hand asks for an approval of a step's own.
const Hand = "✋"

// A Step is a step as a file has it.
type Step struct {
	*planv1.Step
	Line  int  // counted from 1
	Done  bool // its box is ticked
	box   int  // where in the line the letter of its box is, 0 if it has none
	named bool // its id stands in the file
	args  span // of its arguments, with their fences
}

// A span is the lines from one up to another.
type span struct{ from, to int }

// ReadContent returns what a person approves of a plan, and its steps as they stand in the
// file.
func (f *File) ReadContent() (*planv1.Content, []Step, error) {
	steps, err := f.readSteps()
	if err != nil {
		return nil, nil, err
	}
	c := &planv1.Content{Objective: strings.Join(strings.Fields(f.text(objective)), " "), Context: f.text(context)}
	for _, s := range steps {
		c.Steps = append(c.Steps, s.Step)
	}
	for line := range strings.Lines(f.text(risks)) {
		if m := item.FindStringSubmatch(bare(line)); m != nil {
			c.Risks = append(c.Risks, strings.TrimSpace(m[3]))
		}
	}
	return c, steps, nil
}

var (
	// item is an item of a list: its indent, its mark and what it says.
	item = regexp.MustCompile(`^( {0,3})([-*+]|\d{1,9}[.)])[ \t]+(.*)$`)
	box  = regexp.MustCompile(`^\[(.)\](?:[ \t]+|$)`)
	// toolAt is a tool at the end of a step: (server/operation → target) or
	// (server: operation). A target may have parentheses itself, such as Ann (billing).
	toolAt  = regexp.MustCompile(`\(([A-Za-z0-9_.-]+)(?:/|:[ \t]*)([^()→]*?[^()→\s])[ \t]*(?:→[ \t]*((?:[^()]|\([^()]*\))*?)[ \t]*)?\)$`)
	blockID = regexp.MustCompile(`(?:^|[ \t])\^([A-Za-z0-9-]{1,32})$`)
	spare   = regexp.MustCompile(`^\(optional\)[ \t]*`)
)

// readSteps returns the steps, in their order.
func (f *File) readSteps() ([]Step, error) {
	s := f.sections[roadmap]
	var out []Step
	ids := map[string]int{}
	fence := ""
	for i := s.from; i < s.to; i++ {
		line := bare(f.lines[i])
		was := fence
		if fence = nextFence(fence, line); was != "" || fence != "" {
			continue
		}
		m := item.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		ticked := box.FindStringSubmatch(m[3])
		if ticked == nil && m[2][0] > '9' { // a remark
			continue
		}
		if ticked == nil && !isNumber(m[2]) {
			continue
		}
		if len(out) == mostSteps {
			return nil, fmt.Errorf("line %d: a plan has at most %d steps; make it two plans", i+1, mostSteps)
		}
		step := Step{Line: i + 1}
		text := m[3]
		if ticked != nil {
			step.box = len(line) - len(m[3]) + 1
			step.Done = ticked[1] == "x" || ticked[1] == "X"
			text = text[len(ticked[0]):]
		}
		step.Step = parseStep(text)
		if step.named = step.Id != ""; !step.named {
			step.Id = strconv.Itoa(len(out) + 1)
		}
		if before, twice := ids[step.Id]; twice {
			return nil, fmt.Errorf("line %d: the step %s already exists, in line %d", i+1, step.Id, before)
		}
		if step.Description == "" {
			return nil, fmt.Errorf("line %d: the step does not say what it does", i+1)
		}
		ids[step.Id] = i + 1
		var err error
		if step.Arguments, step.args, err = f.arguments(i+1, s.to); err != nil {
			return nil, err
		}
		out = append(out, step)
	}
	return out, nil
}

func isNumber(mark string) bool { return mark[0] >= '0' && mark[0] <= '9' }

// parseStep reads the words of a step.
func parseStep(text string) *planv1.Step {
	out := &planv1.Step{}
	if strings.Contains(text, Hand) {
		out.Approve = true
		text = strings.ReplaceAll(strings.ReplaceAll(text, Hand+"\ufe0f", ""), Hand, "")
	}
	text = strings.TrimSpace(text)
	if m := blockID.FindStringSubmatchIndex(text); m != nil {
		out.Id, text = text[m[2]:m[3]], strings.TrimSpace(text[:m[0]])
	}
	if m := spare.FindString(text); m != "" {
		out.Optional, text = true, text[len(m):]
	}
	if m := toolAt.FindStringSubmatch(text); m != nil {
		out.Server, out.Operation, out.Target = m[1], m[2], m[3]
		text = strings.TrimSuffix(text, m[0])
	}
	out.Description = strings.Join(strings.Fields(text), " ")
	return out
}

// arguments returns the first block of JSON in the item whose first line is the one before
// from, in its canonical form, and where it is.
func (f *File) arguments(from, to int) (string, span, error) {
	fence, begun, text := "", 0, ""
	for i := from; i < to; i++ {
		line := bare(f.lines[i])
		was := fence
		fence = nextFence(fence, line)
		switch {
		case was == "" && fence != "":
			if info := strings.TrimLeft(strings.TrimLeft(line, " \t"), "`~"); strings.EqualFold(strings.TrimSpace(info), "json") && line != strings.TrimLeft(line, " \t") {
				begun, text = i+1, ""
			}
		case was != "" && fence == "" && begun > 0:
			args, err := canonical.JSON([]byte(text))
			if err != nil {
				return "", span{}, fmt.Errorf("line %d: the arguments: %w", begun+1, err)
			}
			if args[0] != '{' {
				return "", span{}, fmt.Errorf("line %d: the arguments are not a JSON object", begun+1)
			}
			return string(args), span{begun - 1, i + 1}, nil
		case was != "" && begun > 0:
			text += line + "\n"
		case was == "" && strings.TrimSpace(line) != "" && line == strings.TrimLeft(line, " \t"):
			return "", span{}, nil // the item is over
		case was == "" && item.MatchString(line) && box.MatchString(item.FindStringSubmatch(line)[3]):
			return "", span{}, nil // so it is
		}
	}
	return "", span{}, nil
}
