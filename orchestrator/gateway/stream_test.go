package gateway

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
)

func TestEventsOfEveryStreamCanBeWritten(t *testing.T) {
	t.Parallel()
	for _, route := range Routes() {
		if route.EventField == "" {
			continue
		}
		_, out, err := Messages(route.RPC)
		if err != nil {
			t.Fatal(err)
		}
		m := out.New()
		field := m.Descriptor().Fields().ByTextName(route.EventField)
		event := m.Mutable(field).Message()
		event.Set(event.Descriptor().Fields().ByName("sequence"), protoreflect.ValueOfInt64(7))
		w := httptest.NewRecorder()
		o := &eventWriter{w: w, flush: http.NewResponseController(w), field: field}
		o.write(m.Interface())
		if got := w.Body.String(); !strings.HasPrefix(got, "id: 7\n") || !strings.Contains(got, "data: {") {
			t.Errorf("%s writes %q", route.Path, got)
		}
	}
}
