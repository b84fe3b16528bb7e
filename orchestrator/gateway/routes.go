package gateway

import (
	"net/http"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"

	"github.com/weft-mesh/weft/proto/weftapi"
)

// A Route says which method of the API answers a path, as the method's contract does. The body
// is the request; fields that are in the path are not in it, and any may come from the query.
type Route struct {
	RPC    string // gRPC's name of the method
	Method string // of HTTP
	Path   string // with fields of the request in braces
	// HasBody says that the request has a body. It may be left out where no field is needed.
	HasBody bool
	// Events says that the responses of a stream are sent as server-sent events, to whoever
	// does not ask for lines of JSON: of each the field EventField, or all of it for "".
	Events     bool
	EventField string
	// Media is the type of a response whose only field, a text, is sent as it is; "" sends JSON. Callers
	// are programs that show no header of Weft's: see credential.
	Media  string
	Stream bool // responses are a stream; the caller may stream requests as well with Lines
	Lines  bool // requests are a stream: lines of JSON
}

// Routes returns all of them, in the order of the contracts.
func Routes() []Route {
	var all []Route
	for _, m := range weftapi.Methods() {
		all = append(all, RouteOf(m))
	}
	return all
}

// RouteOf returns the route of a method.
func RouteOf(m weftapi.Method) Route {
	r := Route{
		RPC: m.FullMethod(), HasBody: m.HTTP.GetBody() != "", Media: m.Rules.GetMediaType(),
		Stream: m.IsStreamingServer(), Lines: m.IsStreamingClient(),
	}
	switch at := m.HTTP.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		r.Method, r.Path = http.MethodGet, at.Get
	case *annotations.HttpRule_Post:
		r.Method, r.Path = http.MethodPost, at.Post
	case *annotations.HttpRule_Patch:
		r.Method, r.Path = http.MethodPatch, at.Patch
	case *annotations.HttpRule_Delete:
		r.Method, r.Path = http.MethodDelete, at.Delete
	}
	if field := m.Output().Fields().ByName("event"); r.Stream && field != nil {
		r.Events, r.EventField = true, string(field.Name())
	}
	r.Events = r.Events || r.Stream && r.Method == http.MethodGet
	return r
}

// oldBody is the field of a request that its body was, until every body was the whole request:
// such bodies are read until the next release.
func (r Route) oldBody() string {
	switch r.RPC[strings.LastIndexByte(r.RPC, '/')+1:] {
	case "SubmitInput", "ProcessInput", "ExplainInput", "StartRun":
		return "input"
	case "SetPreferences":
		return "preferences"
	}
	return ""
}
