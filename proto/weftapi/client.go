// Package weftapi is what callers and servers of the public API share: a client of all
// services, and what the contracts say of each method.
package weftapi

import (
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
)

// A Client calls the public API.
type Client interface {
	orchestratorv1.RunsServiceClient
	orchestratorv1.NotesServiceClient
	orchestratorv1.PlansServiceClient
	orchestratorv1.GoalsServiceClient
	orchestratorv1.WebhooksServiceClient
	orchestratorv1.SchedulesServiceClient
	orchestratorv1.AdminServiceClient
}

// NewClient returns a client that calls all services over one connection.
func NewClient(conn grpc.ClientConnInterface) Client {
	return struct {
		orchestratorv1.RunsServiceClient
		orchestratorv1.NotesServiceClient
		orchestratorv1.PlansServiceClient
		orchestratorv1.GoalsServiceClient
		orchestratorv1.WebhooksServiceClient
		orchestratorv1.SchedulesServiceClient
		orchestratorv1.AdminServiceClient
	}{
		orchestratorv1.NewRunsServiceClient(conn),
		orchestratorv1.NewNotesServiceClient(conn),
		orchestratorv1.NewPlansServiceClient(conn),
		orchestratorv1.NewGoalsServiceClient(conn),
		orchestratorv1.NewWebhooksServiceClient(conn),
		orchestratorv1.NewSchedulesServiceClient(conn),
		orchestratorv1.NewAdminServiceClient(conn),
	}
}
