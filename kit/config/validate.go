package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Validate returns an *InvalidError with everything that is wrong, or nil.
func (c *Config) Validate() error { return invalid(c.check()) }

func (c *Config) check() []Problem {
	k := &checker{config: c}
	for _, s := range settings(c) {
		if c.has(s) {
			k.single(s)
		}
	}
	k.identity()
	k.database()
	k.certificates()
	k.addresses()
	k.callers()
	k.bus()
	k.webhooks()
	k.models()
	k.budgets()
	k.tools()
	k.plans()
	k.planning()
	return k.problems
}

type checker struct {
	config   *Config
	problems []Problem
}

func (k *checker) problem(path, format string, args ...any) {
	k.problems = append(k.problems, Problem{path, k.config.Origin(path), fmt.Sprintf(format, args...)})
}

// single checks a setting by what its tags say.
func (k *checker) single(s setting) {
	text := ""
	if !s.isList() {
		text = format(s.value)
	}
	if len(s.enum) > 0 && !slices.Contains(s.enum, text) {
		k.problem(s.path, "%q is not one of %s%s", text, s.words(), hint(text, s.enum))
	}
	if least, ok := s.bound(s.min); ok && s.value.Int() < least.Int() {
		k.problem(s.path, "%s is too low; the minimum is %s", text, format(least))
	}
	if most, ok := s.bound(s.max); ok && s.value.Int() > most.Int() {
		k.problem(s.path, "%s is too high; the maximum is %s", text, format(most))
	}
	if s.kind == "addr" && text != "" {
		if err := checkAddr(text); err != nil {
			k.problem(s.path, "%v", err)
		}
	}
}

// bound reads the min or max tag of a setting.
func (s setting) bound(tag string) (reflect.Value, bool) {
	if tag == "" {
		return reflect.Value{}, false
	}
	v := reflect.New(s.value.Type()).Elem()
	if err := parse(v, tag); err != nil {
		panic("config: the bounds of " + s.path + ": " + err.Error())
	}
	return v, true
}

func checkAddr(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("%q is not an address such as 127.0.0.1:7433", addr)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("%q is not a port; use 0 to 65535", port)
	}
	return nil
}

// tenantName is what a tenant may be called, as in weft.common.v1.CallContext:
// it is one part of a NATS subject.
var tenantName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

func (k *checker) identity() {
	c := k.config
	switch {
	case c.Vault == "":
		k.problem("vault", "is empty; set it to your notes' folder")
	case !filepath.IsAbs(c.Vault):
		k.problem("vault", "%q is not an absolute path; is HOME set?", c.Vault)
	}
	if !tenantName.MatchString(c.Tenant) {
		k.problem("tenant", "%q is not a valid name; use 1 to 64 lower-case letters, digits, - or _", c.Tenant)
	}
	if strings.TrimSpace(c.User) == "" || len(c.User) > 128 {
		k.problem("user", "%q is not a valid name; use 1 to 128 bytes", c.User)
	}
	// Go knows "Local", which means nothing to another machine.
	if _, err := time.LoadLocation(c.TimeZone); err != nil || c.TimeZone == "Local" {
		k.problem("time_zone", "%q is not an IANA time zone such as Europe/Berlin", c.TimeZone)
	}
	if c.API.Listen == "" {
		k.problem("api.listen", "is empty; set it to an address such as 127.0.0.1:7433")
	}
	if c.Domains.Base == "" {
		k.problem("domains.base", "is empty, but every run needs a base domain; set it to general")
	}
}

func (k *checker) database() {
	const path = "postgres.url"
	c := k.config
	setting := c.Postgres.URL
	switch named := strings.HasPrefix(setting, "file:") || fromEnvironment.MatchString(setting); {
	case setting == "" && c.Store == InPostgres:
		k.problem(path, "is empty, but store is postgres; set it to ${NAME}, an environment variable, or file:PATH")
	case setting == "" || named:
	default:
		u, err := url.Parse(setting)
		if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
			k.problem(path, "is not a URL such as postgres://weft@db:5432/weft")
			return
		}
		if _, has := u.User.Password(); (has || u.Query().Has("password")) && c.Origin(path).Kind != FromEnv {
			k.problem(path, "contains the password itself; use ${NAME}, an environment variable that holds the URL, or file:PATH instead")
		}
	}
}

// trustDomain is what SPIFFE takes for the name of a trust domain.
var trustDomain = regexp.MustCompile(`^[a-z0-9._-]{1,255}$`)

func (k *checker) certificates() {
	c := k.config
	if (c.TLS.Cert == "") != (c.TLS.Key == "") {
		k.problem("tls.cert", "a certificate needs its key: set tls.cert and tls.key, or neither")
	}
	if c.TLS.Cert != "" && c.TLS.CA == "" {
		k.problem("tls.ca", "is empty; set it to the certificates of the authorities that your mesh trusts")
	}
	if (c.API.Cert == "") != (c.API.Key == "") {
		k.problem("api.cert", "a certificate needs its key: set api.cert and api.key, or neither")
	}
	if !trustDomain.MatchString(c.TLS.TrustDomain) {
		k.problem("tls.trust_domain", "%q is not a name such as weft.example.org", c.TLS.TrustDomain)
	}
}

// addresses checks that what one process listens at are as many addresses. Those of agents
// are of processes of their own.
func (k *checker) addresses() {
	c := k.config
	before := map[string]string{} // settings, by address
	for _, one := range []struct{ setting, address string }{
		{"api.listen", c.API.Listen}, {"http.listen", c.HTTP.Listen}, {"health.listen", c.Health.Listen},
		{"metrics.listen", c.Metrics.Listen}, {"nats.listen", c.NATS.Listen},
	} {
		host, port, err := net.SplitHostPort(one.address)
		if err != nil || port == "0" {
			continue
		}
		for address, other := range before {
			if otherHost, otherPort, _ := net.SplitHostPort(address); port == otherPort && isSameHost(host, otherHost) {
				k.problem(one.setting, "%s is the address of %s, too; set another port", one.address, other)
			}
		}
		before[one.address] = one.setting
	}
}

// isSameHost reports whether what listens at one of two hosts leaves no room at the other.
func isSameHost(a, b string) bool {
	every := func(host string) bool { return host == "" || host == "0.0.0.0" || host == "::" }
	loopback := func(host string) bool { return host == "localhost" || host == "127.0.0.1" }
	return a == b || every(a) || every(b) || loopback(a) && loopback(b)
}

func (k *checker) bus() {
	c := k.config
	if c.NATS.URL == "" && (c.NATS.Replicas > 1 || c.NATS.Cluster != "" || len(c.NATS.Tags) > 0) {
		k.problem("nats.replicas", "the NATS server inside this process is a single one; set nats.url to a cluster, or remove replicas, cluster and tags")
	}
	if c.NATS.URL == "" {
		if c.NATS.Credentials != "" {
			k.problem("nats.credentials", "are set, but nats.url isn't; set nats.url, or remove the credentials")
		}
		return
	}
	if c.NATS.Listen != "" {
		k.problem("nats.listen", "is set along with nats.url; keep one: listen for the server inside this process, or url for another server")
	}
	for one := range strings.SplitSeq(c.NATS.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			k.problem("nats.url", "%q is not a URL such as nats://nats:4222", one)
		}
	}
}

func (k *checker) webhooks() {
	for _, text := range k.config.Webhooks.Allow {
		if _, err := netip.ParsePrefix(text); err != nil {
			k.problem("webhooks.allow", "%q is not a network such as 10.20.0.0/16", text)
		}
	}
}
