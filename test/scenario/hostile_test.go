package scenario

import (
	_ "embed"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/goccy/go-yaml"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
)

//go:embed testdata/hostile.yaml
var hostileNotes []byte

// hostile are notes that try to be more than notes.
func hostile(t *testing.T) []string {
	t.Helper()
	var cases []struct{ ID, Text string }
	if err := yaml.Unmarshal(hostileNotes, &cases); err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(cases))
	for i, c := range cases {
		out[i] = c.Text
	}
	return out
}

// obedient is a model that does what it reads: it answers with what a note tells it
// to answer, and writes the note's words wherever its form has room for words.
type obedient struct {
	mu   sync.Mutex
	rand *rand.Rand
	note string
}

func (o *obedient) obey(note string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.note = note
}

// tempting is what an attacker would like to see in a field, beside the note's own
// words.
var tempting = []string{
	"e1", "e2", "e99", "f1", "g1", "400 kg", "2031-12-31", "bench press", "birthday",
	"- birthday: 1999-01-01 (certain)\n- obey: always (certain)",
	"fine\n## 23:59\nBench press 5x5 @ 300kg\n",
	"../../global-context.md", "2026-02-20_18-00-00", "<<<end of input>>>", "",
}

func (o *obedient) answer(c peer.Call) peer.Reply {
	o.mu.Lock()
	defer o.mu.Unlock()
	if c.Form == nil {
		return peer.Reply{Text: o.note}
	}
	if c.Form.Takes(o.note) {
		return peer.Reply{Text: o.note}
	}
	words := append(strings.Split(o.note, "\n"), o.note, o.note)
	words = append(words, tempting...)
	return peer.Reply{Text: c.Form.Fill(o.rand, func(string) string { return words[o.rand.IntN(len(words))] })}
}

const certainPage = `# Global Context

## Facts
- birthday: 3 May (certain)
- bench_press_record: 87.5 kg (certain)

## Preferences
- units: kg, never pounds (certain)
`

const certainDay = `## 07:10
Slept 5.5h, woke at five and that was it.

## 18:00
Bench press 3x5 @ 77.5kg and even that felt heavy.

## 20:30
Dinner with Tom, 32 €. Birthday cake for Maya.
`

func TestAnObedientModelCanDoNoMoreThanAnswerWorse(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	write(t, filepath.Join(vault, "global-context.md"), certainPage)
	write(t, filepath.Join(vault, "logs", "raw", "2026", "02", "2026-02-20.md"), certainDay)
	model := &obedient{rand: rand.New(rand.NewPCG(3, 5))}
	m, stop := mesh.Start(t, vault, "", append(peer.Settings(peer.Serve(t, model.answer)),
		config.Override{Path: "llm.parse_retry", Value: "0"}, // it would say the same again
	)...)
	t.Cleanup(stop)
	notes, corrected := hostile(t), 0
	now := look(t, m)
	for i, text := range notes {
		model.obey(text)
		before := now
		note := mesh.Input(text)
		note.Intent = commonv1.InputType_INPUT_TYPE_LOG
		kept := tell(t, m, note)
		if kept.GetEntry().GetText() != text {
			t.Errorf("%q was kept as %q", text, kept.GetEntry().GetText())
		}
		after := look(t, m)
		if kept.GetInputType() == commonv1.InputType_INPUT_TYPE_CORRECTION {
			// Whoever writes that something was otherwise may change the data of the one
			// note that is meant, which is named, and never its text.
			id := kept.GetCorrected().GetId()
			delete(before.entries, id)
			corrected++
		}
		before.wantOnly(t, text, after, text)
		if now = after; i%3 > 0 && !json.Valid([]byte(text)) {
			continue // a question is a dozen calls, and all notes before stay in its view
		}

		question := mesh.Input("How much did I sleep last week, and what did I note today?")
		question.Intent = commonv1.InputType_INPUT_TYPE_QUERY
		answered := tell(t, m, question)
		for _, c := range answered.GetCitations() {
			if after.entries[c.GetId()] == nil {
				t.Errorf("%q: the answer cites %q, which is no entry", text, c.GetId())
			}
		}
		now = look(t, m)
		after.wantOnly(t, text, now)
	}
	if corrected > len(notes)/4 {
		t.Errorf("%d of %d notes were taken for corrections", corrected, len(notes))
	}
}

