package executor

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// effect tells what calling an operation may do: what the configuration says, or more if
// the server says so. What goes over a network is external whatever it does there, since
// its arguments leave this machine.
func effect(s Server, o Operation, said *mcp.ToolAnnotations) commonv1.ToolEffect {
	if s.URL != "" || o.Effect == commonv1.ToolEffect_TOOL_EFFECT_UNSPECIFIED {
		return commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL
	}
	return max(o.Effect, hinted(said))
}

// hinted is the least that a server admits of its tool. Hints that it leaves out count for
// nothing, other than that it changes nothing.
func hinted(said *mcp.ToolAnnotations) commonv1.ToolEffect {
	switch {
	case said == nil:
		return commonv1.ToolEffect_TOOL_EFFECT_READ
	case said.OpenWorldHint != nil && *said.OpenWorldHint:
		return commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL
	case !said.ReadOnlyHint:
		return commonv1.ToolEffect_TOOL_EFFECT_WRITE
	}
	return commonv1.ToolEffect_TOOL_EFFECT_READ
}
