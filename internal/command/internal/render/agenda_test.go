package render_test

import (
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/planning/civil"
)

func TestADayTellsWhatOfAnEventLiesOnIt(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour int) *timestamppb.Timestamp {
		return timestamppb.New(time.Date(2026, 12, day, hour, 0, 0, 0, berlin))
	}
	for name, c := range map[string]struct {
		from, to *timestamppb.Timestamp
		want     string
	}{
		"on the day":                {at(7, 9), at(7, 10), "09:00–10:00"},
		"until midnight":            {at(7, 9), at(8, 0), "09:00–24:00"},
		"from midnight":             {at(7, 0), at(7, 6), "00:00–06:00"},
		"until the day after":       {at(7, 23), at(8, 1), "23:00–24:00"},
		"since the day before":      {at(6, 23), at(7, 1), "00:00–01:00"},
		"days before and after":     {at(5, 23), at(9, 1), "all day"},
		"from midnight to midnight": {at(7, 0), at(8, 0), "all day"},
	} {
		for kind, item := range map[string]*orchestratorv1.AgendaItem{
			"event": {Title: "Long", Commitment: &planningv1.Commitment{StartTime: c.from, EndTime: c.to}},
			"block": {Title: "Long", Block: &planningv1.Block{StartTime: c.from, EndTime: c.to}},
		} {
			got := render.Agenda(plain, []*orchestratorv1.AgendaItem{item}, civil.NewDate(2026, time.December, 7), berlin)
			if !strings.HasPrefix(got, c.want+"  ") {
				t.Errorf("%s, %s: %q, want %s", name, kind, got, c.want)
			}
		}
	}
}
