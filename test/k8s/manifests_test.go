package k8s

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/roles"
)

const folder = "../../deploy/k8s/"

// overlays are the ways to deploy, each read once, and one with what can be added to it.
func overlays(t *testing.T) map[string]*objects {
	t.Helper()
	all, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	all = maps.Clone(all)
	all["prod with components"] = with(t, "prod", "certificates", "prometheus", "publictools", "inflight", "backup", "jaeger", "ollama")
	return all
}

var shipped = sync.OnceValues(func() (map[string]*objects, error) {
	dirs, err := os.ReadDir(folder + "overlays")
	if err != nil {
		return nil, err
	}
	all := map[string]*objects{}
	for _, d := range dirs {
		if all[d.Name()], err = read(folder + "overlays/" + d.Name()); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name(), err)
		}
	}
	return all, nil
})

// selects reports whether a selector takes pods.
func selects(t *testing.T, s *metav1.LabelSelector, pod corev1.PodTemplateSpec) bool {
	t.Helper()
	selector, err := metav1.LabelSelectorAsSelector(s)
	if err != nil {
		t.Fatal(err)
	}
	return selector.Matches(labels.Set(pod.Labels))
}

func TestEveryRoleIsDeployedWithAllThatItNeeds(t *testing.T) {
	t.Parallel()
	for overlay, o := range overlays(t) {
		if len(o.otherObjects) > 0 {
			t.Errorf("%s: objects that no test looks at: %v", overlay, o.otherObjects)
		}
		for _, role := range roles.Names(roles.All()) {
			name := "weft-" + role
			d := o.deployments[name]
			if d == nil {
				t.Errorf("%s: no %s", overlay, name)
				continue
			}
			if d.Spec.Replicas != nil {
				t.Errorf("%s: %s sets replicas, which its autoscaler does", overlay, name)
			}
			pod := d.Spec.Template
			if !slices.Contains(pod.Spec.Containers[0].Args, "--roles="+role) {
				t.Errorf("%s: %s runs %v", overlay, name, pod.Spec.Containers[0].Args)
			}
			if o.accounts[name] == nil || pod.Spec.ServiceAccountName != name {
				t.Errorf("%s: %s runs as %s", overlay, name, pod.Spec.ServiceAccountName)
			}
			if h := o.autoscalers[name]; h == nil || h.Spec.ScaleTargetRef.Name != name {
				t.Errorf("%s: nothing scales %s", overlay, name)
			}
			if b := o.disruptions[name]; b == nil || !selects(t, b.Spec.Selector, pod) {
				t.Errorf("%s: nothing keeps a pod of %s", overlay, name)
			}
			s := o.services[name]
			if s == nil || s.Spec.ClusterIP != corev1.ClusterIPNone || !labels.SelectorFromSet(s.Spec.Selector).Matches(labels.Set(pod.Labels)) {
				t.Errorf("%s: %s has no headless service", overlay, name)
			}
			for other, p := range o.pods() {
				if other != name && selects(t, d.Spec.Selector, p) {
					t.Errorf("%s: %s takes pods of %s for its own", overlay, name, other)
				}
			}
			probes(t, overlay+": "+name, pod)
		}
	}
}

// probes checks how Kubernetes asks a role whether it lives and is ready, and how it
// is stopped.
func probes(t *testing.T, name string, pod corev1.PodTemplateSpec) {
	t.Helper()
	c := pod.Spec.Containers[0]
	for what, p := range map[string]*corev1.Probe{"liveness": c.LivenessProbe, "readiness": c.ReadinessProbe} {
		if p == nil || p.GRPC == nil || p.GRPC.Service == nil || *p.GRPC.Service != what {
			t.Errorf("%s: the %s probe is %v", name, what, p)
			continue
		}
		if !slices.ContainsFunc(c.Ports, func(port corev1.ContainerPort) bool { return port.ContainerPort == p.GRPC.Port }) {
			t.Errorf("%s: the %s probe asks port %d, which is none of the container", name, what, p.GRPC.Port)
		}
	}
	const drain = 20 // seconds, in which a process finishes what is in flight
	if c.Lifecycle == nil || c.Lifecycle.PreStop == nil || c.Lifecycle.PreStop.Sleep == nil ||
		*pod.Spec.TerminationGracePeriodSeconds < c.Lifecycle.PreStop.Sleep.Seconds+drain {
		t.Errorf("%s: it is stopped before it can finish", name)
	}
}

