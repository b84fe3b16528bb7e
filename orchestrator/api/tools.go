package api

import (
	"context"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/grant"
)

// ListTools implements orchestratorv1.PlansServiceServer.
func (s *Server) ListTools(ctx context.Context, req *orchestratorv1.ListToolsRequest) (*orchestratorv1.ListToolsResponse, error) {
	if s.d.Executor == nil {
		return &orchestratorv1.ListToolsResponse{}, nil
	}
	by := s.Caller(ctx)
	res, err := s.d.Executor.ListTools(ctx, &executorv1.ListToolsRequest{
		Context: s.toolContext(by), Servers: req.GetServers(), Refresh: req.GetRefresh(),
	})
	if err != nil {
		return nil, err
	}
	if !by.May(auth.Operate) { // a command line, and what it failed with, tell of the machine
		for _, server := range res.GetServers() {
			server.Location = ""
			if server.GetProblem() != "" {
				server.Problem = "it can't be used now; an operator is told why"
			}
			server.LastError, server.LastErrorTime = "", nil
		}
	}
	return &orchestratorv1.ListToolsResponse{Tools: res.GetTools(), Servers: res.GetServers(), Hash: res.GetHash()}, nil
}

// TrustTool implements orchestratorv1.PlansServiceServer.
func (s *Server) TrustTool(ctx context.Context, req *orchestratorv1.TrustToolRequest) (*orchestratorv1.TrustToolResponse, error) {
	if s.d.Executor == nil {
		return nil, noTools()
	}
	by := s.Caller(ctx)
	res, err := s.d.Executor.TrustTool(ctx, &executorv1.TrustToolRequest{
		Context: s.toolContext(by), Server: req.GetServer(), Operation: req.GetOperation(), DefinitionHash: req.GetDefinitionHash(),
		Grant: s.d.Sign(grant.For(grant.Trust, by.Tenant, by.User, req.GetServer(), req.GetOperation(), req.GetDefinitionHash()), s.d.Now()),
	})
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.TrustToolResponse{Tool: res.GetTool()}, nil
}

// UntrustTool implements orchestratorv1.PlansServiceServer.
func (s *Server) UntrustTool(ctx context.Context, req *orchestratorv1.UntrustToolRequest) (*orchestratorv1.UntrustToolResponse, error) {
	if s.d.Executor == nil {
		return nil, noTools()
	}
	by := s.Caller(ctx)
	if _, err := s.d.Executor.UntrustTool(ctx, &executorv1.UntrustToolRequest{
		Context: s.toolContext(by), Server: req.GetServer(), Operation: req.GetOperation(),
		Grant: s.d.Sign(grant.For(grant.Untrust, by.Tenant, by.User, req.GetServer(), req.GetOperation(), ""), s.d.Now()),
	}); err != nil {
		return nil, err
	}
	return &orchestratorv1.UntrustToolResponse{}, nil
}

// DryRunTool implements orchestratorv1.PlansServiceServer.
func (s *Server) DryRunTool(ctx context.Context, req *orchestratorv1.DryRunToolRequest) (*orchestratorv1.DryRunToolResponse, error) {
	if s.d.Executor == nil {
		return nil, noTools()
	}
	res, err := s.d.Executor.DryRun(ctx, &executorv1.DryRunRequest{
		Context: s.toolContext(s.Caller(ctx)), Server: req.GetServer(), Operation: req.GetOperation(), Arguments: []byte(req.GetArguments()),
	})
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.DryRunToolResponse{
		Tool: res.GetTool(), Arguments: string(res.GetArguments()), ArgumentsHash: res.GetArgumentsHash(),
	}, nil
}

func noTools() error {
	return fault.New(codes.NotFound, fault.ToolUnknown, "no tools are configured here; set tools.servers")
}

func (s *Server) toolContext(by auth.Principal) *commonv1.CallContext {
	return &commonv1.CallContext{Now: timestamppb.New(s.d.Now()), TimeZone: "UTC", Tenant: by.Tenant, User: by.User}
}
