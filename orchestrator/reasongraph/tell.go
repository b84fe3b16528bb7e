package reasongraph

import (
	"strings"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

// mostTold is how much of a result's data is told to whoever watches, in bytes.
const mostTold = 1 << 10

// Summary says in a few words what came of a step.
func Summary(c *runv1.StepCompleted) string {
	output, err := c.GetOutput().UnmarshalNew()
	if err != nil {
		return ""
	}
	switch out := output.(type) {
	case *reasonv1.Step:
		return strings.TrimSpace(out.GetTool() + " " + out.GetArgs())
	case *reasonv1.Checked:
		if list := out.GetProblems(); len(list) > 0 {
			return strings.TrimPrefix(list[0].GetPath()+": "+list[0].GetText(), ": ")
		}
	case *reasonv1.Result:
		if e := out.GetError(); e != nil {
			return e.GetCode() + ": " + e.GetMessage()
		}
		return strings.Join(out.GetExplanations(), " ")
	case *reasonv1.Answer:
		return out.GetReason()
	}
	return ""
}

// detail is what of a step is told to programs that watch. The answer is told once, where it is
// given.
func detail(c *runv1.StepCompleted) proto.Message {
	output, err := c.GetOutput().UnmarshalNew()
	if err != nil {
		return nil
	}
	switch out := output.(type) {
	case *reasonv1.Step:
		out.Answer = ""
		return out
	case *reasonv1.Result:
		if len(out.GetData()) > mostTold {
			out.Data = sized(out.GetData())
		}
		return out
	case *reasonv1.Answer:
		return out
	}
	return nil
}
