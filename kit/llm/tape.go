package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"sync"

	"github.com/weft-mesh/weft/kit/llm/form"
)

// An exchange is one call as a tape keeps it.
type exchange struct {
	Request Request `json:"request"`
	Bounds  int     `json:"bounds"` // of the provider's dialect
	Reply   *Reply  `json:"reply,omitempty"`
	Failure *failed `json:"failure,omitempty"`
}

type failed struct {
	Cause  Cause  `json:"cause"`
	Status int    `json:"status,omitempty"`
	Text   string `json:"text"`
}

// A tape keeps exchanges in a folder, a file each. They hold whatever the model
// was told, so nobody but the user may read them.
type tape struct {
	dir string

	mu    sync.Mutex
	times map[string]int // calls so far, by what was asked
}

// next returns the file of a call. The same question asked again has a file of
// its own, since the answer may be another one.
func (t *tape) next(provider string, r Request) (file, first string) {
	asked := r
	asked.Schema, asked.Effort, asked.MaxTokens, asked.Window = nil, "", 0, 0 // are a matter of configuration, of the provider, and of what it counted before
	text, err := json.Marshal(asked)
	if err != nil {
		panic(err) // it is strings and numbers
	}
	sum := sha256.Sum256(text)
	key := provider + "-" + hex.EncodeToString(sum[:8])
	t.mu.Lock()
	defer t.mu.Unlock()
	t.times[key]++
	name := func(n int) string { return filepath.Join(t.dir, fmt.Sprintf("%s-%d.json", key, n)) }
	return name(t.times[key]), name(1)
}

// Record returns a provider that keeps every call to p in a folder, which must be
// there, so that Replay can give the same answers again.
func Record(p Provider, dir string) Provider {
	return &recorder{p, tape{dir: dir, times: map[string]int{}}}
}

type recorder struct {
	Provider
	tape tape
}

func (r *recorder) Chat(ctx context.Context, req Request, onText func(string)) (Reply, error) {
	reply, err := r.Provider.Chat(ctx, req, onText)
	x := exchange{Request: req, Bounds: r.Dialect().Bounds}
	switch e, ok := errors.AsType[*Error](err); {
	case ok:
		x.Failure = &failed{e.Cause, e.Status, e.Err.Error()}
	case err != nil:
		x.Failure = &failed{Broken, 0, err.Error()}
	default:
		x.Reply = &reply
	}
	file, _ := r.tape.next(r.Name(), req)
	text, broken := json.MarshalIndent(x, "", "  ")
	if broken == nil {
		broken = os.WriteFile(file, text, 0o600)
	}
	if broken != nil {
		return Reply{}, &Error{Provider: r.Name(), Model: req.Model, Cause: Refused, Err: fmt.Errorf("record the call: %w", broken)}
	}
	return reply, err
}

// Replay returns a provider of a name that answers what Record kept in a folder,
// and calls nobody. What was never asked it does not know.
func Replay(name, dir string) Provider {
	return &player{name, dialectOf(name, dir), tape{dir: dir, times: map[string]int{}}}
}

// dialectOf is the dialect of a provider when it was recorded: how much goes into a
// prompt hangs on the schema's length too.
func dialectOf(name, dir string) form.Dialect {
	for x := range exchanges(name, dir) {
		return form.Dialect{Bounds: x.Bounds}
	}
	return form.Dialect{}
}

// exchanges are the calls to a provider that a folder holds.
func exchanges(name, dir string) iter.Seq[exchange] {
	return func(yield func(exchange) bool) {
		files, _ := filepath.Glob(filepath.Join(dir, name+"-*.json")) // the pattern is well formed
		for _, file := range files {
			var x exchange
			if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &x) == nil && !yield(x) {
				return
			}
		}
	}
}

type player struct {
	name    string
	dialect form.Dialect
	tape    tape
}

func (p *player) Name() string          { return p.name }
func (p *player) Dialect() form.Dialect { return p.dialect }

// Model has the largest window that the model was asked to hold when it was recorded:
// how much goes into a prompt hangs on that as well.
func (p *player) Model(_ context.Context, name string) (Model, error) {
	m := Model{Name: name}
	for x := range exchanges(p.name, p.tape.dir) {
		if x.Request.Model == name {
			m.Window = max(m.Window, x.Request.Window)
		}
	}
	return m, nil
}

func (p *player) Chat(_ context.Context, req Request, onText func(string)) (Reply, error) {
	file, first := p.tape.next(p.name, req)
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		text, err = os.ReadFile(first) // asked more often than it was then
	}
	var x exchange
	if err == nil {
		err = json.Unmarshal(text, &x)
	}
	switch {
	case errors.Is(err, os.ErrNotExist):
		err = errors.New("the recording has no answer to this call")
		fallthrough
	case err != nil:
		return Reply{}, &Error{Provider: p.name, Model: req.Model, Cause: Missing, Err: err}
	case x.Failure != nil:
		return Reply{}, &Error{Provider: p.name, Model: req.Model, Cause: x.Failure.Cause, Status: x.Failure.Status, Err: errors.New(x.Failure.Text)}
	case x.Reply == nil:
		return Reply{}, &Error{Provider: p.name, Model: req.Model, Cause: Broken, Err: fmt.Errorf("%s holds no reply", file)}
	}
	if onText != nil {
		onText(x.Reply.Text)
	}
	return *x.Reply, nil
}
