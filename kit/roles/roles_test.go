package roles_test

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/weft-mesh/weft/kit/roles"
)

func TestEveryServiceOfTheContractsIsThatOfOneRole(t *testing.T) {
	t.Parallel()
	var services, offered []string
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			name := string(f.Services().Get(i).FullName())
			if strings.HasPrefix(name, "weft.") && !strings.HasPrefix(name, "weft.orchestrator.") {
				services = append(services, name)
			}
		}
		return true
	})
	for _, r := range roles.Agents() {
		offered = append(offered, r.Service.ServiceName)
		if !strings.HasPrefix(r.Service.ServiceName, "weft."+r.Name+".") {
			t.Errorf("%s is not the service of the %s", r.Service.ServiceName, r.Name)
		}
	}
	slices.Sort(services)
	slices.Sort(offered)
	if !slices.Equal(services, offered) {
		t.Errorf("the contracts have\n%v\nand the roles\n%v", services, offered)
	}
}

func TestAgentsCallNobodyAndAreAskedInOneWay(t *testing.T) {
	t.Parallel()
	for _, r := range roles.Agents() {
		if called := roles.MayCall(r.Name); len(called) > 0 {
			t.Errorf("%s may call %v", r.Name, called)
		}
		if asked := r.Bus != nil && len(r.Bus.Subscribe) > 0; r.Called() == asked {
			t.Errorf("%s is called over gRPC: %t, and over NATS: %t", r.Name, r.Called(), asked)
		}
	}
	if got := len(roles.MayCall(roles.Orchestrator)); got < roles.Count-1 {
		t.Errorf("the orchestrator may call %d methods", got)
	}
}