func TestPodsHaveTheLeastRightsAndBoundedResources(t *testing.T) {
	t.Parallel()
	for overlay, o := range overlays(t) {
		for name, pod := range o.pods() {
			s := pod.Spec.SecurityContext
			if s == nil || s.RunAsNonRoot == nil || !*s.RunAsNonRoot || s.SeccompProfile == nil || s.SeccompProfile.Type != corev1.SeccompProfileTypeRuntimeDefault {
				t.Errorf("%s: %s may run as root, or makes any system call", overlay, name)
			}
			if pod.Spec.AutomountServiceAccountToken == nil || *pod.Spec.AutomountServiceAccountToken {
				t.Errorf("%s: %s has a token for the cluster, which it does not need", overlay, name)
			}
			for _, c := range pod.Spec.Containers {
				s := c.SecurityContext
				if s == nil || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || s.Capabilities == nil || !slices.Contains(s.Capabilities.Drop, "ALL") {
					t.Errorf("%s: %s has rights that it does not need", overlay, name)
				}
				if strings.HasPrefix(name, "weft-") && (s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem) {
					t.Errorf("%s: %s may write to its image", overlay, name)
				}
				if c.Resources.Requests.Cpu().IsZero() || c.Resources.Requests.Memory().IsZero() || c.Resources.Limits.Memory().IsZero() {
					t.Errorf("%s: %s has no requests, or no limit of memory", overlay, name)
				}
			}
		}
		for name, ns := range o.namespaces {
			if ns.Labels["pod-security.kubernetes.io/enforce"] != "restricted" {
				t.Errorf("%s: namespace %s admits any pod", overlay, name)
			}
		}
	}
}

// configuration returns that of a role, as its process would load it.
func configuration(t *testing.T, o *objects, role string) *config.Config {
	t.Helper()
	pod := o.deployments["weft-"+role].Spec.Template.Spec
	i := slices.IndexFunc(pod.Volumes, func(v corev1.Volume) bool { return v.ConfigMap != nil })
	files := o.configs[pod.Volumes[i].ConfigMap.Name]
	if files == nil {
		t.Fatalf("%s mounts %s, which is not there", role, pod.Volumes[i].ConfigMap.Name)
	}
	file := filepath.Join(t.TempDir(), "weft.yaml")
	if err := os.WriteFile(file, []byte(files.Data["weft.yaml"]), 0o600); err != nil {
		t.Fatal(err)
	}
	var env []string
	for _, e := range pod.Containers[0].Env {
		env = append(env, e.Name+"="+e.Value)
	}
	c, err := config.Load(config.Source{Path: file, Env: env})
	if err != nil {
		t.Fatalf("%s: %v", role, err)
	}
	return c
}

func TestProcessesListenWhereTheirServicesAndPeersLookForThem(t *testing.T) {
	t.Parallel()
	for overlay, o := range overlays(t) {
		for _, role := range roles.Names(roles.All()) {
			c := configuration(t, o, role)
			listen := c.API.Listen
			if role != roles.Orchestrator {
				at, _ := c.Roles.Of(role)
				listen = at.Listen
			}
			container := o.deployments["weft-"+role].Spec.Template.Spec.Containers[0]
			port := strings.TrimPrefix(listen, ":")
			if strconv.Itoa(int(container.Ports[0].ContainerPort)) != port || c.Health.Listen != ":"+strconv.Itoa(int(container.LivenessProbe.GRPC.Port)) {
				t.Errorf("%s: %s listens on %s and %s, and its container has %v", overlay, role, listen, c.Health.Listen, container.Ports)
			}
			if c.TLS.Cert == "" || c.TLS.CA == "" {
				t.Errorf("%s: %s is not encrypted", overlay, role)
			}
		}
		c := configuration(t, o, roles.Orchestrator)
		for _, r := range roles.Agents() {
			if !r.Called() {
				continue
			}
			target, _ := c.Peers.Of(r.Name)
			s := o.services["weft-"+r.Name]
			if want := "dns:///" + s.Name + ":" + strconv.Itoa(int(s.Spec.Ports[0].Port)); target != want {
				t.Errorf("%s: the orchestrator looks for the %s at %s, and it is at %s", overlay, r.Name, target, want)
			}
		}
	}
}

