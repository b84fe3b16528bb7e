package auth_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"google.golang.org/grpc/metadata"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/fault"
)

const own = credential.Token("0123456789abcdef0123456789abcdef")

var local = auth.Principal{Tenant: "local", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()}

func bearer(text string) metadata.MD { return metadata.Pairs("authorization", "Bearer "+text) }

func open(t *testing.T, o auth.Options) *auth.Authenticator {
	t.Helper()
	o.Own, o.Local, o.Log = own.Authenticate, local, slog.New(slog.DiscardHandler)
	if o.Now == nil {
		o.Now = time.Now
	}
	a, err := auth.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func issue(t *testing.T, path string, k auth.Key) (auth.Key, string) {
	t.Helper()
	k, text := auth.Issue(k, time.Now())
	if err := auth.AddKey(t.Context(), path, k); err != nil {
		t.Fatal(err)
	}
	return k, text
}

func TestEachCredentialStandsForItsPrincipal(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	k, text := issue(t, path, auth.Key{Tenant: "acme", User: "reports", Kind: auth.Service, Scopes: []auth.Scope{auth.Read}})
	a := open(t, auth.Options{KeysFile: path})
	p, err := a.Authenticate(t.Context(), bearer(text))
	if err != nil || p.Tenant != "acme" || p.User != "reports" || p.Kind != auth.Service || p.KeyID != k.ID || !p.May(auth.Read) || p.May(auth.Write) {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := a.Authenticate(t.Context(), bearer(own.Reveal())); err != nil || p.Tenant != local.Tenant || !p.May(auth.Operate) {
		t.Errorf("the server's token: %+v, %v", p, err)
	}
	if _, err := a.Authenticate(t.Context(), metadata.MD{}); !errors.Is(err, fault.CredentialMissing) {
		t.Errorf("nothing: %v", err)
	}
	for name, md := range map[string]metadata.MD{
		"another secret of a key's id": bearer(text[:len(text)-4] + "AAAA"),
		"an unknown id":                bearer("weft_000000000000_" + strings.Repeat("A", 43)),
		"twice":                        metadata.Pairs("authorization", "Bearer "+text, "authorization", "Bearer "+text),
		"another scheme":               metadata.Pairs("authorization", "Basic "+text),
		"a megabyte":                   bearer("weft_" + strings.Repeat("a", 1<<20)),
		"dots alone":                   bearer(strings.Repeat(".", 10_000)),
	} {
		if _, err := a.Authenticate(t.Context(), md); !errors.Is(err, fault.CredentialInvalid) || strings.Contains(err.Error(), text[20:]) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAKeyCountsUntilItExpiresOrIsRevoked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	soon := time.Now().Add(time.Hour)
	who := auth.Key{Tenant: "acme", User: "reports", Kind: auth.Service, Scopes: []auth.Scope{auth.Read}}
	k, text := issue(t, path, who)
	who.Expires = &soon
	_, brief := issue(t, path, who)
	var late atomic.Bool
	a := open(t, auth.Options{KeysFile: path, Now: func() time.Time {
		if late.Load() {
			return soon
		}
		return time.Now()
	}})
	for _, key := range []string{text, brief} {
		if _, err := a.Authenticate(t.Context(), bearer(key)); err != nil {
			t.Fatal(err)
		}
	}
	late.Store(true)
	if _, err := a.Authenticate(t.Context(), bearer(brief)); !errors.Is(err, fault.CredentialInvalid) || !strings.Contains(err.Error(), "expired") {
		t.Errorf("expired: %v", err)
	}
	if err := auth.RevokeKey(t.Context(), path, k.ID, time.Now()); err != nil {
		t.Fatal(err)
	}
	refusedSoon(t, a, text, "revoked")
}

func TestNobodyIsAdmittedByAFileThatCantBeRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	_, text := issue(t, path, auth.Key{Tenant: "acme", User: "reports", Kind: auth.Service, Scopes: []auth.Scope{auth.Read}})
	a := open(t, auth.Options{KeysFile: path})
	if err := os.WriteFile(path, []byte(`{"keys": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	refusedSoon(t, a, text, "can't read its keys")
}

func TestAFileThatOthersMayWriteAdmitsNobody(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	_, text := issue(t, path, auth.Key{Tenant: "acme", User: "reports", Kind: auth.Service, Scopes: []auth.Scope{auth.Read}})
	a := open(t, auth.Options{KeysFile: path})
	for _, mode := range []os.FileMode{0o620, 0o602} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		refusedSoon(t, a, text, "can't read its keys")
		if _, err := auth.New(auth.Options{KeysFile: path, Log: slog.New(slog.DiscardHandler), Now: time.Now}); !errors.Is(err, auth.ErrWritable) || !strings.Contains(err.Error(), "chmod") {
			t.Errorf("%o at the start: %v", mode, err)
		}
		if _, err := auth.ReadKeys(path); !errors.Is(err, auth.ErrWritable) {
			t.Errorf("%o for a command: %v", mode, err)
		}
	}
}

// refusedSoon waits until a credential is refused, for as long as is promised.
func refusedSoon(t *testing.T, a *auth.Authenticator, text, says string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		_, err := a.Authenticate(ctx, bearer(text))
		if errors.Is(err, fault.CredentialInvalid) {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("refused with %v", err)
			}
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatal("it is still admitted")
		}
	}
}

// A provider issues JWTs as a test wants them.
type provider struct {
	url     string
	rsa     *rsa.PrivateKey
	ec      *ecdsa.PrivateKey
	ed      ed25519.PrivateKey
	fetches atomic.Int64
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{}
	var err error
	if p.rsa, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		t.Fatal(err)
	}
	if p.ec, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	if _, p.ed, err = ed25519.GenerateKey(rand.Reader); err != nil {
		t.Fatal(err)
	}
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{
		{Key: p.rsa.Public(), KeyID: "r", Algorithm: "RS256", Use: "sig"},
		{Key: p.ec.Public(), KeyID: "e"},
		{Key: p.ed.Public(), KeyID: "d"},
		{Key: []byte("a secret that both sides would share"), KeyID: "h"},
	}}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": p.url, "jwks_uri": p.url + "/keys"})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		p.fetches.Add(1)
		_ = json.NewEncoder(w).Encode(set)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func (p *provider) open(t *testing.T) *auth.Authenticator {
	return open(t, auth.Options{JWT: auth.JWT{Issuer: p.url, Audience: "weft", TenantClaim: "tenant", UserClaim: "sub", ScopesClaim: "scope"}})
}

func (p *provider) claims(change func(map[string]any)) map[string]any {
	c := map[string]any{
		"iss": p.url, "aud": "weft", "sub": "ann", "tenant": "acme", "scope": "read openid write",
		"exp": time.Now().Add(time.Hour).Unix(),
	}
	if change != nil {
		change(c)
	}
	return c
}

func sign(t *testing.T, alg jose.SignatureAlgorithm, key any, kid string, claims any) string {
	t.Helper()
	options := &jose.SignerOptions{}
	if kid != "" {
		options.WithHeader("kid", kid)
	}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, options)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jwt.Signed(s).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestATokenOfTheProviderStandsForItsClaims(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	a := p.open(t)
	for alg, key := range map[jose.SignatureAlgorithm]struct {
		key crypto.Signer
		id  string
	}{jose.RS256: {p.rsa, "r"}, jose.ES256: {p.ec, "e"}, jose.EdDSA: {p.ed, "d"}} {
		who, err := a.Authenticate(t.Context(), bearer(sign(t, alg, key.key, key.id, p.claims(nil))))
		if err != nil || who.Tenant != "acme" || who.User != "ann" || who.Kind != auth.Person || !slices.Equal(who.Scopes, []auth.Scope{auth.Read, auth.Write}) ||
			who.KeyID != key.id || who.Issuer != a.JWT.Issuer || who.Subject != "ann" {
			t.Errorf("%s: %+v, %v", alg, who, err)
		}
	}
	machine := p.claims(func(c map[string]any) { c["client_id"], c["scope"] = "ann", []string{"read"} })
	if who, err := a.Authenticate(t.Context(), bearer(sign(t, jose.ES256, p.ec, "e", machine))); err != nil || who.Kind != auth.Service || !slices.Equal(who.Scopes, []auth.Scope{auth.Read}) {
		t.Errorf("a client of its own: %+v, %v", who, err)
	}
	if n := p.fetches.Load(); n != 1 {
		t.Errorf("the keys were fetched %d times", n)
	}
}

func TestForgedAndForeignTokensAreRefused(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	a := p.open(t)
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(p.rsa.Public())
	if err != nil {
		t.Fatal(err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	changed := func(change func(map[string]any)) string { return sign(t, jose.ES256, p.ec, "e", p.claims(change)) }
	good := changed(nil)
	parts := strings.Split(good, ".")
	for name, text := range map[string]string{
		"expired":                          changed(func(c map[string]any) { c["exp"] = time.Now().Add(-time.Hour).Unix() }),
		"without an end":                   changed(func(c map[string]any) { delete(c, "exp") }),
		"not valid yet":                    changed(func(c map[string]any) { c["nbf"] = time.Now().Add(time.Hour).Unix() }),
		"for another audience":             changed(func(c map[string]any) { c["aud"] = "shop" }),
		"for no audience":                  changed(func(c map[string]any) { delete(c, "aud") }),
		"of another issuer":                changed(func(c map[string]any) { c["iss"] = "https://evil.example" }),
		"without a tenant":                 changed(func(c map[string]any) { delete(c, "tenant") }),
		"with a tenant of subjects":        changed(func(c map[string]any) { c["tenant"] = "a.>" }),
		"without a user":                   changed(func(c map[string]any) { delete(c, "sub") }),
		"without its signature":            parts[0] + "." + parts[1] + ".",
		"alg none":                         "eyJhbGciOiJub25lIn0." + parts[1] + ".",
		"signed by a stranger":             sign(t, jose.ES256, stranger, "e", p.claims(nil)),
		"of a key that is not there":       sign(t, jose.ES256, stranger, "x", p.claims(nil)),
		"without a kid":                    sign(t, jose.ES256, p.ec, "", p.claims(nil)),
		"of the kid of another key":        sign(t, jose.ES256, p.ec, "r", p.claims(nil)),
		"HS256 with the public key":        sign(t, jose.HS256, public, "r", p.claims(nil)),
		"HS256 with a secret of the set":   sign(t, jose.HS256, []byte("a secret that both sides would share"), "h", p.claims(nil)),
		"RS384, which is not allowed":      sign(t, jose.RS384, p.rsa, "r", p.claims(nil)),
		"with claims of another token":     parts[0] + "." + strings.Split(changed(func(c map[string]any) { c["sub"] = "eve" }), ".")[1] + "." + parts[2],
		"oversized":                        changed(func(c map[string]any) { c["x"] = strings.Repeat("x", 1<<20) }),
		"three parts of nothing":           "..",
		"three parts that are not encoded": "a.b.c",
	} {
		_, err := a.Authenticate(t.Context(), bearer(text))
		if !errors.Is(err, fault.CredentialInvalid) {
			t.Errorf("%s: %v", name, err)
		} else if len(text) > 10 && strings.Contains(err.Error(), text[:10]) {
			t.Errorf("%s: the error tells the token: %v", name, err)
		}
	}
	if _, err := a.Authenticate(t.Context(), bearer(good)); err != nil {
		t.Errorf("the one that is good: %v", err)
	}
}

func TestAFloodOfUnknownKeysAsksTheProviderOnce(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	a := p.open(t)
	for range 50 {
		if _, err := a.Authenticate(t.Context(), bearer(sign(t, jose.ES256, p.ec, rand.Text(), p.claims(nil)))); !errors.Is(err, fault.CredentialInvalid) {
			t.Fatal(err)
		}
	}
	if n := p.fetches.Load(); n != 1 {
		t.Errorf("the keys were fetched %d times", n)
	}
}

func TestKeysOfAProviderAreReadFromAFile(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	path := filepath.Join(t.TempDir(), "jwks.json")
	data, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: p.ec.Public()}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	a := open(t, auth.Options{JWT: auth.JWT{Issuer: p.url, Audience: "weft", JWKSFile: path, TenantClaim: "tenant", UserClaim: "sub", ScopesClaim: "scope"}})
	if who, err := a.Authenticate(t.Context(), bearer(sign(t, jose.ES256, p.ec, "", p.claims(nil)))); err != nil || who.User != "ann" {
		t.Errorf("%+v, %v", who, err)
	}
	if p.fetches.Load() != 0 {
		t.Error("the provider was asked")
	}
}
