package identity_test

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crypto/x509"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/rpc"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

const domain = "weft.test"

// develop makes certificates for the roles of these tests.
func develop(t *testing.T, now time.Time) string {
	t.Helper()
	dir := t.TempDir()
	if err := identity.Develop(dir, domain, []string{"orchestrator", "router", "planner"}, nil, now); err != nil {
		t.Fatal(err)
	}
	return dir
}

func files(dir, role string) identity.Files {
	return identity.Files{
		CA:   filepath.Join(dir, identity.AuthorityFile),
		Cert: filepath.Join(dir, role+".crt"), Key: filepath.Join(dir, role+".key"),
	}
}

func load(t *testing.T, f identity.Files) *identity.Certificates {
	t.Helper()
	c, err := identity.Load(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// serve starts a router that the orchestrator may call, and returns where it is.
func serve(t *testing.T, certs *identity.Certificates) string {
	t.Helper()
	srv, err := rpc.NewServer(rpc.Options{
		TLS: certs.ServeRoles(),
		Authenticate: identity.Allow(domain, func(role string) []string {
			if role == "orchestrator" {
				return []string{routerv1.RouterService_Route_FullMethodName}
			}
			return nil
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	routerv1.RegisterRouterServiceServer(srv, routerv1.UnimplementedRouterServiceServer{})
	plannerv1.RegisterPlannerServiceServer(srv, plannerv1.UnimplementedPlannerServiceServer{})
	lis, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(lis) }()
	t.Cleanup(func() { srv.Stop(); <-ended })
	return lis.Addr().String()
}

// route calls a router with a request that it refuses, if it reads it at all.
func route(t *testing.T, address string, config *tls.Config) error {
	t.Helper()
	conn, err := rpc.Dial(address, rpc.Options{TLS: config})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err = routerv1.NewRouterServiceClient(conn).Route(ctx, &routerv1.RouteRequest{})
	if !errors.Is(err, fault.FieldInvalid) {
		return err
	}
	_, err = plannerv1.NewPlannerServiceClient(conn).Plan(ctx, &plannerv1.PlanRequest{})
	if !errors.Is(err, fault.NotAllowed) {
		t.Errorf("a method that nobody may call: %v", err)
	}
	return nil
}

func TestARoleIsCalledByThoseThatMayCallItAndNobodyElse(t *testing.T) {
	t.Parallel()
	ours, theirs := develop(t, time.Now()), develop(t, time.Now())
	old := develop(t, time.Now().Add(-2*365*24*time.Hour))
	mixed := files(ours, "router")
	address := serve(t, load(t, mixed))

	for name, c := range map[string]struct {
		certs identity.Files
		want  error
		code  codes.Code
	}{
		"the orchestrator":                         {files(ours, "orchestrator"), nil, codes.OK},
		"an agent":                                 {files(ours, "planner"), fault.NotAllowed, codes.PermissionDenied},
		"an orchestrator of another authority":     {identity.Files{CA: mixed.CA, Cert: files(theirs, "orchestrator").Cert, Key: files(theirs, "orchestrator").Key}, nil, codes.Unavailable},
		"an orchestrator that trusts another":      {identity.Files{CA: files(theirs, "orchestrator").CA, Cert: files(ours, "orchestrator").Cert, Key: files(ours, "orchestrator").Key}, nil, codes.Unavailable},
		"who shows nothing":                        {identity.Files{CA: mixed.CA}, nil, codes.Unavailable},
		"an orchestrator whose certificate is old": {identity.Files{CA: mixed.CA, Cert: files(old, "orchestrator").Cert, Key: files(old, "orchestrator").Key}, nil, codes.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := route(t, address, load(t, c.certs).CallRole(domain, "router"))
			if status.Code(fromFault(err)) != c.code {
				t.Errorf("%v, want %s", err, c.code)
			}
			if c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	t.Run("without encryption", func(t *testing.T) {
		t.Parallel()
		if err := route(t, address, nil); !errors.Is(err, fault.AgentUnavailable) {
			t.Error(err)
		}
	})
}

// fromFault gives a fault its gRPC code.
func fromFault(err error) error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f.GRPCStatus().Err()
	}
	return err
}

func TestAServerThatIsAnotherRoleIsNotCalled(t *testing.T) {
	t.Parallel()
	dir := develop(t, time.Now())
	address := serve(t, load(t, files(dir, "planner")))
	err := route(t, address, load(t, files(dir, "orchestrator")).CallRole(domain, "router"))
	if !errors.Is(err, fault.AgentUnavailable) || !strings.Contains(err.Error(), "spiffe://weft.test/role/router") {
		t.Errorf("%v", err)
	}
}

func TestARenewedCertificateIsShownWithoutARestart(t *testing.T) {
	t.Parallel()
	dir := develop(t, time.Now())
	f := files(dir, "router")
	certs := load(t, f)
	shown := func() string {
		c, err := certs.Own()
		if err != nil {
			t.Fatal(err)
		}
		return c.Leaf.SerialNumber.String()
	}
	before := shown()
	if err := os.WriteFile(f.Key, []byte("half"), 0o600); err != nil { // as one may find it between two writes
		t.Fatal(err)
	}
	certs.LookAgain()
	if shown() != before {
		t.Error("a key that does not fit is used")
	}
	if err := identity.Develop(dir, domain, []string{"router"}, nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	certs.LookAgain()
	if shown() == before {
		t.Error("the certificate from before is shown")
	}
	if err := route(t, serve(t, certs), load(t, files(dir, "orchestrator")).CallRole(domain, "router")); err != nil {
		t.Error(err)
	}
}

func TestACertificateIsForOneRoleOfItsDomain(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"spiffe://weft.test/role/planner":            "planner",
		"spiffe://other.test/role/planner":           "",
		"https://weft.test/role/planner":             "",
		"spiffe://weft.test/role/":                   "",
		"spiffe://weft.test/role/a/b":                "",
		"spiffe://weft.test/workload/planner":        "",
		"spiffe://weft.test:1/role/planner":          "",
		"spiffe://me@weft.test/role/planner":         "",
		"spiffe://weft.test/role/planner?x=1":        "",
		"spiffe://weft.test/role/planner#x":          "",
		"spiffe://weft.test/role/%70lanner":          "",
		"spiffe://weft.test/role/planner/../../role": "",
	} {
		u, err := url.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		role, ok := identity.Role(&x509.Certificate{URIs: []*url.URL{u}}, domain)
		if role != want || ok != (want != "") {
			t.Errorf("%s is for %q", id, role)
		}
	}
	one, two := identity.ID(domain, "planner"), identity.ID(domain, "router")
	for _, ids := range [][]*url.URL{nil, {one, two}} {
		if role, ok := identity.Role(&x509.Certificate{URIs: ids}, domain); ok {
			t.Errorf("%v is for %q", ids, role)
		}
	}
}

func TestFilesThatAreNoCertificatesAreRefusedByName(t *testing.T) {
	t.Parallel()
	dir := develop(t, time.Now())
	bad := filepath.Join(dir, "bad.pem")
	if err := os.WriteFile(bad, []byte("sesame"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := files(dir, "router")
	for name, f := range map[string]identity.Files{
		"an authority that is none":      {CA: bad, Cert: good.Cert, Key: good.Key},
		"a certificate that is none":     {CA: good.CA, Cert: bad, Key: good.Key},
		"a key that is none":             {CA: good.CA, Cert: good.Cert, Key: bad},
		"the key of another":             {CA: good.CA, Cert: good.Cert, Key: files(dir, "planner").Key},
		"an authority that is not there": {CA: bad + "x", Cert: good.Cert, Key: good.Key},
		"a certificate that is a folder": {CA: good.CA, Cert: dir, Key: good.Key},
	} {
		_, err := identity.Load(f, nil)
		if !errors.Is(err, fault.CertificateInvalid) || strings.Contains(err.Error(), "sesame") || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestKeysAreForTheirUserOnly(t *testing.T) {
	t.Parallel()
	dir := develop(t, time.Now())
	for _, name := range []string{"ca.key", "router.key"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestAnAuthorityWithoutItsCertificateIsNotReplaced(t *testing.T) {
	t.Parallel()
	dir := develop(t, time.Now())
	if err := os.Remove(filepath.Join(dir, identity.AuthorityFile)); err != nil {
		t.Fatal(err)
	}
	if err := identity.Develop(dir, domain, []string{"router"}, nil, time.Now()); err == nil || !strings.Contains(err.Error(), "ca.key") {
		t.Errorf("%v", err)
	}
}
