// Package server runs a real Ollama server with tiny models for tests. The server
// is built from its Go module, which takes some minutes, once: it is kept in the
// user's cache folder.
package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

const (
	module  = "github.com/ollama/ollama"
	version = "v0.17.4"
)

// A module's archive leaves out folders that are called vendor, and with them
// three headers that llama.cpp includes. These modules have the same headers
// elsewhere.
var headers = []struct{ module, from, to string }{
	{module + "@v0.6.5", "llama/llama.cpp/common/json.hpp", "nlohmann/json.hpp"},
	{module + "@v0.6.5", "llama/llama.cpp/common/stb_image.h", "stb/stb_image.h"},
	{"github.com/gen2brain/malgo@v0.11.24", "miniaudio.h", "miniaudio/miniaudio.h"},
}

// Build returns the path of the server's program. It builds it if it is not in
// the cache, and tells progress of that to say.
func Build(ctx context.Context, say func(string)) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "weft-test", "ollama-"+version)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return "", err
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	if err := lock.Lock(); err != nil {
		return "", err
	}
	defer func() { _ = lock.Unlock() }() // the process's end unlocks it as well
	program := filepath.Join(dir, "ollama")
	if _, err := os.Stat(program); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return program, err
	}
	if _, err := exec.LookPath("g++"); err != nil {
		return "", fmt.Errorf("building the model server needs a C++ compiler: %w", err)
	}
	say("building " + module + " " + version + "; this takes three to ten minutes, once")
	include := filepath.Join(dir, "include")
	if err := copyHeaders(ctx, include); err != nil {
		return "", err
	}
	return program, build(ctx, dir, include)
}

func copyHeaders(ctx context.Context, include string) error {
	for _, h := range headers {
		out, err := run(ctx, nil, "go", "mod", "download", "-json", h.module)
		if err != nil {
			return err
		}
		var got struct{ Dir string }
		if err := json.Unmarshal(out, &got); err != nil {
			return fmt.Errorf("go mod download %s: %w", h.module, err)
		}
		text, err := os.ReadFile(filepath.Join(got.Dir, filepath.FromSlash(h.from)))
		if err != nil {
			return err
		}
		if err := write(filepath.Join(include, h.to), text); err != nil {
			return err
		}
	}
	return write(filepath.Join(include, "nlohmann", "json_fwd.hpp"), []byte("#include \"json.hpp\"\n"))
}

func write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// build has go install the server. Little optimization takes a third less time,
// and tiny models don't need more.
func build(ctx context.Context, dir, include string) error {
	env := append(os.Environ(),
		"GOBIN="+dir, "GOWORK=off", "GOFLAGS=-buildvcs=false", "CGO_ENABLED=1",
		"CGO_CPPFLAGS=-I"+include, "CGO_CFLAGS=-O1 -g0", "CGO_CXXFLAGS=-O1 -g0",
	)
	flags := "-s -w -X=" + module + "/version.Version=" + strings.TrimPrefix(version, "v")
	_, err := run(ctx, env, "go", "install", "-ldflags", flags, module+"@"+version)
	return err
}

// run returns what a command prints, and has its complaints in the error.
func run(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = env
	cmd.Dir = os.TempDir() // outside of any module
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, complaints.Bytes())
	}
	return out, nil
}
