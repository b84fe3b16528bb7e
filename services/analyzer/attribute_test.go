package analyzer_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// TestANoteOnTheSubjectWithoutWhatIsAskedOfItIsNoAnswer asks for attributes of
// what the notes mention.
func TestANoteOnTheSubjectWithoutWhatIsAskedOfItIsNoAnswer(t *testing.T) {
	t.Parallel()
	tests := []struct {
		question string
		subjects string
		note     string
		missing  string // "" if the note tells it
	}{
		{"what colour is the lamp I bought", "lamp", "Flea market, bought a lamp.", "the lamp do not tell the colour"},
		{"what colour is the lamp I bought", "lamp", "Bought a dark green lamp.", ""},
		{"what did the dentist say", "dentist", "Dentist moved to March.", "the dentist do not tell what was said"},
		{"what did the dentist say", "dentist", "Dentist says the crown can wait.", ""},
		{"what did I say about the dentist", "dentist", "Dentist moved to March.", ""},
		{"how old is Lena", "old, lena", "Long talk with Lena.", "Lena do not tell the age"},
		{"how old is Lena", "old, lena", "Cake for Lena, she turned 34.", ""},
		{"what is Priya's last name", "priya", "Handed the build over to Priya today.", "Priya do not tell that name"},
		{"what is Priya's last name", "priya", "Handed the build over to Priya Nair today.", ""},
		{"what's the name of theo's bakery", "theo, bakery", "starter is from theo's bakery so its me", "theo's bakery do not tell the name"},
		{"what's the name of my landlord", "landlord", "texted mr petrov (landlord) about the drip", ""},
		{"which movie did we see", "movie", "movie w ines, hamnet, both destroyed", ""},
		{"which movie did we see", "movie", "Movie with Ines, asleep before the end.", "movie do not tell which one"},
		{"who won the board games", "board games", "Board games. Lost all of them.", "the board games do not tell who it was"},
		{"who put flowers on the table", "flowers", "Real breakfast. Lena put flowers on the table.", ""},
		{"how many people were at the dinner", "dinner", "Dinner with the team, bed at ten.", "the dinner do not tell how many people"},
		{"how many people were at the dinner", "dinner", "Dinner, twelve people in a flat for four.", ""},
		{"what did my sister give me", "sister", "Sister came by, we walked.", "your sister do not tell what was given"},
		{"what did my sister give me", "sister", "My sister brought me a scarf.", ""},
		{"how did Lena sleep", "lena, sleep", "Slept 5h. Lena asked whether I still live here.", "Lena do not tell that"},
		{"how did Lena sleep", "lena, sleep", "Slept 5h. Lena slept like a stone.", ""},
		{"how far did theo run", "theo, run", "8 miles w theo, 1:22:00", "theo do not tell that"},
		{"how far did theo run", "theo, run", "8 miles!!! theo did 12 and came back for me", ""},
		{"what did Tom say about the budget", "tom", "1:1 with Tom. He said the date stays.", "Tom do not tell what was said"},
		{"what did Tom say about the date", "tom", "Tom: the date stays.", ""},
		{"what did dr patel say about the wine", "dr patel", "dr patel. showed her the diary, all of it, with the shifts and the meals and what i took. she says its the short sleep, wine and skipped meals on top", ""},
		{"what shoe size am I", "shoe, size", "Put 300 in savings, the rest is for shoes.", "shoe do not tell the size"},
		{"what book did we read in the club", "book, club", "first time at the book club on court st, nobody had read it", "book club do not tell which one"},
		{"do I prefer tea or coffee", "tea, coffee", "Tea and coffee on the sofa.", "tea do not tell a preference"},
		{"what did uncle Ray cook", "ray, cook", "Thanksgiving with uncle Ray. Cooked the mac and cheese.", "Ray do not tell that"},
		{"when did Priya get promoted", "priya, promoted", "Long call with Priya.", "Priya do not tell that"},
		{"how did practice exam 2 go", "practice exam", "practice exam 2: 68%, up 6", ""},
	}
	for _, tt := range tests {
		t.Run(tt.question+" / "+tt.note, func(t *testing.T) {
			t.Parallel()
			q := question{
				text: tt.question, kind: simple, subjects: strings.Split(tt.subjects, ", "), ranges: []*commonv1.ScopeRange{{}},
				entries: []*commonv1.Entry{entry("2026-01-10 09", "Quiet day."), entry("2026-01-12 09", tt.note)},
			}
			a := q.ask(t)
			var missing []string
			for _, g := range a.GetGaps() {
				if g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL {
					missing = append(missing, g.GetDescription())
				}
			}
			want := tt.missing
			if want != "" {
				want = "The notes on " + want + "."
			}
			if got := strings.Join(missing, " "); got != want {
				t.Errorf("missing %q, want %q", got, want)
			}
			if tt.missing != "" {
				finding(t, a, strings.TrimSuffix(tt.note, ".")) // what comes closest
			}
		})
	}
}

func TestWhoAsksWhetherMeansAllOfIt(t *testing.T) {
	t.Parallel()
	q := question{
		text: "did I call my aunt this month", kind: simple, subjects: []string{"call", "aunt"}, ranges: []*commonv1.ScopeRange{{}},
		entries: []*commonv1.Entry{entry("2026-02-03 16", "Call with the bank, 90 min.")},
	}
	if g := gap(q.ask(t), "topic:aunt"); g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL {
		t.Errorf("gap %v", g)
	}
}
