package executor_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"github.com/weft-mesh/weft/services/executor"
)

const letter = `{"to":"bob","text":"hi"}`

func TestAGrantIsGoodForItsCallOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	send := b.trust(s, "send")
	// The order of members and spaces make no difference to what is approved.
	req := b.approve(send, `{ "to": "bob", "text": "h<i" }`)
	req.IdempotencyKey = "k1"
	r, err := s.Execute(t.Context(), req)
	if err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE || r.GetText() != "sent" || r.GetCallTime() == nil {
		t.Fatalf("%v, %v", r, err)
	}
	if got := calls(t, b.record); len(got) != 1 || !strings.Contains(got[0], `"to":"bob"`) || !strings.HasSuffix(got[0], " k1") {
		t.Errorf("the server has seen %q", got)
	}
	b.refused(s, req, fault.GrantUsed, "")
	for cause, change := range map[string]func(*pb.ExecuteRequest){
		"signature": func(r *pb.ExecuteRequest) { r.Grant.StepId = "s2" },
		"key":       func(r *pb.ExecuteRequest) { r.Grant.KeyId = "" },
		"arguments": func(r *pb.ExecuteRequest) { r.Arguments = []byte(`{"text":"ho","to":"bob"}`) },
		"tenant":    func(r *pb.ExecuteRequest) { r.Context.Tenant = "other" },
		"run":       func(r *pb.ExecuteRequest) { r.Context.RunId = "r2" },
		"expired": func(r *pb.ExecuteRequest) {
			r.Grant = b.signer.Sign(r.GetGrant(), time.Now().Add(-time.Hour))
		},
		"effect": func(r *pb.ExecuteRequest) {
			r.Grant.Effect = commonv1.ToolEffect_TOOL_EFFECT_WRITE
			r.Grant = b.signer.Sign(r.GetGrant(), time.Now())
		},
		"definition": func(r *pb.ExecuteRequest) {
			r.Grant.DefinitionHash = strings.Repeat("0", 64)
			r.Grant = b.signer.Sign(r.GetGrant(), time.Now())
		},
	} {
		other := b.approve(send, letter)
		change(other)
		b.refused(s, other, fault.GrantInvalid, cause)
	}
	none := b.approve(send, letter)
	none.Grant = &pb.Grant{Server: "mail", Operation: "send"}
	b.refused(s, none, fault.GrantInvalid, "key")
}

func TestArgumentsAreThoseThatWereApproved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	send := b.trust(s, "send")
	for name, arguments := range map[string]string{
		"not canonical": `{"to": "bob"}`, "another order": `{"to":"bob","text":"hi"}`, "a name twice": `{"to":"a","to":"b"}`,
		"none": ``, "no object": `[]`, "no JSON": `{`, "not of the schema": `{"bcc":"all","to":"bob"}`, "missing": `{"text":"hi"}`,
		"of another type": `{"to":7}`, "too large a number": `{"to":9007199254740993}`,
	} {
		req := b.approve(send, letter)
		req.Arguments = []byte(arguments)
		t.Run(name, func(*testing.T) { b.refused(s, req, fault.ArgumentsInvalid, "") })
	}
}

func TestADryRunCallsNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	b.trust(s, "send")
	r, err := s.DryRun(t.Context(), &pb.DryRunRequest{Context: callContext(), Server: "mail", Operation: "send", Arguments: []byte(" " + letter)})
	if err != nil || string(r.GetArguments()) != `{"text":"hi","to":"bob"}` {
		t.Fatalf("%v, %v", r, err)
	}
	if want := b.approve(r.GetTool(), letter).GetGrant().GetArgumentsHash(); r.GetArgumentsHash() != want {
		t.Errorf("the hash is %s, want %s", r.GetArgumentsHash(), want)
	}
	for arguments, want := range map[string]error{`{"to":1}`: fault.ArgumentsInvalid, `{"to":"a","to":"b"}`: fault.ArgumentsInvalid} {
		if _, err := s.DryRun(t.Context(), &pb.DryRunRequest{Context: callContext(), Server: "mail", Operation: "send", Arguments: []byte(arguments)}); !isReason(err, want) {
			t.Errorf("%s: %v", arguments, err)
		}
	}
	for operation, want := range map[string]error{"nothing": fault.ToolUnknown, "slow": fault.ToolNotTrusted} {
		if _, err := s.DryRun(t.Context(), &pb.DryRunRequest{Context: callContext(), Server: "mail", Operation: operation}); !isReason(err, want) {
			t.Errorf("%s: %v", operation, err)
		}
	}
	if got := calls(t, b.record); got != nil {
		t.Errorf("it has called %q", got)
	}
}

