package k8s

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/weft-mesh/weft/kit/porttest"
)

// A cluster is a real control plane, with nodes and pods that are played.
type cluster struct {
	tools, dir string
	url        string
	http       *http.Client
}

// adminToken opens the API server, which listens on this machine only and lives as
// long as its test.
const adminToken = "admin"

// startCluster starts etcd, the API server, controllers, the scheduler and the player
// of nodes from the folder with their programs.
func startCluster(t *testing.T, tools string) *cluster {
	t.Helper()
	c := &cluster{tools: tools, dir: t.TempDir(), http: &http.Client{
		Timeout:   time.Minute,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}, //nolint:gosec // it was started here
	}}
	etcd, peers, api := "http://"+porttest.FreeAddress(t), "http://"+porttest.FreeAddress(t), porttest.FreeAddress(t)
	_, port, err := net.SplitHostPort(api)
	if err != nil {
		t.Fatal(err)
	}
	c.url = "https://" + api
	c.writeKey(t)
	c.write(t, "tokens.csv", adminToken+`,admin,1,"system:masters"`)
	c.write(t, "kubeconfig", fmt.Sprintf(`{apiVersion: v1, kind: Config, current-context: x,
clusters: [{name: c, cluster: {server: "%s", insecure-skip-tls-verify: true}}],
users: [{name: u, user: {token: %s}}], contexts: [{name: x, context: {cluster: c, user: u}}]}`, c.url, adminToken))
	c.write(t, "scheduler.yaml", fmt.Sprintf(`apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: %s}
leaderElection: {leaderElect: false}
`, c.file("kubeconfig")))

	c.run(t, "etcd", "--data-dir", c.file("etcd"), "--listen-client-urls", etcd, "--advertise-client-urls", etcd,
		"--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers, "--initial-cluster", "default="+peers,
		"--unsafe-no-fsync", "--log-level", "error")
	c.run(t, "kube-apiserver", "--etcd-servers="+etcd, "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", "--secure-port="+port,
		"--cert-dir="+c.file("certs"), "--service-cluster-ip-range=10.0.0.0/24", "--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file="+c.file("accounts.key"), "--service-account-signing-key-file="+c.file("accounts.key"),
		"--token-auth-file="+c.file("tokens.csv"), "--authorization-mode=RBAC", "--endpoint-reconciler-type=none",
		"--disable-admission-plugins=ServiceAccount")
	c.eventually(t, "the API server is ready", func() error { return c.call(http.MethodGet, "/readyz", nil, nil) })
	c.run(t, "kube-controller-manager", "--kubeconfig="+c.file("kubeconfig"), "--service-account-private-key-file="+c.file("accounts.key"),
		"--leader-elect=false", "--bind-address=127.0.0.1", "--secure-port=0", "--cert-dir="+c.file("controller-certs"),
		"--horizontal-pod-autoscaler-sync-period=1s", "--horizontal-pod-autoscaler-initial-readiness-delay=0s",
		"--horizontal-pod-autoscaler-cpu-initialization-period=0s")
	c.run(t, "kube-scheduler", "--config="+c.file("scheduler.yaml"), "--bind-address=127.0.0.1", "--secure-port=0", "--cert-dir="+c.file("scheduler-certs"))
	c.run(t, "kwok", "--config="+filepath.Join(tools, "stages.yaml"), "--kubeconfig="+c.file("kubeconfig"), "--manage-all-nodes=true",
		"--node-ip=10.1.0.1", "--cidr=10.2.0.0/16", "--server-address="+porttest.FreeAddress(t))
	for _, node := range []string{"one", "two"} {
		c.apply(t, fmt.Sprintf(`{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {kubernetes.io/hostname: %[1]s},
annotations: {kwok.x-k8s.io/node: fake}}}`, node))
		capacity := map[string]any{"cpu": "16", "memory": "64Gi", "pods": "110"}
		status, err := json.Marshal(map[string]any{"status": map[string]any{"capacity": capacity, "allocatable": capacity}})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.send(http.MethodPatch, "/api/v1/nodes/"+node+"/status", "application/merge-patch+json", status, nil); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func (c *cluster) file(name string) string { return filepath.Join(c.dir, name) }

func (c *cluster) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(c.file(name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeKey makes the key that service accounts' tokens are signed with.
func (c *cluster) writeKey(t *testing.T) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	c.write(t, "accounts.key", string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})))
}

