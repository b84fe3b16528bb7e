package roadmap_test

import (
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/wish"
)

func TestHoursOfAWeek(t *testing.T) {
	t.Parallel()
	friday := civil.NewDate(2027, 1, 15)
	weekdays := []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	weekend := []time.Weekday{time.Saturday, time.Sunday}
	evenings := wish.Window{Days: weekdays, From: 19 * 60, To: 22 * 60}
	for name, test := range map[string]struct {
		w    wish.Wish
		want []string
	}{
		"all that are open": {wish.Wish{Rhythm: wish.Rhythm{Windows: []wish.Window{evenings}, Sessions: 3}}, []string{"Mon, Tue, Wed, Thu, Fri 19:00–22:00"}},
		"so many days":      {wish.Wish{Rhythm: wish.Rhythm{Windows: []wish.Window{evenings}, Sessions: 3}, Single: true}, []string{"Mon, Wed, Fri 19:00–22:00"}},
		"days between":      {wish.Wish{Rhythm: wish.Rhythm{Windows: []wish.Window{evenings}, Apart: 2}}, []string{"Mon, Thu 19:00–22:00"}},
		"more than there are": {
			wish.Wish{Rhythm: wish.Rhythm{Windows: []wish.Window{{Days: weekend, From: 600, To: 720}}, Sessions: 5}, Single: true}, []string{"Sat, Sun 10:00–12:00"},
		},
		"a weekend beside": {
			wish.Wish{Rhythm: wish.Rhythm{Windows: []wish.Window{evenings, {Days: weekend, From: 600, To: 720, First: friday + 1, Last: friday + 2}}, Sessions: 3}, Single: true},
			[]string{
				"until 2027-01-15: Mon, Wed, Fri 19:00–22:00", "2027-01-16 to 2027-01-17: Sat, Sun 10:00–12:00", "from 2027-01-18: Mon, Wed, Fri 19:00–22:00",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			windows, _ := roadmap.Windows(test.w)
			if got := roadmap.Told(windows); !slices.Equal(got, test.want) {
				t.Errorf("they are %q", got)
			}
		})
	}
}
