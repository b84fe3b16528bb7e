package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/textfold"
)

func stemsOf(text string) []string {
	var out []string
	for _, t := range Tokens(text) {
		out = append(out, t.Stem)
	}
	return out
}

func TestTokens(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string // token texts
	}{
		{"nothing has no tokens", " \t\n--", nil},
		{"words are split at anything that is not a letter", "bench-press, squats/rows", []string{"bench", "press", "squats", "rows"}},
		{"a unit glued to a number is a token of its own", "80kg 5k 7.5h", []string{"80", "kg", "5", "k", "7.5", "h"}},
		{"set notation falls apart into numbers", "3x5@80kg", []string{"3", "x", "5", "80", "kg"}},
		{"a word that ends in digits stays whole", "vitamin b12", []string{"vitamin", "b12"}},
		{"an apostrophe within a word belongs to it", "don't o’clock 'quoted'", []string{"don't", "o’clock", "quoted"}},
		{"a point ends a sentence and not a number", "Ran 5. Then 10.", []string{"Ran", "5", "Then", "10"}},
		{"thousands stay one number", "1,000 steps", []string{"1,000", "steps"}},
		{"a tag is its word", "#deload", []string{"deload"}},
		{"ideographs and emoji stand alone", "走る😀ok", []string{"走", "る", "😀", "ok"}},
		{"a combining accent belongs to its word", "cafe\u0301!", []string{"cafe\u0301"}},
		{"broken UTF-8 separates", "a\xffb", []string{"a", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, tok := range Tokens(tt.text) {
				got = append(got, tok.Text)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("Tokens(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestSameStem(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		same bool
	}{
		{"running", "runs", true},
		{"ran", "run", true},
		{"slept", "sleeping", true},
		{"presses", "press", true},
		{"Café", "cafe", true},
		{"résumé", "resumes", true},
		{"Straße", "strasse", true},
		{"Bob's", "bob", true},
		{"bob’s", "Bob", true},
		{"don't", "dont", true},
		{"1,000", "1000", true},
		{"7,5", "7.5", true},
		{"children", "child", true},
		{"pr", "press", false},
		{"bench", "benchmark", false},
		{"left", "leave", false},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s and %s", tt.a, tt.b), func(t *testing.T) {
			t.Parallel()
			if got := slices.Equal(stemsOf(tt.a), stemsOf(tt.b)); got != tt.same {
				t.Errorf("stems %q and %q: same = %v, want %v", stemsOf(tt.a), stemsOf(tt.b), got, tt.same)
			}
		})
	}
}

func TestStemAgreesWithTokens(t *testing.T) {
	t.Parallel()
	for _, w := range []string{"Running", "ran", "Café", "don't", "b12", "kg"} {
		if got, want := Stem(w), Tokens(w)[0].Stem; got != want {
			t.Errorf("Stem(%q) = %q, Tokens give %q", w, got, want)
		}
	}
}

func TestStopword(t *testing.T) {
	t.Parallel()
	for _, w := range []string{"the", "did", "my", "was", "does", "dont"} {
		if !Stopword(Stem(w)) {
			t.Errorf("%q is not a stopword", w)
		}
	}
	for _, w := range []string{"bench", "week", "heavy", "sleep", "after", "before", "run"} {
		if Stopword(Stem(w)) {
			t.Errorf("%q is a stopword", w)
		}
	}
}

func TestContains(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, phrase string
		want               bool
	}{
		{"a word within a word is not there", "bench press", "pr", false},
		{"a phrase matches by stems", "Bench pressing today", "bench presses", true},
		{"the words of a phrase must be neighbours", "bench and press", "bench press", false},
		{"the words of a phrase keep their order", "press bench", "bench press", false},
		{"a glued unit matches a spaced one", "squat 80kg", "80 KG", true},
		{"a phrase longer than the text is not there", "bench", "bench press", false},
		{"an empty phrase stands nowhere", "bench", " ", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Contains(Tokens(tt.text), Tokens(tt.phrase)); got != tt.want {
				t.Errorf("Contains(%q, %q) = %v", tt.text, tt.phrase, got)
			}
		})
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	vocabulary := map[string]string{
		"pr": "personal record", "pb": "personal record", "bp": "bench press",
		"benching": "bench press", "record": "best", "best": "personal best", "...": "ellipsis",
	}
	tests := []struct {
		name, term string
		want       []string
	}{
		{"a term finds its canonical one and its siblings", "PR", []string{"PR", "pb", "personal record"}},
		{"a canonical term finds what people write", "bench press", []string{"bench press", "benching", "bp"}},
		{"terms are compared by stem", "bench presses", []string{"bench presses", "benching", "bp"}},
		{"equating reaches over several steps", "personal best", []string{"personal best", "best", "record"}},
		{"an unknown term stands alone", "swim", []string{"swim"}},
		{"a term without a word stands alone", "?", []string{"?"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := NewThesaurus(vocabulary).Forms(tt.term); !slices.Equal(got, tt.want) {
				t.Errorf("Forms(%q) = %q, want %q", tt.term, got, tt.want)
			}
		})
	}
}

func TestTokensCoverTheTextInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		checkTokens(t, rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zé’'0-9.,xX 走😀-]*`)).Draw(t, "text"))
	})
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"", "80kg", "don’t", "e\u0301", "1,000.5", "\xff'a", "İstanbul", "ǅ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkTokens(t, text) })
}

type failer interface {
	Fatalf(format string, args ...any)
}

func checkTokens(t failer, text string) {
	end := 0
	for _, tok := range Tokens(text) {
		if tok.Start < end || tok.End <= tok.Start || tok.End > len(text) {
			t.Fatalf("%q: token %+v overlaps or is empty", text, tok)
		}
		if text[tok.Start:tok.End] != tok.Text {
			t.Fatalf("%q: token %+v does not stand at its offsets", text, tok)
		}
		if f := textfold.Fold(tok.Text); textfold.Fold(f) != f {
			t.Fatalf("%q: folding %q twice gives %q", text, f, textfold.Fold(f))
		}
		if utf8.ValidString(text) && strings.ContainsAny(tok.Text, " \n\t") {
			t.Fatalf("%q: token %q contains a space", text, tok.Text)
		}
		end = tok.End
	}
}

func BenchmarkTokens(b *testing.B) {
	text := strings.Repeat("Bench press 3x5 @ 80kg felt heavy, slept badly the night before. ", 10)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Tokens(text)
	}
}

func BenchmarkForms(b *testing.B) {
	vocabulary := map[string]string{}
	for i := range 1000 {
		vocabulary[fmt.Sprintf("alias %d", i)] = fmt.Sprintf("canonical thing %d", i/4)
	}
	thesaurus := NewThesaurus(vocabulary)
	for b.Loop() {
		thesaurus.Forms("alias 17")
	}
}
