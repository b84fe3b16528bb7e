package rank_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rank"
)

// others are notes on something else, so that words differ in what they tell.
func others(x *rank.Index) *rank.Index {
	for i := range 30 {
		x.Put(rank.Note{ID: fmt.Sprint("other", i), At: at(-10-i, 8, 0), Text: "quiet evening with a book"})
	}
	return x
}

func first(t *testing.T, x *rank.Index, q rank.Question) (note string) {
	t.Helper()
	r := x.Rank(q)
	if len(r.Notes) == 0 {
		t.Fatalf("%q finds nothing", q.Text)
	}
	return r.Notes[0].ID
}

func TestWhatOnlyNamesANoteIsNotQuotedInItsPlace(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a heading":             "# Boiler service\n\nThe thermocouple is new.",
		"tags and a title":      "title: Boiler\ntags: boiler, service\n\nThe thermocouple is new.",
		"a day below a heading": "# Boiler\nCreated: October 3, 2026 (service)\n\nThe thermocouple is new.",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := others(indexOf(rank.Note{Text: text})).Rank(rank.Question{Text: "the boiler service"})
			if best := r.Notes[0].Best; text[best.Start:best.End] != "The thermocouple is new." {
				t.Errorf("quotes %q", text[best.Start:best.End])
			}
		})
	}
	alone := "# Boiler service"
	r := others(indexOf(rank.Note{Text: alone})).Rank(rank.Question{Text: "the boiler service"})
	if best := r.Notes[0].Best; alone[best.Start:best.End] != alone {
		t.Errorf("of a heading alone quotes %q", alone[best.Start:best.End])
	}
}

func TestTheBestUnitIsQuotedWordForWord(t *testing.T) {
	t.Parallel()
	text := "# Saturday\n- Nikon Monarch 8x42 for 279 €, at last\n- rain all day\n"
	r := others(indexOf(rank.Note{Text: text})).Rank(rank.Question{Text: "what did the Nikon cost?"})
	best := r.Notes[0].Best
	if got := text[best.Start:best.End]; got != "- Nikon Monarch 8x42 for 279 €, at last" {
		t.Errorf("%q is quoted", got)
	}
	if got := r.Terms(r.Notes[0]); !slices.Equal(got, []string{"Nikon"}) {
		t.Errorf("its terms are %q", got)
	}
}

func TestWhatAnswersAQuestionIsFoundThoughItHasNoneOfItsWords(t *testing.T) {
	t.Parallel()
	x := others(indexOf(
		rank.Note{ID: "asked", At: at(1, 8, 0), Text: "Ann: which bike did you get in the end?"},
		rank.Note{ID: "answer", At: at(1, 8, 5), Text: "Me: the blue Cube"},
		rank.Note{ID: "later", At: at(1, 18, 0), Text: "Me: soup for supper"},
	))
	r := x.Rank(rank.Question{Text: "which bike did I get"})
	if got := ids(r.Notes); !slices.Equal(got, []string{"asked", "answer"}) {
		t.Errorf("found %v", got)
	}
	if terms := r.Terms(r.Notes[1]); len(terms) != 0 {
		t.Errorf("the answer has the terms %q", terms)
	}
}

func TestDaysThatAQuestionNamesComeFirstAndKeepNothingOut(t *testing.T) {
	t.Parallel()
	x := others(indexOf(
		rank.Note{ID: "before", At: at(3, 8, 0), Text: "new boiler fitted"},
		rank.Note{ID: "then", At: at(12, 8, 0), Text: "boiler serviced, all well, and then a long talk about the radiators"},
		rank.Note{ID: "same day", At: at(12, 19, 0), Text: "cinema"},
	))
	named := []notes.Range{{Start: january.AddDays(11), End: january.AddDays(11)}}
	r := x.Rank(rank.Question{Text: "the boiler", Prefer: named})
	if got := ids(r.Notes); !slices.Equal(got, []string{"then", "before", "same day"}) {
		t.Errorf("found %v", got)
	}
	r = x.Rank(rank.Question{Text: "the boiler", Prefer: []notes.Range{{Start: january.AddDays(90), End: january.AddDays(99)}}})
	if got := ids(r.Notes); !slices.Equal(got, []string{"before", "then"}) {
		t.Errorf("where the days have no notes: %v", got)
	}
	r = x.Rank(rank.Question{Prefer: named})
	if got := ids(r.Notes); !slices.Equal(got, []string{"same day", "then"}) {
		t.Errorf("with nothing but the day: %v", got)
	}
}

