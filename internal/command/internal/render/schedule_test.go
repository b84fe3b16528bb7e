package render_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/planning/civil"
)

func load(monday string, minutes, room int64) *planningv1.WeekLoad {
	return &planningv1.WeekLoad{Monday: monday, Room: room, Shares: []*planningv1.WeekLoad_Share{{Minutes: minutes}}}
}

func TestAScheduleIsShownByItsFirstTwoWeeksAndTheLoadOfEachWeek(t *testing.T) {
	t.Parallel()
	blocks := []render.WeekItem{
		named(on("2026-12-16", "17:00", "18:00"), "Long run", ""), // the 15th day
		named(on("2026-12-02", "17:00", "17:40"), "Easy run", ""),
		named(on("2026-12-02", "18:00", "18:20"), "Enter the race", ""),
		named(on("2026-12-15", "21:30", "22:00"), "Easy run", ""), // the 14th
	}
	weeks := []*planningv1.WeekLoad{
		load("2026-11-30", 60, 1500), load("2026-12-07", 0, 1800), load("2026-12-14", 300, 840), load("2026-12-21", 300, 840),
		load("2026-12-28", 300, 840), load("2027-01-04", 840, 840),
	}
	wantFile(t, "schedule.txt", render.Schedule(screen.Style{}, blocks, weeks, berlin))
	wantFile(t, "schedule-ascii.txt", render.Schedule(screen.Style{ASCII: true}, blocks, weeks, berlin))
}

func TestTheFirstTwoWeeksAreTheBlocksOfFourteenDays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var blocks []render.WeekItem
		first := time.Time{}
		for i := range rapid.IntRange(1, 40).Draw(t, "blocks") {
			from := time.Date(2027, time.March, 1, 0, rapid.IntRange(0, 60*24*40).Draw(t, "from"), 0, 0, berlin) // over the change of the clock
			if first.IsZero() || from.Before(first) {
				first = from
			}
			blocks = append(blocks, render.WeekItem{From: from, To: from.Add(time.Hour), Title: fmt.Sprintf("block <%d>", i)})
		}
		got := render.Schedule(screen.Style{}, blocks, nil, berlin)
		end := (civil.DateOf(first) + 14).In(berlin)
		for _, b := range blocks {
			if strings.Contains(got, b.Title) != b.From.Before(end) {
				t.Errorf("%s of %s, the first of %s:\n%s", b.Title, b.From, first, got)
			}
		}
	})
}

func TestALongPlanIsAPageOfWeeks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var weeks []*planningv1.WeekLoad
		monday := civil.NewDate(2026, time.November, 30)
		for i := range rapid.IntRange(1, 200).Draw(t, "weeks") {
			room := rapid.Int64Range(0, 7*24*60).Draw(t, "room")
			weeks = append(weeks, load((monday+civil.Date(7*i)).String(), rapid.Int64Range(0, room).Draw(t, "work"), room))
		}
		if n := strings.Count(render.Schedule(screen.Style{}, nil, weeks, berlin), "\n"); n > 2+16 {
			t.Fatalf("%d weeks are %d lines", len(weeks), n)
		}
	})
}
