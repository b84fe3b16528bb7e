package document_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/document"
)

func TestAMessageOfAnUnknownTypeIsWrittenByItsName(t *testing.T) {
	t.Parallel()
	one, err := anypb.New(wrapperspb.String("inside"))
	if err != nil {
		t.Fatal(err)
	}
	for want, m := range map[string]*anypb.Any{"inside": one, "x.None": {TypeUrl: "type.googleapis.com/x.None", Value: one.GetValue()}} {
		data, err := protojson.MarshalOptions{Resolver: document.Types{}}.Marshal(m)
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("written as %s, %v", data, err)
		}
	}
}
