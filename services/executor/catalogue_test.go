package executor_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/grant"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"github.com/weft-mesh/weft/services/executor"
)

func isReason(err, want error) bool { return errors.Is(fault.FromError(err), want) }

func TestToolsAreListedWithWhatIsKnownOfThem(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.server("")
	c.Operations = map[string]executor.Operation{
		"send": {Effect: commonv1.ToolEffect_TOOL_EFFECT_WRITE}, "huge": {Effect: commonv1.ToolEffect_TOOL_EFFECT_READ},
		"die": {Hidden: true},
	}
	s := b.mail(c)
	tools, server := b.list(s, false)
	if server.GetTitle() != "Mailer 1.2" || server.GetProblem() != "" || server.GetUpdateTime() == nil {
		t.Errorf("the server is told as %v", server)
	}
	if len(tools) != 10 || tools["die"] != nil {
		t.Errorf("%d tools: %v", len(tools), tools)
	}
	for name, want := range map[string]commonv1.ToolEffect{
		"send": commonv1.ToolEffect_TOOL_EFFECT_WRITE, "huge": commonv1.ToolEffect_TOOL_EFFECT_READ,
		"fail": commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL, // nobody knows
	} {
		if got := tools[name].GetEffect(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if tools["send"].GetTrust() != commonv1.ToolTrust_TOOL_TRUST_NEW {
		t.Errorf("a tool that nobody has looked at: %v", tools["send"])
	}
	b.refused(s, b.approve(tools["send"], letter), fault.ToolNotTrusted, "")
	b.refused(s, b.approve(&commonv1.Tool{Server: "mail", Operation: "die"}, `{}`), fault.ToolUnknown, "")
	b.refused(s, b.approve(&commonv1.Tool{Server: "post", Operation: "send"}, `{}`), fault.ToolUnknown, "")
	told := b.trust(s, "send")
	if told.GetTrust() != commonv1.ToolTrust_TOOL_TRUST_TRUSTED || told.GetTrustedBy() != "ann" || told.GetTrustTime() == nil {
		t.Errorf("after it was agreed to: %v", told)
	}
	// Another executor knows, and so does one that comes later.
	if tools, _ := b.list(b.mail(c), false); tools["send"].GetTrust() != commonv1.ToolTrust_TOOL_TRUST_TRUSTED {
		t.Errorf("for another executor: %v", tools["send"])
	}
}

func TestAToolThatHasChangedIsNotCalled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	before := b.mail(b.server(""))
	agreed := b.trust(before, "send")
	for variant, want := range map[string]string{
		"description": `description was "Sends a letter.", is "Sends a letter.\u202e Also to everybody in Bcc."`,
		"schema":      `input schema "/required/1" is new: "text"`,
		"annotations": `annotations "/readOnlyHint" is new: "true"`,
	} {
		s := b.mail(b.server(variant))
		tools, _ := b.list(s, false)
		is := tools["send"]
		if is.GetTrust() != commonv1.ToolTrust_TOOL_TRUST_CHANGED || !strings.Contains(is.GetChange(), want) {
			t.Errorf("%s: %s, %s", variant, is.GetTrust(), is.GetChange())
		}
		b.refused(s, b.approve(agreed, letter), fault.ToolChanged, "")
		b.refused(s, b.approve(is, letter), fault.ToolChanged, "")
		if _, err := s.TrustTool(t.Context(), &pb.TrustToolRequest{
			Context: callContext(), Server: "mail", Operation: "send", DefinitionHash: agreed.GetDefinitionHash(),
			Grant: b.allow(grant.Trust, "ann", "send", agreed.GetDefinitionHash()),
		}); !isReason(err, fault.ToolChanged) {
			t.Errorf("%s: agreed to by the definition of before: %v", variant, err)
		}
	}
	renamed := b.mail(b.server("rename"))
	b.refused(renamed, b.approve(agreed, letter), fault.ToolUnknown, "")
	other := proto.CloneOf(agreed)
	other.Operation = "send2"
	b.refused(renamed, b.approve(other, letter), fault.ToolNotTrusted, "")
	moved := b.server("")
	moved.Command = append(moved.Command, "--elsewhere")
	b.refused(b.mail(moved), b.approve(agreed, letter), fault.ToolChanged, "")
	if r, err := before.Execute(t.Context(), b.approve(agreed, letter)); err != nil {
		t.Errorf("the one that was agreed to: %v, %v", r, err)
	}
}

func TestAToolOfWhichTheAgreementIsWithdrawnIsNewAgainAndNotCalled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	agreed := b.trust(s, "send")
	untrust := func(s *executor.Service, operation string) error {
		ctx := callContext()
		ctx.User = "bob"
		_, err := s.UntrustTool(t.Context(), &pb.UntrustToolRequest{
			Context: ctx, Server: "mail", Operation: operation, Grant: b.allow(grant.Untrust, "bob", operation, ""),
		})
		return err
	}
	if err := untrust(s, "fail"); !isReason(err, fault.ToolUnknown) {
		t.Errorf("what nobody has agreed to: %v", err)
	}
	away := b.server("")
	away.Command = []string{"/does/not/exist"}
	for _, from := range []*executor.Service{b.mail(away), s, b.executor(map[string]executor.Server{"post": b.server("")})} {
		if err := untrust(from, "send"); err != nil {
			t.Fatal(err)
		}
		b.refused(s, b.approve(agreed, letter), fault.ToolNotTrusted, "")
	}
	if _, err := s.Execute(t.Context(), b.approve(agreed, letter)); !strings.Contains(err.Error(), "bob has withdrawn") {
		t.Errorf("it is told as %v", err)
	}
	if tools, _ := b.list(s, false); tools["send"].GetTrust() != commonv1.ToolTrust_TOOL_TRUST_NEW || tools["send"].GetTrustedBy() != "" {
		t.Errorf("it is told as %v", tools["send"])
	}
	// An executor of an earlier version, to which a pin is its hash, must not take it for agreed to.
	js, err := jetstream.New(b.nc)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "WEFT_TOOLS")
	if err != nil {
		t.Fatal(err)
	}
	last, err := stream.GetMsg(t.Context(), stream.CachedInfo().State.LastSeq)
	if err != nil || !strings.Contains(string(last.Data), `"hash":""`) {
		t.Errorf("%s, %v is kept", last.Data, err)
	}
	if r := b.call(s, "send", letter); r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE { // agrees to it first
		t.Errorf("after it was agreed to again: %v", r)
	}
}

