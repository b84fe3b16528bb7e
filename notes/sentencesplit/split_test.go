package sentencesplit_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/notestest"
	"github.com/weft-mesh/weft/notes/sentencesplit"
)

func TestATextIsSplitIntoItsSentences(t *testing.T) {
	t.Parallel()
	for name, sentences := range map[string][]string{
		"an initial of a name":              {"K. 21.4 kg today.", "how much did she gain?"},
		"an initial that could be a food":   {"P. 7 leeks up.", "when did I sow them?"},
		"a title and an initial":            {"Dr. K. said to rest because it swells.", "Then I slept."},
		"two initials":                      {"Read J. R. R. Tolkien and J.K. Rowling.", "Both long."},
		"initials in Cyrillic":              {"Читал А. С. Пушкина.", "Хорошо."},
		"a letter that is a word":           {"Así é.", "Depois dormi."},
		"a unit of one letter":              {"Slept 7 h.", "Felt fine.", "500 m.", "then rested."},
		"shortened words":                   {"Ran approx. 5 km, e.g. along St. Pancras, vs. 4 last week.", "Good."},
		"numbered things":                   {"Took bus No. 5 at p. 12 of vol. 3.", "No.", "It was late."},
		"shortened words in German":         {"Heute z. B. nur 5 km bzw. eine Std. lang, d. h. kurz.", "War ca. 3 Grad."},
		"shortened words in Spanish":        {"La Sra. López y el Sr. Ruiz, p. ej. ayer.", "Bien."},
		"a word that may end a sentence":    {"Bought eggs, milk etc.", "Then home at 5 p.m.", "We slept."},
		"the same within one":               {"Eggs, milk etc. were fresh at 5 p.m. on Jan. 3."},
		"a unit with several letters":       {"Ran 30 min.", "felt good, 1 hr. 20 min."},
		"decimal numbers":                   {"Weighed 3.5 kg and 1.200,50 €.", "Paid 12.50.", "then left."},
		"a date with a point":               {"Am 12.03. war ich da, vom 3.5. bis 7.5. nicht.", "Gut."},
		"a price and no date":               {"Groceries 12.01.", "Odd, that was easy."},
		"a number amid a line is no item":   {"Had chai.", "2.", "life is short.", "Again -14.", "He forgot."},
		"a month that ends a sentence":      {"Migraine, first in feb.", "no shift.", "Form till 20 Aug.", "Then home."},
		"a name that begins as a month":     {"Took 50 at 1.", "maybe the race."},
		"a clock behind which words follow": {"Kids up at 5:10.", "of course"},
		"a price is no date":                {"Paid €12.10.", "Then left."},
		"the number of a day":               {"On the 3. of May we met, am 26. November wieder.", "Ja."},
		"a number ends a sentence":          {"Pain was 4.", "how was it last week?"},
		"an ellipsis":                       {"Well…", "Then we left...", "The pump … was replaced."},
		"a quotation of several sentences":  {"She said “I am tired. Really.” and left.", "Then I slept."},
		"a mark within a quotation":         {"She said “I am tired.”", "Then she slept."},
		"a question within a quotation":     {"\"Are we poor?\" she said.", "No."},
		"single quotation marks":            {"'Can we talk? Now?' and then 'cause it's late we didn't.", "Ok."},
		"inches are no quotation":           {"I am 5'10\" tall.", "Bought a 12\" pan.", "Good."},
		"brackets behind the mark":          {"(We left early.)", "Then home.", "It rained (a lot!).", "Wet."},
		"a mark within brackets":            {"Walked (why not?) to the shop.", "Pain 4 (maybe 5?) after stairs"},
		"emphasis around the mark":          {"*Really?*", "**Yes.**", "Then home."},
		"numbers of a list":                 {"1. Milk and eggs.", "2. Bread.", "a. Butter."},
		"lines":                             {"Slept well", "Ran 5k", "# Plan", "rest"},
		"a line that was broken to fit":     {"It was a long day at the office with three meetings and then the\ntrain was late.", "Home."},
		"addresses and file names":          {"See https://example.org/a.b?c=d!e and notes.md.", "Then open main.go, v1.2.3.", "Done."},
		"a time behind emphasis":            {"8 miles!!! 1:24:10", "10 MILES. 1:42:30.", "First 10k without stopping!! 58:10"},
		"several marks":                     {"Really?!", "Yes!!", "no..", "ok"},
		"a semicolon":                       {"Ran 5k;", "slept 7h"},
		"marks of other scripts":            {"今週は走った？", "はい。", "いいえ", "هل نمت؟", "نعم"},
		"a question in Greek":               {"Πότε πήγα στον γιατρό;", "Χθες."},
		"a mark with a blank before":        {"Pourquoi ?", "Parce que.", "Oui !"},
		"marks without a word":              {"..."},
		"blank lines at the ends":           {"Slept well."},
		"an initial at the end of a line":   {"With K.", "Then home."},
		"an initial at the end of a quote":  {"She signs “K.” Then she left."},
		"a quotation that nothing closes":   {"She said “fine.", "Then left."},
		"words in brackets behind a number": {"Bench 80 (approx. 5 reps).", "Good."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sep := " "
			if strings.Contains(name, "line") || strings.Contains(name, "scripts") || strings.Contains(name, "list") || strings.Contains(name, "time behind") {
				sep = "\n"
			}
			text := strings.Join(sentences, sep)
			if strings.Contains(name, "blank lines") {
				text = "\n\n  " + text + " \n\n"
			}
			if got := sentencesplit.Sentences(text, sentencesplit.Jotted); !slices.Equal(got, sentences) {
				t.Errorf("%q is split into\n%q, want\n%q", text, got, sentences)
			}
		})
	}
}

