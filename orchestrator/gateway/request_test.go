package gateway

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/fault"
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
		if e.Body == "*" {
			if _, err := read("", `{"requestId":"two"}`, "one"); !errors.Is(err, fault.FieldInvalid) {
				t.Errorf("%s with another one in the body: %v", route.Path, err)
			}
		}
	}
}
