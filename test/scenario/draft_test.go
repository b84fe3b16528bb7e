package scenario

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
	"github.com/weft-mesh/weft/test/scripted"
)

// A writer is a mind that writes and checks answers by these functions, and does all
// else as scripted.
type writer struct {
	write func(prompt string) writing
	check func(prompt string) []objection // nil finds nothing wrong

	mu     sync.Mutex
	writes int
	checks int
}

type writing struct {
	Answer  string   `json:"answer"`
	Ask     string   `json:"ask"`
	Missing string   `json:"missing"`
	Values  []string `json:"values"`
}

type objection struct {
	Issue    string `json:"issue"`
	Sentence int    `json:"sentence"`
}

func (w *writer) answer(c peer.Call) peer.Reply {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out any
	switch {
	case c.Agent == "synthesizer":
		w.writes++
		written := w.write(c.User)
		written.Values = []string{}
		out = written
	case c.Agent == "evaluator" && w.check != nil:
		w.checks++
		out = map[string]any{"faults": append([]objection{}, w.check(c.User)...)}
	default:
		return scripted.Mind(c)
	}
	text, err := json.Marshal(out)
	if err != nil {
		return peer.Reply{Fault: peer.Refuses}
	}
	return peer.Reply{Text: string(text)}
}

func (w *writer) mesh(t *testing.T, depth string, notes ...string) *mesh.Mesh {
	t.Helper()
	m := w.meshOn(t, mesh.EmptyVault(t), depth)
	for _, n := range notes {
		m.Process(t, mesh.Input(n))
	}
	return m
}

