package replies_test

import (
	"cmp"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/test/quality"
	"github.com/weft-mesh/weft/test/replies"
)

// A life is a person's notes with the questions that are asked of them.
type life struct {
	dir       string
	questions []replies.Question
	kept      []replies.Exchange
}

// lives are those whose exchanges are kept. In short tests every fifth question is
// asked.
func lives(t *testing.T) []life {
	t.Helper()
	dirs, err := filepath.Glob("lives/*/replies.jsonl")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no exchanges are kept: %v", err)
	}
	var out []life
	for _, file := range dirs {
		l := life{dir: filepath.Dir(file)}
		if l.kept, err = replies.Read(file); err != nil {
			t.Fatal(err)
		}
		if l.questions, err = replies.Questions(l.dir); err != nil {
			t.Fatal(err)
		}
		if os.Getenv("WEFT_TEST_REPLIES") == "" {
			var some []replies.Question
			for i := 0; i < len(l.questions); i += 5 {
				some = append(some, l.questions[i])
			}
			l.questions = some
		}
		out = append(out, l)
	}
	return out
}

// An outcome is what a question came to.
type outcome struct {
	verdict replies.Verdict
	answer  string
	usage   *commonv1.ModelUsage
}

// ask asks all questions of a life of a model that plays, or of rules, and returns what
// they came to by their ids.
func (l life) ask(t *testing.T, p *replies.Player) map[string]outcome {
	t.Helper()
	dir := t.TempDir()
	vault, key := filepath.Join(dir, "vault"), filepath.Join(dir, "key")
	if err := os.CopyFS(vault, os.DirFS(filepath.Join(l.dir, "vault"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(key, []byte("any\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var settings []config.Override
	if p != nil {
		server := httptest.NewServer(replies.Model(p.Play))
		t.Cleanup(server.Close)
		settings = replies.Settings(server.URL, key)
	}
	desk, err := quality.Open(t.Context(), vault, "Europe/Berlin", "monday", settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = desk.Close(t.Context()) })
	out := map[string]outcome{}
	var mu sync.Mutex
	var all sync.WaitGroup
	slots := make(chan struct{}, 2)
	for _, q := range l.questions {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			r, err := q.Ask(t.Context(), desk)
			if err != nil {
				t.Errorf("%s: %v", q.ID, err)
			}
			mu.Lock()
			defer mu.Unlock()
			said := cmp.Or(r.GetAnswer(), r.GetQuestionContext()) // of a run that asks back, the draft beside its question
			out[q.ID] = outcome{q.Judge(said), said, r.GetUsage().GetTotal()}
		})
	}
	all.Wait()
	return out
}

// right counts the outcomes that are right.
func right(all map[string]outcome) int {
	n := 0
	for _, o := range all {
		if o.verdict == replies.Right {
			n++
		}
	}
	return n
}

func TestTheRepliesOfACapableReaderAnswerRight(t *testing.T) {
	t.Parallel()
	var rows []row
	for _, l := range lives(t) {
		p := replies.NewPlayer(l.kept, replies.Flaw{})
		model, rules := l.ask(t, p), l.ask(t, nil)
		for _, q := range l.questions {
			got := model[q.ID]
			if (got.verdict == replies.Right) != (q.Miss == "") {
				t.Errorf("%s %q is %s, and to be missed because %q\ntruth: %s\nanswer: %s", q.ID, q.Question, got.verdict, q.Miss, q.Truth, got.answer)
			}
			rows = append(rows, row{q, rules[q.ID], got})
		}
		if len(p.Lost) > 0 {
			t.Errorf("%s: no reply is kept for %q", l.dir, p.Lost)
		}
	}
	if os.Getenv("WEFT_TEST_REPLIES") != "" {
		documented(t, "../../docs/models.md", byKind(rows))
		documented(t, "README.md", byQuestion(rows))
	}
}

func TestMediocreRepliesSpoilNothing(t *testing.T) {
	t.Parallel()
	for _, l := range lives(t) {
		rules, good := l.ask(t, nil), l.ask(t, replies.NewPlayer(l.kept, replies.Flaw{}))
		for _, flaw := range replies.Flaws() {
			t.Run(fmt.Sprint(filepath.Base(l.dir), ", ", flaw.Name), func(t *testing.T) {
				t.Parallel()
				flawed := l.ask(t, replies.NewPlayer(l.kept, flaw))
				for _, q := range l.questions {
					was, got := good[q.ID].verdict, flawed[q.ID]
					switch {
					case got.verdict == replies.Wrong && was != replies.Wrong && rules[q.ID].verdict != replies.Wrong:
						t.Errorf("%s %q states what is false: %s", q.ID, q.Question, got.answer)
					case !flaw.Lies && got.verdict != replies.Right && was == replies.Right:
						t.Errorf("%s %q is right without the flaw, and %s with it: %s", q.ID, q.Question, got.verdict, got.answer)
					}
				}
				t.Logf("%d of %d right, %d without the flaw, %d by rules", right(flawed), len(l.questions), right(good), right(rules))
			})
		}
	}
}