func TestOfAllExecutorsOneUsesUpAGrant(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := []*executor.Service{b.mail(b.server("")), b.mail(b.server(""))}
	send := b.trust(all[0], "send")
	for range 3 {
		req := b.approve(send, letter)
		before := len(calls(t, b.record))
		var wg sync.WaitGroup
		results := make([]error, 8)
		for i := range results {
			wg.Go(func() {
				_, results[i] = all[i%2].Execute(t.Context(), proto.CloneOf(req))
			})
		}
		wg.Wait()
		won := slices.DeleteFunc(slices.Clone(results), func(err error) bool { return isReason(err, fault.GrantUsed) })
		if len(won) != 1 || won[0] != nil || len(calls(t, b.record)) != before+1 {
			t.Errorf("%v; the servers have seen %q", results, calls(t, b.record)[before:])
		}
	}
}

// Whoever is told that a grant was used asks a person what came of the call, who looks: it
// has to be over by then.
func TestAGrantIsToldToBeUsedOnceItsCallIsOver(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.server("")
	s := b.mail(c)
	b.trust(s, "slow")
	c.Timeout = 2 * time.Second
	s = b.mail(c)
	var tool *commonv1.Tool
	until(t, "the server is up", func() bool {
		tools, _ := b.list(s, false)
		tool = tools["slow"]
		return tool != nil
	})
	req := b.approve(tool, `{}`)
	first := make(chan *pb.ExecuteResponse, 1)
	ctx, hangUp := context.WithCancel(t.Context())
	go func() {
		r, _ := s.Execute(ctx, proto.CloneOf(req))
		first <- r
	}()
	until(t, "it is called", func() bool { return calls(t, b.record) != nil })
	hangUp()
	b.refused(s, req, fault.GrantUsed, "")
	told, r := time.Now(), <-first
	if over := r.GetCallTime().AsTime().Add(r.GetDuration().AsDuration()); r.GetOutcome() != pb.ExecuteResponse_OUTCOME_UNKNOWN || told.Before(over) {
		t.Errorf("it is told at %s, and the call was over at %s: %v", told, over, r)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, err := s.Execute(ctx, req); !isReason(err, fault.GrantUsed) {
		t.Errorf("and then: %v", err)
	}
}

func TestACallWhoseEndIsNotSeenIsNotMadeAgain(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		operation string
		cancelled bool
		timeout   time.Duration
		text      string
	}{
		"the server dies":       {operation: "die", timeout: 20 * time.Second, text: "ended before"},
		"it takes too long":     {operation: "slow", timeout: 2 * time.Second, text: "within 2s"},
		"the caller goes away":  {operation: "slow", cancelled: true, timeout: 2 * time.Second, text: "within 2s"},
		"its own code is broke": {operation: "broken", timeout: 20 * time.Second, text: "a bug"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			c := b.server("")
			c.Timeout = 20 * time.Second
			b.trust(b.mail(c), tt.operation) // another executor: a first start is slower than the call may be
			c.Timeout = tt.timeout
			s := b.mail(c)
			var tool *commonv1.Tool
			until(t, "the server is up", func() bool {
				tools, _ := b.list(s, false)
				tool = tools[tt.operation]
				return tool != nil
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if tt.cancelled {
				go func() {
					until(t, "it is called", func() bool { return calls(t, b.record) != nil })
					cancel()
				}()
			}
			req := b.approve(tool, `{}`)
			r, err := s.Execute(ctx, req)
			want := pb.ExecuteResponse_OUTCOME_UNKNOWN
			if tt.operation == "broken" {
				want = pb.ExecuteResponse_OUTCOME_FAILED
			}
			if err != nil || r.GetOutcome() != want || !strings.Contains(r.GetText(), tt.text) {
				t.Fatalf("%v, %v", r, err)
			}
			if tt.operation == "die" { // it is started again, and not called
				until(t, "the server is up again", func() bool {
					tools, _ := b.list(s, true)
					return tools["send"] != nil
				})
			}
			b.refused(s, req, fault.GrantUsed, "")
			if got := calls(t, b.record); len(got) != 1 {
				t.Errorf("the server has seen %q", got)
			}
		})
	}
}

func TestAResultIsTextOfABoundedLength(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	r := b.call(s, "huge", `{}`)
	if n := len(r.GetText()); r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE || !r.GetTruncated() || n != 64<<10 || len(r.GetStructured()) != 0 {
		t.Errorf("%s, truncated %t, %d bytes of text, %d of structure", r.GetOutcome(), r.GetTruncated(), n, len(r.GetStructured()))
	}
	if r = b.call(s, "fail", `{}`); r.GetOutcome() != pb.ExecuteResponse_OUTCOME_FAILED || r.GetText() != "the mailbox is full" {
		t.Errorf("a tool that fails: %v", r)
	}
	if r = b.call(s, "picture", `{}`); r.GetText() != "one\ntwo" || !slices.Equal(r.GetOmitted(), []string{"image image/png, 3 bytes"}) || r.GetTruncated() {
		t.Errorf("a picture: %v", r)
	}
	for answer, problem := range map[string]string{`{"n":1}`: "", `{"n":"one"}`: "does not fit", `null`: "has given none"} {
		r = b.call(s, "count", `{"answer":`+answer+`}`)
		if r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE || (problem == "") != (r.GetProblem() == "") || !strings.Contains(r.GetProblem(), problem) {
			t.Errorf("%s: %v", answer, r)
		}
		if answer != "null" && string(r.GetStructured()) != answer {
			t.Errorf("%s arrives as %s", answer, r.GetStructured())
		}
	}
}

func TestAServerGetsNothingThatItAsksFor(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if r := b.call(b.mail(b.server("")), "ask", `{}`); r.GetText() != "true true true" {
		t.Errorf("refused are roots, sampling, elicitation: %v", r)
	}
	b = newBench(t)
	r := b.call(b.mail(b.server("input")), "ask", `{}`)
	if r.GetOutcome() != pb.ExecuteResponse_OUTCOME_FAILED || len(calls(t, b.record)) != 1 {
		t.Errorf("a tool that wants to be called again with an answer: %v, %q", r, calls(t, b.record))
	}
}

func TestTheEnvironmentOfAServerIsItsOwn(t *testing.T) {
	t.Setenv("WEFT_TEST_SECRET", "s3cret")
	b := newBench(t)
	r := b.call(b.mail(b.server("")), "environment", `{}`)
	for line := range strings.SplitSeq(r.GetText(), "\n") {
		name, _, _ := strings.Cut(line, "=")
		if !slices.Contains([]string{"PATH", "HOME", "TMPDIR", isServer, recordIn, variant}, name) {
			t.Errorf("it has %s", name)
		}
	}
}

func TestAnIdempotencyKeyStandsInWhatWasApproved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.server("")
	c.Operations = map[string]executor.Operation{"send": {IdempotencyArgument: "key", Idempotent: true}}
	s := b.mail(c)
	send := b.trust(s, "send")
	if !send.GetIdempotent() || send.GetIdempotencyArgument() != "key" {
		t.Errorf("it is told as %v", send)
	}
	b.refused(s, b.approve(send, letter), fault.ArgumentsInvalid, "")
	req := b.approve(send, `{"to":"bob","key":"k1"}`)
	req.IdempotencyKey = "k2" // what was approved counts
	if r, err := s.Execute(t.Context(), req); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
		t.Errorf("%v, %v", r, err)
	}
}
