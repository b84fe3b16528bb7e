// Package grant signs and checks what allows one call of a tool. An orchestrator signs a
// grant once an approval is in the log of a run; an executor checks it before it calls.
// Neither trusts what travels beside it.
package grant

import (
	"cmp"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const (
	// Lifetime is how long a grant counts: long enough for a call to reach its executor,
	// and short for a copy to be of use.
	Lifetime = 5 * time.Minute
	// Skew is how far the clocks of the two may differ.
	Skew = 30 * time.Second
	// domain keeps a signature from being taken for one over something else.
	domain = "weft grant v1"
)

// A Signer makes grants.
type Signer struct {
	id  string
	key ed25519.PrivateKey
}

// NewSigner returns what signs with a key, known to executors by an id.
func NewSigner(id string, key ed25519.PrivateKey) *Signer { return &Signer{id, key} }

// Sign returns a copy of a grant that counts from now on, once, for Lifetime. Its nonce is
// kept if it has one: of grants with the same nonce only one can be used.
func (s *Signer) Sign(g *executorv1.Grant, now time.Time) *executorv1.Grant {
	g = proto.CloneOf(g)
	g.KeyId, g.Nonce = s.id, cmp.Or(g.GetNonce(), rand.Text())
	g.StartTime, g.ExpireTime = timestamppb.New(now), timestamppb.New(now.Add(Lifetime))
	g.Signature = ed25519.Sign(s.key, message(g))
	return g
}

// A Call is what is to be done under a grant, as the executor knows it.
type Call struct {
	Tenant         string
	RunID          string
	Server         string
	Operation      string
	DefinitionHash string
	ArgumentsHash  string
	Effect         commonv1.ToolEffect
}

// Why a grant does not allow a call.
var (
	ErrKey        = errors.New("it is signed with a key that is not known here")
	ErrSignature  = errors.New("its signature is not that of its key")
	ErrEarly      = errors.New("it does not count yet; compare the clocks of orchestrator and executor")
	ErrExpired    = errors.New("it has expired")
	ErrLifetime   = errors.New("it counts for longer than any grant may")
	ErrTenant     = errors.New("it is for another tenant")
	ErrRun        = errors.New("it is for another run")
	ErrTool       = errors.New("it is for another tool")
	ErrDefinition = errors.New("it is for another definition of the tool")
	ErrArguments  = errors.New("it is for other arguments")
	ErrEffect     = errors.New("the tool may do more than was approved")
)

// causes name the errors to programs.
var causes = map[error]string{
	ErrKey: "key", ErrSignature: "signature", ErrEarly: "early", ErrExpired: "expired", ErrLifetime: "lifetime",
	ErrTenant: "tenant", ErrRun: "run", ErrTool: "tool", ErrDefinition: "definition", ErrArguments: "arguments", ErrEffect: "effect", ErrUser: "user",
}

// Cause returns the name of one of the errors above to programs, "" for others.
func Cause(err error) string {
	for is, name := range causes {
		if errors.Is(err, is) {
			return name
		}
	}
	return ""
}

// Keys are the public keys whose grants count, by id.
type Keys map[string]ed25519.PublicKey

// Check returns nil if a grant allows a call now. Whether it was used already is for its
// caller to find out.
func (k Keys) Check(g *executorv1.Grant, c Call, now time.Time) error {
	key, ok := k[g.GetKeyId()]
	if !ok {
		return fmt.Errorf("%w: %q", ErrKey, g.GetKeyId())
	}
	if !ed25519.Verify(key, message(g), g.GetSignature()) {
		return ErrSignature
	}
	start, end := g.GetStartTime().AsTime(), g.GetExpireTime().AsTime()
	switch {
	case end.Sub(start) > Lifetime:
		return ErrLifetime
	case now.Before(start.Add(-Skew)):
		return ErrEarly
	case !now.Before(end.Add(Skew)):
		return ErrExpired
	case g.GetTenant() != c.Tenant:
		return ErrTenant
	case g.GetRunId() != c.RunID:
		return ErrRun
	case g.GetServer() != c.Server || g.GetOperation() != c.Operation:
		return ErrTool
	case g.GetDefinitionHash() != c.DefinitionHash:
		return ErrDefinition
	case g.GetArgumentsHash() != c.ArgumentsHash:
		return ErrArguments
	case g.GetEffect() < c.Effect || c.Effect == commonv1.ToolEffect_TOOL_EFFECT_UNSPECIFIED:
		return ErrEffect
	}
	return nil
}

// message lays a grant out for its signature: the domain, then each field in the order of
// its number, texts behind their length. So no two grants have the same bytes.
func message(g *executorv1.Grant) []byte {
	out := text(nil, domain)
	for _, s := range []string{g.GetKeyId(), g.GetTenant(), g.GetPlanId()} {
		out = text(out, s)
	}
	out = number(out, int64(g.GetPlanVersion()))
	out = text(out, g.GetStepId())
	out = text(out, g.GetRunId())
	out = number(out, int64(g.GetAttempt()))
	for _, s := range []string{
		g.GetServer(), g.GetOperation(), g.GetDefinitionHash(), g.GetArgumentsHash(), g.GetUser(), g.GetApprovalId(), g.GetNonce(),
	} {
		out = text(out, s)
	}
	for _, t := range []*timestamppb.Timestamp{g.GetStartTime(), g.GetExpireTime()} {
		out = number(out, t.GetSeconds())
		out = number(out, int64(t.GetNanos()))
	}
	return number(out, int64(g.GetEffect()))
}

func text(to []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint64(to, uint64(len(s))), s...)
}

func number(to []byte, n int64) []byte { return binary.BigEndian.AppendUint64(to, uint64(n)) }
