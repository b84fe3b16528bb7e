package command

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestEachLineOfAPipeIsATurn(t *testing.T) {
	t.Parallel()
	s := &script{process: ends(answered()), runs: someRuns(), explain: echo}
	got := play(t, &played{script: s}, "ran 5k\n\n  why?  \n/runs ls --limit 1\n/explain how  much\n/quit\nnot sent\n")
	got.mustExit(t, exitDone)
	var texts []string
	for _, in := range s.inputs {
		texts = append(texts, in.GetInput().GetText())
	}
	if want := []string{"ran 5k", "why?"}; !slices.Equal(texts, want) {
		t.Errorf("sent %q, want %q", texts, want)
	}
	if n := strings.Count(got.out, "You slept badly"); n != 2 {
		t.Errorf("%d answers:\n%s", n, got.out)
	}
	mustContain(t, got.out, "01KJ5QZ8E4T3N6M9V2XWYABCDE  completed", "question  how much")
	thread := s.inputs[0].GetInput().GetThreadId()
	if thread == "" || s.inputs[1].GetInput().GetThreadId() != thread || s.explained.GetThreadId() != thread {
		t.Errorf("turns of the threads %q, %q and %q", thread, s.inputs[1].GetInput().GetThreadId(), s.explained.GetThreadId())
	}
}

func TestAConversationHasTheThreadThatItIsGivenElseOneOfItsOwn(t *testing.T) {
	t.Parallel()
	s := &script{process: ends(answered())}
	play(t, &played{script: s}, "why?\n/ask and in May?\n", "--thread", "running").mustExit(t, exitDone)
	for range 2 {
		play(t, &played{script: s}, "why?\n").mustExit(t, exitDone)
	}
	var threads []string
	for _, in := range s.inputs {
		threads = append(threads, in.GetInput().GetThreadId())
	}
	if threads[0] != "running" || threads[1] != "running" || threads[2] == threads[3] {
		t.Errorf("the threads are %q", threads)
	}
	for _, own := range threads[2:] {
		if !regexp.MustCompile(`^\d{4}-\d\d-\d\d-\d{4}-[a-z2-7]{3}$`).MatchString(own) {
			t.Errorf("a conversation of its own is called %q", own)
		}
	}
}

func TestAConversationGoesOnAfterAnErrorAndTellsOfItAtTheEnd(t *testing.T) {
	t.Parallel()
	s := &script{process: ends(answered())}
	got := play(t, &played{script: s}, "/nonsense\n/up\n/ask\nwhy?")
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "there is no command /nonsense", "there is no command /up", "needs a question")
	mustContain(t, got.out, "You slept badly")
}

func TestAConversationAsJSONIsALineATurn(t *testing.T) {
	t.Parallel()
	got := play(t, &played{script: &script{process: ends(answered())}}, "one\ntwo\n", "-o", "json")
	got.mustExit(t, exitDone)
	if l := lines(got.out); len(l) != 2 || l[0]["runId"] != runID {
		t.Errorf("got %v", l)
	}
}

func TestCommandsOfAConversationHaveItsFlags(t *testing.T) {
	t.Parallel()
	got := play(t, &played{script: &script{explain: echo}}, "/explain x\n", "--now", "2026-02-23T09:00", "--tz", "Asia/Tokyo", "-o", "json")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, `"answer": "2026-02-23T00:00:00Z"`, `"logPortion": "Asia/Tokyo"`)
}

func TestAHistoryIsKeptForItsOwnerOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "weft", "history")
	h := openHistory(path)
	for _, line := range []string{"one", "two", "two", "  ", "three\nlines"} {
		h.Add(line)
	}
	again := openHistory(path)
	if again.Len() != 3 || again.At(0) != "three lines" || again.At(2) != "one" {
		t.Errorf("history is %q", again.lines)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode is %v", info.Mode())
	}
	for range historyLength {
		h.Add("x")
		h.Add("y")
	}
	if n := openHistory(path).Len(); n != historyLength {
		t.Errorf("%d lines are kept", n)
	}
}

func TestTheHistoryLiesInTheStateFolder(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		env  map[string]string
		want string
	}{
		"XDG":             {map[string]string{"XDG_STATE_HOME": "/state", "HOME": "/home/ann"}, "/state/weft/history"},
		"home":            {map[string]string{"HOME": "/home/ann"}, "/home/ann/.local/state/weft/history"},
		"a relative XDG":  {map[string]string{"XDG_STATE_HOME": "state", "HOME": "/home/ann"}, "/home/ann/.local/state/weft/history"},
		"nowhere to keep": {map[string]string{}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := historyFile(func(n string) string { return test.env[n] }); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestALineThatCameAfterACancelIsNotLost(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	l := newLineReader(r)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.next(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	go func() { _, _ = io.WriteString(w, "one\r\ntwo"); _ = w.Close() }()
	for _, want := range []string{"one", "two"} {
		if got, err := l.next(t.Context()); got != want || err != nil {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	if _, err := l.next(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("the end is %v", err)
	}
}
