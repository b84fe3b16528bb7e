package reason

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A Step is what a model says: what it thinks, and the tool that it calls or that it answers.
type Step struct {
	// Thought is why. It is told live and not kept, unless that is asked for.
	Thought string `json:"thought"`
	// Tool is what it calls; "": it answers.
	Tool string          `json:"tool,omitempty"`
	Args json.RawMessage `json:"args,omitempty"`
	// Respond says that it knows enough, Style how it answers, and Answer is the answer. In the
	// style Strict there need be none.
	Respond bool   `json:"respond,omitempty"`
	Style   Style  `json:"style,omitempty"`
	Answer  string `json:"answer,omitempty"`
	// Mended is what code has changed in what was asked for, a sentence each.
	Mended []string `json:"mended,omitempty"`
}

// Style is how an answer is written.
type Style string

// The styles.
const (
	Default Style = ""
	Summary Style = "summary" // in a few sentences
	Strict  Style = "strict"  // what the tools returned, written by code and by no model
)

// A Problem is something that is wrong with a step, for the model to mend.
type Problem struct {
	Path, Text string // Path such as "args.query"; "" the step
}

// String tells the problem in a line.
func (p Problem) String() string { return strings.TrimSpace(p.Path + ": " + p.Text) }

// MaxThought and MaxArgs are how long, in bytes, a thought and arguments are at most.
const (
	MaxThought = 4000
	MaxArgs    = 16 << 10
)

// MaxMends is how often a model is told at most what is wrong with a step, and asked again.
const MaxMends = 2

// Check says what is wrong with a step that is to follow what has been done. last says that no
// call is left: the step has to answer.
func (c *Catalogue) Check(s Step, done *Pad, last bool) []Problem {
	var out []Problem
	say := func(path, format string, args ...any) {
		out = append(out, Problem{path, fmt.Sprintf(format, args...)})
	}
	if len(s.Thought) > MaxThought {
		say("thought", "it has %d bytes, and at most %d", len(s.Thought), MaxThought)
	}
	switch s.Style {
	case Default, Summary, Strict:
	default:
		say("style", "%.40q is none: leave it empty, or say summary or strict", s.Style)
	}
	switch {
	case s.Respond && s.Tool != "":
		say("tool", "a step calls a tool or answers, not both")
	case s.Respond && s.Answer == "" && s.Style != Strict:
		say("answer", "it is empty, and respond is true")
	case s.Respond:
	case s.Tool == "":
		say("tool", "name a tool, or set respond")
	case last:
		say("respond", "no call is left: answer with what is known, and say what is not")
	default:
		c.checkCall(s, done, say)
	}
	return out
}

func (c *Catalogue) checkCall(s Step, done *Pad, say func(path, format string, args ...any)) {
	t, ok := c.Find(s.Tool)
	if !ok {
		text := "there is no tool %.70q"
		if near := c.near(s.Tool); near != "" {
			say("tool", text+"; did you mean %s?", s.Tool, near)
		} else {
			say("tool", text, s.Tool)
		}
		return
	}
	args, wrong := readArgs(s.Args)
	if wrong != "" {
		say("args", "%s", wrong)
		return
	}
	if err := c.schemas[t.Name].Validate(args); err != nil {
		say("args", "%.500v", err)
	}
	if left := c.Missing(t, done); len(left) > 0 {
		say("tool", "%s needs %s first", t.Name, strings.Join(left, " and "))
	}
	switch n, came := done.same(s); {
	case came == cameWell:
		say("tool", "the same call has come out well before; use what it returned, or call it with other arguments")
	case n >= mostSame:
		say("tool", "the same call has failed %d times; call it with other arguments, take another tool, or answer", n)
	}
}

// mostSame is how often the same call may fail.
const mostSame = 2

func readArgs(data json.RawMessage) (args any, wrong string) {
	if len(data) > MaxArgs {
		return nil, fmt.Sprintf("they have %d bytes, and at most %d", len(data), MaxArgs)
	}
	if len(data) == 0 {
		return map[string]any{}, ""
	}
	if err := json.Unmarshal(data, &args); err != nil {
		return nil, "they are no JSON: " + err.Error()
	}
	if _, ok := args.(map[string]any); !ok {
		return nil, "they are an object"
	}
	return args, ""
}

// Key stands for a call: the same tool with the same arguments, however they are written.
func (s Step) Key() string { return Key(s.Tool, s.Args) }
