package app

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// reports asks for a key that reads.
func reports() *orchestratorv1.CreateKeyRequest {
	return &orchestratorv1.CreateKeyRequest{
		Name: "reports", User: "reports", Kind: orchestratorv1.Key_KIND_SERVICE, Scopes: []orchestratorv1.Scope{orchestratorv1.Scope_SCOPE_READ},
	}
}

// showing returns a context of calls that show a key, over a connection that shows none.
func showing(ctx context.Context, text string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+text)
}

func TestAnAdminManagesTheKeysOfTheirTenant(t *testing.T) {
	t.Parallel()
	admin := auth.Key{Name: "admin", Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: []auth.Scope{auth.Admin, auth.Operate, auth.Read}}
	conns, address := serveKeysAt(t, admin, auth.Key{Name: "all but admin", Tenant: "acme", User: "bob", Kind: auth.Person, Scopes: auth.Scopes()[:5]})
	api, ctx := weftapi.NewClient(conns[0]), t.Context()
	made, err := api.CreateKey(ctx, reports())
	if err != nil || made.GetKey().GetState() != orchestratorv1.Key_STATE_ACTIVE || !strings.HasPrefix(made.GetText(), "weft_"+made.GetKey().GetId()+"_") {
		t.Fatal(made, err)
	}
	reader := weftapi.NewClient(dialWith(t, address, ""))
	reads := func(text string) error {
		_, err := reader.ListRuns(showing(ctx, text), &orchestratorv1.ListRunsRequest{})
		return err
	}
	if err := reads(made.GetText()); err != nil { // at once
		t.Errorf("the new key: %v", err)
	}
	rotated, err := api.RotateKey(ctx, &orchestratorv1.RotateKeyRequest{KeyId: made.GetKey().GetId(), Grace: durationpb.New(time.Hour)})
	if err != nil || rotated.GetOldKey().GetSuccessorId() != rotated.GetKey().GetId() {
		t.Fatal(rotated, err)
	}
	if err := errors.Join(reads(made.GetText()), reads(rotated.GetText())); err != nil {
		t.Errorf("within the grace: %v", err)
	}
	for range 2 {
		revoked, err := api.RevokeKey(ctx, &orchestratorv1.RevokeKeyRequest{KeyId: rotated.GetKey().GetId()})
		if err != nil || revoked.GetOwn() || revoked.GetKey().GetState() != orchestratorv1.Key_STATE_REVOKED {
			t.Errorf("%v, %v", revoked, err)
		}
	}
	if err := reads(rotated.GetText()); !errors.Is(fault.FromError(err), fault.CredentialInvalid) {
		t.Errorf("the revoked key: %v", err)
	}
	list, err := api.ListKeys(ctx, &orchestratorv1.ListKeysRequest{PageSize: 3})
	if err != nil || len(list.GetKeys()) != 3 || list.GetNextPageToken() == "" {
		t.Fatal(list, err)
	}
	rest, err := api.ListKeys(ctx, &orchestratorv1.ListKeysRequest{PageSize: 3, PageToken: list.GetNextPageToken()})
	if err != nil || len(rest.GetKeys()) != 1 || rest.GetNextPageToken() != "" {
		t.Fatal(rest, err)
	}
	for _, k := range append(list.GetKeys(), rest.GetKeys()...) {
		if k.GetName() == "reports" && (k.GetFirstUseTime() == nil || k.GetLastUseTime() == nil) {
			t.Errorf("it is not told when a key was used: %v", k)
		}
	}
	if _, err := weftapi.NewClient(conns[1]).ListKeys(ctx, &orchestratorv1.ListKeysRequest{}); !errors.Is(fault.FromError(err), fault.ScopeMissing) {
		t.Errorf("without the scope: %v", err)
	}
	wantAuditOfKeys(t, api, made, rotated)
	own, err := api.ListKeys(ctx, &orchestratorv1.ListKeysRequest{})
	if err != nil {
		t.Fatal(err)
	}
	mine := slices.IndexFunc(own.GetKeys(), func(k *orchestratorv1.Key) bool { return k.GetName() == "admin" })
	if revoked, err := api.RevokeKey(ctx, &orchestratorv1.RevokeKeyRequest{KeyId: own.GetKeys()[mine].GetId()}); err != nil || !revoked.GetOwn() {
		t.Errorf("its own key: %v, %v", revoked, err)
	}
	if _, err := api.ListKeys(ctx, &orchestratorv1.ListKeysRequest{}); !errors.Is(fault.FromError(err), fault.CredentialInvalid) {
		t.Errorf("with a key that has revoked itself: %v", err)
	}
}

