package weftapi

import (
	"slices"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// A Server answers the public API.
type Server interface {
	orchestratorv1.RunsServiceServer
	orchestratorv1.NotesServiceServer
	orchestratorv1.PlansServiceServer
	orchestratorv1.GoalsServiceServer
	orchestratorv1.WebhooksServiceServer
	orchestratorv1.SchedulesServiceServer
	orchestratorv1.AdminServiceServer
}

// An UnimplementedServer refuses every call. A Server embeds it, so that it answers methods
// that are added later.
type UnimplementedServer struct {
	orchestratorv1.UnimplementedRunsServiceServer
	orchestratorv1.UnimplementedNotesServiceServer
	orchestratorv1.UnimplementedPlansServiceServer
	orchestratorv1.UnimplementedGoalsServiceServer
	orchestratorv1.UnimplementedWebhooksServiceServer
	orchestratorv1.UnimplementedSchedulesServiceServer
	orchestratorv1.UnimplementedAdminServiceServer
}

// services are those of the public API. What a method needs is enforced for these and no others.
func services() []*grpc.ServiceDesc {
	return []*grpc.ServiceDesc{
		&orchestratorv1.RunsService_ServiceDesc,
		&orchestratorv1.NotesService_ServiceDesc,
		&orchestratorv1.PlansService_ServiceDesc,
		&orchestratorv1.GoalsService_ServiceDesc,
		&orchestratorv1.WebhooksService_ServiceDesc,
		&orchestratorv1.SchedulesService_ServiceDesc,
		&orchestratorv1.AdminService_ServiceDesc,
	}
}

// RegisterServer has a server answer all services of the public API, the deprecated
// OrchestratorService too.
func RegisterServer(to grpc.ServiceRegistrar, server Server) {
	for _, s := range services() {
		to.RegisterService(s, server)
	}
	to.RegisterService(describeDeprecated(services()), server)
}

// describeDeprecated returns OrchestratorService with the handlers of the methods that took
// the place of its own.
func describeDeprecated(now []*grpc.ServiceDesc) *grpc.ServiceDesc {
	d := deprecatedService()
	out := &grpc.ServiceDesc{ServiceName: string(d.FullName()), HandlerType: (*any)(nil), Metadata: d.ParentFile().Path()}
	isNew := func(name string) bool { return d.Methods().ByName(protoreflect.Name(name)) == nil }
	for _, s := range now {
		out.Methods = append(out.Methods, slices.DeleteFunc(slices.Clone(s.Methods), func(m grpc.MethodDesc) bool { return isNew(m.MethodName) })...)
		out.Streams = append(out.Streams, slices.DeleteFunc(slices.Clone(s.Streams), func(m grpc.StreamDesc) bool { return isNew(m.StreamName) })...)
	}
	return out
}
