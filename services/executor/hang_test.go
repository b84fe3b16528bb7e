package executor_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"github.com/weft-mesh/weft/services/executor"
)

// Files beside the record by which a server as a process and its test speak.
const (
	hungFile    = ".hung"    // it has hung once; its process and a child of it
	releaseFile = ".release" // a call that waits may answer
	listFile    = ".list"    // the next list is to hang
)

// hang makes the process hang for good, with a child, but for the second time.
func hang(record string) {
	f, err := os.OpenFile(record+hungFile, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	child := exec.Command("sleep", "1000")
	if err := child.Start(); err != nil {
		panic(err)
	}
	if _, err := f.WriteString(strconv.Itoa(os.Getpid()) + "\n" + strconv.Itoa(child.Process.Pid)); err != nil {
		panic(err)
	}
	for {
		time.Sleep(time.Hour)
	}
}

// hangOnce has a handler hang at the first request of a method.
func hangOnce(t *testing.T, method string) func(http.Handler) http.Handler {
	t.Helper()
	var hung atomic.Bool
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			if bytes.Contains(body, []byte(`"method":"`+method+`"`)) && hung.CompareAndSwap(false, true) {
				<-r.Context().Done()
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// short bounds what a server that hangs is waited for.
func short(c executor.Server) executor.Server {
	c.Timeout, c.ListTimeout, c.StartTimeout = 2*time.Second, 2*time.Second, 3*time.Second
	return c
}

// answers waits until the only server of an executor answers.
func (b *bench) answers(s *executor.Service) *commonv1.ToolServer {
	b.t.Helper()
	var server *commonv1.ToolServer
	until(b.t, "the server answers", func() bool {
		_, server = b.list(s, false)
		return server.GetState() == commonv1.ToolServer_STATE_READY
	})
	return server
}

// A server that hangs is ended and started anew, whatever it hangs at, and over whatever it
// is reached. What is asked of it before its call is sent uses up no grant.
func TestAServerThatHangsIsStartedAnew(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"a process", "a URL"} {
		for method, want := range map[string]string{
			"initialize": "it is not ready after 3s", "tools/list": "it has not told its tools within 2s",
			"tools/call": "a call of send: the server has not answered within 2s",
		} {
			t.Run(at+" that hangs at "+method, func(t *testing.T) {
				t.Parallel()
				b := newBench(t)
				c := b.server("hangs at " + method)
				if at == "a URL" {
					step := method
					if method == "initialize" {
						step = "server/discover" // with it the SDK begins
					}
					c = b.at(overHTTP(t, b.record, hangOnce(t, step)))
				}
				s := b.mail(short(c))
				var send *commonv1.Tool
				if at == "a URL" {
					b.answers(s)
					send = b.trust(s, "send")
				} else { // by another executor, so that nobody has looked when it hangs
					send = b.trust(b.mail(b.server("is honest")), "send")
				}
				req := b.approve(send, `{"to":"bob"}`)
				var r *pb.ExecuteResponse
				until(t, "it is called", func() bool {
					var err error
					if r, err = s.Execute(t.Context(), proto.CloneOf(req)); err != nil && !isReason(err, fault.ToolUnavailable) {
						t.Fatal(err)
					}
					return err == nil
				})
				outcome := pb.ExecuteResponse_OUTCOME_DONE
				if method == "tools/call" {
					outcome = pb.ExecuteResponse_OUTCOME_UNKNOWN
				}
				if r.GetOutcome() != outcome {
					t.Errorf("it is %v", r)
				}
				server := b.answers(s)
				if !strings.Contains(server.GetLastError(), want) || server.GetLastErrorTime() == nil || server.GetSinceTime() != nil {
					t.Errorf("it is told as %v", server)
				}
				b.refused(s, req, fault.GrantUsed, "")
				if r, err := s.Execute(t.Context(), b.approve(send, `{"to":"bob"}`)); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
					t.Errorf("the next call: %v, %v", r, err)
				}
				if at == "a process" {
					b.gone()
				}
			})
		}
	}
}

// gone checks that the process that has hung ends, and the one that it has started.
func (b *bench) gone() {
	b.t.Helper()
	data, err := os.ReadFile(b.record + hungFile)
	if err != nil {
		b.t.Fatal(err)
	}
	for pid := range strings.FieldsSeq(string(data)) {
		n, err := strconv.Atoi(pid)
		if err != nil {
			b.t.Fatal(err)
		}
		until(b.t, "process "+pid+" has ended", func() bool { return ended(n) })
	}
}

// ended reports whether a process is gone, or waits for nobody but the one who collects it.
func ended(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err != nil || strings.Contains(string(data), ") Z ")
}

func TestAServerThatStaysAwayIsToldSinceWhenAndNotWaitedFor(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	tools := toolServer(b.record, "")
	t.Cleanup(func() { endSessions(tools) })
	srv := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return tools }, nil))
	s := b.mail(short(b.at(srv.URL)))
	send := b.trust(s, "send")
	req := b.approve(send, letter)
	srv.CloseClientConnections()
	srv.Close()
	var e *fault.Error
	until(t, "it is told since when it is away", func() bool {
		_, err := s.Execute(t.Context(), proto.CloneOf(req))
		if err == nil || !isReason(err, fault.ToolUnavailable) {
			t.Fatal(err)
		}
		_, server := b.list(s, false)
		e, _ = errors.AsType[*fault.Error](fault.FromError(err))
		return server.GetState() == commonv1.ToolServer_STATE_UNANSWERED && server.GetSinceTime() != nil && server.GetProblem() != "" &&
			e.Metadata["since"] == server.GetSinceTime().AsTime().UTC().Format(time.RFC3339)
	})
	if e.Metadata["server"] != "mail" || e.RetryAfter == 0 {
		t.Errorf("it is told as %+v", e)
	}
	// Nothing was called under the grant, and once that is said nothing will be.
	for range 2 { // asked again it is the same
		if _, err := s.VoidGrant(t.Context(), &pb.VoidGrantRequest{Context: callContext(), Grant: req.GetGrant()}); err != nil {
			t.Errorf("the grant was used: %v", err)
		}
	}
	forged := proto.CloneOf(req.GetGrant())
	forged.StepId = "s2"
	if _, err := s.VoidGrant(t.Context(), &pb.VoidGrantRequest{Context: callContext(), Grant: forged}); !isReason(err, fault.GrantInvalid) {
		t.Errorf("another's grant: %v", err)
	}
	if got := calls(t, b.record); got != nil {
		t.Errorf("it has seen %q", got)
	}
}

