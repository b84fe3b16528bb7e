// Package credential is how callers show that they may call. So far there is one
// kind: a token, a secret that a server keeps in a file which only its user can
// read. Whoever can read the file may call.
//
// A token shows itself as grpc's credentials.PerRPCCredentials on the caller's
// side, and checks what callers show as an rpc.Authenticator on the server's.
package credential
