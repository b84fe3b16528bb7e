// Command protoc-gen-openapi is a protoc plugin. It writes the OpenAPI document of the
// HTTP API from the routes of the gateway, and from the contracts with their comments
// and bounds.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/weft-mesh/weft/kit/protoschema"
	"github.com/weft-mesh/weft/orchestrator/gateway"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func main() {
	protogen.Options{}.Run(func(p *protogen.Plugin) error {
		p.SupportedFeatures = uint64(pluginpb.CodeGeneratorResponse_FEATURE_PROTO3_OPTIONAL)
		d := newDocument(p.Files)
		data, err := json.MarshalIndent(d.root(), "", "  ")
		if err != nil {
			return err
		}
		data = append(data, '\n')
		if _, err := p.NewGeneratedFile("weft.json", "").Write(data); err != nil {
			return err
		}
		return compress(p.NewGeneratedFile("weft.json.gz", ""), data) // which is a part of the binary
	})
}

func compress(to io.Writer, data []byte) error {
	w, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	return w.Close()
}

type object = protoschema.Object

// A document is what has been gathered of the OpenAPI document.
type document struct {
	methods []protoreflect.MethodDescriptor // that have a route
	event   protoreflect.MessageDescriptor  // what is sent to webhooks
	paths   object
	schemas protoschema.Schemas
	inPath  map[protoreflect.FullName]bool // fields of requests that paths have, and bodies don't
}

func newDocument(files []*protogen.File) *document {
	d := &document{paths: object{}, inPath: map[protoreflect.FullName]bool{}}
	d.schemas = protoschema.Schemas{
		ByName: map[string]object{"Error": errorSchema}, At: "#/components/schemas/",
		LeaveOut: func(f protoreflect.FieldDescriptor) bool { return d.inPath[f.FullName()] },
	}
	var anywhere []protoreflect.MessageDescriptor
	for _, f := range files {
		for _, s := range f.Services {
			for _, m := range s.Methods {
				if weftapi.DescribeMethod(m.Desc).HTTP != nil {
					d.methods = append(d.methods, m.Desc)
				}
			}
		}
		for _, m := range f.Messages {
			if weftapi.CarriesAny(m.Desc.ParentFile().Package()) {
				anywhere = append(anywhere, m.Desc)
			}
			if m.Desc.FullName() == "weft.orchestrator.v1.WebhookEvent" {
				d.event = m.Desc
			}
		}
	}
	for _, m := range d.methods {
		d.add(m)
	}
	for _, m := range anywhere {
		d.schemas.Message(m)
	}
	return d
}

func (d *document) root() object {
	return object{
		"openapi": "3.1.0",
		"info": object{
			"title":       "Weft",
			"description": "The public API of Weft as HTTP and JSON. It is the gRPC services of the package weft.orchestrator.v1 under other names: fields mean the same, and errors are its errors.",
			"version":     "v1",
			"license":     object{"name": "Apache-2.0", "identifier": "Apache-2.0"},
		},
		"servers":  []any{object{"url": "http://localhost:7480", "description": "http.listen of the server"}},
		"security": []any{object{"bearer": []any{}}},
		"paths":    d.paths,
		"webhooks": object{"event": d.webhook()},
		"components": object{
			"schemas":         d.schemas.ByName,
			"securitySchemes": object{"bearer": object{"type": "http", "scheme": "bearer"}},
			"responses": object{"Error": object{
				"description": "The call failed. `error.status` and the reason of its ErrorInfo say why.",
				"content":     object{"application/json": object{"schema": object{"$ref": "#/components/schemas/Error"}}},
			}},
		},
	}
}

// webhook documents the request that is sent to a webhook.
func (d *document) webhook() object {
	return object{"post": object{
		"summary":     "What is sent to a webhook",
		"description": protoschema.Comment(d.event),
		"security":    []any{},
		"requestBody": object{"required": true, "content": object{"application/json": object{"schema": d.schemas.Message(d.event)}}},
		"responses":   object{"2XX": object{"description": "The event was delivered. Anything else is a failure, and 410 disables the webhook."}},
	}}
}

var errorSchema = object{
	"type": "object",
	"properties": object{"error": object{
		"type":        "object",
		"description": "A google.rpc.Status.",
		"properties": object{
			"code":    object{"type": "integer", "description": "The code of HTTP."},
			"status":  object{"type": "string", "description": "The code of gRPC, such as NOT_FOUND."},
			"message": object{"type": "string", "description": "What is wrong and what to do, for a person."},
			"details": object{"type": "array", "items": object{"type": "object"}, "description": "google.rpc.ErrorInfo with the reason for programs, BadRequest with the fields that are wrong, RetryInfo."},
		},
	}},
}

var inPath = regexp.MustCompile(`\{(\w+)\}`)