func TestASmallLetterGoesOnWithWhatIsComposed(t *testing.T) {
	t.Parallel()
	text := "You slept 7 h; it\nwas abbr. short. Then you ran; slowly. (Why?) Nobody knows."
	want := []string{"You slept 7 h; it\nwas abbr. short.", "Then you ran; slowly.", "(Why?)", "Nobody knows."}
	if got := sentencesplit.Sentences(text, sentencesplit.Composed); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestComposedTextIsSplitIntoItsSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"ends and lines", "Felt heavy. Slept 5h!\n- next line", []string{"Felt heavy.", "Slept 5h!", "- next line"}},
		{"dots within", "Ran 7.5 km, e.g. uphill. See example.org now", []string{"Ran 7.5 km, e.g. uphill.", "See example.org now"}},
		{"a list number is no sentence", "1. Squat. 2 sets", []string{"1. Squat.", "2 sets"}},
		{"a semicolon behind a stop", "Two (it had leaves.; … Many more.) in all. Then none", []string{"Two (it had leaves.; … Many more.) in all.", "Then none"}},
		{"an ellipsis in mid-sentence", "it was … hard... or not", []string{"it was … hard... or not"}},
		{"what is quoted is one piece", "You wrote “Off sick. Moved to 2.30.” on Monday. Then “it rained”.", []string{"You wrote “Off sick. Moved to 2.30.” on Monday.", "Then “it rained”."}},
		{"a quotation may end a sentence", "You wrote \"Paid. All of it.\" That was in May.", []string{"You wrote \"Paid. All of it.\"", "That was in May."}},
		{"a mark that nothing closes", "It was 5\" long. Then “more. And more", []string{"It was 5\" long.", "Then “more.", "And more"}},
		{"nothing", " \n ", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := sentencesplit.Sentences(c.text, sentencesplit.Composed); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// pieces are of what texts are made that are hard to split.
var pieces = []string{
	"K.", "Dr.", "z. B.", "e.g.", "No. 5", "approx.", "Sr.", "St.", "J.K.", "Ö.", "3.5", "12.03.", "on the 3. of", "am 3. Mai", "7 h.", "…", "...", " … ",
	"She said", "slept", "Well", "milk", "“Go. Now!”", "\"Are we?\"", "'so. it is'", "«Oui.»", "„Ja.“", "(no!)", "[n1]", "[2026-02-03]", "**Yes.**",
	".", "?", "!", ";", "?!", ",", ":", "\n", "\n\n", "\r\n", "\n- ", "\n1. ", "\t", "  ", "https://a.b/c?d=e.f!g", "notes.md", "main.go.", "。", "？", "؟", "é.", "\"", "“", "'", "’", "\xff", "\x00",
}

func textOf(t *rapid.T) string {
	var b strings.Builder
	for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces") {
		b.WriteString(p)
		b.WriteString(rapid.SampledFrom([]string{" ", " ", " ", "", "\n"}).Draw(t, "between"))
	}
	return b.String()
}

func TestThePartsOfATextAreTheText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.Custom(textOf), rapid.String()).Draw(t, "text")
		holdsTheText(t, text, rapid.SampledFrom([]sentencesplit.Manner{sentencesplit.Jotted, sentencesplit.Composed}).Draw(t, "manner"))
	})
}

// failing is what a test of either kind can do.
type failing interface{ Fatalf(string, ...any) }

func holdsTheText(t failing, text string, manner sentencesplit.Manner) {
	var whole strings.Builder
	end := 0
	for _, p := range sentencesplit.SplitText(text, manner) {
		if p.Start != end || p.End <= p.Start {
			t.Fatalf("%q: a part is from %d to %d, the one before ends at %d", text, p.Start, p.End, end)
		}
		if strings.TrimSpace(p.In(text)) == "" && strings.TrimSpace(text) != "" {
			t.Fatalf("%q: the part %q is blank", text, p.In(text))
		}
		whole.WriteString(p.In(text))
		end = p.End
	}
	if whole.String() != text {
		t.Fatalf("%q: the parts are %q", text, whole.String())
	}
}

func TestNoPartBeginsBehindAnInitial(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(textOf).Draw(t, "text")
		for _, p := range sentencesplit.SplitText(text, sentencesplit.Jotted) {
			before := text[:p.Start]
			if words := strings.Fields(before); len(words) == 0 || strings.HasSuffix(strings.TrimRight(before, " \t\r"), "\n") || !isInitial(words[len(words)-1]) {
				continue
			}
			if space := before[len(strings.TrimRightFunc(before, unicode.IsSpace)):]; !strings.Contains(space, "\n") {
				t.Fatalf("%q: a part begins behind %q", text, before)
			}
		}
	})
}

// isInitial reports whether a word is one capital letter with a point.
func isInitial(word string) bool {
	r := []rune(word)
	return len(r) == 2 && unicode.IsUpper(r[0]) && r[1] == '.'
}

func FuzzSplitText(f *testing.F) {
	for _, p := range pieces {
		f.Add(p + " x. " + p)
	}
	f.Fuzz(func(t *testing.T, text string) {
		holdsTheText(t, text, sentencesplit.Jotted)
		holdsTheText(t, text, sentencesplit.Composed)
		end := 0
		for _, q := range sentencesplit.FindQuotations(text) {
			if q.Start < end || q.End <= q.Start+1 || strings.Contains(q.In(text), "\n") {
				t.Fatalf("%q: a quotation is %q", text, q.In(text))
			}
			end = q.End
		}
	})
}

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	notestest.Linear(t, 64<<10, func(text string) { sentencesplit.SplitText(text, sentencesplit.Jotted) })
}