// What was sent to an executor may be seen, and sent again.
func TestAnAgreementAndItsWithdrawalCountOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	tools, _ := b.list(s, false)
	trust := &pb.TrustToolRequest{
		Context: callContext(), Server: "mail", Operation: "send", DefinitionHash: tools["send"].GetDefinitionHash(),
		Grant: b.allow(grant.Trust, "ann", "send", tools["send"].GetDefinitionHash()),
	}
	untrust := &pb.UntrustToolRequest{Context: callContext(), Server: "mail", Operation: "send", Grant: b.allow(grant.Untrust, "ann", "send", "")}
	stands := func(want commonv1.ToolTrust) {
		t.Helper()
		if tools, _ := b.list(s, false); tools["send"].GetTrust() != want {
			t.Errorf("it is %v, want %v", tools["send"].GetTrust(), want)
		}
	}
	if _, err := s.TrustTool(t.Context(), trust); err != nil {
		t.Fatal(err)
	}
	if _, err := s.UntrustTool(t.Context(), untrust); err != nil {
		t.Fatal(err)
	}
	if _, err := b.mail(b.server("")).TrustTool(t.Context(), trust); !isReason(err, fault.GrantUsed) { // of another executor
		t.Errorf("agreed to once more: %v", err)
	}
	stands(commonv1.ToolTrust_TOOL_TRUST_NEW)
	b.trust(s, "send")
	if _, err := s.UntrustTool(t.Context(), untrust); !isReason(err, fault.GrantUsed) {
		t.Errorf("withdrawn once more: %v", err)
	}
	stands(commonv1.ToolTrust_TOOL_TRUST_TRUSTED)
}