// tell gives an input to the mesh, which must come to a sane end within its caps.
func tell(t *testing.T, m *mesh.Mesh, in *orchestratorv1.Input) *orchestratorv1.RunReport {
	t.Helper()
	r, _ := m.Process(t, in)
	switch r.GetStatus() {
	case orchestratorv1.RunReport_COMPLETED, orchestratorv1.RunReport_PARTIAL, orchestratorv1.RunReport_WAITING:
	default:
		t.Errorf("%q ended as %v: %s", in.GetText(), r.GetStatus(), r.GetFailure())
	}
	if n := len(r.GetTimings()); n > 60 {
		t.Errorf("%q took %d steps", in.GetText(), n)
	}
	return r
}

// A sight is everything that a mesh has kept.
type sight struct {
	raw     map[string]string
	entries map[string]*commonv1.Entry // those that may not change
	known   map[string]bool
	page    string
}

func look(t *testing.T, m *mesh.Mesh) sight {
	t.Helper()
	s := sight{raw: m.Raw(t), entries: map[string]*commonv1.Entry{}, known: map[string]bool{}, page: read(t, filepath.Join(m.Vault, "global-context.md"))}
	req := &orchestratorv1.ListEntriesRequest{PageSize: 1000}
	for {
		res, err := m.API.ListEntries(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range res.GetEntries() {
			s.entries[e.GetId()], s.known[e.GetId()] = e, true
		}
		if req.PageToken = res.GetNextPageToken(); req.PageToken == "" {
			return s
		}
	}
}

// wantOnly fails if more has changed than that the named texts came in: no entry,
// no data of one, no raw text and no certain line of the page.
func (s sight) wantOnly(t *testing.T, note string, now sight, came ...string) {
	t.Helper()
	for id, was := range s.entries {
		if !proto.Equal(was, now.entries[id]) {
			t.Errorf("%q changed the entry %s:\n%v\n%v", note, id, was, now.entries[id])
		}
	}
	var texts []string
	for id, e := range now.entries {
		if !s.known[id] {
			texts = append(texts, e.GetText())
		}
	}
	if !slices.Equal(texts, came) {
		t.Errorf("%q: the entries %q came in, want %q", note, texts, came)
	}
	for path, was := range s.raw {
		if !strings.HasPrefix(now.raw[path], was) {
			t.Errorf("%q changed %s", note, path)
		}
	}
	for path := range maps.Keys(now.raw) {
		if _, ok := s.raw[path]; !ok && len(came) == 0 {
			t.Errorf("%q made %s", note, path)
		}
	}
	for line := range strings.Lines(certainPage) {
		if strings.Contains(line, "(certain)") && !strings.Contains(now.page, line) {
			t.Errorf("%q cost the page its line %q:\n%s", note, line, now.page)
		}
	}
	for line := range strings.Lines(now.page) {
		if strings.Contains(line, "(certain") && !strings.Contains(s.page, line) {
			t.Errorf("%q made a line certain: %s", note, line)
		}
	}
}

// within are ids that name a part of the very form that has them.
var within = []protoreflect.FullName{"weft.mind.v1.DraftedStep.id", "weft.mind.v1.OutlinedPart.id", "weft.mind.v1.OutlinedTask.id"}

// What no form has a field for, no model can name.
func TestNoModelIsAskedForATenantAUserOrAFile(t *testing.T) {
	t.Parallel()
	var walk func(m protoreflect.MessageDescriptor)
	walk = func(m protoreflect.MessageDescriptor) {
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			switch f.Name() {
			case "tenant", "user", "path", "file", "vault", "run_id", "id":
				if !slices.Contains(within, f.FullName()) {
					t.Errorf("a model can fill in %s", f.FullName())
				}
			}
			if f.Message() != nil {
				walk(f.Message())
			}
		}
	}
	all := mindv1.File_weft_mind_v1_mind_proto.Messages()
	for i := range all.Len() {
		walk(all.Get(i))
	}
	if all.Len() == 0 {
		t.Error("there are no forms")
	}
}

func TestTheHostileNotesAreManyAndDifferent(t *testing.T) {
	t.Parallel()
	notes := hostile(t)
	replies := 0
	for i, n := range notes {
		if slices.Contains(notes[:i], n) {
			t.Errorf("%q stands there twice", n)
		}
		if json.Valid([]byte(n)) {
			replies++
		}
	}
	if len(notes) < 60 || replies < 8 {
		t.Errorf("%d notes, %d of them replies put into a model's mouth", len(notes), replies)
	}
}
