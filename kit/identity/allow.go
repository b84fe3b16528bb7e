package identity

import (
	"context"
	"crypto/tls"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"

	"github.com/weft-mesh/weft/kit/fault"
)

// Allow admits calls of processes with a certificate of the trust domain to the
// methods that their role may call. It is an rpc.Authenticator.
func Allow(domain string, mayCall func(role string) []string) func(context.Context, metadata.MD) (context.Context, error) {
	return func(ctx context.Context, _ metadata.MD) (context.Context, error) {
		state, ok := connection(ctx)
		if !ok || len(state.PeerCertificates) == 0 {
			return nil, fault.New(codes.Unauthenticated, fault.CredentialMissing, "the caller sent no certificate")
		}
		role, ok := Role(state.PeerCertificates[0], domain)
		if !ok {
			return nil, fault.New(codes.Unauthenticated, fault.CredentialInvalid,
				"the caller's certificate is not for a role of %s", domain)
		}
		method, _ := grpc.Method(ctx)
		if !slices.Contains(mayCall(role), method) {
			return nil, fault.New(codes.PermissionDenied, fault.NotAllowed, "%s may not call %s", role, method).
				With("role", role).With("method", method)
		}
		return ctx, nil
	}
}

// connection returns the state of the connection that a call came by, false if it is
// not TLS.
func connection(ctx context.Context) (tls.ConnectionState, bool) {
	p, ok := peer.FromContext(ctx)
	if !ok {
		return tls.ConnectionState{}, false
	}
	info, ok := p.AuthInfo.(credentials.TLSInfo)
	return info.State, ok
}
