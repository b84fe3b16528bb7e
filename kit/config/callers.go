package config

import (
	"net/netip"
	"net/url"
)

// callers checks what callers may show.
func (k *checker) callers() {
	c := k.config
	j := c.Auth.JWT
	if c.API.AllowAnonymous && (c.Auth.KeysFile != "" || j.Issuer != "") {
		k.problem("api.allow_anonymous", "lets everyone in, so the settings under auth have no effect; remove one or the other")
	}
	if j.Issuer == "" {
		if j.Audience != "" || j.JWKSURL != "" || j.JWKSFile != "" {
			k.problem("auth.jwt.issuer", "is empty, so no JWT is accepted; set it to your tokens' issuer")
		}
		return
	}
	if j.Audience == "" {
		k.problem("auth.jwt.audience", "is empty, so tokens made for other services would be accepted here; set it to your tokens' audience")
	}
	if j.JWKSURL != "" && j.JWKSFile != "" {
		k.problem("auth.jwt.jwks_file", "is set along with auth.jwt.jwks_url; keep one of them")
	}
	if j.JWKSURL != "" {
		k.trusted("auth.jwt.jwks_url", j.JWKSURL)
	} else if j.JWKSFile == "" {
		k.trusted("auth.jwt.issuer", j.Issuer)
	}
	for path, claim := range map[string]string{"tenant": j.TenantClaim, "user": j.UserClaim, "scopes": j.ScopesClaim} {
		if claim == "" {
			k.problem("auth.jwt."+path+"_claim", "is empty; set the name of the claim")
		}
	}
}

// trusted refuses a URL whose answer anybody on the way could change.
func (k *checker) trusted(path, text string) {
	u, err := url.Parse(text)
	if err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && Loopback(u.Hostname())) {
		return
	}
	k.problem(path, "%q is not a URL such as https://id.example.org; plain http works for this machine only", text)
}

// Loopback reports whether a host is this machine and nobody else can reach it.
func Loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