// A cluster's network lets through what the table of roles has, what the pods beside the
// roles are for, and nothing else.
func TestNetworkPoliciesAreTheEdgesOfTheMesh(t *testing.T) {
	t.Parallel()
	open := map[[3]string]bool{{"nats", "nats", "cluster"}: true, {"weft-backup", "nats", "client"}: true} // from, to, port of the container
	for _, r := range roles.All() {
		name := "weft-" + r.Name
		for _, from := range r.Callers {
			open[[3]string{"weft-" + from, name, "grpc"}] = true
		}
		if r.Bus != nil {
			open[[3]string{name, "nats", "client"}] = true
		}
		if r.Thinks() {
			open[[3]string{name, "ollama", "http"}] = true
		}
		open[[3]string{name, "jaeger", "otlp-grpc"}], open[[3]string{name, "jaeger", "otlp-http"}] = true, true
	}
	for overlay, o := range overlays(t) {
		pods := o.pods()
		for _, from := range slices.Sorted(maps.Keys(pods)) {
			for _, to := range slices.Sorted(maps.Keys(pods)) {
				for _, c := range pods[to].Spec.Containers {
					for _, port := range c.Ports {
						// The API is open to callers in and out of the mesh; what keeps roles
						// from it is that none may send there.
						got := sends(t, o, pods[from], pods[to], port.ContainerPort) && receives(t, o, pods[from], pods[to], port.ContainerPort)
						if want := open[[3]string{from, to, port.Name}]; got != want {
							t.Errorf("%s: from %s to %s (%s) the network lets through: %t, want %t", overlay, from, to, port.Name, got, want)
						}
					}
				}
			}
		}
	}
}

// What no policy lets through is refused, also to and from pods that nobody thought of.
func TestANamespaceLetsNothingThroughThatNoPolicyNames(t *testing.T) {
	t.Parallel()
	stranger := corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "stranger"}}}
	for overlay, o := range overlays(t) {
		denied := map[networkingv1.PolicyType]bool{}
		for _, p := range o.policies {
			if !selects(t, &p.Spec.PodSelector, stranger) {
				continue
			}
			for _, way := range p.Spec.PolicyTypes {
				denied[way] = true
			}
			if len(p.Spec.Ingress)+len(p.Spec.Egress) > 0 {
				t.Errorf("%s: %s lets a stranger through", overlay, p.Name)
			}
		}
		if !denied[networkingv1.PolicyTypeIngress] || !denied[networkingv1.PolicyTypeEgress] {
			t.Errorf("%s: a pod that no policy names is refused %v", overlay, denied)
		}
		for name, pod := range o.pods() {
			for _, c := range pod.Spec.Containers {
				for _, port := range c.Ports {
					want := name == "weft-"+roles.Orchestrator && (port.Name == "api" || port.Name == "http")
					if got := receives(t, o, stranger, pod, port.ContainerPort); got != want {
						t.Errorf("%s: anybody reaches %s (%s): %t", overlay, name, port.Name, got)
					}
				}
			}
		}
	}
}

// Go's limit leaves room for what is not Go's, and is near enough that memory is collected
// before the kernel ends the process.
func TestGoKnowsTheLimitOfItsMemory(t *testing.T) {
	t.Parallel()
	for overlay, o := range overlays(t) {
		for name, pod := range o.pods() {
			if name == "ollama" || name == "weft-backup" { // theirs is not Go's memory
				continue
			}
			c := pod.Spec.Containers[0]
			i := slices.IndexFunc(c.Env, func(e corev1.EnvVar) bool { return e.Name == "GOMEMLIMIT" })
			if i < 0 {
				t.Errorf("%s: %s has no GOMEMLIMIT", overlay, name)
				continue
			}
			digits, _ := strings.CutSuffix(expand(pod.Spec, c.Env[i]), "B")
			soft, err := strconv.ParseInt(digits, 10, 64)
			if part := float64(soft) / float64(c.Resources.Limits.Memory().Value()); err != nil || part < 0.9 || part > 0.96 {
				t.Errorf("%s: %s may use %.2f of its memory, %v", overlay, name, part, err)
			}
		}
	}
}

