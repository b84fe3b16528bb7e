package gateway

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	_ "google.golang.org/protobuf/types/known/wrapperspb" // an input of a graph

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// Wherever a request says by which id it is known, it says one.
func TestARequestHasOneID(t *testing.T) {
	t.Parallel()
	for _, route := range Routes() {
		in, out, err := Messages(route.RPC)
		if err != nil {
			t.Fatal(err)
		}
		field := in.Descriptor().Fields().ByName("request_id")
		if field == nil || route.Method != http.MethodPost {
			continue
		}
		e := &endpoint{Route: route, in: in, out: out, o: Options{MaxBytes: 1 << 20}, large: make(chan struct{}, 1)}
		inQuery := "?request_id="
		read := func(query, body string, keys ...string) (string, error) {
			r := httptest.NewRequest(http.MethodPost, "/"+query, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header["Idempotency-Key"] = keys
			m, err := e.read(r)
			if err != nil {
				return "", err
			}
			return m.ProtoReflect().Get(field).String(), nil
		}
		for _, keys := range [][]string{{"one"}, {"one", "one"}} {
			for _, query := range []string{"", inQuery + "one"} {
				if id, err := read(query, "", keys...); id != "one" || err != nil {
					t.Errorf("%s: %q with %q is %q, %v", route.Path, query, keys, id, err)
				}
			}
		}
		_, twoKeys := read("", "", "one", "two")
		_, another := read(inQuery+"two", "", "one")
		for what, err := range map[string]error{"two keys": twoKeys, "another one in the query": another} {
			if !errors.Is(err, fault.FieldInvalid) || !strings.Contains(err.Error(), "request_id") {
				t.Errorf("%s with %s: %v", route.Path, what, err)
			}
		}
		if e.HasBody {
			if _, err := read("", `{"requestId":"two"}`, "one"); !errors.Is(err, fault.FieldInvalid) {
				t.Errorf("%s with another one in the body: %v", route.Path, err)
			}
		}
	}
}

// Every body is the whole request. Bodies that are one field of it were the only ones once.
func TestABodyIsTheRequestOrTheFieldThatItOnceWas(t *testing.T) {
	t.Parallel()
	const anyInput = `{"@type":"type.googleapis.com/google.protobuf.StringValue","value":"hi"}`
	for name, c := range map[string]struct{ rpc, body, want string }{
		"the whole request":              {orchestratorv1.NotesService_SubmitInput_FullMethodName, `{"input":{"text":"hi"},"requestId":"r"}`, `{"input":{"text":"hi"}, "requestId":"r"}`},
		"names as in the contract":       {orchestratorv1.NotesService_SubmitInput_FullMethodName, `{"input":{"text":"hi"},"request_id":"r"}`, `{"input":{"text":"hi"}, "requestId":"r"}`},
		"the input alone":                {orchestratorv1.NotesService_SubmitInput_FullMethodName, `{"text":"hi"}`, `{"input":{"text":"hi"}}`},
		"an id alone":                    {orchestratorv1.NotesService_SubmitInput_FullMethodName, `{"requestId":"r"}`, `{"requestId":"r"}`},
		"an empty object":                {orchestratorv1.NotesService_SubmitInput_FullMethodName, `{}`, `{}`},
		"the whole request of a graph":   {orchestratorv1.RunsService_StartRun_FullMethodName, `{"input":` + anyInput + `}`, `{"input":` + anyInput + `}`},
		"the input of a graph alone":     {orchestratorv1.RunsService_StartRun_FullMethodName, anyInput, `{"input":` + anyInput + `}`},
		"preferences in a request":       {orchestratorv1.NotesService_SetPreferences_FullMethodName, `{"preferences":{"depth":"DEPTH_OFF"}}`, `{"preferences":{"depth":"DEPTH_OFF"}}`},
		"preferences alone":              {orchestratorv1.NotesService_SetPreferences_FullMethodName, `{"depth":"DEPTH_OFF"}`, `{"preferences":{"depth":"DEPTH_OFF"}}`},
		"a field of both":                {orchestratorv1.NotesService_SubmitInput_FullMethodName, `{"input":{"text":"hi"},"text":"ho"}`, ""},
		"a field of neither":             {orchestratorv1.NotesService_SubmitInput_FullMethodName, `{"words":"hi"}`, ""},
		"a list":                         {orchestratorv1.NotesService_SubmitInput_FullMethodName, `[{"text":"hi"}]`, ""},
		"a request that was never split": {orchestratorv1.RunsService_AnswerRun_FullMethodName, `{"text":"hi"}`, ""},
	} {
		m, found := weftapi.FindMethod(c.rpc)
		if !found {
			t.Fatal(c.rpc)
		}
		in, out, err := Messages(c.rpc)
		if err != nil {
			t.Fatal(err)
		}
		e := &endpoint{Route: RouteOf(m), in: in, out: out, o: Options{MaxBytes: 1 << 20}, large: make(chan struct{}, 1)}
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		got, err := e.read(r)
		if c.want == "" {
			if !errors.Is(err, fault.FieldInvalid) {
				t.Errorf("%s: read as %v, %v", name, got, err)
			}
			continue
		}
		want := in.New().Interface()
		if err := protojson.Unmarshal([]byte(c.want), want); err != nil {
			t.Fatal(err)
		}
		if err != nil || !proto.Equal(got, want) {
			t.Errorf("%s: read as %v, %v", name, got, err)
		}
	}
}
