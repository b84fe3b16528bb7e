package roadmapapi

import (
	"context"
	"fmt"
	"slices"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wire"
)

// standingWarnings are the warnings of blocks to come that stay where they are.
func (s *Server) standingWarnings(ctx context.Context, m *planningv1.Roadmap) ([]*planningv1.Violation, error) {
	if m.GetState() != planningv1.Roadmap_STATE_ACTIVE {
		return nil, nil
	}
	d, err := wire.Document(m)
	if err != nil {
		return nil, err
	}
	var stay []roadmapfile.Block
	for _, b := range d.Blocks {
		if b.Locked && !b.Done && b.From.After(s.d.Now()) {
			stay = append(stay, b)
		}
	}
	return s.warnings(ctx, s.person(ctx), m, d, stay), nil
}

// movedBlocks are those of a roadmap that lie at another time than before.
func movedBlocks(before, after roadmapfile.Document) (out []roadmapfile.Block) {
	was := map[string]roadmapfile.Block{}
	for _, b := range before.Blocks {
		was[b.ID] = b
	}
	for _, b := range after.Blocks {
		if o, known := was[b.ID]; !known || !o.From.Equal(b.From) || !o.To.Equal(b.To) {
			out = append(out, b)
		}
	}
	return out
}

// warnings are what a roadmap does not keep where some of its blocks are: what can't be looked at is not
// warned of.
func (s *Server) warnings(ctx context.Context, p roadmaps.Person, m *planningv1.Roadmap, d roadmapfile.Document, blocks []roadmapfile.Block) []*planningv1.Violation {
	if d.State != roadmapfile.Active || len(blocks) == 0 {
		return nil
	}
	l := look{now: s.d.Now(), moved: blocks}
	from, to := blocks[0].From, blocks[0].To
	for _, b := range blocks {
		if b.From.Before(from) {
			from = b.From
		}
		if b.To.After(to) {
			to = b.To
		}
	}
	if items, _, _, err := s.agenda(ctx, p, from, to); err == nil {
		l.items = items
	}
	if k, hours, err := s.hours(m, from, to); err == nil {
		l.kept, l.hours = k, hours
	}
	return l.conflicts(d)
}

// hours are a roadmap as it is planned, and when work on it may be, in the zone of the person's
// days.
func (s *Server) hours(m *planningv1.Roadmap, from, to time.Time) (draft.Kept, *draft.Hours, error) {
	k, zone, err := wire.KeptInZone(m, nil, s.d.TimeZone)
	if err != nil {
		return draft.Kept{}, nil, err
	}
	hours, err := k.Hours(zone, from, to)
	return k, hours, err
}

// A look is what moved blocks are held against.
type look struct {
	now   time.Time
	moved []roadmapfile.Block
	items []*orchestratorv1.AgendaItem // at the time of those
	kept  draft.Kept
	hours *draft.Hours // of the goal; nil: neither is known
}

func (l look) conflicts(d roadmapfile.Document) []*planningv1.Violation {
	nodes := map[string]roadmapfile.Node{}
	for _, n := range d.Nodes {
		nodes[n.ID] = n
	}
	zone, err := time.LoadLocation(d.Zone)
	if err != nil {
		zone = time.UTC
	}
	var out []*planningv1.Violation
	for _, b := range l.moved {
		warn := func(code, text string) {
			text = fmt.Sprintf("“%s” %s", nodes[b.Node].Title, text)
			if !slices.ContainsFunc(out, func(v *planningv1.Violation) bool { return v.GetText() == text }) { // of another block of it
				out = append(out, &planningv1.Violation{Code: code, Path: []string{b.Node}, Text: text})
			}
		}
		for _, i := range l.items {
			if i.GetCommitment().GetFree() {
				continue // it takes no time
			}
			if start, end := span(i); (i.GetRoadmapId() != d.ID || i.GetBlock().GetId() != b.ID) && b.From.Before(end) && start.Before(b.To) {
				warn("overlap", fmt.Sprintf("is at the same time as “%s”, on %s", i.GetTitle(), b.From.In(zone).Format("Mon 2 Jan 15:04")))
			}
		}
		if !b.Done && !l.now.Before(b.To) {
			warn("past", fmt.Sprintf("is in the past: mark it done (weft roadmaps done %s %s), or move it to a later time", d.ID, b.ID))
		}
		if l.hours != nil {
			if code, why := l.hours.Outside(b.From, b.To); code != "" {
				warn(code, why)
			}
			for _, why := range l.hours.Over(d.Blocks, b) {
				warn("limit", why)
			}
			for _, why := range l.kept.Order(b) {
				warn("order", why)
			}
		}
		if by, of := deadline(nodes, b.Node); by != 0 && civil.DateOf(b.To.Add(-time.Minute).In(zone)) > by {
			text := fmt.Sprintf("has to be done by %s", by)
			if of != b.Node {
				text += fmt.Sprintf(", the deadline of “%s”", nodes[of].Title)
			}
			warn("late", text)
		}
	}
	return out
}

// deadline is the first of those of a node and all that it is part of, and whose that is; 0: none.
func deadline(nodes map[string]roadmapfile.Node, id string) (by civil.Date, of string) {
	for range len(nodes) {
		n, ok := nodes[id]
		if !ok {
			break
		}
		if n.Deadline != 0 && (by == 0 || n.Deadline < by) {
			by, of = n.Deadline, id
		}
		id = n.Parent
	}
	return by, of
}
