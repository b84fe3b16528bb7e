package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/time/rate"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/store"
)

// callers decides who may call the API, what, and how often.
type callers struct {
	who     func(context.Context, metadata.MD) (auth.Principal, error)
	tenants []string // whose notes are here; empty is everybody's
	limits  config.Limits
	refused metric.Int64Counter
	log     *slog.Logger
	now     func() time.Time
	// lookAgain has a change of keys by this process count at once.
	lookAgain func()
	uses      *auth.KeyUses // nil without a file of keys

	mu      sync.Mutex
	buckets map[string]*rate.Limiter // by tenant, which credentials name
}

// openCallers returns who may call the API of a mesh.
func (m *mesh) openCallers() (*callers, error) {
	refused, err := m.tel.Meter.Meter(telemetry.Scope).Int64Counter(telemetry.MetricCallsRefused,
		metric.WithUnit("{call}"), metric.WithDescription("API calls refused to their caller"))
	if err != nil {
		return nil, err
	}
	local := auth.Principal{Tenant: m.Config.Tenant, User: m.Config.User, Kind: auth.Person, Scopes: auth.Scopes()}
	c := &callers{
		who:     func(context.Context, metadata.MD) (auth.Principal, error) { return local, nil },
		tenants: m.tenants(), limits: m.Config.Limits, refused: refused, log: m.Log, now: time.Now,
		buckets: map[string]*rate.Limiter{}, lookAgain: func() {},
	}
	if own := m.secret.authenticator(); own != nil {
		o := authOptions(m.Config)
		o.Own, o.Local, o.Log = own, local, m.Log
		if o.KeysFile != "" {
			c.uses = auth.NewKeyUses(o.KeysFile, m.Log)
			o.Used = c.uses.Note
		}
		a, err := auth.New(o)
		if err != nil {
			return nil, err
		}
		c.who, c.lookAgain = a.Authenticate, a.LookAgain
	}
	return c, nil
}

// authOptions are what the configuration says of who may call the API.
func authOptions(c *config.Config) auth.Options {
	j := c.Auth.JWT
	return auth.Options{
		KeysFile: c.Auth.KeysFile,
		JWT: auth.JWT{
			Issuer: j.Issuer, Audience: j.Audience, JWKSURL: j.JWKSURL, JWKSFile: j.JWKSFile,
			TenantClaim: j.TenantClaim, UserClaim: j.UserClaim, ScopesClaim: j.ScopesClaim,
		},
		Now: time.Now,
	}
}

// admit is an rpc.Authenticator.
func (c *callers) admit(ctx context.Context, md metadata.MD) (context.Context, error) {
	method, _ := grpc.Method(ctx)
	p, err := c.known(ctx, method, md)
	if err == nil {
		if err = c.pace(p.Tenant); err != nil {
			c.tell(ctx, p, err)
		}
	}
	if err != nil {
		return nil, err
	}
	return auth.With(ctx, p), nil
}

// known returns who calls a method, if they may.
func (c *callers) known(ctx context.Context, method string, md metadata.MD) (auth.Principal, error) {
	p, err := c.who(ctx, md)
	if err == nil {
		err = c.permit(p, method)
	}
	if err != nil {
		c.tell(ctx, p, err)
	}
	return p, err
}

// permit refuses what a principal may not call here.
func (c *callers) permit(p auth.Principal, method string) error {
	if len(c.tenants) > 0 && !slices.Contains(c.tenants, p.Tenant) {
		return fault.New(codes.PermissionDenied, fault.TenantNotServed,
			"your credential is for tenant %q, and this server has no notes of that tenant; call that tenant's server", p.Tenant).
			With("tenant", p.Tenant)
	}
	needs := api.ScopesOf(method)
	if len(needs) == 0 && strings.HasPrefix(method, "/weft.") {
		return fault.New(codes.Unimplemented, fault.Unimplemented, "this server has no method %s", method) // or none that says what it needs
	}
	if len(needs) > 0 && !slices.ContainsFunc(needs, p.May) {
		return fault.New(codes.PermissionDenied, fault.ScopeMissing,
			"this call needs the scope %s, and your credential doesn't have it", needs[0]).With("scope", string(needs[0]))
	}
	return nil
}

// pace takes one call from what a tenant may call now.
func (c *callers) pace(tenant string) error {
	if c.limits.Rate == 0 {
		return nil
	}
	c.mu.Lock()
	bucket := c.buckets[tenant]
	if bucket == nil {
		bucket = rate.NewLimiter(rate.Limit(c.limits.Rate), c.limits.Burst)
		c.buckets[tenant] = bucket
	}
	c.mu.Unlock()
	now := c.now()
	call := bucket.ReserveN(now, 1)
	wait := call.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	call.CancelAt(now)
	return fault.New(codes.ResourceExhausted, fault.RateExceeded,
		"too many calls: your tenant is limited to %d a second (limits.rate), with bursts of %d (limits.burst); wait and try again", c.limits.Rate, c.limits.Burst).
		After(wait)
}

// tell counts and logs a call that was refused.
func (c *callers) tell(ctx context.Context, p auth.Principal, err error) {
	reason := "unknown"
	if f, ok := errors.AsType[*fault.Error](err); ok {
		reason = string(f.Reason)
	}
	c.refused.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", reason)))
	c.log.WarnContext(ctx, "API calls are being refused", "cause", telemetry.SameCause(reason),
		"reason", reason, "why", err.Error(), "tenant", p.Tenant, "user", p.User, "key", p.KeyID)
}

// scopeOf is whose notes a call is about. Calls of this process's own commands have
// no principal: they are the configured user's.
func (m *mesh) scopeOf(ctx context.Context) store.Scope {
	if p, ok := auth.From(ctx); ok {
		return store.Scope{Tenant: p.Tenant, User: p.User}
	}
	return m.scope()
}

// checkOpen refuses to let strangers in without having been told twice. apart says that
// agents listen, too.
func checkOpen(c *config.Config, roles []string, apart, insecure bool) error {
	if !c.API.AllowAnonymous || insecure {
		return nil
	}
	for _, p := range open(c, roles, apart) {
		if host, _, err := net.SplitHostPort(p.addr); p.addr == "" || err == nil && config.Loopback(host) {
			continue
		}
		return fault.New(codes.FailedPrecondition, fault.CredentialMissing,
			"other machines can reach %s (%s), and api.allow_anonymous lets anyone in. Remove api.allow_anonymous, so that callers need the token, an API key (auth.keys_file) or a JWT (auth.jwt); or listen on 127.0.0.1; or start with --insecure if your network keeps strangers out",
			p.setting, p.addr)
	}
	return nil
}

// A port is an address that a process listens on.
type port struct{ setting, addr string }

// open returns the ports that api.allow_anonymous opens to whoever reaches them, and
// those that are open in any case: who closes nothing should know of both.
func open(c *config.Config, roles []string, apart bool) []port {
	all := []port{{"health.listen", c.Health.Listen}, {"metrics.listen", c.Metrics.Listen}}
	if slices.Contains(roles, Orchestrator) {
		all = append(all, port{"api.listen", c.API.Listen}, port{"http.listen", c.HTTP.Listen})
	}
	if c.TLS.Cert != "" { // agents and the bus ask for certificates
		return all
	}
	if c.NATS.URL == "" && needsNotes(roles) {
		all = append(all, port{"nats.listen", c.NATS.Listen})
	}
	for _, agent := range roles {
		if role, ok := c.Roles.Of(agent); ok && apart {
			all = append(all, port{"roles." + agent + ".listen", role.Listen})
		}
	}
	return all
}