func TestAGrantIsVoidForEveryExecutor(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := []*executor.Service{b.mail(b.server("")), b.mail(b.server(""))}
	send := b.trust(all[0], "send")
	for range 3 {
		req, before := b.approve(send, letter), len(calls(t, b.record))
		var wg sync.WaitGroup
		var called, void atomic.Int32
		for i := range 8 {
			wg.Go(func() {
				var err error
				if i%4 < 2 {
					if _, err = all[i%2].Execute(t.Context(), proto.CloneOf(req)); err == nil {
						called.Add(1)
					}
				} else if _, err = all[i%2].VoidGrant(t.Context(), &pb.VoidGrantRequest{Context: callContext(), Grant: req.GetGrant()}); err == nil {
					void.Add(1)
				}
				if err != nil && !isReason(err, fault.GrantUsed) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := len(calls(t, b.record)) - before; called.Load() > 1 || (void.Load() == 0) != (called.Load() == 1) || n != int(called.Load()) {
			t.Errorf("%d were let in and %d voided it; the servers have seen %d", called.Load(), void.Load(), n)
		}
	}
}

// A call that is under way in a session is not ended with it, and no other waits for it.
func TestACallThatIsSlowOutlivesTheSessionThatIsGivenUp(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.server("waits")
	c.ListTimeout, c.Timeout = 2*time.Second, time.Minute
	s := b.mail(c)
	send := b.trust(s, "send")
	slow := make(chan *pb.ExecuteResponse, 1)
	go func() {
		r, err := s.Execute(t.Context(), b.approve(send, `{"wait":true}`))
		if err != nil {
			t.Error(err)
		}
		slow <- r
	}()
	until(t, "the slow one is called", func() bool { return len(calls(t, b.record)) == 1 })
	if err := os.WriteFile(b.record+listFile, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, server := b.list(s, true); !strings.Contains(server.GetProblem(), "within 2s") {
		t.Fatalf("the list that hangs: %v", server)
	}
	b.answers(s)
	if r, err := s.Execute(t.Context(), b.approve(send, `{}`)); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
		t.Errorf("another call: %v, %v", r, err)
	}
	select {
	case r := <-slow:
		t.Errorf("the slow one was ended: %v", r)
	default:
	}
	if err := os.WriteFile(b.record+releaseFile, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := <-slow; r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
		t.Errorf("the slow one: %v", r)
	}
}

// A caller that has no time says nothing of the server.
func TestAServerIsNotGivenUpForACallerThatLeaves(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	release := make(chan struct{})
	var holds atomic.Bool
	s := b.mail(b.at(overHTTP(t, b.record, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			if holds.Load() && bytes.Contains(body, []byte(`"method":"tools/list"`)) {
				<-release
			}
			next.ServeHTTP(w, r)
		})
	})))
	b.answers(s)
	holds.Store(true)
	ctx, leave := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer leave()
	r, err := s.ListTools(ctx, &pb.ListToolsRequest{Context: callContext(), Refresh: true})
	if err == nil && r.GetServers()[0].GetProblem() == "" {
		t.Errorf("the list came: %v", r)
	}
	close(release)
	_, server := b.list(s, true)
	if server.GetState() != commonv1.ToolServer_STATE_READY || server.GetLastError() != "" {
		t.Errorf("it is told as %v", server)
	}
}

// Between the list and the call a server may go. What finds no connection was not sent.
func TestACallThatFindsNoConnectionWasNotSent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var leaves atomic.Bool
	var srv *httptest.Server
	tools := toolServer(b.record, "")
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return tools }, nil)
	srv = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if leaves.Load() && bytes.Contains(body, []byte(`"method":"tools/list"`)) && !bytes.Contains(body, []byte(`"cursor":"`)) {
			_ = srv.Listener.Close()
			srv.Config.SetKeepAlivesEnabled(false)
		}
		h.ServeHTTP(w, r)
	}))
	srv.Start()
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
		endSessions(tools)
	})
	s := b.mail(b.at(srv.URL))
	req := b.approve(b.trust(s, "send"), letter)
	leaves.Store(true)
	r, err := s.Execute(t.Context(), req)
	switch {
	case isReason(err, fault.ToolUnavailable): // it was gone before its list came whole
	case err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_NOT_SENT:
		t.Errorf("%v, %v", r, err)
	}
	if got := calls(t, b.record); slices.ContainsFunc(got, func(c string) bool { return strings.HasPrefix(c, "send") }) {
		t.Errorf("it has seen %q", got)
	}
}

// How long a call may take says nothing of how long a server may take to start.
func TestAServerMayTakeLongerToStartThanACallMay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.server("")
	c.Timeout = time.Millisecond
	if tools, server := b.list(b.mail(c), false); tools["send"] == nil {
		t.Errorf("its tools can't be listed: %v", server)
	}
}
