package scenario

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
	"github.com/weft-mesh/weft/test/scripted"
)

// counted is a scripted mind that counts who asks it.
type counted struct {
	mu    sync.Mutex
	calls map[string]int
}

func (c *counted) answer(call peer.Call) peer.Reply {
	c.mu.Lock()
	c.calls[call.Agent]++
	c.mu.Unlock()
	return scripted.Mind(call)
}

// since returns the calls since it was last asked for them.
func (c *counted) since() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.calls
	c.calls = map[string]int{}
	return out
}

// modelled is a mesh whose agents ask a scripted model, at the usual depth.
func modelled(t *testing.T) (*mesh.Mesh, *counted) {
	t.Helper()
	c := &counted{calls: map[string]int{}}
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", append(peer.Settings(peer.Serve(t, c.answer)), config.Override{Path: "llm.window", Value: "32768"})...)
	t.Cleanup(stop)
	return m, c
}

func TestAQuestionCostsOneCallAndAtMostOneMore(t *testing.T) {
	t.Parallel()
	m, calls := modelled(t)
	keep(t, m, []told{
		{60, "dentist: filling on the left, 80 euros"},
		{30, "watched a war movie, das Boot"},
		{20, "dentist again, all good"},
		{3, "lunch with Ann"},
	})
	calls.since()
	for _, c := range []struct {
		name, text string
		calls      map[string]int
		answer     string
	}{
		{"a plain note", "bench press 3x5 at 80 kg, felt heavy", map[string]int{}, ""},
		{"a clear question", "What did I have for lunch with Ann?", map[string]int{"synthesizer": 1}, "lunch with Ann"},
		{"a question in another language", "Wann war ich das letzte Mal beim Zahnarzt?", map[string]int{"router": 1, "synthesizer": 1}, "dentist"},
	} {
		r, _ := m.Process(t, mesh.Input(c.text))
		if got := calls.since(); !maps.Equal(got, c.calls) {
			t.Errorf("%s costs %v, want %v", c.name, got, c.calls)
		}
		best, _, _ := strings.Cut(r.GetAnswer(), "\n") // "war" is no word to search for
		if !strings.Contains(best, c.answer) || degraded(r) {
			t.Errorf("%s is answered %q, %v", c.name, r.GetAnswer(), r.GetProvenance())
		}
	}
}

func TestAFollowUpThatRulesCanNotCompleteIsMadeWhole(t *testing.T) {
	t.Parallel()
	m, calls := modelled(t)
	keep(t, m, []told{
		{60, "left the blue umbrella at Karin's"},
		{50, "left the green umbrella on the 12 tram"},
		{40, "dentist: filling on the left, 80 euros"},
		{20, "dentist again, all good"},
		{3, "lunch with Ann"},
	})
	for _, c := range []struct{ thread, first, then, whole, answer string }{
		{"umbrellas", "Where did I leave the green umbrella?", "what about the other one, the blue?", "Where did I leave the blue umbrella?", "left the blue umbrella at Karin's"},
		{"zahnarzt", "Wann war ich das letzte Mal beim Zahnarzt?", "und davor?", "Wann war ich davor beim Zahnarzt?", "dentist"},
	} {
		inThread(t, m, c.thread, c.first)
		calls.since()
		r := inThread(t, m, c.thread, c.then)
		if got := calls.since(); !maps.Equal(got, map[string]int{"router": 1, "synthesizer": 1}) {
			t.Errorf("%q costs %v", c.then, got)
		}
		if r.GetQueryPortion() != c.whole || r.GetCompletedFrom() != c.then || !strings.Contains(r.GetAnswer(), c.answer) {
			t.Errorf("%q is understood as %q of %q and answered %q", c.then, r.GetQueryPortion(), r.GetCompletedFrom(), r.GetAnswer())
		}
	}
}

// Rules alone know nothing of it, and say so.
func TestWithoutDepthNoModelIsAsked(t *testing.T) {
	t.Parallel()
	c := &counted{calls: map[string]int{}}
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", append(peer.Settings(peer.Serve(t, c.answer)), config.Override{Path: "llm.depth", Value: "off"})...)
	t.Cleanup(stop)
	keep(t, m, []told{{20, "dentist again, all good"}})
	r, _ := m.Process(t, mesh.Input("Wann war ich das letzte Mal beim Zahnarzt?"))
	if len(c.since()) > 0 || degraded(r) || strings.Contains(r.GetAnswer(), "dentist") {
		t.Errorf("it is answered %q, %v", r.GetAnswer(), r.GetProvenance())
	}
}

// degraded reports whether rules stood in for a model that has failed.
func degraded(r *orchestratorv1.RunReport) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(r.GetProvenance())), func(p *commonv1.Provenance) bool { return p.GetDegraded() })
}