func wantAuditOfKeys(t *testing.T, api weftapi.Client, made *orchestratorv1.CreateKeyResponse, rotated *orchestratorv1.RotateKeyResponse) {
	t.Helper()
	kept, err := api.ListAuditEvents(t.Context(), &orchestratorv1.ListAuditEventsRequest{Methods: []string{"CreateKey", "RotateKey", "RevokeKey", "ListKeys"}})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, e := range kept.GetEvents() {
		told = append(told, e.GetMethod()+" "+e.GetApiKeyId()+" "+e.GetDescription())
		if e.GetUser() != "ann" || e.GetEntryId() != "" {
			t.Errorf("it was %v", e)
		}
		for _, text := range []string{made.GetText(), rotated.GetText()} {
			if strings.Contains(e.String(), text[len(text)-20:]) {
				t.Errorf("the audit has a secret: %v", e)
			}
		}
	}
	first, next := made.GetKey().GetId(), rotated.GetKey().GetId()
	is := "service reports, scopes read"
	want := []string{"CreateKey " + first + " " + is, "RotateKey " + first + " replaced by " + next + ": " + is, "RevokeKey " + next + " " + is, "RevokeKey " + next + " " + is}
	if !slices.Equal(told, want) {
		t.Errorf("the audit tells %q, want %q", told, want)
	}
}

