package api

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// A payment is the data of a graph that proposes a payment, asks what it is for, and has
// it approved by somebody else before it pays.
type payment struct{ asker, what string }

// A till is what was paid, in order. While it is shut nothing can be.
type till struct {
	mu   sync.Mutex
	paid []string
	shut bool
}

func (t *till) pay(what string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shut {
		return errors.New("the till is shut")
	}
	t.paid = append(t.paid, what)
	return nil
}

func (t *till) shuts(shut bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shut = shut
}

func (t *till) all() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.paid)
}

var errOwn = errors.New("nobody approves what they have asked for")

func payments(t *testing.T, into *till) *graph.Graph[payment] {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	g, err := graph.New(graph.Definition[payment]{
		Name: "payments", Version: 1, Start: "PLAN", Describe: func(*runv1.Started) string { return "a payment" },
		New: func(s *runv1.Started, in proto.Message) (payment, error) {
			return payment{s.GetUser(), in.(*wrapperspb.StringValue).GetValue()}, nil
		},
		Apply: func(p payment, c graph.Change) payment {
			if c.State == "PLAN" {
				p.what = c.Output.(*commonv1.Entry).GetText()
			}
			return p
		},
		Nodes: []graph.Node[payment]{
			{
				State: "PLAN", Outcomes: to{"planned": {"WHY"}},
				Run: func(_ context.Context, p payment, _ graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "planned", Output: &commonv1.Entry{Text: p.what}}, nil
				},
			},
			{State: "WHY", Kind: graph.Wait, Outcomes: to{"yes": {"APPROVE"}, "no": {graph.End}}, Answered: "yes", Declined: "no"},
			{
				State: "APPROVE", Kind: graph.Wait, Scope: auth.Approve, Outcomes: to{"yes": {"PAY"}, "no": {graph.End}},
				Answered: "yes", Declined: "no",
				Ask: func(p payment) graph.Ask { return graph.Ask{Payload: wrapperspb.String(p.what)} },
				Accept: func(p payment, r graph.Reply) error {
					var shown wrapperspb.StringValue
					if err := r.Pause.GetPayload().UnmarshalTo(&shown); err != nil || shown.GetValue() != p.what || r.Time.IsZero() {
						return errors.New("what is approved is not what is paid")
					}
					if r.By.User == p.asker {
						return errOwn
					}
					return nil
				},
			},
			{
				State: "PAY", Kind: graph.Effect, Outcomes: to{"paid": {graph.End}},
				Run: func(_ context.Context, p payment, _ graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "paid"}, into.pay(p.what)
				},
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A bank is a server that walks payments, and asks its callers for API keys.
type bank struct {
	*office
	till till
	keys string // their file
	rpc  *rpc.Server
}

func openBank(t *testing.T) *bank {
	t.Helper()
	b := &bank{keys: filepath.Join(t.TempDir(), "keys.json")}
	b.office = openOffice(t, serveBus(t), true, payments(t, &b.till), batches(t), singles(t, &b.till))
	return b
}

// A customer is a client with the key that it shows.
type customer struct {
	weftapi.Client
	key  auth.Key
	text string
}

// admit opens the bank for keys with the scopes of some users.
func (b *bank) admit(t *testing.T, users map[string][]auth.Scope) map[string]customer {
	t.Helper()
	out := map[string]customer{}
	for user, scopes := range users {
		k, text := auth.Issue(auth.Key{Tenant: "local", User: user, Kind: auth.Person, Scopes: scopes}, time.Now())
		if err := auth.AddKey(t.Context(), b.keys, k); err != nil {
			t.Fatal(err)
		}
		out[user] = customer{key: k, text: text}
	}
	const own = credential.Token("0123456789abcdef0123456789abcdef")
	a, err := auth.New(auth.Options{KeysFile: b.keys, Own: own.Authenticate, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	b.rpc, err = rpc.NewServer(rpc.Options{Authenticate: func(ctx context.Context, md metadata.MD) (context.Context, error) {
		p, err := a.Authenticate(ctx, md)
		return auth.With(ctx, p), err
	}})
	if err != nil {
		t.Fatal(err)
	}
	weftapi.RegisterServer(b.rpc, b.office)
	t.Cleanup(b.rpc.Stop)
	for user, c := range out {
		conn, err := rpc.Inside(b.rpc, rpc.Options{Credential: credential.Token(c.text)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		c.Client = weftapi.NewClient(conn)
		out[user] = c
	}
	return out
}

// pay starts a payment for somebody.
func (b *bank) pay(t *testing.T, user, what string) runlog.Key {
	t.Helper()
	k, err := b.runs.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, User: user, Graph: "payments", Input: wrapperspb.String(what),
	})
	if err != nil {
		t.Fatal(err)
	}
	b.watch(t, k.Run)
	return k
}

func (c customer) answer(t *testing.T, run string) error {
	t.Helper()
	_, err := c.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: run, Answers: []*orchestratorv1.QuestionAnswer{{Text: "yes"}}})
	return err
}

func (b *bank) events(t *testing.T, run string) []*runv1.Event {
	t.Helper()
	events, _, err := b.d.RunLog.Load(t.Context(), runlog.Key{Tenant: "local", Run: run})
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// lacks reports whether a call was refused for want of a scope.
func lacks(err error, scope auth.Scope) bool {
	f := fault.FromStatus(status.Convert(err))
	return f.Code == codes.PermissionDenied && f.Reason == fault.ScopeMissing && f.Metadata["scope"] == string(scope)
}

func TestAnApprovalIsGivenByWhoMayApproveAndKeptWithWhoThatWas(t *testing.T) {
	t.Parallel()
	b := openBank(t)
	who := b.admit(t, map[string][]auth.Scope{"clerk": {auth.Read, auth.Write}, "boss": {auth.Approve}})
	clerk, boss := who["clerk"], who["boss"]
	k := b.pay(t, "clerk", "10 to A")

	if err := boss.answer(t, k.Run); !lacks(err, auth.Write) {
		t.Errorf("a question is answered without the scope write: %v", err)
	}
	if err := clerk.answer(t, k.Run); err != nil {
		t.Fatal(err)
	}
	b.watch(t, k.Run)
	if err := clerk.answer(t, k.Run); !lacks(err, auth.Approve) {
		t.Errorf("an approval is given without the scope approve: %v", err)
	}
	own := auth.Principal{Tenant: "local", User: "clerk", Kind: auth.Person, Scopes: auth.Scopes()}
	if err := b.runs.Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: own}); !errors.Is(err, errOwn) {
		t.Errorf("the graph is not asked who approves: %v", err)
	}
	stranger := auth.Principal{Tenant: "other", User: "boss", Kind: auth.Person, Scopes: auth.Scopes()}
	if err := b.runs.Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: stranger}); !errors.Is(err, runlog.ErrNotFound) {
		t.Errorf("another tenant approves: %v", err)
	}
	if run := b.get(t, k.Run); run.GetStatus() != orchestratorv1.RunReport_WAITING || len(b.till.all()) > 0 {
		t.Fatalf("the run is %v and has paid %v", run.GetStatus(), b.till.all())
	}
	if err := boss.answer(t, k.Run); err != nil {
		t.Fatal(err)
	}
	b.watch(t, k.Run)
	if got := b.till.all(); !slices.Equal(got, []string{"10 to A"}) {
		t.Errorf("paid %v", got)
	}

	var kept []*runv1.Principal
	for _, e := range b.events(t, k.Run) {
		if a := e.GetAnswered(); a != nil {
			kept = append(kept, a.GetPrincipal())
		}
		if raw, err := proto.Marshal(e); err != nil || bytes.Contains(raw, []byte(boss.text)) || bytes.Contains(raw, []byte(boss.key.Hash)) {
			t.Errorf("event %d holds a secret (%v)", e.GetSequence(), err)
		}
	}
	want := []*runv1.Principal{
		{Tenant: "local", User: "clerk", Kind: "person", Scopes: []string{"read", "write"}, KeyId: clerk.key.ID},
		{Tenant: "local", User: "boss", Kind: "person", Scopes: []string{"approve"}, KeyId: boss.key.ID},
	}
	if !slices.EqualFunc(kept, want, func(a, b *runv1.Principal) bool { return proto.Equal(a, b) }) {
		t.Errorf("kept are %v, want %v", kept, want)
	}
	// Who may not answer hears nothing of what others have said.
	if err := clerk.answer(t, k.Run); !lacks(err, auth.Approve) {
		t.Errorf("after the approval: %v", err)
	}
}

