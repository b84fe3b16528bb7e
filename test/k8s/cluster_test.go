package k8s

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/weft-mesh/weft/kit/roles"
)

// toolsFolder returns where the programs of a control plane are. `make k8s-test`
// builds them.
func toolsFolder(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("WEFT_K8S_TOOLS")
	if dir == "" {
		t.Skip("WEFT_K8S_TOOLS is not set: make k8s-test builds a real API server and runs this")
	}
	for _, program := range []string{"etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kwok", "stages.yaml"} {
		if _, err := os.Stat(filepath.Join(dir, program)); err != nil {
			t.Fatalf("%v: make k8s-test builds it", err)
		}
	}
	return dir
}

// built returns the objects of a kustomization in YAML, the namespace first.
func built(t *testing.T, dir string) []string {
	t.Helper()
	all, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range all.Resources() {
		text, err := r.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		if r.GetKind() == "Namespace" {
			out = slices.Insert(out, 0, string(text))
		} else {
			out = append(out, string(text))
		}
	}
	return out
}

type deployments struct {
	Items []struct {
		Metadata struct{ Name string }
		Spec     struct{ Replicas int }
		Status   struct{ Replicas, ReadyReplicas int }
	}
}

type pods struct {
	Items []struct {
		Metadata struct{ Name string }
		Status   struct{ Phase string }
	}
}

func TestARealAPIServerTakesAndRunsTheManifests(t *testing.T) {
	for _, overlay := range []string{"dev", "prod"} {
		t.Run(overlay, func(t *testing.T) {
			c := startCluster(t, toolsFolder(t))
			c.volumes(t)
			var percent atomic.Int64
			percent.Store(70)
			c.metrics(t, &percent)
			objects := built(t, folder+"overlays/"+overlay)
			c.apply(t, objects[0])
			for _, o := range objects {
				if err := c.put(o, "&dryRun=All"); err != nil {
					t.Error(err)
				}
			}
			for range 2 { // applied again nothing is in conflict
				for _, o := range objects {
					c.apply(t, o)
				}
			}
			c.eventually(t, "every workload is ready", func() error { return c.ready(overlay) })
			c.scales(t, &percent)
			if overlay == "prod" {
				for _, o := range built(t, layOut(t, withComponents(overlay, "inflight", "publictools", "backup", "jaeger", "ollama"))) {
					if err := c.put(o, "&dryRun=All"); err != nil {
						t.Error(err)
					}
				}
				c.keepsTheLast(t)
			}
		})
	}
}

// volumes makes what the claims of the manifests are bound to.
func (c *cluster) volumes(t *testing.T) {
	t.Helper()
	for i, mode := range []string{"ReadWriteMany", "ReadWriteOnce", "ReadWriteOnce", "ReadWriteOnce"} {
		c.apply(t, fmt.Sprintf(`{apiVersion: v1, kind: PersistentVolume, metadata: {name: v%d},
spec: {accessModes: [%s], capacity: {storage: 100Gi}, hostPath: {path: /v}}}`, i, mode))
	}
}

// ready returns nil when every workload has all its pods and they are ready.
func (c *cluster) ready(overlay string) error {
	want := len(roles.All()) // a Deployment for each
	if overlay == "dev" {
		want++ // Jaeger's
	}
	var d, s deployments
	if err := errors.Join(c.call(http.MethodGet, "/apis/apps/v1/namespaces/weft/deployments", nil, &d),
		c.call(http.MethodGet, "/apis/apps/v1/namespaces/weft/statefulsets", nil, &s)); err != nil {
		return err
	}
	if len(d.Items) != want || len(s.Items) != 1 {
		return fmt.Errorf("%d deployments and %d stateful sets", len(d.Items), len(s.Items))
	}
	for _, x := range append(d.Items, s.Items...) {
		if x.Status.ReadyReplicas == 0 || x.Status.ReadyReplicas != x.Spec.Replicas {
			return fmt.Errorf("%s has %d of %d pods ready", x.Metadata.Name, x.Status.ReadyReplicas, x.Spec.Replicas)
		}
	}
	return nil
}

// replicas returns how many pods an agent is to have.
func (c *cluster) replicas() (int, error) {
	var d struct{ Spec struct{ Replicas int } }
	err := c.call(http.MethodGet, "/apis/apps/v1/namespaces/weft/deployments/weft-planner", nil, &d)
	return d.Spec.Replicas, err
}

