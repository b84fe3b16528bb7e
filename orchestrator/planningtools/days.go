package planningtools

import (
	"context"
	"fmt"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/wire"
)

// A span is the days on which a part of a goal can be.
type span struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Earliest string `json:"earliest"`
	Latest   string `json:"latest"`
	Critical bool   `json:"critical,omitempty"` // there is no room between the two
}

func spans(d *draft.Draft, keep func(draft.Days) bool) (list []span, err error) {
	days, err := d.Days()
	if err != nil {
		return nil, err
	}
	titles := map[string]string{}
	for _, n := range d.Goal.Outline.Nodes {
		titles[n.ID] = n.Title
	}
	out := []span{}
	for _, s := range days {
		if keep(s) {
			out = append(out, span{s.Node, titles[s.Node], s.Earliest.String(), s.Latest.String(), s.Critical})
		}
	}
	return out, nil
}

func (d Deps) resolve(ctx context.Context, q query) (reason.Result, error) {
	_, laid, err := d.laid(ctx, q)
	if err != nil {
		return reason.Result{}, err
	}
	type link struct {
		Node string `json:"node"`
		dependency
	}
	links := []link{}
	for _, n := range wire.FromOutline(laid.Outline).GetNodes() {
		for _, on := range fromNode(n).Depends {
			if on.Kind == "" {
				on.Kind = "FS"
			}
			links = append(links, link{n.GetId(), on})
		}
	}
	all, err := spans(laid, func(draft.Days) bool { return true })
	if err != nil {
		return reason.Result{}, err
	}
	tight, err := spans(laid, func(s draft.Days) bool { return s.Critical })
	if err != nil {
		return reason.Result{}, err
	}
	return found(sure(laid), struct {
		LinksInAll    int    `json:"dependencies_in_all"`
		CriticalInAll int    `json:"critical_in_all"`
		Critical      []span `json:"critical"`
		Links         []link `json:"dependencies"`
		Days          []span `json:"days"`
	}{len(links), len(tight), first(tight), first(links), first(all)}, fmt.Sprintf("%d of its parts wait for another; %d of %s have no slack.", len(waiting(laid)), len(tight), count(len(all), "part"))), nil
}

// waiting are the parts of a goal that depend on another.
func waiting(d *draft.Draft) map[string]bool {
	out := map[string]bool{}
	for _, n := range d.Outline.Nodes {
		if len(n.Depends) > 0 {
			out[n.ID] = true
		}
	}
	return out
}

func (d Deps) roadmap(ctx context.Context, q query) (reason.Result, error) {
	_, laid, err := d.laid(ctx, q)
	if err != nil {
		return reason.Result{}, err
	}
	parts := map[string]bool{} // that have parts of their own
	for _, n := range laid.Goal.Outline.Nodes {
		parts[n.Parent] = true
	}
	list, err := spans(laid, func(s draft.Days) bool { return parts[s.Node] })
	if err != nil {
		return reason.Result{}, err
	}
	m := wire.FromDays(laid)
	type option struct {
		Name   string `json:"name"`
		Text   string `json:"text"`
		Taken  bool   `json:"taken,omitempty"`
		Reason string `json:"reason,omitempty"` // why it is not
	}
	tried := []option{}
	for _, o := range m.GetOptions() {
		tried = append(tried, option{o.GetName(), o.GetText(), o.GetTaken(), o.GetReason()})
	}
	told := fmt.Sprintf("From %s to %s it is %s of work, and the person's hours have %s.", m.GetStart(), m.GetEnd(), civil.Length(int(m.GetWork())), civil.Length(int(m.GetRoom())))
	return found(sure(laid), struct {
		Title        string   `json:"title"`
		Start        string   `json:"start"`
		End          string   `json:"end"`
		Hours        []string `json:"hours"`
		Limits       []string `json:"limits,omitempty"`
		WorkMinutes  int64    `json:"work_minutes"`
		RoomMinutes  int64    `json:"room_minutes"`
		OptionsTried []option `json:"options_tried"`
		Assumptions  []string `json:"assumptions,omitempty"`
		PartsInAll   int      `json:"parts_in_all"`
		Parts        []span   `json:"parts"`
	}{
		laid.Title(), m.GetStart(), m.GetEnd(), m.GetHours(), m.GetLimits(), m.GetWork(), m.GetRoom(), tried, texts(laid.Assumptions), len(list), first(list),
	}, append([]string{told}, lost(laid)...)...), nil
}
