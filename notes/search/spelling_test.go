package search

import (
	"slices"
	"testing"

	"github.com/weft-mesh/weft/notes"
)

func TestASlipOfThePenIsToldFromAnotherWord(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{
		{"migrane", "migraine"}, {"protien", "protein"}, {"celling", "ceiling"}, {"presants", "presents"},
		{"happend", "happened"}, {"freinds", "friends"}, {"slept", "slapt"},
	} {
		if !Near(same[0], same[1]) || !Near(same[1], same[0]) {
			t.Errorf("%q is not read as %q", same[0], same[1])
		}
	}
	for _, other := range [][2]string{
		{"beach", "bench"}, {"oliver", "olives"}, {"walked", "walker"}, {"horse", "house"}, {"sheep", "sleep"}, {"run", "runs"}, {"diner", "liner"},
		{"training", "straining"}, {"squat", "squat"}, {"12.50", "12.60"}, {"", ""}, {"", "a"}, {"migrane", "migrainous"},
	} {
		if Near(other[0], other[1]) {
			t.Errorf("%q is read as %q", other[0], other[1])
		}
	}
}

func TestWhatNobodyWroteIsLookedForAsItMayHaveBeenMeant(t *testing.T) {
	t.Parallel()
	x := NewIndex()
	for _, text := range []string{
		0: "migraine after the night shift", 1: "signed up for the half marathon", 2: "haircut, too short",
		3: "lunch with Priya", 4: "marathon of meetings, half of them useless", 5: "blood pressure was low",
		6: "w5r1 done, then frozen peas in Tas",
	} {
		x.Add(Doc{Day: notes.Day{Year: 2026, Month: 1, Date: 5}, Text: text})
	}
	tests := []struct {
		name  string
		query Query
		want  []int
	}{
		{"a letter is missing", Query{Terms: [][]string{{"migrane"}}}, []int{0}},
		{"and the word is in the plural", Query{Terms: [][]string{{"migranes"}}}, []int{0}},
		{"a name", Query{Terms: [][]string{{"Prija"}, {"unicorn"}}}, nil},
		{"two words as one", Query{Terms: [][]string{{"halfmarathon"}}}, []int{1}},
		{"one word as two", Query{Terms: [][]string{{"hair cut"}}}, []int{2}},
		{"one word of a phrase", Query{Terms: [][]string{{"blood presure"}}}, []int{5}},
		{"all of several", Query{Terms: [][]string{{"presure"}, {"blood"}}, All: true}, []int{5}},
		{"none of several while another is there", Query{Terms: [][]string{{"migrane"}, {"lunch"}}}, []int{3}},
		{"none of a list of what may well be missing", Query{Terms: [][]string{{"launch"}, {"shipped"}, {"rollout"}, {"deploy"}, {"live"}}}, nil},
		{"a pet name", Query{Terms: [][]string{{"Tassie"}}}, []int{6}},
		{"a thing by what it does", Query{Terms: [][]string{{"freezer"}}}, []int{6}},
		{"the beginning of what is shortened", Query{Terms: [][]string{{"w5"}}}, []int{6}},
		{"the end of what has a digit", Query{Terms: [][]string{{"5r1"}}}, nil},
		{"no other word", Query{Terms: [][]string{{"bench"}}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			matches, _ := x.Search(tt.query)
			var got []int
			for _, m := range matches {
				got = append(got, m.Number)
			}
			if slices.Sort(got); !slices.Equal(got, tt.want) {
				t.Errorf("%q finds %v, want %v", tt.query.Terms, got, tt.want)
			}
		})
	}
}

func TestSpellingsAreKnownAfterManyRemovals(t *testing.T) {
	t.Parallel()
	x := NewIndex()
	day := notes.Day{Year: 2026, Month: 1, Date: 5}
	kept := x.Add(Doc{Day: day, Text: "migraine"})
	for range 2100 {
		x.Remove(x.Add(Doc{Day: day, Text: "ceiling"}))
	}
	if got, _ := x.Search(Query{Terms: [][]string{{"migrane"}}}); len(got) != 1 || got[0].Number != kept {
		t.Errorf("migrane finds %v", got)
	}
	if got, _ := x.Search(Query{Terms: [][]string{{"celling"}}}); len(got) != 0 {
		t.Errorf("celling finds %v, which were removed", got)
	}
}
