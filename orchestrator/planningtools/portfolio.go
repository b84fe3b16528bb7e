package planningtools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/replangraph"
)

const usualWeeks = 4

// A load is how full a week is.
type load struct {
	Monday  string           `json:"monday"`
	Room    int64            `json:"room_minutes"`
	Taken   int64            `json:"taken_minutes"`
	Percent int64            `json:"percent"`
	Of      map[string]int64 `json:"of"` // minutes by the title of the roadmap
}

func loads(p *planningv1.Proposal, most int) []load {
	out := []load{}
	for _, w := range p.GetWeeks()[:min(most, len(p.GetWeeks()))] {
		one := load{Monday: w.GetMonday(), Room: w.GetRoom(), Of: map[string]int64{}}
		for _, s := range w.GetShares() {
			one.Taken += s.GetMinutes()
			one.Of[p.GetTitles()[s.GetRoadmapId()]] += s.GetMinutes()
		}
		if one.Room > 0 {
			one.Percent = 100 * one.Taken / one.Room
		}
		out = append(out, one)
	}
	return out
}

func (d Deps) probe(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	in := struct{ Weeks int }{usualWeeks}
	if err := json.Unmarshal(args, &in); err != nil {
		return reason.Failed("bad_arguments", err.Error())
	}
	zone, err := time.LoadLocation(c.GetTimeZone())
	if err != nil {
		return reason.Failed("bad_zone", err.Error())
	}
	differs, proposal, unread, err := replangraph.Probe(ctx, planninggraph.Deps{
		Timelines: d.Timelines, Calendars: d.Calendars, TimeZone: c.GetTimeZone(), Now: c.GetNow().AsTime,
	}, person(c))
	if err != nil {
		return refused(err)
	}
	type conflict struct {
		Kind string `json:"kind"`
		Text string `json:"text"`
		From string `json:"from"`
	}
	type shift struct {
		Title  string `json:"title"`
		From   string `json:"from,omitempty"`
		To     string `json:"to,omitempty"` // "": it is left out
		Reason string `json:"reason,omitempty"`
	}
	conflicts, shifts := []conflict{}, []shift{}
	for _, x := range differs {
		conflicts = append(conflicts, conflict{x.GetKind(), x.GetText(), x.GetStartTime().AsTime().In(zone).Format(moment)})
	}
	begins := func(list []*planningv1.Span) string {
		if len(list) == 0 {
			return ""
		}
		return list[0].GetStartTime().AsTime().In(zone).Format(moment)
	}
	for _, m := range proposal.GetMoves() {
		shifts = append(shifts, shift{m.GetTitle(), begins(m.GetFrom()), begins(m.GetTo()), m.GetReason()})
	}
	weeks := loads(proposal, in.Weeks)
	told := fmt.Sprintf("%s with work left; %s; %s.", count(len(proposal.GetTitles()), "roadmap"), count(len(conflicts), "conflict"), count(len(shifts), "suggested shift"))
	var needs []string
	for _, text := range proposal.GetNeeds() {
		needs = append(needs, text+".")
	}
	if len(needs) > 0 {
		needs = append([]string{"All that is left could not be scheduled."}, needs...)
	}
	for _, w := range weeks {
		needs = append(needs, fmt.Sprintf("The week of %s is %d%% full.", w.Monday, w.Percent))
	}
	return found(1, struct {
		Utilization     []load     `json:"utilization"`
		ConflictsInAll  int        `json:"conflicts_in_all"`
		ShiftsInAll     int        `json:"suggested_shifts_in_all"`
		Conflicts       []conflict `json:"conflicts"`
		SuggestedShifts []shift    `json:"suggested_shifts"`
	}{weeks, len(conflicts), len(shifts), first(conflicts), first(shifts)}, slices.Concat([]string{told}, needs, doubtful(unread))...)
}
