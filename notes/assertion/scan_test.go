package assertion_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/assertion"
)

// unreal returns the stretches of a text that Scan marks, joined.
func unreal(text string) string {
	marked := make([]bool, len(text))
	for _, s := range assertion.Scan(text) {
		for i := s.Start; i < s.End; i++ {
			marked[i] = true
		}
	}
	var parts []string
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && marked[j] {
			j++
		}
		if j > i {
			parts = append(parts, strings.TrimSpace(text[i:j]))
			i = j
			continue
		}
		i++
	}
	return strings.Join(parts, " | ")
}

func TestScan(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"what is told happened", "Ran 5 km and had coffee.", ""},
		{"a denial ends at the comma", "No coffee, ran 5 km.", "coffee"},
		{"and at a cry", "Ran 10k without stopping!! 58:10", "stopping"},
		{"what one does on mondays is no event of today", "I teach 5 classes on mondays", "I teach 5 classes"},
		{"a denied list goes on to its or", "Didn't eat bread, pasta or sweets, had soup", "eat bread, pasta or sweets"},
		{"and before another action ends a denial", "skipped the gym and ran 5k", "the gym"},
		{"what one forgot to write down was done", "Forgot: ran another 3 km yesterday", ""},
		{"what one forgot to do was not", "Forgot to run", "to run"},
		{"what one took back again", "Spent 60 € on shoes and returned them", "Spent 60 € on shoes and"},
		{"undone behind its name", "Squats: skipped", "Squats:"},
		{"cancelled for a reason", "Sales sync was cancelled for the release, ran 5k", "Sales sync"},
		{"called off to another day", "The swim got called off until Friday. Slept 7h", "The swim | until Friday."},
		{"nothing but denies nothing", "did nothing but nap 2h", ""},
		{"a plan goes on through the sentence", "want to run 10k, swim 2k. Slept 7h", "run 10k, swim 2k."},
		{"tomorrow belongs to its part of the sentence", "roasted veggies, tomorrow 5k", "5k"},
		{"tomorrow at the end", "Slept 7h, long run 18k tomorrow", "long run 18k"},
		{"one may be nervous about tomorrow", "felt nervous about tomorrow", ""},
		{"a goal is none when it is reached", "hit my goal of 10k steps", ""},
		{"behind a plan one goes on with what was done", "want to swim more, in the evening i swam 1600 m", "swim more, in the evening"},
		{"decided against", "looked at a bike for 899€, decided against it", "looked at a bike for 899€,"},
		{"a mother-in-law", "my mother-in-law made goulash for ten", "made goulash for ten"},
		{"what the scale says is the writer's", "body fat 24% according to the scale, weight 72 kg", ""},
		{"a question", "should i eat 120g protein?", "should i eat 120g protein?"},
		{"a question without its mark", "did i run 5k yesterday", "did i run 5k yesterday"},
		{"an action told with doubt", "paid 18€ parking fine??", ""},
		{"a name and a number", "Ben 38.7, gave him syrup", "38.7, gave him syrup"},
		{"who somebody is stands in brackets", "Tom (her fella) slept 2h. I got 7", "slept 2h."},
		{"an in-law's pulse", "my brother in law's pulse is 44, mine's 71", "pulse is 44,"},
		{"exercises that a physio gave are done by the writer", "did my physio: bridges 3x15", ""},
		{"a recipe that is read is no dish", "Read a recipe for lamb, 3 h at 160. Had pizza", "for lamb, 3 h at 160."},
		{"a race on the telly", "marathon on telly, 2:03", "marathon | , 2:03"},
		{"a number with its short word", "parkrun no. 63, 26:11", ""},
		{"a number with its short word and no point", "parkrun no 2: 35:55", ""},
		{"a name and a verb", "Tom ran a 10k in 48 minutes", "ran a 10k in 48 minutes"},
		{"a name in small letters", "anna swam 2k, i swam 1k", "swam 2k,"},
		{"tomorrow ends with today", "tomorrow 5k, today bench 3x5", "5k,"},
		{"a child by its age", "my 3-year-old ate 4 pancakes, I had 1", "ate 4 pancakes,"},
		{"what belongs to another", "dad's weight is 92 kg, mine 80", "weight is 92 kg,"},
		{"another's affairs end where the writer's begin", "my sister's car was in the shop, paid 200 eur", "car was in the shop"},
		{"a house is no action", "went to Tom's, ate 3 tacos", ""},
		{"a name that no list has", "Zbyszek slept 9h", "slept 9h"},
		{"my wife", "my wife slept 5h, I slept 8h", "slept 5h,"},
		{"the kids had the rest", "ate pizza, kids had the rest", "had the rest"},
		{"she", "mum called, she walked 2 km and rested", "called | walked 2 km and rested"},
		{"they say", "Mum says she walks 8000 steps every day", "Mum says she walks 8000 steps every day"},
		{"in company it is one's own", "ran 10k with Femi, Tom and I had pizza", ""},
		{"what others give is one's own", "mum gave me 50€", ""},
		{"a day is no person", "Today ran 5k", ""},
		{"an exercise is no person", "Squats felt heavy", ""},
		{"a guy who", "saw a guy who swam 21 miles", "who swam 21 miles"},
		{"what one read", "Read that most adults need 7 hours of sleep.", "most adults need 7 hours of sleep."},
		{"a dream", "dreamt i ran a marathon, slept 6h", "ran a marathon"},
		{"a habit", "usually 3 coffees, today one", "3 coffees"},
		{"an open task", "- [ ] run 5k\n- [x] squats", "- [ ] run 5k"},
		{"a shopping list", "shopping:\n- 6 eggs\n- milk\n\nran 5k", "- 6 eggs\n- milk"},
		{"a section of plans", "## Goals\nrun 5k\n## Today\nswam 1k", "run 5k"},
		{"words in quotation marks", "kid: \"I ate three eggs\", ran 5k", "\"I ate three eggs\""},
		{"somebody and a colon", "Baby: 120 ml at 2, slept 4h", ": 120 ml at 2, slept 4h"},
		{"a patient and a colon", "Mrs Lang in room 7: BP 150/90", "in room 7: BP 150/90"},
		{"whom one looks after", "grandpa in hospital, sats 88", "in hospital, sats 88"},
		{"what somebody did goes on behind the comma", "boyfriend did legs today, 140 squat", "did legs today, 140 squat"},
		{"what is still to buy", "oats, 2 l milk to buy", "oats, 2 l milk"},
		{"but not what was done", "ran 5k, new shoes to buy", "new shoes"},
		{"from a day on", "iron 100 mg from monday", "iron 100 mg"},
		{"what one saw somebody do", "saw a guy deadlift 260, did my 5x5", "deadlift 260"},
		{"who stood beside", "bloke next to me did 60. I did 20", "next to me did 60."},
		{"who goes by a number", "kid 2 has 39.1, me knackered", "has 39.1,"},
		{"a child and its age", "Kenji (5) can swim 10 m", "can swim 10 m"},
		{"how many did something", "4 at nursery, 2 cried, slept 7h", "cried"},
		{"a score is no crowd", "stress 6/10 slept 5h45", ""},
		{"whose it was stands behind", "read 3 books, asleep 8:10 (her)", "asleep 8:10"},
		{"hers and mine", "her: 8 hrs sleep. me: 5 hrs", ": 8 hrs sleep."},
		{"who said it stands behind", "60k over, said the builder, eating my biscuits. Ran 5k", "60k over, said the builder, eating"},
		{"what one was asked", "she asked when I last slept 8 hours", "when I last slept 8 hours"},
		{"so much a week is a habit", "told the doc i drink 2 beers a week", "told the doc i drink 2 beers"},
		{"worry about what is still to come is felt now", "nervous about the scan tomorrow", "about the scan"},
		{"a quoted line", "> ran 5k\nswam 1k", "> ran 5k"},
		{"a callout is the writer's", "> [!note] today\n> ran 5k", ""},
		{"a line that was only broken to fit", "I told Gran about the race. She said that in her own days they all\nwalked 12 km to school", "said that in her own days they all\nwalked 12 km to school"},
		{"an abbreviation ends no sentence", "no run, approx. 5 km", "run"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := unreal(tt.text); got != tt.want {
				t.Errorf("Scan(%q) marks %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestScanReadsAnyText(t *testing.T) {
	t.Parallel()
	words := []string{"no", "not", "skipped", "but", "and", "Tom", "she", "says", "ran", "my", "wife", ",", ".", "?", "tomorrow", "I", "want", "to", "’", "don’t", "\n", "\n- ", "> ", "shopping:", "\"", "~~", "or", "é", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(words)).Draw(t, "words"), " ")
		for _, s := range assertion.Scan(text) {
			if s.Start < 0 || s.Start >= s.End || s.End > len(text) || s.From > s.To {
				t.Fatalf("%+v in %q", s, text)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[s.Start:s.End]) {
				t.Fatalf("%+v cuts a character of %q", s, text)
			}
		}
	})
}

func BenchmarkScan(b *testing.B) {
	text := strings.Repeat("Slept 7h, no coffee. Tom ran 10k and she had to stop; I want to swim tomorrow.\n", 800)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		assertion.Scan(text)
	}
}