// What the page says is enough to name every image by its digest.
func TestImagesCanBeNamedByTheirDigests(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(folder + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, images, _ := strings.Cut(string(page), "```yaml\n  images:\n")
	images, _, found := strings.Cut(images, "```")
	if !found {
		t.Fatal("the page names no images")
	}
	digest := "sha256:" + strings.Repeat("0a", 32)
	o := extended(t, "resources: [overlays/prod]\ncomponents: [components/prometheus, components/backup]\nimages:\n"+strings.ReplaceAll(images, "sha256:…", digest))
	for name, pod := range o.pods() {
		for _, c := range pod.Spec.Containers {
			if _, got, _ := strings.Cut(c.Image, "@"); got != digest {
				t.Errorf("%s has %s", name, c.Image)
			}
		}
	}
}

func sends(t *testing.T, o *objects, from, to corev1.PodTemplateSpec, port int32) bool {
	t.Helper()
	for _, p := range o.policies {
		if !selects(t, &p.Spec.PodSelector, from) {
			continue
		}
		for _, rule := range p.Spec.Egress {
			if reaches(t, rule.To, to) && opens(rule.Ports, port) {
				return true
			}
		}
	}
	return false
}

func receives(t *testing.T, o *objects, from, to corev1.PodTemplateSpec, port int32) bool {
	t.Helper()
	for _, p := range o.policies {
		if !selects(t, &p.Spec.PodSelector, to) {
			continue
		}
		for _, rule := range p.Spec.Ingress {
			if reaches(t, rule.From, from) && opens(rule.Ports, port) {
				return true
			}
		}
	}
	return false
}

// reaches reports whether a pod of the same namespace is among peers; all are, if
// none are named.
func reaches(t *testing.T, peers []networkingv1.NetworkPolicyPeer, pod corev1.PodTemplateSpec) bool {
	t.Helper()
	return len(peers) == 0 || slices.ContainsFunc(peers, func(p networkingv1.NetworkPolicyPeer) bool {
		return p.PodSelector != nil && selects(t, p.PodSelector, pod)
	})
}

func opens(ports []networkingv1.NetworkPolicyPort, port int32) bool {
	return len(ports) == 0 || slices.ContainsFunc(ports, func(p networkingv1.NetworkPolicyPort) bool {
		return p.Port == nil || p.Port.IntVal == port
	})
}

// with reads an overlay with more components.
func with(t *testing.T, overlay string, components ...string) *objects {
	t.Helper()
	return extended(t, withComponents(overlay, components...))
}

func withComponents(overlay string, components ...string) string {
	text := "namespace: weft\nresources: [overlays/" + overlay + "]\n"
	if len(components) > 0 {
		text += "components: [components/" + strings.Join(components, ", components/") + "]\n"
	}
	return text
}

// extended reads a kustomization whose paths are those of this folder's.
func extended(t *testing.T, text string) *objects {
	t.Helper()
	o, err := read(layOut(t, text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return o
}

// layOut writes a kustomization whose paths are those of this folder's, and returns its folder.
func layOut(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	at, err := filepath.Abs(folder)
	if err == nil {
		at, err = filepath.Rel(dir, at)
	}
	if err != nil {
		t.Fatal(err)
	}
	text = strings.NewReplacer("overlays/", at+"/overlays/", "components/", at+"/components/").Replace(text)
	if err := os.WriteFile(filepath.Join(dir, "kustomization.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEachFolderThatTheManifestsSpeakOfIsThere(t *testing.T) {
	t.Parallel()
	spoken := regexp.MustCompile(`(?:components|overlays|base)/[a-z]+`)
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, named := range spoken.FindAllString(string(text), -1) {
			if _, err := os.Stat(folder + named); err != nil {
				t.Errorf("%s speaks of %s, which is not there", path, named)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRolesCanBeScaledByWhatIsInFlight(t *testing.T) {
	t.Parallel()
	rules, err := os.ReadFile(folder + "components/inflight/adapter.yaml")
	if err != nil {
		t.Fatal(err)
	}
	o := with(t, "prod", "inflight")
	for _, role := range roles.Names(roles.All()) {
		var by []string
		for _, m := range o.autoscalers["weft-"+role].Spec.Metrics {
			if m.Pods != nil {
				by = append(by, m.Pods.Metric.Name)
			} else if m.Resource != nil {
				by = append(by, string(m.Resource.Name))
			}
		}
		want := []string{"cpu", "weft_calls_in_flight"}
		if role == roles.Orchestrator {
			want[1] = "weft_runs_active"
		}
		if !slices.Equal(by, want) {
			t.Errorf("%s is scaled by %v, want %v", role, by, want)
		}
		for _, metric := range want[1:] {
			if !strings.Contains(string(rules), "as: "+metric) {
				t.Errorf("the adapter has no rule for %s", metric)
			}
		}
	}
}

func TestTheKeysOfAnIssuerCanBeFetchedByTheOrchestratorAlone(t *testing.T) {
	t.Parallel()
	stranger := corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "issuer"}}}
	for name, o := range map[string]*objects{"prod": with(t, "prod"), "prod with oidc": with(t, "prod", "oidc")} {
		for _, role := range roles.Names(roles.All()) {
			want := name != "prod" && role == roles.Orchestrator
			if got := sends(t, o, o.pods()["weft-"+role], stranger, 443); got != want {
				t.Errorf("%s: %s reaches port 443: %t", name, role, got)
			}
		}
	}
}

func TestReceiversOfWebhooksAreReachedByTheOrchestratorAlone(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]*objects{"prod": with(t, "prod"), "prod with webhooks": with(t, "prod", "webhooks")} {
		for _, role := range roles.Names(roles.All()) {
			out := slices.ContainsFunc(o.policies["weft-"+role].Spec.Egress, opensPublic)
			if want := name != "prod" && role == roles.Orchestrator; out != want {
				t.Errorf("%s: %s reaches public addresses: %t", name, role, out)
			}
		}
	}
}

func TestACollectorIsReachedInWhateverNamespaceItIs(t *testing.T) {
	t.Parallel()
	for overlay, o := range overlays(t) {
		for _, role := range roles.Names(roles.All()) {
			found := false
			for _, rule := range o.policies["weft-"+role].Spec.Egress {
				for _, to := range rule.To {
					found = found || opens(rule.Ports, 4317) && opens(rule.Ports, 4318) && len(rule.Ports) > 0 &&
						to.NamespaceSelector != nil && len(to.NamespaceSelector.MatchLabels) == 0
				}
			}
			if !found {
				t.Errorf("%s: %s can't reach a collector in another namespace", overlay, role)
			}
		}
	}
}

func TestInProductionCallersHaveKeysOfTheirOwn(t *testing.T) {
	t.Parallel()
	o := overlays(t)["prod"]
	file := configuration(t, o, roles.Orchestrator).Auth.KeysFile
	pod := o.deployments["weft-"+roles.Orchestrator].Spec.Template.Spec
	for _, m := range pod.Containers[0].VolumeMounts {
		if filepath.Dir(file) != m.MountPath {
			continue
		}
		for _, v := range pod.Volumes {
			if v.Name == m.Name && v.Secret != nil && v.Secret.SecretName == "weft-keys" {
				return
			}
		}
	}
	t.Errorf("the keys file %q is in no Secret", file)
}

// A shell does not let a caller set UID, and does not export it.
func TestTheComposeFileAsksForNoVariableThatAShellKeeps(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(folder + "../compose/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`\$\{?(UID|EUID|PPID|GROUPS)\b|\b(UID|EUID|PPID|GROUPS)=\$`).FindString(string(text)); found != "" {
		t.Errorf("it has %q", found)
	}
}

// More processes than a database has connections for are not ready one by one.
func TestTheDatabaseHasConnectionsForAllPods(t *testing.T) {
	t.Parallel()
	const most, spare = 100, 3 + 5 // of PostgreSQL's max_connections; for superusers, people and backups
	o, sum := overlays(t)["prod"], 0
	for _, role := range roles.Names(roles.All()) {
		if r, _ := roles.Of(role); !r.Notes {
			continue
		}
		pods := int(o.autoscalers["weft-"+role].Spec.MaxReplicas) + o.deployments["weft-"+role].Spec.Strategy.RollingUpdate.MaxSurge.IntValue()
		sum += pods * configuration(t, o, role).Postgres.Pool
	}
	if sum > most-spare {
		t.Errorf("all pods together may have %d connections, and %d are left for them", sum, most-spare)
	}
}
