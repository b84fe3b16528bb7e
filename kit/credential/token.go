package credential

import (
	"context"
	"crypto/subtle"
	"log/slog"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"github.com/weft-mesh/weft/kit/fault"
)

// A Token is a secret that opens a server. It prints as a word that is none.
type Token string

// Reveal returns the secret itself, for a protocol that has no interface for it.
func (t Token) Reveal() string { return string(t) }

// String hides the token from whoever prints it.
func (t Token) String() string {
	if t == "" {
		return ""
	}
	return "(hidden)"
}

// GoString hides the token from %#v.
func (t Token) GoString() string { return t.String() }

// LogValue hides the token from logs.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.String()) }

const (
	header = "authorization"
	scheme = "Bearer"
)

// GetRequestMetadata returns the header that shows the token.
func (t Token) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	if t == "" {
		return nil, nil
	}
	return map[string]string{header: scheme + " " + string(t)}, nil
}

// RequireTransportSecurity returns false: on the loopback interface there is
// nobody in between.
func (Token) RequireTransportSecurity() bool { return false }

// where tells callers how to come by the token, without telling strangers where
// on its machine a server keeps things.
const where = `it is in the file that the server named when it started (.weft/token in its vault, unless you set token_file); ` +
	`send it as "authorization: Bearer TOKEN", or pass the file to weft with --token-file`

// Authenticate admits calls that show the token.
func (t Token) Authenticate(ctx context.Context, md metadata.MD) (context.Context, error) {
	shown := md.Get(header)
	if len(shown) == 0 {
		return nil, fault.New(codes.Unauthenticated, fault.CredentialMissing, "the call has no token: %s", where)
	}
	kind, secret, _ := strings.Cut(shown[0], " ")
	if len(shown) > 1 || t == "" || !strings.EqualFold(kind, scheme) || subtle.ConstantTimeCompare([]byte(secret), []byte(t)) != 1 {
		return nil, fault.New(codes.Unauthenticated, fault.CredentialInvalid, "the call's token is not this server's token: %s", where)
	}
	return ctx, nil
}
