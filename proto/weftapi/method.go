package weftapi

import (
	"sync"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// A Method is what the contracts say of a method of the public API.
type Method struct {
	protoreflect.MethodDescriptor
	Rules *orchestratorv1.MethodRules // what it needs
	HTTP  *annotations.HttpRule       // where it is over HTTP
}

// DescribeMethod reads the options of a method. They are nil if it has none.
func DescribeMethod(d protoreflect.MethodDescriptor) Method {
	m := Method{MethodDescriptor: d}
	m.Rules, _ = proto.GetExtension(d.Options(), orchestratorv1.E_Rules).(*orchestratorv1.MethodRules)
	m.HTTP, _ = proto.GetExtension(d.Options(), annotations.E_Http).(*annotations.HttpRule)
	return m
}

// FullMethod is the method's name as gRPC sends it: "/weft.orchestrator.v1.RunsService/GetRun".
func (m Method) FullMethod() string {
	return "/" + string(m.Parent().FullName()) + "/" + string(m.Name())
}

// OnlyReads reports whether calls change nothing.
func (m Method) OnlyReads() bool {
	return m.level() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
}

// IsIdempotent reports whether a call that is made twice leaves behind what one would.
func (m Method) IsIdempotent() bool {
	return m.level() != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
}

func (m Method) level() descriptorpb.MethodOptions_IdempotencyLevel {
	o, _ := m.Options().(*descriptorpb.MethodOptions)
	return o.GetIdempotencyLevel()
}

// Methods returns all methods of the public API in the order of the contracts, without
// those of the deprecated OrchestratorService.
func Methods() []Method { return readContracts().all }

// CarriesAny reports whether the API carries the messages of a package in fields of any type:
// inputs and results of graphs, and what their pauses and steps tell.
func CarriesAny(pkg protoreflect.FullName) bool {
	switch pkg {
	case "weft.notegraph.v1", "weft.plan.v1", "weft.planning.v1", "weft.reason.v1":
		return true
	}
	return false
}

// FindMethod returns the method that a call goes to, by its name as gRPC sends it. A name of
// the deprecated OrchestratorService finds the method that took its place.
func FindMethod(fullMethod string) (m Method, found bool) {
	m, found = readContracts().byName[fullMethod]
	return m, found
}

type contracts struct {
	all    []Method
	byName map[string]Method
}

var readContracts = sync.OnceValue(func() contracts {
	c := contracts{byName: map[string]Method{}}
	for _, s := range services() {
		d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(s.ServiceName))
		if err != nil {
			panic("weftapi: " + err.Error()) // generated code has both
		}
		methods := d.(protoreflect.ServiceDescriptor).Methods() //nolint:forcetypeassert // it is named by one
		for i := range methods.Len() {
			m := DescribeMethod(methods.Get(i))
			c.all = append(c.all, m)
			c.byName[m.FullMethod()] = m
		}
	}
	c.addDeprecated()
	return c
})

func (c contracts) addDeprecated() {
	byShortName := map[protoreflect.Name]Method{}
	for _, m := range c.all {
		byShortName[m.Name()] = m
	}
	old := deprecatedService().Methods()
	for i := range old.Len() {
		name := DescribeMethod(old.Get(i)).FullMethod()
		if m, ok := byShortName[old.Get(i).Name()]; ok {
			c.byName[name] = m
		}
	}
}

// deprecatedService describes OrchestratorService, which answers until the next release.
func deprecatedService() protoreflect.ServiceDescriptor {
	return orchestratorv1.File_weft_orchestrator_v1_orchestrator_proto.Services().ByName("OrchestratorService")
}
