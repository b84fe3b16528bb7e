package topology_test

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/weft-mesh/weft/internal/topology"
)

func TestEveryMethodOfAnAgentIsOnAnEdgeAndNoOther(t *testing.T) {
	t.Parallel()
	var methods []string
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			s := f.Services().Get(i)
			if strings.HasPrefix(string(s.FullName()), "weft.orchestrator.") || !strings.HasPrefix(string(s.FullName()), "weft.") {
				continue
			}
			for j := range s.Methods().Len() {
				methods = append(methods, "/"+string(s.FullName())+"/"+string(s.Methods().Get(j).Name()))
			}
		}
		return true
	})
	var called []string
	for _, e := range topology.Edges() {
		for _, m := range e.Methods {
			if !strings.HasPrefix(m, "/weft."+e.To+".") {
				t.Errorf("%s is not a method of the %s", m, e.To)
			}
		}
		called = append(called, e.Methods...)
	}
	slices.Sort(methods)
	slices.Sort(called)
	if !slices.Equal(methods, called) {
		t.Errorf("the agents have\n%v\nand the edges\n%v", methods, called)
	}
}

func TestAgentsCallNobodyAndOnlyTheRetrieverIsOnTheBus(t *testing.T) {
	t.Parallel()
	for _, role := range topology.Roles() {
		_, onBus := topology.OnBus(role)
		if onBus != topology.ReadsNotes(role) {
			t.Errorf("%s is on the bus: %t", role, onBus)
		}
		if role != topology.Orchestrator && len(topology.MayCall(role)) > 0 {
			t.Errorf("%s may call %v", role, topology.MayCall(role))
		}
	}
}
