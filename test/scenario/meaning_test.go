package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	notesearch "github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
)

// sameMeaning are words that a model of vectors would know to mean the same.
var sameMeaning = [][]string{
	{"urn", "samovar"},
}

// A vectorServer speaks OpenAI's /v1/embeddings. A text's vector is the sum of those of its
// words, and words of one meaning have the same.
type vectorServer struct {
	*httptest.Server
	calls  atomic.Int64
	broken atomic.Bool // answers with 500
	silent atomic.Bool // answers nobody
}

func serveVectors(t *testing.T) *vectorServer {
	t.Helper()
	s := &vectorServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

func vectorOf(text string) []float32 {
	out := make([]float32, 256)
	for word := range notesearch.Meaning(text) {
		for _, same := range sameMeaning {
			if slices.ContainsFunc(same, func(w string) bool { return notesearch.Stem(w) == word }) {
				word = same[0]
			}
		}
		h := fnv.New32a()
		_, _ = h.Write([]byte(word)) // it never fails
		out[h.Sum32()%256]++
	}
	out[0] += 0.01 // a text without words has a direction, too
	return out
}

func (s *vectorServer) answer(w http.ResponseWriter, r *http.Request) {
	s.calls.Add(1)
	body, err := io.ReadAll(r.Body) // only then the server sees that its client goes away
	switch {
	case err != nil:
		return
	case s.silent.Load():
		<-r.Context().Done()
		return
	case s.broken.Load():
		http.Error(w, `{"error":{"message":"the model has died"}}`, http.StatusInternalServerError)
		return
	}
	var in struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	if err := json.Unmarshal(body, &in); err != nil || r.URL.Path != "/v1/embeddings" {
		http.Error(w, "{}", http.StatusBadRequest)
		return
	}
	type vector struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	var data []vector
	for i, text := range in.Input {
		data = append(data, vector{i, vectorOf(text)})
	}
	out, err := json.Marshal(map[string]any{"model": in.Model, "data": data, "usage": map[string]int{"prompt_tokens": 7 * len(in.Input), "total_tokens": 7 * len(in.Input)}})
	if err == nil {
		_, err = w.Write(out)
	}
	if err != nil {
		panic(http.ErrAbortHandler)
	}
}

// embedding are the settings of a mesh whose notes have vectors of the server.
func (s *vectorServer) embedding(more ...config.Override) []config.Override {
	return append([]config.Override{
		{Path: "llm.embeddings.provider", Value: "openai"},
		{Path: "llm.embeddings.model", Value: "words"},
		{Path: "llm.embeddings.timeout", Value: "20s"}, // on a busy machine
		{Path: "llm.providers.openai.api_base", Value: s.URL + "/v1"},
	}, more...)
}

// manyNotes is a diary of more notes than a model sees, whose oldest has an answer and no
// word of the question.
func manyNotes(t *testing.T) string {
	t.Helper()
	notes := []string{"The samovar went to Olga."}
	for i := range 80 {
		notes = append(notes, fmt.Sprintf("Walked %d steps by the lake and read a chapter.", 4000+i))
	}
	return diary(t, notes...)
}

const urnQuestion = "who has the old urn?"

// urnOwner answers from the note about the samovar if the prompt has it.
func urnOwner(prompt string) writing {
	if label := labelOf(prompt, "The samovar"); label != "" {
		return writing{Answer: "Olga " + label + "."}
	}
	return writing{Answer: "Your notes don't tell.", Missing: "who it was"}
}

// warned returns the warning of a report that has these words, "" if none has.
func warned(r *orchestratorv1.RunReport, words string) string {
	for _, w := range r.GetWarnings() {
		if strings.Contains(w, words) {
			return w
		}
	}
	return ""
}

// askWithVectors asks until all notes have vectors.
func askWithVectors(t *testing.T, m *mesh.Mesh, question string) *orchestratorv1.RunReport {
	t.Helper()
	for {
		r := m.Ask(t, question)
		if warned(r, "have no vectors yet") == "" {
			return r
		}
		select {
		case <-t.Context().Done():
			t.Fatal("the notes get no vectors")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func TestANoteIsFoundByItsMeaningThatHasNoWordOfTheQuestion(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T, string, ...config.Override) *mesh.Mesh{
		"in one process": func(t *testing.T, vault string, set ...config.Override) *mesh.Mesh {
			m, _ := mesh.Shared(t, vault, set...)
			return m
		},
		"each role its own process": mesh.Processes,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vectors, w := serveVectors(t), &writer{write: urnOwner}
			settings := append(peer.Settings(peer.Serve(t, w.answer)), config.Override{Path: "llm.window", Value: "32768"})
			vault := manyNotes(t)
			m := start(t, vault, append(settings, vectors.embedding()...)...)
			r := askWithVectors(t, m, urnQuestion)
			if !strings.HasPrefix(r.GetAnswer(), "Olga [") {
				t.Errorf("it says %q; %v", r.GetAnswer(), r.GetWarnings())
			}
			asked := slices.IndexFunc(r.GetUsage().GetAgents(), func(u *commonv1.ModelUsage) bool { return u.GetAgent() == "retriever" })
			if asked < 0 || r.GetUsage().GetAgents()[asked].GetCalls() != 1 || r.GetUsage().GetAgents()[asked].GetInputTokens() != 7 {
				t.Errorf("for the question's vector it tells of %v", r.GetUsage())
			}
			before := vectors.calls.Load()
			if askWithVectors(t, m, urnQuestion); vectors.calls.Load() != before+1 {
				t.Errorf("another question made %d calls for vectors, and no note has changed", vectors.calls.Load()-before)
			}

			vectors.broken.Store(true)
			r = m.Ask(t, urnQuestion)
			if !strings.HasPrefix(r.GetAnswer(), "Your notes don't tell") || !strings.Contains(warned(r, "found by their words only"), "the model has died") {
				t.Errorf("without the model it says %q; %v", r.GetAnswer(), r.GetWarnings())
			}
		})
	}
}

func TestVectorsOfNotesCountInTheBudgetOfTheDay(t *testing.T) {
	t.Parallel()
	vectors := serveVectors(t)
	m, stop := mesh.Start(t, manyNotes(t), "", vectors.embedding(config.Override{Path: "llm.budget.day_tokens", Value: "400"})...)
	defer stop()
	err := reindex(t, m)
	if err == nil || !strings.Contains(err.Error(), "used up (llm.budget.day_tokens)") {
		t.Errorf("beyond the budget reindexing ends with %v", err)
	}
	calls := vectors.calls.Load()
	if calls == 0 || calls > 400/(8*7) { // 8 passages of 7 tokens
		t.Errorf("%d calls were made with 400 tokens", calls)
	}
	if w := warned(m.Ask(t, urnQuestion), "81 notes have no vectors"); w != "" {
		t.Errorf("no vectors were kept: %s", w)
	}
}

// reindex returns how reindexing ended.
func reindex(t *testing.T, m *mesh.Mesh) error {
	t.Helper()
	stream, err := m.API.ReindexEntries(t.Context(), &orchestratorv1.ReindexEntriesRequest{})
	for err == nil {
		_, err = stream.Recv()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func TestReindexMakesTheVectorsWhereNoServerDoes(t *testing.T) {
	t.Parallel()
	vectors := serveVectors(t)
	m, stop := mesh.Start(t, manyNotes(t), "", vectors.embedding()...)
	defer stop()
	if warned(m.Ask(t, urnQuestion), "81 notes have no vectors yet") == "" {
		t.Error("a mesh of a command makes vectors by itself")
	}
	vectors.broken.Store(true)
	if err := reindex(t, m); err == nil || !strings.Contains(err.Error(), "not all have vectors") || !strings.Contains(err.Error(), "the model has died") {
		t.Errorf("without the model reindexing ends with %v", err)
	}
	vectors.broken.Store(false)
	if err := reindex(t, m); err != nil {
		t.Fatal(err)
	}
	found, err := m.API.SearchEntries(t.Context(), &orchestratorv1.SearchEntriesRequest{Text: urnQuestion})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.GetEntries()) == 0 || !strings.HasPrefix(found.GetEntries()[0].GetText(), "The samovar") {
		t.Errorf("a search finds %v; %v", found.GetEntries(), found.GetWarnings())
	}
}

func TestAModelOfVectorsThatIsSilentCostsAQuestionItsTimeOutAndTheNextOneNothing(t *testing.T) {
	t.Parallel()
	vectors := serveVectors(t)
	vectors.silent.Store(true)
	m, stop := mesh.Start(t, manyNotes(t), "", vectors.embedding(config.Override{Path: "llm.embeddings.timeout", Value: "300ms"})...)
	defer stop()
	for _, want := range []string{"no answer within 300ms; if it is just slow, raise llm.embeddings.timeout", "failed a moment ago"} {
		r := m.Ask(t, urnQuestion)
		if w := warned(r, "found by their words only"); !strings.Contains(w, want) {
			t.Errorf("it warns %q, want %q", w, want)
		}
	}
	if n := vectors.calls.Load(); n != 1 {
		t.Errorf("the silent model was asked %d times", n)
	}
}

func TestNoVectorIsMadeAtTheDepthThatAsksNoModel(t *testing.T) {
	t.Parallel()
	vectors := serveVectors(t)
	m, stop := mesh.Start(t, manyNotes(t), "", vectors.embedding()...)
	defer stop()
	in := mesh.Input(urnQuestion)
	in.Depth = commonv1.Depth_DEPTH_OFF
	if r, _ := m.Process(t, in); vectors.calls.Load() != 0 || warned(r, "words only") != "" {
		t.Errorf("it was asked %d times; %v", vectors.calls.Load(), r.GetWarnings())
	}
}
