package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
	"github.com/weft-mesh/weft/test/scripted"
)

// A model sees sixty notes at once. A count over more of them is made of what it has
// read in parts.
func TestAModelReadsAllNotesOfACountAndCodeCountsThem(t *testing.T) {
	t.Parallel()
	var notes []string
	for i := range 75 {
		notes = append(notes, fmt.Sprintf("Watered the fern in the hall, it had %d leaves.", 10+i))
	}
	m, stop := mesh.Start(t, diary(t, notes...), "", append(peer.Settings(peer.Serve(t, scripted.Mind)), config.Override{Path: "llm.window", Value: "32768"})...)
	t.Cleanup(stop)
	r := m.Ask(t, "list every time I watered the fern")
	if want := "count of what was gathered from 75 notes: 75 "; !strings.Contains(r.GetAnswer(), want) {
		t.Errorf("want %q in %q", want, r.GetAnswer())
	}
	for _, u := range r.GetUsage().GetAgents() {
		if u.GetAgent() == "synthesizer" && u.GetCalls() != 3 {
			t.Errorf("%d calls, want two parts and the answer", u.GetCalls())
		}
	}
}
