package hostile

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/gzip"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/test/mesh"
)

// A target is a server that callers do their worst to.
type target struct {
	process *mesh.Process
	token   string
}

func spawn(t *testing.T, set ...string) target {
	t.Helper()
	args := []string{"up", "--set", "http.listen=127.0.0.1:0", "--set", "health.listen=127.0.0.1:0"}
	for _, s := range set {
		args = append(args, "--set", s)
	}
	p := mesh.Spawn(t, vault(t).dir, args...)
	token, err := os.ReadFile(p.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	return target{p, strings.TrimSpace(string(token))}
}

// outlives holds the server to it that it still serves everyone, and took little memory
// in all of its life.
func (s target) outlives(t *testing.T) {
	t.Helper()
	served(t, mesh.Dial(t, s.process.Addresses["api"]), true)
	used := s.process.Stop(t)
	t.Logf("it took %d MiB", used>>10)
	if used > most {
		t.Errorf("it took %d MiB", used>>10)
	}
}

// raw sends bytes as requests.
type raw struct{ encoding.Codec }

func (raw) Marshal(v any) ([]byte, error) { return *v.(*[]byte), nil }

func (raw) Unmarshal(data []byte, v any) error { *v.(*[]byte) = slices.Clone(data); return nil }

func (raw) Name() string { return "proto" }

// call makes a call of bytes, and returns the code that it ends with.
func call(ctx context.Context, conn *grpc.ClientConn, method string, request []byte, o ...grpc.CallOption) codes.Code {
	var reply []byte
	o = append(o, grpc.ForceCodec(raw{}), grpc.MaxCallSendMsgSize(64<<20))
	return status.Code(conn.Invoke(ctx, method, &request, &reply, o...))
}

// sideBySide does something many times at once.
func sideBySide(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}

const (
	submit  = orchestratorv1.NotesService_SubmitInput_FullMethodName
	answer  = orchestratorv1.RunsService_AnswerRun_FullMethodName
	edit    = orchestratorv1.NotesService_EditEntry_FullMethodName
	entries = orchestratorv1.NotesService_ImportEntries_FullMethodName
	watch   = orchestratorv1.RunsService_WatchRun_FullMethodName
)

// sized is what a message of 4 MiB may have of a text.
func sized(text string) []byte { return bytes.Repeat([]byte(text), (4<<20-16)/len(text)) }

func within(field byte, value []byte) []byte {
	n := len(value)
	head := []byte{field<<3 | 2, byte(n) | 0x80, byte(n>>7) | 0x80, byte(n>>14) | 0x80, byte(n >> 21)}
	return append(head, value...)
}

func TestStrangersCostLittle(t *testing.T) {
	t.Parallel()
	s := spawn(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	flood := sized("\x1a\x00")
	sideBySide(100, func(i int) {
		conn := mesh.Conn(t, s.process.Addresses["api"], "")
		for range 3 {
			for _, method := range []string{submit, answer, entries, watch, "/nothing/Nothing"} {
				if code := call(ctx, conn, method, flood); code != codes.Unauthenticated {
					t.Errorf("%s: %v", method, code)
				}
			}
			if code := call(ctx, conn, submit, flood, grpc.UseCompressor(gzip.Name)); code != codes.Unimplemented && code != codes.Unauthenticated {
				t.Errorf("compressed: %v", code)
			}
			if code := call(ctx, conn, healthpb.Health_Check_FullMethodName, flood); code != codes.ResourceExhausted {
				t.Errorf("a health check: %v", code)
			}
		}
	})
	probes := mesh.Conn(t, s.process.Addresses["health"], "")
	sideBySide(100, func(int) {
		if code := call(ctx, probes, healthpb.Health_Check_FullMethodName, flood); code != codes.ResourceExhausted {
			t.Errorf("a probe: %v", code)
		}
	})
	body := []byte(`{"session":[` + strings.Repeat(`"",`, 1<<20) + `""]}`)
	sideBySide(100, func(int) {
		if code := s.post(ctx, "/v1/input", "", body); code != http.StatusUnauthorized {
			t.Errorf("over HTTP: %d", code)
		}
	})
	s.outlives(t)
}

// post sends a body and returns the code of the answer.
func (s target) post(ctx context.Context, path, token string, body []byte) int {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.process.Addresses["http"]+path, bytes.NewReader(body))
	if err != nil {
		return 0
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Expect", "100-continue") // so that an answer before the body is not lost
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

func TestRequestsOfManyItemsCostLittle(t *testing.T) {
	t.Parallel()
	s := spawn(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	conn := mesh.Conn(t, s.process.Addresses["api"], s.process.TokenFile)
	for name, c := range map[string]struct {
		method  string
		request []byte
	}{
		"turns of a session":    {submit, within(1, sized("\x32\x00"))},
		"a session in parts":    {submit, sized("\x0a\x04\x32\x00\x32\x00")},
		"answers":               {answer, sized("\x1a\x00")},
		"300,000 answers":       {answer, bytes.Repeat([]byte("\x1a\x00"), 300_000)},
		"changes of an entry":   {edit, sized("\x1a\x00")},
		"tags of an entry":      {entries, sized("\x32\x00")},
		"fields that are none":  {submit, sized("\xfa\x7f\x00")},
		"a message in messages": {submit, sized("\x0b")},
	} {
		sideBySide(16, func(int) {
			if code := call(ctx, conn, c.method, c.request); code != codes.InvalidArgument && code != codes.ResourceExhausted {
				t.Errorf("%s: %v", name, code)
			}
		})
	}
	for name, c := range map[string]struct{ path, item string }{
		"turns of a session": {"/v1/input", `{"input":{"session":[%s""]}}`},
		"answers":            {"/v1/runs/x/answer", `{"answers":[%s""]}`},
		"objects":            {"/v1/runs/x/answer", `{"answers":[%s{}]}`},
	} {
		item := `"",`
		if name == "objects" {
			item = `{},`
		}
		body := fmt.Appendf(nil, c.item, strings.Repeat(item, 1<<20))
		sideBySide(16, func(int) {
			if code := s.post(ctx, c.path, s.token, body); code != http.StatusRequestEntityTooLarge {
				t.Errorf("%s over HTTP: %d", name, code)
			}
		})
	}
	s.outlives(t)
}

func TestSlowCallersAreGivenUp(t *testing.T) {
	t.Parallel()
	const each = 100
	s := spawn(t, "limits.receive_timeout=2s", fmt.Sprintf("limits.connections_per_client=%d", each))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	answers := make(chan string, 3*each)
	for range 3 * each {
		go func() { answers <- s.trickle(ctx, "/v1/input") }()
	}
	late := 0
	for range 3 * each { // those beyond as many as there may be are closed
		if got := <-answers; strings.Contains(got, "408") {
			late++
		}
	}
	if late == 0 {
		t.Error("no request that is never complete is answered")
	}
	sideBySide(each/2, func(int) { // an import of nothing
		if got := s.trickle(ctx, "/v1/entries/import"); !strings.Contains(got, "408") || !strings.Contains(got, "REQUEST_TIMEOUT") {
			t.Errorf("an import that sends nothing is answered %q", got)
		}
	})
	conn := mesh.Conn(t, s.process.Addresses["api"], s.process.TokenFile)
	sideBySide(each, func(int) {
		stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, entries)
		if err == nil {
			err = stream.RecvMsg(&orchestratorv1.ImportEntriesResponse{})
		}
		if status.Code(err) != codes.DeadlineExceeded || !strings.Contains(err.Error(), "receive_timeout") {
			t.Errorf("an import that sends nothing ends with %v", err)
		}
	})
	s.outlives(t)
}

func TestAClientWithAllItsConnectionsKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	s := spawn(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	other := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	var held []net.Conn
	for _, port := range []string{"api", "http", "health"} {
		for range 600 {
			c, err := other.DialContext(ctx, "tcp", s.process.Addresses[port])
			if err != nil {
				t.Fatalf("%s: %v", port, err)
			}
			held = append(held, c)
		}
	}
	if !strings.Contains(s.process.Log(t), "connections_per_client") {
		t.Error("the log does not tell that connections were closed")
	}
	if code := s.post(ctx, "/v1/runs/verify", s.token, []byte("{}")); code != http.StatusOK {
		t.Errorf("over HTTP: %d", code)
	}
	served(t, mesh.Dial(t, s.process.Addresses["api"]), true)
	for _, c := range held {
		_ = c.Close()
	}
	if used := s.process.Stop(t); used > most {
		t.Errorf("it took %d MiB", used>>10)
	}
}

// trickle makes a request whose body never ends, and returns the answer.
func (s target) trickle(ctx context.Context, path string) string {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", s.process.Addresses["http"])
	if err != nil {
		return err.Error()
	}
	defer func() { _ = c.Close() }()
	_, err = fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{", path, s.token)
	if err != nil {
		return err.Error()
	}
	_ = c.SetReadDeadline(time.Now().Add(patience))
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	body, _ := io.ReadAll(res.Body) // what came of it
	return res.Status + " " + string(body)
}
