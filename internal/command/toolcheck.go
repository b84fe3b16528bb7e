package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/plans/planfile"
)

// toolsUnasked tells of tools where no server runs: to ask them, one would have to start.
func toolsUnasked(c *config.Config) []checkup {
	if len(c.Tools.Servers) == 0 {
		return nil
	}
	return []checkup{{
		Name: "tools", OK: true, Found: count(len(c.Tools.Servers), "tool server") + ", not asked, because no server runs on this vault",
		Advice: "to ask them: weft tools ls",
	}}
}

// toolCheckups has a server ask its tool servers, and tells which of their tools can be
// called. It is empty where there are no tools.
func (p *program) toolCheckups(ctx context.Context) []checkup {
	s, err := p.connect(ctx)
	if err != nil {
		return toolsNotListed(err)
	}
	defer s.close()
	all, err := s.api().ListTools(ctx, &orchestratorv1.ListToolsRequest{Refresh: true})
	if err != nil {
		return toolsNotListed(err)
	}
	return judgeTools(all)
}

// toolsNotListed tells why there is no list of tools. The health of a server can be seen
// without a credential, its tools can't: that is nothing wrong.
func toolsNotListed(err error) []checkup {
	err = fault.FromError(err)
	switch status.Code(err) {
	case codes.Unauthenticated, codes.PermissionDenied, codes.Unimplemented:
		return []checkup{{Name: "tools", OK: true, Found: "not asked: " + err.Error()}}
	}
	return []checkup{{Name: "tools", Found: err.Error(), Advice: "to try again: weft tools ls"}}
}

// judgeTools tells which tool servers answer, and which of their tools can't be called.
func judgeTools(all *orchestratorv1.ListToolsResponse) []checkup {
	var out []checkup
	var answer []string
	for _, s := range all.GetServers() {
		if s.GetProblem() == "" {
			answer = append(answer, s.GetName())
			continue
		}
		out = append(out, checkup{
			Name: "tools", Found: fmt.Sprintf("%s: %s", s.GetName(), oneLine(planfile.Visible(s.GetProblem()))),
			Advice: "to ask it again: weft tools ls --refresh " + s.GetName(),
		})
	}
	var unknown []string
	callable := 0
	for _, t := range all.GetTools() {
		name := t.GetServer() + "/" + planfile.Visible(t.GetOperation())
		switch t.GetTrust() {
		case commonv1.ToolTrust_TOOL_TRUST_TRUSTED:
			callable++
		case commonv1.ToolTrust_TOOL_TRUST_CHANGED:
			out = append(out, checkup{
				Name: "tools", Found: fmt.Sprintf("%s has changed since %s agreed to it, and can't be called", name, t.GetTrustedBy()),
				Advice: "to see what is different: weft tools show " + name,
			})
		default:
			unknown = append(unknown, name)
		}
	}
	if len(answer) == 0 {
		return out
	}
	well := checkup{Name: "tools", OK: true, Found: fmt.Sprintf("%s of %s; %d can be called", count(len(all.GetTools()), "tool"), strings.Join(answer, ", "), callable)}
	if len(unknown) > 0 {
		well.Advice = "nobody has agreed to " + some(unknown) + "; to do so: weft tools trust " + unknown[0]
	}
	return slices.Insert(out, 0, well)
}

// some names a few of many things.
func some(names []string) string {
	const most = 3
	if more := len(names) - most; more > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}
