package rank_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rank"
)

// Of each pair the second is put in behind, so that it comes first where two are equal.
func TestOfTwoNotesTheOneThatAnswersComesFirst(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		question       string
		seeks          rank.Content
		better, beside string
	}{
		"one with a number where a number is sought": {
			"what was the boiler bill", rank.HasNumber, "the boiler bill was 85", "the boiler bill came today"},
		"one with a day where a day is sought": {
			"when is the dentist", rank.HasDay, "the dentist sees me Tuesday", "the dentist called me back"},
		"one with a time of day where a day is sought": {
			"when is the dentist", rank.HasDay, "the dentist sees me 9:30", "the dentist has 2 chairs"},
		"one with a rare word of English before one with a common word": {
			"when did I feel dizzy", 0, "dizzy again and again on the stairs", "feel good on the stairs"},
		"the writer's own where it says my": {
			"what is my weight", 0, "weight 92 kg this morning, or so the scales say", "dad's weight is 92 kg today"},
		"one with the abbreviation that the notes declare": {
			"the quiet xylem routine", 0, "qxr went well tonight", "routine visit of the plumber"},
		"one with a number written with other zeros": {
			"the 12 km run", 0, "run 12.0 km along the river", "run 12.5 km along the river"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := others(indexOf(
				rank.Note{ID: "better", At: at(2, 8, 0), Text: tt.better},
				rank.Note{ID: "beside", At: at(4, 8, 0), Text: tt.beside},
				rank.Note{ID: "declares", At: at(-60, 8, 0), Text: "new habit: quiet xylem routine (QXR), then bed, and whatever else there may be to say of a day like this one was"},
			))
			r := x.Rank(rank.Question{Text: tt.question, Seeks: tt.seeks})
			for _, m := range r.Notes {
				switch m.ID {
				case "beside":
					t.Fatal("the other one comes first")
				case "better":
					return
				}
			}
			t.Fatal("neither is found")
		})
	}
}

func TestWhatIsSomebodyElsesComesFirstForWhoAsksForIt(t *testing.T) {
	t.Parallel()
	x := others(indexOf(
		rank.Note{ID: "own", At: at(4, 8, 0), Text: "weight of 92 kg is what I tell dad"},
		rank.Note{ID: "dad", At: at(2, 8, 0), Text: "dad's weight is 95 kg today"},
	))
	if got := first(t, x, rank.Question{Text: "what is my dad's weight"}); got != "dad" {
		t.Errorf("%s comes first", got)
	}
}

func TestWhatAnAbbreviationStandsForIsFoundByIt(t *testing.T) {
	t.Parallel()
	for _, declares := range []string{"quiet xylem routine (QXR)", "QXR (quiet xylem routine)", "QXR = quiet xylem routine"} {
		x := others(indexOf(
			rank.Note{ID: "declares", At: at(1, 8, 0), Text: "new habit: " + declares},
			rank.Note{ID: "spelled out", At: at(2, 8, 0), Text: "the quiet xylem routine went well"},
		))
		r := x.Rank(rank.Question{Text: "how did my QXR go"})
		if !slices.ContainsFunc(r.Notes, func(m rank.Match) bool {
			return m.ID == "spelled out" && slices.Contains(r.Terms(m), "QXR")
		}) {
			t.Errorf("%q: what has the words is not found by it", declares)
		}
	}
}

func TestWhatStandsUnderAHeadingIsQuotedAndNotTheHeading(t *testing.T) {
	t.Parallel()
	text := "## Rent\n1510 a month from March, by standing order\n## Car\nnew tyres"
	r := others(indexOf(rank.Note{Text: text})).Rank(rank.Question{Text: "how much is the rent?"})
	if best := r.Notes[0].Best; text[best.Start:best.End] != "1510 a month from March, by standing order" {
		t.Errorf("%q is quoted", text[best.Start:best.End])
	}
}

func TestTheLatestWordComesFirstWhereTheQuestionSaysNow(t *testing.T) {
	t.Parallel()
	x := others(indexOf(
		rank.Note{ID: "then", At: at(-200, 8, 0), Text: "dose of Ramipril set: Ramipril 5 mg"},
		rank.Note{ID: "since", At: at(20, 8, 0), Text: "Ramipril 2.5 mg from this week, said the doctor after a look at the list of the last months"},
	))
	if got := first(t, x, rank.Question{Text: "how much Ramipril now", Today: january.AddDays(24)}); got != "since" {
		t.Errorf("%s comes first", got)
	}
}

// A page without a day may speak of the days that a question names: one that has what is asked
// for comes before notes of those days that only touch it.
func TestAPageWithoutADayIsNotLostBehindTheDaysThatAreNamed(t *testing.T) {
	t.Parallel()
	x := others(rank.New())
	x.Put(rank.Note{ID: "page", Text: "Bertie costs: battery 89, two tyres 138, all paid", Labels: []string{"Van", "Bertie"}})
	for day := 1; day <= 20; day++ {
		x.Put(rank.Note{ID: fmt.Sprint("day", day), At: at(day, 9, 0), Text: "walked past Bertie on the way to the shop"})
	}
	year := notes.Range{Start: notes.Day{Year: 2026, Month: 1, Date: 1}, End: notes.Day{Year: 2026, Month: 12, Date: 31}}
	if got := first(t, x, rank.Question{Text: "how much has Bertie cost me this year", Prefer: []notes.Range{year}}); got != "page" {
		t.Errorf("%s comes first", got)
	}
}
