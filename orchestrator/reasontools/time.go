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
	"github.com/weft-mesh/weft/kit/stable"
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

func (d Deps) roadmaps(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct{ Cursor int }
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
	type roadmap struct {
		ID      string    `json:"id"`
		Title   string    `json:"title"`
		State   string    `json:"state"`
		LastDay string    `json:"last_day,omitempty"`
		Blocks  int       `json:"blocks,omitempty"`
		Done    int       `json:"done,omitempty"`
		Missed  int       `json:"missed,omitempty"`
		Next    []stretch `json:"next,omitempty"`
		Later   int       `json:"later,omitempty"` // blocks after those
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
			default:
				one.Later++
			}
		}
		out = append(out, one)
	}
	return list[roadmap]{name: "roadmaps", thing: "roadmap", items: out}.page(in.Cursor, 1, nil)
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
	stable.Sort(out, func(a, b laid) int { return strings.Compare(a.From, b.From) })
	return out
}

func (d Deps) agenda(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		days
		Days, Cursor int
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	zone, err := time.LoadLocation(c.GetTimeZone())
	if err != nil {
		return failed("bad_zone", err)
	}
	from, to, err := stretchOf(in.days, in.Days, zone)
	if err != nil {
		return failed("bad_arguments", err)
	}
	sure, notes := 1.0, []string(nil)
	if last := from.AddDate(0, 0, maxDays); to.After(last) {
		to = last
		notes = append(notes, fmt.Sprintf("These are %d days, the most that are told at once: ask again from %s.", maxDays, to.Format(time.DateOnly)))
	}
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
	if d.Calendars != nil {
		held, general, err := d.Calendars(ctx, person(c), from, to)
		if err != nil {
			sure, notes = .5, append(notes, "The calendars can't be read right now: "+err.Error()+".")
		}
		for _, doubt := range roadmaps.Doubts(held, general) {
			notes = append(notes, "Some of the calendars can't be read: "+doubt+".")
		}
		for _, h := range held {
			out = append(out, stretch{From: h.GetStartTime().AsTime().In(zone).Format(moment), To: h.GetEndTime().AsTime().In(zone).Format(moment), Title: h.GetTitle()})
		}
	}
	stable.Sort(out, func(a, b stretch) int { return strings.Compare(a.From, b.From) })
	also := map[string]any{"from": from.Format(time.DateOnly), "to": to.AddDate(0, 0, -1).Format(time.DateOnly)}
	r := list[stretch]{name: "agenda", thing: "thing", items: out}.page(in.Cursor, sure, also)
	if r.OK {
		r.Explanations = append(r.Explanations, notes...)
	}
	return r
}

const maxDays = 31 // of an agenda

// stretchOf is the time of the days that an agenda is asked for: up to a last day, so many days,
// or one.
func stretchOf(on days, n int, zone *time.Location) (from, to time.Time, err error) {
	r, err := on.read()
	if err != nil {
		return from, to, err
	}
	if from, err = time.ParseInLocation(time.DateOnly, on.From, zone); err != nil {
		return from, to, errors.New("from is not a day such as 2027-04-25")
	}
	if !r.End.IsZero() {
		if to, err = time.ParseInLocation(time.DateOnly, on.To, zone); err != nil {
			return from, to, errors.New("to is not a day such as 2027-04-25")
		}
		to = to.AddDate(0, 0, 1)
	} else {
		to = from.AddDate(0, 0, max(n, 1))
	}
	return from, to, nil
}