func TestAnAnswerIsKeptWithTheIssuerAndTheSubjectOfItsToken(t *testing.T) {
	t.Parallel()
	b := openBank(t)
	k := b.pay(t, "clerk", "10 to A")
	by := auth.Principal{
		Tenant: "local", User: "ann", Kind: auth.Service, Scopes: []auth.Scope{auth.Write}, KeyID: "e", Issuer: "https://id.example.org", Subject: "s-1",
	}
	if err := b.runs.Answer(t.Context(), k, runner.Answer{Outcome: "no", By: by}); err != nil {
		t.Fatal(err)
	}
	want := &runv1.Principal{
		Tenant: "local", User: "ann", Kind: "service", Scopes: []string{"write"}, KeyId: "e", Issuer: "https://id.example.org", Subject: "s-1",
	}
	for _, e := range b.events(t, k.Run) {
		if a := e.GetAnswered(); a != nil && !proto.Equal(a.GetPrincipal(), want) {
			t.Errorf("kept is %v", a)
		}
	}
}

// asked returns where a run was asked for its last approval, and what was shown then.
func (b *bank) asked(t *testing.T, run string) (pause string, sequence int64, shown string) {
	t.Helper()
	for _, e := range b.events(t, run) {
		if i := e.GetInterrupted(); i.GetState() == "APPROVE" {
			var what wrapperspb.StringValue
			if err := i.GetPayload().UnmarshalTo(&what); err != nil {
				t.Fatal(err)
			}
			pause, sequence, shown = i.GetInterruptId(), e.GetSequence(), what.GetValue()
		}
	}
	return pause, sequence, shown
}

