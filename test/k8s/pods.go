package k8s

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"github.com/weft-mesh/weft/kit/porttest"
	"github.com/weft-mesh/weft/test/mesh"
)

// A site runs pods of an overlay as processes of this machine: with the arguments, the
// environment and the files that their objects give them, and addresses of their own.
type site struct {
	objects *objects
	secrets map[string]map[string][]byte
	nats    string            // URL of the server that the name nats stands for
	hosts   map[string]string // where "weft-ROLE:PORT" is here
}

// secretsOf runs the script that prints Secrets, and returns them by name. The folder
// then has what it made.
func secretsOf(t *testing.T, dir string) map[string]map[string][]byte {
	t.Helper()
	cmd := exec.Command("sh", folder+"secrets.sh", dir)
	cmd.Env = []string{"PATH=" + filepath.Dir(mesh.Binary(t)) + ":" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("secrets.sh: %v", err)
	}
	all := map[string]map[string][]byte{}
	for text := range strings.SplitSeq(string(out), "---\n") {
		var s corev1.Secret
		if err := yaml.UnmarshalStrict([]byte(text), &s); err != nil {
			t.Fatalf("secrets.sh: %v\n%s", err, text)
		}
		if s.Name != "" {
			all[s.Name] = s.Data
		}
	}
	return all
}

// A runningPod is the process of a pod.
type runningPod struct {
	name  string
	ports map[string]string // addresses, by the names of the container's ports
	cmd   *exec.Cmd
	log   *bytes.Buffer // complete once it has ended
	ended chan struct{}
}

// endPod ends a pod as Kubernetes does.
func (p *runningPod) endPod(t *testing.T) {
	t.Helper()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(time.Minute):
		t.Errorf("%s does not stop", p.name)
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
}

// startPod runs a pod of a role and returns once it is ready. What is set more are variables
// of the environment.
func (s *site) startPod(t *testing.T, role string, more ...string) *runningPod {
	t.Helper()
	pod := s.objects.deployments["weft-"+role].Spec.Template.Spec
	c := pod.Containers[0]
	p := &runningPod{name: role, ports: map[string]string{}, log: &bytes.Buffer{}, ended: make(chan struct{})}
	listen := []string{"tls://nats:4222", s.nats, "=/weft,", "=" + mesh.Binary(t) + ","} // the image's only program
	for host, address := range s.hosts {
		listen = append(listen, "dns:///"+host, address)
	}
	for _, port := range c.Ports {
		host := fmt.Sprintf("weft-%s:%d", role, port.ContainerPort)
		address, known := s.hosts[host]
		if !known {
			address = porttest.FreeAddress(t)
		}
		p.ports[port.Name] = address
		listen = append(listen, strconv.Quote(":"+strconv.Itoa(int(port.ContainerPort))), strconv.Quote(address))
	}
	inConfig := s.mount(t, pod, listen)
	here := strings.NewReplacer(inConfig...)
	p.cmd = exec.Command(mesh.Binary(t))
	for _, arg := range c.Args {
		p.cmd.Args = append(p.cmd.Args, here.Replace(arg))
	}
	for _, from := range c.EnvFrom {
		if from.SecretRef != nil {
			for name, value := range s.secrets[from.SecretRef.Name] {
				p.cmd.Env = append(p.cmd.Env, name+"="+string(value))
			}
		}
	}
	for _, e := range c.Env {
		value := expand(pod, e)
		if strings.HasPrefix(value, ":") { // an address to listen at
			value = strings.Trim(here.Replace(strconv.Quote(value)), `"`)
		}
		p.cmd.Env = append(p.cmd.Env, e.Name+"="+here.Replace(value))
	}
	p.cmd.Env = append(p.cmd.Env, more...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		p.endPod(t)
		if t.Failed() {
			t.Logf("%s:\n%s", role, p.log)
		}
	})
	p.awaitReadiness(t)
	return p
}

// expand returns what the kubelet makes of a variable, of those kinds that are used.
func expand(pod corev1.PodSpec, e corev1.EnvVar) string {
	c := pod.Containers[0]
	if from := e.ValueFrom; from != nil && from.ResourceFieldRef != nil {
		limit, unit := c.Resources.Limits[corev1.ResourceName(strings.TrimPrefix(from.ResourceFieldRef.Resource, "limits."))], from.ResourceFieldRef.Divisor
		return strconv.FormatInt((limit.Value()+unit.Value()-1)/unit.Value(), 10)
	}
	return os.Expand(strings.NewReplacer("$(", "${", ")", "}").Replace(e.Value), func(name string) string {
		i := slices.IndexFunc(c.Env, func(e corev1.EnvVar) bool { return e.Name == name })
		if i < 0 {
			return ""
		}
		return expand(pod, c.Env[i])
	})
}

// mount makes the volumes of a pod, and returns pairs of what stands in its files and
// settings and what that is here.
func (s *site) mount(t *testing.T, pod corev1.PodSpec, pairs []string) []string {
	t.Helper()
	dir := t.TempDir()
	mounts := slices.Clone(pod.Containers[0].VolumeMounts)
	slices.SortFunc(mounts, func(a, b corev1.VolumeMount) int { return len(b.MountPath) - len(a.MountPath) })
	for _, m := range mounts {
		pairs = append(pairs, m.MountPath, filepath.Join(dir, m.Name))
	}
	for _, v := range pod.Volumes {
		files := map[string][]byte{}
		switch {
		case v.Secret != nil:
			data, ok := s.secrets[v.Secret.SecretName]
			if !ok {
				t.Fatalf("there is no Secret %s", v.Secret.SecretName)
			}
			files = data
			if len(v.Secret.Items) > 0 {
				files = map[string][]byte{}
				for _, i := range v.Secret.Items {
					files[i.Path] = data[i.Key]
				}
			}
		case v.ConfigMap != nil:
			for name, text := range s.objects.configs[v.ConfigMap.Name].Data {
				files[name] = []byte(strings.NewReplacer(pairs...).Replace(text))
			}
		}
		if len(files) > 0 {
			writeVolume(t, filepath.Join(dir, v.Name), files)
		} else if err := os.Mkdir(filepath.Join(dir, v.Name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return pairs
}

// writeVolume lays files out as the kubelet does: they are links into a folder that is
// replaced as a whole.
func writeVolume(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "..2026"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("..2026", filepath.Join(dir, "..data")); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, "..data", name), content, 0o440); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join("..data", name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// awaitReadiness asks a pod whether it is ready, as the kubelet does, until it is.
func (p *runningPod) awaitReadiness(t *testing.T) {
	t.Helper()
	conn, err := grpc.NewClient(p.ports["health"], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		now, err := healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{Service: "readiness"}, grpc.WaitForReady(true))
		if now.GetStatus() == healthpb.HealthCheckResponse_SERVING {
			return
		}
		select {
		case <-p.ended:
			t.Fatalf("%s ends", p.name)
		case <-ctx.Done():
			t.Fatalf("%s does not become ready: %v", p.name, err)
		case <-tick.C:
		}
	}
}

// assign gives the port of a role an address before its pod runs, so that others know it.
func (s *site) assign(t *testing.T, role string, port int) {
	t.Helper()
	s.hosts[net.JoinHostPort("weft-"+role, strconv.Itoa(port))] = porttest.FreeAddress(t)
}