// scales has an agent be scaled up while it is short of processors, and down again.
func (c *cluster) scales(t *testing.T, percent *atomic.Int64) {
	t.Helper()
	const path = "/apis/autoscaling/v2/namespaces/weft/horizontalpodautoscalers/weft-planner"
	soon := []byte(`{"spec":{"behavior":{"scaleDown":{"stabilizationWindowSeconds":0}}}}`) // and not after five minutes
	if err := c.send(http.MethodPatch, path, "application/merge-patch+json", soon, nil); err != nil {
		t.Fatal(err)
	}
	before, err := c.replicas()
	if err != nil {
		t.Fatal(err)
	}
	percent.Store(200)
	c.eventually(t, "the planner is scaled up", func() error {
		n, err := c.replicas()
		if err == nil && n < 2*before {
			err = fmt.Errorf("it has %d pods", n)
		}
		return err
	})
	percent.Store(5)
	c.eventually(t, "the planner is scaled down", func() error {
		n, err := c.replicas()
		if err == nil && n != before {
			err = fmt.Errorf("it has %d pods", n)
		}
		return err
	})
}

// keepsTheLast evicts the pods of an agent where no new ones can start: the last stays.
func (c *cluster) keepsTheLast(t *testing.T) {
	t.Helper()
	for _, node := range []string{"one", "two"} {
		if err := c.send(http.MethodPatch, "/api/v1/nodes/"+node, "application/merge-patch+json", []byte(`{"spec":{"unschedulable":true}}`), nil); err != nil {
			t.Fatal(err)
		}
	}
	var list pods
	c.eventually(t, "the planner has two pods", func() error {
		list = pods{}
		query := url.Values{"labelSelector": {"app.kubernetes.io/component=planner"}, "fieldSelector": {"status.phase=Running"}}
		err := c.call(http.MethodGet, "/api/v1/namespaces/weft/pods?"+query.Encode(), nil, &list)
		if err == nil && len(list.Items) != 2 {
			err = fmt.Errorf("it has %d pods", len(list.Items))
		}
		return err
	})
	evict := func(pod string) error {
		return c.call(http.MethodPost, "/api/v1/namespaces/weft/pods/"+pod+"/eviction", map[string]any{
			"apiVersion": "policy/v1", "kind": "Eviction", "metadata": map[string]any{"name": pod, "namespace": "weft"},
		}, nil)
	}
	c.eventually(t, "one of two pods may be evicted", func() error { return evict(list.Items[0].Metadata.Name) })
	for range 3 {
		err := evict(list.Items[1].Metadata.Name)
		if refused, ok := errors.AsType[*refusal](err); !ok || refused.code != http.StatusTooManyRequests {
			t.Errorf("the last pod is evicted: %v", err)
		}
	}
}

// metrics has the autoscaler be told that every pod uses some percent of a request of
// 100m processors.
func (c *cluster) metrics(t *testing.T, percent *atomic.Int64) {
	t.Helper()
	const group = "/apis/metrics.k8s.io/v1beta1"
	answer := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v)
	}
	srv := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == group {
			answer(w, map[string]any{"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "metrics.k8s.io/v1beta1", "resources": []any{
				map[string]any{"name": "pods", "namespaced": true, "kind": "PodMetrics", "verbs": []string{"get", "list"}},
			}})
			return
		}
		namespace, ok := strings.CutPrefix(r.URL.Path, group+"/namespaces/")
		namespace, pod := strings.CutSuffix(namespace, "/pods")
		var list pods
		if !ok || !pod || c.call(http.MethodGet, "/api/v1/namespaces/"+namespace+"/pods?"+r.URL.RawQuery, nil, &list) != nil {
			http.NotFound(w, r)
			return
		}
		items := []any{}
		for _, p := range list.Items {
			items = append(items, map[string]any{
				"metadata": map[string]any{"name": p.Metadata.Name, "namespace": namespace}, "timestamp": time.Now().UTC().Format(time.RFC3339), "window": "10s",
				"containers": []any{map[string]any{"name": "weft", "usage": map[string]any{"cpu": fmt.Sprintf("%dm", percent.Load()), "memory": "50Mi"}}},
			})
		}
		answer(w, map[string]any{"kind": "PodMetricsList", "apiVersion": "metrics.k8s.io/v1beta1", "metadata": map[string]any{}, "items": items})
	}))
	t.Cleanup(srv.Close)
	_, port, _ := strings.Cut(srv.Listener.Addr().String(), ":")
	c.apply(t, fmt.Sprintf(`{apiVersion: v1, kind: Service, metadata: {name: metrics, namespace: kube-system},
spec: {type: ExternalName, externalName: localhost, ports: [{port: %s, protocol: TCP}]}}`, port))
	c.apply(t, fmt.Sprintf(`{apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: v1beta1.metrics.k8s.io},
spec: {group: metrics.k8s.io, version: v1beta1, groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true,
service: {name: metrics, namespace: kube-system, port: %s}}}`, port))
}
