package scenario

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
)

// faulty is a model server of which three calls in ten fail. What it says
// otherwise keeps the form and is nonsense.
type faulty struct {
	mu           sync.Mutex
	rand         *rand.Rand
	good, failed int
}

var nonsense = strings.Fields("run sleep e1 e2 f1 g1 squat 8 km 7.5 h felt good yesterday budget release strength because tired coffee 2026-02-20 maybe")

func (f *faulty) answer(c peer.Call) peer.Reply {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := "Nothing to say."
	if c.Form != nil {
		text = c.Form.Fill(f.rand, func(string) string {
			n := f.rand.IntN(6)
			said := make([]string, 0, n)
			for range n {
				said = append(said, nonsense[f.rand.IntN(len(nonsense))])
			}
			return strings.Join(said, " ")
		})
	}
	if f.rand.IntN(10) >= 3 {
		f.good++
		return peer.Reply{Text: text}
	}
	all := peer.Faults()
	fault := all[f.failed%len(all)]
	f.failed++
	return peer.Reply{Text: text, Fault: fault}
}

// playedAll tells whether each fault was played at least once.
func (f *faulty) playedAll() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed >= len(peer.Faults())
}

func TestNoRunIsLostWhereModelsFail(t *testing.T) {
	t.Parallel()
	// A thousand take minutes; some of them show every fault as well.
	runs, err := strconv.Atoi(cmp.Or(os.Getenv("WEFT_TEST_FAULTY_RUNS"), "40"))
	if err != nil {
		t.Fatal(err)
	}
	server := &faulty{rand: rand.New(rand.NewPCG(7, 11))}
	m, stop := mesh.Start(t, mesh.ExampleVault(t), "", append(peer.Settings(peer.Serve(t, server.answer)),
		config.Override{Path: "llm.depth", Value: "deep"},
		config.Override{Path: "llm.timeout", Value: "1s"},
		config.Override{Path: "llm.llm_retry", Value: "1"},
		config.Override{Path: "llm.parse_retry", Value: "1"},
		config.Override{Path: "llm.breaker.failures", Value: "5"},
		config.Override{Path: "llm.breaker.pause", Value: "100ms"},
	)...)
	t.Cleanup(stop)
	m.Patience = 10 * time.Minute
	inputs := []func(i int) *orchestratorv1.Input{
		func(i int) *orchestratorv1.Input {
			in := mesh.Input(fmt.Sprintf("bench press 3x5 @ %d kg, felt fine", 40+i))
			in.Intent = commonv1.InputType_INPUT_TYPE_LOG
			return in
		},
		func(int) *orchestratorv1.Input { return mesh.Input("Wie viel habe ich letzte Woche geschlafen?") },
		func(i int) *orchestratorv1.Input {
			return mesh.Input(fmt.Sprintf("Ran %d km in the rain. How far did I run in January?", 3+i))
		},
		func(i int) *orchestratorv1.Input { return mesh.Input(fmt.Sprintf("actually it was %d kg", 30+i)) },
		func(int) *orchestratorv1.Input { return mesh.Input("why was I so tired, and what should I change?") },
	}
	var degraded atomic.Int64
	var wg sync.WaitGroup
	next := make(chan int)
	for range 8 {
		wg.Go(func() {
			for i := range next {
				in := inputs[i%len(inputs)](i)
				r, _ := m.Process(t, in)
				switch r.GetStatus() {
				case orchestratorv1.RunReport_COMPLETED, orchestratorv1.RunReport_PARTIAL, orchestratorv1.RunReport_WAITING:
				default:
					t.Errorf("%q ended as %v: %s", in.GetText(), r.GetStatus(), r.GetFailure())
				}
				if wantDegradedSaid(t, r) {
					degraded.Add(1)
				}
				if in.GetIntent() == commonv1.InputType_INPUT_TYPE_LOG && r.GetEntry().GetText() != in.GetText() {
					t.Errorf("%q was kept as %q", in.GetText(), r.GetEntry().GetText())
				}
			}
		})
	}
	// How many calls the runs make depends on how long the breaker stays open, so on
	// how busy the machine is: they go on until each fault was played.
	given := 0
	for ; given < runs || given < 10*runs && !server.playedAll(); given++ {
		next <- given
	}
	close(next)
	wg.Wait()
	kept := strings.Join(values(m.Raw(t)), "\n")
	for i := 0; i < given; i += len(inputs) {
		if text := inputs[0](i).GetText(); !strings.Contains(kept, text) {
			t.Errorf("%q is not in the vault", text)
		}
	}
	t.Logf("%d runs, %d of them degraded; %d calls answered, %d failed", given, degraded.Load(), server.good, server.failed)
	if server.good == 0 || server.failed < len(peer.Faults()) {
		t.Errorf("%d calls were answered and %d failed: not every fault was seen", server.good, server.failed)
	}
}

// wantDegradedSaid fails if rules stood in for a model and the report does not say
// so, to programs and to people. It returns whether they did.
func wantDegradedSaid(t *testing.T, r *orchestratorv1.RunReport) bool {
	t.Helper()
	stoodIn := false
	said := strings.Join(r.GetWarnings(), "\n")
	for agent, p := range r.GetProvenance() {
		if p.GetDegraded() && p.GetDegradedReason() == "" {
			t.Errorf("the %s does not say why it is degraded: %v", agent, p)
		}
		if p.GetProvider() != "rules" {
			continue
		}
		switch agent {
		case "planner", "retriever", "analyzer", "clarifier", "observer": // ask no model in a run
			continue
		case "router", "parser": // ask none for what rules are certain of, and for a correction's values
			if !p.GetDegraded() {
				continue
			}
		}
		if !p.GetDegraded() {
			t.Errorf("the %s answered by rules and is not degraded: %v", agent, p)
			continue
		}
		stoodIn = true
		if !strings.Contains(said, "instead of a model") || !strings.Contains(said, agent) {
			t.Errorf("nobody is told that rules stood in for the %s's model: %q", agent, said)
		}
	}
	return stoodIn
}
