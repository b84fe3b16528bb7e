package observer

import (
	"context"
	"strings"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/search"
	pb "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

const (
	preference = pb.Category_CATEGORY_PREFERENCE
	pattern    = pb.Category_CATEGORY_PATTERN
	fact       = pb.Category_CATEGORY_FACT
	insight    = pb.Category_CATEGORY_INSIGHT

	tentative = pb.Certainty_CERTAINTY_TENTATIVE
	likely    = pb.Certainty_CERTAINTY_LIKELY
	certain   = pb.Certainty_CERTAINTY_CERTAIN
)

// rules learn without a model.
type rules struct{ memory *extract.Memory }

func (r rules) observe(_ context.Context, o *observation) (*pb.ObserveResponse, error) {
	return propose(o, r.learn(o), nil, mind.ByRules()), nil
}

func (r rules) learn(o *observation) []lesson {
	var out []lesson
	e := o.req.GetEntry()
	switch o.req.GetTrigger() {
	case pb.Trigger_TRIGGER_SIGNIFICANT_LOG:
		if e == nil || e.GetCorrection() {
			break
		}
		n := o.read(r.memory)
		out = append(out, n.records()...)
		out = append(out, routines(e.GetText(), e.GetId())...)
		out = append(out, preferences(e.GetText(), e.GetId())...)
	case pb.Trigger_TRIGGER_USER_CORRECTION:
		source := "correction " + o.today.String()
		if e != nil && !e.GetCorrection() {
			source = e.GetId()
			n := o.read(r.memory)
			out = append(out, n.mended()...)
			out = append(out, n.records()...)
		}
		out = append(out, preferences(o.req.GetCorrection(), source)...)
	case pb.Trigger_TRIGGER_POST_QUERY:
		out = append(out, preferences(o.req.GetQuery(), "query "+o.today.String())...)
	case pb.Trigger_TRIGGER_PERIODIC, pb.Trigger_TRIGGER_REFLECTION:
		out = append(out, o.read(r.memory).learnHabits()...)
	}
	return out
}

// slug makes a key of words: "bench press" is "bench_press".
func slug(words ...string) string {
	var out []string
	for _, w := range words {
		for _, t := range search.Tokens(w) {
			out = append(out, t.Folded)
		}
	}
	return strings.Join(out, "_")
}
