package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// leeway is how far the clocks of the provider and of this server may differ.
const leeway = 30 * time.Second

// signatures are the algorithms that count. None of them has a secret that both
// sides share, and "none" is none of them.
var signatures = []jose.SignatureAlgorithm{jose.RS256, jose.ES256, jose.EdDSA}

// JWT says whose tokens count and what is read from them.
type JWT struct {
	Issuer   string
	Audience string
	JWKSURL  string // "" to look it up at the issuer
	JWKSFile string // in the place of both, where no network is

	TenantClaim, UserClaim, ScopesClaim string
}

type verifier struct {
	JWT
	key func(ctx context.Context, id string) (jose.JSONWebKey, error)
	now func() time.Time
	log *slog.Logger
}

func newVerifier(j JWT, now func() time.Time, log *slog.Logger) (*verifier, error) {
	v := &verifier{JWT: j, now: now, log: log}
	if j.JWKSFile == "" {
		v.key = newRemote(j.Issuer, j.JWKSURL, now).key
		return v, nil
	}
	file, err := watch(j.JWKSFile, parseKeySet, log)
	if err != nil {
		return nil, fmt.Errorf("auth.jwt.jwks_file %s: %w", j.JWKSFile, err)
	}
	v.key = func(_ context.Context, id string) (jose.JSONWebKey, error) {
		keys, err := file.current()
		if err != nil {
			return jose.JSONWebKey{}, err
		}
		k, ok := pick(keys, id)
		if !ok {
			return k, errUnknownKey
		}
		return k, nil
	}
	return v, nil
}

// verify returns who a token stands for. What it returns as an error names no part
// of the token.
func (v *verifier) verify(ctx context.Context, text string) (Principal, error) {
	token, err := jwt.ParseSigned(text, signatures)
	if err != nil || len(token.Headers) != 1 {
		return Principal{}, errors.New("it is no JWT that is signed with RS256, ES256 or EdDSA")
	}
	header := token.Headers[0]
	key, err := v.key(ctx, header.KeyID)
	if errors.Is(err, errUnknownKey) {
		return Principal{}, err
	}
	if err != nil { // which may name what is inside the network
		v.log.WarnContext(ctx, "a JWT can't be checked", "error", err)
		return Principal{}, errors.New("the server can't get the provider's keys, and its log says why")
	}
	if key.Algorithm != "" && key.Algorithm != header.Algorithm {
		return Principal{}, errors.New("it is signed with another algorithm than its key is for")
	}
	var standard jwt.Claims
	all := map[string]any{}
	if err := token.Claims(key.Key, &standard, &all); err != nil {
		return Principal{}, errors.New("its signature is not of the provider's key")
	}
	if standard.Expiry == nil {
		return Principal{}, errors.New("it never expires")
	}
	err = standard.ValidateWithLeeway(jwt.Expected{Issuer: v.Issuer, AnyAudience: jwt.Audience{v.Audience}, Time: v.now()}, leeway)
	switch {
	case errors.Is(err, jwt.ErrExpired):
		return Principal{}, errors.New("it has expired")
	case errors.Is(err, jwt.ErrInvalidIssuer):
		return Principal{}, errors.New("it is of another issuer")
	case errors.Is(err, jwt.ErrInvalidAudience):
		return Principal{}, errors.New("it is for another audience")
	case err != nil:
		return Principal{}, errors.New("it is not valid yet")
	}
	return v.principal(all, header.KeyID)
}

func (v *verifier) principal(claims map[string]any, keyID string) (Principal, error) {
	word := func(name string) string { s, _ := claims[name].(string); return s }
	p := Principal{
		Tenant: word(v.TenantClaim), User: word(v.UserClaim), Kind: Person,
		KeyID: keyID, Issuer: v.Issuer, Subject: word("sub"),
	}
	if err := checkIdentity(p.Tenant, p.User); err != nil {
		return Principal{}, fmt.Errorf("its claims %s and %s don't name a tenant and a user", v.TenantClaim, v.UserClaim)
	}
	// Of a token that no person asked for, sub is the client itself (RFC 9068).
	if client := word("client_id"); client != "" && client == word("sub") {
		p.Kind = Service
	}
	for _, s := range Scopes() {
		if slices.Contains(words(claims[v.ScopesClaim]), string(s)) {
			p.Scopes = append(p.Scopes, s)
		}
	}
	return p, nil
}

// words returns the words of a claim: a list, or one text.
func words(claim any) []string {
	switch c := claim.(type) {
	case string:
		return strings.Fields(c)
	case []any:
		var all []string
		for _, item := range c {
			if s, ok := item.(string); ok {
				all = append(all, s)
			}
		}
		return all
	}
	return nil
}
