package gateway

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

func TestAFaultHasTheCodeThatHTTPHasForIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err   error
		code  int
		retry string
	}{
		"what is away":                 {fault.New(codes.Unavailable, fault.AgentUnavailable, "no planner"), http.StatusServiceUnavailable, "1"},
		"what says when it is back":    {fault.New(codes.Unavailable, fault.BusUnavailable, "no bus").After(1500 * time.Millisecond), http.StatusServiceUnavailable, "2"},
		"too many calls":               {fault.New(codes.ResourceExhausted, fault.RateExceeded, "slow down").After(time.Millisecond), http.StatusTooManyRequests, "1"},
		"too much at once":             {errCrowded, http.StatusTooManyRequests, "1"},
		"too large, however often":     {fault.New(codes.ResourceExhausted, fault.LimitExceeded, "large"), http.StatusRequestEntityTooLarge, ""},
		"too slow":                     {fault.New(codes.DeadlineExceeded, fault.RequestTimeout, "slow"), http.StatusRequestTimeout, ""},
		"a call that took too long":    {fault.New(codes.DeadlineExceeded, fault.DeadlineExceeded, "late"), http.StatusGatewayTimeout, ""},
		"a request that can't be read": {fault.Invalid("text", "no"), http.StatusBadRequest, ""},
	} {
		w := httptest.NewRecorder()
		fail(w, c.err)
		if w.Code != c.code || w.Header().Get("Retry-After") != c.retry {
			t.Errorf("%s: %d, Retry-After %q", name, w.Code, w.Header().Get("Retry-After"))
		}
	}
}

func TestABodyOfTooManyValuesIsRefused(t *testing.T) {
	t.Parallel()
	many := make([]byte, 0, 3*mostValues+10)
	many = append(many, '[')
	for range mostValues {
		many = append(many, "{},"...)
	}
	for name, c := range map[string]struct {
		body    string
		refused bool
	}{
		"objects":                 {string(many) + "{}]", true},
		"a long text with commas": {`{"text":"` + string(many) + `"}`, false},
		"a quote in a text":       {`{"text":"\"` + string(many) + `"}`, false},
	} {
		if err := checkValues([]byte(c.body)); (err != nil) != c.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}
