package post

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/extension"
	"github.com/weft-mesh/weft/services/executor"
)

// domainFiles are read as files in a folder of domains are.
//
//go:embed domains/*.yaml
var domainFiles embed.FS

// Domains are the domains of this module, for extension.Mesh.
func Domains() []fs.FS { return []fs.FS{domainFiles} }

// PriceInput is what the tool price takes.
type PriceInput struct {
	Kilograms float64 `json:"kilograms" jsonschema:"the weight of the parcel, above 0 and at most 30"`
}

// PriceOutput is what the tool price returns.
type PriceOutput struct {
	Cents int `json:"cents" jsonschema:"what the parcel costs"`
}

// Tools are the tool servers of this module, for extension.Mesh.
func Tools() []extension.ToolServer {
	server := mcp.NewServer(&mcp.Implementation{Name: "post", Title: "Post", Version: "1"}, nil)
	readOnly := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(bool)}
	mcp.AddTool(server, &mcp.Tool{Name: "price", Description: "Tells what a parcel costs.", Annotations: readOnly}, price)
	return []extension.ToolServer{{
		Name: "post", Server: server,
		Operations: map[string]executor.Operation{"price": {Effect: commonv1.ToolEffect_TOOL_EFFECT_READ, Idempotent: true}},
	}}
}

func price(_ context.Context, _ *mcp.CallToolRequest, in PriceInput) (*mcp.CallToolResult, PriceOutput, error) {
	if in.Kilograms <= 0 || in.Kilograms > 30 {
		return nil, PriceOutput{}, fmt.Errorf("a parcel weighs up to 30 kg, not %g", in.Kilograms)
	}
	return nil, PriceOutput{Cents: 399 + int(50*in.Kilograms)}, nil
}
