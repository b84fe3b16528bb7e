package reasontools

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

func person(c *commonv1.CallContext) roadmaps.Person {
	return roadmaps.Person{Tenant: c.GetTenant(), User: c.GetUser()}
}

// stretch is when something is, in the person's zone.
type stretch struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Title string `json:"title"`
	Goal  string `json:"goal,omitempty"` // of the roadmap; "": it stands in a calendar
	Done  bool   `json:"done,omitempty"`
}

const (
	nextTold = 5
	moment   = "2006-01-02 15:04"
)

func (d Deps) roadmaps(ctx context.Context, c *commonv1.CallContext, _ json.RawMessage) reason.Result {
	zone, err := time.LoadLocation(c.GetTimeZone())
	if err != nil {
		return failed("bad_zone", err)
	}
	t, err := d.Timelines.Timeline(ctx, person(c))
	if err != nil {
		return failed("read_failed", err)
	}
	type roadmap struct {
		ID      string    `json:"id"`
		Title   string    `json:"title"`
		State   string    `json:"state"`
		LastDay string    `json:"last_day,omitempty"`
		Blocks  int       `json:"blocks,omitempty"`
		Done    int       `json:"done,omitempty"`
		Missed  int       `json:"missed,omitempty"`
		Next    []stretch `json:"next,omitempty"`
	}
	out := []roadmap{}
	now := c.GetNow().AsTime()
	for _, r := range t.GetRoadmaps() {
		one := roadmap{ID: r.GetId(), Title: r.GetTitle(), LastDay: r.GetDeadline(), State: word(r.GetState(), "STATE_")}
		for _, s := range blocks(r, zone) {
			one.Blocks++
			switch {
			case s.block.GetDone():
				one.Done++
			case !s.block.GetEndTime().AsTime().After(now):
				one.Missed++
			case len(one.Next) < nextTold:
				one.Next = append(one.Next, s.stretch)
			}
		}
		out = append(out, one)
	}
	return found(1, map[string]any{"roadmaps": out}, "%s.", count(len(out), "roadmap"))
}

type laid struct {
	stretch
	block *planningv1.Block
}

// blocks are those of a roadmap, in the order of time.
func blocks(r *planningv1.RoadmapSummary, zone *time.Location) []laid {
	var out []laid
	for _, b := range r.GetBlocks() {
		out = append(out, laid{block: b, stretch: stretch{
			From: b.GetStartTime().AsTime().In(zone).Format(moment), To: b.GetEndTime().AsTime().In(zone).Format(moment),
			Title: r.GetTitles()[b.GetNodeId()], Goal: r.GetTitle(), Done: b.GetDone(),
		}})
	}
	slices.SortStableFunc(out, func(a, b laid) int { return strings.Compare(a.From, b.From) })
	return out
}

func (d Deps) agenda(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	in := struct {
		From string
		Days int
	}{Days: 1}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	zone, err := time.LoadLocation(c.GetTimeZone())
	if err != nil {
		return failed("bad_zone", err)
	}
	from, err := time.ParseInLocation(time.DateOnly, in.From, zone)
	if err != nil {
		return reason.Failed("bad_arguments", "from is no day, such as 2027-04-25")
	}
	to := from.AddDate(0, 0, in.Days)
	t, err := d.Timelines.Timeline(ctx, person(c))
	if err != nil {
		return failed("read_failed", err)
	}
	out := []stretch{}
	for _, r := range t.GetRoadmaps() {
		for _, s := range blocks(r, zone) {
			if s.block.GetStartTime().AsTime().Before(to) && from.Before(s.block.GetEndTime().AsTime()) {
				out = append(out, s.stretch)
			}
		}
	}
	sure := 1.0
	told := "%s."
	if d.Calendars != nil {
		held, err := d.Calendars(ctx, person(c), from, to)
		if err != nil {
			sure, told = .5, "%s of roadmaps; the calendars can't be read now."
		}
		for _, h := range held {
			out = append(out, stretch{From: h.GetStartTime().AsTime().In(zone).Format(moment), To: h.GetEndTime().AsTime().In(zone).Format(moment), Title: h.GetTitle()})
		}
	}
	slices.SortStableFunc(out, func(a, b stretch) int { return strings.Compare(a.From, b.From) })
	return found(sure, map[string]any{"agenda": out}, told, count(len(out), "thing"))
}