func TestWordsOfTheMomentFavourTheLatestNote(t *testing.T) {
	t.Parallel()
	x := others(indexOf(rank.Note{ID: "old", Text: "I weigh 80 kg"}, rank.Note{ID: "new", At: at(91, 8, 0), Text: "Weighed in, 78 kg on the scale"}))
	today := january.AddDays(92)
	if got := first(t, x, rank.Question{Text: "what do I weigh now", Today: today}); got != "new" {
		t.Errorf("%q comes first for now", got)
	}
	if got := first(t, x, rank.Question{Text: "what do I weigh", Today: today}); got != "old" {
		t.Errorf("%q comes first without a word of the moment", got)
	}
}

func TestWordsOfTheFrameWeighLessThanThoseOfTheSubject(t *testing.T) {
	t.Parallel()
	x := others(indexOf(
		rank.Note{ID: "frame", At: at(9, 8, 0), Text: "total number of different kinds"},
		rank.Note{ID: "subject", Text: "picked the last of the tomatoes from the bed behind the shed"},
	))
	if got := first(t, x, rank.Question{Text: "what is the total number of tomatoes"}); got != "subject" {
		t.Errorf("%q comes first", got)
	}
}

func TestAnotherNameOfAThingFindsItBehindTheThingItself(t *testing.T) {
	t.Parallel()
	x := others(indexOf(rank.Note{ID: "synonym", At: at(5, 8, 0), Text: "GP at nine"}, rank.Note{ID: "word", Text: "saw the doctor"}, rank.Note{ID: "vocabulary", At: at(3, 8, 0), Text: "called Nguyen"}))
	q := rank.Question{Text: "the doctor", Forms: func(term string) []string { return []string{term, "Nguyen"} }}
	r := x.Rank(q)
	if got := ids(r.Notes); got[0] != "word" || len(got) != 3 {
		t.Errorf("found %v", got)
	}
	for _, m := range r.Notes {
		if has := len(r.Terms(m)) > 0; has == (m.ID == "synonym") {
			t.Errorf("%s has the terms %q: a synonym is not the word, what the vocabulary equates is", m.ID, r.Terms(m))
		}
	}
}

func TestAWordIsNeverReplacedByOneThatLooksLikeIt(t *testing.T) {
	t.Parallel()
	x := indexOf(rank.Note{Text: "took the garbage out"}, rank.Note{Text: "a migraine"})
	for _, text := range []string{"the garage", "migrane"} {
		r := x.Rank(rank.Question{Text: text})
		if r.Total != 0 {
			t.Errorf("%q finds %v", text, ids(r.Notes))
		}
		if len(r.Missing) != 1 || !strings.HasSuffix(text, r.Missing[0]) {
			t.Errorf("%q misses %q", text, r.Missing)
		}
	}
}

func TestWhatTheBestNotesShareLeadsToTheRest(t *testing.T) {
	t.Parallel()
	x := others(indexOf(
		rank.Note{ID: "a", At: at(1, 8, 0), Text: "BGL 8.4 mmol fasting"},
		rank.Note{ID: "b", At: at(2, 8, 0), Text: "BGL 7.2 mmol fasting"},
		rank.Note{ID: "c", At: at(3, 8, 0), Text: "7.9 mmol fasting"},
	))
	r := x.Rank(rank.Question{Text: "bgl"})
	if got := ids(r.Notes); len(got) != 3 || got[2] != "c" {
		t.Errorf("found %v", got)
	}
}

