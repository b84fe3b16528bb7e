package chronicle_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/chronicle"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// builtin loads the shipped domains once.
var builtin = sync.OnceValues(domains.Builtin)

var today = notes.DayOf(time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC))

// of reads lines "2026-03-02 text" as a chronicle.
func of(t *testing.T, lines string) *chronicle.Chronicle {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	dc := set.Context([]string{"general"})
	var entries []*commonv1.Entry
	for line := range strings.Lines(lines) {
		date, text, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok {
			entries = append(entries, &commonv1.Entry{Id: date, Date: date, Text: text})
		}
	}
	l := note.NewLexicon(dc)
	ns := note.Read(entries, time.UTC, dc.GetSchemas(), extract.NewMemory(64, 64), l)
	return chronicle.New(ns, l, today, time.Monday, func(*note.Subject, []*note.Note) int { return -1 })
}

func TestTheDayOfAnEventIsThatOnWhichItHappened(t *testing.T) {
	t.Parallel()
	for question, tt := range map[string]struct{ notes, want string }{
		"when was the boiler repaired": {`
			2026-03-02 boiler leaking again
			2026-03-04 rang the plumber about the boiler
			2026-03-09 boiler fixed, finally warm`, "2026-03-09"},
		"when was the op": {`
			2026-03-02 hospital letter: op on 14 March
			2026-03-10 they moved the op to 21 March
			2026-03-22 home, sore but fine`, "2026-03-21"},
		"when did I pass my driving test": {`
			2026-03-02 driving test booked for 20 March
			2026-03-20 passed my driving test!!
			2026-04-01 still grinning about the test`, "2026-03-20"},
		"when is the wedding": {`
			2026-03-02 save the date from Ana: wedding on 12 September
			2026-04-02 bought shoes for the wedding`, "2026-09-12"},
	} {
		t.Run(question, func(t *testing.T) {
			t.Parallel()
			m := ask.Read(question, commonv1.QueryType_QUERY_TYPE_SIMPLE, today).Moment
			if m == nil {
				t.Fatal("the question asks for no day")
			}
			h, _, ok := of(t, tt.notes).When(m)
			if !ok || h.Day.String() != tt.want {
				t.Errorf("it was on %v, want %s", h.Day, tt.want)
			}
		})
	}
}

func TestWhatNoNoteTellsHasNoDay(t *testing.T) {
	t.Parallel()
	c := of(t, `
		2026-03-02 boiler leaking again
		2026-03-04 new kettle`)
	m := ask.Read("when was the fence painted", commonv1.QueryType_QUERY_TYPE_SIMPLE, today).Moment
	if h, _, ok := c.When(m); ok {
		t.Errorf("the fence was painted on %v", h.Day)
	}
}

func TestWhatHappensAgainAndAgainHasNoOneDay(t *testing.T) {
	t.Parallel()
	c := of(t, `
		2026-03-02 migraine
		2026-03-09 migraine all day
		2026-03-17 bad migraine
		2026-04-02 migraine, went to bed`)
	m := ask.Read("when was the migraine", commonv1.QueryType_QUERY_TYPE_SIMPLE, today).Moment
	if h, _, ok := c.When(m); ok {
		t.Errorf("of four migraines that of %v is told", h.Day)
	}
}

func TestAnIntervalHasTheEndsThatTheNotesTell(t *testing.T) {
	t.Parallel()
	c := of(t, `
		2026-03-02 new cylinder, 850
		2026-03-20 gas running low
		2026-04-11 cylinder empty, changed it`)
	is := ask.Read("how many days between the new cylinder and the empty cylinder", commonv1.QueryType_QUERY_TYPE_SIMPLE, today).Intervals
	if len(is) == 0 {
		t.Fatal("the question asks for no interval")
	}
	if p, _, ok := c.Between(is[0]); !ok || p.From.Day.String() != "2026-03-02" || p.To.Day.String() != "2026-04-11" {
		t.Errorf("from %v to %v, want 2026-03-02 to 2026-04-11", p.From.Day, p.To.Day)
	}
}
