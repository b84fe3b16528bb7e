// Package proto carries what callers need besides the generated code of the contracts.
package proto

import (
	"bytes"
	"compress/gzip"
	_ "embed" // for the document
	"io"
	"sync"
)

//go:embed gen/openapi/weft.json.gz
var compressed []byte

// OpenAPI returns the OpenAPI 3.1 document of the HTTP API, in JSON. Nobody may change it.
var OpenAPI = sync.OnceValues(func() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
})