// add documents one route.
func (d *document) add(m protoreflect.MethodDescriptor) {
	r := gateway.RouteOf(weftapi.DescribeMethod(m))
	said := protoschema.Comment(m)
	responses := object{"200": d.response(r, m), "default": object{"$ref": "#/components/responses/Error"}}
	if r.Events {
		responses["204"] = object{"description": "There is no event any more: an EventSource stops."}
	}
	op := object{
		"operationId": string(m.Name()),
		"tags":        []any{strings.TrimSuffix(string(m.Parent().Name()), "Service")},
		"summary":     summary(said),
		"description": said,
		"responses":   responses,
	}
	var names []string
	var params []any
	for _, found := range inPath.FindAllStringSubmatch(r.Path, -1) {
		names = append(names, found[1])
	}
	for i := range m.Input().Fields().Len() {
		f := m.Input().Fields().Get(i)
		name := string(f.Name())
		switch {
		case slices.Contains(names, name):
			d.inPath[f.FullName()] = true
			params = append(params, d.parameter(f, name, "path"))
		case !r.HasBody:
			params = append(params, d.query(f, name, 0)...)
		}
	}
	if r.EventField != "" && m.Input().Fields().ByName("from_sequence") != nil {
		params = append(params, object{"name": "Last-Event-ID", "in": "header", "schema": object{"type": "string"},
			"description": "The id of the last event that was seen: the stream goes on after it."})
	}
	if m.Input().Fields().ByName("request_id") != nil {
		params = append(params, object{"name": "Idempotency-Key", "in": "header", "schema": object{"type": "string"},
			"description": "The same as request_id."})
	}
	if len(params) > 0 {
		op["parameters"] = params
	}
	if r.HasBody {
		op["requestBody"] = d.body(r, m)
	}
	path, _ := d.paths[r.Path].(object)
	if path == nil {
		path = object{}
		d.paths[r.Path] = path
	}
	path[strings.ToLower(r.Method)] = op
}

// query documents a field that comes in the query: a message by its fields.
func (d *document) query(f protoreflect.FieldDescriptor, name string, depth int) []any {
	if f.Message() == nil || protoschema.WellKnown(f.Message().FullName()) != nil || depth > 2 || f.IsList() {
		return []any{d.parameter(f, name, "query")}
	}
	var all []any
	for i := range f.Message().Fields().Len() {
		inner := f.Message().Fields().Get(i)
		all = append(all, d.query(inner, name+"."+string(inner.Name()), depth+1)...)
	}
	return all
}

func (d *document) parameter(f protoreflect.FieldDescriptor, name, in string) object {
	p := object{"name": name, "in": in, "schema": d.schemas.Field(f), "description": protoschema.Comment(f)}
	if in == "path" {
		p["required"] = true
	}
	return p
}

func (d *document) body(r gateway.Route, m protoreflect.MethodDescriptor) object {
	schema := d.schemas.Message(m.Input())
	if r.Lines {
		return object{"required": true, "description": "A request on each line.", "content": object{"application/x-ndjson": object{"schema": schema}}}
	}
	_, required := d.schemas.ByName[protoschema.Name(m.Input().FullName())]["required"]
	return object{"required": required, "content": object{"application/json": object{"schema": schema}}}
}

// inOrder are the types of a response in the order in which they are written: generators take
// the first.
type inOrder []struct {
	media  string
	schema object
}

// MarshalJSON implements json.Marshaler.
func (all inOrder) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, one := range all {
		schema, err := json.Marshal(object{"schema": one.schema})
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%c%q:%s", "{,"[min(i, 1)], one.media, schema)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// summary is the first sentence of a description.
func summary(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	for i := range text {
		if strings.HasPrefix(text[i:], ". ") || strings.HasPrefix(text[i:], ": ") {
			return text[:i]
		}
	}
	return strings.TrimSuffix(text, ".")
}

func (d *document) response(r gateway.Route, m protoreflect.MethodDescriptor) object {
	switch {
	case r.Events:
		event := m.Output()
		if r.EventField != "" {
			event = event.Fields().ByName(protoreflect.Name(r.EventField)).Message()
		}
		return object{"description": "Server-sent events, each with this as its data; or, if that is accepted, a response on each line.", "content": inOrder{
			{"text/event-stream", d.schemas.Message(event)}, {"application/x-ndjson", d.schemas.Message(m.Output())},
		}}
	case r.Stream:
		return object{"description": "A response on each line.", "content": object{"application/x-ndjson": object{"schema": d.schemas.Message(m.Output())}}}
	}
	if r.Media != "" {
		kind, _, _ := strings.Cut(r.Media, ";")
		return object{"description": "What was asked for, with an ETag.", "content": object{kind: object{"schema": object{"type": "string"}}}}
	}
	return object{"description": "What was asked for.", "content": object{"application/json": object{"schema": d.schemas.Message(m.Output())}}}
}
