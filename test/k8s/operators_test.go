package k8s

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	certmanagerv1 "github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1"
	"github.com/nats-io/nats.go"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
	corev1 "k8s.io/api/core/v1"

	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/roles"
)

// Every Secret with a certificate that a pod waits for is made by one of the component.
func TestACertificateIsIssuedForEveryPodThatMountsOne(t *testing.T) {
	t.Parallel()
	o := with(t, "prod", "certificates", "backup")
	issued := map[string]bool{}
	for _, c := range o.certificates {
		issued[c.Spec.SecretName] = true
	}
	mounted := map[string]bool{}
	for name, pod := range o.pods() {
		for _, v := range pod.Spec.Volumes {
			if v.Name != "tls" {
				continue
			}
			mounted[v.Secret.SecretName] = true
			if !issued[v.Secret.SecretName] {
				t.Errorf("%s waits for %s, which nobody makes", name, v.Secret.SecretName)
			}
		}
	}
	if len(issued) != len(o.certificates) || len(mounted) != len(issued) {
		t.Errorf("%d pods have certificates, %d are issued, into %d Secrets", len(mounted), len(o.certificates), len(issued))
	}
}

// What an authority issues from the objects is what the roles and NATS know each other by.
func TestWhatIsIssuedLetsRolesKnowEachOther(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := newAuthority(t, dir)
	for name, c := range with(t, "prod", "certificates").certificates {
		a.issue(t, dir, name[len("weft-"):], c)
	}
	url := serve(t, dir) // NATS with the shipped configuration and users
	for _, role := range roles.Names(roles.All()) {
		own, err := identity.Load(identity.Files{
			CA: filepath.Join(dir, identity.AuthorityFile), Cert: filepath.Join(dir, role+".crt"), Key: filepath.Join(dir, role+".key"),
		}, nil)
		if err != nil {
			t.Errorf("%s: %v", role, err)
			continue
		}
		nc, err := nats.Connect("tls://nats:4222", nats.SetCustomDialer(toward(strings.TrimPrefix(url, "tls://"))),
			nats.ClientTLSConfig(own.Own, own.Roots), nats.CustomInboxPrefix(roles.Inbox(role)))
		if err == nil {
			nc.Close()
		}
		if _, onBus := roles.OnBus(role); (err == nil) != onBus {
			t.Errorf("NATS lets %s in: %v", role, err)
		}
	}
}

// toward dials one address, whatever name is asked for.
type toward string

func (address toward) Dial(network, _ string) (net.Conn, error) {
	return net.DialTimeout(network, string(address), 10*time.Second)
}

// An authority issues what Certificates ask for, as cert-manager does.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, dir string) authority {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	key, der := signCertificate(t, template, nil)
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	writePEM(t, filepath.Join(dir, identity.AuthorityFile), "CERTIFICATE", der)
	return authority{cert, key}
}

// issue writes NAME.crt and NAME.key.
func (a authority) issue(t *testing.T, dir, name string, c *certmanagerv1.Certificate) {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(c.Spec.Duration.Duration), DNSNames: c.Spec.DNSNames,
	}
	for _, text := range c.Spec.URIs {
		uri, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		template.URIs = append(template.URIs, uri)
	}
	for _, u := range c.Spec.Usages {
		switch u {
		case certmanagerv1.UsageDigitalSignature:
			template.KeyUsage |= x509.KeyUsageDigitalSignature
		case certmanagerv1.UsageServerAuth:
			template.ExtKeyUsage = append(template.ExtKeyUsage, x509.ExtKeyUsageServerAuth)
		case certmanagerv1.UsageClientAuth:
			template.ExtKeyUsage = append(template.ExtKeyUsage, x509.ExtKeyUsageClientAuth)
		default:
			t.Errorf("%s asks for %q", name, u)
		}
	}
	key, der := signCertificate(t, template, &a)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	writePEM(t, filepath.Join(dir, name+".crt"), "CERTIFICATE", der)
	writePEM(t, filepath.Join(dir, name+".key"), "PRIVATE KEY", private)
}

// signCertificate returns a new key and its certificate, signed by an authority, or by itself.
func signCertificate(t *testing.T, template *x509.Certificate, by *authority) (*ecdsa.PrivateKey, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if by == nil {
		by = &authority{template, key}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, by.cert, &key.PublicKey, by.key)
	if err != nil {
		t.Fatal(err)
	}
	return key, der
}

func writePEM(t *testing.T, path, kind string, der []byte) {
	t.Helper()
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The alerts are read by Prometheus itself, and the object has the same.
func TestTheRulesAreTheAlertsOfTheFile(t *testing.T) {
	t.Parallel()
	o := with(t, "prod", "prometheus")
	file, problems := rulefmt.ParseFile(folder+"../prometheus/alerts.yaml", false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var want, got [][]any
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			want = append(want, []any{g.Name, r.Alert, r.Expr, r.For.String(), r.Labels, r.Annotations})
		}
	}
	for _, g := range o.rules["weft"].Spec.Groups {
		for _, r := range g.Rules {
			wait := "0s"
			if r.For != nil {
				wait = string(*r.For)
			}
			got = append(got, []any{g.Name, r.Alert, r.Expr.String(), wait, r.Labels, r.Annotations})
		}
	}
	if !reflect.DeepEqual(got, want) || len(want) == 0 {
		t.Errorf("%v, want %v", got, want)
	}
}

// Every pod of a role is read, at the port where it shows its metrics.
func TestPrometheusReadsEveryPod(t *testing.T) {
	t.Parallel()
	o := with(t, "prod", "prometheus")
	prometheus := corev1.PodTemplateSpec{}
	prometheus.Labels = map[string]string{"app.kubernetes.io/name": "prometheus"}
	for name, pod := range o.pods() { // of components that stay
		read := false
		for _, m := range o.monitors {
			if !selects(t, &m.Spec.Selector, pod) {
				continue
			}
			for _, e := range m.Spec.PodMetricsEndpoints {
				port, found := portOf(pod, e)
				read = read || found && receives(t, o, prometheus, pod, port)
			}
		}
		if !read {
			t.Errorf("nobody reads the metrics of %s", name)
		}
	}
}

func portOf(pod corev1.PodTemplateSpec, e monitoringv1.PodMetricsEndpoint) (int32, bool) {
	for _, c := range pod.Spec.Containers {
		for _, p := range c.Ports {
			if e.Port != nil && p.Name == *e.Port {
				return p.ContainerPort, true
			}
		}
	}
	return 0, false
}