// run starts a program until the test ends. What it said is shown if the test fails.
func (c *cluster) run(t *testing.T, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(c.tools, program), args...)
	log, err := os.Create(c.file(program + ".log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", program, err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = log.Close()
		if text, err := os.ReadFile(log.Name()); err == nil && t.Failed() {
			t.Logf("%s:\n%s", program, text[max(0, len(text)-2000):])
		}
	})
}

// eventually waits until something holds.
func (c *cluster) eventually(t *testing.T, what string, holds func() error) {
	t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	err := holds()
	for err != nil && time.Now().Before(deadline) {
		time.Sleep(200 * time.Millisecond) // another process is asked
		err = holds()
	}
	if err != nil {
		t.Fatalf("that %s was waited for: %v", what, err)
	}
}

// call sends JSON, or nothing, and reads the answer into out unless that is nil.
func (c *cluster) call(method, path string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	return c.send(method, path, "application/json", body, out)
}

// A refusal is an answer of the API server that is no success.
type refusal struct {
	code int
	text string
}

func (r *refusal) Error() string { return fmt.Sprintf("%d: %s", r.code, r.text) }

func (c *cluster) send(method, path, contentType string, body []byte, out any) error {
	req, err := http.NewRequest(method, c.url+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+adminToken)
	req.Header.Set("Content-Type", contentType)
	res, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return err
	case res.StatusCode >= 300:
		return &refusal{res.StatusCode, string(text)}
	case res.Header.Get("Warning") != "":
		return fmt.Errorf("the API server warns: %s", res.Header.Get("Warning"))
	case out != nil:
		return json.Unmarshal(text, out)
	}
	return nil
}

// apply makes an object, given in YAML, as `kubectl apply --server-side` does.
func (c *cluster) apply(t *testing.T, text string) {
	t.Helper()
	if err := c.put(text, ""); err != nil {
		t.Fatal(err)
	}
}

// put applies an object strictly: an unknown field is refused.
func (c *cluster) put(text, query string) error {
	path, err := pathOf(text)
	if err != nil {
		return err
	}
	if err := c.send(http.MethodPatch, path+"?fieldManager=test&force=true&fieldValidation=Strict"+query, "application/apply-patch+yaml", []byte(text), nil); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// clusterWide are the kinds that belong to no namespace.
var clusterWide = map[string]bool{"Namespace": true, "Node": true, "PersistentVolume": true, "APIService": true}

// pathOf returns where the API server keeps an object.
func pathOf(text string) (string, error) {
	var o struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct{ Name, Namespace string }
	}
	if err := yaml.Unmarshal([]byte(text), &o); err != nil {
		return "", err
	}
	if o.Metadata.Name == "" || !clusterWide[o.Kind] && o.Metadata.Namespace == "" {
		return "", errors.New("an object without a name or a namespace: " + text)
	}
	path := "/apis/" + o.APIVersion
	if !strings.Contains(o.APIVersion, "/") {
		path = "/api/" + o.APIVersion
	}
	if !clusterWide[o.Kind] {
		path += "/namespaces/" + o.Metadata.Namespace
	}
	plural := strings.ToLower(o.Kind) + "s"
	if strings.HasSuffix(o.Kind, "y") {
		plural = strings.TrimSuffix(strings.ToLower(o.Kind), "y") + "ies"
	}
	return path + "/" + plural + "/" + o.Metadata.Name, nil
}
