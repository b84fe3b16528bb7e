package grant_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/grant"
)

var now = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

func signer(t *testing.T) *grant.Signer {
	t.Helper()
	s, err := grant.MakeSigner(filepath.Join(t.TempDir(), "grant.key"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func approved() *executorv1.Grant {
	return &executorv1.Grant{
		Tenant: "acme", PlanId: "p1", PlanVersion: 2, StepId: "s3", RunId: "r1", Attempt: 1, Server: "mail", Operation: "send",
		DefinitionHash: "d", ArgumentsHash: "a", User: "ann", ApprovalId: "i1", Effect: commonv1.ToolEffect_TOOL_EFFECT_WRITE,
	}
}

func call() grant.Call {
	return grant.Call{
		Tenant: "acme", RunID: "r1", Server: "mail", Operation: "send", DefinitionHash: "d", ArgumentsHash: "a",
		Effect: commonv1.ToolEffect_TOOL_EFFECT_WRITE,
	}
}

func TestAGrantAllowsTheCallThatItWasMadeForAndNoOther(t *testing.T) {
	t.Parallel()
	s := signer(t)
	keys, g := s.Public(), s.Sign(approved(), now)
	if err := keys.Check(g, call(), now); err != nil {
		t.Errorf("the call itself: %v", err)
	}
	for want, change := range map[error]func(*grant.Call){
		grant.ErrTenant:     func(c *grant.Call) { c.Tenant = "other" },
		grant.ErrRun:        func(c *grant.Call) { c.RunID = "r2" },
		grant.ErrTool:       func(c *grant.Call) { c.Operation = "delete" },
		grant.ErrDefinition: func(c *grant.Call) { c.DefinitionHash = "e" },
		grant.ErrArguments:  func(c *grant.Call) { c.ArgumentsHash = "b" },
		grant.ErrEffect:     func(c *grant.Call) { c.Effect = commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL },
	} {
		c := call()
		change(&c)
		if err := keys.Check(g, c, now); !errors.Is(err, want) || grant.Cause(err) == "" {
			t.Errorf("%v, want %v", err, want)
		}
	}
	for at, want := range map[time.Duration]error{
		-grant.Skew: nil, -grant.Skew - 1: grant.ErrEarly, grant.Lifetime + grant.Skew - 1: nil, grant.Lifetime + grant.Skew: grant.ErrExpired,
	} {
		if err := keys.Check(g, call(), now.Add(at)); !errors.Is(err, want) {
			t.Errorf("%v after it was made: %v, want %v", at, err, want)
		}
	}
	if err := signer(t).Public().Check(g, call(), now); !errors.Is(err, grant.ErrKey) {
		t.Errorf("where its key is not known: %v", err)
	}
	if again := s.Sign(approved(), now); again.GetNonce() == g.GetNonce() {
		t.Error("two grants have one nonce")
	}
}

// TestNoFieldOfAGrantCanBeChanged changes each field, those that are added later as well.
func TestNoFieldOfAGrantCanBeChanged(t *testing.T) {
	t.Parallel()
	s := signer(t)
	signed := s.Sign(approved(), now)
	fields := signed.ProtoReflect().Descriptor().Fields()
	for i := range fields.Len() {
		f, g := fields.Get(i), proto.CloneOf(signed)
		m := g.ProtoReflect()
		switch f.Kind() {
		case protoreflect.StringKind:
			m.Set(f, protoreflect.ValueOfString(m.Get(f).String()+"x"))
		case protoreflect.Int32Kind:
			m.Set(f, protoreflect.ValueOfInt32(int32(m.Get(f).Int())+1))
		case protoreflect.EnumKind:
			m.Set(f, protoreflect.ValueOfEnum(m.Get(f).Enum()+1))
		case protoreflect.BytesKind:
			g.Signature[7]++
		case protoreflect.MessageKind:
			at := m.Get(f).Message().Interface().(*timestamppb.Timestamp) //nolint:forcetypeassert // all are
			m.Set(f, protoreflect.ValueOfMessage(timestamppb.New(at.AsTime().Add(time.Nanosecond)).ProtoReflect()))
		default:
			t.Fatalf("%s is of a kind that this test doesn't know", f.Name())
		}
		if err := s.Public().Check(g, call(), now); !errors.Is(err, grant.ErrSignature) && !errors.Is(err, grant.ErrKey) {
			t.Errorf("%s is changed: %v", f.Name(), err)
		}
	}
	moved := proto.CloneOf(signed) // "mail" "send" becomes "mails" "end"
	moved.Server, moved.Operation = "mails", "end"
	if err := s.Public().Check(moved, call(), now); !errors.Is(err, grant.ErrSignature) {
		t.Errorf("a letter is moved from one field to the next: %v", err)
	}
}

func TestKeysAreReadAsOpenSSLWritesThem(t *testing.T) {
	t.Parallel()
	openssl, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("there is no openssl here")
	}
	dir := t.TempDir()
	private, public := filepath.Join(dir, "private.pem"), filepath.Join(dir, "public.pem")
	for _, args := range [][]string{
		{"genpkey", "-algorithm", "ed25519", "-out", private}, {"pkey", "-in", private, "-pubout", "-out", public},
	} {
		if out, err := exec.CommandContext(t.Context(), openssl, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	s, err := grant.ReadSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := grant.ReadKeys(public)
	if err != nil {
		t.Fatal(err)
	}
	if err := keys.Check(s.Sign(approved(), now), call(), now); err != nil {
		t.Error(err)
	}
	if _, err := grant.ReadKeys(private); err == nil {
		t.Error("a private key is taken for a public one")
	}
	if _, err := grant.ReadSigner(public); err == nil {
		t.Error("a public key is taken for a private one")
	}
}

func TestAKeyIsMadeOnceAndForItsUserAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "grant.key")
	one, err := grant.MakeSigner(path)
	if err != nil {
		t.Fatal(err)
	}
	two, err := grant.MakeSigner(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := one.Public().Check(two.Sign(approved(), now), call(), now); err != nil {
		t.Errorf("the second is another key: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(path, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := grant.MakeSigner(path); err == nil {
		t.Error("a file that is no key is taken, or written over")
	}
}