func TestOnlyWhatCountsIsRankedAndTheLimitKeepsTheBest(t *testing.T) {
	t.Parallel()
	x := rank.New()
	for i := range 20 {
		x.Put(rank.Note{ID: fmt.Sprint(i), At: at(1+i, 8, 0), Text: strings.Repeat("ran ", 1+i%5) + "far"})
	}
	x.Put(rank.Note{ID: "undated", Text: "ran"})
	all := x.Rank(rank.Question{Text: "run"})
	some := x.Rank(rank.Question{Text: "run", Limit: 4})
	if all.Total != 21 || some.Total != 21 || !slices.Equal(some.Notes, all.Notes[:4]) {
		t.Errorf("with a limit %v of %d", some.Notes, some.Total)
	}
	within := x.Rank(rank.Question{Text: "run", Within: notes.Range{End: january.AddDays(2)}, Accept: func(id string) bool { return id != "1" }})
	if got := ids(within.Notes); within.Total != 2 || slices.Contains(got, "undated") || slices.Contains(got, "1") {
		t.Errorf("within days: %v", got)
	}
	var want []rank.Match
	for _, m := range all.Notes {
		if m.ID == "0" || m.ID == "2" {
			want = append(want, m)
		}
	}
	if !slices.Equal(within.Notes, want) {
		t.Errorf("scores change with the days that count: %v, want %v", within.Notes, want)
	}
}

func TestWhatMustBeThereIsInEachNoteAndTheOtherWordsOrderThem(t *testing.T) {
	t.Parallel()
	x := others(indexOf(
		rank.Note{ID: "phrase", At: at(9, 8, 0), Text: "slept badly"},
		rank.Note{ID: "both", At: at(5, 8, 0), Text: "slept badly, the bench was heavy"},
		rank.Note{ID: "words", At: at(7, 8, 0), Text: "slept on the bench, badly needed"},
	))
	r := x.Rank(rank.Question{Text: `"slept badly" bench`, Must: [][]string{{"slept badly"}}})
	if got := ids(r.Notes); !slices.Equal(got, []string{"both", "phrase"}) || r.Total != 2 {
		t.Errorf("found %v of %d", got, r.Total)
	}
	if r := x.Rank(rank.Question{Text: "bench", Must: [][]string{{"bench"}, {"unicorn"}}}); r.Total != 0 {
		t.Errorf("without one of two: %v", ids(r.Notes))
	}
}

func TestWordsThatSayNothingAreLookedForWhereThereAreNoOthers(t *testing.T) {
	t.Parallel()
	x := others(indexOf(rank.Note{ID: "who", Text: "The Who live"}))
	if got := first(t, x, rank.Question{Text: "the who"}); got != "who" {
		t.Errorf("%q comes first", got)
	}
}

func TestRankingEndsWhenNobodyWaitsForItAnyMore(t *testing.T) {
	t.Parallel()
	x := indexOf(rank.Note{Text: "one"}, rank.Note{At: at(2, 8, 0), Text: "two"})
	asked := 0
	stopped := func() bool { asked++; return asked > 1 }
	if r := x.Rank(rank.Question{Text: "one two", Stopped: stopped}); len(r.Notes) != 1 || r.Notes[0].ID != "0" {
		t.Errorf("ranked %v", ids(r.Notes))
	}
	asked = 0
	if m, _ := x.Find(rank.Query{Terms: [][]string{{"one"}, {"two"}}, Stopped: stopped}); len(m) != 1 || m[0].ID != "0" {
		t.Errorf("found %v", ids(m))
	}
}

func TestFrontMatterComesBehindWhatItsPageSays(t *testing.T) {
	t.Parallel()
	meeting := []string{"Hall committee"}
	x := others(indexOf(
		rank.Note{ID: "said", Text: "The roof was voted on and will be done in July.", Labels: meeting},
		rank.Note{ID: "fields", Text: "present: 5", Labels: meeting, Front: true},
	))
	if got := first(t, x, rank.Question{Text: "what did the hall committee do"}); got != "said" {
		t.Errorf("%s is first", got)
	}
	if got := first(t, x, rank.Question{Text: "how many were present at the hall committee"}); got != "fields" {
		t.Errorf("%s is first for what the fields say", got)
	}
}