func TestKeysThatCantBeAreRefused(t *testing.T) {
	t.Parallel()
	conns := serveKeys(t,
		auth.Key{Name: "admin", Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: []auth.Scope{auth.Admin, auth.Read}},
		auth.Key{Name: "admin", Tenant: "acme", User: "bob", Kind: auth.Person, Scopes: auth.Scopes()},
	)
	api, ctx := weftapi.NewClient(conns[0]), t.Context()
	for name, c := range map[string]struct {
		change func(*orchestratorv1.CreateKeyRequest)
		want   fault.Reason
	}{
		"an unknown scope":             {func(r *orchestratorv1.CreateKeyRequest) { r.Scopes[0] = 99 }, fault.FieldInvalid},
		"no scope":                     {func(r *orchestratorv1.CreateKeyRequest) { r.Scopes = nil }, fault.FieldInvalid},
		"a scope twice":                {func(r *orchestratorv1.CreateKeyRequest) { r.Scopes = append(r.Scopes, r.GetScopes()[0]) }, fault.FieldInvalid},
		"a scope that its maker lacks": {func(r *orchestratorv1.CreateKeyRequest) { r.Scopes[0] = orchestratorv1.Scope_SCOPE_WRITE }, fault.ScopeMissing},
		"no kind":                      {func(r *orchestratorv1.CreateKeyRequest) { r.Kind = 0 }, fault.FieldInvalid},
		"a lifetime in the past":       {func(r *orchestratorv1.CreateKeyRequest) { r.Lifetime = durationpb.New(-time.Hour) }, fault.FieldInvalid},
		"a lifetime of nothing":        {func(r *orchestratorv1.CreateKeyRequest) { r.Lifetime = durationpb.New(0) }, fault.FieldInvalid},
		"a lifetime over ten years": {func(r *orchestratorv1.CreateKeyRequest) {
			r.Lifetime = durationpb.New(auth.MaxKeyLifetime + time.Second)
		}, fault.FieldInvalid},
		"a part of a second":       {func(r *orchestratorv1.CreateKeyRequest) { r.Lifetime = durationpb.New(1500 * time.Millisecond) }, fault.FieldInvalid},
		"a duration that is none":  {func(r *orchestratorv1.CreateKeyRequest) { r.Lifetime = &durationpb.Duration{Seconds: 1, Nanos: -5} }, fault.FieldInvalid},
		"a line break in its name": {func(r *orchestratorv1.CreateKeyRequest) { r.Name = "a\nb" }, fault.FieldInvalid},
		"a line break in its user": {func(r *orchestratorv1.CreateKeyRequest) { r.User = "a\r\nb" }, fault.FieldInvalid},
		"a blank user":             {func(r *orchestratorv1.CreateKeyRequest) { r.User = "  " }, fault.FieldInvalid},
	} {
		req := reports()
		c.change(req)
		if _, err := api.CreateKey(ctx, req); !errors.Is(fault.FromError(err), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	everything, err := weftapi.NewClient(conns[1]).ListKeys(ctx, &orchestratorv1.ListKeysRequest{})
	if err != nil || len(everything.GetKeys()) != 2 {
		t.Fatal(everything, err)
	}
	for _, k := range everything.GetKeys() {
		if k.GetUser() != "bob" {
			continue
		}
		if _, err := api.RotateKey(ctx, &orchestratorv1.RotateKeyRequest{KeyId: k.GetId()}); !errors.Is(fault.FromError(err), fault.ScopeMissing) {
			t.Errorf("rotating a key with more scopes: %v", err)
		}
		if _, err := api.RotateKey(ctx, &orchestratorv1.RotateKeyRequest{KeyId: k.GetId(), Grace: durationpb.New(auth.MaxKeyGrace + time.Second)}); !errors.Is(fault.FromError(err), fault.FieldInvalid) {
			t.Errorf("a grace that is too long: %v", err)
		}
	}
}

func TestAnAdminOfAnotherTenantFindsNoKey(t *testing.T) {
	t.Parallel()
	// Another tenant's calls are refused by a server of one vault, so its admin is the one who looks.
	conns := serveKeys(t,
		auth.Key{Name: "admin", Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()},
		auth.Key{Name: "admin", Tenant: "other", User: "eve", Kind: auth.Person, Scopes: auth.Scopes()},
	)
	api, ctx := weftapi.NewClient(conns[0]), t.Context()
	list, err := api.ListKeys(ctx, &orchestratorv1.ListKeysRequest{})
	if err != nil || len(list.GetKeys()) != 1 || list.GetKeys()[0].GetUser() != "ann" {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := weftapi.NewClient(conns[1]).ListKeys(ctx, &orchestratorv1.ListKeysRequest{}); !errors.Is(fault.FromError(err), fault.TenantNotServed) {
		t.Errorf("another tenant: %v", err)
	}
	_, err = api.RevokeKey(ctx, &orchestratorv1.RevokeKeyRequest{KeyId: "000000000000"})
	if status.Code(err) != codes.NotFound || !errors.Is(fault.FromError(err), fault.KeyNotFound) {
		t.Errorf("a key that is not there: %v", err)
	}
}

func TestAServerWithoutAKeyFileSaysWhatToSet(t *testing.T) {
	t.Parallel()
	m, _ := run(t, settings(t), &lines{}, Roles()...)
	api := weftapi.NewClient(m.conns[Orchestrator])
	_, err := api.CreateKey(t.Context(), reports())
	if status.Code(err) != codes.FailedPrecondition || !errors.Is(fault.FromError(err), fault.KeysUnavailable) || !strings.Contains(err.Error(), "auth.keys_file") {
		t.Error(err)
	}
}
