// Package check tells whether a plan can be carried out with the tools that there are, and
// ties its steps to them as they are now.
package check

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/plans/bind"
	"github.com/weft-mesh/weft/plans/planfile"
)

// Plan checks a plan against the tools that servers have. Its bindings are in the order of
// the steps, an empty one for each that a person does.
func Plan(c *planv1.Content, servers []*commonv1.ToolServer, tools []*commonv1.Tool) (*planv1.Checked, error) {
	out := &planv1.Checked{}
	wrong := func(step, format string, args ...any) {
		out.Problems = append(out.Problems, &planv1.Problem{StepId: step, Message: fmt.Sprintf(format, args...)})
	}
	if len(c.GetSteps()) == 0 {
		wrong("", "it has no steps")
	}
	// What can't be shown to a person as it is can't be approved by one.
	if _, err := planfile.Write(c); err != nil {
		wrong("", "%v", err)
	}
	before := map[string]bool{}
	for _, s := range c.GetSteps() {
		b := &planv1.Binding{StepId: s.GetId()}
		if s.GetServer() != "" {
			t, problem := find(servers, tools, s)
			if problem != "" {
				wrong(s.GetId(), "%s", problem)
			}
			b.Effect, b.Idempotent, b.DefinitionHash = t.GetEffect(), t.GetIdempotent(), t.GetDefinitionHash()
			if problem := arguments(s, t, before); problem != "" {
				wrong(s.GetId(), "%s", problem)
			}
		}
		before[s.GetId()] = true
		out.Bindings = append(out.Bindings, b)
	}
	if len(out.Problems) > 0 {
		out.Bindings = nil
		return out, nil
	}
	var err error
	out.Hash, err = Hash(c, out.GetBindings())
	return out, err
}

func find(servers []*commonv1.ToolServer, tools []*commonv1.Tool, s *planv1.Step) (*commonv1.Tool, string) {
	name := s.GetServer() + "/" + s.GetOperation()
	i := slices.IndexFunc(tools, func(t *commonv1.Tool) bool {
		return t.GetServer() == s.GetServer() && t.GetOperation() == s.GetOperation()
	})
	if i < 0 {
		return nil, missing(servers, name, s.GetServer())
	}
	t := tools[i]
	switch t.GetTrust() {
	case commonv1.ToolTrust_TOOL_TRUST_TRUSTED:
		return t, ""
	case commonv1.ToolTrust_TOOL_TRUST_CHANGED:
		return t, fmt.Sprintf("the tool %s has changed since an operator agreed to it: weft tools show %s", name, name)
	}
	return t, fmt.Sprintf("no operator has agreed to the tool %s yet: weft tools trust %s", name, name)
}

// missing says of a tool that there is none.
func missing(servers []*commonv1.ToolServer, name, server string) string {
	if slices.ContainsFunc(servers, func(s *commonv1.ToolServer) bool { return s.GetName() == server }) {
		return "there is no tool " + name
	}
	return fmt.Sprintf("there is no tool %s, and no server %s in tools.servers", name, server)
}

// arguments says what is wrong with a step's arguments. Of those that take something from
// earlier steps the names are compared with the tool's schema, and all of it when they are
// whole.
func arguments(s *planv1.Step, t *commonv1.Tool, before map[string]bool) string {
	references, err := bind.References([]byte(s.GetArguments()))
	if err != nil {
		return fmt.Sprintf("its arguments: %v", err)
	}
	for _, r := range references {
		if !before[r.Step] {
			return fmt.Sprintf("its arguments take something from step %s, which is not before it", r.Step)
		}
	}
	if len(t.GetInputSchema()) == 0 {
		return ""
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(t.GetInputSchema(), &schema); err != nil {
		return fmt.Sprintf("the schema of its tool can't be read: %v", err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return fmt.Sprintf("the schema of its tool can't be read: %v", err)
	}
	args := map[string]any{}
	if len(s.GetArguments()) > 0 {
		if err := json.NewDecoder(strings.NewReader(s.GetArguments())).Decode(&args); err != nil {
			return fmt.Sprintf("its arguments: %v", err)
		}
	}
	if len(references) > 0 {
		return names(&schema, args)
	}
	if err := resolved.Validate(args); err != nil {
		return fmt.Sprintf("its arguments don't fit the tool: %v", err)
	}
	return ""
}

// names says which arguments a schema lacks or needs.
func names(schema *jsonschema.Schema, args map[string]any) string {
	for _, name := range schema.Required {
		if _, given := args[name]; !given {
			return fmt.Sprintf("its arguments don't fit the tool: %q is missing", name)
		}
	}
	closed := schema.AdditionalProperties != nil && schema.AdditionalProperties.Not != nil && len(schema.PatternProperties) == 0
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if _, known := schema.Properties[name]; closed && !known {
			return fmt.Sprintf("its arguments don't fit the tool: it takes no %q", name)
		}
	}
	return ""
}

// Hash stands for what a person approves: the content and the tools.
func Hash(c *planv1.Content, bindings []*planv1.Binding) (string, error) {
	data, err := protojson.Marshal(&planv1.PlanApproval{Content: c, Bindings: bindings})
	if err != nil {
		return "", err
	}
	form, err := canonical.JSON(data)
	if err != nil {
		return "", err
	}
	return canonical.Hash(form), nil
}
