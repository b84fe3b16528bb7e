package check_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/plans/check"
)

const schema = `{"type":"object","properties":{"to":{"type":"string"},"n":{"type":"integer","maximum":3}},"required":["to"],"additionalProperties":false}`

func tools() []*commonv1.Tool {
	tool := func(operation string, trust commonv1.ToolTrust) *commonv1.Tool {
		return &commonv1.Tool{
			Server: "mail", Operation: operation, InputSchema: []byte(schema), DefinitionHash: "hash of " + operation, Trust: trust,
			Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL,
		}
	}
	return []*commonv1.Tool{
		tool("send", commonv1.ToolTrust_TOOL_TRUST_TRUSTED), tool("new", commonv1.ToolTrust_TOOL_TRUST_NEW), tool("other", commonv1.ToolTrust_TOOL_TRUST_CHANGED),
	}
}

func servers() []*commonv1.ToolServer {
	return []*commonv1.ToolServer{{Name: "mail"}}
}

func plan(steps ...*planv1.Step) *planv1.Content {
	return &planv1.Content{Objective: "x", Steps: steps}
}

func step(id, operation, args string) *planv1.Step {
	return &planv1.Step{Id: id, Description: "d", Server: "mail", Operation: operation, Arguments: args}
}

func TestAPlanIsTiedToItsTools(t *testing.T) {
	t.Parallel()
	c := plan(&planv1.Step{Id: "1", Description: "Think"}, step("2", "send", `{"n":3,"to":"a"}`), step("3", "send", `{"to":{"$from":"2","pointer":"/id"}}`))
	got, err := check.Plan(c, servers(), tools())
	if err != nil || len(got.GetProblems()) > 0 || len(got.GetBindings()) != 3 || len(got.GetHash()) != 64 {
		t.Fatalf("%v, %v", got, err)
	}
	if b := got.GetBindings()[1]; b.GetStepId() != "2" || b.GetDefinitionHash() != "hash of send" || b.GetEffect() != commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL {
		t.Errorf("step 2 is tied to %v", b)
	}
	// Whatever a person would see, or a tool would do otherwise, has another hash.
	for name, change := range map[string]func(c *planv1.Content, tools []*commonv1.Tool){
		"arguments":  func(c *planv1.Content, _ []*commonv1.Tool) { c.Steps[1].Arguments = `{"n":3,"to":"b"}` },
		"a word":     func(c *planv1.Content, _ []*commonv1.Tool) { c.Steps[0].Description = "Think again" },
		"an ask":     func(c *planv1.Content, _ []*commonv1.Tool) { c.Steps[1].Approve = true },
		"order":      func(c *planv1.Content, _ []*commonv1.Tool) { c.Steps[0], c.Steps[1] = c.Steps[1], c.Steps[0] },
		"definition": func(_ *planv1.Content, tools []*commonv1.Tool) { tools[0].DefinitionHash = "another" },
		"effect": func(_ *planv1.Content, tools []*commonv1.Tool) {
			tools[0].Effect = commonv1.ToolEffect_TOOL_EFFECT_WRITE
		},
	} {
		other, with := proto.CloneOf(c), tools()
		change(other, with)
		if is, err := check.Plan(other, servers(), with); err != nil || len(is.GetProblems()) > 0 || is.GetHash() == got.GetHash() {
			t.Errorf("%s: %v, %v", name, is, err)
		}
	}
}

func TestWhatCanNotBeCarriedOutIsSaidStepByStep(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		c    *planv1.Content
		want string
	}{
		"no steps":                {plan(), "no steps"},
		"no such tool":            {plan(step("1", "none", "")), "no tool mail/none"},
		"no such server":          {plan(&planv1.Step{Id: "1", Description: "d", Server: "post", Operation: "send"}), "no server post"},
		"a new tool":              {plan(step("1", "new", `{"to":"a"}`)), "no operator has agreed"},
		"a changed tool":          {plan(step("1", "other", `{"to":"a"}`)), "has changed"},
		"no arguments":            {plan(step("1", "send", "")), "don't fit"},
		"an argument too many":    {plan(step("1", "send", `{"bcc":"b","to":"a"}`)), "don't fit"},
		"an argument too large":   {plan(step("1", "send", `{"n":4,"to":"a"}`)), "don't fit"},
		"a name too many":         {plan(step("1", "send", `{"to":"a"}`), step("2", "send", `{"bcc":"b","to":{"$from":"1","pointer":""}}`)), `takes no "bcc"`},
		"a name too few":          {plan(step("1", "send", `{"to":"a"}`), step("2", "send", `{"n":{"$from":"1","pointer":""}}`)), `"to" is missing`},
		"from a later step":       {plan(step("1", "send", `{"to":{"$from":"2","pointer":""}}`), step("2", "send", `{"to":"a"}`)), "step 2, which is not before"},
		"from itself":             {plan(step("1", "send", `{"to":{"$from":"1","pointer":""}}`)), "not before"},
		"a reference that is odd": {plan(step("1", "send", `{"to":{"$from":"1"}}`)), "a reference is"},
		"two of one id":           {plan(step("1", "send", `{"to":"a"}`), step("1", "send", `{"to":"a"}`)), "already exists"},
		"what can't be shown":     {plan(&planv1.Step{Id: "1", Description: "a\n- [ ] b"}), "a different plan"},
	} {
		got, err := check.Plan(tt.c, servers(), tools())
		if err != nil || len(got.GetProblems()) == 0 || !strings.Contains(got.GetProblems()[0].GetMessage(), tt.want) || got.GetHash() != "" || len(got.GetBindings()) > 0 {
			t.Errorf("%s: %v, %v; want %q", name, got, err, tt.want)
		}
	}
}
