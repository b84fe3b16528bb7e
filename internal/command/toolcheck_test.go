package command

import (
	"slices"
	"testing"

	"google.golang.org/grpc/codes"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
)

func TestAServerThatDoesNotAnswerAndAToolThatHasChangedAreWrong(t *testing.T) {
	t.Parallel()
	tool := func(name string, trust commonv1.ToolTrust) *commonv1.Tool {
		return &commonv1.Tool{Server: "mail", Operation: name, Trust: trust, TrustedBy: "ann"}
	}
	const fresh, trusted = commonv1.ToolTrust_TOOL_TRUST_NEW, commonv1.ToolTrust_TOOL_TRUST_TRUSTED
	all := &orchestratorv1.ListToolsResponse{
		Servers: []*commonv1.ToolServer{{Name: "mail"}, {Name: "post", Problem: "it has\nended\u202e"}},
		Tools: []*commonv1.Tool{
			tool("a", fresh), tool("b\u202e", fresh), tool("c", fresh), tool("d", fresh), tool("e", trusted), tool("send", commonv1.ToolTrust_TOOL_TRUST_CHANGED),
		},
	}
	want := []checkup{
		{"tools", true, "6 tools of mail; 1 can be called", `nobody has agreed to mail/a, mail/b\u202e, mail/c and 1 more; to do so: weft tools trust mail/a`},
		{"tools", false, `post: it has ended\u202e`, "to ask it again: weft tools ls --refresh post"},
		{"tools", false, "mail/send has changed since ann agreed to it, and can't be called", "to see what is different: weft tools show mail/send"},
	}
	if got := judgeTools(all); !slices.Equal(got, want) {
		t.Errorf("it tells %+v", got)
	}
	if got := judgeTools(&orchestratorv1.ListToolsResponse{}); got != nil {
		t.Errorf("where there are no tools it tells %+v", got)
	}
	for code, well := range map[codes.Code]bool{codes.Unauthenticated: true, codes.PermissionDenied: true, codes.Unavailable: false} {
		if got := toolsNotListed(fault.New(code, fault.NotAllowed, "no")); len(got) != 1 || got[0].OK != well {
			t.Errorf("%s: it tells %+v", code, got)
		}
	}
}