// diary is a vault with notes of one day after the other.
func diary(t *testing.T, notes ...string) string {
	t.Helper()
	vault := mesh.EmptyVault(t)
	for i, n := range notes {
		day := time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		if err := os.WriteFile(filepath.Join(vault, day+".md"), []byte(n+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return vault
}

func (w *writer) meshOn(t *testing.T, vault, depth string) *mesh.Mesh {
	t.Helper()
	m, stop := mesh.Start(t, vault, "", append(peer.Settings(peer.Serve(t, w.answer)),
		config.Override{Path: "llm.window", Value: "32768"}, config.Override{Path: "llm.depth", Value: depth})...)
	t.Cleanup(stop)
	return m
}

// labelOf is the label under which a prompt shows the note with these words, "" if it
// does not.
func labelOf(prompt, words string) string {
	found := regexp.MustCompile(`<<<note (n\d+)[^>]*>>>\n[^<]*` + words).FindStringSubmatch(prompt)
	if found == nil {
		return ""
	}
	return "[" + found[1] + "]"
}

func TestAModelAsksWhatNoNoteTellsWithItsDraftBesideIt(t *testing.T) {
	t.Parallel()
	for _, declines := range []bool{false, true} {
		w := &writer{write: func(prompt string) writing {
			if label := labelOf(prompt, "The Swan has a new mast"); strings.Contains(prompt, "Said: the Swan") {
				return writing{Answer: "She has a new mast " + label + "."}
			}
			return writing{Answer: "Your notes name no boat of that kind.", Ask: "Which boat do you mean?", Missing: "which boat"}
		}}
		m := w.mesh(t, "quick", "The Swan has a new mast.", "Bought milk.")
		r := m.Ask(t, "what is new about her?")
		if r.GetStatus() != orchestratorv1.RunReport_WAITING || len(r.GetQuestions()) != 1 || r.GetQuestions()[0].GetText() != "Which boat do you mean?" ||
			!strings.Contains(r.GetQuestionContext(), "Your notes name no boat") {
			t.Fatalf("it is %v, asks %v and says %q", r.GetStatus(), r.GetQuestions(), r.GetQuestionContext())
		}
		answer := &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), InterruptId: r.GetInterruptId(), Decline: declines}
		want, calls := "Your notes name no boat of that kind.", 1
		if !declines {
			answer.Answers = []*orchestratorv1.QuestionAnswer{{QuestionId: "1", Text: "the Swan"}}
			want, calls = "She has a new mast [", 2
		}
		r = m.Answer(t, answer)
		if !strings.HasPrefix(r.GetAnswer(), want) || r.GetStatus() != orchestratorv1.RunReport_COMPLETED || w.writes != calls {
			t.Errorf("declined %v: after %d drafts, %v: %q", declines, w.writes, r.GetStatus(), r.GetAnswer())
		}
	}
}

func TestAModelAsksNothingWhereANoteTells(t *testing.T) {
	t.Parallel()
	w := &writer{write: func(prompt string) writing {
		return writing{Answer: "The Swan has a new mast " + labelOf(prompt, "The Swan") + ".", Ask: "Do you mean the Swan?"}
	}}
	m := w.mesh(t, "quick", "The Swan has a new mast.")
	if r := m.Ask(t, "what is new about the Swan?"); r.GetStatus() != orchestratorv1.RunReport_COMPLETED || !strings.Contains(r.GetAnswer(), "new mast") {
		t.Errorf("it is %v, asks %v and says %q", r.GetStatus(), r.GetQuestions(), r.GetAnswer())
	}
}

func TestWhatADraftLacksIsSearchedForWhereItIsWorthIt(t *testing.T) {
	t.Parallel()
	notes := []string{"The kitchen shall be white: Alpina, two coats."}
	for i := range 45 { // more than one prompt shows
		notes = append(notes, strings.Repeat("Ordered tiles for the bath. ", 1+i%3))
	}
	for _, c := range []struct {
		depth, lacks string
		finds        bool
		writes       int
	}{
		{"quick", "Alpina kitchen white coats", false, 1},
		{"deep", "Alpina kitchen white coats", true, 2},
		{"deep", "the zeppelin", false, 1},
	} {
		w := &writer{write: func(prompt string) writing {
			if label := labelOf(prompt, "The kitchen shall be white"); label != "" {
				return writing{Answer: "White " + label + "."}
			}
			return writing{Answer: "Your notes don't tell.", Missing: c.lacks}
		}}
		m := w.meshOn(t, diary(t, notes...), c.depth)
		r := m.Ask(t, "where did I order the tiles for the bath?")
		if strings.HasPrefix(r.GetAnswer(), "White [") != c.finds || w.writes != c.writes || r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
			t.Errorf("at %s, lacking %q: %v after %d drafts: %q", c.depth, c.lacks, r.GetStatus(), w.writes, r.GetAnswer())
		}
	}
}

func TestASentenceThatAModelObjectsToIsWrittenOnceMore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		heeds          bool // the writer takes the objection to heart
		writes, checks int
		says           string
	}{
		{"heeded", true, 2, 2, "The Swan has a new mast ["},
		{"not heeded", false, 2, 2, "Your notes don't clearly support this:\n- “It broke in a storm [202"},
	} {
		w := &writer{
			write: func(prompt string) writing {
				label := labelOf(prompt, "The Swan")
				text := "The Swan has a new mast " + label + "."
				if !c.heeds || !strings.Contains(prompt, "<<<draft>>>") {
					text += " It broke in a storm " + label + "."
				}
				return writing{Answer: text}
			},
			check: func(prompt string) []objection {
				if strings.Contains(prompt, "2. It broke in a storm [n") {
					return []objection{{"no note tells of a storm", 2}}
				}
				return nil
			},
		}
		m := w.mesh(t, "focused", "The Swan has a new mast.")
		r := m.Ask(t, "what is new about the Swan?")
		if w.writes != c.writes || w.checks != c.checks || !strings.Contains(r.GetAnswer(), c.says) || c.heeds && strings.Contains(r.GetAnswer(), "storm") {
			t.Errorf("%s: %d drafts, %d checks: %q", c.name, w.writes, w.checks, r.GetAnswer())
		}
	}
}
