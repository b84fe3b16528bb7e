// Package keyapi is the part of the public API that manages API keys: those of the caller's
// own tenant. What a key is and the rules of its life are in kit/auth.
package keyapi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
)

// Deps are what the API of keys stands on.
type Deps struct {
	// Keys keeps the keys. Nil where the server has nowhere to keep them.
	Keys auth.KeyStore
	// Caller returns who calls.
	Caller func(context.Context) auth.Principal
	// Changed is called after keys have changed, before their caller hears of it.
	Changed func()
	// Uses returns when keys were used, by their ids.
	Uses         func() (map[string]auth.KeyUse, error)
	MessageBytes int // the longest message; pages of lists fit into it. 0 is any length
	Now          func() time.Time
}

// Server implements what of the public API is about keys.
type Server struct{ d Deps }

// New returns the API of keys.
func New(d Deps) *Server { return &Server{d} }

func (s *Server) keyring() auth.Keyring { return auth.Keyring{Store: s.d.Keys, Now: s.d.Now} }

// CreateKey implements orchestratorv1.AdminServiceServer.
func (s *Server) CreateKey(ctx context.Context, req *orchestratorv1.CreateKeyRequest) (*orchestratorv1.CreateKeyResponse, error) {
	if s.d.Keys == nil {
		return nil, errNowhere
	}
	by := s.d.Caller(ctx)
	lifetime, err := wholeSeconds("lifetime", req.GetLifetime())
	if err != nil {
		return nil, err
	}
	if err := auth.CheckKeyNames(req.GetName(), req.GetUser()); err != nil {
		return nil, fault.Invalid("name", "%v", err)
	}
	k := auth.Key{Name: req.GetName(), Tenant: by.Tenant, User: req.GetUser(), Kind: kinds[req.GetKind()]}
	for _, scope := range req.GetScopes() {
		k.Scopes = append(k.Scopes, api.ScopeNamed(scope))
	}
	made, text, err := s.keyring().CreateKey(ctx, by.Scopes, k, lifetime, req.GetRequestId())
	if err != nil {
		return nil, keyFault(err, "")
	}
	s.d.Changed()
	return &orchestratorv1.CreateKeyResponse{Key: s.describeKey(made), Text: text}, nil
}

// pageOfKeys is how many keys are listed unless the caller says.
const pageOfKeys = 50

// ListKeys implements orchestratorv1.AdminServiceServer.
func (s *Server) ListKeys(ctx context.Context, req *orchestratorv1.ListKeysRequest) (*orchestratorv1.ListKeysResponse, error) {
	if s.d.Keys == nil {
		return nil, errNowhere
	}
	after, err := paging.Cursor(req, func(place string) error {
		if !strings.Contains(place, " ") {
			return errors.New("it is no place in a list of keys")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	keys, err := s.keyring().ListKeys(ctx, s.d.Caller(ctx).Tenant)
	if err != nil {
		return nil, keyFault(err, "")
	}
	size := int(req.GetPageSize())
	if size == 0 {
		size = pageOfKeys
	}
	keys = slices.DeleteFunc(keys, func(k auth.Key) bool { return placeOf(k) <= after })
	uses, err := s.d.Uses()
	if err != nil {
		return nil, keyFault(fmt.Errorf("%w: %w", auth.ErrKeyFile, err), "")
	}
	out := &orchestratorv1.ListKeysResponse{}
	for _, k := range keys[:min(size, len(keys))] {
		told := s.describeKey(k)
		if use, ok := uses[k.ID]; ok {
			told.FirstUseTime, told.LastUseTime = timestamppb.New(use.First), timestamppb.New(use.Last)
		}
		out.Keys = append(out.Keys, told)
	}
	out.Keys = out.Keys[:paging.Fits(out.GetKeys(), s.d.MessageBytes)]
	if n := len(out.GetKeys()); n < len(keys) {
		out.NextPageToken = paging.Token(req, placeOf(keys[n-1]))
	}
	return out, nil
}

// placeOf is where a key is in a list, the oldest first.
func placeOf(k auth.Key) string {
	return k.Created.UTC().Format("2006-01-02T15:04:05.000000000") + " " + k.ID
}

// RotateKey implements orchestratorv1.AdminServiceServer.
func (s *Server) RotateKey(ctx context.Context, req *orchestratorv1.RotateKeyRequest) (*orchestratorv1.RotateKeyResponse, error) {
	if s.d.Keys == nil {
		return nil, errNowhere
	}
	by := s.d.Caller(ctx)
	grace, err := wholeSeconds("grace", req.GetGrace())
	if err != nil {
		return nil, err
	}
	made, old, text, err := s.keyring().RotateKey(ctx, by.Scopes, by.Tenant, req.GetKeyId(), grace, req.GetRequestId())
	if err != nil {
		return nil, keyFault(err, req.GetKeyId())
	}
	s.d.Changed()
	return &orchestratorv1.RotateKeyResponse{Key: s.describeKey(made), Text: text, OldKey: s.describeKey(old)}, nil
}

// RevokeKey implements orchestratorv1.AdminServiceServer.
func (s *Server) RevokeKey(ctx context.Context, req *orchestratorv1.RevokeKeyRequest) (*orchestratorv1.RevokeKeyResponse, error) {
	if s.d.Keys == nil {
		return nil, errNowhere
	}
	by := s.d.Caller(ctx)
	k, err := s.keyring().RevokeKey(ctx, by.Tenant, req.GetKeyId())
	if err != nil {
		return nil, keyFault(err, req.GetKeyId())
	}
	s.d.Changed()
	return &orchestratorv1.RevokeKeyResponse{Key: s.describeKey(k), Own: by.Issuer == "" && by.KeyID == k.ID}, nil
}

var kinds = map[orchestratorv1.Key_Kind]auth.Kind{
	orchestratorv1.Key_KIND_PERSON:  auth.Person,
	orchestratorv1.Key_KIND_SERVICE: auth.Service,
}

// describeKey returns what the API tells of a key.
func (s *Server) describeKey(k auth.Key) *orchestratorv1.Key {
	out := &orchestratorv1.Key{
		Id: k.ID, Name: k.Name, User: k.User, CreateTime: timestamppb.New(k.Created), SuccessorId: k.Successor,
		Kind:  orchestratorv1.Key_Kind(orchestratorv1.Key_Kind_value["KIND_"+strings.ToUpper(string(k.Kind))]),
		State: orchestratorv1.Key_State(orchestratorv1.Key_State_value["STATE_"+strings.ToUpper(k.State(s.d.Now()))]),
	}
	for _, scope := range k.Scopes {
		out.Scopes = append(out.Scopes, orchestratorv1.Scope(orchestratorv1.Scope_value["SCOPE_"+strings.ToUpper(string(scope))]))
	}
	for at, to := range map[*time.Time]**timestamppb.Timestamp{k.Expires: &out.ExpireTime, k.Revoked: &out.RevokeTime} {
		if at != nil {
			*to = timestamppb.New(*at)
		}
	}
	return out
}
