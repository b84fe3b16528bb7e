package footprint

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// A server is a mesh in a process of its own, on a copy of the example vault.
type server struct {
	Addresses map[string]string
	TokenFile string

	api   weftapi.Client
	ready time.Duration // from exec to the first healthy answer of the API
	pid   int
}

// start starts a server with some settings.
func start(t *testing.T, set ...string) *server {
	t.Helper()
	home := t.TempDir()
	vault := home + "/vault"
	if err := os.CopyFS(vault, os.DirFS("../../examples/vault")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Getenv(measured), "up", "-o", "json", "--vault", vault, "--tz", "Europe/Berlin", "--set", "api.listen=127.0.0.1:0")
	for _, s := range set {
		cmd.Args = append(cmd.Args, "--set", s)
	}
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	s := &server{pid: cmd.Process.Pid}
	if err == nil {
		err = json.Unmarshal(line, s)
	}
	if err != nil {
		t.Fatalf("the server did not start: %v", err)
	}
	conn := s.dial(t)
	for {
		res, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: rpc.Readiness})
		if err == nil && res.GetStatus() == healthpb.HealthCheckResponse_SERVING {
			break
		}
		if time.Since(began) > 30*time.Second {
			t.Fatalf("the server is not ready: %v %v", res, err)
		}
		time.Sleep(time.Millisecond)
	}
	s.ready = time.Since(began)
	s.api = weftapi.NewClient(conn)
	return s
}

// dial connects to the server's API.
func (s *server) dial(t *testing.T) *grpc.ClientConn {
	t.Helper()
	token, err := credential.Read(s.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := rpc.Dial(s.Addresses["api"], rpc.Options{Credential: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// memory is what a process holds, in bytes.
type memory struct{ Resident, Anonymous, Files int64 }

func (m memory) String() string {
	return fmt.Sprintf("%.1f MB resident: %.1f its own, %.1f of files", float64(m.Resident)/1e6, float64(m.Anonymous)/1e6, float64(m.Files)/1e6)
}

func (s *server) memory(t *testing.T) memory {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.pid))
	if err != nil {
		t.Fatal(err)
	}
	var m memory
	for name, to := range map[string]*int64{"VmRSS:": &m.Resident, "RssAnon:": &m.Anonymous, "RssFile:": &m.Files} {
		_, rest, _ := strings.Cut(string(status), name)
		kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		*to = kilobytes << 10
	}
	return m
}
