package command

import (
	"context"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/auth"
)

// keysOnServer reports whether keys are managed by calls: a server is named, and no file.
func (p *program) keysOnServer(file string) bool { return p.flags.server != "" && file == "" }

// callServer calls the server that was named, and prints its answer as JSON, or what tell says.
func callServer[T proto.Message](ctx context.Context, p *program, call func(context.Context, *connection) (T, error), tell func(T) error) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	out, err := call(ctx, s)
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(out)
	}
	return tell(out)
}

// addServerKey has a server make a key for its caller's tenant.
func (p *program) addServerKey(ctx context.Context, k auth.Key, lifetime time.Duration) error {
	req := &orchestratorv1.CreateKeyRequest{
		Name: k.Name, User: k.User, RequestId: ulid.Make().String(),
		Kind: orchestratorv1.Key_Kind(orchestratorv1.Key_Kind_value["KIND_"+strings.ToUpper(string(k.Kind))]),
	}
	for _, s := range k.Scopes {
		req.Scopes = append(req.Scopes, orchestratorv1.Scope(orchestratorv1.Scope_value["SCOPE_"+strings.ToUpper(string(s))]))
	}
	if lifetime > 0 {
		req.Lifetime = durationpb.New(lifetime)
	}
	return callServer(ctx, p, func(ctx context.Context, s *connection) (*orchestratorv1.CreateKeyResponse, error) {
		return s.api().CreateKey(ctx, req)
	}, func(made *orchestratorv1.CreateKeyResponse) error {
		p.notice("key %s. Copy the key now, it won't be shown again:", made.GetKey().GetId())
		return p.print(made.GetText() + "\n")
	})
}

// listServerKeys lists the keys of the caller's tenant.
func (p *program) listServerKeys(ctx context.Context) error {
	return callServer(ctx, p, func(ctx context.Context, s *connection) (*orchestratorv1.ListKeysResponse, error) {
		all := &orchestratorv1.ListKeysResponse{}
		req := &orchestratorv1.ListKeysRequest{PageSize: 1000}
		for {
			page, err := s.api().ListKeys(ctx, req)
			if err != nil {
				return nil, err
			}
			all.Keys = append(all.Keys, page.GetKeys()...)
			if req.PageToken = page.GetNextPageToken(); req.GetPageToken() == "" {
				return all, nil
			}
		}
	}, func(all *orchestratorv1.ListKeysResponse) error {
		var out strings.Builder
		word := func(name, prefix string) string { return strings.ToLower(strings.TrimPrefix(name, prefix)) }
		for _, k := range all.GetKeys() {
			var scopes []string
			for _, s := range k.GetScopes() {
				scopes = append(scopes, word(s.String(), "SCOPE_"))
			}
			var last time.Time
			if k.GetLastUseTime() != nil {
				last = k.GetLastUseTime().AsTime()
			}
			out.WriteString(keyLine(k.GetId(), word(k.GetState().String(), "STATE_"), k.GetUser(), word(k.GetKind().String(), "KIND_"), scopes, k.GetName(), last))
		}
		if len(all.GetKeys()) == 0 {
			p.notice("there are no keys")
		}
		return p.print(out.String())
	})
}

func (p *program) rotateServerKey(ctx context.Context, id string, grace time.Duration) error {
	req := &orchestratorv1.RotateKeyRequest{KeyId: id, Grace: durationpb.New(grace), RequestId: ulid.Make().String()}
	return callServer(ctx, p, func(ctx context.Context, s *connection) (*orchestratorv1.RotateKeyResponse, error) {
		return s.api().RotateKey(ctx, req)
	}, func(made *orchestratorv1.RotateKeyResponse) error {
		p.noticeRotated(id, made.GetKey().GetId(), made.GetOldKey().GetExpireTime().AsTime())
		return p.print(made.GetText() + "\n")
	})
}

func (p *program) revokeServerKey(ctx context.Context, id string) error {
	return callServer(ctx, p, func(ctx context.Context, s *connection) (*orchestratorv1.RevokeKeyResponse, error) {
		return s.api().RevokeKey(ctx, &orchestratorv1.RevokeKeyRequest{KeyId: id})
	}, func(gone *orchestratorv1.RevokeKeyResponse) error {
		p.notice("%s is revoked", id)
		if gone.GetOwn() {
			p.notice("it is the key that you have just shown: your next call is refused")
		}
		return nil
	})
}

// noticeRotated says what came of a rotation.
func (p *program) noticeRotated(old, next string, end time.Time) {
	p.notice("key %s replaces %s, which works until %s. Copy the key now, it won't be shown again:", next, old, end.Local().Format("2006-01-02 15:04:05"))
}
