package app

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/metric/noop"
	"golang.org/x/time/rate"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// serveKeys runs a mesh with API keys until the test ends, and returns connections
// that show one key each.
func serveKeys(t *testing.T, keys ...auth.Key) []*grpc.ClientConn {
	t.Helper()
	conns, _ := serveKeysAt(t, keys...)
	return conns
}

// dialWith returns a connection that shows a key, or nothing for "".
func dialWith(t *testing.T, address, text string) *grpc.ClientConn {
	t.Helper()
	conn, err := rpc.Dial(address, rpc.Options{Credential: credential.Token(text)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// serveKeysAt is serveKeys, and returns the address, too.
func serveKeysAt(t *testing.T, keys ...auth.Key) (conns []*grpc.ClientConn, address string) {
	t.Helper()
	vault, file := t.TempDir(), filepath.Join(t.TempDir(), "keys.json")
	texts := make([]string, len(keys))
	for i, k := range keys {
		k, texts[i] = auth.Issue(k, time.Now())
		if err := auth.AddKey(t.Context(), file, k); err != nil {
			t.Fatal(err)
		}
	}
	c, err := config.Load(config.Source{
		Env: []string{"HOME=" + vault, "USER=ann"},
		Overrides: []config.Override{
			{Path: "vault", Value: vault}, {Path: "tenant", Value: "acme"}, {Path: "api.listen", Value: "127.0.0.1:0"}, {Path: "auth.keys_file", Value: file},
		},
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
	var served Served
	select {
	case served = <-ready:
	case err := <-done:
		t.Fatal(err)
	}
	for _, text := range texts {
		conns = append(conns, dialWith(t, served.Addresses["api"], text))
	}
	return conns, served.Addresses["api"]
}

func TestNoCallOfAnotherTenantSeesAByte(t *testing.T) {
	t.Parallel()
	conns := serveKeys(t,
		auth.Key{Name: "a", Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()},
		auth.Key{Name: "b", Tenant: "other", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()},
	)
	api := apptest.Patient(weftapi.NewClient(conns[0]))
	const secret = "aubergine"
	input := &orchestratorv1.Input{Text: "squat 3x5 at 80 kg, " + secret, ThreadId: "mine"}
	stream, err := api.ProcessInput(t.Context(), &orchestratorv1.ProcessInputRequest{Input: input})
	if err != nil {
		t.Fatal(err)
	}
	run := ""
	for err == nil {
		var event *orchestratorv1.ProcessInputResponse
		if event, err = stream.Recv(); err == nil {
			run = event.GetEvent().GetRunId()
		}
	}
	entries, err := api.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
	if err != nil || len(entries.GetEntries()) != 1 || run == "" {
		t.Fatalf("run %q, %v, %v", run, entries, err)
	}
	ids := map[string]string{"run_id": run, "id": entries.GetEntries()[0].GetId(), "thread_id": "mine", "query": secret}

	for _, m := range weftapi.Methods() {
		req := dynamicpb.NewMessage(m.Input())
		for name, value := range ids {
			if f := m.Input().Fields().ByTextName(name); f != nil && f.Kind() == protoreflect.StringKind && !f.IsList() {
				req.Set(f, protoreflect.ValueOfString(value))
			}
		}
		resp := dynamicpb.NewMessage(m.Output())
		err := conns[1].Invoke(t.Context(), m.FullMethod(), req, resp)
		if !errors.Is(fault.FromError(err), fault.TenantNotServed) {
			t.Errorf("%s: %v", m.Name(), err)
		}
		if got, _ := proto.Marshal(resp); len(got) > 0 || err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("%s tells %d bytes, %v", m.Name(), len(got), err)
		}
	}
}

func TestAKeyMayDoWhatItsScopesSayAndNoMore(t *testing.T) {
	t.Parallel()
	conns := serveKeys(t,
		auth.Key{Tenant: "acme", User: "r", Kind: auth.Service, Scopes: []auth.Scope{auth.Read}},
		auth.Key{Tenant: "acme", User: "w", Kind: auth.Service, Scopes: []auth.Scope{auth.Write}},
	)
	reader, writer := apptest.Patient(weftapi.NewClient(conns[0])), apptest.Patient(weftapi.NewClient(conns[1]))
	submit := &orchestratorv1.SubmitInputRequest{Input: &orchestratorv1.Input{Text: "slept 7 h"}}
	if _, err := reader.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{}); err != nil {
		t.Error(err)
	}
	if _, err := writer.SubmitInput(t.Context(), submit); err != nil {
		t.Error(err)
	}
	if _, err := reader.SubmitInput(t.Context(), submit); !errors.Is(err, fault.ScopeMissing) {
		t.Errorf("a reader writes: %v", err)
	}
	if _, err := writer.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{}); !errors.Is(err, fault.ScopeMissing) {
		t.Errorf("a writer reads: %v", err)
	}
	stream, err := writer.WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: "x"})
	if err == nil {
		_, err = stream.Recv()
	}
	if !errors.Is(err, fault.ScopeMissing) {
		t.Errorf("a writer watches: %v", err)
	}
}

func TestATenantThatCallsTooOftenIsToldWhenToCallAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		refused, _ := noop.Meter{}.Int64Counter("x")
		c := &callers{
			limits: config.Limits{Rate: 10, Burst: 3}, refused: refused, now: time.Now,
			buckets: map[string]*rate.Limiter{},
		}
		for range 3 {
			if err := c.pace("acme"); err != nil {
				t.Fatal(err)
			}
		}
		for range 100 {
			f, ok := errors.AsType[*fault.Error](c.pace("acme"))
			if !ok || f.Reason != fault.RateExceeded || f.RetryAfter <= 0 || f.RetryAfter > 100*time.Millisecond {
				t.Fatalf("a flood: %+v", f)
			}
		}
		if err := c.pace("other"); err != nil {
			t.Errorf("another tenant is slowed: %v", err)
		}
		time.Sleep(100 * time.Millisecond)
		if err := c.pace("acme"); err != nil {
			t.Errorf("after the wait that it was told: %v", err)
		}
	})
}

