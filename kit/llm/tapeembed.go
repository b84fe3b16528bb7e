package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// An embedExchange is one call for vectors as a tape keeps it.
type embedExchange struct {
	Request EmbedRequest `json:"request"`
	Reply   Embedded     `json:"reply"`
}

// vectorsFile is where a call for vectors is kept. The same texts have the same vectors, so
// they need no second file.
func vectorsFile(dir, provider string, r EmbedRequest) string {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // it is strings and numbers
	}
	sum := sha256.Sum256(text)
	return filepath.Join(dir, "vectors-"+provider+"-"+hex.EncodeToString(sum[:8])+".json")
}

// RecordEmbedder returns an Embedder that keeps what e answers in a folder, which must be
// there, so that ReplayEmbedder can give the same vectors again. Failures are not kept.
func RecordEmbedder(e Embedder, dir string) Embedder { return embedRecorder{e, dir} }

type embedRecorder struct {
	Embedder
	dir string
}

func (r embedRecorder) Embed(ctx context.Context, req EmbedRequest) (Embedded, error) {
	reply, err := r.Embedder.Embed(ctx, req)
	if err != nil {
		return reply, err
	}
	text, err := json.Marshal(embedExchange{req, reply})
	if err == nil {
		err = os.WriteFile(vectorsFile(r.dir, r.Name(), req), text, 0o600)
	}
	if err != nil {
		return Embedded{}, &Error{Provider: r.Name(), Model: req.Model, Cause: Refused, Err: fmt.Errorf("record the call: %w", err)}
	}
	return reply, nil
}

// ReplayEmbedder returns an Embedder of a name that answers what RecordEmbedder kept in a
// folder, and calls nobody. What was never asked it does not know.
func ReplayEmbedder(name, dir string) Embedder { return embedPlayer{name, dir} }

type embedPlayer struct{ name, dir string }

func (p embedPlayer) Name() string { return p.name }

func (p embedPlayer) Embed(_ context.Context, req EmbedRequest) (Embedded, error) {
	text, err := os.ReadFile(vectorsFile(p.dir, p.name, req))
	var x embedExchange
	if err == nil {
		err = json.Unmarshal(text, &x)
	}
	if errors.Is(err, os.ErrNotExist) {
		err = errors.New("the recording has no vectors of these texts")
	}
	if err == nil {
		err = x.Reply.Check(req)
	}
	if err != nil {
		return Embedded{}, &Error{Provider: p.name, Model: req.Model, Cause: Missing, Err: err}
	}
	return x.Reply, nil
}
