package render

import (
	"bytes"
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/document"
)

// Line returns a message as one line of JSON without a line break.
func Line(m proto.Message) ([]byte, error) {
	raw, err := marshal(m)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		return nil, fmt.Errorf("compacting JSON: %w", err)
	}
	return out.Bytes(), nil
}

// Indented returns a message as JSON over several lines, with a line break at
// the end.
func Indented(m proto.Message) ([]byte, error) {
	raw, err := marshal(m)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return nil, fmt.Errorf("indenting JSON: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// marshal writes empty lists, zeros and false, so that a reader can rely on a
// field being there. The bytes still have to be formatted: protojson varies its
// blanks on purpose.
func marshal(m proto.Message) ([]byte, error) {
	raw, err := protojson.MarshalOptions{EmitDefaultValues: true, Resolver: document.Types{}}.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", m.ProtoReflect().Descriptor().Name(), err)
	}
	return raw, nil
}
