package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/term"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
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
	turns := s.inputs[1].GetInput().GetSession()
	if len(turns) != 2 || turns[0] != "user: ran 5k" || !strings.HasPrefix(turns[1], "weft: You slept badly") {
		t.Errorf("the second turn came with %q", turns)
	}
}

func TestAConversationGoesOnAfterAnErrorAndTellsOfItAtTheEnd(t *testing.T) {
	t.Parallel()
	s := &script{process: ends(answered())}
	got := play(t, &played{script: s}, "/nonsense\n/up\n/ask\nwhy?")
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "there is no /nonsense here", "there is no /up here", "needs a question")
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

func TestRememberedTurnsAreFewAndShort(t *testing.T) {
	t.Parallel()
	c := &conversation{}
	for range 50 {
		c.remember(strings.Repeat("ü", 5000), &orchestratorv1.RunReport{Answer: "a"})
	}
	if len(c.turns) != rememberedTurns {
		t.Errorf("%d turns", len(c.turns))
	}
	if n := len([]rune(c.turns[0])); n > turnLength+len("user: ") {
		t.Errorf("a turn of %d characters", n)
	}
}

func TestPastedLinesAreOneInput(t *testing.T) {
	t.Parallel()
	pasted := []struct {
		text string
		err  error
	}{{"one", term.ErrPasteIndicator}, {"two", term.ErrPasteIndicator}, {"three", nil}}
	got, err := readPasted(func() (string, error) {
		next := pasted[0]
		pasted = pasted[1:]
		return next.text, next.err
	})
	if got != "one\ntwo\nthree" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := readPasted(func() (string, error) { return "", io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("the end is %v", err)
	}
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

func TestAConversationSendsNoMoreTurnsThanAnInputMayHave(t *testing.T) {
	t.Parallel()
	long := answered()
	long.Answer = "\x00" + strings.Repeat("眠", 3000)
	s := &script{process: ends(long)}
	play(t, &played{script: s}, strings.Repeat(strings.Repeat("眠", 3000)+"\n", 15)).mustExit(t, exitDone)
	for i, in := range s.inputs {
		session, size := in.GetInput().GetSession(), 0
		for _, turn := range session {
			if size += len(turn); len(turn) > 8192 || strings.Contains(turn, "\x00") {
				t.Fatalf("a turn of %d bytes is sent: %.20q", len(turn), turn)
			}
		}
		if size > 64<<10 || len(session) > 50 || i > 0 && len(session) < 2 {
			t.Fatalf("input %d came with %d turns of %d bytes", i, len(session), size)
		}
	}
}
