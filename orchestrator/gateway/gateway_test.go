package gateway_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/orchestrator/gateway"
	"github.com/weft-mesh/weft/proto"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func TestEveryMethodOfTheAPIHasARouteOfItsOwn(t *testing.T) {
	t.Parallel()
	routes := map[string]int{}
	for _, r := range gateway.Routes() {
		routes[r.Method+" "+r.Path]++
		if r.Method == "" || r.HasBody != (r.Method == http.MethodPost || r.Method == http.MethodPatch) {
			t.Errorf("%s is %s %q, with a body: %t", r.RPC, r.Method, r.Path, r.HasBody)
		}
	}
	for route, n := range routes {
		if n != 1 {
			t.Errorf("%s leads to %d methods", route, n)
		}
	}
}

// What only reads must not be changed into something that writes: a link, an image or
// a page of another site can make any browser GET an address.
func TestNothingIsChangedByGET(t *testing.T) {
	t.Parallel()
	readsByName := regexp.MustCompile(`^(Get|List|Search|Watch|Export)[A-Z]`)
	for _, m := range weftapi.Methods() {
		r, name := gateway.RouteOf(m), string(m.Name())
		reads := readsByName.MatchString(name)
		if (r.Method == http.MethodGet) != reads || reads && !m.OnlyReads() || r.Method == http.MethodDelete && !m.IsIdempotent() {
			t.Errorf("%s is %s, only reads: %t, idempotent: %t", name, r.Method, m.OnlyReads(), m.IsIdempotent())
		}
	}
}

func TestTheDocumentHasEveryRouteAndEachReferenceLeadsSomewhere(t *testing.T) {
	t.Parallel()
	var doc struct {
		Paths      map[string]map[string]any
		Components struct {
			Schemas, Responses map[string]any
		}
	}
	if err := json.Unmarshal(openAPI(t), &doc); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, r := range gateway.Routes() {
		op, ok := doc.Paths[r.Path][strings.ToLower(r.Method)].(map[string]any)
		if !ok || op["description"] == "" {
			t.Errorf("%s %s is not documented; run make generate", r.Method, r.Path)
		}
	}
	for _, ops := range doc.Paths {
		n += len(ops)
	}
	if n != len(gateway.Routes()) {
		t.Errorf("%d operations and %d routes", n, len(gateway.Routes()))
	}
	var follow func(any)
	follow = func(v any) {
		switch x := v.(type) {
		case map[string]any:
			if to, ok := x["$ref"].(string); ok {
				name, isSchema := strings.CutPrefix(to, "#/components/schemas/")
				if _, known := doc.Components.Schemas[name]; isSchema && !known || !isSchema && to != "#/components/responses/Error" {
					t.Errorf("%s leads nowhere", to)
				}
			}
			for _, inner := range x {
				follow(inner)
			}
		case []any:
			for _, inner := range x {
				follow(inner)
			}
		}
	}
	var all any
	if err := json.Unmarshal(openAPI(t), &all); err != nil {
		t.Fatal(err)
	}
	follow(all)
}

// A client is made from the document, so it says what may be left out and what may not.
func TestTheDocumentSaysWhatAClientNeeds(t *testing.T) {
	t.Parallel()
	type operation struct {
		Summary, Description string
		Parameters           []struct{ Name, In string }
		RequestBody          *struct{ Required bool }
		Responses            map[string]any
	}
	var doc struct {
		Paths      map[string]map[string]operation
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []string }
				Required   []string
			}
		}
	}
	if err := json.Unmarshal(openAPI(t), &doc); err != nil {
		t.Fatal(err)
	}
	for _, r := range gateway.Routes() {
		op := doc.Paths[r.Path][strings.ToLower(r.Method)]
		if op.Summary == "" || len(op.Summary) > 160 || !strings.HasPrefix(op.Description, op.Summary) {
			t.Errorf("%s: the summary is %q", r.Path, op.Summary)
		}
		if (op.RequestBody != nil) != r.HasBody {
			t.Errorf("%s: the body is %+v", r.Path, op.RequestBody)
		}
		if _, none := op.Responses["204"]; none != r.Events {
			t.Errorf("%s: the answers are %v", r.Path, op.Responses)
		}
		in, _, err := gateway.Messages(r.RPC)
		if err != nil {
			t.Fatal(err)
		}
		once := false
		for _, p := range op.Parameters {
			once = once || p.Name == "Idempotency-Key" && p.In == "header"
		}
		if once != (in.Descriptor().Fields().ByName("request_id") != nil) {
			t.Errorf("%s: the parameters are %v", r.Path, op.Parameters)
		}
	}
	if got := doc.Components.Schemas["Input"].Properties["intent"].Enum; len(got) != 3 || got[1] != "INPUT_TYPE_LOG" {
		t.Errorf("an intent may be %q", got)
	}
	if _, two := doc.Components.Schemas["RunReport.InputType"]; two {
		t.Error("what an input is taken for has two names")
	}
}

func openAPI(t *testing.T) []byte {
	t.Helper()
	document, err := proto.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	return document
}
