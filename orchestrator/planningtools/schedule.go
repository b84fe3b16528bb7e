package planningtools

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/wire"
)

// scheduled is a goal with the hours of all its work, or why there are none.
func (d Deps) scheduled(ctx context.Context, q query) (draft.Request, *draft.Draft, error) {
	r, laid, err := d.laid(ctx, q)
	if err != nil {
		return r, nil, err
	}
	return r, laid, laid.Schedule(ctx, r)
}

const moment = "2006-01-02 15:04"

// A block is when something is done, in the person's zone.
type block struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Title string `json:"title"`
}

// A week is what a schedule takes of one.
type week struct {
	Monday  string `json:"monday"`
	Blocks  int    `json:"blocks"`
	Minutes int    `json:"minutes"`
}

// blocks are those of a schedule that take time, and the weeks that they are in.
func blocks(d *draft.Draft) (list []block, weeks []week) {
	list, weeks = []block{}, []week{}
	if d.Result.Verdict != problem.Feasible {
		return list, weeks
	}
	titles, laid := d.Titles(), slices.Clone(d.Result.Schedule.Blocks)
	slices.SortFunc(laid, func(a, b problem.Block) int { return a.From - b.From })
	for _, b := range laid {
		from, to := d.Frame.Time(b.From), d.Frame.Time(b.To)
		if b.From >= b.To {
			continue
		}
		list = append(list, block{from.Format(moment), to.Format(moment), titles[b.Task]})
		monday := civil.DateOf(from).WeekStart(time.Monday).String()
		if n := len(weeks); n == 0 || weeks[n-1].Monday != monday {
			weeks = append(weeks, week{Monday: monday})
		}
		weeks[len(weeks)-1].Blocks++
		weeks[len(weeks)-1].Minutes += b.To - b.From
	}
	return list, weeks
}

var verdicts = map[problem.Verdict]string{problem.Feasible: "feasible", problem.Impossible: "impossible", problem.NotFound: "not_found"}

// verdict tells in a sentence whether there is time for a goal, and how sure that is.
func verdict(d *draft.Draft) (told string, confidence float64) {
	work, room := d.Load()
	switch d.Result.Verdict {
	case problem.Feasible:
		list, weeks := blocks(d)
		if len(list) == 0 {
			return fmt.Sprintf("There is nothing to lay for “%s”.", d.Title()), sure(d)
		}
		return fmt.Sprintf("There is time for “%s”: %s of work in %s over %s, from %s to %s.", d.Title(), civil.Length(work), count(len(list), "block"),
			count(len(weeks), "week"), list[0].From[:10], list[len(list)-1].To[:10]), sure(d)
	case problem.Impossible:
		return fmt.Sprintf("There is no time for all of “%s”, which is proven: %s.", d.Title(), wire.FromSchedule(d).GetExplanation()), sure(d)
	}
	return fmt.Sprintf("No schedule was found for “%s”, which does not prove that there is none: it is %s of work, and the person's hours have %s.",
		d.Title(), civil.Length(work), civil.Length(room)), min(sure(d), .5)
}

func (d Deps) schedule(ctx context.Context, q query) (reason.Result, error) {
	_, made, err := d.scheduled(ctx, q)
	if err != nil {
		return reason.Result{}, err
	}
	list, weeks := blocks(made)
	work, room := made.Load()
	told, confidence := verdict(made)
	return found(confidence, struct {
		Title       string   `json:"title"`
		Verdict     string   `json:"verdict"`
		Proof       string   `json:"proof,omitempty"`
		FirstDay    string   `json:"first_day"`
		LastDay     string   `json:"last_day"`
		Hours       []string `json:"hours"`
		Limits      []string `json:"limits,omitempty"`
		WorkMinutes int      `json:"work_minutes"`
		RoomMinutes int      `json:"room_minutes"`
		Assumptions []string `json:"assumptions,omitempty"`
		WeeksInAll  int      `json:"weeks_in_all"`
		BlocksInAll int      `json:"blocks_in_all"`
		Weeks       []week   `json:"weeks"`
		Blocks      []block  `json:"blocks"`
	}{
		made.Title(), verdicts[made.Result.Verdict], wire.FromSchedule(made).GetExplanation(), made.Start.String(), made.End.String(), made.Hours(), made.Limits(),
		work, room, texts(made.Assumptions), len(weeks), len(list), first(weeks), first(list),
	}, append([]string{told}, lost(made)...)...), nil
}
