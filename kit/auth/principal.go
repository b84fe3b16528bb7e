package auth

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// A Scope is a right to call some of the API's methods.
type Scope string

// The scopes. docs/security.md says which method needs which.
const (
	Read    Scope = "read"    // see notes, runs and threads, and search them
	Write   Scope = "write"   // keep notes, ask, answer, change and remove
	Approve Scope = "approve" // decide whether what a run proposes is done
	Operate Scope = "operate" // what concerns the whole server
	// Calendar is to read the blocks of one's roadmaps as a calendar, and nothing else: a key that has
	// it alone may stand in an address.
	Calendar Scope = "calendar"
	// Admin is to manage the API keys of one's own tenant. A key is never given a scope that
	// its maker does not have.
	Admin Scope = "admin"
)

// Scopes returns every scope.
func Scopes() []Scope { return []Scope{Read, Write, Approve, Operate, Calendar, Admin} }

// ParseScopes returns the scopes of words. It refuses a word that is none, and none
// at all.
func ParseScopes(words []string) ([]Scope, error) {
	var all []Scope
	for _, word := range words {
		s := Scope(strings.TrimSpace(word))
		if !slices.Contains(Scopes(), s) {
			return nil, fmt.Errorf("%q is not a scope; the scopes are read, write, approve, operate, calendar and admin", word)
		}
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no scope given; use any of read, write, approve, operate, calendar and admin")
	}
	return all, nil
}

// A Kind says what a principal is.
type Kind string

// The kinds of principals.
const (
	Person  Kind = "person"
	Service Kind = "service"
)

// A Principal is who calls.
type Principal struct {
	Tenant string
	User   string
	Kind   Kind
	Scopes []Scope
	// What was shown, told by what proves nothing: the id of the API key, or of the key
	// that signed the JWT, and that JWT's issuer and subject. All are "" for the server's
	// token.
	KeyID   string
	Issuer  string
	Subject string
}

// May reports whether the principal has a scope.
func (p Principal) May(s Scope) bool { return slices.Contains(p.Scopes, s) }

type contextKey struct{}

// With returns a context of a call by a principal.
func With(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, contextKey{}, p)
}

// From returns who calls, false if nobody was asked: then the call comes from the
// server's own process.
func From(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(contextKey{}).(Principal)
	return p, ok
}
