package server

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/weft-mesh/weft/test/models/gguf"
)

// Enabled skips the test unless model servers are wanted: building one takes
// minutes and a C++ compiler.
func Enabled(t testing.TB) {
	t.Helper()
	if os.Getenv("WEFT_TEST_MODELS") == "" {
		t.Skip("needs a model server; run make test-models")
	}
}

// A Server is a running Ollama server with a folder of its own.
type Server struct {
	URL    string
	client *api.Client
	home   string
	env    []string
	mu     sync.Mutex
	cmd    *exec.Cmd
	done   chan struct{}
}

// Start starts a server, with further settings as NAME=value, and stops it when
// the test ends.
func Start(t testing.TB, env ...string) *Server {
	t.Helper()
	program, err := Build(t.Context(), func(line string) { t.Log(line) })
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{home: t.TempDir(), env: env}
	s.start(t, program, "127.0.0.1:0")
	t.Cleanup(s.Stop)
	return s
}

var listening = regexp.MustCompile(`Listening on (127\.0\.0\.1:\d+)`)

func (s *Server) start(t testing.TB, program, address string) {
	t.Helper()
	cmd := exec.Command(program, "serve") //nolint:gosec // what Build has built
	cmd.Env = append([]string{
		"PATH=/usr/bin:/bin", "HOME=" + s.home, "OLLAMA_MODELS=" + filepath.Join(s.home, "models"), "OLLAMA_HOST=" + address,
		"OLLAMA_NO_CLOUD=1", "OLLAMA_NOPRUNE=1", "OLLAMA_LLM_LIBRARY=cpu", "OLLAMA_KEEP_ALIVE=10m", "OLLAMA_MAX_LOADED_MODELS=8",
	}, s.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its runners go with it
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	s.cmd, s.done = cmd, make(chan struct{})
	s.mu.Unlock()
	found := make(chan string, 1)
	go func() {
		defer close(s.done)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if m := listening.FindStringSubmatch(lines.Text()); m != nil {
				found <- m[1]
			}
		}
		_ = cmd.Wait() // a server that is killed says so
	}()
	select {
	case at := <-found:
		s.URL = "http://" + at
	case <-s.done:
		t.Fatal("the model server ended at once")
	case <-time.After(time.Minute):
		t.Fatal("the model server does not listen")
	}
	base, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	s.client = api.NewClient(base, http.DefaultClient)
}

// Stop kills the server and whatever it has started.
func (s *Server) Stop() {
	s.mu.Lock()
	cmd, done := s.cmd, s.done
	s.cmd = nil
	s.mu.Unlock()
	if cmd == nil {
		return
	}
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may be gone already
	<-done
}

// Restart starts a stopped server anew, with its models and at its address.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	program, err := Build(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	s.start(t, program, strings.TrimPrefix(s.URL, "http://"))
}

// plain is the chat template of models without scripts. The system's words are one
// of the messages.
const plain = `{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}<|assistant|>`

// Create puts a model on the server. The chat template is plain, followed by the
// marker of the script if say names one.
func (s *Server) Create(t testing.TB, name string, m gguf.Model, say string) {
	t.Helper()
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	sum := sha256.Sum256(data)
	digest := "sha256:" + hex.EncodeToString(sum[:])
	if err := s.client.CreateBlob(ctx, digest, bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	template := plain
	if say != "" {
		template += gguf.Marker(say)
	}
	err = s.client.Create(ctx, &api.CreateRequest{
		Model: name, Files: map[string]string{"tiny.gguf": digest}, Template: template,
		Parameters: map[string]any{"num_thread": 1},
	}, func(api.ProgressResponse) error { return nil })
	if err != nil {
		t.Fatal(fmt.Errorf("create the model %s: %w", name, err))
	}
}
