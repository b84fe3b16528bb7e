package graph

import runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

// begin notes that an attempt at the branch's effect has begun. If one was under way,
// that one has failed.
func (b *Branch) begin(attempt int) {
	if b.begun {
		b.Failed++
	}
	b.begun, b.Recovered = true, true
	b.Tried = max(b.Tried, attempt)
}

// interrupted notes that whoever was at the run has let go of it, with or without a
// word. The log has the attempts at effects. Of a pure step it does not say whether it
// had begun, so each that may have counts as tried once at least, and those of the state
// that the word is of as often as it says.
func (g *Graph[S]) interrupted(r *Run[S], word *runv1.Released) {
	for i := range r.Branches {
		b := &r.Branches[i]
		of := word.GetState() == string(b.State)
		if of && word.GetWaited() != nil {
			b.Failed = 0 // it waits for somebody who is away, and that is no failure
		}
		b.begun = false
		if of && word.GetEffectless() {
			b.Recovered = false
		}
		if g.nodes[b.State].Kind != Pure || r.held(b) || b.paused() {
			continue
		}
		tried := 1
		if of {
			tried = max(1, int(word.GetAttempts()))
		}
		b.Tried, b.Recovered = b.Tried+tried, true
	}
}