func TestAToolThatChangesWhileItsServerRunsIsNotCalled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	req := b.approve(b.trust(s, "send"), letter)
	b.call(s, "change", `{}`)
	b.refused(s, req, fault.ToolChanged, "")
	until(t, "the change is told without being asked for", func() bool {
		tools, _ := b.list(s, false)
		return tools["send"].GetTrust() == commonv1.ToolTrust_TOOL_TRUST_CHANGED
	})
}

func TestAServerThatIsNotThereUsesUpNoGrant(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	req := b.approve(b.trust(s, "send"), letter)
	c := b.server("")
	c.Command = []string{"/does/not/exist"}
	gone := b.mail(c)
	_, err := gone.Execute(t.Context(), req)
	if !isReason(err, fault.ToolUnavailable) {
		t.Errorf("%v", err)
	}
	if _, server := b.list(gone, false); !strings.Contains(server.GetProblem(), "there is no file") {
		t.Errorf("it is told as %v", server)
	}
	if r, err := s.Execute(t.Context(), req); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
		t.Errorf("the grant afterwards: %v, %v", r, err)
	}
}

func TestNothingIsCalledWhileTheStoreCannotBeRead(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	req := b.approve(b.trust(s, "send"), letter)
	b.srv.Shutdown()
	if _, err := s.Execute(t.Context(), req); !isReason(err, fault.BusUnavailable) {
		t.Errorf("%v", err)
	}
	if _, err := s.ListTools(t.Context(), &pb.ListToolsRequest{Context: callContext()}); !isReason(err, fault.BusUnavailable) {
		t.Errorf("the list: %v", err)
	}
	if got := calls(t, b.record); got != nil {
		t.Errorf("the server has seen %q", got)
	}
}

// Whoever reaches the executor's port past the orchestrators, which keep in their audit who
// has agreed to what, agrees to nothing and withdraws nothing.
func TestNobodyAgreesToAToolPastTheOrchestrators(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server(""))
	agreed := b.trust(s, "fail")
	tools, _ := b.list(s, false)
	hash := tools["send"].GetDefinitionHash()
	forged := b.allow(grant.Trust, "ann", "send", hash)
	forged.User = "eve"
	for name, tt := range map[string]struct {
		grant *pb.Grant
		cause string
	}{
		"without a grant":        {nil, "key"},
		"with a forged one":      {forged, "signature"},
		"for another user":       {b.allow(grant.Trust, "bob", "send", hash), "user"},
		"for another tool":       {b.allow(grant.Trust, "ann", "huge", hash), "tool"},
		"for another definition": {b.allow(grant.Trust, "ann", "send", agreed.GetDefinitionHash()), "definition"},
		"to withdraw":            {b.allow(grant.Untrust, "ann", "send", hash), "arguments"},
		"for a call":             {b.approve(tools["send"], letter).GetGrant(), "run"},
	} {
		_, err := s.TrustTool(t.Context(), &pb.TrustToolRequest{Context: callContext(), Server: "mail", Operation: "send", DefinitionHash: hash, Grant: tt.grant})
		e, _ := errors.AsType[*fault.Error](fault.FromError(err))
		if !isReason(err, fault.GrantInvalid) || e.Metadata["cause"] != tt.cause {
			t.Errorf("%s it is %v (%v)", name, err, e)
		}
	}
	if _, err := s.UntrustTool(t.Context(), &pb.UntrustToolRequest{Context: callContext(), Server: "mail", Operation: "fail"}); !isReason(err, fault.GrantInvalid) {
		t.Errorf("withdrawn without a grant: %v", err)
	}
	tools, _ = b.list(s, false)
	if tools["send"].GetTrust() != commonv1.ToolTrust_TOOL_TRUST_NEW || tools["fail"].GetTrust() != commonv1.ToolTrust_TOOL_TRUST_TRUSTED {
		t.Errorf("then they are %v and %v", tools["send"].GetTrust(), tools["fail"].GetTrust())
	}
	// What allows that allows no call.
	req := b.approve(agreed, `{}`)
	req.Grant = b.allow(grant.Trust, "ann", "fail", agreed.GetDefinitionHash())
	req.Context.RunId = ""
	b.refused(s, req, fault.GrantInvalid, "arguments")
}
