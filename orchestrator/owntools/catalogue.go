package owntools

import (
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/canonical"
)

// The servers and operations.
const (
	Notes = "notes"
	Vault = "vault"
	Ask   = "ask"
	Read  = "read"
	Write = "write"
)

// Roadmaps is the executor's own server, which writes roadmaps into a calendar. Plans have
// nothing of it: it is called for what was approved of a roadmap alone.
const Roadmaps = "roadmaps"

// Servers returns the names that no tool server may have.
func Servers() []string { return []string{Notes, Vault, Roadmaps} }

// IsAsk reports whether a tool is the one that is carried out as a run of its own.
func IsAsk(server, operation string) bool { return server == Notes && operation == Ask }

// A tool is one of Weft's own, with the schema of its arguments.
type tool struct {
	*commonv1.Tool
	input *jsonschema.Resolved
}

var catalogue = []tool{
	define(&commonv1.Tool{
		Server: Notes, Operation: Ask, Title: "Ask the notes", Effect: commonv1.ToolEffect_TOOL_EFFECT_READ,
		Description:  "Answers a question from the notes of the person whose plan it is, and cites them.",
		InputSchema:  []byte(`{"type":"object","properties":{"question":{"type":"string","minLength":1,"maxLength":4096}},"required":["question"],"additionalProperties":false}`),
		OutputSchema: []byte(`{"type":"object","properties":{"answer":{"type":"string"},"citations":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"date":{"type":"string"},"quote":{"type":"string"}}}}},"required":["answer","citations"]}`),
	}),
	define(&commonv1.Tool{
		Server: Vault, Operation: Read, Title: "Read a file", Effect: commonv1.ToolEffect_TOOL_EFFECT_READ,
		Description:  "Reads a text file of the vault, such as Clients/Acme.md: the first 48 KiB.",
		InputSchema:  []byte(`{"type":"object","properties":{"path":{"type":"string","minLength":1,"maxLength":512}},"required":["path"],"additionalProperties":false}`),
		OutputSchema: []byte(`{"type":"object","properties":{"path":{"type":"string"},"text":{"type":"string"},"cut":{"type":"boolean"}},"required":["path","text","cut"]}`),
	}),
	define(&commonv1.Tool{
		Server: Vault, Operation: Write, Title: "Write a file", Effect: commonv1.ToolEffect_TOOL_EFFECT_WRITE, Idempotent: true,
		Description:  "Writes a new Markdown file, such as Summary 2026-02.md, into the folder of the vault that is there for that. It changes no file that is there.",
		InputSchema:  []byte(`{"type":"object","properties":{"path":{"type":"string","minLength":1,"maxLength":512},"text":{"type":"string","minLength":1,"maxLength":49152}},"required":["path","text"],"additionalProperties":false}`),
		OutputSchema: []byte(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`),
	}),
}

// define completes a tool. What is wrong with one is wrong with the program, so it panics.
func define(t *commonv1.Tool) tool {
	data, err := protojson.Marshal(t)
	if err == nil {
		data, err = canonical.JSON(data)
	}
	var schema jsonschema.Schema
	if err == nil {
		err = json.Unmarshal(t.GetInputSchema(), &schema)
	}
	input, invalid := schema.Resolve(nil)
	if err != nil || invalid != nil {
		panic("owntools: " + t.GetOperation() + " can't be defined")
	}
	t.DefinitionHash, t.Trust = canonical.Hash(data), commonv1.ToolTrust_TOOL_TRUST_TRUSTED
	return tool{t, input}
}

// offered are the tools that a tenant has.
func (t *Tools) offered(tenant string, servers []string) []tool {
	var out []tool
	for _, own := range catalogue {
		vault := t.Files != nil && tenant == t.Tenant
		if len(servers) > 0 && !slices.Contains(servers, own.GetServer()) || own.GetServer() == Vault && !vault ||
			own.GetOperation() == Write && (t.Folder == "" || t.Create == nil) {
			continue
		}
		out = append(out, own)
	}
	return out
}

// told returns tools, and the servers that they seem to be of.
func told(tools []tool) (list []*commonv1.Tool, servers []*commonv1.ToolServer) {
	for _, own := range tools {
		list = append(list, proto.CloneOf(own.Tool))
		if n := len(servers); n == 0 || servers[n-1].GetName() != own.GetServer() {
			servers = append(servers, &commonv1.ToolServer{Name: own.GetServer(), Title: "Weft", Location: "part of Weft"})
		}
	}
	return list, servers
}
