package app

import (
	"bufio"
	"context"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// With the settings that come with it: whoever opens too many streams is told so while there
// are connections left for others at the same address.
func TestStreamsOverHTTP1LeaveConnectionsToOthers(t *testing.T) {
	t.Parallel()
	door := serveKey(t, auth.Key{Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()})
	other := *door
	other.addKey(t, auth.Key{Tenant: "acme", User: "bob", Kind: auth.Person, Scopes: auth.Scopes()})
	third := *door
	third.addKey(t, auth.Key{Tenant: "acme", User: "eve", Kind: auth.Person, Scopes: auth.Scopes()})
	for _, c := range []struct {
		who   *servedKey
		opens int
	}{{door, 128}, {&other, 64}, {&third, 0}} {
		opened := 0
		for range 150 {
			switch resp := c.who.get(t, "/v1/runs/events"); resp.StatusCode {
			case http.StatusOK:
				opened++
			case http.StatusTooManyRequests:
				if resp.Header.Get("Retry-After") == "" || !resp.Close {
					t.Fatalf("%s, Retry-After %q, closed %v", resp.Status, resp.Header.Get("Retry-After"), resp.Close)
				}
			default:
				t.Fatal(resp.Status)
			}
		}
		if opened != c.opens {
			t.Errorf("a key opened %d streams, want %d", opened, c.opens)
		}
	}
	if resp := third.get(t, "/v1/runs"); resp.StatusCode != http.StatusOK {
		t.Error("a call that is no stream:", resp.Status)
	}
	client := weftapi.NewClient(door.conn)
	for range 300 { // over one connection
		stream, err := client.WatchRuns(t.Context(), &orchestratorv1.WatchRunsRequest{})
		if err == nil {
			_, err = stream.Recv()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A servedKey is a server whose callers show one key.
type servedKey struct {
	conn *grpc.ClientConn
	http string // address
	file string // of keys
	key  auth.Key
	text string
}

// serveKey runs a mesh with an API key until the test ends.
func serveKey(t *testing.T, k auth.Key, more ...config.Override) *servedKey {
	t.Helper()
	vault := t.TempDir()
	s := &servedKey{file: filepath.Join(t.TempDir(), "keys.json")}
	s.key, s.text = auth.Issue(k, time.Now())
	if err := auth.AddKey(t.Context(), s.file, s.key); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(config.Source{
		Env: []string{"HOME=" + vault, "USER=ann"},
		Overrides: append([]config.Override{
			{Path: "vault", Value: vault}, {Path: "tenant", Value: k.Tenant}, {Path: "auth.keys_file", Value: s.file},
			{Path: "api.listen", Value: "127.0.0.1:0"}, {Path: "http.listen", Value: "127.0.0.1:0"},
		}, more...),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ready, done := make(chan Served, 1), make(chan error, 1)
	go func() {
		done <- Up(ctx, UpOptions{Options: Options{Config: c, Log: slog.New(slog.DiscardHandler)}, Ready: func(s Served) { ready <- s }})
	}()
	t.Cleanup(func() { stop(); <-done })
	select {
	case served := <-ready:
		s.http = served.Addresses["http"]
		if s.conn, err = rpc.Dial(served.Addresses["api"], rpc.Options{Credential: credential.Token(s.text)}); err != nil {
			t.Fatal(err)
		}
	case err := <-done:
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.conn.Close() })
	return s
}

// addKey issues another key, and shows it from now on.
func (s *servedKey) addKey(t *testing.T, k auth.Key) {
	t.Helper()
	s.key, s.text = auth.Issue(k, time.Now())
	if err := auth.AddKey(t.Context(), s.file, s.key); err != nil {
		t.Fatal(err)
	}
	for t.Context().Err() == nil {
		resp := s.get(t, "/v1/runs")
		_ = resp.Body.Close() // or it keeps its connection
		if resp.StatusCode == http.StatusOK {
			return
		}
		time.Sleep(10 * time.Millisecond) // nothing tells that the file was read
	}
}

// get calls the API over HTTP.
func (s *servedKey) get(t *testing.T, path string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.http+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.text)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	return resp
}

// events returns the data of server-sent events until there are no more.
func (s *servedKey) events(t *testing.T, path string) <-chan string {
	t.Helper()
	resp := s.get(t, path)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", path, resp.Status)
	}
	out := make(chan string, 100)
	go func() {
		defer close(out)
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				out <- data
			}
		}
	}()
	return out
}
