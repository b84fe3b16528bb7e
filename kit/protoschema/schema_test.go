package protoschema_test

import (
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/protoschema"
)

func resolved(t *testing.T, m proto.Message) *jsonschema.Resolved {
	t.Helper()
	document, err := protoschema.Of(m.ProtoReflect().Descriptor())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestASchemaTakesWhatProtojsonWritesAndRefusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	question := &reasonv1.Reasoning{Question: "Who fixed the boiler?", Now: timestamppb.Now(), TimeZone: "Europe/Berlin"}
	data, err := protojson.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	s := resolved(t, question)
	for text, fits := range map[string]bool{
		string(data):                         true,
		`{"question":"Who?"}`:                true,
		`{}`:                                 false, // a question is needed
		`{"question":7}`:                     false,
		`{"question":"Who?","now":[]}`:       false,
		`{"question":"Who?","depth":"DEEP"}`: false,
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(value); (err == nil) != fits {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestASchemaSaysWhatTheContractSays(t *testing.T) {
	t.Parallel()
	document, err := protoschema.Of((&planningv1.Goal{}).ProtoReflect().Descriptor())
	if err != nil {
		t.Fatal(err)
	}
	root := document["$defs"].(map[string]protoschema.Object)["planning.Goal"]
	wish := root["properties"].(protoschema.Object)["wish"].(protoschema.Object)
	if root["description"] == nil || wish["description"] == nil || wish["type"] != "string" {
		t.Errorf("a goal is %v, its wish %v", root["description"], wish)
	}
}
