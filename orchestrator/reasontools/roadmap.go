package reasontools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

const (
	nextBlocks = 10
	mostNamed  = 5 // roadmaps that words may mean
)

func (d Deps) roadmap(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		Roadmap string
		Cursor  int
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	zone, err := time.LoadLocation(c.GetTimeZone())
	if err != nil {
		return failed("bad_zone", err)
	}
	t, err := d.Timelines.Timeline(ctx, person(c))
	if err != nil {
		return failed("read_failed", err)
	}
	is := named(t.GetRoadmaps(), in.Roadmap)
	switch {
	case len(is) == 0:
		return reason.Failed("not_found", "there is no such roadmap; list_roadmaps lists them")
	case len(is) > 1:
		var titles []string
		for _, r := range is[:min(len(is), mostNamed)] {
			titles = append(titles, fmt.Sprintf("%s (%s)", r.GetTitle(), r.GetId()))
		}
		return reason.Failed("ambiguous", fmt.Sprintf("%d roadmaps have these words; name one by its id: %s", len(is), strings.Join(titles, ", ")))
	}
	r, _, err := d.Timelines.Roadmap(ctx, person(c), is[0].GetId())
	switch {
	case errors.Is(err, roadmaps.ErrNotFound):
		return reason.Failed("not_found", "the roadmap was removed")
	case err != nil:
		return failed("read_failed", err)
	}
	parts := parts(r.GetOutline().GetNodes())
	next, missed, later := []stretch{}, 0, 0
	for _, b := range blocks(is[0], zone) {
		b.Goal = ""
		switch late := !b.block.GetEndTime().AsTime().After(c.GetNow().AsTime()); {
		case b.block.GetDone():
		case late:
			missed++
		case len(next) < nextBlocks:
			next = append(next, b.stretch)
		default:
			later++
		}
	}
	also := map[string]any{"id": r.GetId(), "title": is[0].GetTitle(), "state": word(r.GetState(), "STATE_"), "last_day": is[0].GetDeadline()}
	if in.Cursor == 0 {
		also["next"], also["missed"], also["later_blocks"], also["assumptions"] = next, missed, later, assumed(r.GetAssumptions())
	}
	out := list[string]{name: "parts", thing: "part", items: parts}.page(in.Cursor, 1, also)
	if out.OK {
		out.Explanations[0] = fmt.Sprintf("“%s”: %s", is[0].GetTitle(), out.Explanations[0])
	}
	if later > 0 && in.Cursor == 0 {
		out.Explanations = append(out.Explanations, fmt.Sprintf("%s after the next %d: agenda lists them.", count(later, "block"), nextBlocks))
	}
	return out
}

const mostAssumptions = 5

// assumed are the assumptions of a roadmap, the first ones, with how many there are more.
func assumed(all []string) []string {
	var out []string
	for _, a := range all[:min(len(all), mostAssumptions)] {
		out = append(out, beginning(a, mostText))
	}
	if n := len(all) - mostAssumptions; n > 0 {
		out = append(out, fmt.Sprintf("… and %d more", n))
	}
	return out
}

// named are the roadmaps that an id or words mean: of that id, or whose titles have all the
// words. Those that have ended are meant only if no other is.
func named(list []*planningv1.RoadmapSummary, name string) []*planningv1.RoadmapSummary {
	var open, ended []*planningv1.RoadmapSummary
	words := search.Meaning(name)
	for _, r := range list {
		switch {
		case r.GetId() == name:
			return []*planningv1.RoadmapSummary{r}
		case len(words) == 0 || !hasWords(words, r.GetTitle()):
		case r.GetState() == planningv1.Roadmap_STATE_DONE || r.GetState() == planningv1.Roadmap_STATE_ABANDONED:
			ended = append(ended, r)
		default:
			open = append(open, r)
		}
	}
	if len(open) == 0 {
		return ended
	}
	return open
}

// parts tells the parts of a roadmap, a line each, what belongs to a part below it and further
// in.
func parts(nodes []*planningv1.Node) []string {
	below := map[string][]*planningv1.Node{}
	for _, n := range nodes {
		below[n.GetParentId()] = append(below[n.GetParentId()], n)
	}
	var out []string
	var tell func(parent string, depth int)
	tell = func(parent string, depth int) {
		under := below[parent]
		delete(below, parent) // each part is told once, whatever the parents say
		for _, n := range under {
			out = append(out, strings.Repeat("  ", depth)+line(n))
			tell(n.GetId(), depth+1)
		}
	}
	tell("", 0)
	return out
}

func line(n *planningv1.Node) string {
	out := strings.ReplaceAll(word(n.GetLevel(), "LEVEL_"), "_", "-") + ": " + n.GetTitle()
	if n.GetEstimate() > 0 {
		out += fmt.Sprintf(", %d min", n.GetEstimate())
	}
	if day := n.GetDeadline(); day != "" {
		out += ", by " + day
	} else if day := n.GetDue(); day != "" {
		out += ", due " + day
	}
	if n.GetStatus() != planningv1.Node_STATUS_UNSPECIFIED {
		out += ", " + word(n.GetStatus(), "STATUS_")
	}
	return out
}
