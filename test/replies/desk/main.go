// Command desk asks a life its questions and has somebody play the model: each prompt
// becomes a file NAME.prompt.md in a folder, and the reply is awaited in NAME.reply.json.
// The exchanges are written to replies.jsonl in the life's folder, and question, truth
// and answer to a page for people.
//
//	go run ./replies/desk -life replies/lives/d -box /tmp/box -page /tmp/answers.md
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/quality"
	"github.com/weft-mesh/weft/test/replies"
)

func main() {
	life := flag.String("life", "", "the `folder` with vault and questions.yaml")
	box := flag.String("box", "", "the `folder` for prompts and replies")
	page := flag.String("page", "", "`file` for questions, truths and answers")
	depth := flag.String("depth", "quick", "how much models are asked")
	together := flag.Int("together", 10, "how many questions are asked side by side")
	only := flag.String("only", "", "ids of questions, with commas; all without it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	d := desk{life: *life, box: *box, page: *page, depth: *depth, together: *together, only: *only}
	if err := d.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "desk:", err)
		os.Exit(1)
	}
}

type desk struct {
	life, box, page, depth, only string
	together                     int

	mu    sync.Mutex
	asked int
	kept  []replies.Exchange
}

// patience is how long a reply is awaited.
const patience = time.Hour

// play leaves a prompt in the box and waits for its reply.
func (d *desk) play(r *http.Request, c replies.Call) (string, error) {
	d.mu.Lock()
	d.asked++
	name := filepath.Join(d.box, fmt.Sprintf("%03d-%s", d.asked, strings.ToLower(c.Form)))
	d.mu.Unlock()
	if err := os.WriteFile(name+".prompt.tmp", []byte("# Task\n\n"+c.System+"\n\n# Given\n\n"+c.User), 0o600); err != nil {
		return "", err
	}
	if err := os.Rename(name+".prompt.tmp", name+".prompt.md"); err != nil {
		return "", err
	}
	for tick := time.NewTicker(300 * time.Millisecond); ; {
		select {
		case <-r.Context().Done():
			return "", r.Context().Err()
		case <-tick.C:
			reply, err := os.ReadFile(name + ".reply.json")
			if err != nil || !json.Valid(reply) { // not there yet, or not whole
				continue
			}
			tick.Stop()
			d.mu.Lock()
			defer d.mu.Unlock()
			d.kept = append(d.kept, replies.Exchange{Form: c.Form, Prompt: c.User, Reply: reply})
			return string(reply), nil
		}
	}
}

func (d *desk) run(ctx context.Context) (err error) {
	if d.life == "" || d.box == "" || d.page == "" {
		return errors.New("want -life, -box and -page")
	}
	questions, err := replies.Questions(d.life)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(d.box, 0o700); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "weft-desk-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	vault, key := filepath.Join(dir, "vault"), filepath.Join(dir, "key")
	if err := errors.Join(os.CopyFS(vault, os.DirFS(filepath.Join(d.life, "vault"))), os.WriteFile(key, []byte("any\n"), 0o600)); err != nil {
		return err
	}
	server := httptest.NewServer(replies.Model(d.play))
	defer server.Close()
	mesh, err := quality.Open(ctx, vault, "Europe/Berlin", "monday", append(replies.Settings(server.URL, key),
		config.Override{Path: "llm.timeout", Value: patience.String()},
		config.Override{Path: "llm.depth", Value: d.depth})...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, mesh.Close(ctx)) }()

	answers := make([]string, len(questions))
	slots := make(chan struct{}, d.together)
	var all sync.WaitGroup
	for i, q := range questions {
		if d.only != "" && !strings.Contains(","+d.only+",", ","+q.ID+",") {
			continue
		}
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			report, err := q.Ask(ctx, mesh)
			said := report.GetAnswer()
			if err != nil {
				said = "FAILED: " + err.Error()
			}
			for _, asked := range report.GetQuestions() {
				said += "\n(asks) " + asked.GetText()
			}
			answers[i] = fmt.Sprintf("## %s  %s\n\n**Truth** (%s): %s\n**By patterns**: %s\n**Calls**: %d, %d tokens in, %d out\n\n> %s\n\n",
				q.ID, q.Question, q.Kind, q.Truth, q.Judge(said), report.GetUsage().GetTotal().GetCalls(), report.GetUsage().GetTotal().GetInputTokens(),
				report.GetUsage().GetTotal().GetOutputTokens(), strings.ReplaceAll(strings.TrimSpace(said), "\n", "\n> "))
			fmt.Println(q.ID, q.Judge(said))
		})
	}
	all.Wait()
	return errors.Join(d.keep(), os.WriteFile(d.page, []byte(strings.Join(answers, "")), 0o600))
}

// keep adds the exchanges to those of the life.
func (d *desk) keep() error {
	f, err := os.OpenFile(filepath.Join(d.life, "replies.jsonl"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(f)
	lines.SetEscapeHTML(false)
	for _, e := range d.kept {
		if err := lines.Encode(e); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return f.Close()
}