func TestAFloodOfRefusedCallsIsLoggedOnceForSomeTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		refused, _ := noop.Meter{}.Int64Counter("x")
		c := &callers{refused: refused, now: time.Now, log: telemetry.Sparing(slog.New(slog.NewTextHandler(&out, nil)))}
		for range 100 {
			c.tell(t.Context(), auth.Principal{}, fault.New(0, fault.CredentialInvalid, "no"))
		}
		time.Sleep(time.Minute)
		c.tell(t.Context(), auth.Principal{}, fault.New(0, fault.CredentialInvalid, "no"))
		if n := strings.Count(out.String(), "CREDENTIAL_INVALID"); n != 2 {
			t.Errorf("%d lines", n)
		}
	})
}

func TestAnOpenDoorToOtherMachinesHasToBeAskedForTwice(t *testing.T) {
	t.Parallel()
	c := func(listen string, anonymous bool) *config.Config {
		return &config.Config{API: config.API{Listen: listen, AllowAnonymous: anonymous}}
	}
	for _, listen := range []string{"0.0.0.0:7433", ":7433", "[::]:7433", "10.0.0.7:7433", "weft.example.org:7433"} {
		err := checkOpen(c(listen, true), Roles(), false, false)
		if !errors.Is(err, fault.CredentialMissing) {
			t.Errorf("%s: %v", listen, err)
		}
		for _, way := range []string{"auth.keys_file", "127.0.0.1", "--insecure"} {
			if err != nil && !strings.Contains(err.Error(), way) {
				t.Errorf("%s: the error does not name %s", listen, way)
			}
		}
		if err := errors.Join(checkOpen(c(listen, true), Roles(), false, true), checkOpen(c(listen, false), Roles(), false, false), checkOpen(c(listen, true), []string{"planner"}, false, false)); err != nil {
			t.Error(err)
		}
	}
	http := c("127.0.0.1:7433", true)
	http.HTTP.Listen = ":7480"
	if err := checkOpen(http, Roles(), false, false); !errors.Is(err, fault.CredentialMissing) || !strings.Contains(err.Error(), "http.listen") {
		t.Errorf("over HTTP: %v", err)
	}
	for setting, reach := range map[string]func(*config.Config){
		"nats.listen":          func(c *config.Config) { c.NATS.Listen = ":4222" },
		"health.listen":        func(c *config.Config) { c.Health.Listen = ":7480" },
		"metrics.listen":       func(c *config.Config) { c.Metrics.Listen = ":9464" },
		"roles.planner.listen": func(c *config.Config) { c.Roles.Ref("planner").Listen = ":7402" },
	} {
		open := c("127.0.0.1:7433", true)
		reach(open)
		if err := checkOpen(open, Roles(), true, false); !errors.Is(err, fault.CredentialMissing) || !strings.Contains(err.Error(), setting) {
			t.Errorf("%s: %v", setting, err)
		}
		open.TLS.Cert = "planner.crt"
		asked := setting == "nats.listen" || setting == "roles.planner.listen"
		if err := checkOpen(open, Roles(), true, false); (err == nil) != asked {
			t.Errorf("%s, with certificates: %v", setting, err)
		}
		if err := checkOpen(open, Roles(), true, true); err != nil {
			t.Error(err)
		}
	}
	alone := c("", true)
	alone.Roles.Ref("planner").Listen = ":7402"
	if err := checkOpen(alone, []string{"planner"}, true, false); !errors.Is(err, fault.CredentialMissing) {
		t.Errorf("an agent on its own: %v", err)
	}
	for _, listen := range []string{"127.0.0.1:7433", "[::1]:0", "localhost:1"} {
		if err := checkOpen(c(listen, true), Roles(), false, false); err != nil {
			t.Errorf("%s: %v", listen, err)
		}
	}
}

func TestADatabaseServesEveryTenantAndAVaultItsOwn(t *testing.T) {
	t.Parallel()
	p := auth.Principal{Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()}
	database, vault := &callers{}, &callers{tenants: []string{"local"}}
	if err := database.permit(p, orchestratorv1.RunsService_ListRuns_FullMethodName); err != nil {
		t.Errorf("a database: %v", err)
	}
	if err := vault.permit(p, orchestratorv1.RunsService_ListRuns_FullMethodName); !errors.Is(err, fault.TenantNotServed) {
		t.Errorf("a vault: %v", err)
	}
}

// Which of the two an answer needs is for the run's pause to say.
func TestWhoMayApproveMayAnswerAndNotWrite(t *testing.T) {
	t.Parallel()
	p := auth.Principal{Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: []auth.Scope{auth.Approve}}
	c := &callers{}
	if err := c.permit(p, orchestratorv1.RunsService_AnswerRun_FullMethodName); err != nil {
		t.Errorf("an answer: %v", err)
	}
	for _, method := range []string{orchestratorv1.NotesService_SubmitInput_FullMethodName, orchestratorv1.RunsService_ForkRun_FullMethodName} {
		if err := c.permit(p, method); !errors.Is(err, fault.ScopeMissing) {
			t.Errorf("%s: %v", method, err)
		}
	}
}
