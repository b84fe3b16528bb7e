package command

import (
	"context"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func (s *script) CreateKey(_ context.Context, req *orchestratorv1.CreateKeyRequest) (*orchestratorv1.CreateKeyResponse, error) {
	k := &orchestratorv1.Key{Id: "k1", Name: req.GetName(), User: req.GetUser(), Kind: req.GetKind(), Scopes: req.GetScopes(), State: orchestratorv1.Key_STATE_ACTIVE}
	if req.GetRequestId() == "" || req.GetLifetime().AsDuration() != 90*24*time.Hour {
		k.Name = "asked for wrongly"
	}
	s.keys = append(s.keys, k)
	return &orchestratorv1.CreateKeyResponse{Key: k, Text: "weft_k1_x"}, nil
}

func (s *script) ListKeys(context.Context, *orchestratorv1.ListKeysRequest) (*orchestratorv1.ListKeysResponse, error) {
	return &orchestratorv1.ListKeysResponse{Keys: s.keys}, nil
}

func (s *script) RotateKey(_ context.Context, req *orchestratorv1.RotateKeyRequest) (*orchestratorv1.RotateKeyResponse, error) {
	old := s.keys[0]
	old.ExpireTime = timestamppb.New(time.Now().Add(req.GetGrace().AsDuration()))
	return &orchestratorv1.RotateKeyResponse{Key: &orchestratorv1.Key{Id: "k2"}, Text: "weft_k2_x", OldKey: old}, nil
}

func (s *script) RevokeKey(_ context.Context, req *orchestratorv1.RevokeKeyRequest) (*orchestratorv1.RevokeKeyResponse, error) {
	return &orchestratorv1.RevokeKeyResponse{Key: &orchestratorv1.Key{Id: req.GetKeyId()}, Own: true}, nil
}

func TestKeysAreManagedOnAServerThatIsNamed(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{}}
	weft := func(code int, args ...string) result {
		t.Helper()
		r := play(t, m, "", append([]string{"keys", "--server", "weft.example.org:7433"}, args...)...)
		r.mustExit(t, code)
		return r
	}
	mustContain(t, weft(exitDone, "ls").errOut, "there are no keys")
	if r := weft(exitDone, "add", "reports", "--user", "ann", "--scopes", "read,admin", "--expires", "90d"); r.out != "weft_k1_x\n" || !strings.Contains(r.errOut, "key k1") {
		t.Errorf("it printed %q and said %q", r.out, r.errOut)
	}
	m.script.keys[0].LastUseTime = timestamppb.New(time.Now())
	mustContain(t, weft(exitDone, "ls").out, "k1  active    ann  service  read,admin  reports  last used ")
	m.script.keys[0].Name = "a\x1b[2J\nb"
	if out := weft(exitDone, "ls").out; strings.Contains(out, "\x1b") || strings.Count(out, "\n") != 1 {
		t.Errorf("a name reaches the terminal: %q", out)
	}
	if r := weft(exitDone, "rotate", "k1", "--grace", "1h"); r.out != "weft_k2_x\n" || !strings.Contains(r.errOut, "key k2 replaces k1") {
		t.Errorf("it printed %q and said %q", r.out, r.errOut)
	}
	mustContain(t, weft(exitDone, "revoke", "k1").errOut, "k1 is revoked", "your next call is refused")
	mustContain(t, weft(exitUsage, "add", "x", "--user", "x", "--scopes", "read", "--tenant", "other").errOut, "leave --tenant out")
}
