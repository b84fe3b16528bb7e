package owntools

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/kit/stable"
)

// Options say what the tools work on.
type Options struct {
	// Executor has all other tools. Nil where there are none.
	Executor executorv1.ExecutorServiceClient
	// Files is the vault, nil without one, and Tenant whose it is.
	Files  *safefile.Folder
	Tenant string
	// Folder is where files are written, below the vault; "" is nowhere. Create makes a file
	// of the vault, and returns false if one is there.
	Folder string
	Create func(name string, content []byte) (bool, error)
	Now    func() time.Time
}

// Tools are Weft's own tools and all others, by the contract of the executor.
type Tools struct{ Options }

// New returns the tools.
func New(o Options) *Tools { return &Tools{o} }

func isOwn(server string) bool { return slices.Contains(Servers(), server) }

// ListTools implements executorv1.ExecutorServiceClient.
func (t *Tools) ListTools(ctx context.Context, req *executorv1.ListToolsRequest, opts ...grpc.CallOption) (*executorv1.ListToolsResponse, error) {
	own, servers := told(t.offered(req.GetContext().GetTenant(), req.GetServers()))
	out := &executorv1.ListToolsResponse{}
	if t.Executor != nil && (len(req.GetServers()) == 0 || slices.ContainsFunc(req.GetServers(), func(s string) bool { return !isOwn(s) })) {
		var err error
		if out, err = t.Executor.ListTools(ctx, req, opts...); err != nil {
			return nil, err
		}
		out.Tools = slices.DeleteFunc(out.Tools, func(t *commonv1.Tool) bool { return isOwn(t.GetServer()) })
		out.Servers = slices.DeleteFunc(out.Servers, func(s *commonv1.ToolServer) bool { return isOwn(s.GetName()) })
	}
	hashes := out.GetHash()
	for _, tool := range own {
		hashes += tool.GetDefinitionHash()
	}
	out.Hash = canonical.Hash([]byte(hashes))
	out.Tools, out.Servers = append(out.Tools, own...), append(out.Servers, servers...)
	stable.Sort(out.Tools, func(a, b *commonv1.Tool) int { return strings.Compare(a.GetServer(), b.GetServer()) })
	stable.Sort(out.Servers, func(a, b *commonv1.ToolServer) int { return strings.Compare(a.GetName(), b.GetName()) })
	return out, nil
}

// TrustTool implements executorv1.ExecutorServiceClient.
func (t *Tools) TrustTool(ctx context.Context, req *executorv1.TrustToolRequest, opts ...grpc.CallOption) (*executorv1.TrustToolResponse, error) {
	if !isOwn(req.GetServer()) && t.Executor != nil {
		return t.Executor.TrustTool(ctx, req, opts...)
	}
	own, err := t.find(req.GetContext().GetTenant(), req.GetServer(), req.GetOperation())
	if err != nil {
		return nil, err
	}
	return &executorv1.TrustToolResponse{Tool: own.Tool}, nil // nobody has to agree to it
}

// UntrustTool implements executorv1.ExecutorServiceClient.
func (t *Tools) UntrustTool(ctx context.Context, req *executorv1.UntrustToolRequest, opts ...grpc.CallOption) (*executorv1.UntrustToolResponse, error) {
	if !isOwn(req.GetServer()) && t.Executor != nil {
		return t.Executor.UntrustTool(ctx, req, opts...)
	}
	return nil, fault.New(codes.NotFound, fault.ToolUnknown, "nobody has agreed to a tool %s/%s; Weft's own need no agreement", req.GetServer(), req.GetOperation())
}