func TestAForkPaysNothingThatWasNotApprovedForIt(t *testing.T) {
	t.Parallel()
	b := openBank(t)
	who := b.admit(t, map[string][]auth.Scope{"clerk": {auth.Read, auth.Write}, "boss": {auth.Read, auth.Approve}})
	clerk, boss := who["clerk"], who["boss"]
	k := b.pay(t, "clerk", "10 to A")
	for _, by := range []customer{clerk, boss} {
		if err := by.answer(t, k.Run); err != nil {
			t.Fatal(err)
		}
		b.watch(t, k.Run)
	}
	fork := func(at int64) (string, error) {
		res, err := clerk.ForkRun(t.Context(), &orchestratorv1.ForkRunRequest{
			RunId: k.Run, Sequence: at, Changes: []*orchestratorv1.RunChange{{Name: "PLAN.text", Value: "9999 to B"}},
		})
		return res.GetRun().GetId(), err
	}

	pause, asked, _ := b.asked(t, k.Run)
	last := int64(len(b.events(t, k.Run)))
	for _, at := range []int64{asked + 1, last - 1, last, 0} {
		_, err := fork(at)
		f := fault.FromStatus(status.Convert(err))
		if f.Code != codes.FailedPrecondition || f.Reason != fault.ForkRefused || f.Metadata["interrupt_id"] != pause ||
			f.Metadata["sequence"] != strconv.FormatInt(asked, 10) || !strings.Contains(f.Message, pause) {
			t.Errorf("a fork at event %d, past %s: %v", at, pause, err)
		}
	}

	// Before the approval a fork is asked for one of its own, by what it would pay, also
	// where the other run was being asked.
	for at, approve := range map[int64]bool{asked - 1: false, asked: true} {
		id, err := fork(at)
		if err != nil {
			t.Fatal(err)
		}
		b.watch(t, id)
		if _, _, shown := b.asked(t, id); shown != "9999 to B" {
			t.Errorf("the fork at event %d asks for %q", at, shown)
		}
		if err := clerk.answer(t, id); !lacks(err, auth.Approve) {
			t.Errorf("who forks approves: %v", err)
		}
		if approve {
			err = boss.answer(t, id)
		} else {
			_, err = boss.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: id, Decline: true})
		}
		if err != nil {
			t.Fatal(err)
		}
		b.watch(t, id)
	}
	if got := b.till.all(); !slices.Equal(got, []string{"10 to A", "9999 to B"}) {
		t.Errorf("paid %v", got)
	}
}
