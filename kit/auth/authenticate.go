package auth

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"github.com/weft-mesh/weft/kit/fault"
)

// mostShown bounds what a caller may show, in bytes. Tokens of providers have one
// or two thousand.
const mostShown = 16 << 10

// Options say what callers may show beside the server's own token.
type Options struct {
	KeysFile string // "" for none
	JWT      JWT    // without an issuer for none
	// Own admits who shows the server's own token, which stands for Local.
	Own   func(context.Context, metadata.MD) (context.Context, error)
	Local Principal
	// Used is called with the id of each API key that admits somebody. Nil for nobody.
	Used func(keyID string, now time.Time)
	Now  func() time.Time
	Log  *slog.Logger
}

// An Authenticator finds out who calls.
type Authenticator struct {
	Options
	keys *watched[map[string]Key]
	jwt  *verifier
}

// New returns an Authenticator. It reads the files, which must be there.
func New(o Options) (*Authenticator, error) {
	a := &Authenticator{Options: o}
	var err error
	if o.KeysFile != "" {
		if a.keys, err = watch(o.KeysFile, parseKeys, o.Log); err != nil {
			return nil, fault.Wrap(err, codes.FailedPrecondition, fault.CredentialInvalid,
				"can't use the key file %s (auth.keys_file): %v; to make one: weft keys add", o.KeysFile, err)
		}
	}
	if o.JWT.Issuer != "" {
		if a.jwt, err = newVerifier(o.JWT, o.Now, o.Log); err != nil {
			return nil, fault.Wrap(err, codes.FailedPrecondition, fault.CredentialInvalid, "the keys of the provider of JWTs can't be used")
		}
	}
	return a, nil
}

// Authenticate returns who calls, by what they show.
func (a *Authenticator) Authenticate(ctx context.Context, md metadata.MD) (Principal, error) {
	shown := md.Get("authorization")
	if len(shown) > 0 && len(shown[0]) > mostShown {
		return Principal{}, refused("it has more than %d bytes", mostShown)
	}
	if len(shown) == 1 {
		scheme, text, _ := strings.Cut(shown[0], " ")
		switch {
		case !strings.EqualFold(scheme, "Bearer"):
		case a.keys != nil && strings.HasPrefix(text, keyPrefix):
			return a.byKey(text)
		case a.jwt != nil && strings.Count(text, ".") == 2:
			p, err := a.jwt.verify(ctx, text)
			if err != nil {
				return Principal{}, refused("%v", err)
			}
			return p, nil
		}
	}
	if _, err := a.Own(ctx, md); err != nil {
		return Principal{}, err
	}
	return a.Local, nil
}

// LookAgain has a change of the keys by this process count at once.
func (a *Authenticator) LookAgain() {
	if a.keys != nil {
		a.keys.lookAgain()
	}
}

func (a *Authenticator) byKey(text string) (Principal, error) {
	keys, err := a.keys.current()
	if err != nil {
		return Principal{}, refused("the server can't read its keys, and its log says why")
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(text, keyPrefix), "_")
	k, ok := keys[id]
	if !ok || !k.matches(text) {
		return Principal{}, refused("the server has no such key")
	}
	if state := k.State(a.Now()); state != keyActive {
		return Principal{}, refused("the key %s is %s", k.ID, state)
	}
	if a.Used != nil {
		a.Used(k.ID, a.Now())
	}
	return k.principal(), nil
}

// refused is the fault for a credential that counts for nothing.
func refused(why string, args ...any) error {
	f := fault.New(codes.Unauthenticated, fault.CredentialInvalid, why, args...)
	f.Message = "the credential is not accepted: " + f.Message
	return f
}