// DryRun implements executorv1.ExecutorServiceClient.
func (t *Tools) DryRun(ctx context.Context, req *executorv1.DryRunRequest, opts ...grpc.CallOption) (*executorv1.DryRunResponse, error) {
	if !isOwn(req.GetServer()) && t.Executor != nil {
		return t.Executor.DryRun(ctx, req, opts...)
	}
	own, err := t.find(req.GetContext().GetTenant(), req.GetServer(), req.GetOperation())
	if err != nil {
		return nil, err
	}
	args, err := own.arguments(req.GetArguments())
	if err != nil {
		return nil, err
	}
	return &executorv1.DryRunResponse{Tool: own.Tool, Arguments: args, ArgumentsHash: canonical.Hash(args)}, nil
}

// Execute implements executorv1.ExecutorServiceClient.
func (t *Tools) Execute(ctx context.Context, req *executorv1.ExecuteRequest, opts ...grpc.CallOption) (*executorv1.ExecuteResponse, error) {
	g := req.GetGrant()
	if !isOwn(g.GetServer()) && t.Executor != nil {
		return t.Executor.Execute(ctx, req, opts...)
	}
	own, err := t.find(g.GetTenant(), g.GetServer(), g.GetOperation())
	if err != nil {
		return nil, err
	}
	args, err := own.arguments(req.GetArguments())
	switch {
	case err != nil:
		return nil, err
	case g.GetPlanId() == "" || g.GetTenant() != req.GetContext().GetTenant() || g.GetDefinitionHash() != own.GetDefinitionHash() ||
		g.GetArgumentsHash() != canonical.Hash(args):
		return nil, fault.New(codes.PermissionDenied, fault.GrantInvalid, "the grant is not for this call")
	case IsAsk(g.GetServer(), g.GetOperation()):
		return nil, fault.New(codes.FailedPrecondition, fault.ToolUnknown, "notes/ask is a run of its own, and not called")
	}
	var in struct{ Path, Text string }
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, fault.New(codes.InvalidArgument, fault.ArgumentsInvalid, "%v", err)
	}
	out := &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_DONE, CallTime: timestamppb.New(t.Now())}
	result, failed := any(nil), error(nil)
	if own.GetOperation() == Read {
		result, failed = t.read(in.Path)
	} else {
		result, failed = t.write(in.Path, in.Text)
	}
	if failed != nil {
		out.Outcome, out.Text = executorv1.ExecuteResponse_OUTCOME_FAILED, failed.Error()
		return out, nil //nolint:nilerr // the tool says that it has failed
	}
	out.Structured, err = json.Marshal(result)
	return out, err
}

// VoidGrant implements executorv1.ExecutorServiceClient. Nobody notes which grants of Weft's own
// tools are used.
func (t *Tools) VoidGrant(ctx context.Context, req *executorv1.VoidGrantRequest, opts ...grpc.CallOption) (*executorv1.VoidGrantResponse, error) {
	if g := req.GetGrant(); !isOwn(g.GetServer()) && t.Executor != nil {
		return t.Executor.VoidGrant(ctx, req, opts...)
	}
	return nil, fault.New(codes.AlreadyExists, fault.GrantUsed, "a call of one of Weft's own tools may have been made")
}

// find returns a tool that a tenant has.
func (t *Tools) find(tenant, server, operation string) (tool, error) {
	for _, own := range t.offered(tenant, nil) {
		if own.GetServer() == server && own.GetOperation() == operation {
			return own, nil
		}
	}
	return tool{}, fault.New(codes.NotFound, fault.ToolUnknown, "there is no tool %s/%s here", server, operation)
}

// arguments returns arguments in their canonical form, if they fit the tool.
func (t tool) arguments(data []byte) ([]byte, error) {
	if len(data) == 0 {
		data = []byte("{}")
	}
	form, err := canonical.JSON(data)
	var args map[string]any
	if err == nil {
		err = json.Unmarshal(form, &args)
	}
	if err == nil {
		err = t.input.Validate(args)
	}
	if err != nil {
		return nil, fault.New(codes.InvalidArgument, fault.ArgumentsInvalid, "the arguments don't fit %s/%s: %v", t.GetServer(), t.GetOperation(), err)
	}
	return form, nil
}
