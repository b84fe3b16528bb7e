package gateway

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// A server that stops closes its connection to the API before the callers are gone.
func TestACallThatEndsBecauseTheServerStopsCanBeMadeAgain(t *testing.T) {
	t.Parallel()
	conn, err := grpc.NewClient("passthrough:api", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	handler, err := New(conn, Options{MaxBytes: 1 << 20, MaxCalls: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/v1/runs", "/v1/runs/events"} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
		var body struct{ Error struct{ Status string } }
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != http.StatusServiceUnavailable ||
			body.Error.Status != "UNAVAILABLE" || !strings.Contains(w.Body.String(), "SHUTTING_DOWN") {
			t.Errorf("%s is answered %d: %s", path, w.Code, w.Body)
		}
	}
}
