package scenario

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/chaos"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
)

// Something is found out with tools by orchestrators that are killed in each state of the graph
// "reason". With WEFT_CHAOS=long they are killed before every single event of its log, and a
// hundred times more at random.
func TestAKilledOrchestratorFindsOutWhatItWasAsked(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("it brings a model of its own")
	}
	every := os.Getenv("WEFT_CHAOS") == "long"
	t.Run("at each state", func(t *testing.T) {
		t.Parallel()
		d := &deaths{every: every}
		findOutThroughDeaths(t, d, false)
		for _, w := range []string{"THINK", "CHECK", "CALL begins", "CALL", "RESPOND", "the end"} {
			if !d.met[w] && !d.met[w+" #1"] {
				t.Errorf("nobody died before %s", w)
			}
		}
	})
	t.Run("and keeps nothing of it", func(t *testing.T) {
		t.Parallel()
		d := &deaths{every: true}
		if !every {
			d.only = "THINK #4" // three results are forgotten
		}
		findOutThroughDeaths(t, d, true)
	})
	if !every {
		return
	}
	for seed := range uint64(100) {
		t.Run(fmt.Sprint("at random ", seed), func(t *testing.T) {
			findOutThroughDeaths(t, &deaths{random: rand.New(rand.NewPCG(seed, 7))}, seed%4 == 0)
		})
	}
}

// A thought is a step as a model writes it.
type thought struct {
	Answer  string `json:"answer"`
	Args    string `json:"args"`
	Respond bool   `json:"respond"`
	Thought string `json:"thought"`
	Tool    string `json:"tool"`
}

func (s thought) reply() peer.Reply {
	text, err := json.Marshal(s)
	if err != nil {
		return peer.Reply{Fault: peer.Refuses}
	}
	return peer.Reply{Text: string(text)}
}

// soughtWords are what is looked for, one after the other.
var soughtWords = []string{"boiler", "roof", "chimney", "garden"}

// detective is a model that looks for each word and answers with the names that it was told.
// What it says depends on nothing but what it is told.
func detective(c peer.Call) peer.Reply {
	if done := strings.Count(c.User, "<<<returned "); done < len(soughtWords) {
		return thought{Tool: "search_notes", Args: fmt.Sprintf(`{"query":%q}`, soughtWords[done]), Thought: "Who was it?"}.reply()
	}
	var names []string
	for _, name := range []string{"Brandt", "Keller", "Vogel", "Winter", "Nobody"} {
		if strings.Contains(c.User, name) {
			names = append(names, name)
		}
	}
	return thought{Respond: true, Answer: strings.Join(names, ", "), Thought: "That is all."}.reply()
}

// inNotes stands in the notes, and in no answer.
const inNotes = "fixed"

const repairs = `## 09:00
Mr Brandt fixed the boiler.

## 10:00
Mrs Keller fixed the roof.

## 11:00
Mr Vogel fixed the chimney.

## 12:00
Ms Winter fixed the garden.
`

// findOutThroughDeaths has names found out. What tools return is in the log, or is forgotten
// with who dies.
func findOutThroughDeaths(t *testing.T, d *deaths, forgets bool) {
	t.Helper()
	vault := mesh.EmptyVault(t)
	write(t, filepath.Join(vault, "logs", "raw", "2026", "02", "2026-02-20.md"), repairs)
	var settings []string
	for _, s := range peer.Settings(peer.Serve(t, detective)) {
		settings = append(settings, "--set", s.Path+"="+s.Value)
	}
	calls := &toolCalls{forgets: forgets, made: map[string]int{}}
	d.passes = calls.see
	var run *orchestratorv1.Run
	d.survive(t, ownBus(t), func(more ...string) *mesh.Process {
		return mesh.Spawn(t, vault, slices.Concat([]string{"up"}, settings, more)...)
	}, func(ctx context.Context, api weftapi.Client) (err error) {
		run, err = findOut(ctx, api, &reasonv1.Reasoning{Question: "Who was here?", ForgetResults: forgets}, "who")
		return err
	})
	var report reasonv1.ReasonReport
	if err := run.GetReport().GetDetail().UnmarshalTo(&report); err != nil {
		t.Fatal(err)
	}
	if a := report.GetAnswer(); a.GetText() != "Brandt, Keller, Vogel, Winter" || a.GetReason() != "" || len(report.GetEntries()) != len(soughtWords) {
		t.Errorf("it answers %v", a)
	}
	calls.mu.Lock()
	defer calls.mu.Unlock()
	for _, wrong := range calls.wrong {
		t.Error(wrong)
	}
	for _, word := range soughtWords {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(calls.made)), func(call string) bool { return strings.HasPrefix(call, word+" ") }) {
			t.Errorf("%s was not looked for", word)
		}
	}
	t.Logf("%d calls of %d, %d deaths", calls.all, len(soughtWords), len(d.at))
}

// findOut begins a run of the graph "reason", or goes on with it, and waits for its end.
func findOut(ctx context.Context, api weftapi.Client, in *reasonv1.Reasoning, request string) (*orchestratorv1.Run, error) {
	input, err := anypb.New(in)
	if err != nil {
		return nil, err
	}
	started, err := api.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: "reason", Input: input, RequestId: request})
	if err != nil {
		return nil, err
	}
	stream, err := api.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: started.GetRun().GetId()})
	for err == nil {
		_, err = stream.Recv()
	}
	if !errors.Is(err, io.EOF) {
		return nil, err
	}
	got, err := api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: started.GetRun().GetId()})
	return got.GetRun(), err
}

// toolCalls are the calls of the tool that looks for notes, as they come to the bus.
type toolCalls struct {
	forgets bool // nothing that they return may get into the log

	mu    sync.Mutex
	kept  int            // results that are in the log
	all   int            // calls
	made  map[string]int // by their word and the life that they were made in
	wrong []string
}

// see sees what comes to the bus after so many deaths.
func (c *toolCalls) see(p chaos.Published, deaths int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if strings.HasPrefix(p.Subject, "weft.run.") {
		var r runv1.Record
		if proto.Unmarshal(p.Data, &r) != nil {
			return
		}
		for _, e := range r.GetEvents() {
			if e.GetStepCompleted().GetState() == "CALL" {
				c.kept++
			}
		}
		if c.forgets && bytes.Contains(p.Data, []byte(inNotes)) {
			c.wrong = append(c.wrong, fmt.Sprintf("the log has what was to be forgotten: %q", p.Data))
		}
		return
	}
	if !strings.HasPrefix(p.Subject, fanout.RetrieveSubject("")) {
		return
	}
	var req retrieverv1.RetrieveRequest
	if err := proto.Unmarshal(p.Data, &req); err != nil || len(req.GetInstructions()) != 1 {
		c.wrong = append(c.wrong, fmt.Sprintf("a call is %v, %v", &req, err))
		return
	}
	word := req.GetInstructions()[0].GetQuestion()
	c.all++
	call := fmt.Sprint(word, " after ", deaths, " deaths")
	if c.made[call]++; c.made[call] > 1 {
		c.wrong = append(c.wrong, fmt.Sprintf("%s: called %d times", call, c.made[call]))
	}
	if at := slices.Index(soughtWords, word); at != c.kept && !(c.forgets && deaths > 0 && 0 <= at && at < c.kept) {
		c.wrong = append(c.wrong, fmt.Sprintf("%s: %d results are in the log", call, c.kept))
	}
}
