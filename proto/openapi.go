// Package proto carries what callers need besides the generated code of the contracts.
package proto

import (
	_ "embed" // for the document
)

// OpenAPI is the OpenAPI 3.1 document of the HTTP API, in JSON.
//
//go:embed gen/openapi/weft.json
var OpenAPI []byte
